//! Who somebody is on the net: the other end of the connection, unless a proxy that we trust says otherwise.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

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
    use super::{Peer, address};
    use axum::http::HeaderMap;

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
