//! What a run did, stage by stage in its order, out of nothing but its report: what came of each, and what models took for it.
//! There are no times in it, so the same research has the same timeline; `--trace` adds them from the journal.

use jurat_model::{DoneBy, ModelUse};
use serde::Serialize;

use crate::{
    plan_step::{QueryType, StepStatus},
    replanner::ReplanAction,
    report::{ReportedStep, ResearchReport},
};

/// One stage that was executed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TimelineEntry {
    /// The stage of our workflow.
    pub stage: &'static str,
    /// The node of the system's source that it is part of.
    pub node: &'static str,
    /// The step that it worked on; nothing for those that work on the whole question.
    pub step_id: Option<u32>,
    /// What came of it, in words.
    pub result: String,
    /// What a model took for it; nothing where none was asked.
    pub model: Option<ModelUse>,
}

/// A stage, and the node of the system's source that it is part of.
const NODES: [(&str, &str); 15] = [
    ("detect_injection", "detect_injection_node"),
    ("classify", "classifier_node"),
    ("recall", "planner_node"),
    ("plan", "planner_node"),
    ("survey", "executor_node"),
    ("rewrite", "executor_node"),
    ("retrieve", "executor_node"),
    ("synthesize", "executor_node"),
    ("confidence", "executor_node"),
    ("evaluate", "evaluator_node"),
    ("replan", "replanner_node"),
    ("gather_choices", "verify_answer_node"),
    ("mc_select", "verify_answer_node"),
    ("memory_writeback", "memory_writeback_node"),
    ("observability", "observability_node"),
];

pub fn timeline(report: &ResearchReport) -> Vec<TimelineEntry> {
    let mut writer = TimelineWriter { used: &report.model_use, entries: Vec::new() };
    writer.asked("detect_injection", None, &report.injection_check.reasoning);
    if report.injection_check.is_safe {
        writer.planning(report);
        let is_hit = report.memory_hit.as_ref().is_some_and(|hit| hit.found);
        let taken = report.steps.iter().filter(|it| it.step.status != StepStatus::Pending);
        // Steps of a remembered answer are those of the run that took them.
        for (at, step) in taken.enumerate().filter(|_| !is_hit) {
            writer.step(step);
            if let Some(decision) = report.decisions.get(at) {
                let why = format!("{}: {}", action(decision.action), decision.reasoning);
                writer.asked("replan", Some(step.step.step_id), &why);
            }
        }
        writer.whole(report);
    }
    writer.entry("observability", None, &report.message);
    writer.entries
}

struct TimelineWriter<'a> {
    /// Rows of models that no stage has taken yet, in the order in which they were written.
    used: &'a [ModelUse],
    entries: Vec<TimelineEntry>,
}

impl TimelineWriter<'_> {
    fn planning(&mut self, report: &ResearchReport) {
        let spotted = report.spotted.iter().filter(|it| it.firm);
        let names: Vec<&str> = spotted.map(|it| it.name.as_str()).collect();
        let kind = match report.query_type {
            Some(QueryType::Simple) => "one rule is asked for",
            Some(QueryType::MultiHop) => "several rules may meet",
            None => "",
        };
        let doctrines =
            if names.is_empty() { String::new() } else { format!("; {}", names.join(", ")) };
        self.asked("classify", None, &format!("{kind}{doctrines}"));
        if let Some(hit) = report.memory_hit.as_ref().filter(|hit| hit.found) {
            self.entry("recall", None, &format!("run {} answered it", hit.run));
            return;
        }
        self.entry("recall", None, "no earlier answer");
        let first = report.steps.first().map(|it| it.step.question.as_str());
        self.asked("plan", None, first.unwrap_or_default());
    }

    fn step(&mut self, one: &ReportedStep) {
        let (step, id) = (&one.step, Some(one.step.step_id));
        self.entry("survey", id, "the words of the corpus were looked up");
        let primary = step.queries.as_ref().map(|it| it.primary.as_str());
        self.asked("rewrite", id, primary.unwrap_or_default());
        self.entry("retrieve", id, &count(step.retrieved_doc_ids.len(), "passage"));
        let written = written(one);
        // Without sources no model is asked, and the next row is another step's.
        if one.sources.is_empty() {
            self.entry("synthesize", id, &written);
        } else {
            self.asked("synthesize", id, &written);
        }
        let sure = step.confidence.map(|it| format!("{it:.3}")).unwrap_or_default();
        self.entry("confidence", id, &sure);
        let state = match step.status {
            StepStatus::Completed => "completed",
            StepStatus::Failed => "failed",
            StepStatus::Pending => "pending",
        };
        self.entry("evaluate", id, state);
    }

    fn whole(&mut self, report: &ResearchReport) {
        let choices = report.objective.choices.len();
        let (looked_up, chosen) = match &report.choices {
            None => ("there are no choices".to_owned(), "there are no choices".to_owned()),
            Some(table) => (count(choices, "choice"), table.reason.clone()),
        };
        self.entry("gather_choices", None, &looked_up);
        self.asked("mc_select", None, &chosen);
        let why = report.memory_written.as_ref().map(|it| it.why.as_str());
        self.entry("memory_writeback", None, why.unwrap_or_default());
    }

    /// A stage that a model may do: the next row is its own if it names it.
    fn asked(&mut self, stage: &'static str, step_id: Option<u32>, result: &str) {
        self.entry(stage, step_id, result);
        let Some((row, rest)) = self.used.split_first() else { return };
        if let (true, Some(entry)) = (row.stage == stage, self.entries.last_mut()) {
            entry.model = Some(row.clone());
            self.used = rest;
        }
    }

    fn entry(&mut self, stage: &'static str, step_id: Option<u32>, result: &str) {
        let node = NODES
            .iter()
            .find(|(own, _)| *own == stage)
            .map_or("", |(_, node)| node);
        let result = result.to_owned();
        self.entries
            .push(TimelineEntry { stage, node, step_id, result, model: None });
    }
}

const fn action(action: ReplanAction) -> &'static str {
    match action {
        ReplanAction::NextStep => "another step",
        ReplanAction::Retry => "the step again",
        ReplanAction::Complete => "it is enough",
    }
}

/// Sentences that were written, sent back and cut.
fn written(one: &ReportedStep) -> String {
    let mut told = count(one.statements.len(), "sentence");
    if !one.sent_back.is_empty() {
        told = format!("{told}, {} sent back", one.sent_back.len());
    }
    if !one.cut.is_empty() {
        told = format!("{told}, {} cut", one.cut.len());
    }
    told
}

fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

impl TimelineEntry {
    /// Who did it, for people.
    pub(crate) fn done_by(&self) -> String {
        match &self.model {
            None => "offline".to_owned(),
            Some(row) if row.failure.is_empty() => row.model.clone(),
            Some(row) => {
                let instead = match row.done_by {
                    DoneBy::Model => "what it had said stands",
                    DoneBy::Twin => "done offline",
                    DoneBy::Value => "the workflow's own value stands",
                };
                format!("{} failed ({}): {instead}", row.model, row.failure)
            }
        }
    }
}
