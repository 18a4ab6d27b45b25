//! What a court tells people, as a document.

mod criterion;
mod facts;
mod graph_figure;

use jurat_document::{
    DocumentBlock, DocumentList, DocumentListItem, DocumentSection, DocumentTree, InlineSpan,
    InlineText, StatusTone, code, link, plain, prose, quiet,
};

use super::{
    highlights,
    page_evidence::{MarkedFragment, PageEvidence},
    report_phrases,
};
use crate::{
    english_phrases::word,
    model::{CheckSeverity, CourtVerdict, EvidenceId},
    report::{CourtReport, OrderRow, RemedialAction, SecurityRow, not_read},
};

/// Characters of one thing to do at the head.
const LONGEST_FIRST: usize = 180;
/// Things that a list at the head names.
const MOST_LISTED: usize = 6;

pub(super) fn document(report: &CourtReport) -> DocumentTree {
    let total = report_phrases::total(report)
        .map(|total| format!(" {total}"))
        .unwrap_or_default();
    let exhibits = &PageEvidence::of(report);
    let sections = [
        Some(summary(report)),
        Some(criterion::breakdown(report, exhibits)),
        Some(plan(report)),
        Some(said("synthesis", "Synthesis", &report.audit.synthesis_narrative)),
        Some(facts::security(report, exhibits)),
        Some(facts::graph(report, exhibits)),
        Some(facts::claims(report)),
        facts::diagrams(report, exhibits),
        facts::orders(report, exhibits),
        Some(facts::history(report, exhibits)),
        Some(facts::about(report)),
        facts::rubric(report),
        listed("models", "Models", &report_phrases::models(report)),
        listed("remarks", "Remarks", &report.remarks),
        Some(facts::evidence(exhibits)),
    ];
    DocumentTree {
        language: "en".to_owned(),
        kicker: report_phrases::TITLE.to_owned(),
        title: report_phrases::subject(report),
        verdict: format!("{}{total}", report_phrases::verdict(report.audit.overall.verdict)),
        facts: report_phrases::head(report),
        date: report.as_of.clone(),
        blocks: sections.into_iter().flatten().map(DocumentBlock::Section).collect(),
        disclaimer: report.disclaimer.clone(),
        signed: false,
    }
}

/// Everything that shapes the document, by name.
pub(crate) fn templates() -> Vec<(&'static str, &'static str)> {
    vec![
        ("court/document", include_str!("mod.rs")),
        ("court/document/criterion", include_str!("criterion.rs")),
        ("court/document/facts", include_str!("facts.rs")),
        ("court/document/graph_figure", include_str!("graph_figure.rs")),
    ]
}

fn summary(report: &CourtReport) -> DocumentSection {
    let mut blocks =
        vec![DocumentBlock::Callout { words: prose(&report.audit.executive_summary) }];
    blocks.extend(ordered(report));
    blocks.extend(confirmed(report));
    blocks.extend(criterion::overview(report));
    blocks.extend(unseen(report));
    let first = highlights::first_actions(report);
    if !first.is_empty() {
        let item = |one: &RemedialAction| {
            let what = highlights::clipped(&one.what, LONGEST_FIRST);
            DocumentListItem::from([severity(one.severity), prose(&what), places(one)].concat())
        };
        let list = DocumentList {
            from: Some(1),
            items: first.iter().map(item).collect(),
        };
        let within = DocumentSection::within(
            "first",
            "What to do first",
            vec![DocumentBlock::List(list)],
        );
        blocks.push(DocumentBlock::Section(within));
    }
    DocumentSection::new("summary", "Executive Summary", blocks)
}

/// Orders to the judge: whoever reads only the first page must see them.
fn ordered(report: &CourtReport) -> Option<DocumentBlock> {
    let (shown, left) = highlights::few(&report.orders, MOST_LISTED);
    let item = |row: &OrderRow| {
        let words = format!("“{}” ", highlights::clipped(&row.words, LONGEST_FIRST));
        vec![plain(words), code(highlights::bare(&row.pointer).to_owned())]
    };
    let mut items: Vec<InlineText> = shown.iter().map(item).collect();
    items.extend((0 < left).then(|| vec![plain(format!("and {left} more"))]));
    let list = DocumentBlock::bullets(items);
    (!list.is_empty()).then(|| {
        let title = "Orders to the judge, not obeyed";
        DocumentBlock::Section(DocumentSection::within("ordered", title, list))
    })
}

/// Findings that are confirmed: they stand on the first page, wherever they lie.
fn confirmed(report: &CourtReport) -> Option<DocumentBlock> {
    let rows: Vec<&SecurityRow> = highlights::confirmed(report).collect();
    let (shown, left) = highlights::few(&rows, MOST_LISTED);
    let item = |row: &&SecurityRow| {
        let place = code(highlights::bare(&row.pointer).to_owned());
        [prose(&row.message), vec![plain(" "), place]].concat()
    };
    let mut items: Vec<InlineText> = shown.iter().map(item).collect();
    items.extend((0 < left).then(|| vec![plain(format!("and {left} more"))]));
    let list = DocumentBlock::bullets(items);
    (!list.is_empty()).then(|| {
        DocumentBlock::Section(DocumentSection::within("confirmed", "Confirmed findings", list))
    })
}

