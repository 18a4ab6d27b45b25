//! What is measured of a paper's text.

use jurat_text::WildcardPattern;

use super::{
    ExaminationContext,
    measurement::{QueryMeasurement, ShortfallMeaning},
    unit::{MeasureUnit, share},
};
use crate::{
    model::{DocMeasure, Evidence, EvidenceFact, PaperIdentity, PaperTerm},
    rubric::cross::FileSubstance,
};

/// From this share of unreadable pages on, absence shows nothing, in per cent.
const MOST_UNREADABLE: u64 = 20;

/// Whether a measure looks into the repository too.
pub(super) const fn needs_repo(measure: &DocMeasure) -> bool {
    matches!(measure, DocMeasure::Anchored(_))
}

pub(super) fn seen<'d>(
    view: &ExaminationContext<'_, 'd>,
    measure: &DocMeasure,
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let Some((evidence, paper)) = paper(view) else {
        return QueryMeasurement::untold("no paper was recorded");
    };
    if paper.words == 0 {
        return QueryMeasurement::untold("no word of the paper could be read");
    }
    let seen = match measure {
        DocMeasure::Substantive(terms) => count(view, terms, unit, |term| term.substantive),
        DocMeasure::Anchored(terms) => {
            let there = |name: &String| {
                let place = view.known.path(name).or_else(|| view.known.name(name));
                place.is_some_and(|place| place.does != FileSubstance::Unknown)
            };
            count(view, terms, unit, |term| term.substantive && term.names.iter().any(there))
        }
        DocMeasure::Dropped(terms) => dropped(view, terms, unit),
        DocMeasure::Named(terms) => count(view, terms, unit, |_| true),
        DocMeasure::Headings(patterns) => headings(view, patterns, unit),
        DocMeasure::Words => {
            QueryMeasurement::number(paper.words, unit.counted(paper.words), vec![evidence])
        }
        DocMeasure::Orders => orders(view, unit),
    };
    seen.overlooking(overlooked(paper))
}

/// The paper's own evidence.
pub(super) fn paper<'d>(
    view: &ExaminationContext<'_, 'd>,
) -> Option<(&'d Evidence, &'d PaperIdentity)> {
    let all = view.docket.evidences.docs.iter();
    let papers = all.filter_map(|one| one.with(EvidenceFact::paper));
    papers.min_by(|a, b| a.0.id.cmp(&b.0.id))
}

/// Why something may have been overlooked in a paper.
pub(super) fn overlooked(paper: &PaperIdentity) -> Option<String> {
    let unread = paper.unreadable.len() as u64;
    let many = MOST_UNREADABLE <= share(unread, paper.pages.into());
    let pages =
        MeasureUnit::Things { one: "page", many: "pages" }.part(unread, paper.pages.into());
    (0 < unread && many).then(|| format!("{pages} could not be read"))
}

fn terms<'d>(view: &ExaminationContext<'_, 'd>) -> Vec<(&'d Evidence, &'d PaperTerm)> {
    let all = view.docket.evidences.docs.iter();
    all.filter_map(|one| one.with(EvidenceFact::term)).collect()
}

fn same(one: &str, two: &str) -> bool {
    one.to_lowercase() == two.to_lowercase()
}

fn count<'d>(
    view: &ExaminationContext<'_, 'd>,
    wanted: &[String],
    unit: MeasureUnit,
    is: impl Fn(&PaperTerm) -> bool,
) -> QueryMeasurement<'d> {
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
    let mut shortfall = ShortfallMeaning::Shown;
    if evidence.is_empty() {
        let named = |term: &PaperTerm| wanted.iter().any(|name| same(name, &term.term));
        let there = all.iter().filter(|(_, term)| named(term)).map(|(one, _)| *one);
        evidence.extend(there);
        // A term that is not there may be explained in other words.
        if evidence.is_empty() {
            shortfall = ShortfallMeaning::NotSeen;
        }
    }
    QueryMeasurement::number(number, unit.part(number, wanted.len() as u64), evidence)
        .short_means(shortfall)
}

/// Terms that are there and never explained. Where none is there, nothing was dropped, but nothing
/// was said either.
fn dropped<'d>(
    view: &ExaminationContext<'_, 'd>,
    wanted: &[String],
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
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
        return QueryMeasurement::nothing("none of the terms in the paper");
    }
    let evidence = if evidence.is_empty() { explained } else { evidence };
    QueryMeasurement::number(number, unit.part(number, there), evidence)
}

fn headings<'d>(
    view: &ExaminationContext<'_, 'd>,
    patterns: &[String],
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let mut evidence = Vec::new();
    let mut number = 0;
    for pattern in patterns {
        let pattern = WildcardPattern::of_names(pattern);
        let is = |one: &&Evidence| {
            let heading = one.fact.heading();
            heading.is_some_and(|heading| pattern.fits(heading.text.trim()))
        };
        let found: Vec<&Evidence> = view.docket.evidences.docs.iter().filter(is).collect();
        number += u64::from(!found.is_empty());
        evidence.extend(found);
    }
    QueryMeasurement::number(number, unit.part(number, patterns.len() as u64), evidence)
        .short_means(ShortfallMeaning::NotSeen)
}

fn orders<'d>(view: &ExaminationContext<'_, 'd>, unit: MeasureUnit) -> QueryMeasurement<'d> {
    let evidences = view.docket.evidences;
    let is = |one: &&Evidence| one.fact.order().is_some();
    let found: Vec<&Evidence> =
        evidences.docs.iter().chain(&evidences.vision).filter(is).collect();
    let number = found.len() as u64;
    QueryMeasurement::number(number, unit.counted(number), found)
}
