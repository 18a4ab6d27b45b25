//! The search that all services share: over the parts of a kind, by words, by meaning, or by both.

use std::collections::BTreeSet;

use jurat_canon::Hash;
use jurat_retrieve::{HitNarrowing, Query, QueryWording, SearchHit, SearchLegs, VectorSearch};

use crate::{
    ToolFailure,
    packs::{MOST_RANKED, OpenPart},
};

/// What is searched for.
pub(crate) struct PassageQuery<'q> {
    pub(crate) text: &'q str,
    pub(crate) legs: SearchLegs,
    pub(crate) holds: &'q [String],
    pub(crate) lacks: &'q [String],
    /// How many passages are wanted; the best 200 are all there are.
    pub(crate) most: usize,
}

/// A passage with its place among those of all parts.
pub(crate) struct RankedPassage<'p> {
    pub(crate) part: &'p OpenPart,
    pub(crate) hit: SearchHit,
    pub(crate) score: f64,
}

/// The best passages of all parts, best first; equal ones by pack, document and place. `sources` says which documents of a part
/// count: none where all do.
pub(crate) fn ranked<'p>(
    parts: &[&'p OpenPart],
    asked: &PassageQuery<'_>,
    sources: &dyn Fn(&OpenPart) -> Option<BTreeSet<Hash>>,
) -> Result<Vec<RankedPassage<'p>>, ToolFailure> {
    let mut all = Vec::new();
    for part in parts {
        let found = search(part, asked, sources(part))?;
        all.extend(found.into_iter().map(|hit| RankedPassage {
            part,
            // Digits beyond these differ between processors.
            score: (f64::from(hit.score) * 1000.0).round() / 1000.0,
            hit,
        }));
    }
    all.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b))));
    all.truncate(asked.most.min(MOST_RANKED));
    Ok(all)
}

/// Where a passage stands, the same on every machine.
pub(crate) fn place<'f>(found: &'f RankedPassage<'_>) -> (&'f str, &'f str, usize) {
    let passage = &found.hit.passage;
    (&found.part.record().manifest.name, &passage.name, passage.span.start)
}

fn search(
    part: &OpenPart,
    asked: &PassageQuery<'_>,
    sources: Option<BTreeSet<Hash>>,
) -> Result<Vec<SearchHit>, ToolFailure> {
    let failed = |why: &dyn std::fmt::Display| {
        let corpus = format!("{}.{}", part.record().manifest.name, part.part().name);
        ToolFailure::ServiceFailed {
            service: format!("the search of {corpus}"),
            why: why.to_string(),
        }
    };
    let vectors = match asked.legs {
        SearchLegs::Bm25 => None,
        SearchLegs::Dense | SearchLegs::Hybrid => {
            Some(part.vectors().map_err(|why| failed(&why))?)
        }
        SearchLegs::Auto => part.vectors().ok(),
    };
    let vector = match vectors {
        Some((_, embedder)) => {
            embedder.embed(&[asked.text]).map_err(|error| failed(&error))?.pop()
        }
        None => None,
    };
    let query = Query {
        texts: vec![QueryWording { text: asked.text.to_owned(), vector }],
        narrowing: HitNarrowing {
            sources,
            holds: asked.holds.to_vec(),
            lacks: asked.lacks.to_vec(),
        },
        k: asked.most.min(MOST_RANKED),
        legs: asked.legs,
        ..Query::of("")
    };
    let vectors = vectors.map(|(vectors, _)| vectors as &dyn VectorSearch);
    let searcher = part.index.searcher(vectors).map_err(|error| failed(&error))?;
    searcher.search(&query).map_err(|error| failed(&error))
}
