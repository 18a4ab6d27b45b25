//! The report value against the run, and the files against the report value.

use std::collections::BTreeMap;

use jurat_engine::Outcome;
use jurat_model::{Answer, Requirement, Statement};
use serde_json::Value as Json;

use super::{ComposeFn, Renderer, Values};
use crate::{FinalState, Findings, ReportFile};

/// Keys under which a report repeats the answer's own text.
const ANSWER_TEXT: [&str; 3] = ["final_summary", "statute_summary", "policy_summary"];

/// The report value says what the run says.
pub(super) fn check_value(
    values: &Values,
    (state, compose): (&FinalState, Option<&ComposeFn>),
    findings: &mut Findings,
) {
    let Some(report) = &values.report else {
        if state.outcome == Outcome::Completed {
            findings.unchecked("report", "report", "the run left no report");
        }
        return;
    };
    if let Some(compose) = compose {
        match compose(&state.channels) {
            Ok(again) => {
                let message = "made again from the run it is another";
                findings.expect("report", again == *report, "report", message);
            }
            Err(error) => findings.failed("report", "report", error),
        }
    }
    let said = Said::of(values, state);
    said.check(report, "report", findings);
}

/// What the run says, to compare a report with.
struct Said<'a> {
    /// Keys that repeat the run word for word, where it has something to repeat.
    repeated: BTreeMap<&'static str, Json>,
    statements: Option<&'a [Statement]>,
    answer: Option<&'a Answer>,
    quotes: BTreeMap<String, &'a str>,
    verdicts: BTreeMap<String, bool>,
}

impl<'a> Said<'a> {
    fn of(values: &'a Values, state: &'a FinalState) -> Self {
        let extracted = values.extracted.as_deref().unwrap_or_default();
        let quote = |it: &'a Requirement| (it.requirement_id.to_string(), &*it.exact_quote);
        let verdicts = [&values.verified, &values.rejected].into_iter().flatten().flatten();
        // A run that gave no answer out shows other words in its place.
        let answer = values.answer.as_ref().filter(|_| state.outcome == Outcome::Completed);
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
            statements: values.answer.as_ref().map(|answer| answer.statements.as_slice()),
            answer,
            quotes: extracted.iter().map(quote).collect(),
            verdicts: verdicts
                .map(|it| (it.requirement_id.to_string(), it.verified))
                .collect(),
        }
    }

    /// Every piece of the report that names something of the run must repeat it rightly. The
    /// depth is bounded: the engine refuses deep values.
    fn check(&self, json: &Json, place: &str, findings: &mut Findings) {
        match json {
            Json::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    self.check(item, &format!("{place}[{at}]"), findings);
                }
            }
            Json::Object(map) => {
                self.piece(map, place, findings);
                for (key, value) in map {
                    let place = format!("{place}.{key}");
                    self.repeated(key, value, &place, findings);
                    self.check(value, &place, findings);
                }
            }
            _ => {}
        }
    }

    fn repeated(&self, key: &str, value: &Json, place: &str, findings: &mut Findings) {
        if let Some(said) = self.repeated.get(key) {
            let message = "the report says it otherwise than the run";
            findings.expect("report text", said == value, place, message);
        }
        let (Some(answer), Some(text)) = (self.answer, value.as_str()) else { return };
        if ANSWER_TEXT.contains(&key) {
            let said = match key {
                "statute_summary" => answer.statute_summary.clone(),
                "policy_summary" => answer.policy_summary.clone(),
                _ => answer.final_answer(),
            };
            let message = "the report says it otherwise than the answer";
            findings.expect("report text", said == text, place, message);
        }
    }

    fn piece(&self, map: &serde_json::Map<String, Json>, place: &str, findings: &mut Findings) {
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
            (text("text"), map.get("marks"), self.statements)
        else {
            return;
        };
        let same = said.iter().any(|statement| {
            statement.text == words
                && serde_json::to_value(&statement.marks).is_ok_and(|it| it == *marks)
        });
        findings.expect("report statement", same, place, "the answer has no such statement");
    }
}

/// Each file is what the report value renders to.
pub(super) fn check_files(
    values: &Values,
    (state, renderer): (&FinalState, Option<&dyn Renderer>),
    files: &[ReportFile],
    findings: &mut Findings,
) {
    for file in files {
        let made_by =
            format!("rendered by jurat {}, not re-rendered here", state.maker.version);
        match (renderer, &values.report) {
            (None, _) => {
                findings.unchecked("render", &file.name, "no renderer is at hand");
            }
            (Some(renderer), _) if *renderer.maker() != state.maker => {
                findings.unchecked("render", &file.name, made_by);
            }
            (Some(_), None) => {
                findings.failed("render", &file.name, "the run left no report to render");
            }
            (Some(renderer), Some(report)) => {
                let exhibits = values.exhibits.as_deref().unwrap_or_default();
                match renderer.render(report, exhibits, &file.name) {
                    Ok(again) => {
                        let message = "rendered again it has other bytes";
                        findings.expect("render", again == file.bytes, &file.name, message);
                    }
                    Err(error) => findings.failed("render", &file.name, error),
                }
            }
        }
    }
}
