//! Which parts of an index are merged with one another: small ones, and never into a large one.
//!
//! tantivy left to itself merges into ever larger parts, and a merge holds in memory what its parts hold: that would grow with
//! the index. A search over some parts finds the same in about the same time.

use tantivy::{
    SegmentMeta,
    index::SegmentId,
    merge_policy::{MergeCandidate, MergePolicy},
};

/// Passages of the largest part that a merge makes.
pub(super) const LARGEST: u32 = 64_000;
/// So many parts of a group are there before they are merged on the way. At the end, two are enough.
const ON_THE_WAY: usize = 4;

/// Merges on the way.
#[derive(Debug)]
pub(super) struct BoundedMerges {
    pub(super) largest: u32,
}

impl MergePolicy for BoundedMerges {
    fn compute_merge_candidates(&self, segments: &[SegmentMeta]) -> Vec<MergeCandidate> {
        let groups = groups(segments.iter().map(part).collect(), self.largest).into_iter();
        let due = groups.filter(|group| ON_THE_WAY <= group.len());
        due.map(|group| MergeCandidate(ids(&group))).collect()
    }
}

/// What is merged at the end, group by group: parts that fit into one, and each part of which something was removed, so that it
/// is gone from the disk.
pub(super) fn last_merges(segments: &[SegmentMeta], largest: u32) -> Vec<Vec<SegmentId>> {
    let groups = groups(segments.iter().map(part).collect(), largest).into_iter();
    let due = groups.filter(|group| 1 < group.len() || group.iter().any(|part| part.has_gaps));
    due.map(|group| ids(&group)).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct IndexPart<Id> {
    id: Id,
    /// Passages that are left in it.
    passages: u32,
    /// Whether some were removed.
    has_gaps: bool,
}

fn part(segment: &SegmentMeta) -> IndexPart<SegmentId> {
    IndexPart {
        id: segment.id(),
        passages: segment.num_docs(),
        has_gaps: segment.has_deletes(),
    }
}

fn ids<Id: Copy>(group: &[IndexPart<Id>]) -> Vec<Id> {
    group.iter().map(|part| part.id).collect()
}

/// Puts parts together, the smallest first, as long as they make one of at most so many passages. All are in one group or another.
fn groups<Id: Copy>(mut parts: Vec<IndexPart<Id>>, largest: u32) -> Vec<Vec<IndexPart<Id>>> {
    parts.sort_by_key(|part| part.passages);
    let (mut groups, mut size) = (Vec::<Vec<IndexPart<Id>>>::new(), 0_u32);
    for part in parts {
        size = size.saturating_add(part.passages);
        match groups.last_mut() {
            Some(group) if size <= largest => group.push(part),
            _ => {
                groups.push(vec![part]);
                size = part.passages;
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::{IndexPart, groups, ids};

    #[track_caller]
    fn check(sizes: &[u32], largest: u32, expected: &[&[usize]]) {
        let part = |(id, passages): (usize, &u32)| IndexPart {
            id,
            passages: *passages,
            has_gaps: false,
        };
        let found = groups(sizes.iter().enumerate().map(part).collect(), largest);
        let found: Vec<Vec<usize>> = found.iter().map(|group| ids(group)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn small_parts_go_together_up_to_a_size() {
        check(&[20, 20, 20, 20, 20, 20], 100, &[&[0, 1, 2, 3, 4], &[5]]);
        check(&[80, 20, 1], 100, &[&[2, 1], &[0]]);
        check(&[80, 20], 100, &[&[1, 0]]);
    }

    #[test]
    fn a_large_part_stays_alone() {
        check(&[500, 10, 200], 100, &[&[1], &[2], &[0]]);
        check(&[], 100, &[]);
    }
}
