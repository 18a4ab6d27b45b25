//! The status of a citation: does it parse, exist, carry the right name, say what is quoted, and
//! still hold? Pure: what is known comes as an index, the date as a parameter.

mod index;
mod name;
mod status;

use std::collections::BTreeMap;

use jurat_text::citations::Citation;

pub use index::{Index, IndexError, Row, Treatment, read_index};
pub use name::same_name;
pub use status::{Anchoring, Asked, Quoted, Terms, World, status};

/// The decisions among citations, by authority. Those of one authority need not be neighbours: a
/// short form later in a text belongs to a group that began before.
pub fn decisions_by_group(found: &[Citation]) -> BTreeMap<usize, Vec<&Citation>> {
    let mut groups: BTreeMap<usize, Vec<&Citation>> = BTreeMap::new();
    for citation in found.iter().filter(|one| one.kind.is_decision()) {
        groups.entry(citation.group).or_default().push(citation);
    }
    groups
}
