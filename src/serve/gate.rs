//! Which pages may speak with the server: its own alone, under the names that it is called by.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use axum::http::header::{HOST, HeaderName, ORIGIN};

use crate::Refusal;

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
        let host = text(headers, HOST).ok_or_else(|| strange("an empty host name"))?;
        match is_figures(host)
            || self
                .public_host()
                .is_some_and(|public| public.eq_ignore_ascii_case(host))
        {
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
            Some(origin)
                if host_of(origin) == Some(host) || self.public.as_deref() == Some(origin) =>
            {
                Ok(())
            }
            Some(origin) => Err(strange(origin)),
        }
    }

    fn public_host(&self) -> Option<&str> {
        self.public.as_deref().and_then(host_of)
    }
}

/// Where people find a server, as browsers write it: in small letters, without the port that goes without saying, and with no slash
/// at the end.
///
/// # Errors
/// Why no page can be opened there, and the next step.
pub fn public(url: &str) -> Result<String, (&'static str, &'static str)> {
    const WRITE: &str = "write `--public https://NAME` or `--public http://NAME:PORT`";
    let small = url.trim().to_ascii_lowercase();
    let schemes = [("https://", 443), ("http://", 80)];
    let found = schemes
        .into_iter()
        .find_map(|(scheme, port)| Some((scheme, port, small.strip_prefix(scheme)?)));
    let Some((scheme, usual, rest)) = found else {
        return Err(("it begins with neither `https://` nor `http://`", WRITE));
    };
    let (at, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    if !matches!(path, "" | "/") {
        let help = "remove the path, and give the server a name of its own, such as `https://brink.example.org`";
        return Err((
            "it has a path, but the pages of the server are `/`, `/game/...` and others",
            help,
        ));
    }
    if at.contains('@') {
        return Err((
            "it has a user name or a password, which browsers leave out",
            "remove everything up to `@`",
        ));
    }
    let colon = at.rfind(':').filter(|colon| !at[*colon..].contains(']'));
    let (host, port) = at.split_at(colon.unwrap_or(at.len()));
    let port = match port {
        "" | ":" => usual,
        port => match port[1..].parse::<u16>() {
            Ok(port) if port > 0 => port,
            _ => return Err(("its port is not valid", "write a number from 1 to 65535")),
        },
    };
    if !host.is_ascii() {
        return Err((
            "its name has letters that browsers write in another way",
            "write it as browsers do, with `xn--`",
        ));
    }
    let named = |host: &str| {
        let label = |label: &str| {
            !label.is_empty()
                && label
                    .bytes()
                    .all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, b'-' | b'_'))
        };
        host.strip_suffix('.').unwrap_or(host).split('.').all(label)
    };
    let host = match host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        Some(six) => six
            .parse::<std::net::Ipv6Addr>()
            .ok()
            .map(|six| format!("[{six}]")),
        None => Some(host.to_string()).filter(|host| named(host)),
    };
    let host = host.ok_or(("it has no valid host name", WRITE))?;
    Ok(if port == usual {
        format!("{scheme}{host}")
    } else {
        format!("{scheme}{host}:{port}")
    })
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

fn strange(what: &str) -> Refusal {
    let refusal = Refusal::new(
        "foreign-origin",
        format!("{what} is not an address of this server"),
    );
    refusal.with_help(
        "open the page by its IP address, or start the server with `--public https://NAME`",
    )
}

/// What stands behind `http://` or `https://`.
fn host_of(origin: &str) -> Option<&str> {
    let host = origin
        .strip_prefix("https://")
        .or_else(|| origin.strip_prefix("http://"))?;
    Some(host.strip_suffix('/').unwrap_or(host))
}

/// An address in figures, or this machine's own name, each perhaps with a port: no other's name leads to these.
fn is_figures(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port))
            if port.bytes().all(|sign| sign.is_ascii_digit()) && !name.ends_with(':') =>
        {
            name
        }
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || bare.parse::<std::net::IpAddr>().is_ok()
}

