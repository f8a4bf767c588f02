//! The language server for files of cards, recipes and rulings: `brink lsp`.

mod answers;
mod book;
mod check;
mod completion;
mod constructs;
mod documents;
mod names;
mod occurrences;
mod place;
mod position;
mod rename;
mod symbols;
mod wire;
mod worker;
mod workspace;

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CompletionOptions, RenameOptions, Save, SaveOptions,
    ServerCapabilities, TextDocumentSyncKind, TextDocumentSyncOptions,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use position::Encoding;
use wire::{Broken, Received};
use worker::{Checked, Worker};
use workspace::Workspace;

/// So many messages wait at most: whoever sends more waits.
const WAITING: usize = 64;
/// However fast changes come, what is there is checked after that time.
const LATEST: Duration = Duration::from_millis(200);

/// Why the server ends other than by `shutdown` and `exit`.
#[derive(Debug, thiserror::Error)]
pub enum End {
    #[error(transparent)]
    Broken(#[from] Broken),
    #[error("the editor closed the connection without `shutdown`")]
    Closed,
    #[error("the editor sent `exit` without `shutdown`")]
    Exit,
    #[error("the check of the files crashed")]
    Check,
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// What the server hears.
enum Event {
    Received(Received),
    Checked(Checked),
    /// Nothing more comes from the editor.
    Over(Result<(), Broken>),
}

impl From<Checked> for Event {
    fn from(checked: Checked) -> Event {
        Event::Checked(checked)
    }
}

/// Requests that the editor does not want answered any more.
type Cancelled = Arc<Mutex<HashSet<RequestId>>>;

/// Talks with an editor until it ends the conversation.
///
/// # Errors
/// The editor ends it otherwise, or sends what is no message.
pub fn serve(input: impl BufRead + Send + 'static, output: &mut dyn Write) -> Result<(), End> {
    let (send, events) = sync_channel(WAITING);
    let cancelled = Cancelled::default();
    let (heard, read) = (send.clone(), cancelled.clone());
    // It ends with the program: what it waits for may never come.
    std::thread::Builder::new()
        .name("input".into())
        .spawn(move || listen(input, &heard, &read))?;
    let worker = Worker::start(send)?;
    let server = Server {
        output,
        events,
        cancelled,
        worker,
        workspace: None,
        is_shut: false,
        checked: Instant::now(),
    };
    let ended = server.run();
    match ended {
        // Nobody is there to be told.
        Err(End::Output(error)) if wire::is_gone(&error) => Err(End::Closed),
        ended => ended,
    }
}

/// Reads messages until there are no more.
fn listen(mut input: impl BufRead, heard: &SyncSender<Event>, cancelled: &Cancelled) {
    let over = loop {
        match wire::receive(&mut input) {
            Ok(Some(received)) => {
                // What is cancelled may wait to be answered.
                if let Received::Message(Message::Notification(note)) = &received
                    && let Some(id) = cancelled_by(note)
                {
                    locked(cancelled).insert(id);
                }
                if heard.send(Event::Received(received)).is_err() {
                    return;
                }
            }
            Ok(None) => break Ok(()),
            Err(broken) => break Err(broken),
        }
    };
    // Without a server there is nobody to tell.
    let _ = heard.send(Event::Over(over));
}

fn cancelled_by(note: &Notification) -> Option<RequestId> {
    let is_cancel = note.method == "$/cancelRequest";
    let id = note.params.get("id").filter(|_| is_cancel)?;
    serde_json::from_value(id.clone()).ok()
}

fn locked(cancelled: &Cancelled) -> std::sync::MutexGuard<'_, HashSet<RequestId>> {
    cancelled.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Server<'o> {
    output: &'o mut dyn Write,
    events: Receiver<Event>,
    cancelled: Cancelled,
    worker: Worker,
    /// From `initialize` on.
    workspace: Option<Workspace>,
    is_shut: bool,
    /// When changes were last handed on.
    checked: Instant,
}

/// What is done with a message: the conversation goes on, or is over.
type Go = Result<Option<()>, End>;
const ON: Go = Ok(Some(()));

impl Server<'_> {
    fn run(mut self) -> Result<(), End> {
        loop {
            let event = match self.events.try_recv() {
                Ok(event) => Some(event),
                Err(TryRecvError::Empty) => {
                    self.hand_on();
                    self.events.recv().ok()
                }
                Err(TryRecvError::Disconnected) => None,
            };
            if self.checked.elapsed() > LATEST {
                self.hand_on();
            }
            if self.worker.is_broken() {
                return Err(End::Check);
            }
            let go = match event {
                None => return Err(End::Closed),
                Some(Event::Over(Ok(()))) if self.is_shut => return Ok(()),
                Some(Event::Over(Ok(()))) => return Err(End::Closed),
                Some(Event::Over(Err(broken))) => return Err(broken.into()),
                Some(Event::Checked(checked)) => self.checked(checked)?,
                Some(Event::Received(Received::Unread(why))) => {
                    wire::refuse(self.output, &why)?;
                    Some(())
                }
                Some(Event::Received(Received::Message(message))) => self.message(message)?,
            };
            if go.is_none() {
                return Ok(());
            }
        }
    }

