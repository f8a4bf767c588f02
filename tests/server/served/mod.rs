//! A server at a free port of this machine, and clients that speak with it as a page does.

#![allow(dead_code, reason = "no test uses all of it")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use brink::serve::store::Sqlite;
use brink::serve::{Gate, Hall, Workers};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

#[cfg(all(unix, feature = "postgres"))]
pub mod postgres;
pub mod process;

/// How long a client waits for what has to come.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// How long people may do nothing where a test does not say so.
const IDLE: Duration = Duration::from_secs(90);

/// A server with a file of games, on threads of this test.
pub struct Server {
    pub address: SocketAddr,
    pub games: PathBuf,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
    folder: Option<tempfile::TempDir>,
}

impl Server {
    pub fn new() -> Server {
        Server::waiting(IDLE)
    }

    /// One that waits so long for people who do nothing.
    pub fn waiting(idle: Duration) -> Server {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let games = folder.path().join("games.sqlite");
        let mut server = Server::begun(&games, Gate::default(), idle);
        server.folder = Some(folder);
        server
    }

    pub fn of(games: &Path, gate: Gate) -> Server {
        Server::begun(games, gate, IDLE)
    }

    fn begun(games: &Path, gate: Gate, idle: Duration) -> Server {
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (told, address) = std::sync::mpsc::channel();
        let path = games.to_path_buf();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .thread_stack_size(16 << 20)
                .enable_all()
                .build()
                .expect("the system has threads");
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
                    .await
                    .expect("a port is free");
                let store = Sqlite::open(&path).expect("the file can be made");
                let hall: Arc<Hall> = Hall::new(Box::new(store), 2, idle);
                told.send(listener.local_addr().expect("it has an address"))
                    .expect("the test waits");
                let stopped = async {
                    // A server that is dropped stops, too.
                    let _ = stopped.await;
                };
                brink::serve::serve(listener, hall, gate, workers(), stopped)
                    .await
                    .expect("it serves");
            });
            runtime.shutdown_timeout(Duration::from_secs(5));
        });
        let address = address.recv_timeout(PATIENCE).expect("the server begins");
        Server {
            address,
            games: games.to_path_buf(),
            stop: Some(stop),
            thread: Some(thread),
            folder: None,
        }
    }

    pub fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends well");
        }
    }

    /// A game of these chairs; answers what was said.
    pub fn create(&self, recipe: &str, chairs: Value) -> Value {
        self.create_with(json!({"recipe": recipe, "chairs": chairs, "first": "me"}))
    }

    pub fn create_with(&self, wanted: Value) -> Value {
        let (status, body) = post(self.address, "/api/games", &wanted);
        assert_eq!(status, 201, "{body}");
        body
    }

    pub fn join(&self, made: &Value, name: &str) -> String {
        let path = format!("/api/games/{}/join", text(&made["game"]));
        let (status, body) = post(
            self.address,
            &path,
            &json!({"join": made["join"], "name": name}),
        );
        assert_eq!(status, 200, "{body}");
        text(&body["seat"]).to_string()
    }

    pub fn enter(&self, made: &Value, token: &str) -> Client {
        Client::enter(self.address, text(&made["game"]), token)
    }
}

/// Processes of the command.
fn workers() -> Workers {
    let arguments = ["serve", "--work"].map(str::to_string).to_vec();
    Workers::Program {
        path: env!("CARGO_BIN_EXE_brink").into(),
        arguments,
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A test that has failed says why by itself.
            let _ = thread.join();
        }
    }
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// A request as it is, and what comes back: status, head, body.
pub fn request(address: SocketAddr, whole: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).expect("the server is there");
    stream
        .set_read_timeout(Some(PATIENCE))
        .expect("it is a socket");
    stream
        .write_all(whole.as_bytes())
        .expect("it takes a request");
    let mut answer = String::new();
    stream
        .read_to_string(&mut answer)
        .expect("it answers in text");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or(0);
    (status, head.to_lowercase(), body.to_string())
}

pub fn get(address: SocketAddr, path: &str) -> (u16, String, String) {
    request(
        address,
        &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"),
    )
}

pub fn post(address: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let body = body.to_string();
    let whole = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let (status, _, body) = request(address, &whole);
    (
        status,
        serde_json::from_str(&body).unwrap_or_else(|_| panic!("no JSON: {body}")),
    )
}

/// A page without a face: one websocket, and what it was told last.
pub struct Client {
    socket: WebSocket<TcpStream>,
    pub state: Value,
    pub table: Value,
    pub begin: Value,
    pub welcome: Value,
    /// What it came in with.
    pub game: String,
    pub token: String,
    pub log: Vec<String>,
    pub chat: Vec<Value>,
    /// Everything as it came.
    pub heard: Vec<String>,
    re: u64,
    pub closed: Option<u16>,
}

impl Client {
    /// A socket that has said nothing yet.
    pub fn open(address: SocketAddr, origin: Option<&str>) -> Result<Client, u16> {
        Client::open_with(address, origin.map(|origin| ("origin", origin)))
    }

