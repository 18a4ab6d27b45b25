//! The verdict: rules that are data over a score and counted issues, with a trace. Pure functions.

#[cfg(test)]
mod tests;
mod verdict_counts;
mod verdict_rules;

pub use verdict_rules::{VERDICTS, word};

use self::{
    verdict_counts::{GraveIssue, counts, issues, pills},
    verdict_rules::VerdictRules,
};
use crate::{
    model::{
        AuditJudgment, DefensibilityScore, DetectiveFindings, FileCounts, FinalRecommendation,
        Finding, FindingCategory, FindingSeverity, FindingStanding, GatekeeperReview,
        PackAssessment, RequirementStanding, TierLimits, VerdictStep, VerdictWord,
        VerificationRecord, VerificationStatus, WorkflowName,
    },
    score::{is_anything_shown, is_enough},
};

/// What a verdict is made of. What a workflow has no stage for is nothing.
#[derive(Debug, Clone, Copy)]
pub struct DecisionInput<'a> {
    pub workflow: WorkflowName,
    pub limits: &'a TierLimits,
    pub counts: FileCounts,
    pub findings: &'a [Finding],
    pub assessment: &'a PackAssessment,
    pub score: Option<&'a DefensibilityScore>,
    pub research: Option<&'a DetectiveFindings>,
    pub review: Option<&'a GatekeeperReview>,
    pub verification: Option<&'a VerificationRecord>,
}

/// Strengths that a judgment names.
const MOST_STRENGTHS: usize = 6;
/// Other things that it names of a kind.
const MOST_NAMED: usize = 12;

/// The judgment of a matter.
pub fn decide(input: DecisionInput<'_>) -> AuditJudgment {
    let issues = issues(input.findings, input.assessment);
    let pills: Vec<String> =
        pills(input.assessment).iter().map(|it| it.words.clone()).collect();
    let mut trace = Vec::new();
    let verdict = verdict(&input, &issues, &pills, &mut trace);
    let rules = VerdictRules::shipped();
    let recommendation =
        rules.map_or(FinalRecommendation::NotAssessable, |rules| rules.recommendation(verdict));
    trace.push(step("recommendation", format!("{} means {recommendation:?}", word(verdict))));
    trace.extend(verification_step(input.verification));
    let of = |least, most: FindingSeverity| {
        issues
            .iter()
            .filter(move |it| least <= it.severity && it.severity <= most)
    };
    let (medium, high, critical) =
        (FindingSeverity::Medium, FindingSeverity::High, FindingSeverity::Critical);
    let mut critical_issues = pills.clone();
    critical_issues.extend(of(critical, critical).map(|it| it.words.clone()));
    let decided = verdict != VerdictWord::NotAssessable;
    AuditJudgment {
        verdict,
        recommendation,
        current_score: input.score.filter(|_| decided).map(|it| it.score),
        projected_score: input.score.filter(|_| decided).and_then(|it| it.projected),
        confidence: confidence(&input, verdict),
        strengths: strengths(&input),
        critical_issues,
        concerns: some(of(medium, high).map(|it| it.words.clone())),
        required_actions: required_actions(&input, &issues),
        recommended_actions: recommended_actions(&input, &issues),
        missing_documents: missing_documents(&input),
        document_quality_issues: document_quality_issues(&input),
        evidence_gaps: evidence_gaps(&input),
        scenario: rules.map(|rules| rules.scenario(verdict)).unwrap_or_default(),
        reasoning: reasoning(&trace),
        trace,
        pills,
    }
}

fn step(rule: &str, applied: impl Into<String>) -> VerdictStep {
    VerdictStep { rule: rule.to_owned(), applied: applied.into() }
}

/// Pills first, then whether enough was read, then the rules of the scale.
fn verdict(
    input: &DecisionInput<'_>,
    issues: &[GraveIssue],
    pills: &[String],
    trace: &mut Vec<VerdictStep>,
) -> VerdictWord {
    let rules = VerdictRules::shipped();
    let Some((rules, scale)) = rules.and_then(|it| Some((it, it.scale(input.workflow)?)))
    else {
        return VerdictWord::NotAssessable;
    };
    if !pills.is_empty() {
        let said = format!("{} forces {}", pills.join("; "), word(scale.worst));
        trace.push(step("pills", said));
        return scale.worst;
    }
    trace.push(step("pills", "none is shown"));
    if let Some(why) = too_little(input, rules.not_read_share) {
        trace.push(step("assessable", why));
        return VerdictWord::NotAssessable;
    }
    trace.push(step("assessable", "enough was read"));
    let counts = counts(input, issues);
    for rule in &scale.rules {
        if rule.when.holds(counts) {
            let verdict = word(rule.verdict);
            trace.push(step(&rule.id, format!("{}: {verdict}", rule.words)));
            return rule.verdict;
        }
        trace.push(step(&rule.id, format!("{}: no", rule.words)));
    }
    VerdictWord::NotAssessable
}

