//! The search that the tools of this service share.

use std::collections::BTreeSet;

use jurat_canon::Hash;
use jurat_pack::PackPartKind;
use jurat_retrieve::SearchLegs;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AnswerOutcome, CivilDay, ToolFailure, ToolServices,
    packs::{
        OpenPart, PackBasis, check_phrases, check_query,
        cursor::PageRequest,
        known_value,
        passage_hit::PassageHit,
        passage_search::{PassageQuery, RankedPassage, ranked},
    },
};

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ManualSearchRequest {
    /// The day that is asked about.
    as_of: CivilDay,
    /// Words; 1 to 2,000 characters.
    query: String,
    /// Only this chapter, as `4` or `ENF 5`.
    chapter: Option<String>,
    /// Words in a row that a passage must hold, each of them.
    #[serde(default)]
    must_include: Vec<String>,
    /// Words in a row none of which it may hold.
    #[serde(default)]
    must_not: Vec<String>,
    /// How many results, 1 to 50; 10 where nothing is said.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u32>,
    /// The `next_cursor` of the same request.
    cursor: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ManualSearchAnswer {
    pub(super) outcome: AnswerOutcome,
    results: Vec<ManualPassage>,
    /// Null where this was the last page.
    next_cursor: Option<String>,
    basis: PackBasis,
}

/// A passage, and the chapter it is of.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ManualPassage {
    title: Option<String>,
    chapter: Option<String>,
    passage: PassageHit,
}

pub(super) fn answer(
    services: &ToolServices,
    request: &ManualSearchRequest,
    legs: SearchLegs,
) -> Result<ManualSearchAnswer, ToolFailure> {
    check_query(&request.query)?;
    check_phrases("must_include", &request.must_include)?;
    check_phrases("must_not", &request.must_not)?;
    let packs = services.packs.packs()?;
    let parts = packs.parts(PackPartKind::Manual)?;
    // To look at every document costs more than the search.
    let known = if request.chapter.is_some() { chapters(&parts) } else { BTreeSet::new() };
    let chapter = request.chapter.as_deref();
    let chapter = chapter
        .map(|given| known_value("chapter", given, known.iter().map(String::as_str)))
        .transpose()?;
    let basis = PackBasis::new(request.as_of, &parts);
    let mut own_words = serde_json::to_value(request).unwrap_or_default();
    own_words["cursor"] = serde_json::Value::Null;
    own_words["limit"] = serde_json::Value::Null;
    let limit = usize::try_from(request.limit.unwrap_or(10)).unwrap_or(1);
    let page = PageRequest::read(&own_words, &basis, (request.cursor.as_deref(), limit))?;
    let query = PassageQuery {
        text: &request.query,
        legs,
        holds: &request.must_include,
        lacks: &request.must_not,
        most: page.needed(),
    };
    let found = ranked(&parts, &query, &|part| of_chapter(part, chapter))?;
    let (page, next_cursor) = page.cut(found);
    let results = page.iter().map(passage).collect::<Result<Vec<_>, ToolFailure>>()?;
    Ok(ManualSearchAnswer {
        outcome: AnswerOutcome::of(&results),
        results,
        next_cursor,
        basis,
    })
}

fn passage(hit: &RankedPassage<'_>) -> Result<ManualPassage, ToolFailure> {
    let metadata = &hit.hit.passage.metadata;
    Ok(ManualPassage {
        title: metadata.title.clone(),
        chapter: metadata.get("chapter").map(str::to_owned),
        passage: PassageHit::of(hit)?,
    })
}

/// The chapters there are, in order.
pub(super) fn chapters(parts: &[&OpenPart]) -> BTreeSet<String> {
    let entries = parts.iter().flat_map(|part| part.entries());
    entries
        .filter_map(|entry| entry.metadata.get("chapter").map(str::to_owned))
        .collect()
}

fn of_chapter(part: &OpenPart, chapter: Option<&str>) -> Option<BTreeSet<Hash>> {
    let chapter = chapter?;
    let own = part
        .entries()
        .filter(|entry| entry.metadata.get("chapter") == Some(chapter));
    Some(own.map(|entry| entry.source.hash).collect())
}
