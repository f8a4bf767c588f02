//! One websocket: who comes in by it, what it says and is told, and when it is shown out.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, interval, timeout};

use crate::Refusal;
use crate::hall::{Entry, Hall};
use crate::http::App;
use crate::limits::{self, Ask, Bucket, Meter};
use crate::listeners::{Out, WAITING};
use crate::wire::{FromPage, PageRequest, ToPage};
use text::printable;

/// Bytes of a message.
pub const LONGEST: usize = 16 * 1024;

/// How long somebody may take to say who they are.
const ENTERING: Duration = Duration::from_secs(10);

/// How often it is asked whether the other end is still there, and how long it may be silent.
const PING: Duration = Duration::from_secs(20);
const SILENT: Duration = Duration::from_secs(65);

/// How long a message may take to be sent.
const SENDING: Duration = Duration::from_secs(10);

/// Why a socket is shown out.
mod close {
    pub const UNKNOWN: u16 = 4001;
    pub const TOO_FAST: u16 = 4002;
    pub const TOO_SLOW: u16 = 4003;
    pub const BROKEN: u16 = 4004;
    pub const STOPS: u16 = 1001;
}

/// Speaks with one socket until it goes.
pub async fn speak(mut socket: WebSocket, app: Arc<App>, address: IpAddr, meter: Meter) {
    let way_out = spoken(&mut socket, &app, address).await;
    // What breaks off because too much came is no other end that has gone.
    let way_out = way_out.or_else(|| meter.is_spent().then_some(TOO_MUCH));
    if let Some((code, reason)) = way_out {
        if code == close::TOO_FAST {
            app.addresses.sent_too_much(address);
        }
        let frame = CloseFrame {
            code,
            reason: Utf8Bytes::from_static(reason),
        };
        // It may be gone already.
        let _ = timeout(SENDING, socket.send(Message::Close(Some(frame)))).await;
    }
    app.addresses.gone(address, Ask::Socket);
}

/// The way out of those who send too much.
const TOO_MUCH: (u16, &str) = (close::TOO_FAST, "too many messages");

/// The way out, unless the other end has found it by itself.
async fn spoken(socket: &mut WebSocket, app: &Arc<App>, address: IpAddr) -> WayOut {
    let (out, mut waiting) = mpsc::channel(WAITING);
    let mut messages = limits::messages();
    let entry = match timeout(ENTERING, first(socket, &mut messages)).await {
        Ok(Ok((game, token))) => {
            let hall = app.hall.clone();
            spawn_blocking(move || hall.enter(&game, &token, address, out))
                .await
                .ok()?
        }
        Ok(Err(way_out)) => return way_out,
        Err(_) => return Some((close::TOO_SLOW, "no `enter` message came")),
    };
    let entry = match entry {
        Ok(entry) => Arc::new(entry),
        Err(refusal) => {
            let way_out = match &*refusal.code {
                "busy" => (close::STOPS, "come back in a moment"),
                // The page does not come back by itself; what is wrong stands in the refusal.
                _ => (close::UNKNOWN, "not let in"),
            };
            let _ = send(socket, &ToPage::refused(None, refusal)).await;
            return Some(way_out);
        }
    };
    let way_out = on(socket, app, &entry, (&mut waiting, &mut messages)).await;
    let hall = app.hall.clone();
    // It is noted even where the server ends meanwhile.
    let _ = spawn_blocking(move || hall.gone(&entry)).await;
    way_out
}

type WayOut = Option<(u16, &'static str)>;

/// The first message says which game, and who.
async fn first(socket: &mut WebSocket, messages: &mut Bucket) -> Result<(String, String), WayOut> {
    loop {
        let message = socket.recv().await;
        if matches!(message, Some(Ok(_))) && !messages.take() {
            return Err(Some(TOO_MUCH));
        }
        match message {
            Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                Ok(FromPage {
                    asked: PageRequest::Enter { game, token },
                    ..
                }) => return Ok((game, token)),
                Ok(_) | Err(_) => {
                    return Err(Some((close::BROKEN, "the first message must be `enter`")));
                }
            },
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => {
                return Err(Some((close::BROKEN, "messages must be text")));
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(None),
        }
    }
}

async fn on(
    socket: &mut WebSocket,
    app: &Arc<App>,
    entry: &Arc<Entry>,
    (waiting, messages): (&mut mpsc::Receiver<Out>, &mut Bucket),
) -> WayOut {
    let mut pings = interval(PING);
    let mut heard = Instant::now();
    let mut stops = app.stops.clone();
    loop {
        tokio::select! {
            out = waiting.recv() => match out {
                Some(Out::Text(text)) => {
                    match timeout(SENDING, socket.send(Message::Text((&*text).into()))).await {
                        Ok(Ok(())) => {}
                        Ok(Err(_)) => return None,
                        Err(_) => return Some((close::TOO_SLOW, "reads too slowly")),
                    }
                }
                Some(Out::Close(code, reason)) => return Some((code, reason)),
                None => return Some((close::TOO_SLOW, "reads too slowly")),
            },
            message = socket.recv() => {
                heard = Instant::now();
                // Pings cost something, too.
                if matches!(message, Some(Ok(_))) && !messages.take() {
                    return Some(TOO_MUCH);
                }
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if let Some(way_out) = hear(socket, app, entry, &text).await {
                            return Some(way_out);
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_))) => return Some((close::BROKEN, "messages must be text")),
                    Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return None,
                }
            }
            _ = pings.tick() => {
                if heard.elapsed() > SILENT {
                    return None;
                }
                let ping = timeout(SENDING, socket.send(Message::Ping(Default::default())));
                if !matches!(ping.await, Ok(Ok(()))) {
                    return None;
                }
            }
            _ = stops.changed() => return Some((close::STOPS, "the server is stopping")),
        }
    }
}

/// Hears one message; a message that is none is refused, and what it is answered by says so.
async fn hear(socket: &mut WebSocket, app: &Arc<App>, entry: &Arc<Entry>, text: &str) -> WayOut {
    match serde_json::from_str::<FromPage>(text) {
        Ok(message) => {
            let (hall, entry): (Arc<Hall>, Arc<Entry>) = (app.hall.clone(), entry.clone());
            let heard = spawn_blocking(move || hall.heard(&entry, message)).await;
            heard
                .is_err()
                .then_some((close::STOPS, "come back in a moment"))
        }
        Err(error) => {
            let refusal = Refusal::broken(printable(&error.to_string(), 200));
            match send(socket, &ToPage::refused(None, refusal)).await {
                Ok(Ok(())) => None,
                Ok(Err(_)) | Err(_) => Some((close::BROKEN, "broken message")),
            }
        }
    }
}

/// Sends a message, in time or not at all.
async fn send(socket: &mut WebSocket, told: &ToPage) -> Result<Result<(), axum::Error>, Elapsed> {
    timeout(SENDING, socket.send(Message::Text(told.text().into()))).await
}
