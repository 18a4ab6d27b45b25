//! Where a reference within a quote points: sections by their numbers, items by their marks.

use std::ops::Range;

use jurat_model::{ByteSpan, PointsTo, Quote};
use jurat_text::{
    crossref::{CrossRef, ProvisionUnit, cross_references},
    fold::fold,
};

use super::{
    placeholder::is_placeholder, section_offsets::SectionOffsets,
    segmented_exhibit::SegmentedExhibit,
};

/// References that are followed in one quote.
const MOST: usize = 16;

/// Sections of texts, by number.
pub(super) struct ReferenceResolver<'p, 'a> {
    papers: &'p [SegmentedExhibit<'a>],
    titles: Vec<String>,
}

impl<'p, 'a> ReferenceResolver<'p, 'a> {
    pub(super) fn new(papers: &'p [SegmentedExhibit<'a>]) -> Self {
        let title = |paper: &SegmentedExhibit<'_>| {
            let metadata = &paper.exhibit.metadata;
            fold(&format!("{} {}", metadata.title.as_deref().unwrap_or(""), paper.exhibit.name))
        };
        Self { papers, titles: papers.iter().map(title).collect() }
    }

    fn sections(&self, paper: usize) -> &SectionOffsets {
        self.papers[paper].sections()
    }

    /// What the references of a quote point to. `at` is where the quote begins in its text.
    pub(super) fn points_to(&self, paper: usize, at: usize, quote: &str) -> Vec<PointsTo> {
        let mut found = Vec::new();
        for reference in cross_references(quote) {
            if is_noted(quote, reference.range.start) {
                continue;
            }
            let written = &quote[reference.range.clone()];
            let relative = written
                .find(['(', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
                .is_some_and(|at| written[at..].starts_with('('));
            for path in &reference.paths {
                let target = self.target(paper, at, &reference, &path.from, relative);
                found.push(PointsTo { reference: written.to_owned(), target });
            }
        }
        found.truncate(MOST);
        found
    }

    fn target(
        &self,
        paper: usize,
        at: usize,
        reference: &CrossRef,
        path: &[String],
        relative: bool,
    ) -> Option<Quote> {
        if relative && reference.tail.as_ref().is_none_or(|tail| tail.is_own) {
            let section = self.around(paper, at);
            return self.words(paper, section, path);
        }
        let (head, steps) = path.split_first()?;
        let key = key(reference.unit, head);
        let paper = self.paper_of(paper, reference, &key)?;
        let start = *self.sections(paper).by_number.get(&key)?;
        self.words(paper, start..self.end(paper, start), steps)
    }

    /// The text that a reference is about: the one that it names, else its own, else the only
    /// other one with such a number.
    fn paper_of(&self, own: usize, reference: &CrossRef, key: &str) -> Option<usize> {
        let holds = |paper: &usize| self.sections(*paper).by_number.contains_key(key);
        let all = 0..self.papers.len();
        if let Some(tail) = reference.tail.as_ref().filter(|tail| !tail.is_own) {
            let named = fold(tail.of.trim_start_matches("the "));
            return all.filter(|paper| self.titles[*paper].contains(&named)).find(holds);
        }
        if holds(&own) {
            return Some(own);
        }
        let mut others = all.filter(|paper| key.contains('.') && holds(paper));
        let first = others.next()?;
        others.next().is_none().then_some(first)
    }

    fn around(&self, paper: usize, at: usize) -> Range<usize> {
        let starts = &self.sections(paper).starts;
        let next = starts.partition_point(|start| *start <= at);
        let start = next.checked_sub(1).map_or(0, |before| starts[before]);
        start..self.end(paper, start)
    }

    fn end(&self, paper: usize, start: usize) -> usize {
        let starts = &self.sections(paper).starts;
        let next = starts.partition_point(|one| *one <= start);
        starts.get(next).copied().unwrap_or(self.papers[paper].text().len())
    }

    /// The first sentence of a section, or of the item that a path leads to.
    fn words(&self, paper: usize, section: Range<usize>, steps: &[String]) -> Option<Quote> {
        let paper = &self.papers[paper];
        let first = paper
            .sentences()
            .partition_point(|one| one.range.end <= section.start);
        let within = (first..paper.sentences().len())
            .take_while(|at| paper.sentences()[*at].range.start < section.end);
        let says = |at: &usize| paper.text()[paper.bare(*at)].contains(char::is_alphabetic);
        let mut within =
            within.filter(|at| says(at) && (!paper.is_heading(*at) || !steps.is_empty()));
        let mut found = None;
        for step in steps {
            let mark = format!("({step})");
            found = Some(within.find(|at| begins_with(paper, *at, &mark))?);
        }
        let at = found.or_else(|| within.next())?;
        let range = paper.bare(at);
        let words = &paper.text()[range.clone()];
        if is_placeholder(words) {
            return None;
        }
        Quote::take(paper.exhibit.rendition, paper.text(), &[ByteSpan::from(range)])
    }
}

/// Whether a place lies in square brackets: a note of repeal or amendment points to no rule.
fn is_noted(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let (open, closed) = (before.rfind('['), before.rfind(']'));
    open.is_some_and(|open| closed.is_none_or(|closed| closed < open))
}

/// Whether a mark is among those at the head of a sentence.
fn begins_with(paper: &SegmentedExhibit<'_>, at: usize, mark: &str) -> bool {
    let range = &paper.sentences()[at].range;
    let head = &paper.text()[range.start..paper.bare(at).start];
    head.to_lowercase().contains(mark)
}

fn key(unit: ProvisionUnit, number: &str) -> String {
    match unit {
        ProvisionUnit::Chapter => format!("chapter {number}"),
        ProvisionUnit::Part => format!("part {number}"),
        ProvisionUnit::Schedule => format!("schedule {number}"),
        _ => number.to_owned(),
    }
}
