//! What a run says of the memory: that an earlier answer was served, and that its own was remembered.

use jurat_proof::{FinalState, LayerFindings};
use jurat_retrieve::memory::{ApartReason, MemoryMatcher, MemoryVerdict};
use jurat_system::stage_models::is_model_named;
use serde_json::Value as Json;

use crate::{
    channels::{FINDINGS, MEMORY_HIT, MEMORY_WRITTEN, OBJECTIVE, PLANNING_TABLE},
    evaluation::{mean_confidence, whole_answer},
    memory_hit::{MemoryHit, MemoryWriting},
    remembered_run::{memory_question, remembered},
    report::researched_objective,
};

/// Checks what can be made again without the memory; what comes back is what was taken as it is.
pub(super) fn check(state: &FinalState, findings: &mut LayerFindings) -> Vec<String> {
    let channel = |name: &str| &state.channels[name];
    let hit = MEMORY_HIT.read_as::<Option<MemoryHit>>().read(&channel);
    let hit = match hit {
        Ok(hit) => hit.filter(|hit| hit.found),
        Err(error) => {
            findings.failed("memory", "memory_hit", error);
            return Vec::new();
        }
    };
    check_written(state, findings);
    let Some(hit) = hit else { return Vec::new() };
    match is_of_this_run(&hit, &channel) {
        Ok(same) => {
            let message = "the remembered answer is not that of its steps";
            findings.redecided("memory", (same, state.rules()), "memory_hit", message);
        }
        Err(error) => findings.failed("memory", "memory_hit", error),
    }
    match asks_otherwise(&hit, &channel) {
        Ok(None) => {
            findings.redecided("memory", (true, state.rules()), "memory_hit.question", "");
        }
        Ok(Some(why)) => {
            let message = format!("the earlier question is another one: {why}");
            findings.redecided(
                "memory",
                (false, state.rules()),
                "memory_hit.question",
                &message,
            );
        }
        Err(error) => findings.failed("memory", "memory_hit.question", error),
    }
    for role in &hit.by_model {
        let message = "the run names no model for this role";
        findings.expect("model", is_model_named(&state.params, role), role, message);
    }
    vec![format!("that run {} came to this, and that both questions mean the same", hit.run)]
}

/// Whether the answer and its confidence follow from the steps.
fn is_of_this_run<'c>(
    hit: &MemoryHit,
    channel: &impl Fn(&str) -> &'c Json,
) -> Result<bool, String> {
    let table = PLANNING_TABLE.read_or_default(channel)?;
    let findings = FINDINGS.read_or_default(channel)?;
    Ok(hit.answer == whole_answer(&table, &findings)
        && Some(hit.confidence) == mean_confidence(&table))
}

/// What sets the earlier question apart from the one that is asked, as far as words alone can tell.
fn asks_otherwise<'c>(
    hit: &MemoryHit,
    channel: &impl Fn(&str) -> &'c Json,
) -> Result<Option<ApartReason>, String> {
    let asked = OBJECTIVE.read(channel)?;
    let earlier = researched_objective(&asked, Some(hit))?;
    let verdict = MemoryMatcher { meaning: None }
        .verdict(&memory_question(&asked), &memory_question(&earlier))
        .map_err(|error| error.to_string())?;
    Ok(match verdict {
        MemoryVerdict::Hit { .. } | MemoryVerdict::Apart { why: ApartReason::Meaning } => None,
        MemoryVerdict::Apart { why } => Some(why),
    })
}

/// An answer that is said to be remembered is one that may be.
fn check_written(state: &FinalState, findings: &mut LayerFindings) {
    let channel = |name: &str| &state.channels[name];
    let written = MEMORY_WRITTEN.read_as::<Option<MemoryWriting>>().read(&channel);
    match written {
        Ok(Some(MemoryWriting { written: true, .. })) => {
            let may = remembered("", |name| &state.params[name], channel).is_ok();
            let message = "it is said to be remembered, and may not be";
            findings.redecided("memory", (may, state.rules()), "memory_written", message);
        }
        Ok(_) => {}
        Err(error) => findings.failed("memory", "memory_written", error),
    }
}
