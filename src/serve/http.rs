//! The server: connections, the few addresses that it answers at, and its end.

use std::io;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Extension, Path, Request, State, WebSocketUpgrade};
use axum::http::header::{ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::spawn_blocking;

use crate::Refusal;
use crate::gate::{Gate, Peer, address};
use crate::hall::{Created, Hall};
use crate::limits::{Addresses, Ask, Meter, Metered};
use crate::new_game::GameRequest;
use crate::pages::Asset;
use crate::worker::{Bench, Job, Workers};
use crate::{exhibition, lessons, pages, socket, workshop};

/// Bytes that somebody may send at once.
const BODY: usize = 512 * 1024;

/// How long the head of a request may take.
const HEAD: Duration = Duration::from_secs(10);

/// Bytes of a request that are read ahead; what a websocket sends before it is one is among them.
const AHEAD: usize = 16 * 1024;

/// Bytes that are read at once from a websocket.
const READ: usize = 4 * 1024;

/// How long an answer may take to be made and sent.
const ANSWER: Duration = Duration::from_secs(30);

/// How often it is looked at the clock.
const TICK: Duration = Duration::from_secs(5);

/// Serves games until `stop` is over.
///
/// # Errors
/// The system takes no connections any more.
pub async fn serve(
    listener: TcpListener,
    hall: Arc<Hall>,
    gate: Gate,
    workers: Workers,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let (stopping, stops) = watch::channel(false);
    // What every page asks for is ready before the first one comes.
    facts();
    let (addresses, workshop) = (Addresses::default(), Bench::new(workers));
    let app = Arc::new(App {
        hall,
        addresses,
        gate,
        workshop,
        stops,
    });
    let router = router(app.clone());
    let mut stop = std::pin::pin!(stop);
    let mut ticks = tokio::time::interval(TICK);
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            _ = ticks.tick() => {
                let hall = app.hall.clone();
                spawn_blocking(move || hall.tick());
                continue;
            }
            connected = listener.accept() => match connected {
                Ok(connected) => connected,
                // Too many files are open, say: the next one may find room again.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
        };
        let from = address(Peer(peer), &HeaderMap::new(), false);
        if !app.gate.proxied && !app.addresses.may(from, Ask::Connection) {
            continue;
        }
        // Small messages are not kept back.
        let _ = stream.set_nodelay(true);
        let meter = Meter::default();
        let layers = (Extension(Peer(peer)), Extension(meter.clone()));
        let service = TowerToHyperService::new(router.clone().layer(layers));
        let app = app.clone();
        tokio::spawn(async move {
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .max_headers(64)
                .max_buf_size(AHEAD);
            let stream = Metered { stream, meter };
            // Whatever goes wrong with one connection is its own affair.
            let _ = http
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades()
                .await;
            if !app.gate.proxied {
                app.addresses.gone(from, Ask::Connection);
            }
        });
    }
    let _ = stopping.send(true);
    // Those who are there are told, and what is being kept is kept.
    let end = Instant::now() + Duration::from_secs(2);
    while stopping.receiver_count() > 1 && Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

fn router(app: Arc<App>) -> Router {
    let index = async |headers: HeaderMap| pages::file("index.html", &headers);
    let file = async |Path(path): Path<String>, headers: HeaderMap| pages::file(&path, &headers);
    let api = Router::new()
        .route("/games", post(create))
        .route("/games/{game}/join", post(join))
        .route("/games/{game}/keep", get(keep))
        .route("/import", post(import))
        .route(
            "/replay",
            post(async |app, body| worked(app, body, Job::Look).await),
        )
        .route(
            "/check",
            post(async |app, body| worked(app, body, Job::Check).await),
        )
        .route(
            "/random",
            post(async |app, body| worked(app, body, Job::Random).await),
        )
        .layer(from_fn_with_state(app.clone(), works));
    Router::new()
        .route("/", get(index))
        .route("/game/{game}", get(index))
        .route("/page/{*path}", get(file))
        .route("/api/about", get(about))
        .route("/api/exhibition", get(exhibition))
        .route(
            "/api/lessons",
            get(async || said(StatusCode::OK, &lessons::list())),
        )
        .route("/api/lesson", post(lesson))
        .route("/ws", get(websocket))
        // The same, for balancers that look for the name of the game.
        .route("/ws/{game}", get(websocket))
        .nest("/api", api)
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(app.clone(), at_the_gate))
        .layer(map_response(async |response: Response| {
            pages::strict(response)
        }))
        .with_state(app)
}

/// The address that a request counts for.
#[derive(Debug, Clone, Copy)]
struct Caller(IpAddr);

/// Every request: not too many, under our own name, from our own page, and answered in time.
async fn at_the_gate(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    let caller = address(peer, request.headers(), app.gate.proxied);
    request.extensions_mut().insert(Caller(caller));
    if !app.addresses.may(caller, Ask::Page) {
        return too_many().into_response();
    }
    let asks = request.method() == Method::POST || request.uri().path().starts_with("/ws");
    let headers = request.headers();
    let checked = if asks {
        app.gate.check(headers)
    } else {
        app.gate.host(headers).map(drop)
    };
    if let Err(refusal) = checked {
        return refusal.into_response();
    }
    match tokio::time::timeout(ANSWER, next.run(request)).await {
        // What is too long is not read at all, so none of our functions has answered.
        Ok(response)
            if response.status() == StatusCode::PAYLOAD_TOO_LARGE && !is_json(&response) =>
        {
            let message = format!("The server reads at most {} KiB at once.", BODY / 1024);
            let refusal = Refusal::too_large(message);
            refusal.with_help("choose a smaller file").into_response()
        }
        Ok(response) => response,
        Err(_) => Refusal::busy().into_response(),
    }
}

