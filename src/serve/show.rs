//! One game that was played, shown in a browser of this machine.

use std::io;

use axum::Router;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::pages;
use crate::token::Token;

/// Serves the page with a game that was played, as [`shown`](crate::shown) tells it, until `stop` is over. Whoever does not
/// know `token` does not find it.
///
/// # Errors
/// The system takes no connections any more.
pub async fn show(
    listener: TcpListener,
    played: &Value,
    token: &Token,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let (played, token) = (played.to_string(), token.to_string());
    let game = async move |Path(asked): Path<String>| match asked == token {
        true => ([(CONTENT_TYPE, "application/json")], played).into_response(),
        false => StatusCode::NOT_FOUND.into_response(),
    };
    let router = Router::new()
        .route(
            "/",
            get(async |headers: HeaderMap| pages::file("index.html", &headers)),
        )
        .route(
            "/page/{*path}",
            get(async |Path(path): Path<String>, headers: HeaderMap| pages::file(&path, &headers)),
        )
        .route("/api/shown/{token}", get(game))
        .layer(map_response(async |response: Response| {
            pages::strict(response)
        }));
    tokio::select! {
        served = axum::serve(listener, router) => served,
        () = stop => Ok(()),
    }
}
