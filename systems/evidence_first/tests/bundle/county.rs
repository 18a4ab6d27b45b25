//! A small `evidence_first` run over the rules of a fictional county, with honest stages.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jurat_canon::Hash;
use jurat_engine::{
    Engine, EngineOptions, FixedClock, MemoryStore, Patch, RunId, RunRequest, StageError,
    StageRegistry, StageSpec, WaitResult, Workflow, load,
};
use jurat_model::{
    ByteSpan, ComposedAnswer, Confidence, DocumentMetadata, ExtractionConfidence,
    GroundingRecord, NormModality, Passage, Quote, ReaderIdentity, Requirement, RequirementId,
    RequirementReference, RetrievedChunk, SourceExhibit, SourceKind, SourceType, Statement,
    StatementRole,
};
use jurat_verify::{GatePolicy, gate};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::county_report;

pub(crate) const RUN: RunId = RunId::from_number(7);
pub(crate) const QUESTION: &str = "What are the rules on the records of an inspection?";
const POLICY: GatePolicy = policy();

/// The sentences that carry duties, each in a section of its own.
const STATUTE: [&str; 4] = [
    "Every county must keep the records of each inspection for five years after the inspection.",
    "A county shall keep the records of an inspection in a locked room of its own archive.",
    "The county clerk must list the records of every inspection by the last day of the year.",
    "No county may destroy the records of an inspection before the five years have passed.",
];
const MANUAL: [&str; 2] = [
    "Inspectors must hand the records of an inspection to the county within ten working days.",
    "The county must keep a copy of the records of each inspection outside its own building.",
];

const fn policy() -> GatePolicy {
    GatePolicy { addresses_min: 0.0, ..GatePolicy::seed() }
}

/// What the county's texts say.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Story {
    /// These words are replaced...
    pub(crate) from: String,
    pub(crate) to: String,
    /// Sections of the code beyond the first four.
    pub(crate) more: usize,
    /// Hashes that the texts claim to be made of; none, and it is their own.
    pub(crate) sources: Vec<Hash>,
}

impl Story {
    pub(crate) fn swapped(from: &str, to: &str) -> Self {
        Self {
            from: from.to_owned(),
            to: to.to_owned(),
            ..Self::default()
        }
    }
}

const WORDS: [&str; 22] = [
    "harbour", "orchard", "bridge", "market", "quarry", "school", "tannery", "bakery",
    "stable", "cellar", "garden", "canal", "tower", "kiln", "granary", "ferry", "museum",
    "laundry", "brewery", "chapel", "forge", "library",
];

/// Duties without number or end, no two of them alike.
fn more(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|at| {
        let word = |place: u32| WORDS[at / 22_usize.pow(place) % 22];
        let (one, two, three) = (word(0), word(1), word(2));
        format!(
            "The {one} officer must keep the {two} records of each inspection in the {three} \
             archive of the county."
        )
    })
}

/// The two texts of the county, with `from` replaced by `to`.
pub(crate) fn exhibits(from: &str, to: &str) -> Vec<SourceExhibit> {
    texts(&Story::swapped(from, to))
}

fn texts(story: &Story) -> Vec<SourceExhibit> {
    let text = |sentences: &[&str], more: usize| {
        let section = |at: usize, sentence: &str, hills: usize| {
            format!(
                "Section {}. Records\n\n{sentence}\n\n{}\n\n",
                at + 1,
                "The hills of Brindle County are green in spring and grey in autumn. "
                    .repeat(hills)
            )
        };
        let first = sentences.iter().zip(0..).map(|(it, at)| section(at, it, 20));
        let rest = self::more(more)
            .zip(sentences.len()..)
            .map(|(it, at)| section(at, &it, 3));
        first.chain(rest).collect::<String>().replace(&story.from, &story.to)
    };
    let exhibit = |name: &str, kind, text: String| SourceExhibit {
        name: name.to_owned(),
        source: Hash::of(text.as_bytes()),
        media: "text/plain".to_owned(),
        rendition: Hash::of(text.as_bytes()),
        reader: ReaderIdentity {
            name: "plain".into(),
            version: 1,
            options: String::new(),
        },
        metadata: DocumentMetadata { kind, ..DocumentMetadata::default() },
        text,
    };
    let mut all = vec![
        exhibit("brindle-code.txt", SourceKind::Statute, text(&STATUTE, story.more)),
        exhibit("brindle-manual.txt", SourceKind::PolicyManual, text(&MANUAL, 0)),
    ];
    for (exhibit, source) in all.iter_mut().zip(&story.sources) {
        exhibit.source = *source;
    }
    all
}

/// A finished run of the county in a store of its own.
pub(crate) fn run(workers: usize, from: &str, to: &str) -> MemoryStore {
    told(workers, 3, &Story::swapped(from, to))
}

