//! From the same results to three scores: strictly, charitably, by whether it works.

use jurat_code::facts::CommitHistory;

use super::{
    criterion_facts::{CriterionFacts, is_told},
    persona_templates::{PersonaTemplates, frame},
};
use crate::model::{
    CheckAspect, CheckOutcome, CheckResult, CheckSeverity, ClaimStatus, CriterionTarget,
    Evidence, Persona, Rubric, RubricScore,
};

/// What a persona makes of a criterion.
pub(super) struct PersonaScore<'a> {
    pub(super) score: RubricScore,
    /// The results that this persona looks at, in the order of the matter.
    pub(super) looked: Vec<&'a CheckResult>,
    /// Whether the charitable reading counted the work that the history shows.
    pub(super) effort: bool,
}

/// The highest score that anybody gives where the graph only pretends to be one.
const MOST_OF_A_HOLLOW_GRAPH: RubricScore = RubricScore::nearest(2);

/// A result's worth, from 0 to 100, and how much it counts.
type WeightedPercent = (u64, u64);

/// The score; none where this persona can tell nothing.
pub(super) fn weigh<'a>(
    persona: Persona,
    matter: &CriterionFacts<'a>,
) -> Option<PersonaScore<'a>> {
    let looked = looked(persona, matter)?;
    let frame = frame(persona);
    let (percent, cap, effort) = match persona {
        Persona::Prosecutor => {
            let told = looked.iter().filter(|one| is_told(one));
            let shares = told.map(|one| (strict(one), weight(one) * gravity(one)));
            (mean(shares)?, strict_cap(&looked), false)
        }
        Persona::Defense => {
            let (percent, effort) = charitable(matter, &looked)?;
            (percent, RubricScore::MAX, effort)
        }
        Persona::TechLead => {
            let told = looked.iter().filter(|one| is_told(one));
            let shares = told.map(|one| (functional(one), weight(one) * relevance(one)));
            (mean(shares)?, functional_cap(&looked), false)
        }
    };
    let hollow = matter
        .hollow_graph
        .map_or(RubricScore::MAX, |_| MOST_OF_A_HOLLOW_GRAPH);
    let score = banded(frame, percent).min(cap).min(hollow);
    Some(PersonaScore { score, looked, effort })
}

/// What the facts alone come to: whether the mean of the three readings reaches what the rubric
/// lets pass. Rules may decide otherwise later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProvisionalVerdict {
    Passes,
    Open,
}

pub(super) fn passes(rubric: &Rubric, matter: &CriterionFacts<'_>) -> ProvisionalVerdict {
    let weights = matter.criterion.persona_weights.unwrap_or(rubric.synthesis.weights);
    let share = |persona| {
        let weighed = weigh(persona, matter)?;
        Some((100 * u64::from(weighed.score.get()), u64::from(weights.of(persona))))
    };
    let hundredths = mean(Persona::ALL.into_iter().filter_map(share)).unwrap_or(0);
    // Half is rounded up.
    let least = 100 * u64::from(rubric.synthesis.pass.get()) - 50;
    // A hollow claim or graph keeps its criterion from passing, whatever the scores.
    let is_hollow = |one: &&Evidence| {
        let claim = one.fact.checked_claim();
        claim.is_some_and(|claim| claim.status == ClaimStatus::Hollow)
    };
    let pretends = matter.hollow_graph.is_some() || matter.all_shown().iter().any(is_hollow);
    if least <= hundredths && !pretends {
        ProvisionalVerdict::Passes
    } else {
        ProvisionalVerdict::Open
    }
}

/// What this persona looks at; none where nothing of its own could be told.
fn looked<'a>(persona: Persona, matter: &CriterionFacts<'a>) -> Option<Vec<&'a CheckResult>> {
    if matter.criterion.target == CriterionTarget::Manual {
        return None;
    }
    let is_own = |one: &CheckResult| persona != Persona::TechLead || is_functional(one);
    let has_own = matter.results.iter().any(|one| is_own(one));
    let mut decisive = matter.results.iter().filter(|one| !has_own || is_own(one));
    let told = decisive.any(|one| is_told(one));
    told.then(|| matter.results.clone())
}

/// Half of partial credit.
fn strict(one: &CheckResult) -> u64 {
    match one.outcome {
        CheckOutcome::Met => 100,
        CheckOutcome::Partly => u64::from(one.degree.min(100)) / 2,
        CheckOutcome::Unmet | CheckOutcome::NotAssessable => 0,
    }
}

