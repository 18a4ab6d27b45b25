//! The grounding gate: does a requirement stand in its source, say what it is said to say, and
//! answer the question?

pub mod addressing;
mod answerable;
mod completeness;
mod conflicts;
pub mod elision;
pub(crate) mod gate_tokens;
mod integrity;
mod model_judgements;
mod policy;
pub mod provision;
mod rarity;
mod rationale;
mod reasons;
pub mod relation;
mod synonyms;

use std::collections::BTreeMap;

use jurat_model::{
    EvidenceUnit, GroundingRecord, NormModality, Quote, RejectionReason, Requirement,
    RequirementConflict, SourceExhibit,
};
use jurat_text::sentence_reading::SentenceReading;
use serde::{Deserialize, Serialize};

use crate::Grounded;
use addressing::{AddressingWeights, PassageInContext, PreparedQuestion};
use integrity::{HashedExhibit, HashedExhibits};
use rarity::rarity_of;
use reasons::GateReasons;

pub use answerable::{ANSWERS_MIN, answerable};
pub use model_judgements::{GateRequest, decide, worth_asking};
pub use policy::{GatePolicy, RULES};
pub(crate) use synonyms::concept;

/// Why a requirement was turned away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateRejection {
    /// One of the three reasons.
    pub reason: RejectionReason,
    pub rationale: String,
}

/// What the gate let through, what it did not, and what conflicts.
#[derive(Debug, Clone)]
pub struct GateOutcome {
    /// Admitted, in the order given.
    pub admitted: Vec<Grounded<Requirement>>,
    /// A record of each that was admitted.
    pub verified: Vec<GroundingRecord>,
    /// A record of each that was not.
    pub rejected: Vec<GroundingRecord>,
    /// Conflicts among the admitted.
    pub conflicts: Vec<RequirementConflict>,
    pub metadata: GateMetadata,
}

/// How many passed, and why the others did not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GateMetadata {
    pub total: usize,
    pub verified: usize,
    /// Requirements that did not.
    pub rejected: usize,
    /// The share that passed; 0 where there was none.
    pub pass_rate: f64,
    /// How often each reason was given; every reason is named.
    pub rejection_reasons: BTreeMap<RejectionReason, usize>,
}

/// Lets one requirement through, or says why not. The same input gives the same verdict.
///
/// A permission passes here; [`gate`] keeps it only where it contradicts a requirement.
pub fn admit(
    question: &str,
    requirement: &Requirement,
    exhibits: &[SourceExhibit],
    policy: GatePolicy,
) -> Result<(Grounded<Requirement>, String), GateRejection> {
    let desk = GateContext::new(question, exhibits, policy);
    let rationale = desk.verdict(requirement)?;
    Ok((Grounded::new(requirement.clone()), rationale))
}

/// Passes all requirements through the gate.
///
/// Two things are seen only among many: what an admitted requirement points to is admitted with
/// it, and a bare permission stays only where it contradicts a requirement.
pub fn gate(
    question: &str,
    requirements: &[Requirement],
    exhibits: &[SourceExhibit],
    policy: GatePolicy,
) -> GateOutcome {
    let desk = GateContext::new(question, exhibits, policy);
    let mut verdicts: Vec<Result<String, GateRejection>> = requirements
        .iter()
        .map(|requirement| desk.verdict(requirement))
        .collect();
    admit_targets(requirements, &mut verdicts);
    let found = {
        let passed = requirements
            .iter()
            .zip(&verdicts)
            .filter(|(_, verdict)| verdict.is_ok());
        let passed: Vec<&Requirement> = passed.map(|(requirement, _)| requirement).collect();
        conflicts::among(&passed, desk.asked.rarity(), policy.most_pairs)
    };
    for (requirement, verdict) in requirements.iter().zip(&mut verdicts) {
        let id = requirement.requirement_id;
        let opposed = found
            .iter()
            .any(|conflict| conflict.one == id || conflict.other == id);
        if verdict.is_ok() && requirement.modality == NormModality::Permission && !opposed {
            *verdict = Err(GateRejection {
                reason: RejectionReason::DoesNotAddressQuestion,
                rationale: "It allows, and demands nothing; no requirement contradicts it."
                    .into(),
            });
        }
    }
    gathered(requirements, verdicts, found)
}

/// What is made ready once for all requirements.
struct GateContext<'a> {
    texts: HashedExhibits<'a>,
    asked: PreparedQuestion,
    policy: GatePolicy,
}

impl<'a> GateContext<'a> {
    fn new(question: &str, exhibits: &'a [SourceExhibit], policy: GatePolicy) -> Self {
        let texts = HashedExhibits::of(exhibits);
        let asked =
            PreparedQuestion::new(question, rarity_of(&texts), AddressingWeights::shipped());
        Self { texts, asked, policy }
    }