/// The same with a story and a number of events between snapshots.
pub(crate) fn told(workers: usize, snapshot_every: u64, story: &Story) -> MemoryStore {
    let store = MemoryStore::default();
    let clock = Arc::new(FixedClock(1_700_000_000_000));
    let options = EngineOptions { workers, clock, snapshot_every };
    let engine = Engine::new(Arc::new(store.clone()), options).unwrap();
    let checked = load(&definition().to_string()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let workflow = Arc::new(Workflow::bind(checked, &registry()).unwrap());
    let input = BTreeMap::from([("story".to_owned(), json!(story))]);
    let params = BTreeMap::from([("question".to_owned(), json!(QUESTION))]);
    let request = RunRequest { run: RUN, params, input };
    let (_handle, stopped) = engine.run(&workflow, request).unwrap();
    assert!(matches!(stopped, WaitResult::Ended(_)), "{stopped:?}");
    store
}

fn definition() -> Json {
    let stage = |id: &str, after: &[&str], writes: &[&str]| json!({"id": id, "run": id, "depends_on": after, "writes": writes});
    let channels = [
        "story",
        "exhibits",
        "statute_chunks",
        "policy_chunks",
        "extracted_requirements",
        "gate_policy",
        "verified_requirements",
        "rejected_requirements",
        "conflicts",
        "grounding_confidence",
        "answer",
        "final_answer",
        "review",
        "report",
    ];
    let channels: BTreeMap<&str, Json> =
        channels.into_iter().map(|name| (name, json!({}))).collect();
    json!({
        "name": "evidence_first",
        "params": {"question": {"type": "string"}},
        "channels": channels,
        "stages": [
            stage("retrieval", &[], &["exhibits", "statute_chunks", "policy_chunks"]),
            stage("extract_evidence", &["retrieval"], &["extracted_requirements"]),
            stage("verify_grounding", &["extract_evidence"],
                &["gate_policy", "verified_requirements", "rejected_requirements", "conflicts",
                  "grounding_confidence"]),
            stage("compose_answer", &["verify_grounding"], &["answer", "final_answer"]),
            stage("quality_review", &["compose_answer"], &["review"]),
            stage("finalize", &["quality_review"], &["report"]),
        ],
    })
}

#[derive(Deserialize)]
struct Nothing {}

fn registry() -> StageRegistry {
    StageRegistry::of([
        StageSpec::compute("retrieval", |ctx, _: &Nothing| {
            let exhibits = texts(&read::<Story>(&ctx.json("story"))?);
            let (statutes, policies) = (chunks(&exhibits[0]), chunks(&exhibits[1]));
            Ok(wrote("exhibits", &exhibits)
                .and_json("statute_chunks", json!(statutes))
                .and_json("policy_chunks", json!(policies)))
        }),
        StageSpec::compute("extract_evidence", |ctx, _: &Nothing| {
            let mut chunks: Vec<RetrievedChunk> = read(&ctx.json("statute_chunks"))?;
            chunks.extend(read::<Vec<RetrievedChunk>>(&ctx.json("policy_chunks"))?);
            Ok(wrote("extracted_requirements", &requirements(&chunks)))
        }),
        StageSpec::compute("verify_grounding", |ctx, _: &Nothing| {
            let gated = gate(
                QUESTION,
                &read::<Vec<Requirement>>(&ctx.json("extracted_requirements"))?,
                &read::<Vec<SourceExhibit>>(&ctx.json("exhibits"))?,
                POLICY,
            );
            let confidence = Confidence::of(gated.verified.len());
            Ok(wrote("gate_policy", &POLICY)
                .and_json("verified_requirements", json!(gated.verified))
                .and_json("rejected_requirements", json!(gated.rejected))
                .and_json("conflicts", json!(gated.conflicts))
                .and_json("grounding_confidence", json!(confidence)))
        }),
        StageSpec::compute("compose_answer", |ctx, _: &Nothing| {
            let answer = answer(
                &read::<Vec<Requirement>>(&ctx.json("extracted_requirements"))?,
                &read::<Vec<GroundingRecord>>(&ctx.json("verified_requirements"))?,
            );
            let text = answer.final_answer();
            Ok(wrote("answer", &answer).and_json("final_answer", json!(text)))
        }),
        StageSpec::compute("quality_review", |ctx, _: &Nothing| {
            let gated = gate(
                QUESTION,
                &read::<Vec<Requirement>>(&ctx.json("extracted_requirements"))?,
                &read::<Vec<SourceExhibit>>(&ctx.json("exhibits"))?,
                POLICY,
            );
            let answer = read::<ComposedAnswer>(&ctx.json("answer"))?;
            Ok(wrote("review", &county_report::review(&answer, &gated.admitted)))
        }),
        StageSpec::compute("finalize", |ctx, _: &Nothing| {
            let answer = ctx.json("answer");
            Ok(wrote(
                "report",
                &county_report::report(&answer, &ctx.json("extracted_requirements")),
            ))
        }),
    ])
}

fn wrote<T: serde::Serialize>(channel: &'static str, value: &T) -> Patch {
    Patch::empty().and_json(channel, json!(value))
}

fn read<T: serde::de::DeserializeOwned>(json: &Json) -> Result<T, StageError> {
    T::deserialize(json).map_err(|error| StageError::permanent(error.to_string()))
}

/// Every sentence with a duty, as a chunk of its own.
fn chunks(exhibit: &SourceExhibit) -> Vec<RetrievedChunk> {
    let source_type = SourceType::of(exhibit.metadata.kind);
    let lines = exhibit.text.lines().filter(|line| line.contains("inspection"));
    let chunk = |(at, line): (usize, &str)| {
        let start = line.as_ptr().addr() - exhibit.text.as_ptr().addr();
        RetrievedChunk {
            chunk_id: format!("{}{}", source_type.letter(), at + 1),
            source_type,
            document_id: format!("{} § {}", exhibit.name, at + 1),
            section_heading: "Records".to_owned(),
            probability: 0.9,
            passage: Passage {
                id: format!("{}:{at}", exhibit.name),
                source: exhibit.source,
                name: exhibit.name.clone(),
                rendition: exhibit.rendition,
                span: ByteSpan { start, end: start + line.len() },
                text: line.to_owned(),
                label: None,
                headings: Vec::new(),
                metadata: exhibit.metadata.clone(),
            },
            provision: None,
        }
    };
    lines.enumerate().map(chunk).collect()
}

fn requirements(chunks: &[RetrievedChunk]) -> Vec<Requirement> {
    let mut numbers = BTreeMap::new();
    let mut requirement = |chunk: &RetrievedChunk| {
        let number = numbers.entry(chunk.source_type).or_insert(0);
        *number += 1;
        let passage = &chunk.passage;
        let prohibits = passage.text.starts_with("No ");
        Requirement {
            requirement_id: RequirementId { source_type: chunk.source_type, number: *number },
            source_type: chunk.source_type,
            document_id: chunk.document_id.clone(),
            section_heading: chunk.section_heading.clone(),
            exact_quote: passage.text.clone(),
            chunk_id: chunk.chunk_id.clone(),
            extraction_confidence: ExtractionConfidence::High,
            modality: if prohibits {
                NormModality::Prohibition
            } else {
                NormModality::Obligation
            },
            quote: Quote {
                rendition: passage.rendition,
                ranges: vec![passage.span],
                text: passage.text.clone(),
            },
            points_to: Vec::new(),
            language: "en".to_owned(),
        }
    };
    let mut all: Vec<Requirement> = chunks.iter().map(&mut requirement).collect();
    // One that somebody made up: the gate must turn it away, and again whenever it is checked.
    let mut made_up = requirement(&chunks[0]);
    made_up.quote.text = made_up.quote.text.replace("years", "months");
    made_up.exact_quote.clone_from(&made_up.quote.text);
    all.push(made_up);
    all
}

fn answer(extracted: &[Requirement], verified: &[GroundingRecord]) -> ComposedAnswer {
    let ids: Vec<RequirementId> = verified.iter().map(|it| it.requirement_id).collect();
    let among: BTreeSet<RequirementId> = ids.iter().copied().collect();
    let used = extracted.iter().filter(|it| among.contains(&it.requirement_id));
    // The last is left out, so that there is one that no statement rests on.
    let used: Vec<&Requirement> = used.take(ids.len() - 1).collect();
    let statement = |it: &&Requirement| Statement {
        text: it.exact_quote.clone(),
        marks: vec![it.requirement_id],
        role: StatementRole::Requirement,
        quote: None,
    };
    let statements: Vec<Statement> = used.iter().map(statement).collect();
    let by_mark: BTreeMap<RequirementId, &Statement> =
        statements.iter().map(|it| (it.marks[0], it)).collect();
    let reference = |id: &RequirementId| {
        let found = by_mark.get(id);
        RequirementReference {
            requirement_id: *id,
            used_in_answer: found.is_some(),
            statement: found.map(|it| it.text.clone()).unwrap_or_default(),
        }
    };
    let summary = |sort| {
        let alone = statements.iter().filter(|it| it.marks[0].source_type == sort);
        alone.map(Statement::marked).collect::<Vec<_>>().join(" ")
    };
    ComposedAnswer {
        requirement_references: ids.iter().map(reference).collect(),
        unused_requirements: ids[ids.len() - 1..].to_vec(),
        statute_summary: summary(SourceType::Statute),
        policy_summary: summary(SourceType::Policy),
        composition_confidence: ExtractionConfidence::High,
        value: None,
        statements,
    }
}
