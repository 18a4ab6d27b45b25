//! What the verdicts rest on: findings, graph, claims, diagrams, orders, history, evidence.

use jurat_compose::court::{CitedEvidence, CourtReport};

use super::{links, list, pairs, section, table};
use crate::{
    court::words::{self, Aliases},
    escape::{html as safe, visible},
};

/// Claims that a page shows; the worst come first, and the JSON has all.
const MOST_CLAIMS: usize = 200;

pub(super) fn findings(report: &CourtReport, aliases: &Aliases<'_>) -> String {
    let row = |row: &jurat_compose::court::SecurityRow| {
        vec![
            format!(
                "<strong>{}</strong><br><span class=\"cite\">{}, {}</span>",
                safe(&row.rule),
                words::severity(row.severity),
                words::confirmed(row.confirmed)
            ),
            format!(
                "{} ({})<br><span class=\"cite\">{}</span>",
                safe(&row.message),
                safe(&row.cwe),
                safe(&row.remediation)
            ),
            format!(
                "<code>{}</code><br><span class=\"cite\">{}</span>",
                safe(&row.pointer),
                words::exposure(row.exposure)
            ),
            links(std::slice::from_ref(&row.evidence), aliases),
        ]
    };
    let rows: Vec<Vec<String>> = report.security.iter().map(row).collect();
    let inner = if rows.is_empty() {
        "<p>No rule for code matched.</p>\n".to_owned()
    } else {
        table(&["Rule", "What", "Where", "Evidence"], &rows)
    };
    section("security", "Security Findings", &inner)
}

pub(super) fn graph(report: &CourtReport, aliases: &Aliases<'_>) -> String {
    let marks = links(report.graph.evidence.as_slice(), aliases);
    let mut inner = format!("<p>{} {marks}</p>\n", safe(&report.graph.details));
    if report.graph.found {
        inner.push_str(&pairs(&words::graph(report)));
    }
    section("graph", "Orchestration Graph", &inner)
}

pub(super) fn claims(report: &CourtReport) -> String {
    let claims = &report.claims;
    if claims.rows.is_empty() {
        return section(
            "claims",
            "Claims of the Paper",
            &format!("<p>{}</p>\n", safe(&claims.note)),
        );
    }
    let row = |row: &jurat_compose::court::ClaimRow| {
        let status = words::claim(row.status);
        vec![
            format!("<span class=\"outcome {status}\">{status}</span>"),
            format!("<code>{}</code>", safe(&row.name)),
            safe(row.path.as_deref().unwrap_or("–")),
            safe(&row.pointer),
        ]
    };
    let rows: Vec<Vec<String>> = claims.rows.iter().take(MOST_CLAIMS).map(row).collect();
    let more = match claims.rows.len().checked_sub(MOST_CLAIMS) {
        None | Some(0) => String::new(),
        Some(more) => format!("<p>{more} more are in the report's JSON.</p>\n"),
    };
    let inner = format!(
        "<p>{} {}.</p>\n{}{more}",
        words::CLAIMS,
        words::claim_counts(report),
        table(&["Status", "Claim", "File", "Said in"], &rows)
    );
    section("claims", "Claims of the Paper", &inner)
}

pub(super) fn diagrams(report: &CourtReport, aliases: &Aliases<'_>) -> String {
    if report.diagrams.is_empty() {
        return String::new();
    }
    let figure = |row: &jurat_compose::court::DiagramRow| {
        let agrees = if row.agrees { "agrees with the code" } else { "differs from the code" };
        let rows: Vec<(&str, String)> = [
            ("Shown", row.shown.join(", ")),
            ("Left out", row.left_out.join(", ")),
            ("Invented", row.invented.join(", ")),
            ("Parallel in both", words::rows(&row.parallel)),
            ("Drawn as parallel, is not", words::rows(&row.not_parallel)),
        ]
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .collect();
        format!(
            "<h3 class=\"figure\">{}: {agrees} {}</h3>\n{}",
            safe(&row.pointer),
            links(std::slice::from_ref(&row.evidence), aliases),
            pairs(&rows)
        )
    };
    let figures: String = report.diagrams.iter().map(figure).collect();
    section("diagrams", "Diagrams", &format!("<p>{}</p>\n{figures}", words::DIAGRAMS))
}

