//! The page and its files, from memory, with headers that let nothing else in.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::OnceLock;

use axum::http::header::{ACCEPT_ENCODING, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};

use crate::token::{digest, hex};

static PAGE: Dir = include_dir!("$CARGO_MANIFEST_DIR/page");

/// Scripts and styles of our own files alone; nothing from anywhere else, and no frame around us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      font-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// A file of the page.
pub fn file(path: &str, asked: &HeaderMap) -> Response {
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "text/plain; charset=utf-8",
    };
    match kept().get(path) {
        Some(asset) => asset.answer(kind, asked),
        None => (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response(),
    }
}

/// What is sent as it is, packed where the browser can read that.
pub struct Asset {
    plain: Cow<'static, [u8]>,
    /// Packed, where that is smaller.
    small: Option<Vec<u8>>,
    /// What it is told apart by from other versions of it.
    tag: String,
}

impl Asset {
    pub fn new(plain: impl Into<Cow<'static, [u8]>>) -> Asset {
        let plain = plain.into();
        let tag = format!("\"{}\"", &hex(&digest(&plain))[..16]);
        let small = packed(&plain).filter(|small| small.len() < plain.len());
        Asset { plain, small, tag }
    }

    pub fn answer(&'static self, kind: &'static str, asked: &HeaderMap) -> Response {
        let Asset { plain, small, tag } = self;
        let same = asked
            .get(IF_NONE_MATCH)
            .is_some_and(|known| known.as_bytes() == tag.as_bytes());
        let reads = asked
            .get(ACCEPT_ENCODING)
            .and_then(|reads| reads.to_str().ok())
            .is_some_and(|reads| reads.contains("gzip"));
        let (mut response, packed) = match (same, small.as_deref().filter(|_| reads)) {
            (true, _) => (StatusCode::NOT_MODIFIED.into_response(), false),
            (false, Some(small)) => (small.into_response(), true),
            (false, None) => (plain.as_ref().into_response(), false),
        };
        let headers = response.headers_mut();
        let packed = packed.then_some(("content-encoding", "gzip"));
        let all = [
            ("vary", "accept-encoding"),
            ("content-type", kind),
            ("cache-control", "no-cache"),
        ];
        for (name, value) in all.into_iter().chain(packed) {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if let Ok(tag) = HeaderValue::from_str(tag) {
            headers.insert(ETAG, tag);
        }
        response
    }
}

/// All files by their paths, packed once.
fn kept() -> &'static HashMap<String, Asset> {
    static KEPT: OnceLock<HashMap<String, Asset>> = OnceLock::new();
    fn add(folder: &Dir<'static>, all: &mut HashMap<String, Asset>) {
        for file in folder.files() {
            // Links are written with `/` on every machine.
            let path = file
                .path()
                .components()
                .map(|part| part.as_os_str().to_string_lossy().into_owned());
            let path = path.collect::<Vec<_>>().join("/");
            all.insert(path, Asset::new(file.contents()));
        }
        folder.dirs().for_each(|folder| add(folder, all));
    }
    KEPT.get_or_init(|| {
        let mut all = HashMap::new();
        add(&PAGE, &mut all);
        all
    })
}

fn packed(plain: &[u8]) -> Option<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(plain).ok()?;
    packer.finish().ok()
}

/// What every answer says.
const STRICT: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ),
];

/// The answer with all of that.
pub fn strict(mut response: Response) -> Response {
    for (name, value) in STRICT {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}
