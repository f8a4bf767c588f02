//! What the editor has open, and what is known of the folders around it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use gen_lsp_types::{
    CodeActionParams, Diagnostic, DiagnosticSeverity, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, PublishDiagnosticsParams, Range, Uri,
};
use lsp_server::{Message, Notification, RequestId, Response};
use serde_json::Value;

use super::book::Book;
use super::check::{Finding, Scene};
use super::documents::{Document, Documents, uri_of};
use super::names::Names;
use super::occurrences::Texts;
use super::position::Encoding;
use super::symbols::Symbols;
use super::worker::{Checked, Worker};
use super::{Answer, read};
use rules::Library;
use text::Source;
use text::limits::FILE;

/// See the top of the file.
pub struct Workspace {
    pub(super) encoding: Encoding,
    pub(super) documents: Documents,
    /// By their paths; a document in no file is a folder of its own.
    pub(super) folders: BTreeMap<String, Folder>,
    texts: Texts,
    /// The number of the last check.
    number: u64,
    /// Requests for fixes, which wait for a check.
    waiting: Vec<(RequestId, CodeActionParams)>,
}

/// A folder in which something is open.
#[derive(Default)]
pub(super) struct Folder {
    path: Option<PathBuf>,
    /// What has changed since it was handed on to be checked.
    is_changed: bool,
    /// The number of its newest check.
    number: u64,
    /// The last check had that number.
    checked: u64,
    /// Its findings have what to write instead.
    fixed: bool,
    versions: BTreeMap<String, i32>,
    pub(super) sources: BTreeMap<String, Source>,
    pub(super) findings: Vec<Finding>,
    book: Option<Arc<Book>>,
    symbols: BTreeMap<String, (Source, Arc<Symbols>)>,
    /// Files with diagnostics that the editor shows.
    shown: BTreeSet<String>,
    trouble: Option<String>,
}

/// What comes with the program.
fn built_in() -> Arc<Book> {
    static BOOK: OnceLock<Arc<Book>> = OnceLock::new();
    let book = || {
        let library = Library::builtin();
        let library = library.expect("the project's own cards are sound");
        Arc::new(Book::of(&library))
    };
    BOOK.get_or_init(book).clone()
}

fn key_of(document: &Document) -> String {
    let folder = document.folder();
    folder.map_or_else(
        || document.name.clone(),
        |folder| folder.to_string_lossy().into_owned(),
    )
}

impl Workspace {
    pub fn new(encoding: Encoding) -> Workspace {
        Workspace {
            encoding,
            documents: Documents::default(),
            folders: BTreeMap::new(),
            texts: Texts::default(),
            number: 0,
            waiting: Vec::new(),
        }
    }

    /// Lets each folder be checked that has changed.
    pub fn check(&mut self, worker: &Worker) {
        for (key, folder) in &mut self.folders {
            if std::mem::take(&mut folder.is_changed) {
                self.number += 1;
                folder.number = self.number;
                let own = self.documents.all();
                let own = own.filter(|document| key_of(document) == *key);
                let open = own
                    .filter(|document| !document.is_too_long())
                    .map(|document| (document.source(), document.version))
                    .collect();
                let path = folder.path.clone();
                let scene = Scene { folder: path, open };
                worker.check(key, folder.number, scene);
            }
        }
    }

