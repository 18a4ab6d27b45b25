//! Finds the provisions nearest to each answer choice. The choices were left out of the research itself, so that it asks for
//! the law and not for one of them.

use std::collections::BTreeSet;

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::{EvidenceUnit, RetrievedChunk, SourceExhibit};
use jurat_retrieve::library::PassageRetriever;
use jurat_system::NoSettings;

use super::retrieve::{CorpusQuestion, ask};
use crate::channels::{CHOICE_CHUNKS, CHOICE_EXHIBITS, EXHIBITS, OBJECTIVE};

/// Passages for the question, and for each choice.
const OF_EACH: usize = 6;

pub(crate) fn gather_choices(
    ctx: &StageCtx,
    _: &NoSettings,
    library: &dyn PassageRetriever,
) -> Result<Patch, StageError> {
    let objective = ctx.get(OBJECTIVE)?;
    let mut chunks: Vec<RetrievedChunk> = Vec::new();
    let mut exhibits: Vec<SourceExhibit> = Vec::new();
    if !objective.choices.is_empty() {
        let known: BTreeSet<_> =
            ctx.get(EXHIBITS)?.into_iter().map(|it| it.rendition).collect();
        let texts = objective.choices.iter().map(|choice| choice.text.as_str());
        let with_choice = texts.map(|text| format!("{} {text}", objective.asks));
        for question in std::iter::once(objective.question.clone()).chain(with_choice) {
            let found = ask(
                ctx,
                library,
                &CorpusQuestion::plain(&question, OF_EACH, EvidenceUnit::Provision),
            )?;
            for chunk in found.chunks {
                if chunks.iter().all(|it| it.passage.id != chunk.passage.id) {
                    chunks.push(chunk);
                }
            }
            for exhibit in found.exhibits {
                let twice = exhibits.iter().any(|it| it.rendition == exhibit.rendition);
                if !twice && !known.contains(&exhibit.rendition) {
                    exhibits.push(exhibit);
                }
            }
        }
    }
    Ok(Patch::of(CHOICE_CHUNKS, chunks).and(CHOICE_EXHIBITS, exhibits))
}
