//! `caselaw_validity`: the five layers of a citation, of a decision or of a provision, and whether it is still good law.

use jurat_citator::{CardRequest, CardTreatment, CitationCard, TreatmentFamily, TreatmentKind};
use jurat_model::{CitationLayer, CitationOutcome};
use jurat_pack::PackPartKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolLimits, ToolServices,
    caselaw::cited_case::case_key,
    packs::{PackBasis, authorities::pack_card, check_query},
    tool::TypedTool,
};

pub(crate) struct ValidityTool;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValidityRequest {
    /// What was decided or enacted after this day is not known yet.
    as_of: CivilDay,
    /// A citation in any form, with its name and paragraph if they are to be checked: of a decision, or of a provision.
    citation: String,
    /// Words said to be in it.
    quote: Option<String>,
    /// What it is said to stand for; the nearest paragraph is shown, and nothing is decided.
    proposition: Option<String>,
}

/// Whether it still holds, in the words of citators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum GoodLawStatus {
    /// Nothing among all later decisions that could speak against it does; a provision is in force.
    GoodLaw,
    /// A later decision casts doubt on it, or varies it.
    Questioned,
    /// Overruled, reversed, or repealed.
    Overruled,
    /// Nothing speaks against it among what is loaded, which is not all there is.
    Unverified,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ValidityAnswer {
    status: GoodLawStatus,
    /// The worst of the layers that were asked: VERIFIED, UNVERIFIED, FAILED.
    verdict: CitationOutcome,
    card: CitationCard,
    /// What became of the decision itself on its way up.
    history: Vec<CardTreatment>,
    /// What later decisions made of it.
    treatment: Vec<CardTreatment>,
    basis: PackBasis,
}

impl TypedTool for ValidityTool {
    const NAME: &'static str = "caselaw_validity";
    const ABOUT: &'static str = "Is a citation (any form; decision or provision) real, rightly named, rightly quoted, and still good law as of a day: five \
        layers, each VERIFIED, FAILED or UNVERIFIED, with reasons and sentences. UNVERIFIED is never a pass.";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 40_000, results: None };
    type Input = ValidityRequest;
    type Output = ValidityAnswer;

    fn run(
        services: &ToolServices,
        input: ValidityRequest,
    ) -> Result<ValidityAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        case_key(&packs, &input.citation)?;
        for words in [&input.quote, &input.proposition].into_iter().flatten() {
            check_query(words)?;
        }
        let day = input.as_of.to_string();
        let asked = CardRequest {
            written: &input.citation,
            as_of: Some(&day),
            quote: input.quote.as_deref(),
            proposition: input.proposition.as_deref(),
        };
        let mut card = pack_card(&packs, &asked)?;
        let told = std::mem::take(&mut card.treatments);
        let (history, treatment): (Vec<_>, Vec<_>) = told
            .into_iter()
            .partition(|one| one.kind.family() == TreatmentFamily::History);
        let mut parts = packs.parts_if_any(PackPartKind::Decisions)?;
        parts.extend(packs.parts_if_any(PackPartKind::Act)?);
        Ok(ValidityAnswer {
            status: status(&card, history.iter().chain(&treatment)),
            verdict: card.outcome(),
            card,
            history,
            treatment,
            basis: PackBasis::new(input.as_of, &parts),
        })
    }
}

fn status<'t>(
    card: &CitationCard,
    mut told: impl Iterator<Item = &'t CardTreatment>,
) -> GoodLawStatus {
    let doubts = [
        TreatmentKind::NotFollowed,
        TreatmentKind::Questioned,
        TreatmentKind::Varied,
        TreatmentKind::LeaveGranted,
    ];
    match card.layer(CitationLayer::GoodLaw).map(|layer| layer.outcome) {
        Some(CitationOutcome::Failed) => GoodLawStatus::Overruled,
        Some(CitationOutcome::Verified) => GoodLawStatus::GoodLaw,
        _ if told.any(|one| doubts.contains(&one.kind)) => GoodLawStatus::Questioned,
        _ => GoodLawStatus::Unverified,
    }
}
