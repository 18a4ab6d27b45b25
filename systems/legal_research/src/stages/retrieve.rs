//! Asks the corpus: in which words it speaks of a question, and for passages that no earlier step found.

use std::collections::{BTreeMap, BTreeSet};

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::{EvidenceUnit, RetrievedChunk, SourceExhibit};
use jurat_retrieve::library::{
    FoundPassage, PassageRetriever, RetrievalReply, RetrievalRequest,
};
use jurat_system::NoSettings;

use super::step_at_hand;
use crate::{
    channels::{
        CORPUS_STATE, EXHIBITS, FINDINGS, NEAR_WORDS, OBJECTIVE, PRESET, STEP_CHUNKS,
        STEP_QUERIES,
    },
    corpus_words::near_words,
    passage_choice::{PassagesWanted, chosen},
    plan_step::StepAim,
};

/// Passages that a survey looks at.
const SURVEYED: usize = 5;
/// How many times as many passages are asked for as are kept: some were found before, some are of another place.
const MORE: usize = 4;

pub(crate) fn survey(
    ctx: &StageCtx,
    _: &NoSettings,
    library: &dyn PassageRetriever,
) -> Result<Patch, StageError> {
    let step = step_at_hand(ctx)?;
    let language = ctx.get(OBJECTIVE)?.language();
    let found = ask(ctx, library, &CorpusQuestion::plain(&step.question, SURVEYED))?;
    Ok(Patch::of(NEAR_WORDS, near_words(&step.question, &found.chunks, language)))
}

pub(crate) fn retrieve(
    ctx: &StageCtx,
    _: &NoSettings,
    library: &dyn PassageRetriever,
) -> Result<Patch, StageError> {
    let (preset, step) = (ctx.get(PRESET)?, step_at_hand(ctx)?);
    let (queries, findings) = (ctx.get(STEP_QUERIES)?, ctx.get(FINDINGS)?);
    let before: Vec<&RetrievedChunk> = findings.iter().flat_map(|step| &step.chunks).collect();
    let asked = CorpusQuestion {
        question: &queries.primary,
        alternatives: &queries.alternatives,
        exclude: before.iter().map(|chunk| chunk.passage.id.clone()).collect(),
        beside: if matches!(step.aim, StepAim::Beside { .. }) {
            found_before(&before)
        } else {
            Vec::new()
        },
        most: MORE * preset.passages,
    };
    let found = ask(ctx, library, &asked)?;
    let jurisdiction: String = ctx.param("jurisdiction")?;
    let wanted = PassagesWanted {
        before: &before,
        most: preset.passages,
        quotas: preset.quotas,
        jurisdiction: &jurisdiction,
    };
    let chunks = chosen(found.chunks, &wanted);
    let exhibits = new_exhibits(ctx, found.exhibits, &chunks)?;
    Ok(Patch::of(CORPUS_STATE, Some(found.corpus))
        .and(STEP_CHUNKS, chunks)
        .and(EXHIBITS, exhibits))
}

/// Passages of earlier steps with their scores.
fn found_before(before: &[&RetrievedChunk]) -> Vec<FoundPassage> {
    let found = before.iter().map(|chunk| FoundPassage {
        id: chunk.passage.id.clone(),
        score: chunk.provision.as_ref().map_or(0.5, |it| it.measures.score),
    });
    found.collect()
}

/// What a corpus is asked.
pub(super) struct CorpusQuestion<'a> {
    pub(super) question: &'a str,
    pub(super) alternatives: &'a [String],
    pub(super) exclude: Vec<String>,
    pub(super) beside: Vec<FoundPassage>,
    pub(super) most: usize,
}

impl<'a> CorpusQuestion<'a> {
    pub(super) const fn plain(question: &'a str, most: usize) -> Self {
        Self {
            question,
            alternatives: &[],
            exclude: Vec::new(),
            beside: Vec::new(),
            most,
        }
    }
}

pub(super) fn ask(
    ctx: &StageCtx,
    library: &dyn PassageRetriever,
    asked: &CorpusQuestion<'_>,
) -> Result<RetrievalReply, StageError> {
    let request = RetrievalRequest {
        question: asked.question.to_owned(),
        alternatives: asked.alternatives.to_vec(),
        exclude: asked.exclude.clone(),
        beside: asked.beside.clone(),
        corpus: ctx.param("corpus")?,
        filters: BTreeMap::new(),
        as_of: ctx.param("as_of")?,
        statutes: asked.most,
        policies: asked.most,
        unit: EvidenceUnit::Provision,
    };
    library.retrieve(&request).map_err(StageError::permanent)
}

/// The texts of passages that no earlier step brought along.
fn new_exhibits(
    ctx: &StageCtx,
    found: Vec<SourceExhibit>,
    chunks: &[RetrievedChunk],
) -> Result<Vec<SourceExhibit>, StageError> {
    let known: BTreeSet<_> = ctx.get(EXHIBITS)?.into_iter().map(|it| it.rendition).collect();
    let needed: BTreeSet<_> = chunks.iter().map(|chunk| chunk.passage.rendition).collect();
    let new = found.into_iter();
    Ok(new
        .filter(|it| needed.contains(&it.rendition) && !known.contains(&it.rendition))
        .collect())
}
