//! The server: connections, the few addresses that it answers at, and its end.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Extension, Path, Request, State, WebSocketUpgrade};
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::spawn_blocking;

use crate::Refusal;
use crate::gate::Gate;
use crate::gate::{Peer, address};
use crate::hall::{Created, Hall};
use crate::limits::{Addresses, Ask};
use crate::limits::{Meter, Metered};
use crate::new_game::Wanted;
use crate::worker::{Bench, Job, Workers};
use crate::{lessons, pages, socket, workshop};

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
    let about = workshop::about().to_string();
    let (addresses, workshop) = (Addresses::default(), Bench::new(workers));
    let app = Arc::new(App {
        hall,
        addresses,
        gate,
        about,
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
        if !app.gate.proxied && !app.addresses.connection(from) {
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
                app.addresses.connection_gone(from);
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
    let api = Router::new()
        .route("/games", post(create))
        .route("/games/{game}/join", post(join))
        .route("/games/{game}/keep", get(keep))
        .route("/import", post(import))
        .route("/replay", post(replay))
        .route("/check", post(check))
        .route("/random", post(random))
        .layer(from_fn_with_state(app.clone(), works));
    Router::new()
        .route(
            "/",
            get(async |headers: HeaderMap| pages::file("index.html", &headers)),
        )
        .route(
            "/game/{game}",
            get(async |headers: HeaderMap| pages::file("index.html", &headers)),
        )
        .route(
            "/page/{*path}",
            get(async |Path(path): Path<String>, headers: HeaderMap| pages::file(&path, &headers)),
        )
        .route("/api/about", get(about))
        .route(
            "/api/lessons",
            get(async || answered(StatusCode::OK, Ok(lessons::list()))),
        )
        .route("/api/lesson", post(lesson))
        .route("/ws", get(websocket))
        // The same, for balancers that look for the name of the game.
        .route("/ws/{game}", get(websocket))
        .nest("/api", api)
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(app.clone(), at_the_gate))
        .layer(middleware::map_response(async |response: Response| {
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
        return too_many();
    }
    let asks =
        request.method() == axum::http::Method::POST || request.uri().path().starts_with("/ws");
    let headers = request.headers();
    let checked = if asks {
        app.gate.check(headers)
    } else {
        app.gate.host(headers).map(drop)
    };
    if let Err(refusal) = checked {
        return refused(StatusCode::FORBIDDEN, &refusal);
    }
    match tokio::time::timeout(ANSWER, next.run(request)).await {
        // What is too long is not read at all, so none of our functions has answered.
        Ok(response)
            if response.status() == StatusCode::PAYLOAD_TOO_LARGE && !is_json(&response) =>
        {
            too_long()
        }
        Ok(response) => response,
        Err(_) => refused(StatusCode::SERVICE_UNAVAILABLE, &Refusal::busy()),
    }
}

/// Requests that make work: fewer of them.
async fn works(
    State(app): State<Arc<App>>,
    Extension(Caller(from)): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    if app.addresses.may(from, Ask::Work) {
        next.run(request).await
    } else {
        too_many()
    }
}

/// Where there is nothing, a person gets the page, which says so and leads on.
async fn nothing(request: Request) -> Response {
    let headers = request.headers();
    let read = |accepted: &HeaderValue| {
        accepted
            .to_str()
            .is_ok_and(|accepted| accepted.contains("text/html"))
    };
    match request.method() == axum::http::Method::GET && headers.get(ACCEPT).is_some_and(read) {
        true => (
            StatusCode::NOT_FOUND,
            pages::file("index.html", &HeaderMap::new()),
        )
            .into_response(),
        false => refused(
            StatusCode::NOT_FOUND,
            &Refusal::new("no-page", "There is nothing here."),
        ),
    }
}

fn is_json(response: &Response) -> bool {
    response
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}

fn too_long() -> Response {
    let message = format!("Not more than {} KiB are read at once.", BODY / 1024);
    refused(
        StatusCode::PAYLOAD_TOO_LARGE,
        &Refusal::new("too-large", message).with_help("choose a smaller file"),
    )
}

fn too_many() -> Response {
    let refusal = Refusal::new("too-many", "Too much is asked for from your address.")
        .with_help("wait a minute");
    refused(StatusCode::TOO_MANY_REQUESTS, &refusal)
}

fn refused(status: StatusCode, refusal: &Refusal) -> Response {
    said(status, refusal)
}

fn said(status: StatusCode, what: &impl Serialize) -> Response {
    let text = serde_json::to_string(what).expect("answers are made of texts and numbers");
    let mut response = (status, text).into_response();
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
        .headers_mut()
        .insert("cache-control", HeaderValue::from_static("no-store"));
    response
}

fn answered<T: Serialize>(status: StatusCode, done: Result<T, Refusal>) -> Response {
    match done {
        Ok(what) => said(status, &what),
        Err(refusal) => {
            let status = match refusal.code {
                "no-game" => StatusCode::NOT_FOUND,
                "no-token" | "foreign-origin" => StatusCode::FORBIDDEN,
                "full" | "begun" | "not-over" => StatusCode::CONFLICT,
                "too-many" => StatusCode::TOO_MANY_REQUESTS,
                "too-large" => StatusCode::PAYLOAD_TOO_LARGE,
                "busy" => StatusCode::SERVICE_UNAVAILABLE,
                _ => StatusCode::BAD_REQUEST,
            };
            refused(status, &refusal)
        }
    }
}

/// Reads a body, and does with it what takes a while.
async fn done<B, T>(
    body: Bytes,
    does: impl FnOnce(B) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal>
where
    B: DeserializeOwned + Send + 'static,
    T: Send + 'static,
{
    let read = serde_json::from_slice(&body);
    let read = read.map_err(|error| {
        Refusal::new(
            "bad-request",
            format!("this is not what is asked for: {error}"),
        )
    })?;
    spawn_blocking(move || does(read))
        .await
        .unwrap_or_else(|_| Err(Refusal::busy()))
}

async fn about(State(app): State<Arc<App>>) -> Response {
    let mut response = app.about.clone().into_response();
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

async fn create(
    State(app): State<Arc<App>>,
    Extension(Caller(from)): Extension<Caller>,
    body: Bytes,
) -> Response {
    let made = done(body, move |wanted: Wanted| {
        app.workshop.makes(&wanted)?;
        app.hall.create(wanted, Some(from))
    });
    let made = made.await;
    answered(StatusCode::CREATED, made.map(|made| created(&made)))
}

fn created(made: &Created) -> serde_json::Value {
    let Created {
        game,
        seat,
        join,
        watch,
    } = made;
    json!({"game": game, "seat": seat.as_ref().map(ToString::to_string), "join": join, "watch": watch})
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Joining {
    join: String,
    name: String,
}

async fn join(State(app): State<Arc<App>>, Path(game): Path<String>, body: Bytes) -> Response {
    let joined = done(body, move |Joining { join, name }| {
        app.hall.join(&game, &join, &name)
    })
    .await;
    answered(
        StatusCode::OK,
        joined.map(|(seat, chair)| json!({"seat": seat.to_string(), "chair": chair})),
    )
}

async fn keep(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let token = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let token = token.unwrap_or_default().to_string();
    let kept = spawn_blocking(move || app.hall.keep(&game, &token))
        .await
        .unwrap_or_else(|_| Err(Refusal::busy()));
    match kept {
        Ok(text) => text.into_response(),
        Err(refusal) => answered::<()>(StatusCode::OK, Err(refusal)),
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Importing {
    text: String,
    name: String,
}

async fn import(
    State(app): State<Arc<App>>,
    Extension(Caller(from)): Extension<Caller>,
    body: Bytes,
) -> Response {
    let made = done(body, move |Importing { text, name }| {
        app.workshop.imports(&text, &name)?;
        app.hall.import(&text, &name, Some(from))
    });
    let made = made.await;
    answered(StatusCode::CREATED, made.map(|made| created(&made)))
}

async fn replay(State(app): State<Arc<App>>, body: Bytes) -> Response {
    answered(
        StatusCode::OK,
        done(body, move |asked| app.workshop.done(Job::Look(asked))).await,
    )
}

async fn lesson(body: Bytes) -> Response {
    answered(StatusCode::OK, done(body, lessons::learn).await)
}

async fn check(State(app): State<Arc<App>>, body: Bytes) -> Response {
    answered(
        StatusCode::OK,
        done(body, move |asked| app.workshop.done(Job::Check(asked))).await,
    )
}

async fn random(State(app): State<Arc<App>>, body: Bytes) -> Response {
    answered(
        StatusCode::OK,
        done(body, move |asked| app.workshop.done(Job::Random(asked))).await,
    )
}

async fn websocket(
    State(app): State<Arc<App>>,
    Extension(Caller(from)): Extension<Caller>,
    Extension(meter): Extension<Meter>,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    if !app.addresses.socket(from) {
        return too_many();
    }
    meter.begin();
    let failed = app.clone();
    upgrade
        .max_message_size(socket::LONGEST)
        .max_frame_size(socket::LONGEST)
        .read_buffer_size(READ)
        .on_failed_upgrade(move |_| failed.addresses.socket_gone(from))
        .on_upgrade(move |socket| socket::speak(socket, app, from, meter))
}

/// See the top of the file.
pub struct App {
    pub hall: Arc<Hall>,
    pub addresses: Addresses,
    pub gate: Gate,
    pub about: String,
    pub workshop: Bench,
    pub stops: watch::Receiver<bool>,
}
