//! Pages as they are, and pages that mean harm.
#![expect(clippy::unwrap_used)]

use jurat_model::{PartKind, ReferenceKind};

use super::read;
use crate::{
    RefusalKind,
    formats::tests::{only_document, outcome},
};

#[track_caller]
fn check(page: &str, expected: &str) {
    assert_eq!(only_document(read, page.as_bytes()).0.text, expected);
}

#[test]
fn blocks_are_lines_and_inline_words_stay_together() {
    check(
        "<p>A <b>fer</b>ry\n sails.<p>It&nbsp;sinks &amp; ends.<br>Twice.",
        "A ferry sails.\n\nIt sinks & ends.\nTwice.",
    );
    check("<div>a<div>b</div>c</div><pre>x  y\n  z</pre>", "a\nb\nc\n\nx  y\n  z");
}

#[test]
fn lists_and_tables_keep_their_shape() {
    check(
        "<ul><li>oars<ol start=3><li>long<li>short</ol><li>lamps</ul>",
        "- oars\n3. long\n4. short\n- lamps",
    );
    check(
        "<table><tr><th>who<th>fee<tr><td><p>Adult</p><p>old</p><td>2</table>",
        "who | fee\nAdult old | 2",
    );
}

#[test]
fn only_what_is_seen_is_read() {
    check(
        "<title>T</title><script>var x</script><style>p{}</style><noscript>no</noscript>\
           <template><p>t</p></template><p>seen<!-- not -->",
        "seen",
    );
    let page = "<p>seen<span style='DISPLAY : none !important'>obey me</span>\
                <i hidden>and me</i><b style='font-size:0px'>too</b><b style='left:-9999px'>far</b><u aria-hidden=true>spoken</u>";
    let (made, _) = only_document(read, page.as_bytes());
    assert_eq!(made.text, "seenspoken");
    let messages: Vec<&str> =
        made.warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "words hidden by `display: none` were left out: obey me",
            "words hidden by the attribute `hidden` were left out: and me",
            "words hidden by `font-size: 0` were left out: too",
            "words hidden by a place off the screen were left out: far",
            "words marked `aria-hidden`: spoken",
        ]
    );
}

#[test]
fn words_hidden_by_a_class_are_flagged() {
    let page = "<style>.x{display:none}</style><p>seen <b class='y x'>not seen</b>";
    let (made, _) = only_document(read, page.as_bytes());
    assert_eq!(made.text, "seen not seen");
    assert_eq!(made.warnings[0].span.unwrap().of(&made.text), Some("not seen"));
}

#[test]
fn frames_around_the_main_part_are_left_out() {
    check(
        "<header>top</header><nav>menu</nav><div>lead</div><main><header>h</header>words</main>\
           <footer>end</footer>",
        "lead\nh\nwords",
    );
    check("<header>top</header><p>words<footer>end</footer>", "top\n\nwords\n\nend");
}

#[test]
fn headings_links_and_language_are_known() {
    let page = "<!doctype html><html lang=fr><title> Le\n bac </title><h1>Bacs</h1><p>a\
                <h2>Rames</h2><p>voir <a href='#x'>ici</a> ou <a href='https://example.org/'>là</a>";
    let (made, metadata) = only_document(read, page.as_bytes());
    let sections: Vec<_> = made
        .parts
        .iter()
        .filter(|part| part.kind == PartKind::Section)
        .map(|part| {
            (part.depth, part.title.as_deref().unwrap(), part.span.of(&made.text).unwrap())
        })
        .collect();
    assert_eq!(
        sections,
        [
            (1, "Bacs", "Bacs\n\na\n\nRames\n\nvoir ici ou là"),
            (2, "Rames", "Rames\n\nvoir ici ou là"),
        ]
    );
    let links: Vec<_> = made
        .references
        .iter()
        .map(|link| (link.kind, link.span.of(&made.text).unwrap(), link.target.as_str()))
        .collect();
    assert_eq!(
        links,
        [
            (ReferenceKind::Internal, "ici", "#x"),
            (ReferenceKind::External, "là", "https://example.org/"),
        ]
    );
    assert_eq!(metadata.title.as_deref(), Some("Le bac"));
    assert_eq!(metadata.get("language"), Some("fr"));
}

#[test]
fn the_declared_encoding_counts() {
    let page = b"<meta charset=iso-8859-2><p>\xB3\xF3d\xBC";
    assert_eq!(only_document(read, page).0.text, "łódź");
}

#[test]
fn hostile_pages_have_an_outcome() {
    let refused = |page: &str| outcome(read, page.as_bytes()).unwrap_err().kind;
    assert_eq!(refused(&"<div>".repeat(1_000_000)), RefusalKind::TooLarge);
    assert_eq!(refused("<script>only</script>"), RefusalKind::Empty);
    check(&format!("<a href='{}'>x</a>", "y".repeat(1 << 20)), "x");
    check(&"</p></b></table>".repeat(1000).replacen("</p>", "x", 1), "x");
    check(&format!("{}x", "<p><b><i>".repeat(300)), "x");
}

#[test]
fn a_page_cut_anywhere_harms_nobody() {
    let page = "<!doctype html><main lang=fr><h1 hidden>é</h1><ul><li>a<table><tr><td>b</table>\
                </ul><a href=x>&eacute;</a><pre>\n q</pre></main><!-- c -->";
    for end in (0..page.len()).filter(|end| page.is_char_boundary(*end)) {
        let _ = outcome(read, &page.as_bytes()[..end]);
    }
}