/// What was not read and what was not seen: neither counts for or against anybody.
fn unseen(report: &CourtReport) -> Option<DocumentBlock> {
    let not_read = report.not_read.iter();
    let mut items: Vec<InlineText> = not_read
        .map(|group| prose(&format!("Not read: {}", not_read::words(group))))
        .collect();
    let checks = not_read::not_seen(report);
    let (shown, left) = highlights::few(&checks, MOST_LISTED);
    items.extend(shown.iter().map(|(result, check)| {
        let seen = highlights::clipped(&check.observed, LONGEST_FIRST);
        let what =
            if check.description.is_empty() { &check.check_id } else { &check.description };
        prose(&format!("{}: {what} – {seen}", result.name))
    }));
    items.extend((0 < left).then(|| vec![plain(format!("and {left} more checks"))]));
    let list = DocumentBlock::bullets(items);
    (!list.is_empty()).then(|| {
        DocumentBlock::Section(DocumentSection::within("unseen", "Not read, not seen", list))
    })
}

fn plan(report: &CourtReport) -> DocumentSection {
    let (needed, also) = highlights::actions(report);
    let list = |from: usize, actions: &[RemedialAction]| {
        let items = actions.iter().map(|one| action(one, report)).collect();
        DocumentBlock::List(DocumentList { from: Some(from), items })
    };
    let mut blocks = match needed {
        [] => vec![DocumentBlock::said(nothing_needed(also))],
        needed => vec![list(1, needed)],
    };
    if !also.is_empty() {
        let blocks_also = vec![list(needed.len() + 1, also)];
        blocks.push(DocumentBlock::Section(DocumentSection::within(
            "also",
            "Also worth doing",
            blocks_also,
        )));
    }
    DocumentSection::new("plan", "Remediation Plan", blocks)
}

/// What is said where no criterion asks for anything but those that passed.
fn nothing_needed(also: &[RemedialAction]) -> &'static str {
    if also.iter().any(|one| one.severity != CheckSeverity::Minor) {
        "Every criterion that was judged passes; what stands open in them follows."
    } else {
        "Nothing need be done."
    }
}

fn action(one: &RemedialAction, report: &CourtReport) -> DocumentListItem {
    let names: Vec<&str> = one.criteria.iter().map(|id| highlights::name(report, id)).collect();
    let of = vec![quiet(format!(" {}", names.join("; ")))];
    DocumentListItem::from(
        [severity(one.severity), prose(&report_phrases::action(one)), places(one), of].concat(),
    )
}

/// The severity of something, and a space.
fn severity(severity: CheckSeverity) -> InlineText {
    let tone = match severity {
        CheckSeverity::Critical => StatusTone::Bad,
        CheckSeverity::Major => StatusTone::Fair,
        CheckSeverity::Minor => StatusTone::Open,
    };
    let words = word(severity);
    vec![InlineSpan::Toned { words, tone }, plain(" ")]
}

/// Where: the first few.
fn places(one: &RemedialAction) -> InlineText {
    let (shown, left) = highlights::few(&one.places, highlights::MOST_PLACES);
    let mut words = InlineText::new();
    for place in shown {
        words.push(plain(if words.is_empty() { " (" } else { ", " }));
        words.push(code(place.to_string()));
        if !place.words.is_empty() {
            words.push(plain(format!(" “{}”", place.words)));
        }
    }
    if !words.is_empty() {
        words.push(plain(format!("{})", highlights::and_more(left))));
    }
    words
}

const fn tone(verdict: CourtVerdict) -> StatusTone {
    match verdict {
        CourtVerdict::Pass => StatusTone::Good,
        CourtVerdict::Partial => StatusTone::Fair,
        CourtVerdict::Fail => StatusTone::Bad,
        CourtVerdict::NotAssessable => StatusTone::Open,
    }
}

/// The first few references of a cell, and how many more there are.
fn marks(ids: &[EvidenceId], exhibits: &PageEvidence<'_>) -> InlineText {
    let (shown, left) = highlights::marks(ids);
    let names: Vec<&str> = shown.iter().map(EvidenceId::as_str).collect();
    let mut words = joined(&names, exhibits);
    if 0 < left {
        words.push(plain(highlights::and_more(left)));
    }
    words
}

fn joined(names: &[&str], exhibits: &PageEvidence<'_>) -> InlineText {
    let mut words = InlineText::new();
    for name in names {
        if !words.is_empty() {
            words.push(plain(", "));
        }
        words.push(match exhibits.get(name) {
            Some((at, alias)) => link(format!("e{at}"), alias),
            None => code(*name),
        });
    }
    words
}

/// Words with references after them.
fn marked(said: &str, ids: &[EvidenceId], exhibits: &PageEvidence<'_>) -> InlineText {
    [prose(said), vec![plain(" ")], marks(ids, exhibits)].concat()
}

/// A text in which references lead to their evidence.
fn flow(text: &str, exhibits: &PageEvidence<'_>) -> InlineText {
    let piece = |piece: MarkedFragment<'_>| match piece {
        MarkedFragment::Words(words) => prose(words),
        MarkedFragment::Marks(names) => joined(&names, exhibits),
    };
    exhibits.pieces(text).into_iter().flat_map(piece).collect()
}

fn said(id: &str, title: &str, words: &str) -> DocumentSection {
    DocumentSection::new(id, title, vec![DocumentBlock::Paragraph { words: prose(words) }])
}

fn pairs(rows: Vec<(&'static str, String)>) -> Vec<DocumentBlock> {
    if rows.is_empty() {
        return Vec::new();
    }
    let row = |(name, words): (&str, String)| (name.to_owned(), vec![plain(words)]);
    vec![DocumentBlock::Pairs { rows: rows.into_iter().map(row).collect() }]
}

fn listed(id: &str, title: &str, items: &[String]) -> Option<DocumentSection> {
    let blocks = DocumentBlock::bullets(items.iter().map(|item| prose(item)).collect());
    (!blocks.is_empty()).then(|| DocumentSection::new(id, title, blocks))
}
