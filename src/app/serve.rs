//! `brink serve`: games with friends in their browsers, from this machine.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tokio::net::TcpListener;

use crate::home::Home;
use crate::{Failure, plain};
use record::traces::timeline::{Eyes, Timeline};
use serve::store::{Alone, Fault, Sqlite, Store};
use serve::token::Token;
use serve::{Gate, Hall, Refusal, Workers};
use text::plural;

/// Serve games to browsers.
#[derive(Args)]
pub struct Serve {
    /// Address to listen on; 0.0.0.0:8461 for all networks, port 0 for any free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8461")]
    listen: SocketAddr,
    /// Public URL, such as `https://games.example.org`
    #[arg(long, value_name = "URL")]
    public: Option<String>,
    /// Trust X-Forwarded-For; use only behind a proxy
    #[arg(long)]
    proxied: bool,
    /// Database file [default: `serve.sqlite` in the data folder]
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Postgres URL instead of a file, `postgres://USER:PASSWORD@HOST/DATABASE` [env: BRINK_STORE]
    #[arg(long, value_name = "URL", conflicts_with = "games")]
    store: Option<String>,
    /// Number of bot threads [default: one less than the cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    thinkers: Option<u16>,
    /// Seconds of inactivity before the others may vote a bot in
    #[arg(long, value_name = "SECONDS", default_value_t = 90, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    idle: u64,
    /// Prefix of room names when several servers share a balancer: up to eight letters and digits
    #[arg(long, value_name = "PREFIX", default_value = "", value_parser = prefix)]
    prefix: String,
    /// Do not open a browser on this machine
    #[arg(long)]
    no_open: bool,
    /// Work on one of the texts that strangers send: the server starts itself so
    #[arg(long, hide = true)]
    work: bool,
}

impl Serve {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        if self.work {
            return work();
        }
        let public = match self.public.as_deref() {
            None => None,
            Some(url) => Some(serve::public(url).map_err(|(why, help)| {
                Failure::usage(format!("no page can be opened at `{url}`: {why}"), help)
            })?),
        };
        let serve = Serve { public, ..self };
        serve.begin(home)
    }

    fn begin(self, home: &Home) -> Result<(), Failure> {
        let Depot {
            store,
            place,
            alone: _alone,
        } = self.opened(home)?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let thinkers = self
            .thinkers
            .map_or(cores.saturating_sub(1).max(1), usize::from);
        let hall = Hall::with_prefix(
            store,
            thinkers,
            Duration::from_secs(self.idle),
            self.prefix.clone(),
        );
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .thread_stack_size(STACK)
            .enable_all()
            .build()?;
        runtime.block_on(self.serve(hall, &place))
    }

    fn opened(&self, home: &Home) -> Result<Depot, Failure> {
        let named = || {
            std::env::var("BRINK_STORE")
                .ok()
                .filter(|_| self.games.is_none())
        };
        if let Some(url) = self.store.clone().or_else(named) {
            let (store, place) = shared(&url, &self.prefix)?;
            return Ok(Depot {
                store,
                place,
                alone: None,
            });
        }
        let path = self.file(home)?;
        let broken = |fault: Fault| {
            let help = match fault {
                Fault::Taken => "stop that server, or choose another file: `--games FILE`",
                Fault::Elsewhere | Fault::Broken(_) => "choose another file: `--games FILE`",
            };
            Failure::run(
                format!("`{}` cannot be used: {fault}", path.display()),
                help,
            )
        };
        let alone = Alone::with(&path).map_err(broken)?;
        let store = match Sqlite::open(&path) {
            Ok(store) => store,
            Err(fault) => {
                alone.give_up();
                return Err(broken(fault));
            }
        };
        Ok(Depot {
            store: Box::new(store),
            place: format!("`{}`", path.display()),
            alone: Some(alone),
        })
    }

    /// The file of games; its folder is made.
    fn file(&self, home: &Home) -> Result<PathBuf, Failure> {
        let path = match (&self.games, home.data()) {
            (Some(path), _) => path.clone(),
            (None, Ok(data)) => data.join("serve.sqlite"),
            (None, Err(failure)) => return Err(failure),
        };
        if let Some(folder) = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder).map_err(Failure::at(folder, "made"))?;
        }
        Ok(path)
    }

    async fn serve(&self, hall: Arc<Hall>, place: &str) -> Result<(), Failure> {
        let wanted = self.listen;
        let listener = tokio::net::TcpListener::bind(wanted)
            .await
            .map_err(|error| {
                Failure::run(
                    format!("the server cannot listen at {wanted}: {error}"),
                    "choose another one: `--listen ADDRESS:PORT`; port 0 means any free port",
                )
            })?;
        let at = listener.local_addr()?;
        let reached = if at.ip().is_unspecified() {
            SocketAddr::new([127, 0, 0, 1].into(), at.port())
        } else {
            at
        };
        let page = self
            .public
            .clone()
            .unwrap_or_else(|| format!("http://{reached}"));
        let resuming = hall.clone();
        let resumed = tokio::task::spawn_blocking(move || resuming.resume()).await;
        // The server goes on where nobody reads what it says.
        let _ = self.tell(
            &page,
            place,
            at,
            resumed.unwrap_or_else(|_| Err(Refusal::busy())),
        );
        if !self.no_open {
            open(&format!("http://{reached}/"));
        }
        let gate = Gate {
            public: self.public.clone(),
            proxied: self.proxied,
        };
        serve::serve(listener, hall, gate, workers(), stopped()).await?;
        Ok(())
    }

    fn tell(
        &self,
        page: &str,
        place: &str,
        at: SocketAddr,
        resumed: Result<Resumed, Refusal>,
    ) -> std::io::Result<()> {
        let mut out = plain::stdout();
        writeln!(
            out,
            "Games are served at {page}/ and saved in {place}. Ctrl-C stops."
        )?;
        if at.ip().is_unspecified() {
            writeln!(
                out,
                "Others in your network can open http://ADDRESS-OF-THIS-MACHINE:{}/.",
                at.port()
            )?;
        }
        match resumed {
            Ok((count, faults)) => {
                if count > 0 {
                    writeln!(out, "{} in progress.", plural(count as u64, "game"))?;
                }
                for (game, refusal) in faults {
                    writeln!(out, "The game {game} cannot continue: {}", refusal.message)?;
                }
            }
            Err(refusal) => writeln!(
                out,
                "Games in progress are loaded when somebody opens them: {}",
                refusal.message
            )?,
        }
        out.flush()
    }
}

