//! A run as the trace file of the system's source has it, with its names of nodes and the times of the journal. What only an
//! evaluation knows, such as the right letter, is null.

use jurat_model::{DoneBy, ModelUse};
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::{
    cited_statement::CitedStatement,
    metrics::RunMetrics,
    report::{ReportedStep, ResearchReport},
    timeline::{TimelineEntry, timeline},
};

/// When an attempt of a stage began or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageMoment {
    /// `started`, `completed` or `resumed`, as the journal has it.
    pub kind: String,
    /// The instance, as `plan@0#0`.
    pub subject: String,
    /// Milliseconds since 1970.
    pub at_ms: i64,
}

/// A stage that was executed, with its times.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TracedStage {
    #[serde(flatten)]
    pub entry: TimelineEntry,
    /// Milliseconds since 1970.
    pub began_ms: i64,
    pub ended_ms: i64,
}

/// A run with its times.
pub struct ResearchTrace<'a> {
    /// The name of the run.
    pub label: String,
    pub report: &'a ResearchReport,
    pub stages: Vec<TracedStage>,
    pub began_ms: i64,
    pub ended_ms: i64,
    /// When it was taken up again after it had stopped.
    pub resumed_ms: Vec<i64>,
}

/// Characters of a passage or an answer that a trace shows.
const PREVIEW: usize = 300;

impl<'a> ResearchTrace<'a> {
    /// Out of a report and what the journal has of its stages, in its order.
    pub fn of(label: String, report: &'a ResearchReport, moments: &[StageMoment]) -> Self {
        let began_ms = moments.first().map_or(0, |it| it.at_ms);
        let ended_ms = moments.last().map_or(began_ms, |it| it.at_ms);
        let mut clock = StageClock { moments, next: 0, last_ms: began_ms };
        let stages = timeline(report).into_iter().map(|entry| clock.timed(entry));
        let resumed = moments.iter().filter(|moment| moment.kind == "resumed");
        Self {
            label,
            report,
            stages: stages.collect(),
            began_ms,
            ended_ms,
            resumed_ms: resumed.map(|moment| moment.at_ms).collect(),
        }
    }

    /// The file.
    pub fn json(&self) -> Json {
        let report = self.report;
        let elapsed = Json::from(self.ended_ms.saturating_sub(self.began_ms)).as_f64();
        let mut metrics = json!(report.metrics);
        metrics["elapsed_sec"] = json!(elapsed.unwrap_or_default() / 1e3);
        json!({
            "label": self.label,
            "subject": report.spotted.first().map_or("", |it| it.field.as_str()),
            "question": report.objective.question,
            "gold_idx": null,
            "correct_answer": null,
            "query_type": report.query_type,
            "injection_check": report.injection_check,
            "memory_hit": report.memory_hit,
            "retrieval": retrieval(report),
            "pipeline": self.pipeline(),
            "mc_result": mc_result(report),
            "metrics": metrics,
        })
    }

    fn pipeline(&self) -> Json {
        let report = self.report;
        let context = report.steps.iter().map(|one| {
            json!({
                "step_id": one.step.step_id, "question": one.step.question,
                "answer": short(&one.step.answer),
                "confidence": one.step.confidence, "status": one.step.status,
            })
        });
        json!({
            "nodes": self.stages,
            "resumed_ms": self.resumed_ms,
            "steps": report.steps.iter().map(step).collect::<Vec<_>>(),
            "accumulated_context": context.collect::<Vec<_>>(),
            "decisions": report.decisions,
            "final_answer": report.final_cited_answer,
            "verification": report.verification_result,
            "is_verified": report.verification_result.as_ref().map(|it| it.is_verified),
            "avg_confidence": report.confidence,
            "memory_written": report.memory_written,
        })
    }

    /// What the run took, for whoever sends it elsewhere.
    pub const fn metrics(&self) -> &RunMetrics {
        &self.report.metrics
    }
}

/// Goes through the journal beside the timeline.
struct StageClock<'a> {
    moments: &'a [StageMoment],
    next: usize,
    last_ms: i64,
}