/// What the criterion stands or falls with and is shown not to be so keeps the score low. What was
/// not seen neither raises nor lowers it.
fn strict_cap(looked: &[&CheckResult]) -> RubricScore {
    let missing = |one: &&CheckResult| {
        one.outcome == CheckOutcome::Unmet && one.severity == CheckSeverity::Critical
    };
    if looked.iter().any(missing) {
        RubricScore::nearest(2)
    } else if looked.iter().any(|one| one.outcome.is_open()) {
        // A gap, however small, is not excellent.
        RubricScore::nearest(4)
    } else {
        RubricScore::MAX
    }
}

/// The more favourable of two means, by weight alone and by weight and gravity, and something for
/// the work that the history shows.
fn charitable(matter: &CriterionFacts<'_>, looked: &[&CheckResult]) -> Option<(u64, bool)> {
    const EFFORT: u64 = 8;
    /// Effort alone makes nothing excellent.
    const MOST_BY_EFFORT: u64 = 80;
    let told: Vec<&CheckResult> = looked.iter().copied().filter(|one| is_told(one)).collect();
    let worth = |one: &CheckResult| generous(matter, one);
    let plain = mean(told.iter().map(|one| (worth(one), weight(one))))?;
    let grave = mean(told.iter().map(|one| (worth(one), weight(one) * gravity(one))))?;
    let percent = plain.max(grave);
    let effort = percent < MOST_BY_EFFORT && shows_work(matter);
    let raised = if effort { (percent + EFFORT).min(MOST_BY_EFFORT) } else { percent };
    Some((raised, effort))
}

/// Partial credit is never less than half; what comes near counts.
fn generous(matter: &CriterionFacts<'_>, one: &CheckResult) -> u64 {
    match one.outcome {
        CheckOutcome::Met => 100,
        CheckOutcome::Partly => 50 + u64::from(one.degree.min(100)) / 2,
        CheckOutcome::Unmet => near(matter, one),
        CheckOutcome::NotAssessable => 0,
    }
}

/// Something of what was asked for is there, though not enough: up to half.
pub(super) fn near(matter: &CriterionFacts<'_>, one: &CheckResult) -> u64 {
    let least = matter.expect(one).and_then(|expect| expect.min);
    match (one.measured, least) {
        (Some(seen), Some(least)) if seen < least => seen.saturating_mul(50) / least,
        _ => 0,
    }
}

/// Whether the criterion's own evidence has a history made step by step.
fn shows_work(matter: &CriterionFacts<'_>) -> bool {
    let stepwise = |history: &CommitHistory| {
        5 <= history.commits
            && 50 <= history.meaningful
            && !history.shallow
            && history.rewritten.is_empty()
    };
    matter
        .all_shown()
        .iter()
        .any(|one| one.fact.history().is_some_and(stepwise))
}

fn functional(one: &CheckResult) -> u64 {
    match one.outcome {
        CheckOutcome::Met => 100,
        CheckOutcome::Partly => u64::from(one.degree.min(100)),
        CheckOutcome::Unmet | CheckOutcome::NotAssessable => 0,
    }
}

/// What is shown not to work is not excellent.
fn functional_cap(looked: &[&CheckResult]) -> RubricScore {
    let has_own = looked.iter().any(|one| is_functional(one));
    let mut own = looked.iter().filter(|one| !has_own || is_functional(one));
    let critical = |one: &&CheckResult| one.severity == CheckSeverity::Critical;
    let unmet = |one: &&CheckResult| one.outcome == CheckOutcome::Unmet;
    if own.any(|one| critical(one) && unmet(one)) {
        RubricScore::nearest(3)
    } else {
        RubricScore::MAX
    }
}

pub(super) fn is_functional(one: &CheckResult) -> bool {
    matches!(one.aspect, CheckAspect::Function | CheckAspect::Architecture)
}

fn relevance(one: &CheckResult) -> u64 {
    if is_functional(one) { 4 } else { 1 }
}

fn gravity(one: &CheckResult) -> u64 {
    match one.severity {
        CheckSeverity::Minor => 1,
        CheckSeverity::Major => 2,
        CheckSeverity::Critical => 4,
    }
}

fn weight(one: &CheckResult) -> u64 {
    u64::from(one.weight.max(1))
}

fn mean(shares: impl Iterator<Item = WeightedPercent>) -> Option<u64> {
    let (sum, weight) = shares.fold((0_u128, 0_u128), |(sum, all), (worth, weight)| {
        (sum + u128::from(worth) * u128::from(weight), all + u128::from(weight))
    });
    u64::try_from(sum.checked_div(weight)?).ok()
}

/// One more than the number of bounds that are reached.
fn banded(frame: &PersonaTemplates, percent: u64) -> RubricScore {
    let reached = frame.bands.iter().filter(|from| u64::from(**from) <= percent).count();
    RubricScore::nearest(u8::try_from(reached).unwrap_or(u8::MAX).saturating_add(1))
}
