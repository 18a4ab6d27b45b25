//! `help_centre_search`: passages of help pages.

use jurat_pack::PackPartKind;
use jurat_retrieve::SearchLegs;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AnswerOutcome, CivilDay, ToolFailure, ToolLimits, ToolServices,
    packs::{
        PackBasis, check_phrases, check_query,
        cursor::PageRequest,
        passage_hit::PassageHit,
        passage_search::{PassageQuery, ranked},
    },
    tool::TypedTool,
};

pub(crate) struct HelpSearchTool;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HelpSearchRequest {
    /// The day that is asked about.
    as_of: CivilDay,
    /// Words, in English or French; 1 to 2,000 characters.
    query: String,
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
pub(crate) struct HelpSearchAnswer {
    outcome: AnswerOutcome,
    /// Whether meaning was asked besides words, in every pack.
    by_meaning: bool,
    results: Vec<HelpPassage>,
    /// Null where this was the last page.
    next_cursor: Option<String>,
    basis: PackBasis,
}

/// A passage, and the page it is of.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct HelpPassage {
    /// What `help_centre_detail` takes.
    page: String,
    title: Option<String>,
    passage: PassageHit,
}

impl TypedTool for HelpSearchTool {
    const NAME: &'static str = "help_centre_search";
    const ABOUT: &'static str = "Passages of help-centre pages by words, and by meaning where packs have vectors. 10 results unless \
        `limit` says more (50 at most).";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 20_000, results: Some(50) };
    type Input = HelpSearchRequest;
    type Output = HelpSearchAnswer;

    fn run(
        services: &ToolServices,
        request: HelpSearchRequest,
    ) -> Result<HelpSearchAnswer, ToolFailure> {
        check_query(&request.query)?;
        check_phrases("must_include", &request.must_include)?;
        check_phrases("must_not", &request.must_not)?;
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Help)?;
        let basis = PackBasis::new(request.as_of, &parts);
        let mut own_words = serde_json::to_value(&request).unwrap_or_default();
        own_words["cursor"] = serde_json::Value::Null;
        own_words["limit"] = serde_json::Value::Null;
        let limit = usize::try_from(request.limit.unwrap_or(10)).unwrap_or(1);
        let page = PageRequest::read(&own_words, &basis, (request.cursor.as_deref(), limit))?;
        let query = PassageQuery {
            text: &request.query,
            legs: SearchLegs::Auto,
            holds: &request.must_include,
            lacks: &request.must_not,
            most: page.needed(),
        };
        let found = ranked(&parts, &query, &|_| None)?;
        let (page, next_cursor) = page.cut(found);
        let results = page
            .iter()
            .map(|hit| {
                let passage = &hit.hit.passage;
                Ok(HelpPassage {
                    page: passage.metadata.get("url").unwrap_or(&passage.name).to_owned(),
                    title: passage.metadata.title.clone(),
                    passage: PassageHit::of(hit)?,
                })
            })
            .collect::<Result<Vec<_>, ToolFailure>>()?;
        Ok(HelpSearchAnswer {
            outcome: AnswerOutcome::of(&results),
            by_meaning: parts.iter().all(|part| part.vectors().is_ok()),
            results,
            next_cursor,
            basis,
        })
    }

    fn outcome(output: &HelpSearchAnswer) -> AnswerOutcome {
        output.outcome
    }
}
