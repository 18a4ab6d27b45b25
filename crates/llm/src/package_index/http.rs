//! The only place that talks to a package index. Users and passwords never leave it in words.

use std::{error::Error, fs, io::Read, time::Duration};

use reqwest::{
    Certificate, StatusCode, Url,
    blocking::{Client, Response},
    header::ACCEPT,
    redirect::{Attempt, Policy},
};

use super::PipSettings;
use crate::{settings::is_loopback, transport::http::provide_crypto, weights::FetchError};

const CONNECT: Duration = Duration::from_secs(30);
/// A server may be silent for so long; a slow download is none.
const SILENCE: Duration = Duration::from_mins(1);
const MOST_REDIRECTS: usize = 5;

pub(super) struct PackageIndexClient {
    client: Client,
}

#[derive(Debug, thiserror::Error)]
#[error("redirect refused")]
struct RefusedRedirect {
    to: String,
}

impl PackageIndexClient {
    pub(super) fn new(settings: &PipSettings) -> Result<Self, FetchError> {
        provide_crypto();
        let mut builder = Client::builder()
            .user_agent(concat!("jurat/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT)
            .timeout(SILENCE)
            .referer(false)
            .redirect(Policy::custom(follow));
        if settings.indexes.iter().all(is_loopback) {
            builder = builder.no_proxy();
        }
        if let Some(path) = &settings.cert {
            let pem = fs::read(path).map_err(FetchError::file("read", path))?;
            let extra = Certificate::from_pem_bundle(&pem);
            let extra = extra.map_err(|error| failed(&path.display().to_string(), error))?;
            builder = builder.tls_certs_merge(extra);
        }
        let client = builder.build();
        Ok(Self {
            client: client.map_err(|error| failed("anything", error))?,
        })
    }

    pub(super) fn get(&self, url: &Url, accept: &str) -> Result<Response, FetchError> {
        let sent = self.client.get(url.clone()).header(ACCEPT, accept).send();
        let response = sent.map_err(|error| astray(url, error))?;
        match response.status() {
            StatusCode::OK => Ok(response),
            status => Err(FetchError::Status { url: shown(url), status: status.as_u16() }),
        }
    }
}

pub(super) fn body(response: Response, most: u64) -> Result<Vec<u8>, FetchError> {
    let url = shown(response.url());
    let mut body = Vec::new();
    let read = response.take(most + 1).read_to_end(&mut body);
    read.map_err(|error| FetchError::Download {
        url: url.clone(),
        message: error.to_string(),
    })?;
    if most < body.len() as u64 {
        return Err(FetchError::TooLong { what: url, most });
    }
    Ok(body)
}

/// An address as it may be printed.
pub(super) fn shown(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
    format!("{}://{host}{port}{}", url.scheme(), url.path())
}

/// To https anywhere; to plain http only from plain http, and only on the same host.
pub(super) fn may_follow(from: &Url, to: &Url) -> bool {
    match (from.scheme(), to.scheme()) {
        ("http" | "https", "https") => true,
        ("http", "http") => from.host() == to.host() || (is_loopback(from) && is_loopback(to)),
        _ => false,
    }
}

/// The index's user also holds for files on the index's own server, as pip has it.
pub(super) fn with_user_of(index: &Url, mut link: Url) -> Url {
    if index.origin() == link.origin() && link.username().is_empty() {
        // Both fail only for addresses without a host, which have been refused by now.
        let _ = link.set_username(index.username());
        let _ = link.set_password(index.password());
    }
    link
}

fn follow(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let from = attempt.previous().last();
    let safe = from.is_some_and(|from| may_follow(from, attempt.url()));
    if safe && attempt.previous().len() <= MOST_REDIRECTS {
        return attempt.follow();
    }
    let to = shown(attempt.url());
    attempt.error(RefusedRedirect { to })
}

fn astray(url: &Url, error: reqwest::Error) -> FetchError {
    let refused = causes(&error).find_map(|cause| cause.downcast_ref::<RefusedRedirect>());
    let to = refused.map(|refused| refused.to.clone());
    match to {
        Some(to) => FetchError::Astray { url: shown(url), to },
        None => failed(&shown(url), error),
    }
}

fn causes(error: &reqwest::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(Some(error as &(dyn Error + 'static)), |cause| (*cause).source())
}

/// The innermost cause says most; the outer layers repeat the address.
fn failed(url: &str, error: reqwest::Error) -> FetchError {
    let error = error.without_url();
    let message = causes(&error).last().map(ToString::to_string).unwrap_or_default();
    FetchError::Download { url: url.into(), message }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    fn url(text: &str) -> Url {
        text.parse().unwrap()
    }

    #[track_caller]
    fn check(from: &str, to: &str, expected: bool) {
        assert_eq!(may_follow(&url(from), &url(to)), expected, "{from} -> {to}");
    }

    #[test]
    fn nobody_is_led_from_https_to_http() {
        check("https://a.example/x", "https://b.example/y", true);
        check("https://a.example/x", "http://a.example/x", false);
        check("https://a.example/x", "http://127.0.0.1/x", false);
        check("https://a.example/x", "file:///etc/passwd", false);
    }

    #[test]
    fn plain_http_stays_on_its_host() {
        check("http://a.example/x", "http://a.example:8080/y", true);
        check("http://a.example/x", "http://b.example/x", false);
        check("http://a.example/x", "http://127.0.0.1/x", false);
        check("http://127.0.0.1:1/x", "http://localhost:2/x", true);
        check("http://a.example/x", "https://b.example/x", true);
    }

    #[test]
    fn what_is_shown_holds_no_secret() {
        let secret = url("https://user:word@a.example:8443/simple/x?token=abc#f");
        assert_eq!(shown(&secret), "https://a.example:8443/simple/x");
    }

    #[test]
    fn a_user_is_lent_to_its_own_server_only() {
        let index = url("https://me:word@a.example/simple/");
        let own = with_user_of(&index, url("https://a.example/files/x.whl"));
        assert_eq!(own.as_str(), "https://me:word@a.example/files/x.whl");
        let other = with_user_of(&index, url("https://b.example/files/x.whl"));
        assert_eq!(other.as_str(), "https://b.example/files/x.whl");
    }
}
