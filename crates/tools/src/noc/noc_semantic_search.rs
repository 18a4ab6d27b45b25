//! `noc_semantic_search`: unit groups by what a text means, where there is a model to embed with.

use std::collections::BTreeMap;

use jurat_llm::Embedder;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    AnswerOutcome, ToolFailure, ToolLimits, ToolServices,
    noc::{
        NocTable,
        noc_keyword_search::{TitlePage, TitleSearchRequest, rounded},
    },
    table::{AnswerBasis, RuleTable},
    tool::TypedTool,
};

pub(crate) struct NocSemanticSearch;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MeaningSearchAnswer {
    outcome: AnswerOutcome,
    /// The nearest first; alike, by code.
    results: Vec<MeaningResult>,
    /// All groups that the TEER leaves: a meaning has no end where it no longer fits.
    total: u32,
    /// The offset of the next page; null at the end.
    next_offset: Option<u32>,
    /// The model whose vectors were compared.
    model: String,
    basis: AnswerBasis,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MeaningResult {
    code: String,
    title: String,
    teer: u32,
    /// The cosine of the text and the words of the group; for ordering only.
    score: f64,
}

impl TypedTool for NocSemanticSearch {
    const NAME: &'static str = "noc_semantic_search";
    const ABOUT: &'static str = "Unit groups of NOC 2021 by what a title or a line on duties means, the nearest first. 5 results \
        unless `limit` says more (50 at most). A title is found better by noc_keyword_search.";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 4_000, results: Some(50) };
    type Input = TitleSearchRequest;
    type Output = MeaningSearchAnswer;

    fn run(
        services: &ToolServices,
        input: TitleSearchRequest,
    ) -> Result<MeaningSearchAnswer, ToolFailure> {
        let (version, stamp) = services.noc.version(input.as_of)?;
        input.check_query()?;
        let embedder = services.packs.embedder().map_err(failed)?;
        let vectors = services.titles.vectors(&services.noc, &*embedder)?;
        let query = embedded(&*embedder, &[input.query.as_str()])?;
        let query = query.first().map(Vec::as_slice).unwrap_or_default();
        let units = version.unit_groups.iter().zip(vectors);
        let mut near: Vec<(&str, &str, f64)> = units
            .filter(|((code, _), _)| input.takes(code))
            .map(|((code, title), vector)| {
                (code.as_str(), title.as_str(), cosine(query, vector))
            })
            .collect();
        near.sort_by(|a, b| b.2.total_cmp(&a.2).then_with(|| a.0.cmp(b.0)));
        let page = TitlePage::of(&input, near.len());
        let shown = near.get(page.from..page.to).unwrap_or_default().iter();
        let results: Vec<MeaningResult> = shown
            .map(|(code, title, score)| MeaningResult {
                code: (*code).to_owned(),
                title: (*title).to_owned(),
                teer: code.get(1..2).and_then(|it| it.parse().ok()).unwrap_or_default(),
                score: rounded(*score),
            })
            .collect();
        let mut stamps = vec![stamp];
        stamps.extend(services.titles.meaning_stamps(input.as_of)?);
        Ok(MeaningSearchAnswer {
            outcome: AnswerOutcome::of(&results),
            results,
            total: page.total(),
            next_offset: page.next(),
            model: embedder.name().to_owned(),
            basis: AnswerBasis::new(input.as_of, stamps),
        })
    }

    fn outcome(output: &MeaningSearchAnswer) -> AnswerOutcome {
        output.outcome
    }
}

/// A vector for each unit group, of its title and the words that it is known by.
pub(super) fn group_vectors(
    noc: &RuleTable<NocTable>,
    words: &BTreeMap<String, Vec<String>>,
    embedder: &dyn Embedder,
) -> Result<Vec<Vec<f32>>, ToolFailure> {
    let text = |(code, title): &(String, String)| match words.get(code) {
        Some(words) => format!("{title}: {}", words.join(", ")),
        None => title.clone(),
    };
    let texts: Vec<String> = noc.newest()?.unit_groups.iter().map(text).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    embedded(embedder, &texts)
}

fn embedded(embedder: &dyn Embedder, texts: &[&str]) -> Result<Vec<Vec<f32>>, ToolFailure> {
    embedder.embed(texts).map_err(|error| failed(error.to_string()))
}

fn failed(why: String) -> ToolFailure {
    ToolFailure::ServiceFailed { service: "search by meaning".to_owned(), why }
}

/// Vectors have length one.
fn cosine(one: &[f32], other: &[f32]) -> f64 {
    one.iter()
        .zip(other)
        .map(|(a, b)| f64::from(*a) * f64::from(*b))
        .sum()
}
