//! Decisions read off their text: what each is, what it does with others, and what follows for a citation of it.
//!
//! Pure: no network, no clock, no model. What is known comes as text and tables, the day as an argument. What a text does
//! not say is absent here, never guessed, and everything that was read carries the bytes it was read from.

mod card;
mod court_table;
mod decision;
mod graph;
mod pattern_classes;
mod treatment;

pub use card::{
    AuthorityRow, AuthorityTable, CardEvidence, CardLayer, CardProposition, CardRequest,
    CardTreatment, CaseCoverage, CaseIndex, CaseTexts, CitationCard, CoverageRow, IndexStack,
    KnownCase, KnownProvision, KnownTreatment, MissingProvision, ProvisionLookup,
    ProvisionStanding, ProvisionTwin, ReadCases, act_and_provision, citation_card,
};
pub use court_table::{CourtFacts, CourtLevel, CourtTable};
pub use decision::{
    DecisionOutcome, DecisionRecord, DecisionResult, NumberedParagraph, ReadField, ReadOutcome,
    read_decision,
};
pub use graph::{BenchStatistics, CaseEdge, CaseGraph, GraphCase, RankedCase, SimilarCase};
pub use treatment::{
    CitingContext, MentionForm, ShortNames, TreatmentFamily, TreatmentKind, citing_treatments,
};
