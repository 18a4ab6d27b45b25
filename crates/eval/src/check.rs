//! Whether answers with something wrong in them are stopped, and sound ones pass, through the whole of `jurat check`.

use std::{collections::BTreeMap, path::Path};

use jurat_model::{
    ByteSpan,
    audit::{CombinedAudit, IssueSeverity, PipelineStage, StageOutcome},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::{
    DatasetSplit, EvalError,
    answer_gate::AnswerGate,
    jsonl,
    scores::{LabelledSpan, SpanCounts, auc, count, ece, span_counts},
};

/// An answer with its sources, or a source with many answers.
#[derive(Debug, Deserialize)]
struct CheckRow {
    id: String,
    #[serde(default)]
    group: Option<String>,
    #[serde(default)]
    question: Option<String>,
    #[serde(default)]
    sources: Vec<SourceText>,
    #[serde(default)]
    passages: Option<String>,
    #[serde(default)]
    answer: Option<String>,
    #[serde(default)]
    faulty: Option<bool>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    spans: Vec<FaultSpan>,
    #[serde(default)]
    responses: Vec<MarkedResponse>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum SourceText {
    Bare(String),
    Labelled {
        #[serde(default)]
        label: Option<String>,
        text: String,
    },
}

#[derive(Debug, Deserialize)]
struct MarkedResponse {
    response: String,
    #[serde(default)]
    spans: Vec<FaultSpan>,
}

/// Offsets count characters.
#[derive(Debug, Deserialize)]
struct FaultSpan {
    start: usize,
    end: usize,
    #[serde(default, rename = "type")]
    kind: Option<String>,
}

/// One answer to audit, and what is known of it.
struct LabelledAnswer<'r> {
    text: &'r str,
    faulty: bool,
    kind: &'r str,
    spans: &'r [FaultSpan],
}

#[derive(Debug, Clone, Serialize)]
pub struct CheckFigures {
    pub items: usize,
    pub faulty: usize,
    /// Of those with an error, the share that is faulty.
    pub precision: f64,
    /// Of the faulty ones, the share that has an error.
    pub recall: f64,
    pub f1: f64,
    /// Sound answers with an error.
    pub false_errors: usize,
    /// Answers that were not held against sources.
    pub not_checked: usize,
    /// F1 of the characters that errors and warnings mark; nothing where no spans are labelled.
    pub span_f1: Option<f64>,
    /// How well `scores.faithfulness` puts sound answers before faulty ones, and how far it can be believed.
    pub faithfulness_auc: f64,
    pub faithfulness_ece: f64,
    pub by_kind: BTreeMap<String, KindRow>,
}

/// Answers of one kind of fault, or sound ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct KindRow {
    pub items: usize,
    /// With at least one error.
    pub stopped: usize,
    /// With a warning or an error.
    pub warned: usize,
}

/// What the audit of one answer came to.
struct CheckedAnswer {
    kind: String,
    faulty: bool,
    /// The worst that was found.
    worst: IssueSeverity,
    checked: bool,
    /// The probability that something in it is not supported.
    risk: Option<f64>,
    spans: SpanCounts,
}

/// The kind of an answer that nothing is wrong with, where the row names none.
const SOUND: &str = "sound";
/// The kind of one with a fault of no named kind.
const FAULTY: &str = "faulty";

/// Audits every answer of a part.
pub fn check(data: &Path, part: DatasetSplit) -> Result<CheckFigures, EvalError> {
    let rows: Vec<CheckRow> = jsonl::read_rows(data)?;
    let gate = AnswerGate::new()?;
    let mut checked = Vec::new();
    for row in rows.iter().filter(|row| part.holds(row.key())) {
        for answer in row.answers() {
            // A state that is refused was not checked, and is no pass.
            let audit = gate.audit(&row.state(answer.text)).ok();
            checked.push(CheckedAnswer::of(&answer, audit.as_ref()));
        }
    }
    if checked.is_empty() {
        return Err(EvalError::Empty { path: data.to_owned(), of: format!(" of {part:?}") });
    }
    Ok(figures(&checked))
}

impl CheckRow {
    fn key(&self) -> &str {
        self.group.as_deref().unwrap_or(&self.id)
    }

