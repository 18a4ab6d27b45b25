//! Addresses (URLs) in texts, and whether a source or the allowlist has them.

use std::{collections::BTreeSet, ops::Range};

use super::{AuditPolicy, AuditSubject, AuditedHit};

/// Where addresses stand in a text: `https://…`, `http://…` and `www.…`, without the marks that end
/// a sentence.
pub(crate) fn found(text: &str) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let mut from = 0;
    while let Some(start) = next(text, from) {
        let rest = &text[start..];
        let len = rest
            .find(|c: char| {
                c.is_whitespace() || matches!(c, '<' | '>' | '"' | '“' | '”' | '`' | '|')
            })
            .unwrap_or(rest.len());
        let end = start + trimmed(&rest[..len]).len();
        from = end.max(start + 4);
        if start + 7 < end {
            all.push(start..end);
        }
    }
    all
}

fn next(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let starts = ["http://", "https://", "www."];
    starts
        .iter()
        .filter_map(|start| rest.find(start))
        .min()
        .map(|at| from + at)
}

/// Without marks at its end; a closing bracket belongs to it only if it opened within.
fn trimmed(url: &str) -> &str {
    let mut url = url;
    loop {
        let cut =
            url.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_', ']', '}']);
        let unopened =
            cut.ends_with(')') && cut.matches(')').count() > cut.matches('(').count();
        let next = if unopened { &cut[..cut.len() - 1] } else { cut };
        if next.len() == url.len() {
            return url;
        }
        url = next;
    }
}

/// Whether a source has this address, a source's text holds it, or the policy allows it.
pub(crate) fn is_known(url: &str, subject: &AuditSubject, policy: &AuditPolicy) -> bool {
    let wanted = normal(url);
    let same = |other: &String| normal(other) == wanted;
    policy.allowlist.urls.iter().any(same)
        || policy.allowlist.hosts.iter().any(|one| is_under(host(wanted), one))
        || subject.hit_addresses().contains(wanted)
}

/// The addresses of the sources and those in their texts, in normal form.
pub(super) fn of_hits(hits: &[AuditedHit]) -> BTreeSet<Box<str>> {
    let mut all = BTreeSet::new();
    for hit in hits {
        all.extend(hit.url.as_deref().map(normal).map(Box::from));
        all.extend(
            found(&hit.text)
                .into_iter()
                .map(|range| Box::from(normal(&hit.text[range]))),
        );
    }
    all
}

/// An address without scheme, `www.`, and final slash.
pub(crate) fn normal(url: &str) -> &str {
    let url = url.trim();
    let url = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))
        .unwrap_or(url);
    let url = url.strip_prefix("www.").unwrap_or(url);
    url.trim_end_matches('/')
}

fn host(normal: &str) -> &str {
    let end = normal.find(['/', '?', '#', ':']).unwrap_or(normal.len());
    &normal[..end]
}

fn is_under(host: &str, allowed: &str) -> bool {
    let (host, allowed) =
        (host.to_ascii_lowercase(), self::normal(allowed).to_ascii_lowercase());
    host == allowed
        || host
            .strip_suffix(allowed.as_str())
            .is_some_and(|head| head.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::found;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let all: Vec<&str> = found(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(all, expected);
    }

    #[test]
    fn addresses_end_before_the_full_stop() {
        check("Ver https://lei.example/a#art49.", &["https://lei.example/a#art49"]);
        check("(see www.example.org/x)", &["www.example.org/x"]);
        check("[x](https://e.example/a_(b))", &["https://e.example/a_(b)"]);
        check("http:// and www.", &[]);
    }
}
