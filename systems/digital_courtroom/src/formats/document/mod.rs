//! What a court tells people, as a document.

mod criterion;
mod facts;

use crate::report::{Action, CourtReport};
use jurat_document::{
    Block, Document, Inline, Item, List, Section, Span, Tone, code, link, plain, prose, quiet,
};
use jurat_model::court::{CheckSeverity, CourtVerdict, EvidenceId};

use super::{
    exhibits::{Exhibits, Piece},
    pick, words,
};

/// Characters of one thing to do at the head.
const LONGEST_FIRST: usize = 180;

/// The document of a court's report.
pub(super) fn document(report: &CourtReport) -> Document {
    let total = words::total(report)
        .map(|total| format!(" {total}"))
        .unwrap_or_default();
    let exhibits = &Exhibits::of(report);
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
        listed("models", "Models", &words::models(report)),
        listed("remarks", "Remarks", &report.remarks),
        Some(facts::evidence(exhibits)),
    ];
    Document {
        language: "en".to_owned(),
        kicker: words::TITLE.to_owned(),
        title: words::subject(report),
        verdict: format!("{}{total}", words::verdict(report.audit.overall.verdict)),
        facts: words::head(report),
        date: report.as_of.clone(),
        blocks: sections.into_iter().flatten().map(Block::Section).collect(),
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
    ]
}

fn summary(report: &CourtReport) -> Section {
    let mut blocks = vec![Block::Callout { words: prose(&report.audit.executive_summary) }];
    blocks.extend(criterion::overview(report));
    let first = pick::first_actions(report);
    if !first.is_empty() {
        let item = |one: &Action| {
            let what = pick::clipped(&one.what, LONGEST_FIRST);
            Item::from([severity(one.severity), prose(&what), places(one)].concat())
        };
        let list = List {
            from: Some(1),
            items: first.iter().map(item).collect(),
        };
        let within = Section::within("first", "What to do first", vec![Block::List(list)]);
        blocks.push(Block::Section(within));
    }
    Section::new("summary", "Executive Summary", blocks)
}

fn plan(report: &CourtReport) -> Section {
    let (needed, also) = pick::actions(report);
    let list = |from: usize, actions: &[Action]| {
        let items = actions.iter().map(|one| action(one, report)).collect();
        Block::List(List { from: Some(from), items })
    };
    let mut blocks = match needed {
        [] => vec![Block::said("Nothing need be done.")],
        needed => vec![list(1, needed)],
    };
    if !also.is_empty() {
        let blocks_also = vec![list(needed.len() + 1, also)];
        blocks.push(Block::Section(Section::within("also", "Also worth doing", blocks_also)));
    }
    Section::new("plan", "Remediation Plan", blocks)
}

fn action(one: &Action, report: &CourtReport) -> Item {
    let names: Vec<&str> = one.criteria.iter().map(|id| pick::name(report, id)).collect();
    let of = vec![quiet(format!(" {}", names.join("; ")))];
    Item::from([severity(one.severity), prose(&words::action(one)), places(one), of].concat())
}

/// The severity of something, and a space.
fn severity(severity: CheckSeverity) -> Inline {
    let tone = match severity {
        CheckSeverity::Critical => Tone::Bad,
        CheckSeverity::Major => Tone::Fair,
        CheckSeverity::Minor => Tone::Open,
    };
    let words = words::check_severity(severity).to_owned();
    vec![Span::Toned { words, tone }, plain(" ")]
}

/// Where: the first few.
fn places(one: &Action) -> Inline {
    let (shown, left) = pick::few(&one.places, pick::MOST_PLACES);
    let mut words = Inline::new();
    for place in shown {
        words.push(plain(if words.is_empty() { " (" } else { ", " }));
        words.push(code(words::place(place)));
    }
    if !words.is_empty() {
        words.push(plain(format!("{})", pick::and_more(left))));
    }
    words
}

const fn tone(verdict: CourtVerdict) -> Tone {
    match verdict {
        CourtVerdict::Pass => Tone::Good,
        CourtVerdict::Partial => Tone::Fair,
        CourtVerdict::Fail => Tone::Bad,
        CourtVerdict::NotAssessable => Tone::Open,
    }
}

/// The first few references of a cell, and how many more there are.
fn marks(ids: &[EvidenceId], exhibits: &Exhibits<'_>) -> Inline {
    let (shown, left) = pick::marks(ids);
    let names: Vec<&str> = shown.iter().map(EvidenceId::as_str).collect();
    let mut words = joined(&names, exhibits);
    if 0 < left {
        words.push(plain(pick::and_more(left)));
    }
    words
}

fn joined(names: &[&str], exhibits: &Exhibits<'_>) -> Inline {
    let mut words = Inline::new();
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
fn marked(said: &str, ids: &[EvidenceId], exhibits: &Exhibits<'_>) -> Inline {
    [prose(said), vec![plain(" ")], marks(ids, exhibits)].concat()
}

/// A text in which references lead to their evidence.
fn flow(text: &str, exhibits: &Exhibits<'_>) -> Inline {
    let piece = |piece: Piece<'_>| match piece {
        Piece::Words(words) => prose(words),
        Piece::Marks(names) => joined(&names, exhibits),
    };
    exhibits.pieces(text).into_iter().flat_map(piece).collect()
}

fn said(id: &str, title: &str, words: &str) -> Section {
    Section::new(id, title, vec![Block::Paragraph { words: prose(words) }])
}

fn pairs(rows: Vec<(&'static str, String)>) -> Vec<Block> {
    if rows.is_empty() {
        return Vec::new();
    }
    let row = |(name, words): (&str, String)| (name.to_owned(), vec![plain(words)]);
    vec![Block::Pairs { rows: rows.into_iter().map(row).collect() }]
}

fn listed(id: &str, title: &str, items: &[String]) -> Option<Section> {
    let blocks = Block::bullets(items.iter().map(|item| prose(item)).collect());
    (!blocks.is_empty()).then(|| Section::new(id, title, blocks))
}
