//! `noc_keyword_search`: unit groups by a job title.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AnswerOutcome, CivilDay, ToolFailure, ToolLimits, ToolServices, table::AnswerBasis,
    tool::TypedTool,
};

pub(crate) struct NocKeywordSearch;

/// The most results of one answer, and how many without a word about it.
const MOST: usize = 50;
const USUAL: usize = 5;
/// The longest query, in characters.
const LONGEST: usize = 200;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TitleSearchRequest {
    /// The day whose classification is asked for.
    pub(super) as_of: CivilDay,
    /// A job title in English, as `sheet metal worker`; at most 200 characters.
    pub(super) query: String,
    /// How many results, 1 to 50; 5 where nothing is said.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u32>,
    /// Results to leave out, for the next page.
    #[schemars(range(min = 0, max = 516))]
    offset: Option<u32>,
    /// Only groups of this TEER, 0 to 5.
    #[schemars(range(min = 0, max = 5))]
    teer: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TitleSearchAnswer {
    outcome: AnswerOutcome,
    /// The likeliest first; alike, by code.
    results: Vec<TitleResult>,
    /// How many groups matched in all.
    total: u32,
    /// The offset of the next page; null at the end.
    next_offset: Option<u32>,
    basis: AnswerBasis,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TitleResult {
    code: String,
    title: String,
    teer: u32,
    /// The sum of how much likelier each term is in the group than anywhere, as logarithms; for ordering only.
    score: f64,
    /// Stems of the query that the group, or one above it, is known by.
    matched: Vec<String>,
}

impl TypedTool for NocKeywordSearch {
    const NAME: &'static str = "noc_keyword_search";
    const ABOUT: &'static str = "Unit groups of NOC 2021 by a job title in English, the likeliest first, by words, \
        stems and letters. 5 results unless `limit` says more (50 at most). A first result is a proposal: the duties decide.";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 4_000, results: Some(MOST) };
    type Input = TitleSearchRequest;
    type Output = TitleSearchAnswer;

    fn run(
        services: &ToolServices,
        input: TitleSearchRequest,
    ) -> Result<TitleSearchAnswer, ToolFailure> {
        let (version, stamp) = services.noc.version(input.as_of)?;
        input.check_query()?;
        let mut hits = services.titles.ranked(&input.query);
        hits.retain(|hit| input.takes(&hit.code));
        let page = TitlePage::of(&input, hits.len());
        let results =
            hits.get(page.from..page.to)
                .unwrap_or_default()
                .iter()
                .map(|hit| TitleResult {
                    title: version.title(&hit.code).unwrap_or_default().to_owned(),
                    teer: hit.code.get(1..2).and_then(|it| it.parse().ok()).unwrap_or_default(),
                    code: hit.code.clone(),
                    score: rounded(hit.score),
                    matched: hit.matched.clone(),
                });
        let results: Vec<TitleResult> = results.collect();
        let mut stamps = vec![stamp];
        stamps.extend(services.titles.stamps(input.as_of)?);
        Ok(TitleSearchAnswer {
            outcome: AnswerOutcome::of(&results),
            results,
            total: page.total(),
            next_offset: page.next(),
            basis: AnswerBasis::new(input.as_of, stamps),
        })
    }

    fn outcome(output: &TitleSearchAnswer) -> AnswerOutcome {
        output.outcome
    }
}

impl TitleSearchRequest {
    pub(super) fn check_query(&self) -> Result<(), ToolFailure> {
        let length = self.query.chars().count();
        if self.query.trim().is_empty() || LONGEST < length {
            let allowed = [format!("a title of 1 to {LONGEST} characters")];
            return Err(ToolFailure::bad("query", format!("{length} characters"), allowed));
        }
        Ok(())
    }

    /// Whether a unit group has the TEER that is asked for.
    pub(super) fn takes(&self, code: &str) -> bool {
        let teer = code.get(1..2).and_then(|it| it.parse().ok());
        self.teer.is_none() || self.teer == teer
    }
}

/// The results that one answer shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct TitlePage {
    pub(super) from: usize,
    pub(super) to: usize,
    all: usize,
}

impl TitlePage {
    pub(super) fn of(asked: &TitleSearchRequest, all: usize) -> Self {
        let (limit, offset) = (count(asked.limit, USUAL), count(asked.offset, 0));
        let to = (offset + limit).min(all);
        Self { from: offset.min(to), to, all }
    }

    pub(super) fn total(self) -> u32 {
        u32::try_from(self.all).unwrap_or(u32::MAX)
    }

    /// Where the next page begins.
    pub(super) fn next(self) -> Option<u32> {
        (self.to < self.all).then(|| u32::try_from(self.to).unwrap_or(u32::MAX))
    }
}

fn count(given: Option<u32>, usual: usize) -> usize {
    given.map_or(usual, |given| usize::try_from(given).unwrap_or(usual))
}

/// Digits beyond these differ between processors.
pub(super) fn rounded(score: f64) -> f64 {
    (score * 1000.0).round() / 1000.0
}
