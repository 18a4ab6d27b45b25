//! What is measured of a paper's text.

use jurat_model::court::{DocMeasure, Evidence, Fact, Paper, Term};

use super::{
    Case,
    seen::{Seen, counted, share},
};
use crate::court::{cross::Does, pattern::fits};

/// From this share of unreadable pages on, absence shows nothing, in per cent.
const MOST_UNREADABLE: u64 = 20;

/// Whether a measure looks into the repository too.
pub(super) const fn needs_repo(measure: &DocMeasure) -> bool {
    matches!(measure, DocMeasure::Anchored(_))
}

pub(super) fn seen<'d>(case: &Case<'_, 'd>, measure: &DocMeasure) -> Seen<'d> {
    let Some((evidence, paper)) = paper(case) else {
        return Seen::untold("no paper was recorded");
    };
    if paper.words == 0 {
        return Seen::untold("no word of the paper could be read");
    }
    let seen = match measure {
        DocMeasure::Substantive(terms) => {
            count(case, terms, "explained", |term| term.substantive)
        }
        DocMeasure::Anchored(terms) => {
            let there = |name: &String| {
                let place = case.known.path(name).or_else(|| case.known.name(name));
                place.is_some_and(|place| place.does != Does::Unknown)
            };
            count(case, terms, "explained by what is in the code", |term| {
                term.substantive && term.names.iter().any(there)
            })
        }
        DocMeasure::Dropped(terms) => dropped(case, terms),
        DocMeasure::Headings(patterns) => headings(case, patterns),
        DocMeasure::Words => {
            Seen::number(paper.words, counted(paper.words, "word", "words"), vec![evidence])
        }
        DocMeasure::Orders => orders(case),
    };
    seen.overlooking(overlooked(paper))
}

/// The paper's own evidence.
pub(super) fn paper<'d>(case: &Case<'_, 'd>) -> Option<(&'d Evidence, &'d Paper)> {
    let all = case.docket.evidences.docs.iter();
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
    let pages = counted(unread, "page", "pages");
    (0 < unread && many).then(|| format!("{pages} of {} could not be read", paper.pages))
}

fn terms<'d>(case: &Case<'_, 'd>) -> Vec<(&'d Evidence, &'d Term)> {
    let all = case.docket.evidences.docs.iter();
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
    case: &Case<'_, 'd>,
    wanted: &[String],
    how: &str,
    is: impl Fn(&Term) -> bool,
) -> Seen<'d> {
    let all = terms(case);
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
    Seen::number(number, format!("{number} of {} terms {how}", wanted.len()), evidence)
}

/// Terms that are there and never explained. Where none is there, nothing was dropped, but nothing
/// was said either.
fn dropped<'d>(case: &Case<'_, 'd>, wanted: &[String]) -> Seen<'d> {
    let all = terms(case);
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
        return Seen::nothing(format!("none of {} terms is in the paper", wanted.len()));
    }
    let evidence = if evidence.is_empty() { explained } else { evidence };
    Seen::number(number, format!("{number} of {there} terms never explained"), evidence)
}

fn headings<'d>(case: &Case<'_, 'd>, patterns: &[String]) -> Seen<'d> {
    let mut evidence = Vec::new();
    let mut number = 0;
    for pattern in patterns {
        let is = |one: &&Evidence| match &one.fact {
            Fact::Heading(heading) => fits(pattern, heading.text.trim()),
            _ => false,
        };
        let found: Vec<&Evidence> = case.docket.evidences.docs.iter().filter(is).collect();
        number += u64::from(!found.is_empty());
        evidence.extend(found);
    }
    Seen::number(number, format!("{number} of {} headings", patterns.len()), evidence)
}

fn orders<'d>(case: &Case<'_, 'd>) -> Seen<'d> {
    let evidences = case.docket.evidences;
    let is = |one: &&Evidence| matches!(one.fact, Fact::Order(_));
    let found: Vec<&Evidence> =
        evidences.docs.iter().chain(&evidences.vision).filter(is).collect();
    let number = found.len() as u64;
    Seen::number(number, counted(number, "order to the reader", "orders to the reader"), found)
}
