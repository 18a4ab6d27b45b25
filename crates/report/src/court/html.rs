//! One self-contained page without script: every reference opens the words it rests on, with
//! their line numbers.

mod criterion;
mod facts;
mod plan;
mod plot;

use jurat_compose::court::CourtReport;
use jurat_model::court::EvidenceId;

use super::{
    CourtFormat,
    exhibits::{Exhibits, Medium, Piece},
    pick, words,
};
use crate::{RenderError, escape::html as safe};

pub(super) const FORMAT: CourtFormat = CourtFormat {
    name: "html",
    extension: "html",
    media: "text/html; charset=utf-8",
    render,
};

/// The look that all reports share, and what a court adds to it.
const STYLE: &str = include_str!("../formats/html/page.css");
const COURT_STYLE: &str = include_str!("html/court.css");

/// Nothing may be loaded, run, sent or framed; only our own style applies.
const SECURITY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

#[expect(clippy::unnecessary_wraps, reason = "formats that can fail have the same form")]
fn render(report: &CourtReport) -> Result<Vec<u8>, RenderError> {
    let subject = safe(&words::subject(report));
    let body = body(report);
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{SECURITY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>{}: {subject}</title>\n<style>\n{STYLE}{COURT_STYLE}</style>\n</head>\n\
         <body>\n{body}</body>\n</html>\n",
        words::TITLE
    );
    Ok(page.into_bytes())
}

fn body(report: &CourtReport) -> String {
    let exhibits = Exhibits::of(report, Medium::Screen);
    [
        head(report),
        "<main id=\"main\">\n".to_owned(),
        summary(report),
        criterion::breakdown(report, &exhibits),
        plan::plan(report),
        section(
            "synthesis",
            "Synthesis",
            &format!("<p>{}</p>\n", safe(&report.audit.synthesis_narrative)),
        ),
        facts::findings(report, &exhibits),
        facts::graph(report, &exhibits),
        facts::claims(report),
        facts::diagrams(report, &exhibits),
        facts::orders(report, &exhibits),
        facts::history(report, &exhibits),
        facts::evidence(&exhibits),
        facts::foot(report),
        "</main>\n".to_owned(),
        format!("<footer><div><p>{}</p></div></footer>\n", safe(&report.disclaimer)),
    ]
    .concat()
}

fn head(report: &CourtReport) -> String {
    let overall = &report.audit.overall;
    let total = words::total(report).map(|total| format!(" {total}"));
    let facts: Vec<String> = words::head(report)
        .iter()
        .map(|fact| format!("<li>{}</li>", safe(fact)))
        .collect();
    let facts = facts.concat();
    format!(
        "<a class=\"skip\" href=\"#main\">To the summary</a>\n<header><div>\n\
         <p class=\"kicker\">{}</p>\n<h1>{}</h1>\n\
         <ul class=\"facts\"><li class=\"result\">{}{}</li>{facts}</ul>\n</div></header>\n",
        words::TITLE,
        safe(&words::subject(report)),
        words::verdict(overall.verdict),
        total.unwrap_or_default(),
    )
}

fn section(id: &str, title: &str, inner: &str) -> String {
    format!(
        "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n{inner}</section>\n"
    )
}

/// Names and values.
fn pairs(rows: &[(&str, String)]) -> String {
    let rows: Vec<String> = rows
        .iter()
        .map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>\n", safe(name), safe(value)))
        .collect();
    if rows.is_empty() { String::new() } else { format!("<dl>\n{}</dl>\n", rows.concat()) }
}

/// A list; nothing where it is empty. Items are safe already.
fn list(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("<li>{item}</li>\n")).collect();
    if items.is_empty() { String::new() } else { format!("<ul>\n{}</ul>\n", items.concat()) }
}

/// A table whose cells are safe already.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let head: Vec<String> = head
        .iter()
        .map(|cell| format!("<th scope=\"col\">{cell}</th>"))
        .collect();
    let row = |cells: &Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr>{}</tr>\n", cells.concat())
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{rows}</tbody>\n\
         </table></div>\n",
        head.concat()
    )
}

/// The first few references of a cell, each of which opens its evidence.
fn links(ids: &[EvidenceId], exhibits: &Exhibits<'_>) -> String {
    let (shown, left) = pick::marks(ids);
    let links: Vec<String> = shown.iter().map(|id| link(id.as_str(), exhibits)).collect();
    match left {
        0 => links.join(" "),
        left => format!("{} <span class=\"cite\">and {left} more</span>", links.join(" ")),
    }
}

fn link(name: &str, exhibits: &Exhibits<'_>) -> String {
    match exhibits.get(name) {
        Some((at, alias)) => format!("<a class=\"mark\" href=\"#e{at}\">{}</a>", safe(alias)),
        None => format!("<code>{}</code>", safe(name)),
    }
}

/// A text in which references open their evidence.
fn with_links(text: &str, exhibits: &Exhibits<'_>) -> String {
    let piece = |piece: Piece<'_>| match piece {
        Piece::Words(words) => prose(words),
        Piece::Marks(names) => {
            let links: Vec<String> = names.iter().map(|name| link(name, exhibits)).collect();
            links.join(" ")
        }
    };
    exhibits.pieces(text).into_iter().map(piece).collect()
}

/// Words in which what stands between backticks is code, where every backtick has its twin.
fn prose(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return safe(text);
    }
    let part = |(at, part): (usize, &&str)| match at % 2 {
        0 => safe(part),
        _ => format!("<code>{}</code>", safe(part)),
    };
    parts.iter().enumerate().map(part).collect()
}

fn summary(report: &CourtReport) -> String {
    let inner = format!(
        "<p class=\"message\">{}</p>\n{}{}",
        safe(&report.audit.executive_summary),
        criterion::overview(report),
        plan::first(report)
    );
    section("summary", "Executive Summary", &inner)
}
