//! One criterion before the rules: what is known of it, and what the rules have done so far.

use std::collections::BTreeSet;

use crate::{
    english_phrases::{counted, listed},
    model::{
        CheckOutcome, CheckResult, ClaimStatus, CourtVerdict, Criterion, CriterionResult,
        CriterionTarget, EvidenceId, Opinion, Persona, PersonaWeights, RubricCheck,
        RubricQuery, RubricScore, RuleFired,
    },
    rubric::{HollowGraph, asks_of_graphs},
    verdict::{
        adjudication::AdjudicationInput,
        adjudication_index::AdjudicationIndex,
        points, remediation,
        rules::{ConfiguredRule, weighted_mean},
        scores::{WeightedScore, lower_middle},
        summary::summary,
    },
};

/// Said of a criterion that rests on fewer opinions than there are personas.
pub(crate) const DEGRADED: &str = "DEGRADED_SYNTHESIS";

/// Said of a criterion that asks about a graph most of whose nodes do nothing.
pub(crate) const HOLLOW_GRAPH: &str = "hollow_graph";

/// A rule that fires: what it saw, what it does.
#[derive(Debug)]
pub(crate) struct RuleOutcome {
    pub(crate) saw: String,
    pub(crate) did: String,
    pub(crate) acts: Vec<RuleEffect>,
}

/// What a rule can do to a criterion. Nothing else changes it.
#[derive(Debug, Clone)]
pub(crate) enum RuleEffect {
    /// Nothing can be told.
    NotAssessable,
    /// The persona's score counts as this one.
    Hold(Persona, RubricScore),
    /// The persona's opinion does not count.
    Drop(Persona),
    /// The persona's opinion weighs so much.
    Weigh(Persona, u64),
    Score(RubricScore),
    /// No score above this one, now and later.
    Cap(RubricScore),
    /// No verdict better than this one.
    AtMost(CourtVerdict),
    /// Who differed and why.
    Dissent(String),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct WeightedOpinion<'a> {
    pub(crate) opinion: &'a Opinion,
    pub(crate) persona: Persona,
    pub(crate) score: RubricScore,
    pub(crate) weight: u64,
    pub(crate) standing: bool,
}

pub(crate) struct CriterionState<'a> {
    pub(crate) case: &'a AdjudicationInput<'a>,
    pub(crate) index: &'a AdjudicationIndex<'a>,
    pub(crate) criterion: &'a Criterion,
    /// In the order of the rubric.
    pub(crate) results: Vec<&'a CheckResult>,
    /// In the order of personas.
    pub(crate) given: Vec<&'a Opinion>,
    /// One for each persona that was heard.
    pub(crate) voices: Vec<WeightedOpinion<'a>>,
    pub(crate) score: Option<RubricScore>,
    pub(crate) dissent: String,
    pub(crate) trace: Vec<RuleFired>,
    cap: RubricScore,
    at_best: CourtVerdict,
}

impl<'a> CriterionState<'a> {
    pub(crate) fn of(
        case: &'a AdjudicationInput<'a>,
        index: &'a AdjudicationIndex<'a>,
        criterion: &'a Criterion,
    ) -> Self {
        let given = in_order(index.opinions(&criterion.id));
        let weights = criterion.persona_weights.unwrap_or(case.rubric.synthesis.weights);
        Self {
            case,
            index,
            criterion,
            results: by_rubric(criterion, index.results(&criterion.id)),
            voices: voices(&given, weights),
            given,
            score: None,
            dissent: String::new(),
            trace: Vec::new(),
            cap: RubricScore::MAX,
            at_best: CourtVerdict::Pass,
        }
    }

