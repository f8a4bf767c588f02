//! A server, browsers, and people at them, for the tests of the page.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use headless_chrome::browser::context::Context;
use headless_chrome::protocol::cdp::{Emulation, Page};
use headless_chrome::{Browser, LaunchOptions, Tab};
use serde_json::{Value, json};

/// How long a page may take until something is to be seen.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where Chromium is called what.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// A browser, where one can be had. `BRINK_BROWSER` names another one, or is `none`: then that is said, and the test is over.
pub fn browser() -> Option<Browser> {
    let named = std::env::var("BRINK_BROWSER").ok();
    if named.as_deref() == Some("none") {
        println!("NOT RUN: no browser can be had here, as BRINK_BROWSER says");
        return None;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = named.map(PathBuf::from).or_else(|| {
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        NAMES
            .iter()
            .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
            .find(|file| file.is_file())
    });
    let found = found.expect(
        "this test needs chromium, which is not there; BRINK_BROWSER may name another browser",
    );
    let options = LaunchOptions::default_builder()
        .path(Some(found))
        // In a container there is no user for whom the sandbox could be set up.
        .sandbox(false)
        .idle_browser_timeout(Duration::from_secs(900))
        // Several windows play at the same time: none of them may doze because another one lies before it.
        .args(vec![
            OsStr::new("--disable-dev-shm-usage"),
            OsStr::new("--disable-background-timer-throttling"),
            OsStr::new("--disable-renderer-backgrounding"),
            OsStr::new("--disable-backgrounding-occluded-windows"),
        ])
        .build()
        .expect("the options are all there");
    Some(Browser::new(options).expect("the browser starts"))
}

/// `brink serve`, with a folder of its own; it ends with the test.
pub struct House {
    child: Child,
    address: String,
    _data: tempfile::TempDir,
}

/// A game that was made, with what opens it.
pub struct Made {
    pub game: String,
    pub seat: String,
    pub join: String,
    pub watch: String,
}

impl House {
    pub fn open() -> House {
        House::with(&[])
    }

    /// With further options.
    pub fn with(more: &[&str]) -> House {
        let data = tempfile::tempdir().expect("there is room for files");
        let mut child = Command::new(env!("CARGO_BIN_EXE_brink"))
            .args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--games"])
            .arg(data.path().join("games.sqlite"))
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut out = BufReader::new(child.stdout.take().expect("it has an output"));
        let mut said = String::new();
        let address = loop {
            let read = out.read_line(&mut said).expect("its output is text");
            assert!(read > 0, "the server has ended: {said}");
            if let Some(at) = said.find("http://") {
                let rest = &said[at + "http://".len()..];
                break rest
                    .chars()
                    .take_while(|sign| !sign.is_whitespace() && *sign != '/')
                    .collect();
            }
        };
        // Whatever else it says is read, so that it never waits for a reader.
        thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        House {
            child,
            address,
            _data: data,
        }
    }

    /// A link to it.
    pub fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn asks(&self, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Type: application/json\r\nContent-Length: {1}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("it reads");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .expect("it answers in text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
        assert!(head.starts_with("HTTP/1.1 20"), "{path}: {answer}");
        serde_json::from_str(body).expect("it answers in JSON")
    }

    /// Makes a game.
    pub fn makes(&self, wish: &Value) -> Made {
        let made = self.asks("/api/games", wish);
        let text = |key: &str| made[key].as_str().unwrap_or_default().to_string();
        Made {
            game: text("game"),
            seat: text("seat"),
            join: text("join"),
            watch: text("watch"),
        }
    }

    /// Takes a chair of a game: the token of its seat.
    fn joins(&self, made: &Made, name: &str) -> String {
        let seat = self.asks(
            &format!("/api/games/{}/join", made.game),
            &json!({"join": made.join, "name": name}),
        );
        seat["seat"]
            .as_str()
            .expect("a seat has a token")
            .to_string()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // It may have ended by itself, which the test has found out then.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line to the server that can be cut: what goes through it is lost then, as on a train.
pub struct Line {
    address: String,
    is_cut: Arc<AtomicBool>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Line {
    pub fn to(house: &House) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let address = listener
            .local_addr()
            .expect("it has an address")
            .to_string();
        let is_cut = Arc::new(AtomicBool::new(false));
        let open: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
        let (cut, streams, server) = (
            Arc::clone(&is_cut),
            Arc::clone(&open),
            house.address.clone(),
        );
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(there) = TcpStream::connect(&server) else {
                    return;
                };
                let mut kept = streams.lock().expect("nobody has panicked with it");
                for (from, to) in [(&stream, &there), (&there, &stream)] {
                    let (mut from, mut to) = (
                        from.try_clone().expect("a socket"),
                        to.try_clone().expect("a socket"),
                    );
                    kept.push(from.try_clone().expect("a socket"));
                    thread::spawn(move || {
                        let _ = std::io::copy(&mut from, &mut to);
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        Line {
            address,
            is_cut,
            open,
        }
    }

    pub fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn cut(&self) {
        self.is_cut.store(true, Ordering::SeqCst);
        for stream in self
            .open
            .lock()
            .expect("nobody has panicked with it")
            .drain(..)
        {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    pub fn mend(&self) {
        self.is_cut.store(false, Ordering::SeqCst);
    }
}

/// Somebody at a browser of their own: nothing is shared with the others.
pub struct Guest<'a> {
    pub name: String,
    pub(super) tab: Arc<Tab>,
    seed: RefCell<Option<(usize, u32)>>,
    _context: Context<'a>,
}

impl<'a> Guest<'a> {
    /// A window of that size; a narrow one is a phone's.
    pub fn comes(browser: &'a Browser, name: &str, (width, height): (u32, u32)) -> Guest<'a> {
        let context = browser.new_context().expect("a browser can be several");
        let tab = context.new_tab().expect("a window opens");
        tab.set_default_timeout(PATIENCE);
        tab.call_method(Emulation::SetDeviceMetricsOverride {
            width,
            height,
            device_scale_factor: 1.0,
            mobile: width < 500,
            scale: None,
            screen_width: None,
            screen_height: None,
            position_x: None,
            position_y: None,
            dont_set_visible_size: None,
            screen_orientation: None,
            viewport: None,
            display_feature: None,
            device_posture: None,
        })
        .expect("windows have a size");
        Guest {
            name: name.to_string(),
            tab,
            seed: RefCell::new(None),
            _context: context,
        }
    }

    pub fn goes(&self, link: &str) {
        // Where nothing but what stands behind `#` is another one, no page would be loaded.
        self.tab
            .navigate_to("about:blank")
            .and_then(Tab::wait_until_navigated)
            .expect("there is an empty page");
        self.tab
            .navigate_to(link)
            .and_then(Tab::wait_until_navigated)
            .expect("the page is there");
    }

    /// Loads the page anew.
    pub fn again(&self) {
        self.tab
            .reload(true, None)
            .and_then(Tab::wait_until_navigated)
            .expect("the page is there");
    }

    /// Goes to a page with these settings.
    pub fn settles(&self, settings: &str, link: &str) {
        self.goes(link);
        self.runs(&format!(
            "localStorage.setItem('brink-settings', {settings:?})"
        ));
        self.again();
    }

    /// Sits down on that chair of a game; on the first one with the token of who has made it.
    pub fn sits(&self, house: &House, made: &Made, chair: usize) {
        self.sits_with(house, made, chair, "{\"speed\":0}");
    }

    pub fn sits_with(&self, house: &House, made: &Made, chair: usize, settings: &str) {
        self.settles(settings, &house.at("/"));
        self.enters(&house.at(""), house, made, chair);
    }

    /// The same by another way to the server.
    pub fn sits_by(&self, way: &str, house: &House, made: &Made, chair: usize) {
        self.settles("{\"speed\":0}", way);
        self.enters(way.trim_end_matches('/'), house, made, chair);
    }

    fn enters(&self, way: &str, house: &House, made: &Made, chair: usize) {
        let seat = if chair == 0 {
            made.seat.clone()
        } else {
            house.joins(made, &self.name)
        };
        self.goes(&format!("{way}/game/{}#seat={seat}", made.game));
    }

    /// Chooses files of cards in the hall: their names and texts.
    pub fn chooses(&self, files: &[(&str, &str)]) {
        let files = serde_json::to_string(files).expect("texts are JSON");
        self.runs(&format!(
            "const field = document.querySelector('[aria-label=\"Card files\"]'); const data = new DataTransfer(); \
             for (const [name, text] of {files}) data.items.add(new File([text], name)); \
             field.files = data.files; field.dispatchEvent(new Event('change'))"
        ));
    }

    /// Runs something on the page.
    pub fn runs(&self, script: &str) {
        self.reads(&format!("(() => {{ {script} }})()"));
    }

    /// What something on the page comes to.
    pub fn reads(&self, script: &str) -> Value {
        let script = format!("(async () => JSON.stringify((await ({script})) ?? null))()");
        let result = self
            .tab
            .evaluate(&script, true)
            .unwrap_or_else(|fault| panic!("{}: {script}: {fault}", self.name));
        let text = result
            .value
            .unwrap_or_else(|| panic!("{}: {script}: {:?}", self.name, result.description));
        serde_json::from_str(text.as_str().expect("it was made a text"))
            .expect("it was written as JSON")
    }

    /// Nothing is so on a page that is about to be another one.
    pub fn is(&self, condition: &str) -> bool {
        let script = format!("Boolean({condition})");
        let result = self.tab.evaluate(&script, true);
        match result {
            Ok(result) => result.value == Some(Value::Bool(true)),
            Err(fault) if fault.to_string().contains("navigated or closed") => false,
            Err(fault) => panic!("{}: {script}: {fault}", self.name),
        }
    }

    pub fn waits(&self, condition: &str) {
        let until = Instant::now() + PATIENCE;
        while !self.is(condition) {
            if Instant::now() > until {
                self.looks(&format!("waited-{}", self.name));
                panic!("{} waits for {condition}\n{}", self.name, self.tells());
            }
            thread::sleep(Duration::from_millis(60));
        }
    }

    pub fn clicks(&self, selector: &str) {
        self.waits(&format!("!!document.querySelector({selector:?})"));
        self.runs(&format!("document.querySelector({selector:?}).click()"));
    }

    /// Clicks what begins with that text.
    pub fn clicks_text(&self, selector: &str, text: &str) {
        let find = format!(
            "[...document.querySelectorAll({selector:?})].find((each) => !each.disabled && each.textContent.startsWith({text:?}))"
        );
        self.waits(&find);
        self.runs(&format!("{find}.click()"));
    }

    pub fn types(&self, selector: &str, text: &str) {
        self.runs(&format!(
            "document.querySelector({selector:?}).value = ''; document.querySelector({selector:?}).focus()"
        ));
        self.tab.type_str(text).expect("keys can be pressed");
    }

    /// A key of the keyboard.
    pub fn presses(&self, key: &str) {
        self.tab.press_key(key).expect("keys can be pressed");
    }

    /// Plays on, a press every so many milliseconds.
    pub fn plays(&self, seed: usize, every: u32) {
        *self.seed.borrow_mut() = Some((seed, every));
        let person = include_str!("person.js")
            .replace("SEED", &seed.to_string())
            .replace("EVERY", &every.to_string());
        self.tab
            .evaluate(&person, false)
            .expect("somebody sits down at the page");
    }

    /// What went wrong on the page.
    pub fn faults(&self) -> Vec<String> {
        let said = self.reads(
            "person.faults.concat([...document.querySelectorAll('.toast.fault')].map((each) => each.textContent))",
        );
        said.as_array()
            .into_iter()
            .flatten()
            .map(|each| each.as_str().unwrap_or_default().to_string())
            .collect()
    }

    /// What is to be seen, in short, for those who read why a test fails.
    pub fn tells(&self) -> String {
        let said = self.reads("document.title + ' | ' + (document.querySelector('.asked') ?? document.body).textContent.slice(0, 400) + ' | ' + [...document.querySelectorAll('.log li')].slice(-3).map((each) => each.textContent).join(' / ') + ' | ' + [...document.querySelectorAll('.toast')].map((each) => each.textContent).join(' / ') + ' | ' + window.person?.pressed");
        format!("{}: {}\n", self.name, said.as_str().unwrap_or_default())
    }

    /// Keeps all that the server tells.
    pub fn keeps_messages(&self) {
        let keep = "window.heard = []; const Real = WebSocket; window.WebSocket = class extends Real { constructor(...given) { super(...given); this.addEventListener('message', ({ data }) => window.heard.push(data)); } };";
        let source = keep.to_string();
        let kept = self
            .tab
            .call_method(Page::AddScriptToEvaluateOnNewDocument {
                source,
                world_name: None,
                include_command_line_api: None,
                run_immediately: None,
            });
        kept.expect("a page can be listened to");
    }

    pub fn messages(&self) -> Vec<Value> {
        let heard = self.reads("window.heard");
        let lines = heard
            .as_array()
            .expect("it is a list")
            .iter()
            .filter_map(Value::as_str);
        lines
            .map(|line| serde_json::from_str(line).expect("a message is JSON"))
            .collect()
    }

    /// Nothing that axe finds keeps anybody out.
    pub fn is_accessible(&self, place: &str) {
        self.tab
            .evaluate(include_str!("axe.min.js"), false)
            .expect("axe is there");
        let found = self.reads("axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`))");
        assert_eq!(found, json!([]), "{place}");
    }

    /// Keeps a picture of the page, to be looked at: `BRINK_PICTURES` names the folder.
    pub fn looks(&self, name: &str) {
        let Some(folder) = std::env::var_os("BRINK_PICTURES") else {
            return;
        };
        let picture =
            self.tab
                .capture_screenshot(Page::CaptureScreenshotFormatOption::Png, None, None, true);
        let file = PathBuf::from(folder).join(format!("{name}.png"));
        std::fs::write(file, picture.expect("the page can be seen"))
            .expect("there is room for pictures");
    }
}
