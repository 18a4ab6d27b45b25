//! A report of which every text is hostile: it is shown in every format, and never obeyed.

use jurat_digital_courtroom::formats::DIFF_FORMATS;
use jurat_digital_courtroom::report::{CourtReport, compare};
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value as Json;

use crate::{render, sample, sarif, text, wellformed};

const HOSTILE: &str = "</title><script>alert(1)</script>\" onload='x' | `a` ```\n\n# Fake\n- [x](javascript:alert(1)) \
    ![y](https://evil.example/p.png) \u{1b}[31m\u{202e}gnp\u{2066}.exe\u{0} #eval(1) $x$ *b* \\ {0} {{1}} \
    https://evil.example www.evil.example @someone <img src=x> &lt; [r]: https://evil.example [r] [^1] [[w]] `c|d` \r\n    code\t<!-- ]]> -->\u{e000}渡";

/// Every text of a value that may be any text, made hostile.
fn poison(json: &mut Json, key: &str) {
    match json {
        Json::String(text) if !is_closed(key, text) => HOSTILE.clone_into(text),
        Json::Array(items) => items.iter_mut().for_each(|item| poison(item, key)),
        Json::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                poison(field, name);
            }
        }
        _ => {}
    }
}

/// Whether only certain words can stand there: hashes, and the names of choices.
fn is_closed(key: &str, text: &str) -> bool {
    let choices = [
        "verdict",
        "outcome",
        "severity",
        "exposure",
        "status",
        "sort",
        "level",
        "aspect",
        "judge",
        "artifact",
        "progression",
        "is",
        "done_by",
        "recommended_by",
    ];
    let hashes = ["hash", "source", "rendition", "snippet"];
    let is_hash = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_edge = key == "kind" && ["plain", "conditional", "send"].contains(&text);
    choices.contains(&key) || is_edge || hashes.contains(&key) && is_hash
}

fn hostile() -> CourtReport {
    let mut json = serde_json::to_value(sample::case().report()).unwrap();
    poison(&mut json, "");
    let mut report: CourtReport = serde_json::from_value(json).unwrap();
    // Ids stay apart, as ids are; the same text would make one of them.
    report.rubric.rules.insert(HOSTILE.to_owned(), HOSTILE.to_owned());
    report
}

#[test]
fn the_poison_is_everywhere() {
    let report = hostile();
    assert_eq!(report.audit.executive_summary, HOSTILE);
    assert_eq!(report.audit.criterion_breakdown[1].opinions[0].argument, HOSTILE);
    assert_eq!(report.evidence[0].pointer, HOSTILE);
    assert_eq!(report.findings[0].fingerprint, HOSTILE);
}

/// Nothing that hides, turns or commands is left in a text.
#[track_caller]
fn is_plain(text: &str) {
    let bad = |c: &char| {
        c.is_control() && *c != '\n'
            || ('\u{202a}'..='\u{202e}').contains(c)
            || ('\u{2066}'..='\u{2069}').contains(c)
    };
    assert_eq!(text.chars().find(bad), None);
}

#[test]
fn a_page_stays_well_formed() {
    let honest = wellformed::html(&text(&sample::case().report(), "html"));
    let page = text(&hostile(), "html");
    // A tab or a return within a line is white space to a page.
    is_plain(&page.replace(['\t', '\r'], " "));
    let count = wellformed::html(&page);
    assert!(honest / 2 < count, "{count} of {honest}");
    assert!(!page.contains("href=\"http"), "an address that loads");
}

#[test]
fn markdown_shows_what_it_holds() {
    let page = text(&hostile(), "markdown");
    is_plain(&page);
    let mut headings = 0;
    for event in Parser::new_ext(&page, Options::all()) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                // No heading of a hostile name is led to, only the section around it.
                let known = ["#evidence-appendix", "#criterion-breakdown", "#not-assessed"];
                assert!(known.contains(&&*dest_url), "{dest_url}");
            }
            Event::Html(words) | Event::InlineHtml(words) => assert_eq!(&*words, ""),
            Event::Start(Tag::Image { .. }) => unreachable!("an image"),
            Event::Start(Tag::Heading { .. }) => headings += 1,
            Event::InlineMath(_) | Event::DisplayMath(_) | Event::FootnoteReference(_) => {
                unreachable!("{event:?}")
            }
            _ => {}
        }
    }
    // Ids that are all the same are one criterion and one exhibit: fewer headings, never more.
    let honest = text(&sample::case().report(), "markdown");
    let parts = |page: &str| page.lines().filter(|line| line.starts_with("## ")).count();
    assert_eq!(parts(&page), parts(&honest));
    assert!(headings <= count_headings(&honest));
}

fn count_headings(page: &str) -> usize {
    Parser::new_ext(page, Options::all())
        .filter(|event| matches!(event, Event::Start(Tag::Heading { .. })))
        .count()
}

#[test]
fn paper_is_set() {
    assert!(render(&hostile(), "pdf").starts_with(b"%PDF"));
}

#[test]
fn sarif_stays_of_its_format() {
    // Fingerprints and rules are ours; a report that was tampered with shows them as they are.
    let mut report = hostile();
    for (at, one) in report.findings.iter_mut().enumerate() {
        one.fingerprint = format!("{at:032}");
    }
    let written = text(&report, "sarif");
    is_plain(&written);
    sarif::check(&serde_json::from_str(&written).unwrap());
}

#[test]
fn a_badge_holds_no_text_of_the_submission() {
    let mut report = hostile();
    report.audit.overall = sample::case().overall;
    assert_eq!(text(&report, "badge"), text(&sample::case().report(), "badge"));
}

#[test]
fn a_comparison_is_shown_in_lines() {
    let diff = compare(&sample::case().report(), &hostile());
    for one in DIFF_FORMATS.iter().filter(|one| one.name != "json") {
        let page = String::from_utf8((one.render)(&diff).unwrap()).unwrap();
        is_plain(&page);
        assert!(!page.contains("\n# Fake") && !page.contains("\n- \\[x"), "{}", one.name);
    }
}
