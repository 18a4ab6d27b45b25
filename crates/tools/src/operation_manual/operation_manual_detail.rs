//! `operation_manual_detail`: a chapter of a manual, or a section or page of it.

use jurat_model::{ByteSpan, PartKind, Rendition};
use jurat_pack::{CoverageExtent, PackPartKind};
use jurat_retrieve::CorpusEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolLimits, ToolServices,
    operation_manual::manual_search::chapters,
    packs::{OpenPart, PackBasis, PassageSource},
    tool::TypedTool,
};

pub(crate) struct ManualDetailTool;

/// Stretches that one answer gives.
const MOST: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ManualDetailRequest {
    /// The day that is asked about.
    as_of: CivilDay,
    /// The chapter, as `4` or `ENF 5`.
    chapter: String,
    /// A section, as `4.2`, with all below it; the whole chapter where nothing is said.
    section: Option<String>,
    /// A page, where the manual has pages.
    #[schemars(range(min = 1, max = 100_000))]
    page: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ManualDetailAnswer {
    chapter: String,
    title: Option<String>,
    /// The first 50 stretches, in order.
    sections: Vec<ManualStretch>,
    /// How many there are in all.
    total: u32,
    basis: PackBasis,
}

/// A section, or a page.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ManualStretch {
    /// The section's number; null for a page.
    section: Option<String>,
    page: Option<String>,
    title: Option<String>,
    /// Where it lies in the text of its document.
    bytes: ByteSpan,
    text: String,
    source: PassageSource,
}

impl TypedTool for ManualDetailTool {
    const NAME: &'static str = "operation_manual_detail";
    const ABOUT: &'static str = "A chapter of an officers' manual whole, or one section or page of it, with byte ranges. At most 50 \
        sections or pages at once.";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 4_000, results: Some(MOST) };
    type Input = ManualDetailRequest;
    type Output = ManualDetailAnswer;

    fn run(
        services: &ToolServices,
        input: ManualDetailRequest,
    ) -> Result<ManualDetailAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Manual)?;
        let wanted = input.chapter.trim().to_lowercase();
        let known = chapters(&parts);
        let chapter = known.iter().find(|it| it.to_lowercase() == wanted);
        let chapter = chapter.ok_or_else(|| {
            let there: Vec<&str> = known.iter().map(String::as_str).collect();
            absent(&parts, ("chapter", &input.chapter), &there.join(", "))
        })?;
        let mut sections = Vec::new();
        let mut title = None;
        for part in &parts {
            for entry in part.entries() {
                if entry.metadata.get("chapter") == Some(chapter.as_str()) {
                    title = title.or_else(|| entry.metadata.title.clone());
                    sections.extend(stretches(part, &entry, &input)?);
                }
            }
        }
        sections.sort_by_key(|it| it.page.as_deref().and_then(|page| page.parse::<u32>().ok()));
        if sections.is_empty() {
            let page = input.page.map(|page| page.to_string());
            let (argument, given) = match (&input.section, &page) {
                (Some(section), _) => ("section", section),
                (None, Some(page)) => ("page", page),
                (None, None) => ("chapter", chapter),
            };
            return Err(absent(&parts, (argument, given), &format!("chapter {chapter}")));
        }
        let total = u32::try_from(sections.len()).unwrap_or(u32::MAX);
        sections.truncate(MOST);
        Ok(ManualDetailAnswer {
            chapter: chapter.clone(),
            title,
            sections,
            total,
            basis: PackBasis::new(input.as_of, &parts),
        })
    }
}

/// What of a document was asked for.
fn stretches(
    part: &OpenPart,
    entry: &CorpusEntry,
    input: &ManualDetailRequest,
) -> Result<Vec<ManualStretch>, ToolFailure> {
    let page = entry.metadata.get("page").map(str::to_owned);
    if let Some(wanted) = input.page
        && page.as_deref() != Some(wanted.to_string().as_str())
    {
        return Ok(Vec::new());
    }
    let rendition = part.rendition(entry)?;
    let spans = match &input.section {
        Some(section) => section_spans(&rendition, section.trim()),
        None => vec![(None, None, ByteSpan::from(0..rendition.text.len()))],
    };
    let stretch = |(section, title, bytes): SectionSpan| ManualStretch {
        section,
        page: page.clone(),
        title,
        bytes,
        text: bytes.of(&rendition.text).unwrap_or_default().to_owned(),
        source: PassageSource::new(
            part,
            (&entry.name, &entry.metadata),
            (entry.source.hash, entry.rendition()),
        ),
    };
    Ok(spans.into_iter().map(stretch).collect())
}

/// Its number, its title, its place.
type SectionSpan = (Option<String>, Option<String>, ByteSpan);

/// A section of a document that says where its sections are; else the page on which one begins.
fn section_spans(rendition: &Rendition, section: &str) -> Vec<SectionSpan> {
    let labelled = rendition
        .parts
        .iter()
        .find(|part| part.kind == PartKind::Section && part.label.as_deref() == Some(section));
    if let Some(found) = labelled {
        return vec![(found.label.clone(), found.title.clone(), found.span)];
    }
    let begins = |line: &str| {
        let rest = line.trim_start().strip_prefix(section);
        // A line of a table of contents leads to the section, and is not it.
        rest.is_some_and(|rest| rest.starts_with(['.', ' ']) || rest.is_empty())
            && !line.contains("....")
    };
    let has_parts = rendition.parts.iter().any(|part| part.kind == PartKind::Section);
    if !has_parts && rendition.text.lines().any(begins) {
        let whole = ByteSpan::from(0..rendition.text.len());
        return vec![(Some(section.to_owned()), None, whole)];
    }
    Vec::new()
}

/// Not found only where all of a manual is said to be here.
fn absent(
    parts: &[&OpenPart],
    (argument, given): (&str, &str),
    looked_in: &str,
) -> ToolFailure {
    let whole = parts.iter().all(|part| {
        let claims = &part.part().coverage;
        !claims.is_empty() && claims.iter().all(|it| it.extent == CoverageExtent::Whole)
    });
    if whole {
        return ToolFailure::NotFound {
            argument: argument.to_owned(),
            given: given.to_owned(),
            looked_in: looked_in.to_owned(),
        };
    }
    ToolFailure::outside(argument, given, looked_in)
}
