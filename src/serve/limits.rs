//! How much one socket or one address may ask for.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Something that fills up again with time: whoever takes too much at once waits.
#[derive(Debug, Clone, Copy)]
pub struct Bucket {
    left: f32,
    most: f32,
    a_second: f32,
    at: Instant,
}

impl Bucket {
    pub fn new(most: f32, a_second: f32) -> Bucket {
        Bucket {
            left: most,
            most,
            a_second,
            at: Instant::now(),
        }
    }

    /// Takes one; answers `false` when none is left.
    pub fn take(&mut self) -> bool {
        self.take_many(1.0)
    }

    /// Takes so many; answers `false`, and takes none, when fewer are left.
    pub fn take_many(&mut self, many: f32) -> bool {
        self.take_at(Instant::now(), many)
    }

    fn take_at(&mut self, now: Instant, many: f32) -> bool {
        let since = now.duration_since(self.at).as_secs_f32();
        self.left = (self.left + since * self.a_second).min(self.most);
        self.at = now;
        let takes = self.left >= many;
        if takes {
            self.left -= many;
        }
        takes
    }

    fn is_full(&self, now: Instant) -> bool {
        self.left + now.duration_since(self.at).as_secs_f32() * self.a_second >= self.most
    }
}

/// Messages of a socket, pings and pongs too: so many at once, and so many a second.
pub fn messages() -> Bucket {
    Bucket::new(60.0, 15.0)
}

/// Bytes of a socket in the same way: frames that do not make a whole message cost something, too.
pub fn bytes() -> Bucket {
    Bucket::new(65_536.0, 8_192.0)
}

/// How long an address opens no socket after one that sent too much.
pub const WAIT: Duration = Duration::from_secs(10);

/// Connections and websockets that one address may have open.
pub const CONNECTIONS: usize = 128;
pub const SOCKETS: usize = 64;

/// What an address is counted for.
struct Asks {
    /// Pages and files.
    pages: Bucket,
    /// New games, chairs, checks of cards: each makes work.
    works: Bucket,
    sockets: usize,
    connections: usize,
    /// Until then it opens no socket.
    waits: Option<Instant>,
}

impl Asks {
    fn waits(&self, now: Instant) -> bool {
        self.waits.is_some_and(|until| now < until)
    }
}

/// By address.
#[derive(Default)]
pub struct Addresses(Mutex<HashMap<IpAddr, Asks>>);

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    Page,
    Work,
    Socket,
    Connection,
}

/// Addresses that are remembered before those that ask for nothing are forgotten.
const REMEMBERED: usize = 10_000;

impl Addresses {
    fn of<T>(&self, address: IpAddr, with: impl FnOnce(&mut Asks) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() > REMEMBERED {
            let now = Instant::now();
            let busy = |asks: &Asks| asks.sockets + asks.connections > 0 || asks.waits(now);
            all.retain(|_, asks| {
                busy(asks) || !asks.pages.is_full(now) || !asks.works.is_full(now)
            });
        }
        with(all.entry(address).or_insert_with(|| Asks {
            pages: Bucket::new(1000.0, 100.0),
            works: Bucket::new(30.0, 0.5),
            sockets: 0,
            connections: 0,
            waits: None,
        }))
    }

    /// May it ask for that once more? Sockets and connections count until they are gone.
    pub fn may(&self, address: IpAddr, ask: Ask) -> bool {
        self.of(address, |asks| match ask {
            Ask::Page => asks.pages.take(),
            Ask::Work => asks.works.take(),
            Ask::Socket => {
                let fits = asks.sockets < SOCKETS && !asks.waits(Instant::now());
                asks.sockets += usize::from(fits);
                fits
            }
            Ask::Connection => {
                let fits = asks.connections < CONNECTIONS;
                asks.connections += usize::from(fits);
                fits
            }
        })
    }

    /// A socket or a connection of it has gone.
    pub fn gone(&self, address: IpAddr, ask: Ask) {
        self.of(address, |asks| match ask {
            Ask::Page | Ask::Work => {}
            Ask::Socket => asks.sockets = asks.sockets.saturating_sub(1),
            Ask::Connection => asks.connections = asks.connections.saturating_sub(1),
        });
    }

    /// A socket of it has sent too much: it waits before it opens another one.
    pub fn sent_too_much(&self, address: IpAddr) {
        self.of(address, |asks| asks.waits = Some(Instant::now() + WAIT));
    }
}

/// What a connection may still send.
#[derive(Debug, Clone, Default)]
pub struct Meter(Arc<Mutex<Counted>>);

#[derive(Debug, Clone, Copy, Default)]
enum Counted {
    /// It is no websocket.
    #[default]
    Not,
    Bytes(Bucket),
    TooMany,
}

impl Meter {
    /// It is a websocket from now on.
    pub fn begin(&self) {
        *self.counted() = Counted::Bytes(bytes());
    }

    /// More came than may.
    pub fn is_spent(&self) -> bool {
        matches!(*self.counted(), Counted::TooMany)
    }

    fn may(&self, bytes: usize) -> bool {
        let mut counted = self.counted();
        if let Counted::Bytes(bucket) = &mut *counted
            && !bucket.take_many(bytes as f32)
        {
            *counted = Counted::TooMany;
        }
        !matches!(*counted, Counted::TooMany)
    }

    fn counted(&self) -> MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection whose bytes are counted.
pub struct Metered<S> {
    pub stream: S,
    pub meter: Meter,
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, into))?;
        Poll::Ready(match self.meter.may(into.filled().len() - before) {
            true => Ok(()),
            false => Err(io::Error::from(io::ErrorKind::QuotaExceeded)),
        })
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::{Addresses, Ask, Bucket, SOCKETS};
    use std::time::Duration;

    #[test]
    fn a_bucket_gives_what_it_has_and_fills_up_again() {
        let mut bucket = Bucket::new(3.0, 2.0);
        let now = bucket.at;
        assert_eq!((0..5).filter(|_| bucket.take_at(now, 1.0)).count(), 3);
        assert!(!bucket.take_at(now + Duration::from_millis(400), 1.0));
        assert!(bucket.take_at(now + Duration::from_millis(600), 1.0));
        assert_eq!(
            (0..9)
                .filter(|_| bucket.take_at(now + Duration::from_secs(99), 1.0))
                .count(),
            3
        );
    }

    #[test]
    fn one_address_uses_up_nothing_of_another() {
        let addresses = Addresses::default();
        let [one, other] = ["1.1.1.1", "2.2.2.2"].map(|text| text.parse().expect("an address"));
        while addresses.may(one, Ask::Work) {}
        assert!(addresses.may(other, Ask::Work) && addresses.may(one, Ask::Page));
        let socket = |address| addresses.may(address, Ask::Socket);
        assert_eq!((0..2 * SOCKETS).filter(|_| socket(one)).count(), SOCKETS);
        addresses.gone(one, Ask::Socket);
        assert!(socket(one) && !socket(one) && socket(other));
    }

    #[test]
    fn an_address_that_sent_too_much_waits() {
        let addresses = Addresses::default();
        let [one, other] = ["1.1.1.1", "2.2.2.2"].map(|text| text.parse().expect("an address"));
        let socket = |address| addresses.may(address, Ask::Socket);
        assert!(socket(one));
        addresses.sent_too_much(one);
        assert!(!socket(one) && socket(other) && addresses.may(one, Ask::Page));
    }
}
