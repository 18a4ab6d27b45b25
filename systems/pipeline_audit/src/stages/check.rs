//! Runs the deterministic checks and decides whether a model is worth asking.

use crate::audit::wants_model;
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use super::{kit, request, stages};
use crate::{
    ModelReview,
    channels::{STATE, WANTS_MODEL, WANTS_PLAN},
};

pub(crate) fn check(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let kit = kit(ctx)?;
    let examined =
        kit.examine(&ctx.get(STATE)?, &stages(ctx)?, &ModelReview::default(), &mut || 0);
    let examined = examined.map_err(|error| StageError::permanent(error.to_string()))?;
    let (audit, subject) = (&examined.audit, &examined.subject);
    let model = wants_model(audit, subject, &kit.policy, request(ctx)?);
    Ok(Patch::of(WANTS_PLAN, examined.plan.is_some()).and(WANTS_MODEL, model))
}
