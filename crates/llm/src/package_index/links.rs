//! Finds the address of one file on the page of a package.

use serde::Deserialize;

#[derive(Deserialize)]
struct PackageIndexPage {
    files: Vec<PackageFileRow>,
}

#[derive(Deserialize)]
struct PackageFileRow {
    filename: String,
    url: String,
}

pub(super) fn in_json(body: &[u8], file: &str) -> Option<String> {
    let page: PackageIndexPage = serde_json::from_slice(body).ok()?;
    let listed = page.files.into_iter().find(|listed| listed.filename == file)?;
    Some(listed.url)
}

/// In HTML: the first anchor whose address ends in the file's name.
pub(super) fn in_page(body: &[u8], file: &str) -> Option<String> {
    let page = String::from_utf8_lossy(body);
    let mut rest = &*page;
    while let Some((_, tag)) = rest.split_once('<') {
        rest = tag;
        let Some(inner) = anchor(tag) else { continue };
        let (href, after) = href(inner);
        rest = after;
        let found = href.filter(|href| is_named(href, file));
        if let Some(href) = found {
            return Some(href.replace("&amp;", "&"));
        }
    }
    None
}

fn is_named(href: &str, file: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    path.rsplit('/').next() == Some(file)
}

/// What follows the name of an anchor.
fn anchor(tag: &str) -> Option<&str> {
    let inner = tag.strip_prefix(['a', 'A'])?;
    inner.starts_with(|c: char| c.is_ascii_whitespace()).then_some(inner)
}

/// The address of an anchor, and what comes after the tag.
fn href(mut rest: &str) -> (Option<&str>, &str) {
    let mut found = None;
    loop {
        rest = rest.trim_start();
        let end = rest.find(|c: char| c == '=' || c == '>' || c.is_ascii_whitespace());
        let Some(end) = end else { return (found, "") };
        let name = &rest[..end];
        rest = rest[end..].trim_start();
        if let Some(after) = rest.strip_prefix('>') {
            return (found, after);
        }
        let Some(after) = rest.strip_prefix('=') else { continue };
        let (value, after) = value(after.trim_start());
        if name.eq_ignore_ascii_case("href") {
            found = found.or(Some(value));
        }
        rest = after;
    }
}

fn value(rest: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(inner) = rest.strip_prefix(quote) {
            return inner.split_once(quote).unwrap_or((inner, ""));
        }
    }
    let end = rest.find(|c: char| c == '>' || c.is_ascii_whitespace());
    rest.split_at(end.unwrap_or(rest.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(page: &str, expected: Option<&str>) {
        assert_eq!(in_page(page.as_bytes(), "plum-1.whl").as_deref(), expected);
    }

    #[test]
    fn an_anchor_is_found_however_it_is_written() {
        check("<a href=\"/f/plum-1.whl#sha256=0\">x</a>", Some("/f/plum-1.whl#sha256=0"));
        check("<p>\n<A data-x='a>b' HREF = 'plum-1.whl'>", Some("plum-1.whl"));
        check("<a href=../f/plum-1.whl>x</a>", Some("../f/plum-1.whl"));
        check("<a href=\"plum-1.whl?a=1&amp;b=2\">", Some("plum-1.whl?a=1&b=2"));
    }

    #[test]
    fn other_files_and_broken_pages_are_passed_over() {
        check("<a href=\"plum-2.whl\"></a><abbr href=\"plum-1.whl\">", None);
        check("<a href=\"plum-1.whl.metadata\">", None);
        check("<a href", None);
        check("<a href=\"plum-1", None);
        check("<a", None);
        check("", None);
    }

    #[test]
    fn json_is_read_too() {
        let page = br#"{"files": [{"filename": "plum-1.whl", "url": "../p", "x": 1}]}"#;
        assert_eq!(in_json(page, "plum-1.whl").as_deref(), Some("../p"));
        assert_eq!(in_json(page, "plum-2.whl"), None);
        assert_eq!(in_json(b"{", "plum-1.whl"), None);
    }
}
