//! What the verdicts rest on: findings, graph, claims, diagrams, orders, history, evidence.

use jurat_document::{
    CodeListing, DocumentBlock, DocumentCard, DocumentSection, InlineSpan, InlineText,
    StatusTone, code, plain, prose, quiet, strong,
};

use super::{graph_figure::figure, marked, marks, pairs, said};
use crate::{
    english_phrases::word,
    formats::{
        highlights::{self, SecurityFindingGroup},
        page_evidence::PageEvidence,
        report_phrases,
    },
    model::ClaimStatus,
    report::{CitedEvidence, ClaimRow, CourtReport, DiagramRow, OrderRow, SecurityRow},
};

pub(super) fn security(report: &CourtReport, exhibits: &PageEvidence<'_>) -> DocumentSection {
    const TITLE: &str = "Security Findings";
    if report.security.is_empty() {
        return said("security", TITLE, "No rule for code matched.");
    }
    let row = |row: &SecurityRow| {
        let what =
            [prose(&row.message), vec![plain(format!(" ({})", row.cwe)), InlineSpan::Break]];
        vec![
            vec![strong(&row.rule), InlineSpan::Break, quiet(word(row.severity))],
            [what.concat(), prose(&row.remediation)].concat(),
            vec![code(highlights::bare(&row.pointer))],
            marks(std::slice::from_ref(&row.evidence), exhibits),
        ]
    };
    let rows = highlights::confirmed(report).map(row).collect();
    let head = [("Rule", 0.0), ("What", 2.0), ("Where", 1.3), ("Evidence", 0.0)];
    let mut blocks = match DocumentBlock::table(&head, rows) {
        table if table.is_empty() => {
            vec![DocumentBlock::said("None is confirmed in the product.")]
        }
        table => [vec![DocumentBlock::said("Confirmed in the product:")], table].concat(),
    };
    let groups: Vec<InlineText> = highlights::groups(report)
        .iter()
        .map(|one| group(one, exhibits))
        .collect();
    if !groups.is_empty() {
        blocks.push(DocumentBlock::said(report_phrases::GROUPS));
        blocks.extend(DocumentBlock::bullets(groups));
    }
    DocumentSection::new("security", TITLE, blocks)
}

/// Further findings of one rule, in a line.
fn group(group: &SecurityFindingGroup<'_>, exhibits: &PageEvidence<'_>) -> InlineText {
    let row = group.first;
    let mut words =
        vec![strong(&row.rule), plain(format!(" ({}): {}. ", row.cwe, group.counts))];
    for (at, row) in group.places.iter().enumerate() {
        words.push(plain(if at == 0 { "" } else { ", " }));
        words.push(code(highlights::bare(&row.pointer)));
        words.push(plain(" "));
        words.extend(marks(std::slice::from_ref(&row.evidence), exhibits));
    }
    words.push(plain(highlights::and_more(group.left)));
    words
}

pub(super) fn graph(report: &CourtReport, exhibits: &PageEvidence<'_>) -> DocumentSection {
    let graph = &report.graph;
    let words = marked(&graph.details, graph.evidence.as_slice(), exhibits);
    let rows = if graph.found { pairs(report_phrases::graph(report)) } else { Vec::new() };
    let figure = figure(graph).map(DocumentBlock::Graph);
    let mut blocks = vec![DocumentBlock::Paragraph { words }];
    blocks.extend(figure);
    if !graph.hollow_nodes.is_empty() {
        let names = graph.hollow_nodes.join(", ");
        blocks.push(DocumentBlock::said(format!("Nodes that do nothing: {names}.")));
    }
    blocks.extend(rows);
    DocumentSection::new("graph", "Orchestration Graph", blocks)
}

pub(super) fn claims(report: &CourtReport) -> DocumentSection {
    const TITLE: &str = "Claims of the Paper";
    if report.claims.rows.is_empty() {
        return said("claims", TITLE, &report.claims.note);
    }
    let row = |row: &&ClaimRow| {
        let tone = match row.status {
            ClaimStatus::Verified => StatusTone::Good,
            ClaimStatus::Hollow => StatusTone::Fair,
            ClaimStatus::Missing => StatusTone::Bad,
            _ => StatusTone::Open,
        };
        vec![
            vec![InlineSpan::Toned {
                words: report_phrases::claim(row.status).to_owned(),
                tone,
            }],
            vec![code(&row.name)],
            vec![plain(row.path.as_deref().unwrap_or("–"))],
            vec![plain(highlights::bare(&row.pointer))],
        ]
    };
    let (open, left) = report_phrases::open_claims(report);
    let counts =
        format!("{} {}.", report_phrases::CLAIMS, report_phrases::claim_counts(report));
    let head = [("Status", 0.0), ("Claim", 1.2), ("File", 1.2), ("Said in", 1.2)];
    let mut blocks = vec![DocumentBlock::said(counts)];
    blocks.extend(DocumentBlock::table(&head, open.iter().map(row).collect()));
    if 0 < left {
        blocks.push(DocumentBlock::said(format!("{left} more are in the report's JSON.")));
    }
    let verified = report_phrases::verified_claims(report);
    blocks.extend(verified.map(|names| DocumentBlock::said(format!("Verified: {names}."))));
    DocumentSection::new("claims", TITLE, blocks)
}

