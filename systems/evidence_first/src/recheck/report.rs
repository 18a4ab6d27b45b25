//! The report value against the run, and the files against the report value.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use jurat_engine::RunOutcome;
use jurat_model::{ComposedAnswer, Requirement, RequirementId};
use serde::Deserialize;
use serde_json::Value as Json;

use super::{ChannelValues, ComposeFn, DerivedChannels};
use jurat_proof::{FinalState, LayerFindings};

/// The report value says what the run says.
pub(super) fn check_value(
    values: &ChannelValues,
    (state, compose): (&FinalState, Option<&ComposeFn>),
    derived: &DerivedChannels<'_>,
    findings: &mut LayerFindings,
) {
    let Some(report) = &values.report else {
        if state.outcome == RunOutcome::Completed {
            findings.unchecked("report", "report", "the run left no report");
        }
        return;
    };
    if let Some(compose) = compose {
        match compose(&state.channels) {
            Ok(again) => {
                let message = "made again from the run it is another";
                let same = again == *report;
                findings.redecided("report", (same, state.rules()), "report", message);
                if same {
                    derived.report(&again, findings);
                }
            }
            Err(error) => {
                findings.redecided("report", (false, state.rules()), "report", &error);
            }
        }
    }
    let said = ExpectedReport::of(values, state);
    said.check(report, &mut "report".to_owned(), findings);
}

/// What the run says, to compare a report with.
struct ExpectedReport<'a> {
    /// Keys that repeat the run word for word, where it has something to repeat.
    repeated: BTreeMap<&'static str, Json>,
    statements: Option<BTreeSet<(&'a str, Vec<RequirementId>)>>,
    quotes: BTreeMap<String, &'a str>,
    verdicts: BTreeMap<String, bool>,
    /// The text of the answer under each key that repeats it.
    answer_text: BTreeMap<&'static str, Cow<'a, str>>,
}

fn answer_text(answer: &ComposedAnswer) -> BTreeMap<&'static str, Cow<'_, str>> {
    BTreeMap::from([
        ("final_summary", answer.final_answer().into()),
        ("statute_summary", Cow::from(&answer.statute_summary)),
        ("policy_summary", Cow::from(&answer.policy_summary)),
    ])
}

impl<'a> ExpectedReport<'a> {
    fn of(values: &'a ChannelValues, state: &'a FinalState) -> Self {
        let extracted = values.extracted.as_deref().unwrap_or_default();
        let quote = |it: &'a Requirement| (it.requirement_id.to_string(), &*it.exact_quote);
        let verdicts = [&values.verified, &values.rejected].into_iter().flatten().flatten();
        // A run that gave no answer out shows other words in its place.
        let answer = values
            .answer
            .as_ref()
            .filter(|_| state.outcome == RunOutcome::Completed);
        let repeated = [
            ("question", values.question.as_ref().map(|it| Json::from(it.as_str()))),
            ("final_answer", answer.map(|it| Json::from(it.final_answer()))),
            (
                "grounding_confidence",
                values.confidence.and_then(|it| serde_json::to_value(it).ok()),
            ),
        ];
        Self {
            repeated: repeated
                .into_iter()
                .filter_map(|(key, said)| Some((key, said?)))
                .collect(),
            statements: values.answer.as_ref().map(|answer| {
                let said = answer.statements.iter();
                said.map(|it| (it.text.as_str(), it.marks.clone())).collect()
            }),
            answer_text: answer.map(answer_text).unwrap_or_default(),
            quotes: extracted.iter().map(quote).collect(),
            verdicts: verdicts
                .map(|it| (it.requirement_id.to_string(), it.verified))
                .collect(),
        }
    }

    /// Every piece of the report that names something of the run must repeat it rightly. The
    /// depth is bounded: the engine refuses deep values.
    fn check(&self, json: &Json, place: &mut String, findings: &mut LayerFindings) {
        let here = place.len();
        match json {
            Json::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    for part in ["[", &at.to_string(), "]"] {
                        place.push_str(part);
                    }
                    self.check(item, place, findings);
                    place.truncate(here);
                }
            }
            Json::Object(map) => {
                self.piece(map, place, findings);
                for (key, value) in map {
                    place.push('.');
                    place.push_str(key);
                    self.repeated(key, value, place, findings);
                    self.check(value, place, findings);
                    place.truncate(here);
                }
            }
            _ => {}
        }
    }

    fn repeated(&self, key: &str, value: &Json, place: &str, findings: &mut LayerFindings) {
        if let Some(said) = self.repeated.get(key) {
            let message = "the report says it otherwise than the run";
            findings.expect("report text", said == value, place, message);
        }
        if let (Some(said), Some(text)) = (self.answer_text.get(key), value.as_str()) {
            let message = "the report says it otherwise than the answer";
            findings.expect("report text", said == text, place, message);
        }
    }

    fn piece(
        &self,
        map: &serde_json::Map<String, Json>,
        place: &str,
        findings: &mut LayerFindings,
    ) {
        let text = |key: &str| map.get(key).and_then(Json::as_str);
        if let (Some(id), Some(quote)) = (text("requirement_id"), text("exact_quote")) {
            let same = self.quotes.get(id) == Some(&quote);
            findings.expect("report quote", same, place, "no requirement says so");
        }
        let verdict = map.get("verified").and_then(Json::as_bool);
        if let (Some(id), Some(verified)) = (text("requirement_id"), verdict) {
            let same = self.verdicts.get(id) == Some(&verified);
            findings.expect("report verdict", same, place, "the gate decided otherwise");
        }
        let (Some(words), Some(marks), Some(said)) =
            (text("text"), map.get("marks"), &self.statements)
        else {
            return;
        };
        let same = Vec::deserialize(marks).is_ok_and(|marks| said.contains(&(words, marks)));
        findings.expect("report statement", same, place, "the answer has no such statement");
    }
}