/// Why nothing can be decided; nothing where something can.
fn too_little(input: &DecisionInput<'_>, not_read_share: f64) -> Option<String> {
    let counts = input.counts;
    if counts.total_files == 0 {
        return Some("there is no file".to_owned());
    }
    let share = f64::from(counts.failed_count) / f64::from(counts.total_files);
    if not_read_share < share {
        let (failed, all) = (counts.failed_count, counts.total_files);
        return Some(format!("{failed} of {all} files could not be read"));
    }
    let needs_score =
        !matches!(input.workflow, WorkflowName::DocumentList | WorkflowName::ClientGuidance);
    if !needs_score {
        let is_read = 0 < counts.extracted_count + counts.partial_count
            || is_anything_shown(input.assessment);
        return (!is_read).then(|| "no file could be read".to_owned());
    }
    if !is_enough(input.assessment) {
        return Some("too little of what is asked could be assessed".to_owned());
    }
    input.score.is_none().then(|| "there is no score".to_owned())
}

fn verification_step(record: Option<&VerificationRecord>) -> Option<VerdictStep> {
    let record = record?;
    let said = match record.verification_status {
        VerificationStatus::Pass => "every citation stands",
        VerificationStatus::Partial => {
            "some citations could not be checked: the report is INCOMPLETE"
        }
        VerificationStatus::Fail => "a citation failed: the report is INCOMPLETE",
        VerificationStatus::Pending => "nothing was checked: the report is INCOMPLETE",
    };
    Some(step("verification", said))
}

/// The score's; a step is never gained by a verdict.
fn confidence(input: &DecisionInput<'_>, verdict: VerdictWord) -> String {
    let told = input.score.map_or("medium", |it| it.confidence.as_str());
    if verdict == VerdictWord::NotAssessable { "low" } else { told }.to_owned()
}

fn some(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut some: Vec<String> = Vec::new();
    for one in words.filter(|it| !it.is_empty()) {
        if some.len() < MOST_NAMED && !some.contains(&one) {
            some.push(one);
        }
    }
    some
}

fn strengths(input: &DecisionInput<'_>) -> Vec<String> {
    let points = input.score.map(|it| it.strengths.as_slice()).unwrap_or_default();
    points
        .iter()
        .take(MOST_STRENGTHS)
        .map(|it| it.words.clone())
        .collect()
}

fn required_actions(input: &DecisionInput<'_>, issues: &[GraveIssue]) -> Vec<String> {
    let grave = issues.iter().filter(|it| FindingSeverity::High <= it.severity);
    let asked = input
        .review
        .map(|it| it.recommendations.as_slice())
        .unwrap_or_default();
    let pills = pills(input.assessment);
    let pills = pills.iter().map(|it| it.rebuttal.clone());
    some(
        pills
            .chain(grave.map(|it| it.action.clone()))
            .chain(asked.iter().cloned())
            .chain(provided(input)),
    )
}

/// What is required and is not there, with where to get it; what is worth most first.
fn provided(input: &DecisionInput<'_>) -> Vec<String> {
    let requirements = input.assessment.requirements.iter();
    let mut missing: Vec<_> = requirements
        .filter(|it| it.required && it.standing == RequirementStanding::NotSeen)
        .collect();
    missing.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let told = missing.into_iter().map(|it| match it.obtain.as_str() {
        "" => format!("Provide: {}", it.words),
        obtain => format!("Provide: {}. From: {obtain}", it.words),
    });
    told.collect()
}

fn recommended_actions(input: &DecisionInput<'_>, issues: &[GraveIssue]) -> Vec<String> {
    let slight = issues.iter().filter(|it| it.severity < FindingSeverity::High);
    let changes = input.score.map(|it| it.changes.as_slice()).unwrap_or_default();
    let changes = changes.iter().map(|it| format!("{} (+{:.1})", it.words, it.by));
    some(slight.map(|it| it.action.clone()).chain(changes))
}

fn missing_documents(input: &DecisionInput<'_>) -> Vec<String> {
    let requirements = input.assessment.requirements.iter();
    let missing = requirements
        .filter(|it| it.required && it.standing == RequirementStanding::NotSeen)
        .map(|it| it.words.clone());
    missing.collect()
}

fn document_quality_issues(input: &DecisionInput<'_>) -> Vec<String> {
    let formal = [FindingCategory::Documentation, FindingCategory::Procedural];
    let findings = input.findings.iter();
    let findings = findings
        .filter(|it| formal.contains(&it.category) && it.standing == FindingStanding::Shown);
    some(findings.map(|it| it.message.clone()))
}

/// Triggers that are met and what would rebut them, and advisable evidence that was not seen.
fn evidence_gaps(input: &DecisionInput<'_>) -> Vec<String> {
    let triggers = input.assessment.triggers.iter();
    let open = triggers
        .filter(|it| it.standing == RequirementStanding::Met && !it.rebuttal.is_empty())
        .map(|it| format!("{}: {}", it.words, it.rebuttal));
    let requirements = input.assessment.requirements.iter();
    let unseen = requirements
        .filter(|it| !it.required && it.standing == RequirementStanding::NotSeen)
        .map(|it| it.words.clone());
    some(open.chain(unseen))
}

/// The steps that held, in a line.
fn reasoning(trace: &[VerdictStep]) -> String {
    let held = trace.iter().filter(|it| !it.applied.ends_with(": no"));
    let held: Vec<String> = held.map(|it| format!("{}: {}", it.rule, it.applied)).collect();
    held.join(". ")
}
