//! The gate for provisions: what must always hold, and one calibrated probability.
//!
//! A provision is let through where its words stand in their source, it is law as far as the source says, nothing
//! that limits it is hidden, and it is likely enough to answer. What kind of sentence it is decides nothing.

mod features;

use std::collections::BTreeMap;

use jurat_model::{
    EvidenceUnit, InForceStatus, RejectionReason, RelevanceJudgement, Requirement,
    RequirementConflict, RequirementId, RetrievedChunk,
};

use super::{
    GateOutcome, GateRejection, GateRequest,
    addressing::{AddressingWeights as WordWeights, PreparedQuestion},
    conflicts, elision, gathered,
    integrity::{self, HashedExhibits},
    rarity::rarity_of,
    reasons::GateReasons,
};

use features::MeasuredProvision;
pub use features::{NAMES, ProvisionWeights};

/// A provision with what speaks for its being an answer.
#[derive(Debug, Clone)]
pub struct ProvisionEstimate {
    pub requirement_id: RequirementId,
    /// What was measured, in the order of [`NAMES`].
    pub features: Vec<f64>,
    /// How likely it is to answer.
    pub probability: f64,
}

/// What speaks for each provision, in the order given.
pub fn considered(
    inquiry: GateRequest<'_>,
    requirements: &[Requirement],
) -> Vec<ProvisionEstimate> {
    let pool = ProvisionGate::new(inquiry).pool(requirements);
    let each = requirements.iter().zip(pool.measured).zip(pool.probabilities);
    each.map(|((requirement, measured), probability)| ProvisionEstimate {
        requirement_id: requirement.requirement_id,
        probability,
        features: measured.features.to_vec(),
    })
    .collect()
}

/// Passes provisions through the gate; those that pass stand in the order of their probabilities, unless a model chose.
pub(super) fn gate(inquiry: GateRequest<'_>, requirements: &[Requirement]) -> GateOutcome {
    let desk = ProvisionGate::new(inquiry);
    let pool = desk.pool(requirements);
    let (verdicts_of, best) = desk.verdicts(&pool);
    let chosen = |at: usize| desk.chosen(&requirements[at]).filter(|_| verdicts_of[at].is_ok());
    let any_chosen = (0..requirements.len()).any(|at| chosen(at).is_some());
    let least = if any_chosen { 0.0 } else { inquiry.policy.addresses_min };
    let contradicting = desk.contradicting(&pool, &verdicts_of, (least, best));
    let mut room = inquiry.policy.most_provisions;
    let (mut sorted, mut verdicts) = (Vec::new(), Vec::new());
    for at in pool.order.iter().copied() {
        let (measured, probability) = (&pool.measured[at], pool.probabilities[at]);
        let verdict = verdicts_of[at].clone().and_then(|()| {
            let taken = inquiry.policy.most_provisions - room;
            let by_model = chosen(at);
            if by_model.is_none() && contradicting.contains(&at) {
                return Ok(desk.reasons.contradicts(probability));
            }
            let answers = match by_model {
                Some(_) => true,
                None => !any_chosen && likely(probability, best, (least, taken)),
            };
            if room == 0 || !answers {
                return Err(GateRejection {
                    reason: RejectionReason::DoesNotAddressQuestion,
                    rationale: measured.rejected(probability, desk.reasons),
                });
            }
            room -= 1;
            let why = by_model.map(|it| it.why.as_str());
            Ok(measured.admitted(probability, why, desk.reasons))
        });
        sorted.push(requirements[at].clone());
        verdicts.push(verdict);
    }
    let conflicts = {
        let passed = sorted.iter().zip(&verdicts).filter(|(_, verdict)| verdict.is_ok());
        let passed: Vec<&Requirement> = passed.map(|(requirement, _)| requirement).collect();
        desk.conflicts(&passed)
    };
    let mut gated = gathered(&sorted, verdicts, conflicts);
    let known: BTreeMap<RequirementId, f64> = requirements
        .iter()
        .zip(&pool.probabilities)
        .map(|(requirement, probability)| (requirement.requirement_id, rounded(*probability)))
        .collect();
    for record in gated.verified.iter_mut().chain(&mut gated.rejected) {
        record.probability = known.get(&record.requirement_id).copied();
    }
    gated
}