    /// The three criteria, in the order in which they can be relied on.
    fn verdict(&self, requirement: &Requirement) -> Result<String, GateRejection> {
        let HashedExhibit { exhibit, quoted, .. } = integrity::check(requirement, &self.texts)?;
        let reasons = GateReasons::english();
        elision::check(&requirement.quote, quoted, EvidenceUnit::Norm, reasons)?;
        let language = gate_tokens::language(&requirement.language);
        let words = gate_tokens::gate_words(&requirement.exact_quote, language);
        let reading = SentenceReading::new(&requirement.exact_quote, &words, language);
        if let Some(rationale) = completeness::missing(requirement, reading, &self.policy) {
            return Err(GateRejection {
                reason: RejectionReason::IncompleteQuote,
                rationale,
            });
        }
        integrity::says_so(requirement, reading)?;
        let document = known_words(&requirement.document_id, exhibit);
        let passage = PassageInContext {
            text: &requirement.exact_quote,
            heading: standing_heading(requirement, exhibit),
            document: &document,
            language,
        };
        let found = self.asked.addressing_of(passage, &words);
        let addresses = found.out_of_scope.is_empty()
            && found.wanting.is_none()
            && self.policy.addresses_min <= found.probability;
        if !addresses {
            return Err(GateRejection {
                reason: RejectionReason::DoesNotAddressQuestion,
                rationale: rationale::rejected(&found),
            });
        }
        let mut said = rationale::admitted(&found, passage);
        if let Some(note) = completeness::note(requirement) {
            said = format!("{said} {note}");
        }
        Ok(said)
    }
}

/// The heading, where it stands above the quote: one that was made up counts for nothing.
fn standing_heading<'a>(requirement: &'a Requirement, exhibit: &SourceExhibit) -> &'a str {
    let heading = requirement.section_heading.as_str();
    let start = requirement.quote.ranges.first().map_or(0, |span| span.start);
    let low = exhibit.text.floor_char_boundary(start.saturating_sub(ABOVE));
    let above = exhibit.text.get(low..start).unwrap_or_default();
    // Most stand right above: from there it is found sooner.
    if above.rfind(heading).is_some() { heading } else { "" }
}

/// Bytes above a quote in which its heading is looked for.
const ABOVE: usize = 200_000;

/// The words of a document's id that its exhibit bears out.
fn known_words(document_id: &str, exhibit: &SourceExhibit) -> String {
    let title = exhibit.metadata.title.as_deref().unwrap_or_default();
    let known = format!("{} {title}", exhibit.name).to_lowercase();
    let words = document_id.split_whitespace().take(64);
    let words = words.filter(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        !bare.is_empty() && known.contains(&bare)
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What an admitted requirement points to belongs to the answer.
fn admit_targets(requirements: &[Requirement], verdicts: &mut [Result<String, GateRejection>]) {
    let pointing: Vec<(String, Quote)> = requirements
        .iter()
        .zip(verdicts.iter())
        .filter(|(_, verdict)| verdict.is_ok())
        .flat_map(|(requirement, _)| {
            let targets = requirement
                .points_to
                .iter()
                .filter_map(|points| points.target.clone());
            targets.map(|target| (requirement.requirement_id.to_string(), target))
        })
        .take(MOST_TARGETS)
        .collect();
    for (requirement, verdict) in requirements.iter().zip(verdicts) {
        let elsewhere = matches!(verdict, Err(rejection)
            if rejection.reason == RejectionReason::DoesNotAddressQuestion);
        if !elsewhere {
            continue;
        }
        if let Some((id, _)) =
            pointing.iter().find(|(_, target)| meets(target, &requirement.quote))
        {
            *verdict = Ok(format!("{id} points to it."));
        }
    }
}

/// Targets that are followed.
const MOST_TARGETS: usize = 256;

/// Whether the last stretch of a quote lies in a target. A lead-in that others share does not count.
fn meets(target: &Quote, quote: &Quote) -> bool {
    let Some(last) = quote.ranges.last() else { return false };
    let Some(pointed) = target.ranges.last() else { return false };
    target.rendition == quote.rendition && last.meets(*pointed)
}

fn gathered(
    requirements: &[Requirement],
    verdicts: Vec<Result<String, GateRejection>>,
    conflicts: Vec<RequirementConflict>,
) -> GateOutcome {
    let mut reasons = BTreeMap::from([
        (RejectionReason::DoesNotAddressQuestion, 0),
        (RejectionReason::RequiresInference, 0),
        (RejectionReason::IncompleteQuote, 0),
    ]);
    let (mut admitted, mut verified, mut rejected) = (Vec::new(), Vec::new(), Vec::new());
    for (requirement, verdict) in requirements.iter().zip(verdicts) {
        let requirement_id = requirement.requirement_id;
        match verdict {
            Ok(verification_rationale) => {
                admitted.push(Grounded::new(requirement.clone()));
                verified.push(GroundingRecord {
                    requirement_id,
                    verified: true,
                    probability: None,
                    rejection_reason: None,
                    verification_rationale,
                });
            }
            Err(GateRejection { reason, rationale }) => {
                *reasons.entry(reason).or_default() += 1;
                rejected.push(GroundingRecord {
                    requirement_id,
                    verified: false,
                    probability: None,
                    rejection_reason: Some(reason),
                    verification_rationale: rationale,
                });
            }
        }
    }
    let metadata = GateMetadata {
        total: requirements.len(),
        verified: verified.len(),
        rejected: rejected.len(),
        pass_rate: share(verified.len(), requirements.len()),
        rejection_reasons: reasons,
    };
    GateOutcome { admitted, verified, rejected, conflicts, metadata }
}

impl GateMetadata {
    /// The same, with so many more that a model's doubt kept out.
    fn with_doubted(mut self, doubted: usize) -> Self {
        self.total += doubted;
        self.rejected += doubted;
        self.pass_rate = share(self.verified, self.total);
        *self
            .rejection_reasons
            .entry(RejectionReason::DoesNotAddressQuestion)
            .or_default() += doubted;
        self
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of requirements are small")]
fn share(part: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}
