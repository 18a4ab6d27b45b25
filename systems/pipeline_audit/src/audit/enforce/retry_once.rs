//! Feedback to the stage that failed, once; after that its issues are advice.
//!
//! `meta.retry` stands in the state only while a retry is asked for. That it was made is known by the stage's own work,
//! which has changed, or by the count at `meta.attempts` that the pipeline keeps; it is counted at `meta.retried`. Work
//! of other stages counts for nothing.

use serde_json::{Map, Value, json};

use jurat_canon::Hash;
use jurat_model::audit::{CombinedAudit, Enforcement, Issue, PipelineStage};

use super::mode;
use crate::{
    audit::{AuditPolicy, AuditSubject, run::suggestions, severe_issues::is_severe},
    checks::UNRETRIEVED,
};

/// How often a stage is asked.
const MOST: u64 = 1;

/// What is written of retries.
#[derive(Debug, Default)]
pub(super) struct RetryOnceRecord {
    asked: Option<(PipelineStage, Value)>,
    /// By stage, how often it was run again.
    retried: Map<String, Value>,
    /// Whether the state already has a word on retries that is ours to replace.
    stands: bool,
}

impl RetryOnceRecord {
    pub(super) fn of(
        state: &Map<String, Value>,
        subject: &AuditSubject,
        audit: &CombinedAudit,
        policy: &AuditPolicy,
    ) -> Self {
        let meta = state.get("meta");
        let standing = meta.and_then(|meta| meta.get("retry")).and_then(Value::as_object);
        let retried = meta.and_then(|meta| meta.get("retried")).and_then(Value::as_object);
        let mut retry = Self {
            retried: retried.cloned().unwrap_or_default(),
            stands: standing.is_some(),
            ..Self::default()
        };
        if let Some(standing) = standing {
            let attempts = meta.and_then(|meta| meta.get("attempts"));
            retry.settle(standing, attempts, subject);
        }
        let next = failing(audit, policy)
            .map(|stage| producer(audit, policy, stage, &retry))
            .find(|stage| !retry.was_retried(*stage));
        retry.asked = next.map(|stage| (stage, asked(audit, policy, stage, subject)));
        retry
    }

    /// The stage that is to be run again.
    pub(super) fn due(&self) -> Option<PipelineStage> {
        self.asked.as_ref().map(|(stage, _)| *stage)
    }

    /// Whether a stage is to be run again.
    pub(super) fn asks(&self, stage: PipelineStage) -> bool {
        self.due() == Some(stage)
    }

    fn was_retried(&self, stage: PipelineStage) -> bool {
        self.retried.contains_key(stage.name())
    }

    /// A request has been met if the stage's work has changed since, or if the pipeline has counted its attempt.
    fn settle(
        &mut self,
        standing: &Map<String, Value>,
        attempts: Option<&Value>,
        subject: &AuditSubject,
    ) {
        let named = standing.get("stage").and_then(Value::as_str).unwrap_or_default();
        let stage = PipelineStage::ALL.into_iter().find(|stage| stage.name() == named);
        let Some(stage) = stage else { return };
        let of = standing.get("of").and_then(Value::as_str).unwrap_or_default();
        let counted = attempts.and_then(|counts| counts.get(stage.name()));
        let counted = counted.and_then(Value::as_u64).is_some_and(|count| MOST <= count);
        if counted || of != work(subject, stage) {
            self.retried.insert(stage.name().to_owned(), Value::from(MOST));
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
            audit.has_failed(*stage)
                && mode(audit, policy, *stage) == Some(Enforcement::RetryOnce)
        })
}

/// The stage that can mend what failed: no draft can state what was not retrieved.
fn producer(
    audit: &CombinedAudit,
    policy: &AuditPolicy,
    stage: PipelineStage,
    retry: &RetryOnceRecord,
) -> PipelineStage {
    let unretrieved = !unretrieved(audit, policy, stage).is_empty();
    let searched = audit.has_failed(PipelineStage::Search) || unretrieved;
    let open = stage != PipelineStage::Search && !retry.was_retried(PipelineStage::Search);
    if searched && open { PipelineStage::Search } else { stage }
}

/// The severe issues of a stage that only retrieval can mend.
fn unretrieved(
    audit: &CombinedAudit,
    policy: &AuditPolicy,
    stage: PipelineStage,
) -> Vec<Issue> {
    let lacks = |issue: &&Issue| issue.evidence.iter().any(|one| one.starts_with(UNRETRIEVED));
    let severe = audit.issues(stage).iter().filter(|issue| is_severe(issue, policy));
    severe.filter(lacks).cloned().collect()
}

fn asked(
    audit: &CombinedAudit,
    policy: &AuditPolicy,
    stage: PipelineStage,
    subject: &AuditSubject,
) -> Value {
    let own = audit.issues(stage).iter().filter(|issue| is_severe(issue, policy));
    let mut severe: Vec<Issue> = own.cloned().collect();
    if stage == PipelineStage::Search {
        severe.extend(unretrieved(audit, policy, PipelineStage::Draft));
    }
    json!({
        "stage": stage.name(),
        "feedback": suggestions(&severe),
        "attempt": MOST,
        "of": work(subject, stage),
    })
}

/// What a stage has made, by its hash.
fn work(subject: &AuditSubject, stage: PipelineStage) -> String {
    let made = match stage {
        PipelineStage::Search => format!("{:?}", subject.hits),
        PipelineStage::Draft => format!("{:?}", subject.draft),
        PipelineStage::Final | PipelineStage::Pipeline => format!("{:?}", subject.blocks),
    };
    Hash::of(made.as_bytes()).to_string()
}