/// That a model doubts a requirement, in the language of the question.
pub(super) fn doubted(question: &str, why: &str) -> String {
    GateReasons::for_question(question).doubted(why)
}

/// Those that a model may choose among: they stand in their source, uncut, and are law; the likeliest first.
pub(super) fn open_to_choice(
    inquiry: GateRequest<'_>,
    requirements: &[Requirement],
) -> Vec<Requirement> {
    let desk = ProvisionGate::new(inquiry);
    let order = desk.pool(requirements).order.into_iter().map(|at| &requirements[at]);
    let sound = order.filter(|one| desk.standing(one).is_ok() && desk.uncut(one).is_ok());
    sound.take(MOST_TO_CHOOSE_FROM).cloned().collect()
}

/// Provisions that a model is shown.
const MOST_TO_CHOOSE_FROM: usize = 20;

/// Provisions that are shown because they say otherwise than the first.
const MOST_CONTRADICTING: usize = 2;

/// Three digits are more than a probability is worth, and are written alike everywhere.
fn rounded(probability: f64) -> f64 {
    (probability * 1000.0).round() / 1000.0
}

/// How much less likely than the best a second may be.
const BESIDE: f64 = 8.0;
/// How much less likely than the best a third may be.
const FURTHER: f64 = 2.5;

/// The best where it is likely enough, and the next; a third only where it is not far less likely.
fn likely(probability: f64, best: f64, (least, taken): (f64, usize)) -> bool {
    let part = if taken < 2 { BESIDE } else { FURTHER };
    least <= best && best / part <= probability
}

/// Provisions with what was measured of them.
struct MeasuredPool<'a> {
    requirements: &'a [Requirement],
    measured: Vec<MeasuredProvision>,
    probabilities: Vec<f64>,
    /// Those first that a model chose, as it ranks them; then the likeliest.
    order: Vec<usize>,
}

struct ProvisionGate<'a> {
    texts: HashedExhibits<'a>,
    asked: PreparedQuestion,
    weights: ProvisionWeights,
    reasons: &'static GateReasons,
    inquiry: GateRequest<'a>,
    chunks: BTreeMap<&'a str, &'a RetrievedChunk>,
}

impl<'a> ProvisionGate<'a> {
    fn new(inquiry: GateRequest<'a>) -> Self {
        let texts = HashedExhibits::of(inquiry.exhibits);
        let asked =
            PreparedQuestion::new(inquiry.question, rarity_of(&texts), WordWeights::shipped());
        let chunks = inquiry.chunks.iter();
        Self {
            texts,
            asked,
            weights: ProvisionWeights::shipped(),
            reasons: GateReasons::for_question(inquiry.question),
            inquiry,
            chunks: chunks.map(|chunk| (chunk.chunk_id.as_str(), chunk)).collect(),
        }
    }

