//! `caselaw_optimized_search`: as many decisions as are wanted, each with its best passages.

use jurat_pack::{DecisionFields, PackPartKind};
use jurat_retrieve::SearchLegs;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AnswerOutcome, CivilDay, ToolFailure, ToolLimits, ToolServices,
    caselaw::{
        case_search::USUAL,
        decision_face::DecisionFace,
        decision_filter::{DecisionFilter, FilterRequest},
    },
    packs::{
        MOST_RANKED, OpenPart, PackBasis, check_query,
        passage_hit::PassageHit,
        passage_search::{PassageQuery, RankedPassage, ranked},
    },
    tool::TypedTool,
};

pub(crate) struct OptimizedSearchTool;

/// Passages that are shown of one decision.
const SHOWN: usize = 3;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptimizedSearchRequest {
    /// Decisions after this day are left out.
    as_of: CivilDay,
    /// Words, in English or French; 1 to 2,000 characters.
    query: String,
    /// A court's code as in its citations, in either language.
    court: Option<String>,
    issue_code: Option<String>,
    /// How many decisions, 1 to 50; 10 where nothing is said.
    #[schemars(range(min = 1, max = 50))]
    target_count: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OptimizedSearchAnswer {
    outcome: AnswerOutcome,
    /// Whether meaning was asked besides words, in every pack.
    by_meaning: bool,
    /// Decisions by their best passage.
    results: Vec<FoundDecision>,
    /// Decisions that were found in all; more than these may hold the words.
    total: u32,
    basis: PackBasis,
}

/// A decision, and what of it was found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FoundDecision {
    decision: DecisionFace,
    /// The best three, best first.
    passages: Vec<PassageHit>,
    /// How many of its passages were among the 200 best.
    passages_found: u32,
}

impl TypedTool for OptimizedSearchTool {
    const NAME: &'static str = "caselaw_optimized_search";
    const ABOUT: &'static str = "Decisions for a question, each once with its best passages: by words, and by meaning where \
        packs have vectors. 10 decisions unless `target_count` says more (50 at most).";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 20_000, results: Some(50) };
    type Input = OptimizedSearchRequest;
    type Output = OptimizedSearchAnswer;

    fn run(
        services: &ToolServices,
        input: OptimizedSearchRequest,
    ) -> Result<OptimizedSearchAnswer, ToolFailure> {
        check_query(&input.query)?;
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Decisions)?;
        let asked = FilterRequest {
            court: input.court.as_deref(),
            issue_code: input.issue_code.as_deref(),
            ..FilterRequest::default()
        };
        let filter = DecisionFilter::read(&packs, &parts, (&asked, input.as_of))?;
        let query = PassageQuery {
            text: &input.query,
            legs: SearchLegs::Auto,
            holds: &[],
            lacks: &[],
            most: MOST_RANKED,
        };
        let found = ranked(&parts, &query, &|part| filter.sources(part))?;
        let groups = by_decision(found);
        let total = u32::try_from(groups.len()).unwrap_or(u32::MAX);
        let wanted = usize::try_from(input.target_count.unwrap_or(USUAL)).unwrap_or(1);
        let results = groups
            .iter()
            .take(wanted)
            .map(|group| decision(group, &parts))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(OptimizedSearchAnswer {
            outcome: AnswerOutcome::of(&results),
            by_meaning: parts.iter().all(|part| part.vectors().is_ok()),
            results,
            total,
            basis: PackBasis::new(input.as_of, &parts),
        })
    }

    fn outcome(output: &OptimizedSearchAnswer) -> AnswerOutcome {
        output.outcome
    }
}

/// Passages put together by their document, in the order of the best of each.
fn by_decision(found: Vec<RankedPassage<'_>>) -> Vec<Vec<RankedPassage<'_>>> {
    let mut groups: Vec<Vec<RankedPassage<'_>>> = Vec::new();
    for hit in found {
        let same = groups.iter_mut().find(|group| {
            group.first().is_some_and(|first| {
                std::ptr::eq(first.part, hit.part)
                    && first.hit.passage.name == hit.hit.passage.name
            })
        });
        match same {
            Some(group) => group.push(hit),
            None => groups.push(vec![hit]),
        }
    }
    groups
}

fn decision(
    group: &[RankedPassage<'_>],
    parts: &[&OpenPart],
) -> Result<FoundDecision, ToolFailure> {
    let metadata = group.first().map(|hit| hit.hit.passage.metadata.clone());
    let fields = DecisionFields::kept(&metadata.unwrap_or_default());
    Ok(FoundDecision {
        decision: DecisionFace::of(&fields, parts),
        passages: group
            .iter()
            .take(SHOWN)
            .map(PassageHit::of)
            .collect::<Result<_, _>>()?,
        passages_found: u32::try_from(group.len()).unwrap_or(u32::MAX),
    })
}
