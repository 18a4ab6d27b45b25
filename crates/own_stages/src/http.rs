//! `http:URL`: a service that the user allows, asked with the user's signature.
//!
//! The signature is that of Standard Webhooks (`v1a`, Ed25519 over `id.timestamp.body`), whose id is the idempotency key.

use std::sync::Arc;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use jurat_engine::{
    Clock as _, EffectClass, Patch, StageCtx, StageDef, StageError, StageFn, SystemClock,
};
use jurat_llm::{http_client, retry_after};
use reqwest::{
    Response, StatusCode, Url,
    header::{CONTENT_TYPE, HeaderMap},
};
use serde_json::Value as Json;

use crate::{
    exact_json,
    exec::unpriced,
    reply,
    request::{StageRequest, priced},
    settings::{OwnStageSettings, refuse_pure},
    stage_host::StageHost,
};

struct HttpStage {
    url: Url,
    settings: OwnStageSettings,
    host: Arc<dyn StageHost>,
}

pub(crate) fn plain_stage(
    rest: &str,
    def: &StageDef,
    host: Arc<dyn StageHost>,
) -> Result<StageFn, String> {
    // `http://host/…`, and `http:` before a whole address.
    let url = if rest.starts_with("//") { format!("http:{rest}") } else { rest.to_owned() };
    stage(&url, def, host)
}

pub(crate) fn secure_stage(
    rest: &str,
    def: &StageDef,
    host: Arc<dyn StageHost>,
) -> Result<StageFn, String> {
    stage(&format!("https:{rest}"), def, host)
}

fn stage(url: &str, def: &StageDef, host: Arc<dyn StageHost>) -> Result<StageFn, String> {
    refuse_pure(def)?;
    let url = Url::parse(url).map_err(|error| format!("`{url}` is no address: {error}"))?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(format!("`{url}` is no address of http or https"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("an address carries no user and no password".into());
    }
    host.may_call(url.as_str())?;
    let stage = Arc::new(HttpStage { url, settings: OwnStageSettings::of(def)?, host });
    Ok(StageFn::Wait(Arc::new(move |ctx| {
        let stage = Arc::clone(&stage);
        Box::pin(async move { stage.attempt(ctx).await })
    })))
}

impl HttpStage {
    async fn attempt(&self, ctx: StageCtx) -> Result<Patch, StageError> {
        self.host.may_call(self.url.as_str()).map_err(StageError::permanent)?;
        let request = StageRequest::of(&ctx, &self.settings)?;
        let told = format!("stage {} calls {}", request.stage, place(&self.url));
        self.host.tell(&told);
        if ctx.definition().effect != EffectClass::Paid {
            return reply::patch(&self.call(&request).await?, ctx.budgets());
        }
        let paid = request.paid(self.url.as_str(), &self.settings)?;
        let call = |_| async { priced(self.call(&request).await?, ctx.budgets()) };
        reply::patch(&unpriced(&*ctx.paid_async(&paid, call).await?), ctx.budgets())
    }

    async fn call(&self, request: &StageRequest) -> Result<Json, StageError> {
        let client = http_client(is_loopback(&self.url)).map_err(StageError::transient)?;
        let body = request.text()?;
        let (id, seconds) = (&request.idempotency_key, SystemClock.now_ms() / 1_000);
        let signed = self.host.sign(format!("{id}.{seconds}.{body}").as_bytes());
        let signed = STANDARD.encode(signed.map_err(StageError::permanent)?);
        let sent = client
            .post(self.url.clone())
            .header(CONTENT_TYPE, "application/json")
            .header("idempotency-key", id)
            .header("webhook-id", id)
            .header("webhook-timestamp", seconds.to_string())
            .header("webhook-signature", format!("v1a,{signed}"))
            .timeout(std::time::Duration::from_secs(self.settings.limits.seconds))
            .body(body)
            .send()
            .await;
        let response = sent.map_err(|error| self.failed(&error.without_url().to_string()))?;
        self.accepted(&response)?;
        let body = self.body(response).await?;
        exact_json(&body).map_err(|error| {
            let place = place(&self.url);
            StageError::permanent(format!("{place} replied with what is not JSON: {error}"))
        })
    }

    fn accepted(&self, response: &Response) -> Result<(), StageError> {
        let status = response.status();
        let message = format!("{} replied {status}", place(&self.url));
        match status {
            StatusCode::OK => Ok(()),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                Err(match pause(response.headers()) {
                    Some(pause) => StageError::rate_limited(message, pause),
                    None => StageError::transient(message),
                })
            }
            StatusCode::REQUEST_TIMEOUT => Err(StageError::transient(message)),
            status if status.is_server_error() => Err(StageError::transient(message)),
            status if status.is_redirection() => {
                Err(StageError::permanent(format!("{message}; redirects are not followed")))
            }
            _ => Err(StageError::permanent(message)),
        }
    }

    /// The whole reply, or an error as soon as there is too much of it.
    async fn body(&self, mut response: Response) -> Result<Vec<u8>, StageError> {
        let mut body = Vec::new();
        loop {
            let chunk = response.chunk().await;
            let chunk = chunk.map_err(|error| self.failed(&error.without_url().to_string()))?;
            let Some(chunk) = chunk else { return Ok(body) };
            body.extend_from_slice(&chunk);
            if self.settings.limits.reply_bytes() < body.len() as u64 {
                let most = self.settings.limits.reply_mb;
                let message = format!("{} replied with more than {most} MB", place(&self.url));
                return Err(StageError::permanent(message));
            }
        }
    }

    fn failed(&self, why: &str) -> StageError {
        StageError::transient(format!("{} cannot be asked: {why}", place(&self.url)))
    }
}

/// The pause that a service asks for; how much of it is granted is the engine's to say.
fn pause(headers: &HeaderMap) -> Option<u64> {
    let asked = retry_after(headers, Some(SystemClock.now_ms() / 1_000))?;
    Some(u64::try_from(asked.as_millis()).unwrap_or(u64::MAX))
}

/// An address as it may be printed: a query may hold what is nobody's business.
fn place(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!("{}://{host}{port}", url.scheme())
}

/// A service on this machine is not asked through a proxy.
fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let address: Result<std::net::IpAddr, _> = host.parse();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}
