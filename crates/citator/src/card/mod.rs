//! The card of a citation: five layers, each verified, failed or not checkable, with the reason and the evidence.

mod authority_table;
mod case_index;
mod law_index;
mod law_layers;
mod layers;

use jurat_model::{ByteSpan, CitationLayer, CitationOutcome};
use jurat_text::citations::{Citation, CitationKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{court_table::CourtTable, treatment::TreatmentKind};

pub use authority_table::{AuthorityRow, AuthorityTable};
pub use case_index::{
    CaseCoverage, CaseIndex, CaseTexts, CoverageRow, IndexStack, KnownCase, KnownTreatment,
    ReadCases,
};
pub use law_index::{
    KnownProvision, MissingProvision, ProvisionLookup, ProvisionStanding, ProvisionTwin,
    act_and_provision,
};

/// What is asked of a citation.
#[derive(Debug, Clone, Copy, Default)]
pub struct CardRequest<'a> {
    /// The citation as it was written, with its name and pinpoint if they stand there.
    pub written: &'a str,
    /// The day to look from, `YYYY-MM-DD`.
    pub as_of: Option<&'a str>,
    /// Words said to be in the decision.
    pub quote: Option<&'a str>,
    /// What it is said to stand for.
    pub proposition: Option<&'a str>,
}

/// Where something on a card comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardEvidence {
    /// The decision or table.
    pub source: String,
    pub paragraph: Option<u32>,
    /// The bytes of the source, where its text is at hand.
    pub span: Option<ByteSpan>,
    pub words: String,
}

/// One layer of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardLayer {
    pub layer: CitationLayer,
    pub outcome: CitationOutcome,
    /// Whether there was anything to ask.
    pub asked: bool,
    pub reason: String,
    pub evidence: Vec<CardEvidence>,
}

/// What became of a decision, and where it is said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardTreatment {
    pub kind: TreatmentKind,
    /// The decision that did it or tells it.
    pub by: String,
    pub date: Option<String>,
    pub evidence: CardEvidence,
}

/// The passage of a decision nearest to a proposition; whether it supports it is for a person to say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardProposition {
    pub asked: String,
    pub outcome: CitationOutcome,
    pub reason: String,
    pub nearest: Option<CardEvidence>,
}

/// The card of one citation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CitationCard {
    pub written: String,
    /// The normal form, where it is one that we read.
    pub normal: Option<String>,
    pub known_as: Option<String>,
    pub court: Option<String>,
    pub date: Option<String>,
    pub as_of: Option<String>,
    /// What it stands for, in our own words, where the table of authorities says so.
    pub stands_for: Option<String>,
    pub layers: Vec<CardLayer>,
    /// Direct history and citing treatment, mentions left out.
    pub treatments: Vec<CardTreatment>,
    pub proposition: Option<CardProposition>,
}

impl CitationCard {
    /// The worst outcome of what was asked.
    pub fn outcome(&self) -> CitationOutcome {
        let layers = self
            .layers
            .iter()
            .filter(|layer| layer.asked)
            .map(|layer| layer.outcome);
        let proposition = self.proposition.as_ref().map(|one| one.outcome);
        layers.chain(proposition).max().unwrap_or(CitationOutcome::Unverified)
    }

    pub fn layer(&self, layer: CitationLayer) -> Option<&CardLayer> {
        self.layers.iter().find(|one| one.layer == layer)
    }
}

/// Makes the card of a citation from what an index knows.
pub fn citation_card(
    asked: &CardRequest,
    courts: &CourtTable,
    index: &dyn CaseIndex,
) -> CitationCard {
    let now = asked.as_of.and_then(|day| day.get(..4)?.parse().ok());
    let found = courts.extract(asked.written, now);
    let citation = found
        .iter()
        .find(|one| one.kind.is_decision() && one.kind != CitationKind::Docket)
        .or_else(|| found.iter().find(|one| one.kind.is_decision()))
        .or_else(|| found.iter().find(|one| one.kind.is_law()));
    let case = citation.and_then(|citation| known_case(citation, &found, index));
    let known = case.as_ref().filter(|case| layers::was_given(case, asked.as_of));
    let treatments = known
        .map(|case| layers::treatments(case, index, asked.as_of))
        .unwrap_or_default();
    let law = citation.filter(|one| one.kind.is_law());
    let layers = match law {
        Some(law) => law_layers::all(law, asked, index),
        None => vec![
            layers::parses(citation, known),
            layers::exists(citation, case.as_ref(), asked.as_of, index),
            layers::name_matches(citation, asked.written, known),
            layers::quote_in_text(citation, asked.quote, known, index),
            layers::good_law(known, &treatments, asked.as_of, index),
        ],
    };
    CitationCard {
        written: asked.written.to_owned(),
        normal: citation.and_then(|citation| citation.normal.first().cloned()),
        known_as: known.and_then(|case| case.name.clone()),
        court: known
            .and_then(|case| case.court.clone())
            .or_else(|| citation.and_then(|citation| citation.court.clone())),
        date: known.and_then(|case| case.date.clone()),
        as_of: asked.as_of.map(str::to_owned),
        stands_for: known.and_then(|case| case.stands_for.clone()),
        layers,
        treatments,
        proposition: asked
            .proposition
            .map(|words| layers::proposition(words, known, index)),
    }
}

/// The case of a citation, or of one that stands beside it as its parallel.
fn known_case(
    citation: &Citation,
    all: &[Citation],
    index: &dyn CaseIndex,
) -> Option<KnownCase> {
    let parallel = all
        .iter()
        .filter(|one| one.group == citation.group && one.kind.is_decision());
    parallel
        .flat_map(|one| &one.normal)
        .find_map(|normal| index.find(normal))
}
