//! Answers what the editor asks of a document.

use std::collections::HashMap;
use std::path::Path;

use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CompletionParams, DefinitionParams,
    DocumentFormattingParams, DocumentSymbolParams, Hover, HoverParams, Location, MarkupContent,
    MarkupKind, Position, PrepareRenameParams, Range, ReferenceParams, RenameParams,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use lsp_server::{ErrorCode, RequestId};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::check::Finding;
use super::completion::{Known, completion};
use super::constructs::construct;
use super::names::rule;
use super::occurrences::Kind;
use super::place::{Place, place};
use super::rename::{renamable, rename};
use super::workspace::Workspace;
use super::{Answer, read};
use text::{Source, Span};

/// A place of an open document.
struct Cursor {
    key: String,
    source: Source,
    offset: usize,
}

/// Why there is no answer.
enum Miss {
    Unread(String),
    /// The document is not open: nothing is known of it.
    Closed,
    Failed(String),
}

type Found = Result<Answer, Miss>;

fn asked<T: DeserializeOwned>(params: Value) -> Result<T, Miss> {
    read(params).map_err(Miss::Unread)
}

impl Workspace {
    /// Answers a request.
    pub fn answer(&mut self, method: &str, params: Value, id: &RequestId) -> Answer {
        let found = match method {
            "textDocument/completion" => self.completion(params),
            "textDocument/hover" => self.hover(params),
            "textDocument/definition" => self.definition(params),
            "textDocument/references" => self.references(params),
            "textDocument/documentSymbol" => self.document_symbols(params),
            "textDocument/formatting" => self.formatting(params),
            "textDocument/prepareRename" => self.prepare_rename(params),
            "textDocument/rename" => self.rename(params),
            "textDocument/codeAction" => self.code_action(params, id),
            _ => {
                let why = format!("`{method}` is not supported");
                return Answer::Refused(ErrorCode::MethodNotFound, why);
            }
        };
        match found {
            Ok(answer) => answer,
            Err(Miss::Unread(why)) => Answer::Refused(ErrorCode::InvalidParams, why),
            Err(Miss::Closed) => {
                let why = "the document is not open";
                Answer::Refused(ErrorCode::InvalidParams, why.into())
            }
            Err(Miss::Failed(why)) => Answer::failed(why),
        }
    }

    fn document(&mut self, uri: &Uri) -> Result<(String, Source), Miss> {
        let key = self.key(uri).ok_or(Miss::Closed)?;
        let document = self.documents.get(uri).ok_or(Miss::Closed)?;
        Ok((key, document.source()))
    }

    fn cursor(&mut self, params: &TextDocumentPositionParams) -> Result<Cursor, Miss> {
        let uri = &params.text_document.uri;
        let (key, source) = self.document(uri)?;
        let document = self.documents.get(uri).ok_or(Miss::Closed)?;
        let offset = self.encoding.offset(document.text(), params.position);
        Ok(Cursor {
            key,
            source,
            offset,
        })
    }

    fn completion(&mut self, params: Value) -> Found {
        let params: CompletionParams = asked(params)?;
        let Cursor {
            key,
            source,
            offset,
        } = self.cursor(&params.text_document_position_params)?;
        let files = self.files(&key, &source);
        let book = self.book(&key);
        let known = Known {
            files: files.iter().map(|(_, symbols)| &**symbols).collect(),
            book: &book,
        };
        Ok(Answer::of(completion(
            &source,
            offset,
            &known,
            self.encoding,
        )))
    }

    fn hover(&mut self, params: Value) -> Found {
        let params: HoverParams = asked(params)?;
        let Cursor {
            key,
            source,
            offset,
        } = self.cursor(&params.text_document_position_params)?;
        let book = self.book(&key);
        let names = self.names(&key, &source, &book);
        let subject = names.at(&source.name, offset);
        let explained = subject.and_then(|subject| {
            let said = book.explanation(subject.kind, &subject.name)?;
            Some((said, Some(subject.span)))
        });
        let explained = explained.or_else(|| {
            let Place::Text { before, .. } = place(&source.text, offset) else {
                return None;
            };
            // Only this text counts.
            let rest = &source.text[before.start..];
            let end = rest.find("'''").unwrap_or(rest.len());
            let said = construct(
                &rest[..end.max(before.end - before.start)],
                offset - before.start,
            )?;
            Some((said, None))
        });
        let hover = explained.map(|(value, span)| Hover {
            contents: MarkupContent {
                kind: MarkupKind::Markdown,
                value,
            }
            .into(),
            range: span.map(|span| self.encoding.range(&source, span)),
        });
        Ok(Answer::of(hover))
    }

