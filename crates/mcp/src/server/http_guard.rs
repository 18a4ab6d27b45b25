//! Who may ask at all: the token, the path, and the names under which a browser may think that it found us.

use std::net::{IpAddr, SocketAddr};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, combinators::BoxBody};
use hyper::{
    Request, Response, StatusCode,
    header::{AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE},
};

use super::BearerToken;

/// What is sent back.
pub(super) type HttpReply = Response<BoxBody<Bytes, std::convert::Infallible>>;

/// Where the protocol is spoken.
const PATH: &str = "/mcp";

/// The hosts under which a server at this address is asked for: itself, and what the user names.
pub(super) fn allowed_hosts(address: SocketAddr, named: &[String]) -> Vec<String> {
    let loopback = ["localhost", "127.0.0.1", "::1"].map(str::to_owned);
    let own = (!address.ip().is_unspecified()).then(|| address.ip().to_string());
    let mut hosts: Vec<String> = loopback.into_iter().chain(own).collect();
    hosts.extend(named.iter().cloned());
    hosts
}

/// Pages that may ask: those of this machine, and those that the user names.
pub(super) fn allowed_origins(named: &[String]) -> Vec<String> {
    let own = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"].map(str::to_owned);
    own.into_iter().chain(named.iter().cloned()).collect()
}

/// Whether others can reach a server at this address.
pub(super) fn is_open(address: SocketAddr) -> bool {
    match address.ip() {
        IpAddr::V4(ip) => !ip.is_loopback(),
        IpAddr::V6(ip) => !ip.to_ipv4_mapped().map_or(ip.is_loopback(), |ip| ip.is_loopback()),
    }
}

/// Why a request goes no further.
pub(super) fn refusal<B>(
    request: &Request<B>,
    token: Option<&BearerToken>,
) -> Option<HttpReply> {
    if let Some(token) = token {
        let header = request.headers().get(AUTHORIZATION);
        let shown = header.and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !token.is_shown_by(shown) {
            let mut reply = reply(StatusCode::UNAUTHORIZED, "a bearer token is needed");
            let challenge = hyper::header::HeaderValue::from_static("Bearer");
            reply.headers_mut().insert(WWW_AUTHENTICATE, challenge);
            return Some(reply);
        }
    }
    (request.uri().path() != PATH)
        .then(|| reply(StatusCode::NOT_FOUND, "the protocol is spoken at /mcp"))
}

pub(super) fn reply(status: StatusCode, text: &'static str) -> HttpReply {
    let mut reply = Response::new(Full::new(Bytes::from_static(text.as_bytes())).boxed());
    *reply.status_mut() = status;
    let plain = hyper::header::HeaderValue::from_static("text/plain; charset=utf-8");
    reply.headers_mut().insert(CONTENT_TYPE, plain);
    reply
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_loopback_is_closed_to_others() {
        for (address, open) in [
            ("127.0.0.1:1", false),
            ("127.9.9.9:1", false),
            ("[::1]:1", false),
            ("[::ffff:127.0.0.1]:1", false),
            ("0.0.0.0:1", true),
            ("[::]:1", true),
            ("192.0.2.7:1", true),
            ("[::ffff:192.0.2.7]:1", true),
        ] {
            assert_eq!(is_open(address.parse().unwrap()), open, "{address}");
        }
    }

    #[test]
    fn a_server_of_all_addresses_knows_itself_by_no_name_of_others() {
        let hosts = allowed_hosts("0.0.0.0:1".parse().unwrap(), &["law.example".to_owned()]);
        assert_eq!(hosts, ["localhost", "127.0.0.1", "::1", "law.example"]);
    }
}
