//! `caselaw_get_fulltext_by_url`: a decision whole, by its address, its citation in any form, or its docket.

use jurat_model::ByteSpan;
use jurat_pack::{CoverageAnswer, PackPartKind, decision_coverage, paragraphs};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolLimits, ToolServices,
    caselaw::{decision_face::DecisionFace, decision_table::DecisionRow},
    packs::{LoadedPacks, OpenPart, PackBasis, PassageSource},
    tool::TypedTool,
};

pub(crate) struct FulltextTool;

const USUAL: u32 = 100;
const MOST: usize = 500;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FulltextRequest {
    /// The day that is asked about.
    as_of: CivilDay,
    /// A citation in any form: `2018 FC 6`, `2018 CF 6`, `Name v Name, 2018 F.C. 6 at para 3`.
    citation: Option<String>,
    /// A court's file number.
    docket: Option<String>,
    url: Option<String>,
    /// `en` or `fr`, where there are both.
    language: Option<String>,
    /// The first paragraph to give; 1 where nothing is said.
    #[schemars(range(min = 1, max = 100_000))]
    from_paragraph: Option<u32>,
    /// How many paragraphs, 1 to 500; 100 where nothing is said.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FulltextAnswer {
    decision: DecisionFace,
    /// The languages that it is there in.
    languages: Vec<String>,
    /// What stands before the first paragraph; all of the text where paragraphs have no numbers.
    head: TextBlock,
    paragraphs: Vec<NumberedBlock>,
    total_paragraphs: u32,
    /// The first paragraph that was not given; null where all were.
    next_paragraph: Option<u32>,
    source: PassageSource,
    basis: PackBasis,
}

/// A stretch of a text.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TextBlock {
    bytes: ByteSpan,
    text: String,
}

/// A paragraph.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NumberedBlock {
    number: u32,
    /// Where it lies in the text of the decision.
    bytes: ByteSpan,
    text: String,
}

/// A decision with all its paragraphs, by its citation.
pub(crate) fn whole_decision(
    services: &ToolServices,
    as_of: CivilDay,
    (citation, language): (&str, Option<&str>),
) -> Result<FulltextAnswer, ToolFailure> {
    let request = FulltextRequest {
        as_of,
        citation: Some(citation.to_owned()),
        docket: None,
        url: None,
        language: language.map(str::to_owned),
        from_paragraph: None,
        limit: Some(u32::MAX),
    };
    FulltextTool::run(services, request)
}

impl TypedTool for FulltextTool {
    const NAME: &'static str = "caselaw_get_fulltext_by_url";
    const ABOUT: &'static str = "A decision whole, by one of citation (any form), docket or url: paragraphs with numbers and byte \
        ranges. 100 paragraphs unless `limit` says more (500 at most).";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 8_000, results: Some(MOST) };
    type Input = FulltextRequest;
    type Output = FulltextAnswer;

    fn run(
        services: &ToolServices,
        input: FulltextRequest,
    ) -> Result<FulltextAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Decisions)?;
        let found = found(&packs, &parts, &input)?;
        let languages = found.iter().filter_map(|(_, row)| row.fields.language.clone());
        let languages: Vec<String> = languages.collect();
        let (part, row) = in_language(&found, &languages, input.language.as_deref())?;
        let gone = || ToolFailure::ours("caselaw", &"a decision without its text");
        let entry = part.entry(&row.name).ok_or_else(gone)?;
        let text = part.rendition(&entry)?.text;
        let all = paragraphs(&text);
        let first = input.from_paragraph.unwrap_or(1);
        let limit = usize::try_from(input.limit.unwrap_or(USUAL)).unwrap_or(1);
        let mut rest = all.iter().filter(|it| first <= it.number);
        let given = rest.by_ref().take(limit).map(|it| NumberedBlock {
            number: it.number,
            bytes: it.span,
            text: it.span.of(&text).unwrap_or_default().to_owned(),
        });
        let given: Vec<NumberedBlock> = given.collect();
        let head = ByteSpan::from(0..all.first().map_or(text.len(), |it| it.span.start));
        Ok(FulltextAnswer {
            decision: DecisionFace::of(&row.fields, &parts),
            languages,
            head: TextBlock {
                bytes: head,
                text: head.of(&text).unwrap_or_default().to_owned(),
            },
            paragraphs: given,
            total_paragraphs: u32::try_from(all.len()).unwrap_or(u32::MAX),
            next_paragraph: rest.next().map(|it| it.number),
            source: PassageSource::new(
                part,
                (&row.name, &entry.metadata),
                (entry.source.hash, entry.rendition()),
            ),
            basis: PackBasis::new(input.as_of, &parts),
        })
    }
}

/// A decision, in the part that has it.
type FoundRow<'p> = (&'p OpenPart, &'p DecisionRow);

/// The decision in every language there is.
fn found<'p>(
    packs: &LoadedPacks,
    parts: &[&'p OpenPart],
    input: &FulltextRequest,
) -> Result<Vec<FoundRow<'p>>, ToolFailure> {
    let (argument, given) = match (&input.citation, &input.docket, &input.url) {
        (Some(it), None, None) => ("citation", it),
        (None, Some(it), None) => ("docket", it),
        (None, None, Some(it)) => ("url", it),
        _ => {
            let allowed = ["one of `citation`, `docket`, `url`"];
            return Err(ToolFailure::bad("arguments", "none or several", allowed));
        }
    };
    let key = packs.courts.key(given).unwrap_or_else(|| given.trim().to_owned());
    let rows = |part: &&'p OpenPart| {
        let table = part.decisions();
        let rows = match argument {
            "citation" => table.by_citation(&key),
            "docket" => table.by_docket(given),
            _ => table.by_url(given),
        };
        let part: &'p OpenPart = part;
        rows.into_iter().map(move |row| (part, row)).collect::<Vec<_>>()
    };
    let found: Vec<FoundRow<'p>> = parts.iter().flat_map(rows).collect();
    if found.is_empty() {
        return Err(absent(packs, argument, (given, &key)));
    }
    Ok(found)
}

/// Not found only where it would be here if it existed.
fn absent(packs: &LoadedPacks, argument: &str, (given, key): (&str, &str)) -> ToolFailure {
    let covered = decision_coverage(packs.manifests(), key);
    match covered {
        CoverageAnswer::Whole(looked_in) if argument == "citation" => ToolFailure::NotFound {
            argument: argument.to_owned(),
            given: key.to_owned(),
            looked_in,
        },
        CoverageAnswer::Whole(covers) | CoverageAnswer::Outside(covers) => {
            ToolFailure::outside(argument, format!("{given:?}"), covers)
        }
    }
}

fn in_language<'p>(
    found: &[FoundRow<'p>],
    languages: &[String],
    wanted: Option<&str>,
) -> Result<FoundRow<'p>, ToolFailure> {
    let fits = |row: &&FoundRow<'p>| {
        wanted.is_none_or(|wanted| row.1.fields.language.as_deref() == Some(wanted))
    };
    found.iter().find(fits).copied().ok_or_else(|| {
        let given = format!("{:?}", wanted.unwrap_or_default());
        ToolFailure::bad("language", given, languages)
    })
}
