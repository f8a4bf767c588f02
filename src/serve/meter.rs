//! Bytes that come by a connection, counted once it is a websocket: frames that make no message cost work, too.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::limits::{self, Bucket};

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
        *self.counted() = Counted::Bytes(limits::bytes());
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
