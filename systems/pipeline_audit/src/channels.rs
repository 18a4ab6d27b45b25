//! The channels of the system, typed.

use jurat_engine::channels;
use jurat_model::{
    ModelUse,
    audit::{AnswerPlan, CombinedAudit, ModelFlag},
};
use serde_json::Value as Json;

channels! {
    STATE: Json = "state";
    WANTS_PLAN: bool = "wants_plan";
    WANTS_MODEL: bool = "wants_model";
    PLAN: Option<AnswerPlan> = "plan";
    FLAGS: Vec<ModelFlag> = "flags";
    MODEL_USE: Vec<ModelUse> = "model_use";
    AUDIT: CombinedAudit = "audit";
    RISK: f64 = "risk";
    AUDITED: Json = "audited";
}
