//! The evidence that a page refers to, and texts in which references stand.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    model::{CriterionResult, EvidenceId, Opinion},
    report::{CitedEvidence, CourtReport},
};

use super::{highlights, opinion_text};

/// The evidence that a page refers to, in the order of the report. Opinions may cite by id or by
/// alias.
pub(super) struct PageEvidence<'a> {
    known: BTreeMap<&'a str, usize>,
    /// The number of each piece of evidence of the report on this page.
    numbers: BTreeMap<usize, usize>,
    pub(super) shown: Vec<&'a CitedEvidence>,
}

/// Words, or references to evidence.
pub(super) enum MarkedFragment<'a> {
    Words(&'a str),
    /// Aliases of evidence that is at hand.
    Marks(Vec<&'a str>),
}

impl<'a> PageEvidence<'a> {
    pub(super) fn of(report: &'a CourtReport) -> Self {
        let named = |(at, one): (usize, &'a CitedEvidence)| {
            [(one.alias.as_str(), at), (one.id.as_str(), at)]
        };
        let mut exhibits = Self {
            known: report.evidence.iter().enumerate().flat_map(named).collect(),
            numbers: BTreeMap::new(),
            shown: Vec::new(),
        };
        for (number, at) in exhibits.referred(report).into_iter().enumerate() {
            exhibits.numbers.insert(at, number);
            exhibits.shown.push(&report.evidence[at]);
        }
        exhibits
    }

    /// Its number on this page and its alias; nothing where it is not shown.
    pub(super) fn get(&self, name: &str) -> Option<(usize, &'a str)> {
        let number = *self.numbers.get(self.known.get(name)?)?;
        Some((number, self.shown.get(number)?.alias.as_str()))
    }

    /// A text, with the references in it told from its words.
    pub(super) fn pieces<'t>(&self, text: &'t str) -> Vec<MarkedFragment<'t>> {
        let mut pieces = Vec::new();
        let (mut from, mut rest) = (0, 0);
        while let Some(open) = text[rest..].find('[').map(|at| rest + at) {
            let within = open + 1;
            // A bracket within a bracket begins anew, so that no text is read twice.
            let Some(end) = text[within..].find(['[', ']']).map(|at| within + at) else {
                break;
            };
            let names: Vec<&str> = text[within..end].split(", ").collect();
            rest = end;
            if text[end..].starts_with(']')
                && names.iter().all(|name| self.known.contains_key(name))
            {
                pieces.push(MarkedFragment::Words(&text[from..open]));
                pieces.push(MarkedFragment::Marks(names));
                (from, rest) = (end + 1, end + 1);
            }
        }
        pieces.push(MarkedFragment::Words(&text[from..]));
        pieces
    }

    /// What an opinion cites beside what its words refer to: as much as fits a cell.
    pub(super) fn beside<'o>(&self, opinion: &'o Opinion) -> (&'o [EvidenceId], usize) {
        let refers = self
            .pieces(&opinion.argument)
            .iter()
            .any(|piece| matches!(piece, MarkedFragment::Marks(_)));
        if refers { (&[], 0) } else { highlights::marks(&opinion.cited_evidence) }
    }

    /// Everything that the page refers to, by its place in the report.
    fn referred(&self, report: &CourtReport) -> BTreeSet<usize> {
        let mut all = BTreeSet::new();
        for (_, result) in highlights::judged(report) {
            for check in highlights::open(result).into_iter().chain(highlights::met(result)) {
                self.add(&mut all, highlights::marks(&check.evidence).0);
            }
            self.add_of_opinions(&mut all, result);
            self.add_of_text(&mut all, &result.dissent_summary);
            for fired in highlights::rules(result) {
                self.add_of_text(&mut all, &fired.saw);
                self.add_of_text(&mut all, &fired.did);
            }
        }
        let places = highlights::groups(report).into_iter().flat_map(|group| group.places);
        self.add(
            &mut all,
            highlights::confirmed(report).chain(places).map(|row| &row.evidence),
        );
        self.add(&mut all, &report.graph.evidence);
        self.add(&mut all, report.diagrams.iter().map(|row| &row.evidence));
        self.add(&mut all, report.orders.iter().map(|row| &row.evidence));
        self.add(&mut all, report.history.iter().map(|row| &row.evidence));
        all
    }

    fn add_of_opinions(&self, all: &mut BTreeSet<usize>, result: &CriterionResult) {
        if let Some(text) = opinion_text::together(result) {
            return self.add_of_text(all, &text.words);
        }
        for opinion in highlights::voices(result).iter().map(|voice| voice.opinion) {
            self.add_of_text(all, &opinion.argument);
            self.add(all, self.beside(opinion).0);
        }
    }

    fn add<'i>(
        &self,
        all: &mut BTreeSet<usize>,
        ids: impl IntoIterator<Item = &'i EvidenceId>,
    ) {
        let known = ids.into_iter().filter_map(|id| self.known.get(id.as_str()));
        all.extend(known);
    }

    fn add_of_text(&self, all: &mut BTreeSet<usize>, text: &str) {
        for piece in self.pieces(text) {
            if let MarkedFragment::Marks(names) = piece {
                all.extend(names.iter().filter_map(|name| self.known.get(name)));
            }
        }
    }
}