pub(super) fn diagrams(
    report: &CourtReport,
    exhibits: &PageEvidence<'_>,
) -> Option<DocumentSection> {
    let item = |row: &DiagramRow| {
        marked(&report_phrases::diagram(row), std::slice::from_ref(&row.evidence), exhibits)
    };
    let list = DocumentBlock::bullets(report.diagrams.iter().map(item).collect());
    headed("diagrams", "Diagrams", report_phrases::DIAGRAMS, list)
}

pub(super) fn orders(
    report: &CourtReport,
    exhibits: &PageEvidence<'_>,
) -> Option<DocumentSection> {
    let item = |row: &OrderRow| {
        let hidden = if row.hidden { ", hidden from people" } else { "" };
        let place = highlights::bare(&row.pointer);
        let words = vec![
            plain(format!("“{}”", row.words)),
            quiet(format!(" ({}{hidden}; {place}; ", row.why)),
        ];
        let marks = marks(std::slice::from_ref(&row.evidence), exhibits);
        [words, marks, vec![quiet(")")]].concat()
    };
    let list = DocumentBlock::bullets(report.orders.iter().map(item).collect());
    headed("orders", "Text That Addresses the Judge", report_phrases::ORDERS, list)
}

fn headed(
    id: &str,
    title: &str,
    lead: &str,
    list: Vec<DocumentBlock>,
) -> Option<DocumentSection> {
    if list.is_empty() {
        return None;
    }
    Some(DocumentSection::new(id, title, [vec![DocumentBlock::said(lead)], list].concat()))
}

pub(super) fn history(report: &CourtReport, exhibits: &PageEvidence<'_>) -> DocumentSection {
    let words = match &report.history {
        Some(one) => marked(&one.words, std::slice::from_ref(&one.evidence), exhibits),
        None => vec![plain(report_phrases::no_history(report))],
    };
    let blocks =
        [vec![DocumentBlock::Paragraph { words }], pairs(report_phrases::history(report))]
            .concat();
    DocumentSection::new("history", "History", blocks)
}

pub(super) fn about(report: &CourtReport) -> DocumentSection {
    DocumentSection::new("about", "About This Report", pairs(report_phrases::facts(report)))
}

pub(super) fn rubric(report: &CourtReport) -> Option<DocumentSection> {
    let rules = report.rubric.rules.iter();
    let rules = rules.map(|(name, words)| vec![code(name), plain(format!(": {words}"))]);
    let notes = report.rubric.notes.iter().map(|note| {
        vec![plain("Note on "), code(&note.at), plain(format!(": {}", note.message))]
    });
    let list = DocumentBlock::bullets(rules.chain(notes).collect());
    (!list.is_empty()).then(|| DocumentSection::new("rubric", "Rubric", list))
}

pub(super) fn evidence(exhibits: &PageEvidence<'_>) -> DocumentSection {
    let cards = exhibits.shown.iter().enumerate();
    let cards: Vec<DocumentBlock> =
        cards.map(|(at, one)| DocumentBlock::Card(exhibit(at, one))).collect();
    let lead =
        if cards.is_empty() { "No evidence is cited." } else { report_phrases::APPENDIX };
    let blocks = [vec![DocumentBlock::said(lead)], cards].concat();
    DocumentSection {
        appendix: true,
        ..DocumentSection::new("evidence", "Evidence Appendix", blocks)
    }
}

fn exhibit(at: usize, one: &CitedEvidence) -> DocumentCard {
    let found = if one.found { "" } else { " (not found)" };
    let by = match one.cited_by.as_slice() {
        [] => String::new(),
        by => format!(" · cited by {}", by.join(", ")),
    };
    let lines = match one.snippet.as_str() {
        "" => Vec::new(),
        snippet => vec![DocumentBlock::Code(CodeListing {
            lines: snippet.split('\n').map(str::to_owned).collect(),
            first: one.location.lines.map(|lines| lines.start),
        })],
    };
    let id = DocumentBlock::Paragraph { words: vec![code(one.id.as_str()), quiet(by)] };
    let aside = [vec![code(&one.pointer), plain(" ")], prose(&one.says), vec![plain(found)]];
    DocumentCard {
        id: format!("e{at}"),
        title: one.alias.clone(),
        aside: aside.concat(),
        blocks: [lines, vec![id]].concat(),
        exhibit: true,
        ..DocumentCard::default()
    }
}
