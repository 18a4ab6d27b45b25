//! Puts the audit together and says what follows from it.

use crate::audit::AuditTiming;
use jurat_engine::{Patch, RunOutcome, StageCtx, StageError};
use jurat_model::audit::{Enforcement, PipelineStage};
use jurat_system::NoSettings;

use super::{kit, stages};
use crate::{
    ModelReview,
    channels::{AUDIT, AUDITED, FLAGS, PLAN, RISK, STATE},
};

pub(crate) fn conclude(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let kit = kit(ctx)?;
    let opinions = ModelReview { plan: ctx.get(PLAN)?, flags: ctx.get(FLAGS)? };
    let state = ctx.get(STATE)?;
    // Time has no place in a run: the same journal gives the same bytes.
    let examined = kit.examine(&state, &stages(ctx)?, &opinions, &mut || 0);
    let examined = examined.map_err(|error| StageError::permanent(error.to_string()))?;
    let audited = kit.enforced(state, &examined);
    let audit = examined.audit;
    let stopped = PipelineStage::ALL.into_iter().find(|stage| {
        audit.has_failed(*stage) && audit.mode_of(*stage) == Some(Enforcement::Gate)
    });
    let waits = kit.policy.operation != AuditTiming::Parallel;
    let patch = Patch::of(AUDIT, audit).and(RISK, examined.risk).and(AUDITED, audited);
    Ok(match stopped.filter(|_| waits) {
        Some(stage) => {
            let reason = format!("the audit stopped the answer after `{}`", stage.name());
            patch.outcome(RunOutcome::Refused, reason)
        }
        None => patch,
    })
}