    /// Takes a notification.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn hear(
        &mut self,
        method: &str,
        params: Value,
        worker: &Worker,
        messages: &mut Vec<Message>,
    ) -> Result<(), String> {
        match method {
            "textDocument/didOpen" => {
                let opened: DidOpenTextDocumentParams = read(params)?;
                let opened = opened.text_document;
                let document = self.documents.open(opened.uri, opened.version, opened.text);
                let (key, path) = (key_of(document), document.folder());
                let folder = self.folders.entry(key).or_default();
                folder.path = path;
                folder.is_changed = true;
            }
            "textDocument/didChange" => {
                let changed: DidChangeTextDocumentParams = read(params)?;
                let uri = &changed.text_document.text_document_identifier.uri;
                let Some(document) = self.documents.get(uri) else {
                    return Err(format!("`{uri}` is not open"));
                };
                let version = changed.text_document.version;
                document.change(version, changed.content_changes, self.encoding);
                let key = key_of(document);
                self.change(&key);
            }
            "textDocument/didClose" => {
                let closed: DidCloseTextDocumentParams = read(params)?;
                if let Some(document) = self.documents.close(&closed.text_document.uri) {
                    self.close(&document, worker, messages);
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                for folder in self.folders.values_mut() {
                    folder.is_changed = true;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn change(&mut self, key: &str) {
        if let Some(folder) = self.folders.get_mut(key) {
            folder.is_changed = true;
        }
    }

    fn close(&mut self, document: &Document, worker: &Worker, messages: &mut Vec<Message>) {
        let key = key_of(document);
        if self.documents.all().any(|other| key_of(other) == key) {
            self.change(&key);
            return;
        }
        // Nothing of it is shown any more.
        worker.forget(&key);
        if let Some(folder) = self.folders.remove(&key) {
            for name in folder.shown {
                let uri = match name == document.name {
                    true => document.uri.clone(),
                    false => uri_of(&name),
                };
                messages.push(diagnostics(uri, None, Vec::new()));
            }
        }
    }

    /// Takes what a check has found.
    pub fn checked(&mut self, checked: Checked, messages: &mut Vec<Message>) {
        let key = match checked {
            Checked::Look {
                key,
                number,
                versions,
                look,
                fixed,
            } => {
                let Some(folder) = self.folders.get_mut(&key) else {
                    return;
                };
                (folder.checked, folder.fixed) = (number, fixed);
                folder.versions = versions;
                let sources = look.sources.into_iter();
                folder.sources = sources
                    .map(|source| (source.name.to_string(), source))
                    .collect();
                folder.findings = look.findings;
                folder.book = look.book.or(folder.book.take());
                if look.trouble != folder.trouble {
                    folder.trouble = look.trouble;
                    messages.extend(folder.trouble.as_ref().map(|trouble| {
                        let message = format!("only open files are checked: {trouble}");
                        let params = serde_json::json!({ "type": 2, "message": message });
                        Notification::new("window/showMessage".into(), params).into()
                    }));
                }
                self.publish(&key, messages);
                key
            }
            Checked::Fixed {
                key,
                number,
                findings,
            } => {
                let Some(folder) = self.folders.get_mut(&key) else {
                    return;
                };
                if folder.checked != number {
                    return;
                }
                folder.fixed = true;
                let same = folder.findings == findings;
                folder.findings = findings;
                if !same {
                    self.publish(&key, messages);
                }
                key
            }
        };
        self.answer_waiting(&key, messages);
    }

    fn publish(&mut self, key: &str, messages: &mut Vec<Message>) {
        let Some(folder) = self.folders.get_mut(key) else {
            return;
        };
        let mut by_file: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        let shown = std::mem::take(&mut folder.shown);
        let open = self.documents.all().map(|document| document.name.clone());
        let open = open.filter(|name| folder.versions.contains_key(name));
        for name in shown.into_iter().chain(open) {
            by_file.insert(name, Vec::new());
        }
        let first_open = folder.versions.keys().next().cloned();
        for finding in &folder.findings {
            // What is of no file is shown in the first one that is open.
            let name = finding.file.clone().or(first_open.clone());
            let Some(name) = name else { continue };
            let range = match folder.sources.get(&name) {
                Some(source) => self.encoding.range(source, finding.span),
                None => Range::default(),
            };
            let shown = by_file.entry(name).or_default();
            shown.push(diagnostic(finding, range));
        }
        for (name, found) in by_file {
            if !found.is_empty() {
                folder.shown.insert(name.clone());
            }
            let uri = self.documents.named(&name);
            let uri = uri.map_or_else(|| uri_of(&name), |document| document.uri.clone());
            let version = folder.versions.get(&name).copied();
            messages.push(diagnostics(uri, version, found));
        }
        let too_long = self.documents.all().filter(|one| one.is_too_long());
        for document in too_long.filter(|document| key_of(document) == *key) {
            let finding = Finding {
                file: None,
                span: text::Span::default(),
                is_warning: false,
                name: "too-many",
                message: format!(
                    "the file has more than {FILE} bytes\nhelp: split it into several files"
                ),
                fix: None,
            };
            let shown = vec![diagnostic(&finding, Range::default())];
            messages.push(diagnostics(
                document.uri.clone(),
                Some(document.version),
                shown,
            ));
        }
    }

    /// The findings of the folder of a document are those of its newest text, with what to write instead.
    pub(super) fn is_fixed(&self, key: &str) -> bool {
        self.folders.get(key).is_some_and(|folder| {
            folder.fixed && !folder.is_changed && folder.checked == folder.number
        })
    }

    /// The key of the folder of an open document.
    pub(super) fn key(&mut self, uri: &Uri) -> Option<String> {
        self.documents.get(uri).map(|document| key_of(document))
    }

    /// Lets a request wait until its folder is checked.
    pub(super) fn wait(&mut self, id: &RequestId, params: CodeActionParams) -> Answer {
        self.waiting.push((id.clone(), params));
        Answer::Later
    }

    /// A request does not wait any more; answers whether it did.
    pub fn cancel(&mut self, id: &RequestId) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|(waiting, _)| waiting != id);
        self.waiting.len() < before
    }

    fn answer_waiting(&mut self, key: &str, messages: &mut Vec<Message>) {
        if !self.is_fixed(key) {
            return;
        }
        for (id, params) in std::mem::take(&mut self.waiting) {
            let own = self.key(&params.text_document.uri);
            match own.is_none_or(|own| own == key) {
                true => {
                    let actions = self.code_actions(&params);
                    messages.push(Response::new_ok(id, actions).into());
                }
                false => self.waiting.push((id, params)),
            }
        }
    }

    /// What there is to say of cards and words, at a folder: as they were when nothing was wrong.
    pub(super) fn book(&self, key: &str) -> Arc<Book> {
        let folder = self.folders.get(key);
        let own = folder.and_then(|folder| folder.book.clone());
        own.unwrap_or_else(built_in)
    }

    /// What a file names, as it is now.
    pub(super) fn symbols(&mut self, key: &str, source: &Source) -> Arc<Symbols> {
        let folder = self.folders.entry(key.to_string()).or_default();
        if let Some((known, symbols)) = folder.symbols.get(&*source.name)
            && (Arc::ptr_eq(&known.text, &source.text) || known.text == source.text)
        {
            return symbols.clone();
        }
        let symbols = Arc::new(Symbols::of(source, &mut self.texts));
        let known = (source.clone(), symbols.clone());
        folder.symbols.insert(source.name.to_string(), known);
        symbols
    }

    /// The files of a folder as they are now, that one first.
    pub(super) fn files(&mut self, key: &str, first: &Source) -> Vec<(Source, Arc<Symbols>)> {
        let mut sources = match self.folders.get(key) {
            Some(folder) => folder.sources.clone(),
            None => BTreeMap::new(),
        };
        for document in self.documents.all() {
            if key_of(document) == key {
                sources.insert(document.name.clone(), document.source());
            }
        }
        sources.remove(&*first.name);
        let all: Vec<Source> = [first.clone()]
            .into_iter()
            .chain(sources.into_values())
            .collect();
        let named = all.into_iter().map(|source| {
            let symbols = self.symbols(key, &source);
            (source, symbols)
        });
        named.collect()
    }

    pub(super) fn names<'b>(&mut self, key: &str, first: &Source, book: &'b Book) -> Names<'b> {
        Names {
            files: self.files(key, first),
            book,
        }
    }

    /// The URI of a file, as the editor writes it where it has it open.
    pub(super) fn uri(&self, name: &str) -> Uri {
        let open = self.documents.named(name);
        open.map_or_else(|| uri_of(name), |document| document.uri.clone())
    }
}

fn diagnostic(finding: &Finding, range: Range) -> Diagnostic {
    let severity = match finding.is_warning {
        true => DiagnosticSeverity::Warning,
        false => DiagnosticSeverity::Error,
    };
    Diagnostic {
        range,
        severity: Some(severity),
        code: Some(finding.name.to_string().into()),
        source: Some("brink".into()),
        message: finding.message.clone().into(),
        code_description: None,
        tags: None,
        related_information: None,
        data: None,
    }
}

fn diagnostics(uri: Uri, version: Option<i32>, diagnostics: Vec<Diagnostic>) -> Message {
    let params = PublishDiagnosticsParams {
        uri,
        version,
        diagnostics,
    };
    Notification::new("textDocument/publishDiagnostics".into(), params).into()
}
