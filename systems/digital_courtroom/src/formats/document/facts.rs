//! What the verdicts rest on: findings, graph, claims, diagrams, orders, history, evidence.

use crate::report::{CitedEvidence, ClaimRow, CourtReport, DiagramRow, OrderRow, SecurityRow};
use jurat_document::{
    Block, Card, Code, Inline, Section, Span, Tone, code, plain, prose, quiet, strong,
};
use jurat_model::court::ClaimStatus;

use super::{marked, marks, pairs, said};
use crate::formats::{
    exhibits::Exhibits,
    pick::{self, Group},
    words,
};

pub(super) fn security(report: &CourtReport, exhibits: &Exhibits<'_>) -> Section {
    const TITLE: &str = "Security Findings";
    if report.security.is_empty() {
        return said("security", TITLE, "No rule for code matched.");
    }
    let row = |row: &SecurityRow| {
        let what = [prose(&row.message), vec![plain(format!(" ({})", row.cwe)), Span::Break]];
        vec![
            vec![strong(&row.rule), Span::Break, quiet(words::severity(row.severity))],
            [what.concat(), prose(&row.remediation)].concat(),
            vec![code(pick::bare(&row.pointer))],
            marks(std::slice::from_ref(&row.evidence), exhibits),
        ]
    };
    let rows = pick::confirmed(report).map(row).collect();
    let head = [("Rule", 0.0), ("What", 2.0), ("Where", 1.3), ("Evidence", 0.0)];
    let mut blocks = match Block::table(&head, rows) {
        table if table.is_empty() => vec![Block::said("None is confirmed in the product.")],
        table => [vec![Block::said("Confirmed in the product:")], table].concat(),
    };
    let groups: Vec<Inline> =
        pick::groups(report).iter().map(|one| group(one, exhibits)).collect();
    if !groups.is_empty() {
        blocks.push(Block::said(words::GROUPS));
        blocks.extend(Block::bullets(groups));
    }
    Section::new("security", TITLE, blocks)
}

/// Further findings of one rule, in a line.
fn group(group: &Group<'_>, exhibits: &Exhibits<'_>) -> Inline {
    let row = group.first;
    let mut words =
        vec![strong(&row.rule), plain(format!(" ({}): {}. ", row.cwe, group.counts))];
    for (at, row) in group.places.iter().enumerate() {
        words.push(plain(if at == 0 { "" } else { ", " }));
        words.push(code(pick::bare(&row.pointer)));
        words.push(plain(" "));
        words.extend(marks(std::slice::from_ref(&row.evidence), exhibits));
    }
    words.push(plain(pick::and_more(group.left)));
    words
}

pub(super) fn graph(report: &CourtReport, exhibits: &Exhibits<'_>) -> Section {
    let graph = &report.graph;
    let words = marked(&graph.details, graph.evidence.as_slice(), exhibits);
    let rows = if graph.found { pairs(words::graph(report)) } else { Vec::new() };
    let blocks = [vec![Block::Paragraph { words }], rows].concat();
    Section::new("graph", "Orchestration Graph", blocks)
}

pub(super) fn claims(report: &CourtReport) -> Section {
    const TITLE: &str = "Claims of the Paper";
    if report.claims.rows.is_empty() {
        return said("claims", TITLE, &report.claims.note);
    }
    let row = |row: &&ClaimRow| {
        let tone = match row.status {
            ClaimStatus::Verified => Tone::Good,
            ClaimStatus::Hollow => Tone::Fair,
            ClaimStatus::Missing => Tone::Bad,
            _ => Tone::Open,
        };
        vec![
            vec![Span::Toned { words: words::claim(row.status).to_owned(), tone }],
            vec![code(&row.name)],
            vec![plain(row.path.as_deref().unwrap_or("–"))],
            vec![plain(pick::bare(&row.pointer))],
        ]
    };
    let (open, left) = words::open_claims(report);
    let counts = format!("{} {}.", words::CLAIMS, words::claim_counts(report));
    let head = [("Status", 0.0), ("Claim", 1.2), ("File", 1.2), ("Said in", 1.2)];
    let mut blocks = vec![Block::said(counts)];
    blocks.extend(Block::table(&head, open.iter().map(row).collect()));
    if 0 < left {
        blocks.push(Block::said(format!("{left} more are in the report's JSON.")));
    }
    let verified = words::verified_claims(report);
    blocks.extend(verified.map(|names| Block::said(format!("Verified: {names}."))));
    Section::new("claims", TITLE, blocks)
}