/// The other end of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// The address that limits hold for. The header that a proxy adds is read only where there is a proxy: anybody can send it. Of a
/// list the last one is the proxy's own word.
pub fn address(peer: Peer, headers: &HeaderMap, proxied: bool) -> IpAddr {
    let said = || {
        let last = headers
            .get_all("x-forwarded-for")
            .iter()
            .next_back()?
            .to_str()
            .ok()?;
        last.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let address = proxied.then(said).flatten().unwrap_or(peer.0.ip());
    network(address.to_canonical())
}

/// A household has a whole network of the newer addresses, of which each machine draws many.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => IpAddr::V6((u128::from(six) & !u128::from(u64::MAX)).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Gate, Peer, address, public};
    use axum::http::HeaderMap;

    fn passes(public: Option<&str>, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert("host", host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert("origin", origin.parse().expect("a header"));
        }
        Gate {
            public: public.map(str::to_string),
            proxied: false,
        }
        .check(&headers)
        .is_ok()
    }

    #[test]
    fn where_people_find_it_is_written_as_browsers_do_or_refused() {
        for (url, written) in [
            ("https://games.example.org", "https://games.example.org"),
            ("https://games.example.org/", "https://games.example.org"),
            ("https://Games.Example.org:443", "https://games.example.org"),
            ("HTTP://games.example.org:80/", "http://games.example.org"),
            (
                "https://games.example.org:8443",
                "https://games.example.org:8443",
            ),
            ("http://192.168.1.7:8461", "http://192.168.1.7:8461"),
            ("http://[::1]:8461", "http://[::1]:8461"),
            ("https://[2001:DB8::1]", "https://[2001:db8::1]"),
        ] {
            let found = public(url).unwrap_or_else(|(why, _)| panic!("{url}: {why}"));
            assert_eq!(found, written);
            let host = written.split_once("://").expect("it has a scheme").1;
            assert!(passes(Some(&found), host, Some(written)), "{written}");
        }
        for url in [
            "games.example.org",
            "ftp://games.example.org",
            "https://",
            "https:///",
            "https://:443",
            "https://games.example.org/brink",
            "https://games.example.org?x",
            "https://ann@games.example.org",
            "https://ann:secret@games.example.org",
            "https://games.example.org:0",
            "https://games.example.org:70000",
            "https://games..example.org",
            "https://a b",
            "https://m\u{fc}hle.example",
            "https://[::1",
        ] {
            assert!(public(url).is_err(), "{url}");
        }
    }

    #[test]
    fn pages_of_others_do_not_pass() {
        for host in [
            "127.0.0.1:8000",
            "localhost:8000",
            "[::1]:8000",
            "192.168.1.7",
            "localhost",
        ] {
            assert!(passes(None, host, None), "{host}");
            assert!(
                passes(None, host, Some(&format!("http://{host}"))),
                "{host}"
            );
            assert!(!passes(None, host, Some("https://evil.example")), "{host}");
            assert!(!passes(None, host, Some("null")), "{host}");
        }
        // A name that leads to this machine without being its own.
        assert!(!passes(
            None,
            "evil.example:8000",
            Some("http://evil.example:8000")
        ));
        assert!(!passes(None, "127.0.0.1.evil.example", None));
        let own = Some("https://games.example.org");
        assert!(passes(
            own,
            "games.example.org",
            Some("https://games.example.org")
        ));
        assert!(passes(
            own,
            "127.0.0.1:8000",
            Some("https://games.example.org")
        ));
        assert!(!passes(
            own,
            "games.example.org",
            Some("https://evil.example")
        ));
        assert!(!passes(own, "evil.example", Some("https://evil.example")));
    }

    #[test]
    fn what_anybody_can_write_is_believed_of_a_proxy_alone() {
        let peer = Peer("9.9.9.9:1".parse().expect("an address"));
        let mut headers = HeaderMap::new();
        headers.append(
            "x-forwarded-for",
            "1.1.1.1, 2.2.2.2".parse().expect("a header"),
        );
        let of = |proxied| address(peer, &headers, proxied).to_string();
        assert_eq!(
            (of(false), of(true)),
            ("9.9.9.9".to_string(), "2.2.2.2".to_string())
        );
        let six = Peer("[2001:db8:1:2:3:4:5:6]:1".parse().expect("an address"));
        assert_eq!(
            address(six, &HeaderMap::new(), false).to_string(),
            "2001:db8:1:2::"
        );
    }
}