    pub(crate) fn standing(&self) -> impl Iterator<Item = &WeightedOpinion<'a>> + Clone {
        self.voices.iter().filter(|voice| voice.standing)
    }

    /// The scores that count, with their weights.
    pub(crate) fn weighed(&self) -> Vec<WeightedScore> {
        self.standing()
            .map(|voice| WeightedScore { score: voice.score, weight: voice.weight })
            .collect()
    }

    /// Results that could be told.
    pub(crate) fn assessed(&self) -> impl Iterator<Item = &'a CheckResult> {
        let told = |result: &&CheckResult| result.outcome != CheckOutcome::NotAssessable;
        self.results.iter().copied().filter(told)
    }

    /// The share of the checks' weight that could be told, in per cent, rounded down. Without
    /// checks a model can tell, and nobody else.
    pub(crate) fn coverage(&self) -> u8 {
        if self.results.is_empty() {
            let by_model = self.given.iter().any(|opinion| opinion.model.is_some());
            return if by_model { 100 } else { 0 };
        }
        let weight = |result: &CheckResult| u64::from(result.weight.max(1));
        let all: u64 = self.results.iter().map(|result| weight(result)).sum();
        let told: u64 = self.assessed().map(weight).sum();
        u8::try_from(told * 100 / all.max(1)).unwrap_or(100)
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.at_best == CourtVerdict::NotAssessable
    }

    pub(crate) fn has_fired(&self, rule: &str) -> bool {
        self.trace.iter().any(|fired| fired.rule == rule)
    }

    /// What holds whatever the rubric's rules are.
    pub(crate) fn open(&mut self) {
        if self.criterion.target == CriterionTarget::Manual {
            self.record("manual", not_assessable("only a person can tell this criterion"));
        } else if self.voices.is_empty() {
            self.record("no_opinion", not_assessable("nobody gave an opinion"));
        }
        let hollow = self.hollow_claims();
        if !hollow.is_empty() {
            let saw = format!("claimed, and there is nothing in it: {}", listed(hollow));
            let did = "it passes in part at most".to_owned();
            let acts = vec![RuleEffect::AtMost(CourtVerdict::Partial)];
            self.record("hollow_claim", RuleOutcome { saw, did, acts });
        }
        let hollow = HollowGraph::of(self.case.evidences);
        if let Some(saw) = hollow.filter(|_| asks_of_graphs(self.criterion)).map(|it| it.saw())
        {
            let cap = RubricScore::nearest(
                self.case.rubric.synthesis.partial.get().saturating_sub(1),
            );
            let did =
                format!("FAIL, at most {cap}: what such a graph shows counts for nothing");
            let acts = vec![RuleEffect::Cap(cap), RuleEffect::AtMost(CourtVerdict::Fail)];
            self.record(HOLLOW_GRAPH, RuleOutcome { saw, did, acts });
        }
        for persona in Persona::ALL {
            let given = self.given.iter().filter(|opinion| opinion.judge == persona).count();
            if 1 < given {
                let saw = format!("{given} opinions of the {}", persona.title());
                let did = "the middle one counts, the lower of two".to_owned();
                self.record("several_opinions", RuleOutcome { saw, did, acts: Vec::new() });
            }
        }
    }

    /// What is claimed and hollow, where the criterion asks about claims.
    fn hollow_claims(&self) -> Vec<String> {
        let asks = |check: &RubricCheck| matches!(check.query, RubricQuery::Claims(_));
        if !self.criterion.checks.iter().any(asks) {
            return Vec::new();
        }
        let claims = self.case.crossed.iter().filter_map(|one| one.fact.checked_claim());
        let hollow = claims.filter(|claim| claim.status == ClaimStatus::Hollow);
        let names: BTreeSet<String> = hollow.map(|claim| format!("`{}`", claim.name)).collect();
        names.into_iter().collect()
    }

    pub(crate) fn apply(&mut self, rule: &ConfiguredRule<'_>) {
        if self.is_closed() {
            return;
        }
        for fired in rule.hear(self) {
            self.record(rule.rule.form.name, fired);
        }
    }

    /// A criterion never ends without a score by an oversight, nor with one that nobody gave.
    pub(crate) fn close(&mut self) {
        if !self.is_closed() && self.standing().next().is_none() {
            self.record("no_opinion", not_assessable("no opinion is left that holds"));
        }
        if !self.is_closed() && self.score.is_none() {
            for fired in weighted_mean::hear(self) {
                self.record("weighted_mean", fired);
            }
        }
        let left = self.standing().count();
        if !self.is_closed() && left < Persona::ALL.len() {
            let titles = self.standing().map(|voice| voice.persona.title().to_owned());
            let saw = format!("{} of three: {}", counted(left, "opinion"), listed(titles));
            let did = "the verdict rests on fewer than three opinions".to_owned();
            self.record(DEGRADED, RuleOutcome { saw, did, acts: Vec::new() });
        }
    }

    pub(crate) fn result(self) -> CriterionResult {
        let verdict = self.verdict();
        let score = self.score.filter(|_| verdict != CourtVerdict::NotAssessable);
        let mut evidence: Vec<EvidenceId> = self
            .results
            .iter()
            .flat_map(|result| &result.evidence)
            .chain(self.given.iter().flat_map(|opinion| &opinion.cited_evidence))
            .cloned()
            .collect();
        evidence.sort();
        evidence.dedup();
        CriterionResult {
            criterion_id: self.criterion.id.clone(),
            name: self.criterion.name.clone(),
            verdict,
            score,
            points: score.and_then(|score| points::points_of(self.criterion, score)),
            summary: summary(&self, verdict),
            dissent_summary: self.dissent.clone(),
            remediation: remediation::remediation(&self, verdict),
            coverage: self.coverage(),
            opinions: self.given.iter().copied().cloned().collect(),
            checks: self.results.iter().copied().cloned().collect(),
            trace: self.trace,
            evidence,
        }
    }

    /// By the rubric's thresholds, and no better than the rules allow.
    pub(crate) fn verdict(&self) -> CourtVerdict {
        let synthesis = &self.case.rubric.synthesis;
        let by_score = match self.score {
            None => CourtVerdict::NotAssessable,
            Some(score) if synthesis.pass <= score => CourtVerdict::Pass,
            Some(score) if synthesis.partial <= score => CourtVerdict::Partial,
            Some(_) => CourtVerdict::Fail,
        };
        by_score.max(self.at_best)
    }

    fn record(&mut self, rule: &str, fired: RuleOutcome) {
        let before = self.score;
        for act in fired.acts {
            self.act(act);
        }
        self.trace.push(RuleFired {
            rule: rule.to_owned(),
            saw: fired.saw,
            did: fired.did,
            before,
            after: self.score,
        });
    }

    fn act(&mut self, act: RuleEffect) {
        match act {
            RuleEffect::NotAssessable => {
                self.at_best = CourtVerdict::NotAssessable;
                self.score = None;
            }
            RuleEffect::Hold(persona, score) => {
                self.change(persona, |voice| voice.score = score);
            }
            RuleEffect::Drop(persona) => self.change(persona, |voice| voice.standing = false),
            RuleEffect::Weigh(persona, weight) => {
                self.change(persona, |voice| voice.weight = weight);
            }
            RuleEffect::Score(score) => self.score = Some(score.min(self.cap)),
            RuleEffect::Cap(cap) => {
                self.cap = self.cap.min(cap);
                self.score = self.score.map(|score| score.min(cap));
            }
            RuleEffect::AtMost(verdict) => self.at_best = self.at_best.max(verdict),
            RuleEffect::Dissent(words) => self.dissent = words,
        }
    }

    fn change(&mut self, persona: Persona, change: impl FnOnce(&mut WeightedOpinion<'a>)) {
        if let Some(voice) = self.voices.iter_mut().find(|voice| voice.persona == persona) {
            change(voice);
        }
    }
}

