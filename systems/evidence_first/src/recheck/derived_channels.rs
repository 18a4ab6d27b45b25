//! Channels that follow from others: each is made again from them and compared. Whoever seals a run anew after a change
//! leaves one that does not follow.

use jurat_agents::extract::{ExtractionMetadata, anchored};
use jurat_compose::answer_of;
use jurat_engine::Channel;
use jurat_model::{ComposedAnswer, DoneBy, EvidenceUnit, SourceType};
use jurat_proof::{FinalState, LayerFindings};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{AnswerFn, ChannelValues, ExtractFn, requirements::AdmittedRequirements};
use crate::{
    channels::{
        ANSWER, AUDIT_TRAIL, CONFIDENCE, DROPPED, EXTRACTED, EXTRACTION_METADATA, FINAL_ANSWER,
        FINAL_SUMMARY, FLAGGED, MISSING, PLACEHOLDERS, POLICY_CHUNKS, POLICY_SUMMARY,
        REFERENCES, STATUTE_CHUNKS, STATUTE_SUMMARY, VERIFICATION_METADATA,
    },
    offline_answer::AnswerInput,
};

/// The stage that a revision goes back to.
const COMPOSING: &str = "compose_answer";
const EXTRACTOR_ROLE: &str = "extract";
const COMPOSER_ROLE: &str = "compose";

/// Holds channels against what they follow from.
pub(super) struct DerivedChannels<'a> {
    state: &'a FinalState,
    /// The channels of the definition: runs of before a channel was there have none.
    declared: Json,
}

impl<'a> DerivedChannels<'a> {
    pub(super) fn of(state: &'a FinalState) -> Self {
        let definition: Json = serde_json::from_str(&state.definition).unwrap_or_default();
        Self { state, declared: definition["channels"].clone() }
    }

    /// The channel holds this and nothing else.
    fn holds<T>(
        &self,
        channel: Channel<T>,
        again: &impl Serialize,
        findings: &mut LayerFindings,
    ) {
        let name = channel.name();
        if self.declared.get(name).is_none() {
            return;
        }
        let same = self.state.channels[name] == json!(again);
        let message = "made again from what it follows from it is another";
        findings.redecided("derived", (same, self.state.rules()), name, message);
    }

    /// What was taken out of the passages, and the account of it. What rests on the word of a model comes back as recorded.
    pub(super) fn extraction(
        &self,
        values: &ChannelValues,
        extract: Option<&ExtractFn>,
        findings: &mut LayerFindings,
    ) -> Option<String> {
        let (exhibits, extracted) = (values.exhibits.as_deref()?, values.extracted.as_deref()?);
        let (unit, extract) = (values.policy?.unit, extract?);
        self.kinds(findings);
        let chunks = values.chunks.as_slice();
        let by_model = unit == EvidenceUnit::Norm && is_by_model(values, EXTRACTOR_ROLE);
        let again = if by_model {
            anchored(&[], chunks, exhibits)
        } else {
            extract(chunks, exhibits, unit)
        };
        self.holds(PLACEHOLDERS, &again.placeholders, findings);
        self.holds(FLAGGED, &again.flagged, findings);
        if by_model {
            let counts = ExtractionMetadata::of(chunks.len(), extracted, &values.dropped);
            self.holds(EXTRACTION_METADATA, &counts, findings);
            return Some("what a model proposed to quote".to_owned());
        }
        self.holds(EXTRACTED, &again.requirements, findings);
        self.holds(DROPPED, &again.dropped, findings);
        self.holds(EXTRACTION_METADATA, &again.extraction_metadata, findings);
        None
    }

    /// Passages stand in the list of their sort.
    fn kinds(&self, findings: &mut LayerFindings) {
        let lists =
            [(STATUTE_CHUNKS, SourceType::Statute), (POLICY_CHUNKS, SourceType::Policy)];
        for (channel, sort) in lists {
            let read = channel.read_or_default(&|name| &self.state.channels[name]);
            let right = read.is_ok_and(|all| all.iter().all(|one| one.source_type == sort));
            let message = "a passage of another sort is among them";
            findings.expect("derived", right, channel.name(), message);
        }
    }

    /// The account of the gate.
    pub(super) fn gate(&self, admitted: &AdmittedRequirements, findings: &mut LayerFindings) {
        self.holds(VERIFICATION_METADATA, &admitted.metadata, findings);
    }

    /// The answer, where no model wrote it, and all that only repeats it.
    pub(super) fn answer(
        &self,
        values: &ChannelValues,
        (admitted, remake): (Option<&AdmittedRequirements>, Option<&AnswerFn>),
        findings: &mut LayerFindings,
    ) -> Option<String> {
        let answer = values.answer.as_ref();
        let text = answer.map(ComposedAnswer::final_answer).unwrap_or_default();
        let part = |part: fn(&ComposedAnswer) -> &String| answer.map(part).cloned();
        self.holds(FINAL_ANSWER, &text, findings);
        self.holds(FINAL_SUMMARY, &text, findings);
        let statutes = part(|it| &it.statute_summary).unwrap_or_default();
        self.holds(STATUTE_SUMMARY, &statutes, findings);
        let policies = part(|it| &it.policy_summary).unwrap_or_default();
        self.holds(POLICY_SUMMARY, &policies, findings);
        let references = answer.map(|it| it.requirement_references.as_slice());
        self.holds(REFERENCES, &references.unwrap_or_default(), findings);
        let (again, recorded) = self.composed(values, (answer?, admitted?), remake?)?;
        self.holds(ANSWER, &again, findings);
        recorded
    }

    /// The answer made again, and what of it rests on something that the run does not hold any more.
    fn composed(
        &self,
        values: &ChannelValues,
        (answer, admitted): (&ComposedAnswer, &AdmittedRequirements),
        remake: &AnswerFn,
    ) -> Option<(ComposedAnswer, Option<String>)> {
        let (unit, evidence) = (values.policy?.unit, &admitted.again);
        let of_statements = || answer_of(answer.statements.clone(), evidence);
        if is_by_model(values, COMPOSER_ROLE) {
            let wording = "how a model worded the answer".to_owned();
            return Some((of_statements(), Some(wording)));
        }
        // Provisions are told the same way whatever was found in an earlier draft.
        let composing = self.state.stages.iter().find(|it| it.stage == COMPOSING);
        let revision = composing.map_or(0, |it| it.epoch);
        if 0 < revision && unit == EvidenceUnit::Norm {
            let wording = "how the answer was worded after its review".to_owned();
            return Some((of_statements(), Some(wording)));
        }
        let again = remake(&AnswerInput {
            question: values.question.as_deref()?,
            unit,
            evidence,
            verified: values.verified.as_deref()?,
            conflicts: values.conflicts.as_deref().unwrap_or_default(),
            earlier: &[],
            revision,
        });
        Some((again, None))
    }

    /// What the last stage writes beside the report repeats it.
    pub(super) fn report(&self, again: &Json, findings: &mut LayerFindings) {
        self.holds(MISSING, &again["missing_evidence"], findings);
        let trail = &again["audit_trail"]["evidence_audit_trail"];
        self.holds(AUDIT_TRAIL, trail, findings);
        self.holds(CONFIDENCE, &again["grounding_confidence"], findings);
    }
}

/// Whether a model, or a value that stands for its words, did the last work of a role.
fn is_by_model(values: &ChannelValues, role: &str) -> bool {
    let mut rows = values.model_use.iter().filter(|row| row.role == role);
    rows.next_back().is_some_and(|row| row.done_by != DoneBy::Twin)
}
