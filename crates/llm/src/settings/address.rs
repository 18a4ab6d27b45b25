//! The address of a server: https, or http on this machine; nothing secret in it.

use std::net::Ipv4Addr;

use reqwest::Url;

use super::{ModelSettings, SettingsError};

#[derive(Clone, Debug)]
pub(crate) struct ServerAddress {
    base: Url,
    pub(crate) loopback: bool,
}

impl ServerAddress {
    pub(crate) fn of(settings: &ModelSettings, default: &str) -> Result<Self, SettingsError> {
        let text = settings.base_url.as_deref().unwrap_or(default);
        let refuse = |problem| Err(SettingsError::Address { problem });
        let Ok(base) = text.parse::<Url>() else { return refuse("is not an address") };
        let loopback = is_loopback(&base);
        let clear = base.scheme() == "http";
        if !clear && base.scheme() != "https" {
            return refuse("is neither https nor http");
        }
        if clear && !loopback && !settings.allow_http {
            return refuse("is plain http to another machine");
        }
        if !base.username().is_empty() || base.password().is_some() {
            return refuse(
                "holds a user or password; keys belong into `key_env` or `key_file`",
            );
        }
        if base.query().is_some() || base.fragment().is_some() {
            return refuse("has a query or fragment");
        }
        Ok(Self { base, loopback })
    }

    pub(crate) fn join(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        let base = url.path().trim_end_matches('/').to_owned();
        url.set_path(&format!("{base}/{path}"));
        url
    }

    /// Scheme, host and port.
    pub(crate) fn origin(&self) -> String {
        self.base.origin().ascii_serialization()
    }

    pub(crate) fn host(&self) -> &str {
        self.base.host_str().unwrap_or_default()
    }
}

pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host_str() {
        Some("localhost" | "[::1]") => true,
        Some(host) => host.parse().is_ok_and(|ip: Ipv4Addr| ip.is_loopback()),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(base: &str, expected: Result<&str, &str>) {
        let mut settings = ModelSettings::new("openai", "plum");
        settings.base_url = Some(base.into());
        let found =
            ServerAddress::of(&settings, "").map(|address| address.join("x").to_string());
        let found = found.map_err(|error| error.to_string());
        match (&found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(found), Err(part)) => assert!(found.contains(part), "{found}"),
            _ => assert_eq!(found, expected.map(String::from).map_err(String::from)),
        }
    }

    #[test]
    fn paths_are_joined_under_the_base() {
        check("https://a.example/v1", Ok("https://a.example/v1/x"));
        check("https://a.example/v1/", Ok("https://a.example/v1/x"));
        check("http://127.0.0.1:8080", Ok("http://127.0.0.1:8080/x"));
        check("http://localhost:1/v1", Ok("http://localhost:1/v1/x"));
        check("http://[::1]:1", Ok("http://[::1]:1/x"));
    }

    #[test]
    fn an_origin_names_the_host_and_nothing_behind_it() {
        for (base, expected) in [
            ("https://a.example/v1", "https://a.example"),
            ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080"),
        ] {
            let mut settings = ModelSettings::new("openai", "plum");
            settings.base_url = Some(base.into());
            let origin = ServerAddress::of(&settings, "").map(|address| address.origin());
            assert_eq!(origin.ok().as_deref(), Some(expected));
        }
    }

    #[test]
    fn what_would_leak_is_refused() {
        check("http://a.example/v1", Err("plain http"));
        check("http://127.0.0.1.a.example/v1", Err("plain http"));
        check("http://localhost.a.example/", Err("plain http"));
        check("https://me:word@a.example/v1", Err("user or password"));
        check("https://a.example/v1?key=abc", Err("query"));
        check("file:///etc/passwd", Err("neither"));
        check("a.example", Err("not an address"));
    }
}
