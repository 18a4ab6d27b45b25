//! The report of a run, out of nothing but its channels: the last stage makes it, and whoever checks a finished run makes it
//! again.

use std::ops::Deref;

use jurat_canon::Hash;
use jurat_model::{ModelUse, SourceExhibit};
use jurat_verify::grounding::{CLAIM_THRESHOLD, EvidenceIndex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{
    channels::{
        AS_OF, CHOICE_EXHIBITS, CHOICE_TABLE, EXHIBITS, FINAL_CITED_ANSWER, FINDINGS,
        INJECTION_CHECK, ITERATION_COUNT, MEMORY_HIT, MEMORY_WRITTEN, MODEL_USE, OBJECTIVE,
        PLANNING_TABLE, QUERY_TYPE, REPLAN_DECISIONS, SPOTTED, VERIFICATION_RESULT,
    },
    choices::ChoiceTable,
    cited_statement::CitedStatement,
    element_table::{ElementRow, element_table},
    evaluation::{mean_confidence, nothing_found},
    issue_spotter::SpottedDoctrine,
    memory_hit::{MemoryHit, MemoryWriting},
    metrics::RunMetrics,
    objective::ResearchObjective,
    open_ends::ResearchSoFar,
    plan_step::{PlanStep, QueryType, StepAim, StepStatus},
    replanner::ReplanDecision,
    step_evidence::{FlaggedSource, StepSource},
    step_findings::{CutSentence, StepFindings},
};

/// What the gate said of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InjectionCheck {
    pub is_safe: bool,
    pub reasoning: String,
}

/// What the check of every sentence against its source came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SupportCheck {
    pub is_verified: bool,
    pub sentences: usize,
    /// Those that their source bears out.
    pub supported: usize,
}

impl SupportCheck {
    pub(crate) fn of(findings: &[StepFindings], exhibits: &[SourceExhibit]) -> Self {
        let statements = findings.iter().flat_map(|step| &step.statements);
        let (mut sentences, mut supported) = (0, 0);
        for statement in statements {
            sentences += 1;
            supported += usize::from(is_borne_out(statement, exhibits));
        }
        Self {
            is_verified: sentences == supported,
            sentences,
            supported,
        }
    }
}

/// Whether a statement's quote stands in its text and says what it says.
pub(crate) fn is_borne_out(statement: &CitedStatement, exhibits: &[SourceExhibit]) -> bool {
    let quote = &statement.quote;
    let stands = exhibits.iter().any(|exhibit| {
        exhibit.rendition == quote.rendition
            && exhibit.rendition == Hash::of(exhibit.text.as_bytes())
            && quote.holds(&exhibit.text)
    });
    let says = if statement.reworded {
        let found = EvidenceIndex::read([quote.text.as_str()]).claim(&statement.text);
        found.risk < CLAIM_THRESHOLD && found.differences.is_empty()
    } else {
        crate::synthesis::squeezed(&quote.text) == statement.text
    };
    stands && says
}

/// What research came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResearchResult {
    Answered,
    /// There is research, and the choices are not parted by it.
    Undecided,
    NoAuthoritativeEvidence,
    Refused,
}

/// A whole run, for people and programs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResearchReport {
    pub objective: ResearchObjective,
    pub result: ResearchResult,
    /// What it came to, in a sentence.
    pub message: String,
    pub as_of: String,
    pub injection_check: InjectionCheck,
    pub query_type: Option<QueryType>,
    pub spotted: Vec<SpottedDoctrine>,
    pub memory_hit: Option<MemoryHit>,
    pub steps: Vec<ReportedStep>,
    pub decisions: Vec<ReplanDecision>,
    pub elements: Vec<ElementRow>,
    pub choices: Option<ChoiceTable>,
    pub final_cited_answer: String,
    /// The mean of completed steps; nothing where none was completed.
    pub confidence: Option<f64>,
    /// What was looked for and not found.
    pub open_ends: Vec<String>,
    pub verification_result: Option<SupportCheck>,
    pub memory_written: Option<MemoryWriting>,
    pub sources: Vec<ResearchSource>,
    pub model_use: Vec<ModelUse>,
    pub metrics: RunMetrics,
}