pub(super) fn orders(report: &CourtReport, aliases: &Aliases<'_>) -> String {
    if report.orders.is_empty() {
        return String::new();
    }
    let row = |row: &jurat_compose::court::OrderRow| {
        let hidden = if row.hidden { ", hidden from people" } else { "" };
        format!(
            "<bdi>“{}”</bdi> <span class=\"cite\">{}{hidden}; {}</span> {}",
            safe(&row.words),
            safe(&row.why),
            safe(&row.pointer),
            links(std::slice::from_ref(&row.evidence), aliases)
        )
    };
    let rows: Vec<String> = report.orders.iter().map(row).collect();
    let inner = format!("<p class=\"dissent\">{}</p>\n{}", words::ORDERS, list(&rows));
    section("orders", "Text That Addresses the Judge", &inner)
}

pub(super) fn history(report: &CourtReport) -> String {
    let said = report.history.as_ref().map(|history| history.words.as_str());
    let said = said.unwrap_or_else(|| words::no_history(report));
    let inner = format!("<p>{}</p>\n{}", safe(said), pairs(&words::history(report)));
    section("history", "History", &inner)
}

pub(super) fn not_assessed(report: &CourtReport) -> String {
    let rows: Vec<String> = report
        .not_assessed
        .iter()
        .map(|one| format!("<strong>{}</strong>: {}", safe(&one.what), safe(&one.why)))
        .collect();
    let inner = if rows.is_empty() {
        "<p>Everything that the rubric asks for could be assessed.</p>\n".to_owned()
    } else {
        list(&rows)
    };
    section("not-assessed", "Not Assessed", &inner)
}

pub(super) fn evidence(report: &CourtReport) -> String {
    let each = report.evidence.iter().enumerate();
    let inner: String = each.map(|(at, one)| exhibit(at, one)).collect();
    let inner =
        if inner.is_empty() { "<p>No evidence is cited.</p>\n".to_owned() } else { inner };
    section("evidence", "Evidence Appendix", &inner)
}

/// The anchor lies inside, so that whoever follows a reference finds it opened.
fn exhibit(at: usize, one: &CitedEvidence) -> String {
    let found = if one.found { "" } else { " <span class=\"cite\">(not found)</span>" };
    let by = match one.cited_by.as_slice() {
        [] => String::new(),
        by => format!(" · cited by {}", safe(&by.join(", "))),
    };
    format!(
        "<details class=\"exhibit\"><summary><span class=\"alias\">{alias}</span> \
         <code>{pointer}</code> {says}{found}</summary>\n<div id=\"e{at}\" class=\"opened\">\n\
         {snippet}<p class=\"cite\"><code>{id}</code>{by}</p>\n</div></details>\n",
        alias = safe(&one.alias),
        pointer = safe(&one.pointer),
        says = safe(&one.says),
        snippet = snippet(one),
        id = safe(one.id.as_str()),
    )
}

fn snippet(one: &CitedEvidence) -> String {
    if one.snippet.is_empty() {
        return "<p class=\"cite\">The place holds no words to show.</p>\n".to_owned();
    }
    let Some(lines) = one.location.lines else {
        return format!("<div class=\"source\">{}</div>\n", safe(&one.snippet));
    };
    let row = |(at, line): (u32, &str)| {
        let line = visible(line.strip_suffix('\r').unwrap_or(line));
        format!("<tr><th scope=\"row\">{at}</th><td>{}</td></tr>\n", safe(&line))
    };
    let rows: String = (lines.start..=u32::MAX)
        .zip(one.snippet.split('\n'))
        .map(row)
        .collect();
    format!("<div class=\"source code\"><table>\n<tbody>\n{rows}</tbody>\n</table></div>\n")
}

pub(super) fn foot(report: &CourtReport) -> String {
    let rules = report.rubric.rules.iter();
    let rules =
        rules.map(|(name, words)| format!("<code>{}</code>: {}", safe(name), safe(words)));
    let notes = report.rubric.notes.iter().map(|note| {
        format!("Note on <code>{}</code>: {}", safe(&note.at), safe(&note.message))
    });
    let rubric: Vec<String> = rules.chain(notes).collect();
    let models: Vec<String> = words::models(report).iter().map(|line| safe(line)).collect();
    let remarks: Vec<String> = report.remarks.iter().map(|line| safe(line)).collect();
    let parts = [
        ("rubric", "Rubric", rubric),
        ("models", "Models", models),
        ("remarks", "Remarks", remarks),
    ];
    parts
        .iter()
        .filter(|(_, _, items)| !items.is_empty())
        .map(|(id, title, items)| section(id, title, &list(items)))
        .collect()
}
