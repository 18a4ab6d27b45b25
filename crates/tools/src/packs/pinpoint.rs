//! Where in a document a passage stands, as people cite it.

use jurat_model::Passage;
use jurat_pack::PackPartKind;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{ToolFailure, packs::OpenPart};

/// What a document is counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PinpointKind {
    Paragraph,
    Section,
    Page,
    /// Nothing in it is numbered.
    Document,
}

/// From where to where, both included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct PinpointRange {
    pub(crate) kind: PinpointKind,
    pub(crate) from: String,
    pub(crate) to: String,
}

impl PinpointRange {
    pub(crate) fn of(part: &OpenPart, passage: &Passage) -> Result<Self, ToolFailure> {
        let value = |key: &str| passage.metadata.get(key).map(str::to_owned);
        if part.part().kind == PackPartKind::Decisions {
            let all = part.paragraphs(&passage.name, passage.rendition)?;
            let mut met = all.iter().filter(|it| it.span.meets(passage.span));
            if let Some(first) = met.next() {
                let last = met.next_back().unwrap_or(first);
                let (from, to) = (first.number.to_string(), last.number.to_string());
                return Ok(Self { kind: PinpointKind::Paragraph, from, to });
            }
        }
        let (kind, at) = match (value("page"), &passage.label, value("heading")) {
            (Some(page), ..) => (PinpointKind::Page, page),
            (None, Some(label), _) => match label.strip_prefix("page ") {
                Some(page) => (PinpointKind::Page, page.to_owned()),
                None => (PinpointKind::Section, label.clone()),
            },
            (None, None, Some(heading)) => (PinpointKind::Section, heading),
            (None, None, None) => match passage.headings.last() {
                Some(heading) => (PinpointKind::Section, heading.clone()),
                None => (PinpointKind::Document, passage.name.clone()),
            },
        };
        Ok(Self { kind, from: at.clone(), to: at })
    }
}
