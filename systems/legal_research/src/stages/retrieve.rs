//! Asks the corpus: in which words it speaks of a question, and for passages that no earlier step found.

use std::collections::{BTreeMap, BTreeSet};

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::{EvidenceUnit, RetrievedChunk, SourceExhibit};
use jurat_retrieve::library::{
    FoundPassage, MeasuringTime, PassageRetriever, RetrievalReply, RetrievalRequest,
};
use jurat_system::NoSettings;

use super::step_at_hand;
use crate::{
    channels::{
        CORPUS_STATE, EXHIBITS, FINDINGS, NEAR_WORDS, OBJECTIVE, PRESET, STEP_CHUNKS,
        STEP_QUERIES,
    },
    corpus_words::near_words,
    passage_choice::{PassagesWanted, chosen, limits},
    plan_step::StepAim,
    step_findings::StepFindings,
};

/// Passages that a survey looks at.
const SURVEYED: usize = 5;
/// Passages that are looked through for what limits a rule.
const LOOKED_THROUGH: usize = 12;

pub(crate) fn survey(
    ctx: &StageCtx,
    _: &NoSettings,
    library: &dyn PassageRetriever,
) -> Result<Patch, StageError> {
    let step = step_at_hand(ctx)?;
    let language = ctx.get(OBJECTIVE)?.language();
    let found = ask(
        ctx,
        library,
        &CorpusQuestion::plain(&step.question, SURVEYED, EvidenceUnit::Norm),
    )?;
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
    // A model's query is asked as it is; without one the step's question ranks what its queries put forward.
    let ranking = match step.aim {
        StepAim::Model => &queries.primary,
        _ => &step.question,
    };
    let is_again = matches!(step.aim, StepAim::Beside { .. });
    let wordings = [&queries.primary].into_iter().chain(&queries.alternatives);
    // A question that is asked again had its other wordings: what it finds next stands beside what was found.
    let wordings: Vec<String> =
        wordings.filter(|it| !is_again && *it != ranking).cloned().collect();
    let wants_limits = step.aim == StepAim::OtherSide;
    let kept = if is_again { preset.beside } else { preset.passages };
    let asked = CorpusQuestion {
        question: ranking,
        alternatives: &wordings,
        exclude: before.iter().map(|chunk| chunk.passage.id.clone()).collect(),
        beside: if is_again || wants_limits { found_before(&findings) } else { Vec::new() },
        // Some of the passages stand in provisions that were found before.
        most: if wants_limits { LOOKED_THROUGH } else { kept + kept / 2 },
        unit: EvidenceUnit::Provision,
        measuring: MeasuringTime::OnceChosen,
    };
    let request = asked.request(ctx)?;
    let mut found = library.retrieve(&request).map_err(StageError::permanent)?;
    if wants_limits {
        let language = ctx.get(OBJECTIVE)?.language();
        found.chunks.retain(|chunk| limits(chunk, &found.exhibits, language));
    }
    let jurisdiction: String = ctx.param("jurisdiction")?;
    let wanted = PassagesWanted {
        before: &before,
        most: kept,
        quotas: preset.quotas,
        jurisdiction: &jurisdiction,
    };
    let mut chunks = chosen(found.chunks, &wanted);
    library
        .measure(&request, &mut chunks, &found.exhibits)
        .map_err(StageError::permanent)?;
    let exhibits = new_exhibits(ctx, found.exhibits, &chunks)?;
    Ok(Patch::of(CORPUS_STATE, Some(found.corpus))
        .and(STEP_CHUNKS, chunks)
        .and(EXHIBITS, exhibits))
}

/// Passages of earlier steps with their scores.
fn found_before(findings: &[StepFindings]) -> Vec<FoundPassage> {
    let chunks = findings.iter().flat_map(|step| &step.chunks);
    let found = chunks.map(|chunk| FoundPassage {
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
    /// A provision is measured against the question, which takes time; a passage is only found.
    pub(super) unit: EvidenceUnit,
    pub(super) measuring: MeasuringTime,
}

impl<'a> CorpusQuestion<'a> {
    pub(super) const fn plain(question: &'a str, most: usize, unit: EvidenceUnit) -> Self {
        Self {
            unit,
            question,
            alternatives: &[],
            exclude: Vec::new(),
            beside: Vec::new(),
            most,
            // Its words alone are looked at.
            measuring: MeasuringTime::OnceChosen,
        }
    }

    fn request(&self, ctx: &StageCtx) -> Result<RetrievalRequest, StageError> {
        Ok(RetrievalRequest {
            question: self.question.to_owned(),
            alternatives: self.alternatives.to_vec(),
            exclude: self.exclude.clone(),
            beside: self.beside.clone(),
            corpus: ctx.param("corpus")?,
            filters: BTreeMap::new(),
            as_of: ctx.param("as_of")?,
            statutes: self.most,
            policies: self.most,
            unit: self.unit,
            measuring: self.measuring,
        })
    }
}

pub(super) fn ask(
    ctx: &StageCtx,
    library: &dyn PassageRetriever,
    asked: &CorpusQuestion<'_>,
) -> Result<RetrievalReply, StageError> {
    library.retrieve(&asked.request(ctx)?).map_err(StageError::permanent)
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