impl StageClock<'_> {
    /// The entry with the time at which its stage was completed, and that at which it was started or else could be.
    fn timed(&mut self, entry: TimelineEntry) -> TracedStage {
        let mut began_ms = self.last_ms;
        let mut ended_ms = self.last_ms;
        for (at, moment) in self.moments.iter().enumerate().skip(self.next) {
            if moment.subject.split('@').next() != Some(entry.stage) {
                continue;
            }
            match moment.kind.as_str() {
                // One that was killed is started again: the last attempt is the one that counts.
                "started" => began_ms = moment.at_ms,
                "completed" => {
                    ended_ms = moment.at_ms;
                    self.next = at + 1;
                    break;
                }
                _ => {}
            }
        }
        self.last_ms = ended_ms;
        TracedStage { entry, began_ms, ended_ms }
    }
}

/// What the first step searched with, and how sure it was; whether the right passage was found is for an evaluation to say.
fn retrieval(report: &ResearchReport) -> Json {
    let first = report.steps.first();
    json!({
        "raw_recall": null,
        "mq_recall": null,
        "raw_conf": null,
        "mq_conf": first.and_then(|it| it.step.confidence),
        "rewrite": first.and_then(|it| it.step.queries.as_ref()),
    })
}

fn step(one: &ReportedStep) -> Json {
    let step = &one.step;
    let queries = step.queries.as_ref();
    let previews: Vec<String> = one.sources.iter().map(|it| short(&it.quote.text)).collect();
    let said = |it: &CitedStatement| json!({ "text": it.text, "sources": it.sources });
    json!({
        "step_id": step.step_id,
        "phase": step.phase,
        "question": step.question,
        "status": step.status,
        "optimized_query": queries.map(|it| it.primary.as_str()),
        "alternatives": queries.map(|it| &it.alternatives),
        "retrieved_doc_ids": step.retrieved_doc_ids,
        "confidence": step.confidence,
        "passage_previews": previews,
        "answer": step.answer,
        "statements": one.statements.iter().map(said).collect::<Vec<_>>(),
        "sent_back": one.sent_back,
        "cut": one.cut,
        "flagged": one.flagged,
    })
}

/// How the choice was made. Nobody has said which is right.
fn mc_result(report: &ResearchReport) -> Json {
    let Some(table) = &report.choices else { return Json::Null };
    let row = report.model_use.iter().find(|row| row.stage == "mc_select");
    let by_model = row.is_some_and(|row: &ModelUse| row.done_by == DoneBy::Model);
    let method = match &table.chosen {
        None => "none",
        Some(_) if by_model => "model",
        Some(_) => "provisions",
    };
    let details = match &table.chosen {
        Some(letter) => format!("answer explicitly selects {letter}"),
        None => table.reason.clone(),
    };
    json!({ "correct": null, "chosen": table.chosen, "method": method, "details": details })
}

fn short(text: &str) -> String {
    text.chars().take(PREVIEW).collect()
}

#[cfg(test)]
mod tests {
    use super::{StageClock, StageMoment};
    use crate::timeline::TimelineEntry;

    fn moment(kind: &str, subject: &str, at_ms: i64) -> StageMoment {
        StageMoment {
            kind: kind.to_owned(),
            subject: subject.to_owned(),
            at_ms,
        }
    }

    #[test]
    fn a_stage_that_was_started_twice_counts_from_its_last_start() {
        let moments = [
            moment("run_started", "", 10),
            moment("started", "plan@0#0", 20),
            moment("resumed", "", 500),
            moment("started", "plan@0#0", 510),
            moment("completed", "plan@0#0", 530),
            moment("completed", "evaluate@0#0", 540),
        ];
        let mut clock = StageClock { moments: &moments, next: 0, last_ms: 10 };
        let entry = |stage| TimelineEntry {
            stage,
            node: "",
            step_id: None,
            result: String::new(),
            model: None,
        };
        let times = ["plan", "evaluate"].map(|stage| {
            let timed = clock.timed(entry(stage));
            (timed.began_ms, timed.ended_ms)
        });
        assert_eq!(times, [(510, 530), (530, 540)]);
    }
}