/// A step with what it found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedStep {
    #[serde(flatten)]
    pub step: PlanStep,
    pub sources: Vec<StepSource>,
    pub statements: Vec<CitedStatement>,
    pub flagged: Vec<FlaggedSource>,
    /// Sentences of a model that no source bears out.
    pub cut: Vec<CutSentence>,
    /// Sentences that a model got back to mend, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent_back: Vec<CutSentence>,
}

/// A text that the report rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResearchSource {
    pub name: String,
    pub media: String,
    #[schemars(with = "String")]
    pub source: Hash,
    #[schemars(with = "String")]
    pub rendition: Hash,
}

/// Makes the report of a run out of its channels by name. Those not written are null.
pub fn report_of(channels: &Json) -> Result<ResearchReport, String> {
    report_from(|name| &channels[name])
}

/// The same out of wherever the channels are.
pub(crate) fn report_from<C>(channel: impl Fn(&str) -> C) -> Result<ResearchReport, String>
where
    C: Deref<Target = Json>,
{
    let objective = OBJECTIVE.read(&channel)?;
    let check = INJECTION_CHECK.read(&channel)?;
    let table = PLANNING_TABLE.read_or_default(&channel)?;
    let findings = FINDINGS.read_or_default(&channel)?;
    let spotted = SPOTTED.read_or_default(&channel)?;
    let used = MODEL_USE.read_or_default(&channel)?;
    let choices = CHOICE_TABLE.read(&channel)?;
    let memory_hit = MEMORY_HIT.read_as::<Option<MemoryHit>>().read(&channel)?;
    let query_type = QUERY_TYPE.read_as::<Option<QueryType>>().read(&channel)?;
    let answer = FINAL_CITED_ANSWER.read_or_default(&channel)?;
    let mut exhibits = EXHIBITS.read_or_default(&channel)?;
    exhibits.extend(CHOICE_EXHIBITS.read_or_default(&channel)?);
    // What was found belongs to the question that it was found for.
    let researched = researched_objective(&objective, memory_hit.as_ref())?;
    let so_far = ResearchSoFar {
        objective: &researched,
        spotted: &spotted,
        table: &table,
        findings: &findings,
    };
    let result = result(&check, &table, choices.as_ref());
    let elements = element_table(&so_far);
    let metrics = RunMetrics {
        iteration_count: ITERATION_COUNT.read_or_default(&channel)?,
        query_type,
        memory_hit: memory_hit.as_ref().is_some_and(|hit| hit.found),
        has_answer: result == ResearchResult::Answered,
        injection_safe: check.is_safe,
        send_backs: findings.iter().filter(|it| !it.sent_back.is_empty()).count(),
        ..RunMetrics::of(&used, &table)
    };
    Ok(ResearchReport {
        message: message(result, &check, &so_far, choices.as_ref()),
        open_ends: not_found(&so_far, &elements),
        confidence: mean_confidence(&table),
        steps: reported_steps(&table, &findings),
        sources: exhibits.iter().map(source).collect(),
        as_of: AS_OF.read_or_default(&channel)?,
        decisions: REPLAN_DECISIONS.read_or_default(&channel)?,
        verification_result: VERIFICATION_RESULT.read(&channel)?,
        memory_written: MEMORY_WRITTEN.read_as::<Option<MemoryWriting>>().read(&channel)?,
        final_cited_answer: answer,
        model_use: used,
        injection_check: check,
        objective,
        result,
        query_type,
        spotted,
        memory_hit,
        elements,
        choices,
        metrics,
    })
}

/// The question that the steps are about: the one that is asked, or the earlier one that a remembered answer is to.
pub(crate) fn researched_objective(
    asked: &ResearchObjective,
    hit: Option<&MemoryHit>,
) -> Result<ResearchObjective, String> {
    match hit.filter(|hit| hit.found) {
        Some(hit) => ResearchObjective::read(&hit.question),
        None => Ok(asked.clone()),
    }
}

