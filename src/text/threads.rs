//! Threads in which games are played.

use std::io;
use std::thread::Builder;

/// Bytes of stack of a thread that plays. The state of a game is large, and whoever searches keeps several: without
/// optimisation more than the two million bytes that threads have by themselves.
pub const STACK: usize = 16 << 20;

/// A thread that cannot be had.
#[derive(Debug)]
pub struct NoThread(pub io::Error);

/// A thread that has room for games.
pub fn roomy() -> Builder {
    Builder::new().stack_size(STACK)
}
