//! What is measured of a paper's text.

use jurat_model::court::{DocMeasure, Evidence, Fact, Paper, Term};

use super::{
    View,
    seen::Seen,
    unit::{Unit, share},
};
use crate::rubric::{cross::Does, pattern::fits};

/// From this share of unreadable pages on, absence shows nothing, in per cent.
const MOST_UNREADABLE: u64 = 20;

/// Whether a measure looks into the repository too.
pub(super) const fn needs_repo(measure: &DocMeasure) -> bool {
    matches!(measure, DocMeasure::Anchored(_))
}

pub(super) fn seen<'d>(view: &View<'_, 'd>, measure: &DocMeasure, unit: Unit) -> Seen<'d> {
    let Some((evidence, paper)) = paper(view) else {
        return Seen::untold("no paper was recorded");
    };
    if paper.words == 0 {
        return Seen::untold("no word of the paper could be read");
    }
    let seen = match measure {
        DocMeasure::Substantive(terms) => count(view, terms, unit, |term| term.substantive),
        DocMeasure::Anchored(terms) => {
            let there = |name: &String| {
                let place = view.known.path(name).or_else(|| view.known.name(name));
                place.is_some_and(|place| place.does != Does::Unknown)
            };
            count(view, terms, unit, |term| term.substantive && term.names.iter().any(there))
        }
        DocMeasure::Dropped(terms) => dropped(view, terms, unit),
        DocMeasure::Headings(patterns) => headings(view, patterns, unit),
        DocMeasure::Words => {
            Seen::number(paper.words, unit.counted(paper.words), vec![evidence])
        }
        DocMeasure::Orders => orders(view, unit),
    };
    seen.overlooking(overlooked(paper))
}

/// The paper's own evidence.
pub(super) fn paper<'d>(view: &View<'_, 'd>) -> Option<(&'d Evidence, &'d Paper)> {
    let all = view.docket.evidences.docs.iter();
    let papers = all.filter_map(|evidence| match &evidence.fact {
        Fact::Paper(paper) => Some((evidence, paper)),
        _ => None,
    });
    papers.min_by(|a, b| a.0.id.cmp(&b.0.id))
}

/// Why something may have been overlooked in a paper.
pub(super) fn overlooked(paper: &Paper) -> Option<String> {
    let unread = paper.unreadable.len() as u64;
    let many = MOST_UNREADABLE <= share(unread, paper.pages.into());
    let pages = Unit::Things { one: "page", many: "pages" }.part(unread, paper.pages.into());
    (0 < unread && many).then(|| format!("{pages} could not be read"))
}

fn terms<'d>(view: &View<'_, 'd>) -> Vec<(&'d Evidence, &'d Term)> {
    let all = view.docket.evidences.docs.iter();
    let term = |evidence: &'d Evidence| match &evidence.fact {
        Fact::Term(term) => Some((evidence, term)),
        _ => None,
    };
    all.filter_map(term).collect()
}

fn same(one: &str, two: &str) -> bool {
    one.to_lowercase() == two.to_lowercase()
}

fn count<'d>(
    view: &View<'_, 'd>,
    wanted: &[String],
    unit: Unit,
    is: impl Fn(&Term) -> bool,
) -> Seen<'d> {
    let all = terms(view);
    let mut evidence = Vec::new();
    let mut number = 0;
    for name in wanted {
        let there = all.iter().filter(|(_, term)| same(&term.term, name));
        let good: Vec<&Evidence> = there
            .clone()
            .filter(|(_, term)| is(term))
            .map(|(one, _)| *one)
            .collect();
        number += u64::from(!good.is_empty());
        evidence.extend(good);
    }
    if evidence.is_empty() {
        let named = |term: &Term| wanted.iter().any(|name| same(name, &term.term));
        let there = all.iter().filter(|(_, term)| named(term)).map(|(one, _)| *one);
        evidence.extend(there);
    }
    Seen::number(number, unit.part(number, wanted.len() as u64), evidence)
}

/// Terms that are there and never explained. Where none is there, nothing was dropped, but nothing
/// was said either.
fn dropped<'d>(view: &View<'_, 'd>, wanted: &[String], unit: Unit) -> Seen<'d> {
    let all = terms(view);
    let (mut there, mut evidence, mut number) = (0_u64, Vec::new(), 0_u64);
    let mut explained = Vec::new();
    for name in wanted {
        let of: Vec<_> = all.iter().filter(|(_, term)| same(&term.term, name)).collect();
        there += u64::from(!of.is_empty());
        if of.iter().any(|(_, term)| term.substantive) {
            explained.extend(of.iter().map(|(one, _)| *one));
        } else if !of.is_empty() {
            number += 1;
            evidence.extend(of.iter().map(|(one, _)| *one));
        }
    }
    if there == 0 {
        return Seen::nothing("none of the terms in the paper");
    }
    let evidence = if evidence.is_empty() { explained } else { evidence };
    Seen::number(number, unit.part(number, there), evidence)
}

fn headings<'d>(view: &View<'_, 'd>, patterns: &[String], unit: Unit) -> Seen<'d> {
    let mut evidence = Vec::new();
    let mut number = 0;
    for pattern in patterns {
        let is = |one: &&Evidence| match &one.fact {
            Fact::Heading(heading) => fits(pattern, heading.text.trim()),
            _ => false,
        };
        let found: Vec<&Evidence> = view.docket.evidences.docs.iter().filter(is).collect();
        number += u64::from(!found.is_empty());
        evidence.extend(found);
    }
    Seen::number(number, unit.part(number, patterns.len() as u64), evidence)
}

fn orders<'d>(view: &View<'_, 'd>, unit: Unit) -> Seen<'d> {
    let evidences = view.docket.evidences;
    let is = |one: &&Evidence| matches!(one.fact, Fact::Order(_));
    let found: Vec<&Evidence> =
        evidences.docs.iter().chain(&evidences.vision).filter(is).collect();
    let number = found.len() as u64;
    Seen::number(number, unit.counted(number), found)
}