/// Requests that make work: fewer of them.
async fn works(
    State(app): State<Arc<App>>,
    Extension(Caller(from)): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    match app.addresses.may(from, Ask::Work) {
        true => next.run(request).await,
        false => too_many().into_response(),
    }
}

/// Where there is nothing, a person gets the page, which says so and leads on.
async fn nothing(method: Method, headers: HeaderMap) -> Response {
    let reads = headers.get(ACCEPT).and_then(|reads| reads.to_str().ok());
    match method == Method::GET && reads.is_some_and(|reads| reads.contains("text/html")) {
        true => {
            let page = pages::file("index.html", &HeaderMap::new());
            (StatusCode::NOT_FOUND, page).into_response()
        }
        false => Refusal::new("no-page", "There is nothing here.").into_response(),
    }
}

fn is_json(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}

fn too_many() -> Refusal {
    Refusal::new("too-many", "Too many requests come from your address.").with_help("wait a minute")
}

fn said(status: StatusCode, what: &impl Serialize) -> Response {
    let text = serde_json::to_string(what).expect("answers are made of texts and numbers");
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CACHE_CONTROL, "no-store"),
    ];
    (status, headers, text).into_response()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match &*self.code {
            "no-game" | "no-page" => StatusCode::NOT_FOUND,
            "no-token" | "foreign-origin" => StatusCode::FORBIDDEN,
            "full" | "begun" | "not-over" => StatusCode::CONFLICT,
            "too-many" => StatusCode::TOO_MANY_REQUESTS,
            "too-large" => StatusCode::PAYLOAD_TOO_LARGE,
            "busy" => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        said(status, &self)
    }
}

/// Does what takes a while.
async fn wait<T: Send + 'static>(
    does: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = spawn_blocking(does).await;
    done.unwrap_or_else(|_| Err(Refusal::busy()))
}

/// Reads a body, does with it what takes a while, and answers what comes of it.
async fn done<B: DeserializeOwned + Send + 'static>(
    status: StatusCode,
    body: Bytes,
    does: impl FnOnce(B) -> Result<Value, Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let read = serde_json::from_slice(&body).map_err(|error| {
        Refusal::bad(format!(
            "the request does not have the expected form: {error}"
        ))
    })?;
    Ok(said(status, &wait(move || does(read)).await?))
}

fn facts() -> &'static Asset {
    static FACTS: OnceLock<Asset> = OnceLock::new();
    FACTS.get_or_init(|| Asset::new(workshop::about().to_string().into_bytes()))
}

async fn about(headers: HeaderMap) -> Response {
    facts().answer("application/json", &headers)
}

/// The game that plays on the first page: the same for all, so it is made once.
async fn exhibition(headers: HeaderMap) -> Result<Response, Refusal> {
    let game = wait(|| Ok(exhibition::exhibition())).await?;
    Ok(game.answer("application/json", &headers))
}

async fn create(
    State(app): State<Arc<App>>,
    Extension(Caller(from)): Extension<Caller>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let does = move |wanted: GameRequest| {
        app.workshop.makes(&wanted)?;
        app.hall.create(wanted, Some(from)).map(created)
    };
    done(StatusCode::CREATED, body, does).await
}

fn created(made: Created) -> Value {
    let seat = made.seat.map(|seat| seat.to_string());
    json!({"game": made.game, "seat": seat, "join": made.join, "watch": made.watch})
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct JoinRequest {
    join: String,
    name: String,
}

async fn join(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let does = move |JoinRequest { join, name }| {
        let (seat, chair) = app.hall.join(&game, &join, &name)?;
        Ok(json!({"seat": seat.to_string(), "chair": chair}))
    };
    done(StatusCode::OK, body, does).await
}

async fn keep(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Result<String, Refusal> {
    let token = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let token = token.unwrap_or_default().to_string();
    wait(move || app.hall.keep(&game, &token)).await
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ImportRequest {
    text: String,
    name: String,
}

async fn import(
    State(app): State<Arc<App>>,
    Extension(Caller(from)): Extension<Caller>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let does = move |ImportRequest { text, name }| {
        app.workshop.imports(&text, &name)?;
        app.hall.import(&text, &name, Some(from)).map(created)
    };
    done(StatusCode::CREATED, body, does).await
}

async fn worked<B: DeserializeOwned + Send + 'static>(
    State(app): State<Arc<App>>,
    body: Bytes,
    job: fn(B) -> Job,
) -> Result<Response, Refusal> {
    let does = move |asked| app.workshop.done(job(asked));
    done(StatusCode::OK, body, does).await
}

async fn lesson(body: Bytes) -> Result<Response, Refusal> {
    done(StatusCode::OK, body, lessons::learn).await
}

async fn websocket(
    State(app): State<Arc<App>>,
    Extension(Caller(from)): Extension<Caller>,
    Extension(meter): Extension<Meter>,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    if !app.addresses.may(from, Ask::Socket) {
        return too_many().into_response();
    }
    meter.begin();
    let failed = app.clone();
    upgrade
        .max_message_size(socket::LONGEST)
        .max_frame_size(socket::LONGEST)
        .read_buffer_size(READ)
        .on_failed_upgrade(move |_| failed.addresses.gone(from, Ask::Socket))
        .on_upgrade(move |socket| socket::speak(socket, app, from, meter))
}

/// See the top of the file.
pub struct App {
    pub hall: Arc<Hall>,
    pub addresses: Addresses,
    pub gate: Gate,
    pub workshop: Bench,
    pub stops: watch::Receiver<bool>,
}
