//! The status of a citation: does it parse, exist, carry the right name, say what is quoted, and
//! still hold? Pure: what is known comes as an index, the date as a parameter.

mod decision_index;
mod status;
mod style_of_cause;

use std::collections::BTreeMap;

use jurat_text::citations::Citation;

pub use decision_index::{
    DecisionIndex, DecisionIndexError, DecisionRow, DecisionTreatment, read_index,
};
pub use status::{
    AttributedQuote, CitationStatusOptions, CitationStatusRequest, IndexCompleteness,
    QuotePresence, status,
};
pub use style_of_cause::same_name;

/// The decisions among citations, by authority. Those of one authority need not be neighbours: a
/// short form later in a text belongs to a group that began before.
pub fn decisions_by_group(found: &[Citation]) -> BTreeMap<usize, Vec<&Citation>> {
    let mut groups: BTreeMap<usize, Vec<&Citation>> = BTreeMap::new();
    for citation in found.iter().filter(|one| one.kind.is_decision()) {
        groups.entry(citation.group).or_default().push(citation);
    }
    groups
}