    fn definition(&mut self, params: Value) -> Found {
        let params: DefinitionParams = asked(params)?;
        let at = self.cursor(&params.text_document_position_params)?;
        let places = self.places(&at, &|defines| defines);
        Ok(Answer::of(places))
    }

    fn references(&mut self, params: Value) -> Found {
        let params: ReferenceParams = asked(params)?;
        let at = self.cursor(&params.text_document_position_params)?;
        let all = params.context.include_declaration;
        let places = self.places(&at, &|defines| all || !defines);
        Ok(Answer::of(places))
    }

    /// The places of what is named there: those where it is declared, or used.
    fn places(&mut self, at: &Cursor, wanted: &dyn Fn(bool) -> bool) -> Vec<Location> {
        self.refresh(&at.key);
        let book = self.book(&at.key);
        let names = self.names(&at.key, &at.source, &book);
        let Some(subject) = names.at(&at.source.name, at.offset) else {
            return Vec::new();
        };
        let location = |source: &Source, span: Span| Location {
            uri: self.uri(&source.name),
            range: self.encoding.range(source, span),
        };
        let places = names.places(&subject).into_iter();
        let mut all: Vec<Location> = places
            .filter(|(_, one)| wanted(one.defines))
            .map(|(source, one)| location(source, one.span))
            .collect();
        if subject.kind == Kind::Rule && wanted(true) {
            let written = rule(Path::new(&at.key), &subject.name);
            all.extend(written.map(|(source, span)| location(&source, span)));
        }
        all
    }

    fn document_symbols(&mut self, params: Value) -> Found {
        let params: DocumentSymbolParams = asked(params)?;
        let (key, source) = self.document(&params.text_document.uri)?;
        let symbols = self.symbols(&key, &source);
        Ok(Answer::of(symbols.outline(&source, self.encoding)))
    }

    fn formatting(&mut self, params: Value) -> Found {
        let params: DocumentFormattingParams = asked(params)?;
        let (_, source) = self.document(&params.text_document.uri)?;
        // What is wrong is shown already.
        let Ok(edits) = crate::format::edits(&source) else {
            return Ok(Answer::Ready(Value::Null));
        };
        let edit = |edit: crate::format::Edit| TextEdit {
            range: self.encoding.range(&source, edit.span),
            new_text: edit.text,
        };
        let edits: Vec<TextEdit> = edits.into_iter().map(edit).collect();
        Ok(Answer::of(edits))
    }

    fn prepare_rename(&mut self, params: Value) -> Found {
        let params: PrepareRenameParams = asked(params)?;
        let at = self.cursor(&params.text_document_position_params)?;
        let book = self.book(&at.key);
        let names = self.names(&at.key, &at.source, &book);
        let subject = names.at(&at.source.name, at.offset);
        let subject = renamable(&names, subject.as_ref());
        let subject = subject.map_err(|refusal| Miss::Failed(refusal.to_string()))?;
        let range = self.encoding.range(&at.source, subject.span);
        let placeholder = &subject.name;
        Ok(Answer::of(
            serde_json::json!({ "range": range, "placeholder": placeholder }),
        ))
    }

    fn rename(&mut self, params: Value) -> Found {
        let params: RenameParams = asked(params)?;
        let at = self.cursor(&params.text_document_position_params)?;
        self.refresh(&at.key);
        let book = self.book(&at.key);
        let names = self.names(&at.key, &at.source, &book);
        let subject = names.at(&at.source.name, at.offset);
        let edits = renamable(&names, subject.as_ref())
            .and_then(|subject| rename(&names, subject, &params.new_name))
            .map_err(|refusal| Miss::Failed(refusal.to_string()))?;
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for (source, _) in &names.files {
            let own = edits.get(&*source.name).into_iter().flatten();
            let own: Vec<TextEdit> = own
                .map(|(span, text)| TextEdit {
                    range: self.encoding.range(source, *span),
                    new_text: text.clone(),
                })
                .collect();
            if !own.is_empty() {
                changes.insert(self.uri(&source.name), own);
            }
        }
        Ok(Answer::of(changed(changes)))
    }

