//! What a paper says of a repository: headings, terms, claims, orders, written diagrams.
//!
//! Pure and without opinion: whether a claim is true is not asked here. What the paper orders its
//! reader to do is data like any other word of it.

mod character_diagrams;
mod claim_tense;
mod claims;
mod code_names;
mod cue_scope;
mod diagrams;
mod figure_parts;
mod folded_words;
mod folder_trees;
mod globs;
mod heading_facts;
mod headings;
mod layout;
mod paths;
mod prompt_injection;
mod tense_cues;
mod terms;

use jurat_model::{ByteSpan, EvidenceLocation, LocatedValue, Rendition, SubmissionArtifact};

use crate::model::{Evidence, EvidenceFact, PaperFacts};

pub use diagrams::written_figures;

use layout::PaperLayout;

/// Reads a paper: its headings, where it speaks of the terms, which files and names it claims, and
/// what it orders its reader to do. Linear in its length but for the number of terms.
pub fn read_paper(exhibit_name: &str, rendition: &Rendition, terms: &[String]) -> PaperFacts {
    let sheet = PaperLayout::of(exhibit_name, rendition);
    PaperFacts {
        headings: heading_facts::facts(&sheet),
        terms: terms::facts(&sheet, terms),
        claims: claims::facts(&sheet),
        orders: prompt_injection::facts(&sheet, rendition),
    }
}

/// All that a paper says, as evidence: headings, terms, claims, orders.
pub fn said(exhibit_name: &str, rendition: &Rendition, terms: &[String]) -> Vec<Evidence> {
    let facts = read_paper(exhibit_name, rendition, terms);
    Evidence::all_located(&facts.headings, EvidenceFact::Heading)
        .chain(Evidence::all_located(&facts.terms, EvidenceFact::Term))
        .chain(Evidence::all_located(&facts.claims, EvidenceFact::Claim))
        .chain(Evidence::all_located(&facts.orders, EvidenceFact::Order))
        .collect()
}

pub fn drawn(exhibit_name: &str, rendition: &Rendition) -> Vec<Evidence> {
    let figures = written_figures(exhibit_name, rendition);
    Evidence::all_located(&figures, EvidenceFact::Figure).collect()
}

impl PaperLayout<'_> {
    fn located<T>(&self, value: T, span: ByteSpan) -> LocatedValue<T> {
        let mut at = EvidenceLocation::to(SubmissionArtifact::Docs, self.name);
        at.page = self.page(span.start);
        at.span = Some(span);
        let snippet = span.of(self.text).unwrap_or_default().to_owned();
        LocatedValue { value, at, snippet }
    }
}
