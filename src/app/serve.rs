//! `brink serve`: games with friends in their browsers, from this machine.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use crate::app::home::Home;
use crate::app::{Failure, plain};
use crate::base::plural;
use crate::serve::store::Sqlite;
use crate::serve::{Gate, Hall, Refusal};

/// Let people play together in their browsers.
#[derive(Debug, Args)]
pub struct Serve {
    /// Where to serve: 0.0.0.0:8461 for all networks that this machine is in; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8461")]
    listen: SocketAddr,
    /// Where people find it, when that is not an address in figures, such as `https://games.example.org`
    #[arg(long, value_name = "URL")]
    public: Option<String>,
    /// It stands behind a proxy, which says in X-Forwarded-For who comes: without one, that header is anybody's word
    #[arg(long)]
    proxied: bool,
    /// The file of games, in place of `serve.sqlite` among the games that are kept
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// How many threads think for bots [default: one less than the processor has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    thinkers: Option<u16>,
    /// How long somebody who is asked may do nothing before the others may vote a bot in, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 90, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    idle: u64,
    /// Do not open a browser on this machine
    #[arg(long)]
    no_open: bool,
}

impl Serve {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        if let Some(public) = self.public.as_deref()
            && !(public.starts_with("https://") || public.starts_with("http://"))
        {
            let help = "write `--public https://NAME`, without a path";
            return Err(Failure::usage(format!("`{public}` is not where a page could be found"), help));
        }
        let path = self.file(home)?;
        let store = Sqlite::open(&path).map_err(|fault| {
            let help = "name another file: `--games FILE`";
            Failure::run(format!("`{}` cannot be used: {fault}", path.display()), help)
        })?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let thinkers = self.thinkers.map_or(cores.saturating_sub(1).max(1), usize::from);
        let hall = Hall::new(Box::new(store), thinkers, Duration::from_secs(self.idle));
        let runtime = tokio::runtime::Builder::new_multi_thread().thread_stack_size(STACK).enable_all().build()?;
        runtime.block_on(self.serve(hall, &path))
    }

    /// The file of games; its folder is made.
    fn file(&self, home: &Home) -> Result<PathBuf, Failure> {
        let path = match (&self.games, home.data()) {
            (Some(path), _) => path.clone(),
            (None, Ok(data)) => data.join("serve.sqlite"),
            (None, Err(failure)) => return Err(failure),
        };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "made", &error))?;
        }
        Ok(path)
    }

    async fn serve(&self, hall: Arc<Hall>, path: &Path) -> Result<(), Failure> {
        let wanted = self.listen;
        let listener = tokio::net::TcpListener::bind(wanted).await.map_err(|error| {
            let help = "name another one: `--listen ADDRESS:PORT`; port 0 is any that is free";
            Failure::run(format!("nobody can be served at {wanted}: {error}"), help)
        })?;
        let at = listener.local_addr()?;
        let reached = if at.ip().is_unspecified() { SocketAddr::new([127, 0, 0, 1].into(), at.port()) } else { at };
        let page = self.public.clone().unwrap_or_else(|| format!("http://{reached}"));
        let resuming = hall.clone();
        let resumed = tokio::task::spawn_blocking(move || resuming.resume()).await;
        // The server goes on where nobody reads what it says.
        let _ = self.tell(&page, path, at, resumed.unwrap_or_else(|_| Err(Refusal::busy())));
        if !self.no_open {
            open_browser(&format!("http://{reached}/"));
        }
        let gate = Gate { public: self.public.clone(), proxied: self.proxied };
        crate::serve::serve(listener, hall, gate, stopped()).await?;
        Ok(())
    }

    fn tell(&self, page: &str, path: &Path, at: SocketAddr, resumed: Result<Resumed, Refusal>) -> std::io::Result<()> {
        let mut out = plain::stdout();
        writeln!(out, "Games are served at {page}/ and kept in `{}`. Ctrl-C stops.", path.display())?;
        if at.ip().is_unspecified() {
            writeln!(out, "Others in your network open http://ADDRESS-OF-THIS-MACHINE:{}/.", at.port())?;
        }
        match resumed {
            Ok((count, faults)) => {
                if count > 0 {
                    writeln!(out, "{} under way.", plural(count as u64, "game"))?;
                }
                for (game, refusal) in faults {
                    writeln!(out, "The game {game} does not go on: {}", refusal.message)?;
                }
            }
            Err(refusal) => writeln!(out, "Games under way are loaded when somebody comes: {}", refusal.message)?,
        }
        out.flush()
    }
}

/// How many games go on, and those that do not.
type Resumed = (usize, Vec<(String, Refusal)>);

/// Texts of cards run on the stack.
const STACK: usize = 16 << 20;

/// Somebody stops the server.
async fn stopped() {
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

/// Opens the page here, if this machine has a way to.
fn open_browser(page: &str) {
    let (program, arguments): (&str, &[&str]) = match () {
        () if cfg!(target_os = "macos") => ("open", &[]),
        () if cfg!(target_os = "windows") => ("cmd", &["/C", "start", ""]),
        () => ("xdg-open", &[]),
    };
    let quiet = std::process::Stdio::null;
    let mut command = std::process::Command::new(program);
    command.args(arguments).arg(page).stdin(quiet()).stdout(quiet()).stderr(quiet());
    // A machine without a screen has none; the address has been told.
    drop(command.spawn());
}
