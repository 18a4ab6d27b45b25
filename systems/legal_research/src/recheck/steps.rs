//! Every step made again out of what it found: sources, statements, confidence, status, the plan, the choice.

use jurat_model::SourceExhibit;
use jurat_proof::{FinalState, LayerFindings, RulesVersion};
use serde_json::{Value as Json, json};

use crate::{
    channels::{
        CHOICE_CHUNKS, CHOICE_TABLE, FINAL_CITED_ANSWER, FINDINGS, INJECTION_CHECK, MEMORY_HIT,
        MODEL_USE, OBJECTIVE, PLANNING_TABLE, PRESET, QUERY_TYPE, SPOTTED, VERIFICATION_RESULT,
    },
    choices::{choice_table, choice_text},
    confidence::StepConfidence,
    evaluation::{evaluated, whole_answer},
    issue_spotter::spot,
    memory_hit::MemoryHit,
    objective::ResearchObjective,
    open_ends::ResearchSoFar,
    plan_step::{PlanStep, StepStatus, count},
    planner::{first_step, query_type},
    preset::ResearchPreset,
    replanner::next_move,
    report::{SupportCheck, is_borne_out, researched_objective},
    stages::{choose::PARTED, detect_injection::screened},
    step_evidence::judged_sources,
    step_findings::StepFindings,
    synthesis::{SynthesisInput, synthesized},
};

/// What the channels of a run hold.
struct StepChannels<'a> {
    objective: ResearchObjective,
    /// The question that the steps are about, which a remembered answer has from the run that found it.
    researched: ResearchObjective,
    preset: ResearchPreset,
    table: Vec<PlanStep>,
    findings: Vec<StepFindings>,
    exhibits: &'a [SourceExhibit],
    /// Roles that a model played.
    by_model: Vec<String>,
    /// Whose rules decided what the run says.
    rules: RulesVersion<'a>,
}

/// Makes the steps of a run again; what comes back is what was taken as it is.
pub(super) fn check<'a>(
    state: &'a FinalState,
    exhibits: &'a [SourceExhibit],
    findings: &mut LayerFindings,
) -> Vec<String> {
    let channel = |name: &str| &state.channels[name];
    let Ok(check) = INJECTION_CHECK.read(&channel) else {
        findings.unchecked("gate", "injection_check", "the run has no such value");
        return Vec::new();
    };
    let read = || {
        let used = MODEL_USE.read_or_default(&channel)?;
        let objective = OBJECTIVE.read(&channel)?;
        let hit = MEMORY_HIT.read_as::<Option<MemoryHit>>().read(&channel)?;
        let before = hit.as_ref().map(|hit| hit.by_model.clone()).unwrap_or_default();
        Ok::<_, String>(StepChannels {
            researched: researched_objective(&objective, hit.as_ref())?,
            objective,
            preset: PRESET.read(&channel)?,
            table: PLANNING_TABLE.read_or_default(&channel)?,
            findings: FINDINGS.read_or_default(&channel)?,
            exhibits,
            by_model: used
                .into_iter()
                .filter(|one| one.done_by != jurat_model::DoneBy::Twin)
                .map(|one| one.role)
                .chain(before)
                .collect(),
            rules: state.rules(),
        })
    };
    let run = match read() {
        Ok(run) => run,
        Err(error) => {
            findings.failed("steps", "channels", error);
            return Vec::new();
        }
    };
    let given = state.params["question"].as_str().unwrap_or_default();
    let screened = screened(given);
    let refused_by_model = run.is_by_model("gate") && screened.is_safe;
    let message = "the screen says otherwise of the question";
    let same = refused_by_model || check == screened;
    findings.redecided("gate", (same, run.rules), "injection_check", message);
    let mut recorded = run.roles();
    if !check.is_safe {
        return recorded;
    }
    run.check_plan(&channel, findings);
    for found in &run.findings {
        run.check_step(found, findings);
    }
    run.check_whole(&channel, findings);
    let passages: usize = run.findings.iter().map(|it| it.chunks.len()).sum();
    recorded.push(format!("the ranking of {passages} retrieved passages"));
    recorded
}