    fn code_action(&mut self, params: Value, id: &RequestId) -> Found {
        let params: CodeActionParams = asked(params)?;
        let key = self.key(&params.text_document.uri).ok_or(Miss::Closed)?;
        match self.is_fixed(&key) {
            true => Ok(Answer::of(self.code_actions(&params))),
            false => Ok(self.wait(id, params)),
        }
    }

    /// What can be done about what is wrong in a range.
    pub(super) fn code_actions(&mut self, params: &CodeActionParams) -> Vec<CodeAction> {
        let uri = &params.text_document.uri;
        let kinds = params.context.only.as_ref();
        let wanted = kinds.is_none_or(|kinds| {
            kinds.contains(&CodeActionKind::QuickFix) || kinds.contains(&CodeActionKind::Empty)
        });
        let Ok((key, source)) = self.document(uri) else {
            return Vec::new();
        };
        let Some(folder) = self.folders.get(&key).filter(|_| wanted) else {
            return Vec::new();
        };
        let own = |finding: &&Finding| finding.file.as_deref() == Some(&*source.name);
        let here = |finding: &&Finding| {
            let range = self.encoding.range(&source, finding.span);
            let order = |one: Position| (one.line, one.character);
            // A whole line of a fault is near enough.
            let near = |asked: &Range| {
                order(asked.start) <= order(range.end) && order(range.start) <= order(asked.end)
                    || (range.start.line..=range.end.line).contains(&asked.start.line)
            };
            near(&params.range)
        };
        let found = folder.findings.iter().filter(own).filter(here);
        let mut actions: Vec<CodeAction> = Vec::new();
        for finding in found {
            let (title, span, text, preferred) = match (&finding.fix, finding.is_warning) {
                (Some((span, text)), _) => {
                    let first = text.lines().next().unwrap_or_default();
                    let more = if text.contains('\n') { " ..." } else { "" };
                    let title = match text.is_empty() {
                        true => "Remove this".to_string(),
                        false => format!("Write `{first}`{more}"),
                    };
                    (title, *span, text.clone(), true)
                }
                (None, true) => match allow(&source, finding) {
                    Some((span, text)) => {
                        (format!("Allow `{}` here", finding.name), span, text, false)
                    }
                    None => continue,
                },
                (None, false) => continue,
            };
            let edit = TextEdit {
                range: self.encoding.range(&source, span),
                new_text: text,
            };
            actions.push(CodeAction {
                title,
                kind: Some(CodeActionKind::QuickFix),
                is_preferred: preferred.then_some(true),
                edit: Some(changed(HashMap::from([(uri.clone(), vec![edit])]))),
                ..CodeAction::default()
            });
        }
        actions.dedup_by(|one, other| one.edit == other.edit);
        actions
    }
}

fn changed(changes: HashMap<Uri, Vec<TextEdit>>) -> WorkspaceEdit {
    WorkspaceEdit {
        changes: Some(changes),
        document_changes: None,
        change_annotations: None,
    }
}

/// The line that says that a warning is meant, below the header of its section; its author says why.
fn allow(source: &Source, finding: &Finding) -> Option<(Span, String)> {
    let line = source.line_of(finding.span);
    let before = &source.text[..line.end];
    // The warning may be at the header itself.
    let header = before.rmatch_indices('[').map(|(at, _)| at);
    let mut headers = header.filter(|at| *at == 0 || before[..*at].ends_with('\n'));
    let header = headers.find(|at| !before[*at..].starts_with("[["))?;
    let end = source.line_of(Span::new(header, header)).end;
    let section = &source.text[end..];
    let section = &section[..section.find("\n[").unwrap_or(section.len())];
    // One that is there already is lengthened by hand.
    if section.contains("\nallow") {
        return None;
    }
    let text = format!("\nallow = [\"{}: WHY\"]", finding.name);
    Some((Span::new(end, end), text))
}
