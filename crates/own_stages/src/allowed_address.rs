//! Whether an address that a stage calls lies within one that is allowed. Pure.
//!
//! Compared is what a server makes of an address, not how it is spelled: hosts and ports whole, paths part by part and
//! decoded. Below what is allowed no sign that parts a path may hide in an encoding, since servers differ on what they make
//! of it.

use reqwest::Url;

/// Decoding a path again and again comes to rest long before.
const MOST_DECODINGS: usize = 8;

/// Whether an address is an allowed one or lies below it.
pub fn address_covers(allowed: &str, address: &str) -> bool {
    // `https:a.example` is an address to a parser, and a slip in a settings file.
    if !allowed.contains("://") {
        return false;
    }
    let (Ok(allowed), Ok(address)) = (Url::parse(allowed), Url::parse(address)) else {
        return false;
    };
    if allowed.origin() != address.origin() || !allowed.origin().is_tuple() {
        return false;
    }
    if !allowed.username().is_empty() || allowed.password().is_some() {
        return false;
    }
    let (above, parts) = (path_parts(&allowed), path_parts(&address));
    let Some(below) = parts.get(above.len()..) else { return false };
    let is_query_allowed = match allowed.query() {
        Some(query) => below.is_empty() && address.query() == Some(query),
        None => true,
    };
    let is_same = |(one, other): (&&str, &&str)| is_same_part(one, other);
    is_query_allowed
        && above.iter().zip(&parts).all(is_same)
        && below.iter().all(|part| is_one_part(part))
}

/// The parts of a path; one slash more at its end makes no other place of it.
fn path_parts(url: &Url) -> Vec<&str> {
    let parts = url.path().trim_end_matches('/').split('/');
    // An absolute path begins with a slash, and nothing stands before it.
    parts.skip(1).collect()
}

/// Spelled alike, or the same once decoded. What was allowed by its very spelling may hold what parts a path.
fn is_same_part(allowed: &str, part: &str) -> bool {
    allowed == part || (is_one_part(part) && decoded(allowed) == decoded(part))
}

/// Whether every server takes it for one step down: no slash in it, and no step up or in place, however often it is decoded.
fn is_one_part(part: &str) -> bool {
    let mut bytes = part.as_bytes().to_vec();
    for _ in 0..MOST_DECODINGS {
        // Some servers cut off what follows `;` before they look at a part.
        let name = bytes.split(|byte| *byte == b';').next().unwrap_or_default();
        let parts_a_path = |byte: &u8| matches!(byte, b'/' | b'\\') || byte.is_ascii_control();
        if matches!(name, b"." | b"..") || bytes.iter().any(parts_a_path) {
            return false;
        }
        let next = decoded_bytes(&bytes);
        if next == bytes {
            return true;
        }
        bytes = next;
    }
    false
}

fn decoded(part: &str) -> Vec<u8> {
    decoded_bytes(part.as_bytes())
}

/// `%41` is `A`; what is no encoding stays.
fn decoded_bytes(bytes: &[u8]) -> Vec<u8> {
    let mut made = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((first, after)) = rest.split_first() {
        let encoded = if *first == b'%' { hex_pair(after) } else { None };
        made.push(encoded.unwrap_or(*first));
        rest = if encoded.is_some() { &after[2..] } else { after };
    }
    made
}

fn hex_pair(bytes: &[u8]) -> Option<u8> {
    let pair = bytes.get(..2).filter(|pair| pair.iter().all(u8::is_ascii_hexdigit))?;
    u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::address_covers;

    #[track_caller]
    fn check(rows: &[(&str, &str, bool)]) {
        for (allowed, url, expected) in rows {
            assert_eq!(address_covers(allowed, url), *expected, "{allowed} {url}");
        }
    }

    #[test]
    fn an_address_is_allowed_with_all_below_it() {
        check(&[
            ("https://a.example/", "https://a.example/x?y=1", true),
            ("https://a.example", "https://a.example/", true),
            ("https://a.example/x", "https://a.example/x/y", true),
            ("https://a.example/x/", "https://a.example/x", true),
            ("https://a.example/x?y=1", "https://a.example/x?y=1", true),
            ("https://a.example/x?y=1", "https://a.example/x?y=2", false),
            ("https://a.example/x?y=1", "https://a.example/x", false),
            ("https://a.example", "https://a.example.net/", false),
            ("https://a.example", "https://a.example:8443/", false),
            ("https://a.example/x", "https://a.example/xy", false),
            ("https://a.example/x/y", "https://a.example/x", false),
            ("https://a.example/x", "https://a.example/x/../y", false),
            ("https://a.example", "http://a.example/", false),
            ("", "https://a.example/", false),
            ("https:a.example", "https://a.example/", false),
            ("https://me:it@a.example", "https://a.example/", false),
        ]);
    }

    #[test]
    fn spelling_makes_no_other_address() {
        check(&[
            ("HTTPS://A.example:443/x", "https://a.example/x", true),
            ("https://a.example/caf\u{e9}", "https://a.example/caf%C3%A9/y", true),
            ("https://a.example/x", "https://a.example/%78/y", true),
            ("https://a.example/x", "https://a.example/x/a%20b", true),
            ("https://a.example/x", "https://a.example/x/100%25", true),
            ("https://a.example/x", "https://a.example/x/v1.2", true),
            ("https://a.example/x", "https://a.example/x%2e%2e/y", false),
        ]);
    }

    #[test]
    fn nothing_climbs_out_by_an_encoding() {
        for below in [
            "..%2f..%2fadmin",
            "..%2Fadmin",
            "%2e%2e%2fadmin",
            "%2e%2e/admin",
            "%2E./admin",
            "a%2fb",
            "..%5cadmin",
            "%252e%252e%252fadmin",
            "a%25252fb",
            "%252e%252e/admin",
            "..;/admin",
            "%2e%2e;v=1/admin",
            "a%00b",
            "a%0d%0ab",
        ] {
            check(&[("https://a.example/x", &format!("https://a.example/x/{below}"), false)]);
        }
    }

    #[test]
    fn what_was_allowed_by_its_very_spelling_is_allowed() {
        check(&[
            ("https://a.example/p/g%2Fp", "https://a.example/p/g%2Fp/jobs", true),
            ("https://a.example/p/g%2Fp", "https://a.example/p/g/p/jobs", false),
            ("https://a.example/p/g/p", "https://a.example/p/g%2Fp/jobs", false),
        ]);
    }
}