impl StepChannels<'_> {
    fn is_by_model(&self, role: &str) -> bool {
        self.by_model.iter().any(|it| it == role)
    }

    /// What models said is recorded, not made again.
    fn roles(&self) -> Vec<String> {
        let mut roles = self.by_model.clone();
        roles.sort_unstable();
        roles.dedup();
        roles
            .into_iter()
            .map(|role| format!("what a model said as {role}"))
            .collect()
    }

    /// Doctrines, kind and steps are those that the planner makes.
    fn check_plan<'c>(
        &self,
        channel: &impl Fn(&str) -> &'c Json,
        findings: &mut LayerFindings,
    ) {
        let objective = &self.objective;
        let spotted = spot(objective);
        let same = json!(spotted) == *channel(SPOTTED.name());
        findings.redecided(
            "plan",
            (same, self.rules),
            "spotted",
            "other doctrines are spotted in the question",
        );
        let Ok(kind) = QUERY_TYPE.read(channel) else { return };
        if !self.is_by_model("classify") {
            let same = kind == query_type(objective, &spotted);
            findings.redecided(
                "plan",
                (same, self.rules),
                "query_type",
                "the question is of another kind",
            );
        }
        let objective = &self.researched;
        let spotted = spot(objective);
        for (at, step) in self.table.iter().enumerate() {
            let number = format!("step {}", step.step_id);
            let role = if at == 0 { "plan" } else { "replan" };
            if self.is_by_model(role) {
                continue;
            }
            let again = if at == 0 {
                Some(first_step(objective))
            } else {
                let so_far = ResearchSoFar {
                    objective,
                    spotted: &spotted,
                    table: &self.table[..at],
                    findings: &self.findings[..at.min(self.findings.len())],
                };
                next_move(&so_far).step
            };
            let same = again
                .is_some_and(|again| again.question == step.question && again.aim == step.aim);
            findings.redecided(
                "plan",
                (same, self.rules),
                &number,
                "the planner takes another step",
            );
        }
    }

    fn check_step(&self, found: &StepFindings, findings: &mut LayerFindings) {
        let number = format!("step {}", found.step_id);
        let Some(step) = self.table.iter().find(|step| step.step_id == found.step_id) else {
            findings.failed("steps", number, "what was found belongs to no step");
            return;
        };
        let judged = judged_sources(&step.question, &found.chunks, self.exhibits);
        let same = judged.sources == found.sources && judged.flagged == found.flagged;
        findings.redecided(
            "sources",
            (same, self.rules),
            &number,
            "the gate decides otherwise of its sources",
        );
        for (place, statement) in (1_usize..).zip(&found.statements) {
            let at = format!("{number}, statement {place}");
            let held = is_borne_out(statement, self.exhibits);
            findings.expect("quotes", held, &at, "its source does not bear it out");
            let number = statement.sources.first();
            let admitted = found.sources.iter().find(|it| Some(&it.number) == number);
            let within = admitted.is_some_and(|it| it.quote.covers(&statement.quote));
            findings.expect(
                "marks",
                within,
                &at,
                "its words are not in the source that it names",
            );
        }
        if found.statements.iter().all(|it| !it.reworded) && !self.is_by_model("synthesize") {
            let input = SynthesisInput {
                step,
                facts: &self.researched.facts,
                sources: &found.sources,
                exhibits: self.exhibits,
                language: self.researched.language(),
            };
            let same = synthesized(&input) == found.statements;
            findings.redecided(
                "statements",
                (same, self.rules),
                &number,
                "other sentences are told of these sources",
            );
        }
        let asked = (step, self.researched.language());
        let again = StepConfidence::of(&self.preset, asked, &found.chunks, &found.sources);
        findings.redecided(
            "confidence",
            (again == found.confidence, self.rules),
            &number,
            "its confidence is another",
        );
        let marked = evaluated(std::slice::from_ref(step), found, &self.preset);
        let same = marked.first().is_some_and(|it| {
            it.status == step.status
                && it.answer == step.answer
                && it.confidence == step.confidence
        });
        findings.redecided(
            "status",
            (same, self.rules),
            &number,
            "it is marked otherwise by what it found",
        );
    }

    /// The whole answer and the choice follow from the steps.
    fn check_whole<'c>(
        &self,
        channel: &impl Fn(&str) -> &'c Json,
        findings: &mut LayerFindings,
    ) {
        let objective = &self.objective;
        let mut answer = whole_answer(&self.table, &self.findings);
        let table = CHOICE_TABLE.read(channel).unwrap_or_default();
        if let Some(table) = &table {
            let spotted = spot(objective);
            let so_far = ResearchSoFar {
                objective,
                spotted: &spotted,
                table: &self.table,
                findings: &self.findings,
            };
            let chunks = CHOICE_CHUNKS.read_or_default(channel).unwrap_or_default();
            let again = choice_table(&so_far, &chunks, self.exhibits);
            let researched = 0 < count(&self.table, StepStatus::Completed);
            let same = again.choices == table.choices
                && (self.is_by_model("choose")
                    || (researched && again.chosen == table.chosen)
                    || (!researched && table.chosen.is_none()));
            findings.redecided(
                "choice",
                (same, self.rules),
                "choice_table",
                "the evidence parts the choices otherwise",
            );
            answer = format!("{answer}{PARTED}{}", choice_text(table));
        }
        let said = FINAL_CITED_ANSWER.read_or_default(channel).unwrap_or_default();
        let message = "the whole answer is not that of its steps";
        findings.redecided(
            "answer",
            (said == answer, self.rules),
            "final_cited_answer",
            message,
        );
        let support = VERIFICATION_RESULT.read(channel).unwrap_or_default();
        let again = SupportCheck::of(&self.findings, self.exhibits);
        let message = "another number of sentences is borne out";
        findings.redecided(
            "support",
            (support == Some(again), self.rules),
            "verification_result",
            message,
        );
    }
}
