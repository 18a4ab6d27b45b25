//! `noc_similar`: unit groups like one, and what makes them alike.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AnswerOutcome, CivilDay, ToolFailure, ToolLimits, ToolServices,
    noc::{noc_keyword_search::rounded, unit_code},
    table::AnswerBasis,
    tool::TypedTool,
};

pub(crate) struct NocSimilar;

const MOST: usize = 50;
const USUAL: usize = 5;
/// What a shared level is worth beside shared words, which are worth 1 at most.
const MINOR: f64 = 0.3;
const MAJOR: f64 = 0.15;
const TEER: f64 = 0.05;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SimilarRequest {
    /// The day whose classification is asked for.
    as_of: CivilDay,
    /// Five digits.
    code: String,
    /// How many results, 1 to 50; 5 where nothing is said.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SimilarAnswer {
    outcome: AnswerOutcome,
    code: String,
    title: String,
    /// The most alike first; alike, by code.
    results: Vec<SimilarGroup>,
    basis: AnswerBasis,
}

/// A group, and why it is like the one asked for.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SimilarGroup {
    code: String,
    title: String,
    teer: u32,
    /// The worth of all that is shared; for ordering only.
    score: f64,
    same_minor_group: bool,
    same_major_group: bool,
    same_teer: bool,
    /// Stems that both are known by, the rarest first.
    shared_terms: Vec<String>,
}

impl TypedTool for NocSimilar {
    const NAME: &'static str = "noc_similar";
    const ABOUT: &'static str = "Unit groups of NOC 2021 like a given one, with why: the groups and the TEER that they \
        share, and the words both are known by. 5 results unless `limit` says more (50 at most).";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 4_000, results: Some(MOST) };
    type Input = SimilarRequest;
    type Output = SimilarAnswer;

    fn run(
        services: &ToolServices,
        input: SimilarRequest,
    ) -> Result<SimilarAnswer, ToolFailure> {
        let (version, stamp) = services.noc.version(input.as_of)?;
        unit_code(services, &input.code, "code")?;
        let own = services.titles.own_terms(&input.code);
        let others = version.unit_groups.iter().filter(|(code, _)| *code != input.code);
        let mut results: Vec<SimilarGroup> = others
            .map(|(code, title)| {
                let theirs = services.titles.own_terms(code);
                likeness(&input.code, (code, title), (&own, &theirs))
            })
            .filter(|it| 0.0 < it.score)
            .collect();
        results.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.code.cmp(&b.code)));
        results.truncate(input.limit.map_or(USUAL, |it| usize::try_from(it).unwrap_or(USUAL)));
        let mut stamps = vec![stamp];
        stamps.extend(services.titles.stamps(input.as_of)?);
        Ok(SimilarAnswer {
            outcome: if results.is_empty() {
                AnswerOutcome::Empty
            } else {
                AnswerOutcome::Found
            },
            title: version.title(&input.code).unwrap_or_default().to_owned(),
            code: input.code,
            results,
            basis: AnswerBasis::new(input.as_of, stamps),
        })
    }

    fn outcome(output: &SimilarAnswer) -> AnswerOutcome {
        output.outcome
    }
}

fn likeness(
    own_code: &str,
    (code, title): (&String, &String),
    (own, theirs): (&BTreeMap<&str, f64>, &BTreeMap<&str, f64>),
) -> SimilarGroup {
    let same =
        |digits: std::ops::Range<usize>| own_code.get(digits.clone()) == code.get(digits);
    let (minor, major, teer) = (same(0..4), same(0..2), same(1..2));
    let shared = own.iter().filter(|(term, _)| theirs.contains_key(*term));
    let mut shared: Vec<(&str, f64)> = shared.map(|(term, rarity)| (*term, *rarity)).collect();
    shared.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let worth = |holds: bool, worth: f64| if holds { worth } else { 0.0 };
    // The cosine of both, a rare word weighing more: a group with many words is not like all others.
    let length =
        |terms: &BTreeMap<&str, f64>| terms.values().map(|it| it * it).sum::<f64>().sqrt();
    let product: f64 = shared.iter().map(|it| it.1 * it.1).sum();
    let words = product / (length(own) * length(theirs)).max(f64::MIN_POSITIVE);
    SimilarGroup {
        code: code.clone(),
        title: title.clone(),
        teer: code.get(1..2).and_then(|it| it.parse().ok()).unwrap_or_default(),
        score: rounded(words + worth(minor, MINOR) + worth(major, MAJOR) + worth(teer, TEER)),
        same_minor_group: minor,
        same_major_group: major,
        same_teer: teer,
        shared_terms: shared.iter().map(|it| it.0.to_owned()).collect(),
    }
}
