//! What a paper says of a repository: headings, terms, claims, orders, written diagrams.
//!
//! Pure and without opinion: whether a claim is true is not asked here. What the paper orders its
//! reader to do is data like any other word of it.

mod claims;
mod context;
mod cues;
mod diagrams;
mod globs;
mod headings;
mod layout;
mod names;
mod orders;
mod paths;
mod plain;
mod reach;
mod sketch;
mod terms;
mod tree;

use jurat_model::{
    Rendition, Span,
    court::{Artifact, Evidence, Fact, Located, PaperFacts, Pointer},
};

pub use diagrams::written_figures;

use layout::Sheet;

/// Reads a paper: its headings, where it speaks of the terms, which files and names it claims, and
/// what it orders its reader to do. Linear in its length but for the number of terms.
pub fn read_paper(exhibit_name: &str, rendition: &Rendition, terms: &[String]) -> PaperFacts {
    let sheet = Sheet::of(exhibit_name, rendition);
    PaperFacts {
        headings: headings::facts(&sheet),
        terms: terms::facts(&sheet, terms),
        claims: claims::facts(&sheet),
        orders: orders::facts(&sheet, rendition),
    }
}

/// All that a paper says, as evidence: headings, terms, claims, orders.
pub fn said(exhibit_name: &str, rendition: &Rendition, terms: &[String]) -> Vec<Evidence> {
    let facts = read_paper(exhibit_name, rendition, terms);
    let headings = facts.headings.iter().map(|it| Evidence::located(it, Fact::Heading));
    let terms = facts.terms.iter().map(|it| Evidence::located(it, Fact::Term));
    let claims = facts.claims.iter().map(|it| Evidence::located(it, Fact::Claim));
    let orders = facts.orders.iter().map(|it| Evidence::located(it, Fact::Order));
    headings.chain(terms).chain(claims).chain(orders).collect()
}

/// The figures that its text draws, as evidence.
pub fn drawn(exhibit_name: &str, rendition: &Rendition) -> Vec<Evidence> {
    let figures = written_figures(exhibit_name, rendition);
    figures.iter().map(|it| Evidence::located(it, Fact::Figure)).collect()
}

impl Sheet<'_> {
    /// Something at its place.
    fn located<T>(&self, value: T, span: Span) -> Located<T> {
        let mut at = Pointer::to(Artifact::Docs, self.name);
        at.page = self.page(span.start);
        at.span = Some(span);
        let snippet = span.of(self.text).unwrap_or_default().to_owned();
        Located { value, at, snippet }
    }
}
