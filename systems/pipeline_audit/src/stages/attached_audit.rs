//! Audits what another stage made, in a workflow of any system.

use std::{collections::BTreeMap, ops::Deref, sync::OnceLock};

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
    let found = with.found(|name| ctx.json(name)).map_err(StageError::permanent)?;
    let ok = found.ok;
    let patch = Patch::empty().and_json(STAGE_AUDITS.name(), json!({ &with.of: found }));
    if !ok && with.mode == Enforcement::Gate {
        let reason = format!("the audit of `{}` stopped the run", with.of);
        return Ok(patch.outcome(RunOutcome::Refused, reason));
    }
    Ok(patch)
}

/// Audits again what a stage made: by the settings of its audit, on the channels of the finished run.
pub(crate) fn audit_again(settings: &Json, channels: &Json) -> Result<Json, String> {
    let with = AttachedAuditStage::deserialize(settings).map_err(|error| error.to_string())?;
    Ok(json!(with.found(|name| &channels[name])?))
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
    /// What the audit finds in channels, wherever they are.
    fn found<C: Deref<Target = Json>>(
        &self,
        channel: impl Fn(&str) -> C,
    ) -> Result<StageAudit, String> {
        let kit = self.kit()?;
        let reads = self.reads.iter();
        let state: Map<String, Json> =
            reads.map(|(key, reads)| (key.clone(), reads.of(&channel))).collect();
        let model = ModelReview::default();
        let examined = kit.examine(&json!(state), &[self.stage], &model, &mut || 0);
        let examined = examined.map_err(|error| error.to_string())?;
        let issues = examined.audit.issues(self.stage).iter();
        Ok(StageAudit {
            // What could not be checked is no reason to do it again.
            ok: !examined.audit.has_failed(self.stage),
            issues: issues.map(|issue| by_name(issue, &examined.subject)).collect(),
        })
    }

    fn kit(&self) -> Result<&AuditConfig, String> {
        if let Some(kit) = self.kit.get() {
            return Ok(kit);
        }
        let wrong = |error: &dyn ToString| error.to_string();
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
    fn of<C: Deref<Target = Json>>(&self, channel: &impl Fn(&str) -> C) -> Json {
        match self {
            Self::One(name) => (*channel(name)).clone(),
            Self::Several(names) => {
                let lists = names.iter().map(|name| channel(name));
                let items = lists.flat_map(|list| list.as_array().cloned().unwrap_or_default());
                Json::Array(items.collect())
            }
        }
    }
}
