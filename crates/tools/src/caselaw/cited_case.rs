//! A case that a request names by citation: its key in the graph, its face, and why there is none.

use jurat_citator::{CaseEdge, RankedCase};
use jurat_model::ByteSpan;
use jurat_pack::{CoverageAnswer, DecisionFields, PackPartKind, decision_coverage};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ToolFailure,
    caselaw::decision_face::DecisionFace,
    packs::{LoadedPacks, OpenPart, PackCases},
};

/// The longest citation that is read, in characters.
const LONGEST: usize = 600;

/// The key of a citation in any form.
pub(super) fn case_key(packs: &LoadedPacks, citation: &str) -> Result<String, ToolFailure> {
    let length = citation.chars().count();
    if citation.trim().is_empty() || LONGEST < length {
        let allowed = [format!("a citation of 1 to {LONGEST} characters")];
        return Err(ToolFailure::bad("citation", format!("{length} characters"), allowed));
    }
    Ok(packs
        .courts
        .key(citation)
        .unwrap_or_else(|| citation.trim().to_owned()))
}

/// The key of a case that the graph has, or that a case of it cites.
pub(super) fn known_key(
    packs: &LoadedPacks,
    cases: &PackCases,
    citation: &str,
) -> Result<String, ToolFailure> {
    let key = case_key(packs, citation)?;
    if cases.graph.knows(&key) {
        return Ok(key);
    }
    Err(match decision_coverage(packs.manifests(), &key) {
        CoverageAnswer::Whole(looked_in) => ToolFailure::NotFound {
            argument: "citation".to_owned(),
            given: key,
            looked_in,
        },
        CoverageAnswer::Outside(covers) => ToolFailure::outside(
            "citation",
            format!("{key:?}, which no loaded decision is or cites,"),
            covers,
        ),
    })
}

/// The face of a case; of one that is only cited little more than its citation.
pub(super) fn face(
    (packs, cases): (&LoadedPacks, &PackCases),
    key: &str,
) -> Result<DecisionFace, ToolFailure> {
    let parts = packs.parts_if_any(PackPartKind::Decisions)?;
    let row = cases.place(key).and_then(|(at, name)| {
        let part: &OpenPart = parts.get(at)?;
        part.decisions().rows.iter().find(|row| row.name == name)
    });
    let fields = match (row, cases.graph.case(key)) {
        (Some(row), Some(case)) => {
            let fields = &row.fields;
            DecisionFields {
                citation: Some(key.to_owned()),
                style: case.style.clone(),
                court: case.court.clone(),
                judge: case.judge.clone(),
                date: case.date.clone(),
                outcome: fields
                    .outcome
                    .clone()
                    .or_else(|| case.outcome.map(|it| it.word().to_owned())),
                country: case.country.clone(),
                issues: case.issues.clone(),
                ..fields.clone()
            }
        }
        _ => DecisionFields {
            citation: Some(key.to_owned()),
            ..DecisionFields::default()
        },
    };
    Ok(DecisionFace::of(&fields, &parts))
}

/// How much weight a case has among all.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(super) struct AuthorityScore {
    /// `PageRank` over who cites whom among the loaded decisions given by the day; all scores sum to 1.
    score: f64,
    /// The score over that of a case of average weight: 1 is the average.
    times_average: f64,
    /// Its place, 1 for the weightiest.
    rank: u32,
    /// How many cases were ranked.
    of: u32,
    /// Loaded decisions that cite it.
    cited_by: u32,
    /// Whether it is among the loaded decisions, or they only cite it.
    held: bool,
}

/// The weight of a case on a day; none where it had not been given or cited yet.
#[expect(clippy::cast_precision_loss, reason = "counts of cases are small")]
pub(super) fn authority(ranked: &[RankedCase], key: &str) -> Option<AuthorityScore> {
    let at = ranked.iter().position(|one| one.key == key)?;
    let one = &ranked[at];
    Some(AuthorityScore {
        score: one.score,
        times_average: one.score * ranked.len() as f64,
        rank: small(at + 1),
        of: small(ranked.len()),
        cited_by: small(one.cited_by),
        held: one.held,
    })
}

pub(super) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A place at which one case cites another, with the sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct CitingPlace {
    from: String,
    to: String,
    /// The day of the citing decision.
    date: Option<String>,
    /// `history`, `treatment` or `mention`.
    family: String,
    /// What the sentence does with the cited case: read by a grammar, to be checked by eye.
    kind: String,
    paragraph: Option<u32>,
    /// Where the sentence lies in the text of the citing decision.
    bytes: ByteSpan,
    text: String,
    pinpoint: Option<String>,
}

/// Edges with their sentences.
pub(super) fn places(
    (packs, cases): (&LoadedPacks, &PackCases),
    edges: &[CaseEdge],
) -> Result<Vec<CitingPlace>, ToolFailure> {
    let parts = packs.parts_if_any(PackPartKind::Decisions)?;
    let mut texts = std::collections::BTreeMap::new();
    let mut found = Vec::with_capacity(edges.len());
    for edge in edges {
        if !texts.contains_key(&edge.from) {
            let text = match cases.place(&edge.from) {
                Some((at, name)) => {
                    match parts.get(at).and_then(|part| Some((part, part.entry(name)?))) {
                        Some((part, entry)) => part.rendition(&entry)?.text,
                        None => String::new(),
                    }
                }
                None => String::new(),
            };
            texts.insert(edge.from.clone(), text);
        }
        let text = texts.get(&edge.from).map(String::as_str).unwrap_or_default();
        found.push(CitingPlace {
            from: edge.from.clone(),
            to: edge.to.clone(),
            date: edge.date.clone(),
            family: format!("{:?}", edge.family).to_lowercase(),
            kind: edge.kind.word().to_owned(),
            paragraph: edge.paragraph,
            bytes: edge.sentence,
            text: edge.sentence.of(text).unwrap_or_default().to_owned(),
            pinpoint: edge.pinpoint.clone(),
        });
    }
    Ok(found)
}
