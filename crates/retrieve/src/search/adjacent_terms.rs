//! Passages that hold terms in a row.

use tantivy::{
    DocSet, TERMINATED,
    postings::{Postings, SegmentPostings},
};

use crate::index::{IndexError, IndexFields, IndexSegment, IndexSnapshot};

/// The rows that hold the terms one right after the other, stop words aside.
pub(super) fn rows(
    snapshot: &IndexSnapshot,
    fields: &IndexFields,
    terms: &[&str],
) -> Result<Vec<u32>, IndexError> {
    let mut rows = Vec::new();
    for segment in snapshot.segments() {
        let lists = terms.iter().map(|term| segment.places(fields.text, term));
        let lists: Option<Vec<SegmentPostings>> = lists
            .collect::<std::io::Result<_>>()
            .map_err(IndexError::io(snapshot.dir()))?;
        if let Some(lists) = lists {
            in_a_row(segment, lists, &mut rows);
        }
    }
    Ok(rows)
}

fn in_a_row(segment: &IndexSegment, mut lists: Vec<SegmentPostings>, rows: &mut Vec<u32>) {
    // The rarest term leads: there are no more passages than it has.
    let Some(leader) = (0..lists.len()).min_by_key(|at| lists[*at].doc_freq()) else { return };
    let (mut starts, mut places) = (Vec::new(), Vec::new());
    let mut doc = lists[leader].doc();
    while doc != TERMINATED {
        let others = lists
            .iter_mut()
            .map(|list| if list.doc() < doc { list.seek(doc) } else { list.doc() });
        let furthest = others.fold(doc, u32::max);
        if furthest != doc {
            doc =
                if furthest == TERMINATED { TERMINATED } else { lists[leader].seek(furthest) };
            continue;
        }
        if meet(&mut lists, &mut starts, &mut places) {
            rows.extend(u32::try_from(segment.row(doc)));
        }
        doc = lists[leader].advance();
    }
}

/// Whether the terms stand in a row somewhere in the passage that all lists are at.
fn meet(lists: &mut [SegmentPostings], starts: &mut Vec<u32>, places: &mut Vec<u32>) -> bool {
    let Some((first, rest)) = lists.split_first_mut() else { return false };
    first.positions(starts);
    for (list, step) in rest.iter_mut().zip(1..) {
        list.positions(places);
        starts.retain(|start| places.binary_search(&(start + step)).is_ok());
        if starts.is_empty() {
            return false;
        }
    }
    true
}
