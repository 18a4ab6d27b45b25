//! The whole: the mean of what could be assessed, and what that comes to.

use crate::{
    english_phrases::{counted, hundredths},
    model::{
        ArtifactAvailability, CourtVerdict, CriterionResult, OverallResult, RubricScore,
        RubricSynthesis, RuleFired, Submission,
    },
    rubric::HollowGraph,
    verdict::{
        adjudication::AdjudicationInput,
        criterion_state::DEGRADED,
        order_ceiling::{ORDER_CEILING, order_ceiling},
        points,
        problem::AdjudicationProblem,
        rules::ConfiguredRule,
        scores::{WeightedScore, mean_hundredths, reaches},
    },
};

/// Per cent of the criteria's weight that must have a score.
const LEAST_COVERED: u64 = 50;

/// What keeps the whole from passing, whatever the mean.
const NO_PASS: &str = "no_pass";

pub(crate) fn overall(
    case: &AdjudicationInput<'_>,
    criteria: &[CriterionResult],
    rules: &[ConfiguredRule<'_>],
    problems: &[AdjudicationProblem],
) -> OverallResult {
    let mut trace: Vec<RuleFired> = problems.iter().map(listed).collect();
    let weighed = weighed(case, criteria);
    let mean = mean_hundredths(&weighed);
    if let Some(mean) = mean {
        let saw = counted(weighed.len(), "score");
        let did = format!("mean by weight {}{}", hundredths(mean), below(case, &weighed, mean));
        trace.push(fired("weighted_mean", saw, did, (None, Some(mean))));
    }
    trace.extend(degraded(criteria));
    let CappedOverall { score, cap, at_best } = under_ceilings(case, rules, mean, &mut trace);
    let mut verdict = by_score(&weighed, cap, &case.rubric.synthesis).max(at_best);
    let covered = covered_percent(case, criteria);
    if score.is_none() || covered < LEAST_COVERED {
        let saw = format!(
            "{covered} % of the criteria by weight could be assessed, {LEAST_COVERED} % are needed"
        );
        let did = "the whole is not assessable".to_owned();
        trace.push(fired("coverage", saw, did, (score, score)));
        verdict = CourtVerdict::NotAssessable;
    }
    let ordered = trace.iter().find(|one| one.rule == ORDER_CEILING);
    let ordered = ordered.map(|one| one.saw.clone());
    let hollow = HollowGraph::of(case.evidences).map(|graph| graph.saw());
    let kept = [failed(criteria), unread(case), unreadable_pages(case), hollow, ordered];
    for saw in kept.into_iter().flatten() {
        let did = "the whole is at most PARTIAL".to_owned();
        trace.push(fired(NO_PASS, saw, did, (score, score)));
        if verdict == CourtVerdict::Pass {
            verdict = CourtVerdict::Partial;
        }
    }
    OverallResult {
        verdict,
        score_hundredths: score,
        points: points::total(case.rubric, criteria),
        assessed: number(weighed.len()),
        not_assessable: number(criteria.len() - weighed.len()),
        trace,
    }
}

/// A mean does not make up for a criterion that failed.
fn failed(criteria: &[CriterionResult]) -> Option<String> {
    let failed = criteria
        .iter()
        .filter(|one| one.verdict == CourtVerdict::Fail)
        .count();
    let words = if failed == 1 { "criterion fails" } else { "criteria fail" };
    (0 < failed).then(|| format!("{failed} {words}"))
}

/// Nor does anyone gain by handing in what cannot be read.
fn unread(case: &AdjudicationInput<'_>) -> Option<String> {
    let Submission { repo, docs, vision, .. } = case.submission;
    let parts = [("the repository", repo), ("the paper", docs), ("its pictures", vision)];
    let unread = parts
        .iter()
        .filter(|(_, is)| matches!(is, ArtifactAvailability::Unreadable(_)));
    let unread: Vec<&str> = unread.map(|(name, _)| *name).collect();
    (!unread.is_empty()).then(|| format!("given, and not readable: {}", unread.join(", ")))
}

/// A paper of which only some pages could be read may say anything on the others.
fn unreadable_pages(case: &AdjudicationInput<'_>) -> Option<String> {
    let paper = case.submission.paper.as_ref()?;
    let unread = paper.unreadable.len();
    let pages = if unread == 1 { "page" } else { "pages" };
    (0 < unread).then(|| format!("{unread} {pages} of the paper could not be read"))
}

/// How many criteria rest on fewer opinions than there are personas.
fn degraded(criteria: &[CriterionResult]) -> Option<RuleFired> {
    let is_degraded =
        |one: &&CriterionResult| one.trace.iter().any(|fired| fired.rule == DEGRADED);
    let few = criteria.iter().filter(is_degraded).count();
    let rest = if few == 1 { "rests" } else { "rest" };
    let all = criteria.len();
    let noun = if all == 1 { "criterion" } else { "criteria" };
    let saw = format!("{few} of {all} {noun} {rest} on fewer than three opinions");
    let did = "their scores count as they are".to_owned();
    (0 < few).then(|| fired(DEGRADED, saw, did, (None, None)))
}

/// Said where rounding makes a mean look as if it reached a threshold.
fn below(case: &AdjudicationInput<'_>, weighed: &[WeightedScore], mean: u32) -> String {
    let RubricSynthesis { pass, partial, .. } = &case.rubric.synthesis;
    let missed = [pass, partial]
        .into_iter()
        .find(|least| from(**least) <= mean && !reaches(weighed, **least));
    missed.map_or(String::new(), |least| format!(", rounded; it is just below {least}"))
}

/// What rules on the whole leave of it.
struct CappedOverall {
    score: Option<u32>,
    cap: RubricScore,
    at_best: CourtVerdict,
}

/// The score and the best verdict that rules on the whole allow.
fn under_ceilings(
    case: &AdjudicationInput<'_>,
    rules: &[ConfiguredRule<'_>],
    mean: Option<u32>,
    trace: &mut Vec<RuleFired>,
) -> CappedOverall {
    let (mut score, mut cap, mut at_best) = (mean, RubricScore::MAX, CourtVerdict::Pass);
    let by_rules = rules
        .iter()
        .filter_map(|rule| Some((rule.rule.form.name, rule.whole(case)?)));
    let ordered = order_ceiling(case).map(|ceiling| (ORDER_CEILING, ceiling));
    for (rule, ceiling) in by_rules.chain(ordered) {
        let before = score;
        score = score.map(|score| score.min(from(ceiling.cap)));
        cap = cap.min(ceiling.cap);
        if ceiling.fails {
            at_best = CourtVerdict::Fail;
        }
        let did = format!("the whole is at most {}", ceiling.cap);
        trace.push(fired(rule, ceiling.saw, did, (before, score)));
    }
    CappedOverall { score, cap, at_best }
}

fn weighed(case: &AdjudicationInput<'_>, criteria: &[CriterionResult]) -> Vec<WeightedScore> {
    let of = case.rubric.criteria.iter().zip(criteria);
    of.filter_map(|(criterion, result)| {
        Some(WeightedScore {
            score: result.score?,
            weight: u64::from(criterion.weight),
        })
    })
    .collect()
}

/// The share of the rubric's weight that has a score. Without any weight all count alike.
fn covered_percent(case: &AdjudicationInput<'_>, criteria: &[CriterionResult]) -> u64 {
    let none = case.rubric.criteria.iter().all(|criterion| criterion.weight == 0);
    let weight = |given: u32| if none { 1 } else { u64::from(given) };
    let pairs = || case.rubric.criteria.iter().zip(criteria);
    let all: u64 = pairs().map(|(criterion, _)| weight(criterion.weight)).sum();
    let told = pairs().filter(|(_, result)| result.score.is_some());
    let told: u64 = told.map(|(criterion, _)| weight(criterion.weight)).sum();
    (told * 100).checked_div(all).unwrap_or(0)
}

/// By the mean as it is, not as it is rounded to be shown.
fn by_score(
    weighed: &[WeightedScore],
    cap: RubricScore,
    synthesis: &RubricSynthesis,
) -> CourtVerdict {
    let is_from = |least: RubricScore| least <= cap && reaches(weighed, least);
    if weighed.is_empty() {
        CourtVerdict::NotAssessable
    } else if is_from(synthesis.pass) {
        CourtVerdict::Pass
    } else if is_from(synthesis.partial) {
        CourtVerdict::Partial
    } else {
        CourtVerdict::Fail
    }
}

fn from(score: RubricScore) -> u32 {
    u32::from(score.get()) * 100
}

fn listed(problem: &AdjudicationProblem) -> RuleFired {
    let rule = match problem {
        AdjudicationProblem::UnknownRule { rule }
        | AdjudicationProblem::UnknownNumber { rule, .. }
        | AdjudicationProblem::OutOfRange { rule, .. }
        | AdjudicationProblem::UnknownCriterion { rule, .. } => rule.as_str(),
        AdjudicationProblem::StrayOpinion { .. } => "opinions",
        AdjudicationProblem::StrayResult { .. } => "checks",
    };
    fired(rule, problem.to_string(), "left out".to_owned(), (None, None))
}

fn fired(
    rule: &str,
    saw: String,
    did: String,
    (before, after): (Option<u32>, Option<u32>),
) -> RuleFired {
    let score = |number: u32| {
        let rounded = u8::try_from((number + 50) / 100).unwrap_or(u8::MAX);
        RubricScore::nearest(rounded)
    };
    RuleFired {
        rule: rule.to_owned(),
        saw,
        did,
        before: before.map(score),
        after: after.map(score),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
