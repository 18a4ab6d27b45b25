//! Which of the passages that a corpus offers a step keeps: none that an earlier step had, so many of each category.

use jurat_model::RetrievedChunk;

use crate::{preset::CategoryQuotas, step_evidence::SourceCategory};

/// What a step wants of the passages that are offered.
pub(crate) struct PassagesWanted<'a> {
    /// What earlier steps kept.
    pub(crate) before: &'a [&'a RetrievedChunk],
    pub(crate) most: usize,
    pub(crate) quotas: Option<CategoryQuotas>,
    /// Only passages of this jurisdiction, and those that name none; all where it is empty.
    pub(crate) jurisdiction: &'a str,
}

/// The passages that are kept, the best first.
pub(crate) fn chosen(
    offered: Vec<RetrievedChunk>,
    wanted: &PassagesWanted<'_>,
) -> Vec<RetrievedChunk> {
    let mut offered = offered;
    offered.sort_by_key(place);
    offered.retain(|chunk| {
        is_of(chunk, wanted.jurisdiction) && !wanted.before.iter().any(|it| overlap(it, chunk))
    });
    let mut kept: Vec<RetrievedChunk> = Vec::new();
    let mut left: Vec<RetrievedChunk> = Vec::new();
    for chunk in offered {
        let category = category(&chunk);
        let same = kept.iter().filter(|it| self::category(it) == category).count();
        let room = match (wanted.quotas, category) {
            (None, _) => wanted.most,
            (Some(quotas), SourceCategory::Text) => quotas.texts,
            (Some(quotas), SourceCategory::Decision) => quotas.decisions,
        };
        if kept.len() < wanted.most && same < room {
            kept.push(chunk);
        } else {
            left.push(chunk);
        }
    }
    // A category that has too few leaves its room to the other.
    kept.extend(left.into_iter().take(wanted.most.saturating_sub(kept.len())));
    kept.sort_by_key(place);
    kept
}

/// Its place in the search, from 1.
fn place(chunk: &RetrievedChunk) -> u32 {
    chunk.provision.as_ref().map_or(u32::MAX, |it| it.measures.place)
}

fn category(chunk: &RetrievedChunk) -> SourceCategory {
    SourceCategory::of(chunk.passage.metadata.kind)
}

fn is_of(chunk: &RetrievedChunk, jurisdiction: &str) -> bool {
    let own = chunk.passage.metadata.values.get("jurisdiction");
    jurisdiction.is_empty() || own.is_none_or(|own| own.eq_ignore_ascii_case(jurisdiction))
}

/// Whether two passages, or the provisions around them, share words.
fn overlap(one: &RetrievedChunk, other: &RetrievedChunk) -> bool {
    let ranges = |chunk: &RetrievedChunk| match &chunk.provision {
        Some(provision) => provision.ranges.clone(),
        None => vec![chunk.passage.span],
    };
    one.passage.rendition == other.passage.rendition
        && ranges(one).iter().any(|own| {
            ranges(other)
                .iter()
                .any(|it| own.start < it.end && it.start < own.end)
        })
}
