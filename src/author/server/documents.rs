//! The documents that the editor has open, each as it is there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gen_lsp_types::{TextDocumentContentChangeEvent, Uri};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::position::Encoding;
use text::Source;
use text::limits::FILE;

/// A document as the editor has it.
#[derive(Debug)]
pub struct Document {
    pub uri: Uri,
    /// What its texts are called in reports: the path of its file, or its URI.
    pub name: String,
    pub version: i32,
    text: String,
    /// It has more than [`FILE`] bytes: nothing of it is kept.
    too_long: bool,
    source: Option<Source>,
}

/// All of them, by name.
#[derive(Debug, Default)]
pub struct Documents {
    open: BTreeMap<String, Document>,
}

impl Document {
    fn new(uri: Uri, version: i32, text: String) -> Document {
        let mut document = Document {
            name: name_of(&uri),
            uri,
            version,
            text,
            too_long: false,
            source: None,
        };
        document.bound();
        document
    }

    /// The folder of its file; none where it is in no file.
    pub fn folder(&self) -> Option<PathBuf> {
        path_of(&self.uri)?.parent().map(Path::to_path_buf)
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn is_too_long(&self) -> bool {
        self.too_long
    }

    /// Its text, with its name.
    pub fn source(&mut self) -> Source {
        let source = || Source::new(self.name.as_str(), self.text.as_str());
        self.source.get_or_insert_with(source).clone()
    }

    /// Makes changes, one after the other.
    pub fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        use TextDocumentContentChangeEvent::{
            TextDocumentContentChangePartial as Part,
            TextDocumentContentChangeWholeDocument as Whole,
        };
        for change in changes {
            match change {
                Whole(whole) => {
                    self.text = whole.text;
                    self.too_long = false;
                }
                // Where the text is not kept, only a whole one helps.
                Part(_) if self.too_long => {}
                Part(part) => {
                    let start = encoding.offset(&self.text, part.range.start);
                    let end = encoding.offset(&self.text, part.range.end).max(start);
                    self.text.replace_range(start..end, &part.text);
                }
            }
            self.bound();
        }
        self.version = version;
        self.source = None;
    }

    fn bound(&mut self) {
        if self.text.len() > FILE {
            self.text = String::new();
            self.too_long = true;
        }
    }
}

impl Documents {
    pub fn open(&mut self, uri: Uri, version: i32, text: String) -> &mut Document {
        let document = Document::new(uri, version, text);
        let name = document.name.clone();
        self.open.insert(name.clone(), document);
        self.open.get_mut(&name).expect("it was put there")
    }

    pub fn close(&mut self, uri: &Uri) -> Option<Document> {
        self.open.remove(&name_of(uri))
    }

    pub fn get(&mut self, uri: &Uri) -> Option<&mut Document> {
        self.open.get_mut(&name_of(uri))
    }

    pub fn named(&self, name: &str) -> Option<&Document> {
        self.open.get(name)
    }

    pub fn all(&mut self) -> impl Iterator<Item = &mut Document> {
        self.open.values_mut()
    }
}

/// The path of a URI of a file.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let path = match path.as_bytes() {
        // file:///c:/cards
        [b'/', drive, b':', ..] if cfg!(windows) && drive.is_ascii_alphabetic() => &path[1..],
        [b'/', ..] => &path,
        _ => return None,
    };
    Some(PathBuf::from(path))
}

/// The path, or the URI of what is in no file.
fn name_of(uri: &Uri) -> String {
    let path = path_of(uri);
    path.map_or_else(|| uri.0.clone(), |path| path.to_string_lossy().into_owned())
}

/// What a path of a URI cannot say by itself.
const RESERVED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The URI of a file.
pub fn uri_of(path: &str) -> Uri {
    let path = if cfg!(windows) {
        format!("/{}", path.replace('\\', "/"))
    } else {
        path.to_string()
    };
    Uri(format!("file://{}", utf8_percent_encode(&path, RESERVED)))
}

#[cfg(test)]
mod tests {
    use gen_lsp_types::Uri;

    use super::{name_of, path_of, uri_of};

    #[cfg(unix)]
    #[test]
    fn a_path_and_its_uri_are_one_file() {
        for path in ["/a/b.toml", "/a b/\u{e9}#?%[].toml"] {
            assert_eq!(name_of(&uri_of(path)), path);
        }
        let named = |uri: &str| name_of(&Uri(uri.into()));
        assert_eq!(named("file:///a%20b.toml"), "/a b.toml");
        assert_eq!(named("untitled:Untitled-1"), "untitled:Untitled-1");
        for other in [
            "",
            "file:",
            "file://",
            "file://there/a",
            "http://a",
            "file:///%ff",
            "\u{0}",
        ] {
            assert_eq!(path_of(&Uri(other.into())), None, "{other}");
        }
    }
}
