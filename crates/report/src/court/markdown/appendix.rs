//! What the verdicts rest on: facts, findings, evidence with pointers, limits.

use jurat_compose::court::{CitedEvidence, CourtReport};

use super::{
    criterion::links,
    page::{Page, code},
};
use crate::{
    court::words::{self, Aliases},
    escape::markdown as safe,
};

/// Claims that a page shows; the worst come first, and the JSON has all.
const MOST_CLAIMS: usize = 200;

pub(super) fn facts(page: &mut Page, report: &CourtReport, aliases: &Aliases<'_>) {
    security(page, report, aliases);
    page.say("## Orchestration Graph");
    page.say(&safe(&report.graph.details));
    if report.graph.found {
        pairs(page, &words::graph(report));
    }
    claims(page, report);
    diagrams(page, report);
    orders(page, report, aliases);
    page.say("## History");
    match &report.history {
        Some(history) => page.say(&safe(&history.words)),
        None => page.say(words::no_history(report)),
    }
    pairs(page, &words::history(report));
    not_assessed(page, report);
}

fn pairs(page: &mut Page, rows: &[(&str, String)]) {
    for (name, value) in rows {
        page.item(&format!("{}: {}", safe(name), safe(value)));
    }
    if !rows.is_empty() {
        page.end();
    }
}

fn security(page: &mut Page, report: &CourtReport, aliases: &Aliases<'_>) {
    page.say("## Security Findings");
    if report.security.is_empty() {
        page.say("No rule for code matched.");
        return;
    }
    let rows = report.security.iter().map(|row| {
        vec![
            safe(&row.rule),
            format!("{}, {}", words::severity(row.severity), words::confirmed(row.confirmed)),
            format!("{} ({})", safe(&row.message), safe(&row.cwe)),
            format!("{}, {}", safe(&row.pointer), words::exposure(row.exposure)),
            links(std::slice::from_ref(&row.evidence), aliases),
        ]
    });
    page.table(&["Rule", "Severity", "What", "Where", "Evidence"], rows.collect());
}

fn claims(page: &mut Page, report: &CourtReport) {
    page.say("## Claims of the Paper");
    if report.claims.rows.is_empty() {
        page.say(&safe(&report.claims.note));
        return;
    }
    page.say(&format!("{} {}.", words::CLAIMS, words::claim_counts(report)));
    let rows = report.claims.rows.iter().take(MOST_CLAIMS).map(|row| {
        vec![
            words::claim(row.status).to_owned(),
            safe(&row.name),
            safe(row.path.as_deref().unwrap_or("–")),
            safe(&row.pointer),
        ]
    });
    page.table(&["Status", "Claim", "File", "Said in"], rows.collect());
    if MOST_CLAIMS < report.claims.rows.len() {
        let more = report.claims.rows.len() - MOST_CLAIMS;
        page.say(&format!("{more} more are in the report's JSON."));
    }
}

fn diagrams(page: &mut Page, report: &CourtReport) {
    if report.diagrams.is_empty() {
        return;
    }
    page.say("## Diagrams");
    page.say(words::DIAGRAMS);
    let rows = report.diagrams.iter().map(|row| {
        vec![
            safe(&row.pointer),
            words::yes(row.agrees).to_owned(),
            safe(&row.shown.join(", ")),
            safe(&row.left_out.join(", ")),
            safe(&row.invented.join(", ")),
            safe(&words::rows(&row.not_parallel)),
        ]
    });
    let head =
        ["Figure", "Agrees", "Shown", "Left out", "Invented", "Drawn as parallel, is not"];
    page.table(&head, rows.collect());
}

fn orders(page: &mut Page, report: &CourtReport, aliases: &Aliases<'_>) {
    if report.orders.is_empty() {
        return;
    }
    page.say("## Text That Addresses the Judge");
    page.say(words::ORDERS);
    for row in &report.orders {
        let hidden = if row.hidden { ", hidden from people" } else { "" };
        page.item(&format!(
            "“{}” ({}{hidden}; {}; {})",
            safe(&row.words),
            safe(&row.why),
            safe(&row.pointer),
            links(std::slice::from_ref(&row.evidence), aliases)
        ));
    }
    page.end();
}

fn not_assessed(page: &mut Page, report: &CourtReport) {
    page.say("## Not Assessed");
    if report.not_assessed.is_empty() {
        page.say("Everything that the rubric asks for could be assessed.");
        return;
    }
    for one in &report.not_assessed {
        page.item(&format!("{}: {}", safe(&one.what), safe(&one.why)));
    }
    page.end();
}

pub(super) fn evidence(page: &mut Page, report: &CourtReport) {
    page.say("## Evidence Appendix");
    if report.evidence.is_empty() {
        page.say("No evidence is cited.");
    }
    for one in &report.evidence {
        exhibit(page, one);
    }
}

fn exhibit(page: &mut Page, one: &CitedEvidence) {
    page.say(&format!("### {}", safe(&one.alias)));
    let pointer = code(&one.pointer);
    let found = if one.found { "" } else { " (not found)" };
    page.say(&format!("{pointer} {}{found} {}", safe(&one.says), code(one.id.as_str())));
    if !one.snippet.is_empty() {
        page.lines(&one.snippet, one.location.lines.map(|lines| lines.start));
    }
}

pub(super) fn foot(page: &mut Page, report: &CourtReport) {
    if !report.rubric.rules.is_empty() || !report.rubric.notes.is_empty() {
        page.say("## Rubric");
        for (name, words) in &report.rubric.rules {
            page.item(&format!("{}: {}", safe(name), safe(words)));
        }
        for note in &report.rubric.notes {
            page.item(&format!("Note on {}: {}", safe(&note.at), safe(&note.message)));
        }
        page.end();
    }
    listed(page, "## Models", &words::models(report));
    listed(page, "## Remarks", &report.remarks);
    page.say("## Disclaimer");
    page.say(&safe(&report.disclaimer));
}

fn listed(page: &mut Page, title: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    page.say(title);
    for item in items {
        page.item(&safe(item));
    }
    page.end();
}