fn result(
    check: &InjectionCheck,
    table: &[PlanStep],
    choices: Option<&ChoiceTable>,
) -> ResearchResult {
    let researched = table.iter().any(|step| step.status == StepStatus::Completed);
    let undecided = choices.is_some_and(|table| table.chosen.is_none());
    match (check.is_safe, researched) {
        (false, _) => ResearchResult::Refused,
        (true, false) => ResearchResult::NoAuthoritativeEvidence,
        (true, true) if undecided => ResearchResult::Undecided,
        (true, true) => ResearchResult::Answered,
    }
}

fn message(
    result: ResearchResult,
    check: &InjectionCheck,
    so_far: &ResearchSoFar<'_>,
    choices: Option<&ChoiceTable>,
) -> String {
    match result {
        ResearchResult::Refused => check.reasoning.clone(),
        ResearchResult::NoAuthoritativeEvidence => nothing_found(so_far.table),
        ResearchResult::Undecided => {
            "The choices cannot be decided from these sources.".to_owned()
        }
        ResearchResult::Answered => {
            let letter = choices.and_then(|it| it.chosen.as_deref());
            letter.map_or_else(|| foremost(so_far), |letter| format!("Answer: ({letter})"))
        }
    }
}

/// Characters of a statement that stand above all others.
const FOREMOST: usize = 240;

/// What the first completed step says first, and that not everything was found where a part of the question was not.
fn foremost(so_far: &ResearchSoFar<'_>) -> String {
    let first = so_far.table.iter().find(|it| it.status == StepStatus::Completed);
    let found =
        first.and_then(|step| so_far.findings.iter().find(|it| it.step_id == step.step_id));
    let said = found.and_then(|found| {
        let statement = found.statements.first()?;
        let number = statement.sources.first()?;
        let source = found.sources.iter().find(|it| it.number == *number)?;
        let words: String = statement.text.chars().take(FOREMOST).collect();
        let cut = if words.len() < statement.text.len() { " \u{2026}" } else { "" };
        Some(format!("{}: {words}{cut}", source.document_id))
    });
    let said = said.unwrap_or_else(|| "Answered.".to_owned());
    if so_far.unseen_parts().is_empty() { said } else { format!("Partly answered. {said}") }
}

/// What was looked for and not found: parts of the question that no source speaks of, steps that failed, elements without
/// evidence.
fn not_found(so_far: &ResearchSoFar<'_>, elements: &[ElementRow]) -> Vec<String> {
    let unseen = so_far.unseen_parts().into_iter().map(str::to_owned);
    let own = |step: &&PlanStep| {
        !matches!(
            step.aim,
            StepAim::Beside { .. }
                | StepAim::OtherSide
                | StepAim::Part { .. }
                | StepAim::Question
        )
    };
    let failed = so_far.table.iter().filter(|step| step.status == StepStatus::Failed);
    let failed = unseen.chain(failed.filter(own).map(|step| step.question.clone()));
    let bare = elements.iter().filter(|row| row.evidence.is_empty());
    let bare = bare.map(|row| format!("{}: {}", row.doctrine, row.element));
    failed.chain(bare).collect()
}

fn reported_steps(table: &[PlanStep], findings: &[StepFindings]) -> Vec<ReportedStep> {
    let step = |step: &PlanStep| {
        let found = findings.iter().find(|one| one.step_id == step.step_id);
        ReportedStep {
            step: step.clone(),
            sources: found.map(|it| it.sources.clone()).unwrap_or_default(),
            statements: found.map(|it| it.statements.clone()).unwrap_or_default(),
            flagged: found.map(|it| it.flagged.clone()).unwrap_or_default(),
            cut: found.map(|it| it.cut.clone()).unwrap_or_default(),
            sent_back: found.map(|it| it.sent_back.clone()).unwrap_or_default(),
        }
    };
    table.iter().map(step).collect()
}

fn source(exhibit: &SourceExhibit) -> ResearchSource {
    ResearchSource {
        name: exhibit.name.clone(),
        media: exhibit.media.clone(),
        source: exhibit.source,
        rendition: exhibit.rendition,
    }
}