    /// Its answers. One that is not said to be faulty is so where a span of it is labelled.
    fn answers(&self) -> Vec<LabelledAnswer<'_>> {
        let own = self.answer.as_deref().map(|text| (text, self.spans.as_slice()));
        let nested = self
            .responses
            .iter()
            .map(|one| (one.response.as_str(), one.spans.as_slice()));
        own.into_iter()
            .chain(nested)
            .map(|(text, spans)| {
                let faulty = self.faulty.unwrap_or(!spans.is_empty());
                let labelled = spans.first().and_then(|span| span.kind.as_deref());
                let default = if faulty { FAULTY } else { SOUND };
                let kind = self.kind.as_deref().or(labelled).unwrap_or(default);
                LabelledAnswer { text, faulty, kind, spans }
            })
            .collect()
    }

    /// The state of a pipeline that found these sources and wrote this answer.
    fn state(&self, answer: &str) -> Json {
        let bare = self.passages.iter().flat_map(|text| numbered_passages(text));
        let bare = bare.map(|text| (text, None));
        let own = self.sources.iter().map(|source| match source {
            SourceText::Bare(text) => (text.as_str(), None),
            SourceText::Labelled { label, text } => (text.as_str(), label.as_deref()),
        });
        let sources = (1..).zip(bare.chain(own)).map(
            |(number, (text, label))| json!({ "id": format!("s{number}"), "label": label, "text": text }),
        );
        let sources: Vec<Json> = sources.collect();
        if sources.is_empty() {
            return json!({ "query": self.question, "draft": answer });
        }
        json!({ "query": self.question, "sources": sources, "draft": answer })
    }
}

/// The passages that one text holds, where each has its number before it (`passage 1:`); else the text.
fn numbered_passages(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    for number in 1.. {
        let Some((before, after)) = rest.split_once(&format!("passage {number}:")) else {
            break;
        };
        parts.push(before.trim());
        rest = after;
    }
    parts.push(rest.trim());
    parts.retain(|part| !part.is_empty());
    parts
}

impl CheckedAnswer {
    fn of(answer: &LabelledAnswer<'_>, audit: Option<&CombinedAudit>) -> Self {
        let issues = || audit.into_iter().flat_map(CombinedAudit::all);
        let draft = issues().filter(|(stage, _)| *stage == PipelineStage::Draft);
        let marked: Vec<ByteSpan> = draft
            .filter(|(_, issue)| IssueSeverity::Warn <= issue.severity)
            .filter_map(|(_, issue)| issue.span)
            .collect();
        let labelled: Vec<LabelledSpan> =
            answer.spans.iter().map(|span| (span.start, span.end)).collect();
        let faithful = audit
            .and_then(|audit| audit.redator.as_ref())
            .and_then(|draft| draft.scores.faithfulness);
        Self {
            kind: answer.kind.to_owned(),
            faulty: answer.faulty,
            worst: issues()
                .map(|(_, issue)| issue.severity)
                .max()
                .unwrap_or(IssueSeverity::Info),
            checked: audit.is_some_and(was_held),
            risk: faithful.map(|share| 1.0 - share),
            spans: span_counts(answer.text, &labelled, &marked),
        }
    }
}

impl CheckedAnswer {
    fn is_stopped(&self) -> bool {
        self.worst == IssueSeverity::Error
    }
}

/// Whether the claims of an answer were held against its sources.
fn was_held(audit: &CombinedAudit) -> bool {
    let draft = audit.outcome_of(PipelineStage::Draft);
    draft.is_some_and(|(outcome, _)| outcome != StageOutcome::NotChecked)
}

fn figures(checked: &[CheckedAnswer]) -> CheckFigures {
    let of = |faulty: bool, stopped: bool| {
        let both = checked
            .iter()
            .filter(|one| one.faulty == faulty && one.is_stopped() == stopped);
        both.count()
    };
    let (right, missed, false_errors) = (of(true, true), of(true, false), of(false, true));
    let share = |part: usize, all: usize| if all == 0 { 0.0 } else { count(part) / count(all) };
    let risks: Vec<(f64, bool)> = checked
        .iter()
        .filter_map(|one| Some((one.risk?, one.faulty)))
        .collect();
    let spans = SpanCounts::sum(checked.iter().map(|one| one.spans));
    let mut by_kind: BTreeMap<String, KindRow> = BTreeMap::new();
    for one in checked {
        let row = by_kind.entry(one.kind.clone()).or_default();
        row.items += 1;
        row.stopped += usize::from(one.is_stopped());
        row.warned += usize::from(IssueSeverity::Warn <= one.worst);
    }
    CheckFigures {
        items: checked.len(),
        faulty: right + missed,
        precision: share(right, right + false_errors),
        recall: share(right, right + missed),
        f1: share(2 * right, 2 * right + missed + false_errors),
        false_errors,
        not_checked: checked.iter().filter(|one| !one.checked).count(),
        span_f1: spans.f1(),
        faithfulness_auc: auc(&risks),
        faithfulness_ece: ece(&risks),
        by_kind,
    }
}
