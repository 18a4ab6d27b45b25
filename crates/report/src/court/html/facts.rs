//! What the verdicts rest on: findings, graph, claims, diagrams, orders, history, evidence.

use jurat_compose::court::{CitedEvidence, ClaimRow, CourtReport, SecurityRow};

use super::{links, list, pairs, prose, section, table};
use crate::{
    court::{
        exhibits::Exhibits,
        pick::{self, Group},
        words,
    },
    escape::{html as safe, visible},
};

pub(super) fn findings(report: &CourtReport, exhibits: &Exhibits<'_>) -> String {
    if report.security.is_empty() {
        return section("security", "Security Findings", "<p>No rule for code matched.</p>\n");
    }
    let row = |row: &SecurityRow| {
        vec![
            format!(
                "<strong>{}</strong><br><span class=\"cite\">{}</span>",
                safe(&row.rule),
                words::severity(row.severity),
            ),
            format!(
                "{} ({})<br><span class=\"cite\">{}</span>",
                prose(&row.message),
                safe(&row.cwe),
                prose(&row.remediation)
            ),
            format!("<code>{}</code>", safe(pick::bare(&row.pointer))),
            links(std::slice::from_ref(&row.evidence), exhibits),
        ]
    };
    let rows: Vec<Vec<String>> = pick::confirmed(report).map(row).collect();
    let mut inner = if rows.is_empty() {
        "<p>None is confirmed in the product.</p>\n".to_owned()
    } else {
        let table = table(&["Rule", "What", "Where", "Evidence"], &rows);
        format!("<p>Confirmed in the product:</p>\n{table}")
    };
    let groups: Vec<String> =
        pick::groups(report).iter().map(|one| group(one, exhibits)).collect();
    if !groups.is_empty() {
        let lead = format!("<p>{}</p>\n", safe(words::GROUPS));
        inner = [inner, lead, list(&groups)].concat();
    }
    section("security", "Security Findings", &inner)
}

fn group(group: &Group<'_>, exhibits: &Exhibits<'_>) -> String {
    let place = |row: &&SecurityRow| {
        let mark = links(std::slice::from_ref(&row.evidence), exhibits);
        format!("<code>{}</code> {mark}", safe(pick::bare(&row.pointer)))
    };
    let places: Vec<String> = group.places.iter().map(place).collect();
    format!(
        "<strong>{}</strong> ({}): {}. {}{}",
        safe(&group.first.rule),
        safe(&group.first.cwe),
        group.counts,
        places.join(", "),
        pick::and_more(group.left)
    )
}

pub(super) fn graph(report: &CourtReport, exhibits: &Exhibits<'_>) -> String {
    let marks = links(report.graph.evidence.as_slice(), exhibits);
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
    let row = |row: &&ClaimRow| {
        let status = words::claim(row.status);
        vec![
            format!("<span class=\"outcome {status}\">{status}</span>"),
            format!("<code>{}</code>", safe(&row.name)),
            safe(row.path.as_deref().unwrap_or("–")),
            safe(pick::bare(&row.pointer)),
        ]
    };
    let (open, left) = words::open_claims(report);
    let mut inner = format!("<p>{} {}.</p>\n", words::CLAIMS, words::claim_counts(report));
    if !open.is_empty() {
        let rows: Vec<Vec<String>> = open.iter().map(row).collect();
        inner.push_str(&table(&["Status", "Claim", "File", "Said in"], &rows));
    }
    if 0 < left {
        let more = format!("<p>{left} more are in the report's JSON.</p>\n");
        inner.push_str(&more);
    }
    if let Some(verified) = words::verified_claims(report) {
        let verified = format!("<p class=\"cite\">Verified: {}.</p>\n", safe(&verified));
        inner.push_str(&verified);
    }
    section("claims", "Claims of the Paper", &inner)
}

pub(super) fn diagrams(report: &CourtReport, exhibits: &Exhibits<'_>) -> String {
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
            safe(pick::bare(&row.pointer)),
            links(std::slice::from_ref(&row.evidence), exhibits),
            pairs(&rows)
        )
    };
    let figures: String = report.diagrams.iter().map(figure).collect();
    section("diagrams", "Diagrams", &format!("<p>{}</p>\n{figures}", words::DIAGRAMS))
}

pub(super) fn orders(report: &CourtReport, exhibits: &Exhibits<'_>) -> String {
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
            links(std::slice::from_ref(&row.evidence), exhibits)
        )
    };
    let rows: Vec<String> = report.orders.iter().map(row).collect();
    let inner = format!("<p class=\"dissent\">{}</p>\n{}", words::ORDERS, list(&rows));
    section("orders", "Text That Addresses the Judge", &inner)
}

pub(super) fn history(report: &CourtReport, exhibits: &Exhibits<'_>) -> String {
    let said = report.history.as_ref().map(|history| history.words.as_str());
    let said = said.unwrap_or_else(|| words::no_history(report));
    let mark = report.history.as_ref().map(|one| std::slice::from_ref(&one.evidence));
    let mark = links(mark.unwrap_or_default(), exhibits);
    let inner = format!("<p>{} {mark}</p>\n{}", safe(said), pairs(&words::history(report)));
    section("history", "History", &inner)
}

pub(super) fn evidence(exhibits: &Exhibits<'_>) -> String {
    let each = exhibits.shown.iter().enumerate();
    let inner: String = each.map(|(at, one)| exhibit(at, one)).collect();
    let inner = if inner.is_empty() {
        "<p>No evidence is cited.</p>\n".to_owned()
    } else {
        format!("<p class=\"cite\">{}</p>\n{inner}", safe(words::APPENDIX))
    };
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
        says = prose(&one.says),
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
    let about = section("about", "About This Report", &pairs(&words::facts(report)));
    let parts = parts.iter().filter(|(_, _, items)| !items.is_empty());
    let parts: String = parts
        .map(|(id, title, items)| section(id, title, &list(items)))
        .collect();
    format!("{about}{parts}")
}
