//! Feedback to the stage that produced a fault, once; after that its issues are advice.
//!
//! `meta.retry` stands in the state only while a retry is asked for. It names the content that it
//! is about, so a changed content shows that the retry was made; that is kept at `meta.retried`.

use serde_json::{Map, Value, json};

use jurat_canon::{Hash, canonical_json};
use jurat_model::audit::{CombinedAudit, Enforcement, Issue, PipelineStage};

use super::mode;
use crate::audit::{AuditPolicy, run::suggestions, severe_issues::is_severe};

/// What is written of retries.
#[derive(Debug, Default)]
pub(super) struct RetryOnceRecord {
    asked: Option<(PipelineStage, Value)>,
    /// By stage, the content that was sent back.
    retried: Map<String, Value>,
    /// Whether the state already has a word on retries that is ours to replace.
    stands: bool,
}

impl RetryOnceRecord {
    pub(super) fn of(
        state: &Map<String, Value>,
        audit: &CombinedAudit,
        policy: &AuditPolicy,
    ) -> Self {
        let failing: Vec<PipelineStage> = failing(audit, policy).collect();
        let standing = state.get("meta").and_then(|meta| meta.get("retry"));
        let standing = standing.and_then(Value::as_object);
        let retried = state.get("meta").and_then(|meta| meta.get("retried"));
        let mut retry = Self {
            retried: retried.and_then(Value::as_object).cloned().unwrap_or_default(),
            stands: standing.is_some(),
            ..Self::default()
        };
        if failing.is_empty() && standing.is_none() {
            return retry;
        }
        let content = content(state);
        if let Some(standing) = standing {
            retry.settle(standing, &content);
        }
        let next = failing
            .into_iter()
            .find(|stage| !retry.retried.contains_key(stage.name()));
        retry.asked = next.map(|stage| (stage, asked(audit, policy, stage, &content)));
        retry
    }

    /// Whether a stage is to be run again.
    pub(super) fn asks(&self, stage: PipelineStage) -> bool {
        self.asked.as_ref().is_some_and(|(asked, _)| *asked == stage)
    }

    /// A request about other content than that at hand has been met.
    fn settle(&mut self, standing: &Map<String, Value>, content: &str) {
        let of = standing.get("of").and_then(Value::as_str);
        let stage = standing.get("stage").and_then(Value::as_str);
        if let (Some(of), Some(stage)) = (of, stage)
            && of != content
        {
            self.retried.insert(stage.to_owned(), Value::from(of));
        }
    }

    pub(super) fn write(self, meta: &mut Map<String, Value>) {
        if !self.retried.is_empty() {
            meta.insert("retried".to_owned(), Value::Object(self.retried));
        }
        if let Some((_, asked)) = self.asked {
            meta.insert("retry".to_owned(), asked);
        } else if self.stands {
            meta.remove("retry");
        }
    }
}

/// Stages that are not ok and may be asked again. The whole has no single producer.
fn failing<'a>(
    audit: &'a CombinedAudit,
    policy: &'a AuditPolicy,
) -> impl Iterator<Item = PipelineStage> + 'a {
    [PipelineStage::Search, PipelineStage::Draft, PipelineStage::Final]
        .into_iter()
        .filter(|stage| {
            audit.ok(*stage) == Some(false)
                && mode(audit, policy, *stage) == Some(Enforcement::RetryOnce)
        })
}

fn asked(
    audit: &CombinedAudit,
    policy: &AuditPolicy,
    stage: PipelineStage,
    content: &str,
) -> Value {
    let severe: Vec<Issue> = audit
        .issues(stage)
        .iter()
        .filter(|issue| is_severe(issue, policy))
        .cloned()
        .collect();
    json!({
        "stage": stage.name(),
        "feedback": suggestions(&severe),
        "attempt": 1,
        "of": content,
    })
}

/// The content of a state: all but what is said about it.
fn content(state: &Map<String, Value>) -> String {
    let mut content = state.clone();
    content.remove("meta");
    if let Some(Value::Object(blocks)) = content.get_mut("blocks") {
        blocks.remove(super::FAILED);
        if blocks.is_empty() {
            content.remove("blocks");
        }
    }
    // Numbers beyond what canonical JSON can hold are hashed as they are written.
    let bytes = canonical_json(&content)
        .or_else(|_| serde_json::to_vec(&content))
        .unwrap_or_default();
    Hash::of(&bytes).to_string()
}