    fn pool<'r>(&self, requirements: &'r [Requirement]) -> MeasuredPool<'r> {
        let measured = self.measured(requirements);
        let each = measured.iter().map(|one| self.weights.probability(&one.features));
        let probabilities: Vec<f64> = each.collect();
        let rank = |at: usize| {
            let judgement = self.chosen(&requirements[at]);
            judgement.and_then(|it| it.chosen).unwrap_or(u32::MAX)
        };
        let mut order: Vec<usize> = (0..requirements.len()).collect();
        order.sort_by(|a, b| {
            let likelier = probabilities[*b].total_cmp(&probabilities[*a]);
            rank(*a).cmp(&rank(*b)).then(likelier).then(a.cmp(b))
        });
        MeasuredPool { requirements, measured, probabilities, order }
    }

    fn chosen(&self, requirement: &Requirement) -> Option<&'a RelevanceJudgement> {
        let id = requirement.requirement_id;
        let of_it = |it: &&RelevanceJudgement| it.requirement_id == id && it.addresses;
        self.inquiry
            .judgements
            .iter()
            .find(of_it)
            .filter(|it| it.chosen.is_some())
    }

    fn measured(&self, requirements: &[Requirement]) -> Vec<MeasuredProvision> {
        let question = features::ProvisionQuestion::of(self.inquiry.question);
        let each = requirements.iter().map(|requirement| {
            let chunk = self.chunks.get(requirement.chunk_id.as_str()).copied();
            MeasuredProvision::of(&question, &self.asked, requirement, chunk)
        });
        let mut all: Vec<MeasuredProvision> = each.collect();
        features::compare(&mut all);
        all
    }

    /// What must hold of each, and how likely the best is that it holds of: what cannot be given as law says nothing of
    /// how good the rest is. How a quote is cut takes longest to see, so it is asked of none that is too unlikely anyhow.
    fn verdicts(&self, pool: &MeasuredPool<'_>) -> (Vec<Result<(), GateRejection>>, f64) {
        let each = pool.requirements.iter().map(|requirement| self.standing(requirement));
        let mut verdicts: Vec<Result<(), GateRejection>> = each.collect();
        let mut best = None;
        for at in pool.order.iter().copied() {
            let (requirement, probability) = (&pool.requirements[at], pool.probabilities[at]);
            let near = best.is_none_or(|best: f64| best / BESIDE <= probability)
                || self.chosen(requirement).is_some();
            if near && verdicts[at].is_ok() {
                verdicts[at] = self.uncut(requirement);
            }
            if verdicts[at].is_ok() {
                best = best.or(Some(probability));
            }
        }
        (verdicts, best.unwrap_or(0.0))
    }

    /// Provisions that say otherwise than the first one: whoever reads it must see them.
    fn contradicting(
        &self,
        pool: &MeasuredPool<'_>,
        verdicts: &[Result<(), GateRejection>],
        (least, best): (f64, f64),
    ) -> Vec<usize> {
        let mut sound = pool.order.iter().copied().filter(|at| verdicts[*at].is_ok());
        let Some(first) = sound.next().filter(|_| least <= best) else { return Vec::new() };
        let of = |at: usize| &pool.requirements[at];
        sound
            .filter(|at| {
                !self.conflicts(&[of(first), of(*at)]).is_empty() && self.uncut(of(*at)).is_ok()
            })
            .take(MOST_CONTRADICTING)
            .collect()
    }

    fn conflicts(&self, requirements: &[&Requirement]) -> Vec<RequirementConflict> {
        let most_pairs = self.inquiry.policy.most_pairs;
        conflicts::among_parts(requirements, self.asked.rarity(), most_pairs)
    }

    /// Whether nothing that limits a quote is cut off it.
    fn uncut(&self, requirement: &Requirement) -> Result<(), GateRejection> {
        let quoted = &integrity::stands(requirement, &self.texts)?.quoted;
        elision::check(&requirement.quote, quoted, EvidenceUnit::Provision, self.reasons)
    }

    /// Whether the words stand in their source and are law, and no model finds that they miss the question.
    fn standing(&self, requirement: &Requirement) -> Result<(), GateRejection> {
        integrity::stands(requirement, &self.texts)?;
        let provision = self
            .chunks
            .get(requirement.chunk_id.as_str())
            .and_then(|chunk| chunk.provision.as_ref());
        let standing = provision.map_or(InForceStatus::InForce, |provision| provision.standing);
        if let Some(rationale) = self.reasons.no_law(standing) {
            return Err(turned_away(RejectionReason::RequiresInference, rationale));
        }
        if let Some(judgement) = self
            .inquiry
            .judgements
            .iter()
            .find(|it| it.requirement_id == requirement.requirement_id && !it.addresses)
        {
            let said = self.reasons.doubted(&judgement.why);
            return Err(turned_away(RejectionReason::DoesNotAddressQuestion, &said));
        }
        Ok(())
    }
}

fn turned_away(reason: RejectionReason, rationale: &str) -> GateRejection {
    GateRejection { reason, rationale: rationale.to_owned() }
}