    /// With a header of its own.
    pub fn open_with(
        address: SocketAddr,
        header: Option<(&'static str, &str)>,
    ) -> Result<Client, u16> {
        Client::open_at(address, "/ws", header)
    }

    pub fn open_at(
        address: SocketAddr,
        path: &str,
        header: Option<(&'static str, &str)>,
    ) -> Result<Client, u16> {
        let mut request = format!("ws://{address}{path}")
            .into_client_request()
            .expect("it is an address");
        if let Some((name, value)) = header {
            request
                .headers_mut()
                .insert(name, value.parse().expect("it is a header"));
        }
        let stream = TcpStream::connect(address).expect("the server is there");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("it is a socket");
        stream.set_nodelay(true).expect("it is a socket");
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Client {
                socket,
                state: Value::Null,
                table: Value::Null,
                begin: Value::Null,
                welcome: Value::Null,
                game: String::new(),
                token: String::new(),
                log: Vec::new(),
                chat: Vec::new(),
                heard: Vec::new(),
                re: 0,
                closed: None,
            }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(other) => panic!("{other}"),
        }
    }

    pub fn enter(address: SocketAddr, game: &str, token: &str) -> Client {
        Client::open(address, None)
            .expect("the socket opens")
            .enters(game, token)
    }

    pub fn enters(mut self, game: &str, token: &str) -> Client {
        (self.game, self.token) = (game.to_string(), token.to_string());
        self.say(&json!({"type": "enter", "game": game, "token": token}));
        self.until(|client| client.welcome != Value::Null && client.table != Value::Null);
        self
    }

    pub fn stream(&self) -> &TcpStream {
        self.socket.get_ref()
    }

    pub fn send(&mut self, message: Message) -> bool {
        self.socket.send(message).is_ok()
    }

    pub fn say(&mut self, message: &Value) {
        assert!(
            self.send(Message::text(message.to_string())),
            "the socket is open"
        );
    }

    /// The next message; nothing when the socket is closed, or after so long.
    pub fn next(&mut self, wait: Duration) -> Option<Value> {
        let end = Instant::now() + wait;
        loop {
            // What keeps the socket alive is nothing that was waited for.
            let left = end
                .saturating_duration_since(Instant::now())
                .max(Duration::from_millis(1));
            self.stream()
                .set_read_timeout(Some(left))
                .expect("it is a socket");
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let value: Value = serde_json::from_str(&text).expect("messages are JSON");
                    self.heard.push(text.to_string());
                    self.note(&value);
                    return Some(value);
                }
                Ok(Message::Close(frame)) => {
                    self.closed = Some(frame.map_or(1005, |frame| frame.code.into()))
                }
                Ok(_) if Instant::now() >= end => return None,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error))
                    if error.kind() == std::io::ErrorKind::WouldBlock =>
                {
                    return None;
                }
                Err(_) => {
                    self.closed.get_or_insert(1006);
                    return None;
                }
            }
        }
    }

    fn note(&mut self, value: &Value) {
        match text(&value["type"]) {
            "state" => self.state = value.clone(),
            "table" => self.table = value.clone(),
            "begin" => self.begin = value.clone(),
            "welcome" => self.welcome = value.clone(),
            "chat" => self
                .chat
                .extend(value["lines"].as_array().expect("a list").iter().cloned()),
            "log" => {
                self.log
                    .truncate(value["from"].as_u64().expect("a number") as usize);
                let lines = value["lines"].as_array().expect("a list").iter();
                self.log
                    .extend(lines.map(|line| text(&line["text"]).to_string()));
            }
            _ => {}
        }
    }

    /// Listens until it is so.
    pub fn until(&mut self, so: impl Fn(&Client) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !so(self) {
            let next = self.next(PATIENCE);
            // A machine that has stood still meanwhile is not at fault for that.
            assert!(
                next.is_some() && (so(self) || Instant::now() < end),
                "it never came; closed: {:?}, table: {}, state: {}, last: {next:?}",
                self.closed,
                self.table,
                self.state
            );
        }
    }

    /// Listens to what is still on its way.
    pub fn quiet(&mut self, wait: Duration) {
        while self.next(wait).is_some() {}
    }

    /// Says something, and waits for what answers it.
    pub fn ask(&mut self, mut message: Value) -> Value {
        self.re += 1;
        message["re"] = json!(self.re);
        self.say(&message);
        let end = Instant::now() + PATIENCE;
        loop {
            let next = self
                .next(PATIENCE)
                .unwrap_or_else(|| panic!("no answer to {message}; closed: {:?}", self.closed));
            if next["re"] == json!(self.re) {
                return next;
            }
            assert!(Instant::now() < end, "it takes too long");
        }
    }

    pub fn phase(&self) -> &str {
        text(&self.table["phase"])
    }

    pub fn is_over(&self) -> bool {
        self.state != Value::Null && self.state["outcome"] != Value::Null
    }

    pub fn decision(&self) -> Option<&Value> {
        Some(&self.state["decision"]).filter(|decision| !decision.is_null())
    }

    /// Takes an option of the decision that is asked; `pick` names one out of so many.
    pub fn answer(&mut self, pick: impl Fn(usize) -> usize) -> Value {
        let decision = self.decision().expect("it is asked").clone();
        let count = decision["options"].as_array().expect("a list").len();
        self.ask(json!({"type": "answer", "id": decision["id"], "option": pick(count)}))
    }
}
