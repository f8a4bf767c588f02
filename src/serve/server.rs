//! What all requests share.

use std::sync::Arc;

use tokio::sync::watch;

use crate::gate::Gate;
use crate::hall::Hall;
use crate::limits::Addresses;
use crate::worker::Bench;

/// See the top of the file.
pub struct App {
    pub hall: Arc<Hall>,
    pub addresses: Addresses,
    pub gate: Gate,
    pub about: String,
    pub workshop: Bench,
    pub stops: watch::Receiver<bool>,
}