    /// Lets all be checked that has changed.
    fn hand_on(&mut self) {
        self.checked = Instant::now();
        if let Some(workspace) = &mut self.workspace {
            workspace.check(&self.worker);
        }
    }

    fn send(&mut self, message: impl Into<Message>) -> Result<(), End> {
        Ok(wire::send(self.output, message.into())?)
    }

    fn checked(&mut self, checked: Checked) -> Go {
        let Some(workspace) = &mut self.workspace else {
            return ON;
        };
        let mut messages: Vec<Message> = Vec::new();
        workspace.checked(checked, &mut messages);
        for message in messages {
            self.send(message)?;
        }
        ON
    }

    fn message(&mut self, message: Message) -> Go {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(note) => self.notification(note),
            // Nothing is asked of the editor.
            Message::Response(_) => ON,
        }
    }

    fn request(&mut self, Request { id, method, params }: Request) -> Go {
        if locked(&self.cancelled).remove(&id) {
            let code = ErrorCode::RequestCanceled;
            self.refuse(id, code, "the request was cancelled")?;
            return ON;
        }
        if self.is_shut {
            let why = "the server is shut down: only `exit` follows";
            self.refuse(id, ErrorCode::InvalidRequest, why)?;
            return ON;
        }
        let Some(workspace) = &mut self.workspace else {
            return match method.as_str() {
                "initialize" => self.initialize(id, &params),
                _ => {
                    let why = "send `initialize` first";
                    self.refuse(id, ErrorCode::ServerNotInitialized, why)?;
                    ON
                }
            };
        };
        match method.as_str() {
            "shutdown" => {
                self.is_shut = true;
                self.send(Response::new_ok(id, Value::Null))?;
            }
            "initialize" => {
                let why = "the server is already initialized";
                self.refuse(id, ErrorCode::InvalidRequest, why)?;
            }
            _ => match workspace.answer(&method, params, &id) {
                Answer::Ready(answer) => self.send(Response::new_ok(id, answer))?,
                // What is asked for hangs on the newest text.
                Answer::Later => {
                    self.hand_on();
                    self.worker.hurry();
                }
                Answer::Refused(code, why) => self.refuse(id, code, &why)?,
            },
        }
        ON
    }

    fn refuse(&mut self, id: RequestId, code: ErrorCode, why: &str) -> Result<(), End> {
        self.send(Response::new_err(id, code as i32, why.to_string()))
    }

    fn initialize(&mut self, id: RequestId, params: &Value) -> Go {
        let capabilities = params.get("capabilities").unwrap_or(&Value::Null);
        let encoding = Encoding::agreed(capabilities);
        self.workspace = Some(Workspace::new(encoding));
        let answer = json!({
            "capabilities": capabilities_of(encoding),
            "serverInfo": { "name": "brink", "version": env!("CARGO_PKG_VERSION") },
        });
        self.send(Response::new_ok(id, answer))?;
        ON
    }

    fn notification(&mut self, note: Notification) -> Go {
        if note.method == "exit" {
            return match self.is_shut {
                true => Ok(None),
                false => Err(End::Exit),
            };
        }
        let Some(workspace) = self.workspace.as_mut().filter(|_| !self.is_shut) else {
            return ON;
        };
        if let Some(id) = cancelled_by(&note) {
            // One that was answered before is cancelled too late.
            let known = locked(&self.cancelled).remove(&id);
            if known && workspace.cancel(&id) {
                let code = ErrorCode::RequestCanceled;
                self.refuse(id, code, "the request was cancelled")?;
            }
            return ON;
        }
        let mut messages = Vec::new();
        let heard = workspace.hear(&note.method, note.params, &self.worker, &mut messages);
        if let Err(why) = heard {
            // A notification has no answer: it is shown where the editor shows what servers say.
            let message = format!("`{}` cannot be read: {why}", note.method);
            let params = json!({ "type": 1, "message": message });
            messages.push(Notification::new("window/logMessage".into(), params).into());
        }
        for message in messages {
            self.send(message)?;
        }
        ON
    }
}

/// What becomes of a request.
enum Answer {
    Ready(Value),
    /// It is answered once the newest text is checked.
    Later,
    Refused(ErrorCode, String),
}

impl Answer {
    fn of(answer: impl serde::Serialize) -> Answer {
        match serde_json::to_value(answer) {
            Ok(value) => Answer::Ready(value),
            Err(error) => Answer::Refused(ErrorCode::InternalError, error.to_string()),
        }
    }

    fn failed(why: impl ToString) -> Answer {
        Answer::Refused(ErrorCode::RequestFailed, why.to_string())
    }
}

/// The parameters of a message.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}

fn capabilities_of(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::Incremental),
                save: Some(Save::SaveOptions(SaveOptions {
                    include_text: Some(false),
                })),
                ..TextDocumentSyncOptions::default()
            }
            .into(),
        ),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["\"", " ", "[", "."].map(String::from).to_vec()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QuickFix]),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        rename_provider: Some(
            RenameOptions {
                prepare_provider: Some(true),
                ..RenameOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}
