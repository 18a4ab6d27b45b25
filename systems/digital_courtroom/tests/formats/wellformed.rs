//! Whether a page is well-formed: every element closed in order, nothing but our own elements.

/// Elements that have no end.
const VOID: &[&str] = &["meta", "br", "path", "circle", "rect"];

/// Elements that pages are made of.
const KNOWN: &[&str] = &[
    "a",
    "article",
    "bdi",
    "body",
    "br",
    "circle",
    "code",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "head",
    "header",
    "html",
    "li",
    "main",
    "meta",
    "ol",
    "p",
    "path",
    "rect",
    "section",
    "span",
    "strong",
    "style",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "text",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
];

/// Names of all elements in order, once each is known to be closed.
#[track_caller]
pub(crate) fn html(page: &str) -> usize {
    let body = page.strip_prefix("<!doctype html>\n").unwrap();
    walk(body, |name| assert!(KNOWN.contains(&name), "<{name}>"))
}

#[track_caller]
pub(crate) fn xml(page: &str) {
    assert!(0 < walk(page, |_| {}));
}

#[track_caller]
fn walk(page: &str, each: impl Fn(&str)) -> usize {
    let (mut open, mut count, mut rest) = (Vec::new(), 0, page);
    while let Some(at) = rest.find('<') {
        let end = at + rest[at..].find('>').unwrap();
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        assert!(!tag.contains('<'), "<{tag}>");
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        each(name);
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "</{name}>");
        } else if name == "style" {
            // Its words are ours.
            rest = &rest[rest.find("</style>").unwrap()..];
            open.push(name);
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        count += 1;
    }
    assert!(open.is_empty(), "{open:?}");
    count
}
