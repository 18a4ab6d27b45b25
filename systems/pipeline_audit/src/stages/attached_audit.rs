//! Audits what another stage made, in a workflow of any system.

use std::{collections::BTreeMap, sync::OnceLock};

use crate::audit::{AuditPolicy, AuditSubject, StateMapping};
use jurat_engine::{Patch, RunOutcome, StageCtx, StageError};
use jurat_model::audit::{Enforcement, Issue, PipelineStage};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::{AuditConfig, ModelReview, builtin_files};
use jurat_system::attach_audits::{STAGE_AUDITS, StageAudit};

/// The settings of an attached audit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttachedAuditStage {
    /// The stage that made it.
    of: String,
    /// What it made: the audit's stage whose checks apply.
    stage: PipelineStage,
    /// What becomes of work that is not ok.
    #[serde(default)]
    mode: Enforcement,
    /// Which channels make up the state: `{"query": "question", "sources": ["a", "b"]}`.
    reads: BTreeMap<String, ChannelSelection>,
    /// How the state names its parts; the native mapping without it.
    #[serde(default)]
    mapping: Option<Json>,
    /// What the policy changes of its defaults.
    #[serde(default)]
    policy: Json,
    #[serde(skip)]
    kit: OnceLock<AuditConfig>,
}

/// One channel, or lists of several after one another.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum ChannelSelection {
    One(String),
    Several(Vec<String>),
}

pub(crate) fn audit_stage(
    ctx: &StageCtx,
    with: &AttachedAuditStage,
) -> Result<Patch, StageError> {
    let kit = with.kit()?;
    let state: Map<String, Json> = with
        .reads
        .iter()
        .map(|(key, reads)| (key.clone(), reads.of(ctx)))
        .collect();
    let examined =
        kit.examine(&json!(state), &[with.stage], &ModelReview::default(), &mut || 0);
    let examined = examined.map_err(|error| StageError::permanent(error.to_string()))?;
    let ok = examined.audit.ok(with.stage) == Some(true);
    let issues = examined.audit.issues(with.stage).iter();
    let issues = issues.map(|issue| by_name(issue, &examined.subject)).collect();
    let found = StageAudit { ok, issues };
    let patch = Patch::empty().and_json(STAGE_AUDITS.name(), json!({ &with.of: found }));
    if !ok && with.mode == Enforcement::Gate {
        let reason = format!("the audit of `{}` stopped the run", with.of);
        return Ok(patch.outcome(RunOutcome::Refused, reason));
    }
    Ok(patch)
}

/// An issue that calls sources by their ids: `hit#3` says nothing to the stage that is asked again.
fn by_name(issue: &Issue, subject: &AuditSubject) -> Issue {
    let mut named = issue.clone();
    // From the last, so that `hit#1` is not found in `hit#12`.
    for hit in subject.hits().iter().rev() {
        let Some(id) = &hit.id else { continue };
        let pointer = hit.pointer();
        let texts = [&mut named.msg, &mut named.suggested_fix];
        for text in texts.into_iter().chain(&mut named.evidence) {
            if text.contains(&pointer) {
                *text = text.replace(&pointer, id);
            }
        }
    }
    named
}

impl AttachedAuditStage {
    fn kit(&self) -> Result<&AuditConfig, StageError> {
        if let Some(kit) = self.kit.get() {
            return Ok(kit);
        }
        let wrong = |error: &dyn ToString| StageError::permanent(error.to_string());
        let policy = if self.policy.is_null() { json!({}) } else { self.policy.clone() };
        let policy = AuditPolicy::from_value(&policy).map_err(|error| wrong(&error))?;
        let mapping = match &self.mapping {
            Some(mapping) => StateMapping::read(&mapping.to_string()),
            None => StateMapping::read(builtin_files::MAPPINGS[0].text),
        };
        let mapping = mapping.map_err(|error| wrong(&error))?;
        Ok(self.kit.get_or_init(|| AuditConfig::with(policy, mapping)))
    }
}

impl ChannelSelection {
    fn of(&self, ctx: &StageCtx) -> Json {
        match self {
            Self::One(channel) => (*ctx.json(channel)).clone(),
            Self::Several(channels) => {
                let lists = channels.iter().map(|channel| ctx.json(channel));
                let items = lists.flat_map(|list| list.as_array().cloned().unwrap_or_default());
                Json::Array(items.collect())
            }
        }
    }
}
