//! A Postgres of its own for a test: its binaries are looked for in the folder `BRINK_POSTGRES`, among the commands, and where Debian
//! puts them.

use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::process::Running;

/// See the top of the file. It ends with the test.
pub struct Postgres {
    folder: tempfile::TempDir,
    bin: PathBuf,
    port: u16,
    running: Option<Running>,
}

impl Postgres {
    pub fn new() -> Postgres {
        let folder = tempfile::tempdir().expect("a folder can be made");
        // It does not run as root.
        if let Some(user) = other_user() {
            std::os::unix::fs::chown(folder.path(), Some(user), None)
                .expect("the folder is given away");
        }
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        drop(listener);
        let mut postgres = Postgres {
            bin: bin(),
            folder,
            port,
            running: None,
        };
        let made = postgres
            .command("initdb")
            .args(["-A", "trust", "-U", "brink", "-E", "UTF8", "--no-sync"])
            .output();
        let made = made.expect("initdb runs");
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        postgres.start();
        postgres
    }

    /// A command of it, for its folder, as a user who may run it.
    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.bin.join(name));
        command
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .current_dir(self.folder.path());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        if let Some(user) = other_user() {
            command.uid(user);
        }
        command
    }

    pub fn start(&mut self) {
        let port = self.port.to_string();
        let mut command = self.command("postgres");
        command.args([
            "-h",
            "127.0.0.1",
            "-p",
            &port,
            "-c",
            "unix_socket_directories=",
        ]);
        self.running = Some(Running(command.spawn().expect("postgres runs")));
        let end = Instant::now() + super::PATIENCE;
        let ready = || {
            let mut config: postgres::Config = self.url().parse().expect("it is a URL");
            config
                .connect_timeout(Duration::from_secs(1))
                .connect(postgres::NoTls)
                .is_ok()
        };
        while !ready() {
            assert!(Instant::now() < end, "postgres does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ends it, as a machine does that is switched off.
    pub fn kill(&mut self) {
        let mut command = self.command("pg_ctl");
        command
            .args(["stop", "-m", "immediate"])
            .status()
            .expect("pg_ctl runs");
        self.running = None;
    }

    pub fn url(&self) -> String {
        format!("postgres://brink@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Root gives way to the user that Debian has for it, or else to nobody.
fn other_user() -> Option<u32> {
    let own = std::fs::metadata("/proc/self").map(|own| std::os::unix::fs::MetadataExt::uid(&own));
    if own.ok()? != 0 {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let user = users
        .lines()
        .find(|line| line.starts_with("postgres:"))
        .and_then(|line| line.split(':').nth(2));
    Some(user.and_then(|user| user.parse().ok()).unwrap_or(65534))
}

fn bin() -> PathBuf {
    let has = |folder: &PathBuf| folder.join("initdb").exists();
    let named = std::env::var_os("BRINK_POSTGRES").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let debian = debian.map(|version| version.path().join("bin"));
    let found = named
        .into_iter()
        .chain(std::env::split_paths(&path))
        .chain(debian)
        .find(has);
    found.expect("the binaries of Postgres: install it, or name their folder in BRINK_POSTGRES")
}

/// A server of that name with its games there.
pub fn served(postgres: &Postgres, folder: &Path, name: &str) -> super::process::Process {
    let url = postgres.url();
    super::process::Process::at(
        env!("CARGO_BIN_EXE_brink"),
        folder,
        &["--store", &url, "--prefix", name],
    )
}
