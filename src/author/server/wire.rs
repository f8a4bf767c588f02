//! Messages as they come and go: a header with their length, and JSON. What is no message ends the connection, or is answered.

use std::io::{self, BufRead, ErrorKind, Read, Write};

use lsp_server::{ErrorCode, Message};
use text::limits::MESSAGE;

/// So many bytes a line of a header may have, and so many lines a header.
const HEADER: u64 = 1_000;
const LINES: usize = 20;

/// What has come.
#[derive(Debug)]
pub enum Received {
    Message(Message),
    /// As long as it says, and no message.
    Unread(String),
}

/// Why nothing more can come.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    #[error("the editor sent a header that is not `Content-Length: NUMBER`: `{0}`")]
    Header(String),
    #[error("the editor announced a message of {0} bytes; at most {MESSAGE} are allowed")]
    TooLong(String),
    #[error("the editor closed the connection within a message")]
    Half,
    #[error("the editor's messages cannot be read: {0}")]
    Unreadable(io::Error),
}

/// The next message; none at the end.
pub fn receive(input: &mut dyn BufRead) -> Result<Option<Received>, Broken> {
    let Some(length) = header(input)? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    let mut taken = input.take(length);
    taken.read_to_end(&mut bytes).map_err(Broken::Unreadable)?;
    if (bytes.len() as u64) < length {
        return Err(Broken::Half);
    }
    Ok(Some(match serde_json::from_slice(&bytes) {
        Ok(message) => Received::Message(message),
        Err(error) => Received::Unread(format!("this is not a message: {error}")),
    }))
}

/// The length that the next header tells; nothing at the end.
fn header(input: &mut dyn BufRead) -> Result<Option<u64>, Broken> {
    let mut length = None;
    for number in 0..LINES {
        let mut line = Vec::new();
        let read = input.take(HEADER).read_until(b'\n', &mut line);
        match read.map_err(Broken::Unreadable)? {
            0 if number == 0 => return Ok(None),
            0 => return Err(Broken::Half),
            _ => {}
        }
        let line = String::from_utf8_lossy(&line);
        let Some(line) = line.strip_suffix('\n') else {
            return Err(wrong_header(&line));
        };
        let line = line.trim_end();
        match (line.split_once(':'), length) {
            (None, Some(length)) if line.is_empty() => return Ok(Some(length)),
            (Some((name, value)), _) if name.eq_ignore_ascii_case("Content-Length") => {
                let value = value.trim();
                if value.is_empty() || !value.bytes().all(|sign| sign.is_ascii_digit()) {
                    return Err(wrong_header(line));
                }
                let told = value.parse().ok().filter(|told| *told <= MESSAGE as u64);
                length = Some(told.ok_or_else(|| Broken::TooLong(value.to_string()))?);
            }
            (Some((name, _)), _) if name.starts_with("Content-") => {}
            _ => return Err(wrong_header(line)),
        }
    }
    Err(Broken::Header("too many lines".into()))
}

fn wrong_header(line: &str) -> Broken {
    const SHOWN: usize = 60;
    Broken::Header(text::printable(line.trim_end(), SHOWN))
}

/// Sends a message.
pub fn send(output: &mut dyn Write, message: Message) -> io::Result<()> {
    let mut bytes = Vec::new();
    message.write(&mut bytes)?;
    output.write_all(&bytes)?;
    output.flush()
}

/// Answers what was no message, whose number is not known.
pub fn refuse(output: &mut dyn Write, why: &str) -> io::Result<()> {
    let code = ErrorCode::ParseError as i32;
    let answer = serde_json::json!({
        "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": why },
    });
    let answer = answer.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{answer}", answer.len())?;
    output.flush()
}

/// The other end is gone.
pub fn is_gone(error: &io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe
}

#[cfg(test)]
mod tests {
    use super::{Broken, Received, receive};

    fn all(input: &str) -> Vec<Result<Option<Received>, Broken>> {
        let mut input = input.as_bytes();
        let mut all = Vec::new();
        loop {
            let next = receive(&mut input);
            let over = !matches!(next, Ok(Some(_)));
            all.push(next);
            if over {
                return all;
            }
        }
    }

    #[test]
    fn what_is_no_message_is_told() {
        let said = |input: &str| match all(input).pop() {
            Some(Err(broken)) => broken.to_string(),
            other => format!("{other:?}"),
        };
        assert_eq!(
            said("Content-Length: 50\r\n\r\n{\"id\""),
            Broken::Half.to_string()
        );
        assert_eq!(said("Content-Length: 50\r\n"), Broken::Half.to_string());
        assert!(said("Content-Length: 99999999999999999999999\r\n\r\n").contains("announced"));
        assert!(said("Content-Length: 999999999\r\n\r\n").contains("announced"));
        assert!(said("Content-Length: -5\r\n\r\n").contains("`Content-Length: -5`"));
        assert!(said("{\"id\": 1}\r\n\r\n").contains("is not `Content-Length"));
        assert!(said(&"a".repeat(5_000)).ends_with("aaa...`"));
        assert!(said(&"Content-Type: x\r\n".repeat(5_000)).contains("too many lines"));
        let answered = all("Content-Length: 5\r\n\r\n{\"id\"Content-Length: 2\r\n\r\n{}");
        assert!(matches!(
            answered[..],
            [
                Ok(Some(Received::Unread(_))),
                Ok(Some(Received::Unread(_))),
                Ok(None)
            ]
        ));
    }
}
