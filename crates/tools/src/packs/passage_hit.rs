//! A passage as answers give it: its words, where they stand, and where they are from.

use jurat_model::ByteSpan;
use jurat_retrieve::SearchHit;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ToolFailure,
    packs::{OpenPart, PassageSource, PinpointRange, passage_search::RankedPassage},
};

/// A passage that was found.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct PassageHit {
    /// By words and meaning as the search goes; for ordering only.
    score: f64,
    pinpoint: PinpointRange,
    /// Where the text lies in the text of its document.
    bytes: ByteSpan,
    text: String,
    headings: Vec<String>,
    source: PassageSource,
}

impl PassageHit {
    pub(crate) fn of(found: &RankedPassage<'_>) -> Result<Self, ToolFailure> {
        let (part, hit): (&OpenPart, &SearchHit) = (found.part, &found.hit);
        let passage = &hit.passage;
        Ok(Self {
            score: found.score,
            pinpoint: PinpointRange::of(part, passage)?,
            bytes: passage.span,
            text: passage.text.clone(),
            headings: passage.headings.clone(),
            source: PassageSource::new(
                part,
                (&passage.name, &passage.metadata),
                (passage.source, passage.rendition),
            ),
        })
    }
}
