//! `help_centre_detail`: a help page whole.

use jurat_model::ByteSpan;
use jurat_pack::{CoverageExtent, PackPartKind};
use jurat_retrieve::CorpusEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolLimits, ToolServices,
    packs::{OpenPart, PackBasis, PassageSource},
    tool::TypedTool,
};

pub(crate) struct HelpDetailTool;

/// Stretches that one answer gives.
const MOST: usize = 200;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HelpDetailRequest {
    /// The day that is asked about.
    as_of: CivilDay,
    /// The page by its address, its title, or its name as `help_centre_search` gives it.
    page: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct HelpDetailAnswer {
    title: Option<String>,
    url: Option<String>,
    language: Option<String>,
    /// In the order of the page, 200 at most.
    sections: Vec<HelpStretch>,
    basis: PackBasis,
}

/// A stretch of a page.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct HelpStretch {
    heading: Option<String>,
    /// Where it lies in the text of its document.
    bytes: ByteSpan,
    text: String,
    source: PassageSource,
}

impl TypedTool for HelpDetailTool {
    const NAME: &'static str = "help_centre_detail";
    const ABOUT: &'static str =
        "A help-centre page whole, by its address, title or name, with byte ranges.";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 8_000, results: Some(MOST) };
    type Input = HelpDetailRequest;
    type Output = HelpDetailAnswer;

    fn run(
        services: &ToolServices,
        input: HelpDetailRequest,
    ) -> Result<HelpDetailAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Help)?;
        let wanted = input.page.trim().to_lowercase();
        let found: Vec<(&OpenPart, CorpusEntry)> = parts
            .iter()
            .flat_map(|part| part.entries().map(move |entry| (*part, entry)))
            .filter(|(_, entry)| is_page(entry, &wanted))
            .take(MOST)
            .collect();
        let Some((_, first)) = found.first() else { return Err(absent(&parts, &input.page)) };
        let value = |key: &str| first.metadata.get(key).map(str::to_owned);
        let (title, url, language) = (value("title"), value("url"), value("language"));
        let sections = found.iter().map(|(part, entry)| stretch(part, entry));
        Ok(HelpDetailAnswer {
            title,
            url,
            language,
            sections: sections.collect::<Result<_, _>>()?,
            basis: PackBasis::new(input.as_of, &parts),
        })
    }
}

fn is_page(entry: &CorpusEntry, wanted: &str) -> bool {
    let name = entry.name.to_lowercase();
    let bare = name.rsplit_once('.').map_or(name.as_str(), |(bare, _)| bare);
    let says = |key: &str| {
        entry
            .metadata
            .get(key)
            .is_some_and(|value| value.to_lowercase() == wanted)
    };
    name == wanted || bare == wanted || says("url") || says("title")
}

fn stretch(part: &OpenPart, entry: &CorpusEntry) -> Result<HelpStretch, ToolFailure> {
    let text = part.rendition(entry)?.text;
    Ok(HelpStretch {
        heading: entry.metadata.get("heading").map(str::to_owned),
        bytes: ByteSpan::from(0..text.len()),
        text,
        source: PassageSource::new(
            part,
            (&entry.name, &entry.metadata),
            (entry.source.hash, entry.rendition()),
        ),
    })
}

/// Not found only where all pages are said to be here.
fn absent(parts: &[&OpenPart], page: &str) -> ToolFailure {
    let looked_in = parts
        .iter()
        .map(|part| {
            let pages = part.entries().count();
            format!("{} ({pages} documents)", part.record().manifest.name)
        })
        .collect::<Vec<_>>()
        .join(", ");
    let whole = parts.iter().all(|part| {
        let claims = &part.part().coverage;
        !claims.is_empty() && claims.iter().all(|it| it.extent == CoverageExtent::Whole)
    });
    if whole {
        return ToolFailure::NotFound {
            argument: "page".to_owned(),
            given: page.to_owned(),
            looked_in,
        };
    }
    ToolFailure::outside("page", page, looked_in)
}
