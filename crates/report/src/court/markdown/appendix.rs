//! What the verdicts rest on: facts, findings, evidence with pointers, limits.

use jurat_compose::court::{CitedEvidence, ClaimRow, CourtReport};
use jurat_model::court::EvidenceId;

use super::{
    criterion::few_links,
    page::{Page, code},
};
use crate::{
    court::{exhibits::Exhibits, pick, words},
    escape::markdown as safe,
};

pub(super) fn facts(page: &mut Page, report: &CourtReport, exhibits: &Exhibits<'_>) {
    security(page, report, exhibits);
    page.say("## Orchestration Graph");
    let graph = few_links(report.graph.evidence.as_slice(), exhibits);
    page.say(format!("{} {graph}", safe(&report.graph.details)).trim_end());
    if report.graph.found {
        pairs(page, &words::graph(report));
    }
    claims(page, report);
    diagrams(page, report, exhibits);
    orders(page, report, exhibits);
    page.say("## History");
    match &report.history {
        Some(history) => {
            let mark = one_link(&history.evidence, exhibits);
            page.say(&format!("{} {mark}", safe(&history.words)));
        }
        None => page.say(words::no_history(report)),
    }
    pairs(page, &words::history(report));
}

fn one_link(id: &EvidenceId, exhibits: &Exhibits<'_>) -> String {
    few_links(std::slice::from_ref(id), exhibits)
}

fn pairs(page: &mut Page, rows: &[(&str, String)]) {
    for (name, value) in rows {
        page.item(&format!("{}: {}", safe(name), safe(value)));
    }
    if !rows.is_empty() {
        page.end();
    }
}

fn security(page: &mut Page, report: &CourtReport, exhibits: &Exhibits<'_>) {
    page.say("## Security Findings");
    if report.security.is_empty() {
        page.say("No rule for code matched.");
        return;
    }
    let rows: Vec<Vec<String>> = pick::confirmed(report)
        .map(|row| {
            vec![
                format!("{}, {}", safe(&row.rule), words::severity(row.severity)),
                format!("{} ({})", safe(&row.message), safe(&row.cwe)),
                safe(pick::bare(&row.pointer)),
                one_link(&row.evidence, exhibits),
            ]
        })
        .collect();
    if rows.is_empty() {
        page.say("None is confirmed in the product.");
    } else {
        page.say("Confirmed in the product:");
        page.table(&["Rule", "What", "Where", "Evidence"], rows);
    }
    let groups = pick::groups(report);
    if groups.is_empty() {
        return;
    }
    page.say(words::GROUPS);
    for group in groups {
        let places: Vec<String> = group
            .places
            .iter()
            .map(|row| {
                let mark = one_link(&row.evidence, exhibits);
                format!("{} {mark}", safe(pick::bare(&row.pointer)))
            })
            .collect();
        let (row, more) = (group.first, pick::and_more(group.left));
        page.item(&format!(
            "{} ({}): {}. {}{more}",
            safe(&row.rule),
            safe(&row.cwe),
            group.counts,
            places.join(", ")
        ));
    }
    page.end();
}

fn claims(page: &mut Page, report: &CourtReport) {
    page.say("## Claims of the Paper");
    if report.claims.rows.is_empty() {
        page.say(&safe(&report.claims.note));
        return;
    }
    page.say(&format!("{} {}.", words::CLAIMS, words::claim_counts(report)));
    let (open, left) = words::open_claims(report);
    let row = |row: &&ClaimRow| {
        vec![
            words::claim(row.status).to_owned(),
            safe(&row.name),
            safe(row.path.as_deref().unwrap_or("–")),
            safe(pick::bare(&row.pointer)),
        ]
    };
    if !open.is_empty() {
        page.table(&["Status", "Claim", "File", "Said in"], open.iter().map(row).collect());
    }
    if 0 < left {
        page.say(&format!("{left} more are in the report's JSON."));
    }
    if let Some(verified) = words::verified_claims(report) {
        page.say(&format!("Verified: {}.", safe(&verified)));
    }
}

fn diagrams(page: &mut Page, report: &CourtReport, exhibits: &Exhibits<'_>) {
    if report.diagrams.is_empty() {
        return;
    }
    page.say("## Diagrams");
    page.say(words::DIAGRAMS);
    for row in &report.diagrams {
        let mark = one_link(&row.evidence, exhibits);
        page.item(&format!("{} {mark}", safe(&words::diagram(row))));
    }
    page.end();
}

fn orders(page: &mut Page, report: &CourtReport, exhibits: &Exhibits<'_>) {
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
            safe(pick::bare(&row.pointer)),
            one_link(&row.evidence, exhibits)
        ));
    }
    page.end();
}

pub(super) fn evidence(page: &mut Page, exhibits: &Exhibits<'_>) {
    page.say("## Evidence Appendix");
    if exhibits.shown.is_empty() {
        page.say("No evidence is cited.");
    } else {
        page.say(words::APPENDIX);
    }
    for one in &exhibits.shown {
        exhibit(page, one);
    }
}

fn exhibit(page: &mut Page, one: &CitedEvidence) {
    page.say(&format!("### {}", safe(&one.alias)));
    let pointer = code(&one.pointer);
    let found = if one.found { "" } else { " (not found)" };
    page.say(&format!("{pointer} {}{found} {}", safe(&one.says), code(one.id.as_str())));
    if one.snippet.is_empty() {
        return;
    }
    let lines: Vec<&str> = one.snippet.split('\n').collect();
    let (shown, left) = pick::few(&lines, pick::MOST_LINES);
    page.lines(shown, one.location.lines.map(|lines| lines.start));
    if 0 < left {
        page.say(&words::more_lines(left));
    }
}

pub(super) fn foot(page: &mut Page, report: &CourtReport) {
    page.say("## About This Report");
    pairs(page, &words::facts(report));
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
