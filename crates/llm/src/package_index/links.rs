//! Finds the address of one file on the page of a package.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

/// An anchor up to its address, which may stand in either quotes or in none; what other attributes hold in quotes is
/// passed over.
static ANCHOR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let text = r#"(?is)<a(?:\s(?:[^>"']|"[^"]*"|'[^']*')*?)?\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))"#;
    Regex::new(text).ok()
});

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
    let anchors = ANCHOR.as_ref()?.captures_iter(&page);
    let hrefs = anchors.filter_map(|anchor| anchor.iter().skip(1).flatten().next());
    let named = hrefs.map(|href| href.as_str()).find(|href| is_named(href, file));
    named.map(|href| href.replace("&amp;", "&"))
}

fn is_named(href: &str, file: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    path.rsplit('/').next() == Some(file)
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
