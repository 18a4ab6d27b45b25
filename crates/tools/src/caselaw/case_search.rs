//! The search that the tools of this service share.

use jurat_pack::{DecisionFields, PackPartKind};
use jurat_retrieve::SearchLegs;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{
    AnswerOutcome, CivilDay, ToolFailure, ToolServices,
    caselaw::{
        decision_face::DecisionFace,
        decision_filter::{DecisionFilter, FilterRequest},
    },
    packs::{
        MOST_RANKED, PackBasis, check_phrases, check_query,
        cursor::PageRequest,
        passage_hit::PassageHit,
        passage_search::{PassageQuery, RankedPassage, place, ranked},
    },
};

/// How many results where nothing is said.
pub(super) const USUAL: u32 = 10;

/// By what results are ordered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CaseOrder {
    /// The likeliest first.
    #[default]
    Relevance,
    /// The newest first.
    Date,
    /// The most cited first.
    CitedBy,
}

/// What all searches of decisions take.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseSearchRequest {
    /// Decisions after this day are left out.
    pub(super) as_of: CivilDay,
    /// Words, in English or French; 1 to 2,000 characters.
    pub(super) query: String,
    /// A court's code as in its citations, in either language; `caselaw_metadata` lists them.
    pub(super) court: Option<String>,
    /// Words in a row that a passage must hold, each of them.
    #[serde(default)]
    pub(super) must_include: Vec<String>,
    /// Words in a row none of which it may hold.
    #[serde(default)]
    pub(super) must_not: Vec<String>,
    /// The first day.
    pub(super) start_date: Option<CivilDay>,
    /// The last day.
    pub(super) end_date: Option<CivilDay>,
    pub(super) judge: Option<String>,
    /// The country of the person concerned.
    pub(super) country: Option<String>,
    pub(super) issue_code: Option<String>,
    pub(super) outcome: Option<String>,
    /// By relevance where nothing is said; otherwise the 200 most relevant, ordered anew.
    #[serde(default)]
    pub(super) sort: CaseOrder,
    /// How many results, 1 to 50; 10 where nothing is said.
    #[schemars(range(min = 1, max = 50))]
    pub(super) limit: Option<u32>,
    /// The `next_cursor` of the same request.
    pub(super) cursor: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CaseSearchAnswer {
    pub(super) outcome: AnswerOutcome,
    /// Passages in order; equal ones by pack, document and place.
    results: Vec<DecisionPassage>,
    /// Null where this was the last page.
    next_cursor: Option<String>,
    basis: PackBasis,
}

/// A passage, and the decision it is of.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DecisionPassage {
    decision: DecisionFace,
    passage: PassageHit,
}

/// The answer of a search by these legs.
pub(super) fn answer(
    services: &ToolServices,
    request: &CaseSearchRequest,
    legs: SearchLegs,
) -> Result<CaseSearchAnswer, ToolFailure> {
    check_query(&request.query)?;
    check_phrases("must_include", &request.must_include)?;
    check_phrases("must_not", &request.must_not)?;
    let packs = services.packs.packs()?;
    let parts = packs.parts(PackPartKind::Decisions)?;
    let asked = FilterRequest {
        court: request.court.as_deref(),
        judge: request.judge.as_deref(),
        country: request.country.as_deref(),
        issue_code: request.issue_code.as_deref(),
        outcome: request.outcome.as_deref(),
        start_date: request.start_date,
        end_date: request.end_date,
    };
    let filter = DecisionFilter::read(&packs, &parts, (&asked, request.as_of))?;
    let basis = PackBasis::new(request.as_of, &parts);
    let limit = usize::try_from(request.limit.unwrap_or(USUAL)).unwrap_or(1);
    let page =
        PageRequest::read(&own_words(request), &basis, (request.cursor.as_deref(), limit))?;
    let query = PassageQuery {
        text: &request.query,
        legs,
        holds: &request.must_include,
        lacks: &request.must_not,
        // Another order needs all that are ranked.
        most: match request.sort {
            CaseOrder::Relevance => page.needed(),
            CaseOrder::Date | CaseOrder::CitedBy => MOST_RANKED,
        },
    };
    let mut found: Vec<(RankedPassage<'_>, DecisionFace)> =
        ranked(&parts, &query, &|part| filter.sources(part))?
            .into_iter()
            .map(|hit| {
                let fields = DecisionFields::kept(&hit.hit.passage.metadata);
                (hit, DecisionFace::of(&fields, &parts))
            })
            .collect();
    order(&mut found, request.sort);
    let (page, next_cursor) = page.cut(found);
    let results = page
        .into_iter()
        .map(|(hit, decision)| Ok(DecisionPassage { decision, passage: PassageHit::of(&hit)? }))
        .collect::<Result<Vec<_>, ToolFailure>>()?;
    Ok(CaseSearchAnswer {
        outcome: AnswerOutcome::of(&results),
        results,
        next_cursor,
        basis,
    })
}

/// The request without what only says which page of it is wanted.
fn own_words(request: &CaseSearchRequest) -> Json {
    let mut words = serde_json::to_value(request).unwrap_or_default();
    if let Some(words) = words.as_object_mut() {
        words.remove("cursor");
        words.remove("limit");
    }
    words
}

fn order(found: &mut [(RankedPassage<'_>, DecisionFace)], order: CaseOrder) {
    found.sort_by(|(a, one), (b, other)| {
        let first = match order {
            CaseOrder::Relevance => std::cmp::Ordering::Equal,
            CaseOrder::Date => other.date.cmp(&one.date),
            CaseOrder::CitedBy => other.cited_by.cmp(&one.cited_by),
        };
        first
            .then_with(|| b.score.total_cmp(&a.score))
            .then_with(|| place(a).cmp(&place(b)))
    });
}
