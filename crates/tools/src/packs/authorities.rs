//! What all packs know of authorities, as one index: decisions with their graph, acts, and the table of leading authorities.

use std::sync::Arc;

use jurat_citator::{
    CardRequest, CaseIndex, CitationCard, CourtTable, IndexStack, ReadCases, citation_card,
};
use jurat_pack::PackPartKind;

use crate::{
    ToolFailure,
    packs::{LoadedPacks, PackAccess, PackLibrary, case_texts::PackTexts, pack_laws::ActShelf},
};

/// The packs that were added, for whoever makes cards of citations.
pub struct PackAuthorities {
    packs: Arc<LoadedPacks>,
}

impl PackAuthorities {
    /// Opens the packs; without any, nothing but the table is known.
    pub fn open(access: PackAccess) -> Result<Self, ToolFailure> {
        Ok(Self { packs: PackLibrary::new(access).packs()? })
    }

    /// The courts of Canada and those of the packs.
    pub fn courts(&self) -> Result<CourtTable, ToolFailure> {
        Ok(self.packs.cases()?.courts.clone())
    }

    /// The card of a citation, by these indexes first, then by the packs and the table.
    pub fn card(
        &self,
        asked: &CardRequest<'_>,
        (courts, first): (&CourtTable, &[&dyn CaseIndex]),
    ) -> Result<CitationCard, ToolFailure> {
        card_over(&self.packs, asked, (courts, first))
    }
}

/// The card of a citation over the packs.
pub(crate) fn pack_card(
    packs: &LoadedPacks,
    asked: &CardRequest<'_>,
) -> Result<CitationCard, ToolFailure> {
    card_over(packs, asked, (&packs.cases()?.courts, &[]))
}

fn card_over(
    packs: &LoadedPacks,
    asked: &CardRequest<'_>,
    (courts, first): (&CourtTable, &[&dyn CaseIndex]),
) -> Result<CitationCard, ToolFailure> {
    let cases = packs.cases()?;
    let texts = PackTexts {
        parts: packs.parts_if_any(PackPartKind::Decisions)?,
        cases,
    };
    let read = ReadCases {
        name: &cases.name,
        graph: &cases.graph,
        texts: &texts,
        coverage: &cases.coverage,
        courts: &cases.courts,
    };
    let acts = ActShelf {
        parts: packs.parts_if_any(PackPartKind::Act)?,
        laws: packs.laws()?,
    };
    let mut indexes = first.to_vec();
    indexes.extend([&read as &dyn CaseIndex, &acts, &cases.table]);
    Ok(citation_card(asked, courts, &IndexStack { indexes }))
}