pub(super) fn diagrams(report: &CourtReport, exhibits: &Exhibits<'_>) -> Option<Section> {
    let item = |row: &DiagramRow| {
        marked(&words::diagram(row), std::slice::from_ref(&row.evidence), exhibits)
    };
    let list = Block::bullets(report.diagrams.iter().map(item).collect());
    headed("diagrams", "Diagrams", words::DIAGRAMS, list)
}

pub(super) fn orders(report: &CourtReport, exhibits: &Exhibits<'_>) -> Option<Section> {
    let item = |row: &OrderRow| {
        let hidden = if row.hidden { ", hidden from people" } else { "" };
        let place = pick::bare(&row.pointer);
        let words = vec![
            plain(format!("“{}”", row.words)),
            quiet(format!(" ({}{hidden}; {place}; ", row.why)),
        ];
        let marks = marks(std::slice::from_ref(&row.evidence), exhibits);
        [words, marks, vec![quiet(")")]].concat()
    };
    let list = Block::bullets(report.orders.iter().map(item).collect());
    headed("orders", "Text That Addresses the Judge", words::ORDERS, list)
}

fn headed(id: &str, title: &str, lead: &str, list: Vec<Block>) -> Option<Section> {
    if list.is_empty() {
        return None;
    }
    Some(Section::new(id, title, [vec![Block::said(lead)], list].concat()))
}

pub(super) fn history(report: &CourtReport, exhibits: &Exhibits<'_>) -> Section {
    let words = match &report.history {
        Some(one) => marked(&one.words, std::slice::from_ref(&one.evidence), exhibits),
        None => vec![plain(words::no_history(report))],
    };
    let blocks = [vec![Block::Paragraph { words }], pairs(words::history(report))].concat();
    Section::new("history", "History", blocks)
}

pub(super) fn about(report: &CourtReport) -> Section {
    Section::new("about", "About This Report", pairs(words::facts(report)))
}

pub(super) fn rubric(report: &CourtReport) -> Option<Section> {
    let rules = report.rubric.rules.iter();
    let rules = rules.map(|(name, words)| vec![code(name), plain(format!(": {words}"))]);
    let notes = report.rubric.notes.iter().map(|note| {
        vec![plain("Note on "), code(&note.at), plain(format!(": {}", note.message))]
    });
    let list = Block::bullets(rules.chain(notes).collect());
    (!list.is_empty()).then(|| Section::new("rubric", "Rubric", list))
}

pub(super) fn evidence(exhibits: &Exhibits<'_>) -> Section {
    let cards = exhibits.shown.iter().enumerate();
    let cards: Vec<Block> = cards.map(|(at, one)| Block::Card(exhibit(at, one))).collect();
    let lead = if cards.is_empty() { "No evidence is cited." } else { words::APPENDIX };
    let blocks = [vec![Block::said(lead)], cards].concat();
    Section {
        appendix: true,
        ..Section::new("evidence", "Evidence Appendix", blocks)
    }
}

fn exhibit(at: usize, one: &CitedEvidence) -> Card {
    let found = if one.found { "" } else { " (not found)" };
    let by = match one.cited_by.as_slice() {
        [] => String::new(),
        by => format!(" · cited by {}", by.join(", ")),
    };
    let lines = match one.snippet.as_str() {
        "" => Vec::new(),
        snippet => vec![Block::Code(Code {
            lines: snippet.split('\n').map(str::to_owned).collect(),
            first: one.location.lines.map(|lines| lines.start),
        })],
    };
    let id = Block::Paragraph { words: vec![code(one.id.as_str()), quiet(by)] };
    let aside = [vec![code(&one.pointer), plain(" ")], prose(&one.says), vec![plain(found)]];
    Card {
        id: format!("e{at}"),
        title: one.alias.clone(),
        aside: aside.concat(),
        blocks: [lines, vec![id]].concat(),
        exhibit: true,
        ..Card::default()
    }
}
