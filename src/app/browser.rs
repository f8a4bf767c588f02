//! Browsers of this machine: what they are shown, and until when.

use std::io::Write;

use tokio::net::TcpListener;

use crate::{Failure, plain};
use record::traces::timeline::{Eyes, Timeline};
use serve::token::Token;

/// Shows those eyes a game that was played, in a browser, until somebody stops it.
pub fn look(timeline: &Timeline, eyes: Eyes, opens: bool) -> Result<(), Failure> {
    let token = Token::new().map_err(|_| {
        Failure::run(
            "the system gives no random numbers",
            "this is a fault of the machine; try again after a while",
        )
    })?;
    let played = serve::shown(timeline, eyes);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let page = format!("http://{}/#shown={token}", listener.local_addr()?);
        let mut out = plain::stdout();
        writeln!(out, "It is shown at {page}\nCtrl-C stops.")?;
        out.flush()?;
        if opens {
            open(&page);
        }
        Ok(serve::show(listener, &played, &token, stopped()).await?)
    })
}

/// Opens a page here, if this machine has a way to.
pub fn open(page: &str) {
    let (program, arguments): (&str, &[&str]) = match () {
        () if cfg!(target_os = "macos") => ("open", &[]),
        () if cfg!(target_os = "windows") => ("cmd", &["/C", "start", ""]),
        () => ("xdg-open", &[]),
    };
    let quiet = std::process::Stdio::null;
    let mut command = std::process::Command::new(program);
    command
        .args(arguments)
        .arg(page)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet());
    // A machine without a screen has none; the address has been told.
    drop(command.spawn());
}

/// Somebody stops the server.
pub async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut end) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = end.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    // Where no signal can be heard, the server is ended from outside.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