/// Where games are kept, how that place is called, and what keeps other servers out of it.
struct Depot {
    store: Box<dyn Store>,
    place: String,
    alone: Option<Alone>,
}

/// A store that several servers share. The URL is not told again: a password may stand in it.
#[cfg(feature = "postgres")]
fn shared(url: &str, server: &str) -> Result<(Box<dyn Store>, String), Failure> {
    let store = serve::store::Postgres::open(url, server).map_err(|fault| {
        Failure::run(format!("the Postgres cannot be used: {fault}"), "write `--store postgres://USER:PASSWORD@HOST/DATABASE`, and give each server that shares it its own `--prefix`; the connection is not encrypted")
    })?;
    let place = if server.is_empty() {
        "Postgres".to_string()
    } else {
        format!("Postgres, like those of `{server}`")
    };
    Ok((Box::new(store), place))
}

#[cfg(not(feature = "postgres"))]
fn shared(_: &str, _: &str) -> Result<(Box<dyn Store>, String), Failure> {
    Err(Failure::run(
        "this `brink` was built without Postgres".to_string(),
        "build it with `cargo build --release --features postgres`, or save games in a file: `--games FILE`",
    ))
}

fn prefix(text: &str) -> Result<String, String> {
    if text.len() <= 8
        && text
            .bytes()
            .all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit())
    {
        Ok(text.to_string())
    } else {
        Err("write up to eight small letters and digits".to_string())
    }
}

/// Strangers' texts are worked on by processes of this program.
fn workers() -> Workers {
    let arguments = ["serve", "--work"].map(str::to_string).to_vec();
    std::env::current_exe().map_or(Workers::Here, |path| Workers::Program { path, arguments })
}

/// How many games go on, and those that do not.
type Resumed = (usize, Vec<(String, Refusal)>);

/// Texts of cards run on the stack.
const STACK: usize = 16 << 20;

/// What a process of its own does that the server lets work on strangers' texts: within bounds.
fn work() -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let most = |most: u64| Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(Resource::As, most(serve::MEMORY)).map_err(std::io::Error::from)?;
        setrlimit(Resource::Cpu, most(serve::TIME.as_secs())).map_err(std::io::Error::from)?;
    }
    Ok(serve::work(std::io::stdin().lock(), plain::json())?)
}

/// Shows those eyes a game that was played, in a browser, until somebody stops it.
pub fn look(timeline: &Timeline, eyes: Eyes, opens: bool) -> Result<(), Failure> {
    let token = Token::new().map_err(|_| {
        Failure::run(
            "the system cannot provide random numbers",
            "this is a problem of the machine; try again later",
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
