//! Sample documents as exhibits, and every sentence of them that states a norm as a requirement.

use std::{fs, path::Path};

use jurat_canon::Hash;
use jurat_model::{
    ByteSpan, DocumentMetadata, ExtractionConfidence, NormModality, Quote, ReaderIdentity,
    Requirement, RequirementId, SourceExhibit, SourceType,
};
use jurat_text::{
    crossref::cross_references,
    sentences::{SentenceSpan, sentences},
};

pub(crate) fn exhibit(name: &str, text: &str) -> SourceExhibit {
    let hash = Hash::of(text.as_bytes());
    let reader = ReaderIdentity {
        name: "plain".into(),
        version: 1,
        options: String::new(),
    };
    SourceExhibit {
        name: name.to_owned(),
        source: hash,
        media: "text/markdown".into(),
        rendition: hash,
        reader,
        metadata: DocumentMetadata::default(),
        text: text.to_owned(),
    }
}

/// A requirement of one stretch of an exhibit.
pub(crate) fn requirement(
    exhibit: &SourceExhibit,
    words: &str,
    modality: NormModality,
) -> Requirement {
    let start = exhibit.text.find(words).unwrap();
    let spans = [ByteSpan::from(start..start + words.len())];
    of_spans(exhibit, &spans, modality, SourceType::Statute, 1)
}

pub(crate) fn of_spans(
    exhibit: &SourceExhibit,
    spans: &[ByteSpan],
    modality: NormModality,
    source_type: SourceType,
    number: u32,
) -> Requirement {
    let quote = Quote::take(exhibit.rendition, &exhibit.text, spans).unwrap();
    let language = exhibit.text.lines().find_map(|line| line.strip_prefix("language: "));
    Requirement {
        requirement_id: RequirementId { source_type, number },
        source_type,
        document_id: exhibit.name.clone(),
        section_heading: heading(&exhibit.text, spans[0].start),
        exact_quote: quote.text.clone(),
        chunk_id: format!("{}1", source_type.letter()),
        extraction_confidence: ExtractionConfidence::High,
        modality,
        quote,
        points_to: Vec::new(),
        language: language.unwrap_or("en").to_owned(),
    }
}

fn heading(text: &str, before: usize) -> String {
    let above = text[..before].lines().rev().find(|line| line.starts_with("##"));
    above.map_or_else(String::new, |line| line.trim_start_matches('#').trim().to_owned())
}

/// Every norm of the sample, an item with its lead-in.
pub(crate) fn sample_requirements(exhibits: &[SourceExhibit]) -> Vec<Requirement> {
    let mut found = Vec::new();
    for exhibit in exhibits {
        let statute = exhibit.text.contains("\nkind: statute");
        let source_type = if statute { SourceType::Statute } else { SourceType::Policy };
        let all = sentences(&exhibit.text);
        for at in 0..all.len() {
            let spans = spans(&all, at);
            let joined: String = spans
                .iter()
                .filter_map(|span| span.of(&exhibit.text))
                .collect::<Vec<_>>()
                .join(" ");
            let number = u32::try_from(found.len() + 1).unwrap();
            if let Some(modality) = modality(&joined) {
                let mut one = of_spans(exhibit, &spans, modality, source_type, number);
                one.points_to = pointed(exhibit, &one);
                found.push(one);
            }
        }
    }
    found
}

/// Where a requirement points, as far as the sample's sections and items go.
fn pointed(exhibit: &SourceExhibit, one: &Requirement) -> Vec<jurat_model::PointsTo> {
    let references = cross_references(&one.exact_quote);
    let written = references
        .iter()
        .map(|found| one.exact_quote[found.range.clone()].to_owned());
    written
        .map(|reference| {
            let (section, item) = reference.split_once('(').unwrap_or((&reference, ""));
            let heading = exhibit.text.find(&format!("## {section} "));
            let target = heading.and_then(|at| {
                let mark =
                    if item.is_empty() { "\n\n".to_owned() } else { format!("\n({item} ") };
                let start = at + exhibit.text[at..].find(&mark)? + mark.len();
                let end = start + exhibit.text[start..].find('\n')?;
                Quote::take(exhibit.rendition, &exhibit.text, &[(start..end).into()])
            });
            jurat_model::PointsTo { reference, target }
        })
        .collect()
}

fn spans(all: &[SentenceSpan], at: usize) -> Vec<ByteSpan> {
    let mut chain: Vec<usize> =
        std::iter::successors(Some(at), |at| all[*at].lead_in).collect();
    chain.reverse();
    chain
        .iter()
        .map(|at| ByteSpan::from(all[*at].range.clone()))
        .collect()
}

/// What a person reads the words as; the sample is small and plain.
fn modality(text: &str) -> Option<NormModality> {
    let has = |list: &[&str]| list.iter().any(|word| text.contains(word));
    let forbids = [
        "may not ",
        "No person shall",
        "No client",
        "No ferry",
        "No fare",
        "No member",
        "must not ",
        "must never",
        "shall not",
        "prohibited",
        "should not",
        "est interdit",
        "ne peut",
        "vedado",
        "não pode",
        "Nenhum ",
    ];
    let demands = [
        "shall",
        "must",
        "required to",
        "responsible for",
        "has to",
        "have to",
        "needs to",
        "need to",
        "expected to",
        "should",
        "the duty of",
        "doit",
        "tenu de",
        "deve",
        "obrigad",
    ];
    let allows = [" may ", " peut ", " peuvent ", " pode ", " podem "];
    if text.starts_with('#') || text.contains('?') {
        None
    } else if has(&forbids) {
        Some(NormModality::Prohibition)
    } else if has(&demands) {
        Some(NormModality::Obligation)
    } else {
        has(&allows).then_some(NormModality::Permission)
    }
}

pub(crate) fn sample() -> Vec<SourceExhibit> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems/evidence_first/sample");
    let names = ["county_code.md", "policy_manual.md", "avis_public.md", "aviso_publico.md"];
    names
        .iter()
        .map(|name| {
            let text = fs::read_to_string(folder.join(name)).unwrap();
            let title = text.lines().find_map(|line| line.strip_prefix("title: ")).unwrap();
            let mut made = exhibit(title, &text);
            let language = text.lines().find_map(|line| line.strip_prefix("language: "));
            made.metadata
                .values
                .insert("language".into(), language.unwrap().to_owned());
            made
        })
        .collect()
}
