//! Looks for an earlier answer, and remembers the new one: the research, never the choice.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_retrieve::memory::{
    AnswerKeeper, KeepOutcome, KeeperQuestion, ProvenRun, ServedAnswer,
};
use jurat_system::NoSettings;

use crate::{
    channels::{
        CORPUS_STATE, EXHIBITS, FINDINGS, MEMORY_HIT, MEMORY_WRITTEN, OBJECTIVE,
        PLANNING_TABLE, REPLAN_DECISIONS,
    },
    memory_hit::{MemoryHit, MemoryWriting},
    remembered_run::{memory_question, memory_scope, remembered, research_by_models},
};

pub(crate) fn recall(
    ctx: &StageCtx,
    _: &NoSettings,
    keeper: &dyn AnswerKeeper,
) -> Result<Patch, StageError> {
    if ctx.param::<Option<bool>>("fresh")? == Some(true) {
        return Ok(Patch::of(MEMORY_HIT, MemoryHit::default()));
    }
    let question = memory_question(&ctx.get(OBJECTIVE)?);
    let scope =
        memory_scope(|name| Box::new(ctx.params().get(name).cloned().unwrap_or_default()));
    let asked = KeeperQuestion {
        question: &question,
        scope: &scope,
        remembered_as: &|proven| {
            remembered(&proven.run, |name| &proven.params[name], |name| &proven.channels[name])
                .ok()
        },
    };
    // Research can do without a memory: one that cannot be read is told, and nothing more.
    let found = match keeper.recall(&asked) {
        Ok(found) => found,
        Err(error) => {
            let hit = MemoryHit { passed_over: vec![error], ..MemoryHit::default() };
            return Ok(Patch::of(MEMORY_HIT, hit));
        }
    };
    let passed_over = found.passed_over;
    match found.served {
        None => Ok(Patch::of(MEMORY_HIT, MemoryHit { passed_over, ..MemoryHit::default() })),
        Some(served) => served_patch(served, passed_over).map_err(StageError::permanent),
    }
}

/// The research of the earlier run in the channels of this one: whoever checks it finds it where all research is.
fn served_patch(served: ServedAnswer, passed_over: Vec<String>) -> Result<Patch, String> {
    let ServedAnswer { recalled, proven, age_ms, corpus } = served;
    let ProvenRun { run, proof, channels, .. } = proven;
    let channel = |name: &str| &channels[name];
    let before = CORPUS_STATE.read_or_default(&channel)?;
    let hit = MemoryHit {
        found: true,
        answer: recalled.answer.answer.as_str().unwrap_or_default().to_owned(),
        confidence: recalled.answer.confidence,
        question: recalled.answer.question,
        similarity: Some(recalled.similarity),
        corpus_changed: before.is_none_or(|before| before.state != corpus.state),
        by_model: research_by_models(&channel)?,
        run,
        age_ms,
        proof,
        passed_over,
    };
    Ok(Patch::of(MEMORY_HIT, hit)
        .and(PLANNING_TABLE, PLANNING_TABLE.read_or_default(&channel)?)
        .and(FINDINGS, FINDINGS.read_or_default(&channel)?)
        .and(EXHIBITS, EXHIBITS.read_or_default(&channel)?)
        .and(REPLAN_DECISIONS, REPLAN_DECISIONS.read_or_default(&channel)?)
        .and(CORPUS_STATE, Some(corpus)))
}

pub(crate) fn write_back(ctx: &StageCtx, keeper: &dyn AnswerKeeper) -> Patch {
    let param =
        |name: &str| std::sync::Arc::new(ctx.params().get(name).cloned().unwrap_or_default());
    let made = remembered(&ctx.run().to_string(), param, |name| ctx.json(name));
    let kept = made.and_then(|answer| keeper.remember(&answer));
    let (written, why) = match kept {
        Ok(KeepOutcome::Kept) => (true, "It is sure enough, and is remembered.".to_owned()),
        Ok(KeepOutcome::GoneCorpus) => {
            (false, "It was asked of files that are not kept in a corpus.".to_owned())
        }
        Ok(KeepOutcome::NoMemory) => {
            (false, "It is sure enough, and there is no memory here.".to_owned())
        }
        Err(why) => (false, why),
    };
    Patch::of(MEMORY_WRITTEN, MemoryWriting { written, why })
}
