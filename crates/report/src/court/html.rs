//! One self-contained page without script: every reference opens the words it rests on, with
//! their line numbers.

mod criterion;
mod facts;
mod plot;

use jurat_compose::court::CourtReport;
use jurat_model::court::{EvidenceId, Remediation};

use super::{CourtFormat, words, words::Aliases};
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
    let aliases = Aliases::of(report);
    [
        head(report),
        "<main id=\"main\">\n".to_owned(),
        summary(report),
        criterion::overview(report),
        criterion::breakdown(report, &aliases),
        plan(report),
        section(
            "synthesis",
            "Synthesis",
            &format!("<p>{}</p>\n", safe(&report.audit.synthesis_narrative)),
        ),
        facts::findings(report, &aliases),
        facts::graph(report, &aliases),
        facts::claims(report),
        facts::diagrams(report, &aliases),
        facts::orders(report, &aliases),
        facts::history(report),
        facts::not_assessed(report),
        facts::evidence(report),
        facts::foot(report),
        "</main>\n".to_owned(),
        format!("<footer><div><p>{}</p></div></footer>\n", safe(&report.disclaimer)),
    ]
    .concat()
}

fn head(report: &CourtReport) -> String {
    let overall = &report.audit.overall;
    let total = words::total(report).map(|total| format!(" {total}"));
    let repository = report.submission.repository.as_ref();
    let commit = repository.and_then(|one| one.commit.as_deref());
    let commit = commit.map(|id| format!("Commit {}", id.get(..12).unwrap_or(id)));
    let paper = report
        .submission
        .paper
        .as_ref()
        .map(|one| format!("Paper {}", one.name));
    let day = report.as_of.as_ref().map(|day| format!("As of {day}"));
    let facts: Vec<String> = [commit, paper, day]
        .iter()
        .flatten()
        .map(|fact| format!("<li>{}</li>", safe(fact)))
        .collect();
    format!(
        "<a class=\"skip\" href=\"#main\">To the summary</a>\n<header><div>\n\
         <p class=\"kicker\">{}</p>\n<h1>{}</h1>\n\
         <ul class=\"facts\"><li class=\"result\">{}{}</li>{}</ul>\n</div></header>\n",
        words::TITLE,
        safe(&words::subject(report)),
        words::verdict(overall.verdict),
        total.unwrap_or_default(),
        facts.concat(),
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

/// References that open their evidence.
fn links(ids: &[EvidenceId], aliases: &Aliases<'_>) -> String {
    let link = |id: &EvidenceId| match aliases.get(id) {
        Some((at, alias)) => format!("<a class=\"mark\" href=\"#e{at}\">{}</a>", safe(alias)),
        None => format!("<code>{}</code>", safe(id.as_str())),
    };
    let links: Vec<String> = ids.iter().map(link).collect();
    links.join(" ")
}

fn summary(report: &CourtReport) -> String {
    let inner = format!(
        "<p class=\"message\">{}</p>\n{}",
        safe(&report.audit.executive_summary),
        pairs(&words::facts(report))
    );
    section("summary", "Executive Summary", &inner)
}

fn plan(report: &CourtReport) -> String {
    let entry = |entry: &Remediation| {
        let results = &report.audit.criterion_breakdown;
        let result = results.iter().find(|one| one.criterion_id == entry.criterion_id);
        let name = result.map_or(entry.criterion_id.as_str(), |one| one.name.as_str());
        let chip = result.map_or_else(String::new, |one| criterion::chip(one.verdict));
        let steps: Vec<String> = entry
            .steps
            .iter()
            .chain(&entry.recommended)
            .map(|words| safe(words))
            .collect();
        let files: Vec<String> = entry
            .files
            .iter()
            .map(|place| format!("<code>{}</code>", safe(&words::place(place))))
            .collect();
        let files = match files.as_slice() {
            [] => String::new(),
            files => format!("<dt>Files</dt><dd>{}</dd>\n", files.join("<br>")),
        };
        let hint = match entry.architecture_hint.as_str() {
            "" => String::new(),
            hint => format!("<dt>What good looks like</dt><dd>{}</dd>\n", safe(hint)),
        };
        let rows = format!("{files}{hint}");
        let rows = if rows.is_empty() { rows } else { format!("<dl>\n{rows}</dl>\n") };
        format!(
            "<li><div class=\"head\"><h3>{}</h3>{chip}</div>\n{}{rows}</li>\n",
            safe(name),
            list(&steps)
        )
    };
    let entries: String = report.audit.remediation_plan.iter().map(entry).collect();
    let inner = if entries.is_empty() {
        "<p>Nothing is to be done.</p>\n".to_owned()
    } else {
        format!("<ol class=\"plan\">\n{entries}</ol>\n")
    };
    section("plan", "Remediation Plan", &inner)
}
