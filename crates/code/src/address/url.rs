//! Addresses that go over the network.

use std::net::Ipv4Addr;

use super::AddressError;

const HTTPS: u16 = 443;
const HTTP: u16 = 80;
/// The best known host serves nothing but `OWNER/NAME`.
const TWO_STEPS: &str = "github.com";

/// Leave to speak plain http with this machine.
#[derive(Clone, Copy)]
pub(super) struct LoopbackPermit;

/// The address as it is fetched, its port and whether it is plain http; nothing where it can only
/// be a path.
pub(super) fn place(
    given: &str,
    hosts: &[String],
    loopback: Option<LoopbackPermit>,
) -> Result<Option<(String, u16, bool)>, AddressError> {
    if let Some((helper, _)) = given.split_once("::").filter(|(helper, _)| is_name(helper)) {
        return Err(AddressError::RemoteHelper { helper: helper.to_owned() });
    }
    let Some((scheme, rest)) = given.split_once("://").filter(|(scheme, _)| is_name(scheme))
    else {
        return if is_ssh(given) { Err(AddressError::Ssh) } else { Ok(None) };
    };
    let scheme = scheme.to_ascii_lowercase();
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    if authority.contains('@') {
        return Err(AddressError::Credentials);
    }
    if !matches!(scheme.as_str(), "http" | "https") {
        return Err(AddressError::Scheme { scheme });
    }
    let (host, port) = host_and_port(authority)?;
    let plain = match scheme.as_str() {
        "https" => false,
        "http" if loopback.is_some() && host == Ipv4Addr::LOCALHOST.to_string() => true,
        _ => return Err(AddressError::Scheme { scheme }),
    };
    let shown = port.map_or_else(|| host.clone(), |port| format!("{host}:{port}"));
    let known = |entry: &String| entry.trim().eq_ignore_ascii_case(&shown);
    if !plain && !hosts.iter().any(known) {
        return Err(AddressError::HostNotAllowed { host: shown });
    }
    let path = steps(&host, path)?;
    let port = port.unwrap_or(if plain { HTTP } else { HTTPS });
    Ok(Some((format!("{scheme}://{shown}/{path}"), port, plain)))
}

fn is_name(word: &str) -> bool {
    !word.is_empty()
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte))
}

/// `user@host:path`, or `host:path` as git reads it.
fn is_ssh(given: &str) -> bool {
    given
        .split_once(':')
        .is_some_and(|(host, _)| !host.contains('/') && !std::path::Path::new(given).exists())
}

fn host_and_port(authority: &str) -> Result<(String, Option<u16>), AddressError> {
    let bad = |why: &str| AddressError::NoRepository { why: why.to_owned() };
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => {
            let digits = port.bytes().all(|byte| byte.is_ascii_digit());
            let port = port.parse().ok().filter(|_| digits);
            (host, Some(port.ok_or_else(|| bad("its port is no number"))?))
        }
        None => (authority, None),
    };
    let sound = |label: &str| {
        let inner = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        !label.is_empty() && inner && !label.starts_with('-') && !label.ends_with('-')
    };
    if !host.split('.').all(sound) {
        return Err(bad("its host is no name of one"));
    }
    Ok((host.to_ascii_lowercase(), port.filter(|port| *port != HTTPS)))
}

fn steps(host: &str, path: &str) -> Result<String, AddressError> {
    let bad = |why: &str| Err(AddressError::NoRepository { why: why.to_owned() });
    let path = path.trim_end_matches('/');
    if path.is_empty() {
        return bad("nothing follows the host");
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._~-/".contains(&byte);
    if !path.bytes().all(plain) {
        return bad("its path holds something else than letters, digits and `._~-`");
    }
    let steps: Vec<&str> = path.split('/').collect();
    if steps
        .iter()
        .any(|step| matches!(*step, "" | "." | "..") || step.starts_with('-'))
    {
        return bad("its path has an empty step, a `..` or one that begins with `-`");
    }
    if host == TWO_STEPS && steps.len() != 2 {
        return bad("this host has repositories at OWNER/NAME alone");
    }
    Ok(path.to_owned())
}