/// Nothing can be told of a criterion.
pub(crate) fn not_assessable(saw: impl Into<String>) -> RuleOutcome {
    RuleOutcome {
        saw: saw.into(),
        did: "not assessable: left out of the total".to_owned(),
        acts: vec![RuleEffect::NotAssessable],
    }
}

/// Whoever spoke first does not matter. The same opinion twice is one.
fn in_order<'a>(opinions: &[&'a Opinion]) -> Vec<&'a Opinion> {
    let mut given = opinions.to_vec();
    given.sort_by(|a, b| key(a).cmp(&key(b)));
    given.dedup();
    given
}

fn key(opinion: &Opinion) -> impl Ord + '_ {
    let Opinion {
        judge,
        score,
        argument,
        cited_evidence,
        charges,
        samples,
        model,
        notes,
        ..
    } = opinion;
    (judge, score, argument, cited_evidence, charges, samples, model, notes)
}

fn voices<'a>(given: &[&'a Opinion], weights: PersonaWeights) -> Vec<WeightedOpinion<'a>> {
    let voice = |persona: Persona| {
        let own: Vec<&Opinion> = given
            .iter()
            .copied()
            .filter(|opinion| opinion.judge == persona)
            .collect();
        let opinion = *own.get(lower_middle(own.len())?)?;
        Some(WeightedOpinion {
            opinion,
            persona,
            score: opinion.score,
            weight: u64::from(weights.of(persona)),
            standing: true,
        })
    };
    Persona::ALL.into_iter().filter_map(voice).collect()
}

fn by_rubric<'a>(criterion: &Criterion, results: &[&'a CheckResult]) -> Vec<&'a CheckResult> {
    let place = |result: &CheckResult| {
        let at = criterion.checks.iter().position(|check| check.id == result.check_id);
        at.unwrap_or(usize::MAX)
    };
    let mut sorted: Vec<(usize, &CheckResult)> =
        results.iter().map(|result| (place(result), *result)).collect();
    sorted.sort_by(|(at, a), (other, b)| {
        let rest = |one: &'a CheckResult| {
            let told = (one.outcome, one.degree, one.measured, &one.observed, &one.expected);
            let asked = (one.weight, one.severity, one.aspect, &one.description);
            let rest = (&one.charge, &one.remediation, &one.evidence);
            (&one.check_id, &one.fingerprint, told, asked, rest)
        };
        at.cmp(other).then_with(|| rest(a).cmp(&rest(b)))
    });
    sorted.dedup_by(|(_, a), (_, b)| a == b);
    sorted.into_iter().map(|(_, result)| result).collect()
}
