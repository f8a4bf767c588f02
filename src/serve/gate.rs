//! Which pages may speak with the server: its own alone, under the names that it is called by.

use axum::http::HeaderMap;
use axum::http::header::{HOST, HeaderName, ORIGIN};

use crate::serve::refusal::Refusal;

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct Gate {
    /// Where people find it, such as `https://games.example.org`; addresses in figures and `localhost` are always its own.
    pub public: Option<String>,
    /// It stands behind a proxy that says who comes.
    pub proxied: bool,
}

impl Gate {
    /// Whatever is asked for is asked for under a name of this server: another's name may lead here, too, and then another's page
    /// would be one of ours. Answers the name.
    ///
    /// # Errors
    /// It is asked for under another name, or under none.
    pub fn host<'h>(&self, headers: &'h HeaderMap) -> Result<&'h str, Refusal> {
        let host = text(headers, HOST).ok_or_else(|| strange("a page without a name"))?;
        match is_figures(host) || self.public_host() == Some(host) {
            true => Ok(host),
            false => Err(strange(host)),
        }
    }

    /// A message of a page: it comes from a page of this server, asked for under a name of this server. What is sent by no page at
    /// all has no origin.
    ///
    /// # Errors
    /// It comes from elsewhere.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = self.host(headers)?;
        match text(headers, ORIGIN) {
            None => Ok(()),
            Some(origin) if host_of(origin) == Some(host) || self.public.as_deref() == Some(origin) => Ok(()),
            Some(origin) => Err(strange(origin)),
        }
    }

    fn public_host(&self) -> Option<&str> {
        self.public.as_deref().and_then(host_of)
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

fn strange(what: &str) -> Refusal {
    let refusal = Refusal::new("foreign-origin", format!("{what} is not where this server is"));
    refusal.with_help("open the page by its address in figures, or start the server with `--public https://NAME`")
}

/// What stands behind `http://` or `https://`.
fn host_of(origin: &str) -> Option<&str> {
    let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"))?;
    Some(host.strip_suffix('/').unwrap_or(host))
}

/// An address in figures, or this machine's own name, each perhaps with a port: no other's name leads to these.
fn is_figures(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|sign| sign.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || bare.parse::<std::net::IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::Gate;
    use axum::http::HeaderMap;

    fn passes(public: Option<&str>, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert("host", host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert("origin", origin.parse().expect("a header"));
        }
        Gate { public: public.map(str::to_string), proxied: false }.check(&headers).is_ok()
    }

    #[test]
    fn pages_of_others_do_not_pass() {
        for host in ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "192.168.1.7", "localhost"] {
            assert!(passes(None, host, None), "{host}");
            assert!(passes(None, host, Some(&format!("http://{host}"))), "{host}");
            assert!(!passes(None, host, Some("https://evil.example")), "{host}");
            assert!(!passes(None, host, Some("null")), "{host}");
        }
        // A name that leads to this machine without being its own.
        assert!(!passes(None, "evil.example:8000", Some("http://evil.example:8000")));
        assert!(!passes(None, "127.0.0.1.evil.example", None));
        let own = Some("https://games.example.org");
        assert!(passes(own, "games.example.org", Some("https://games.example.org")));
        assert!(passes(own, "127.0.0.1:8000", Some("https://games.example.org")));
        assert!(!passes(own, "games.example.org", Some("https://evil.example")));
        assert!(!passes(own, "evil.example", Some("https://evil.example")));
    }
}
