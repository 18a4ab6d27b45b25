//! The channels of the system, typed.

use jurat_engine::Channel;
use jurat_model::{
    ModelUse,
    audit::{AnswerPlan, CombinedAudit, ModelFlag},
};
use serde_json::Value as Json;

pub(super) const STATE: Channel<Json> = Channel::new("state");
pub(super) const WANTS_PLAN: Channel<bool> = Channel::new("wants_plan");
pub(super) const WANTS_MODEL: Channel<bool> = Channel::new("wants_model");
pub(super) const PLAN: Channel<Option<AnswerPlan>> = Channel::new("plan");
pub(super) const FLAGS: Channel<Vec<ModelFlag>> = Channel::new("flags");
pub(super) const MODEL_USE: Channel<Vec<ModelUse>> = Channel::new("model_use");
pub(super) const AUDIT: Channel<CombinedAudit> = Channel::new("audit");
pub(super) const RISK: Channel<f64> = Channel::new("risk");
pub(super) const AUDITED: Channel<Json> = Channel::new("audited");
