//! Real files, where the data folder is there.
#![expect(clippy::unwrap_used)]

use std::collections::BTreeMap;

use jurat_model::{PartKind, Rendition, RenditionPart};

use super::{data, outcome, pieces};
use crate::{
    aligned,
    formats::{ReaderOutput, detect, rendition_builder::one_line},
};

/// The one document of a real file, read as what it shows itself to be.
fn document(path: &str) -> Option<(Rendition, Vec<u8>)> {
    let path = data(path)?;
    let bytes = std::fs::read(&path).unwrap();
    let format = detect(&path.to_string_lossy(), &bytes).unwrap();
    Some((outcome(format.read, &bytes).unwrap().0, bytes))
}

#[test]
fn sections_read_as_the_retrieval_corpus_has_them() {
    let Some(corpus) = data("dev/retrieval_irpa/corpus.jsonl") else { return };
    let bytes = std::fs::read(corpus).unwrap();
    let format = detect("corpus.jsonl", &bytes).unwrap();
    let (rows, end) = pieces(format.read, &bytes);
    assert!(end.is_ok());
    assert_eq!(rows.len(), 1166);
    let mut texts = BTreeMap::new();
    for row in &rows {
        let ReaderOutput::Document { name, rendition, .. } = row else {
            unreachable!("a row refused")
        };
        texts.insert(name.clone().unwrap_or_default(), one_line(&rendition.text));
    }
    let Some((act, _)) = document("canada_laws/eng/acts/I-2.5.xml") else { return };
    let (mut same, mut all) = (0, 0);
    for part in act.parts.iter().filter(|part| part.kind == PartKind::Section) {
        let Some(label) = &part.label else { continue };
        let Some(expected) = texts.get(&format!("IRPA:s{label}")) else { continue };
        all += 1;
        same += usize::from(one_line(part.span.of(&act.text).unwrap_or_default()) == *expected);
    }
    // The one that differs has an editorial note in the corpus, which is a field of ours; seven
    // more have the mark of such a note in their number there.
    assert_eq!((same, all), (316, 317));
}

#[test]
fn references_re_read_as_the_words_of_their_elements() {
    for path in ["eng/acts/I-2.5.xml", "fra/lois/I-2.5.xml", "eng/regulations/SOR-2002-227.xml"]
    {
        let Some((act, bytes)) = document(&format!("canada_laws/{path}")) else { return };
        let expected = references(&String::from_utf8(bytes).unwrap());
        let seen: Vec<String> = act
            .references
            .iter()
            .map(|reference| one_line(reference.span.of(&act.text).unwrap_or_default()))
            .collect();
        assert!(100 < seen.len(), "{path}");
        assert_eq!(seen, expected, "{path}");
    }
}

/// The words of all elements of references outside of notes, found without our reader.
fn references(xml: &str) -> Vec<String> {
    let mut xml = xml.to_owned();
    for name in ["MarginalNote", "Footnote", "HistoricalNote"] {
        let mut kept = String::new();
        let mut rest = xml.as_str();
        while let Some(at) = rest
            .find(&format!("<{name} "))
            .or_else(|| rest.find(&format!("<{name}>")))
        {
            let (before, from) = rest.split_at(at);
            kept.push_str(before);
            let end = format!("</{name}>");
            rest = &from[from.find(&end).unwrap() + end.len()..];
        }
        kept.push_str(rest);
        xml = kept;
    }
    xml.split("<XRef")
        .skip(1)
        .map(|rest| {
            let inner = &rest[rest.find('>').unwrap() + 1..rest.find("</XRef").unwrap()];
            let words: String = inner
                .split('<')
                .map(|bit| bit.rsplit('>').next().unwrap_or_default())
                .collect();
            one_line(&words.replace("&amp;", "&"))
        })
        .collect()
}

#[test]
fn english_and_french_are_aligned_section_by_section() {
    let files = [
        ("eng/acts/I-2.5.xml", "fra/lois/I-2.5.xml"),
        ("eng/regulations/SOR-2002-227.xml", "fra/reglements/DORS-2002-227.xml"),
    ];
    for (english, french) in files {
        let Some((english, _)) = document(&format!("canada_laws/{english}")) else { return };
        let Some((french, _)) = document(&format!("canada_laws/{french}")) else { return };
        let pairs: BTreeMap<usize, usize> = aligned(&english, &french).into_iter().collect();
        let share = |chosen: fn(&RenditionPart) -> bool| {
            let all = (0..english.parts.len()).filter(|at| chosen(&english.parts[*at]));
            let (paired, alone): (Vec<usize>, Vec<usize>) =
                all.partition(|at| pairs.contains_key(at));
            (paired.len(), alone.len())
        };
        let labelled =
            |part: &RenditionPart| part.kind == PartKind::Section && part.label.is_some();
        let (paired, alone) = share(labelled);
        assert!(1000 < paired && alone == 0, "sections: {paired} paired, {alone} alone");
        // French sometimes says in one paragraph what English says in several.
        let (paired, alone) = share(|part| part.kind == PartKind::Item && !is_definition(part));
        assert!(alone * 15 < paired, "items: {paired} paired, {alone} alone");
        // A repealed definition no longer says what it was in the other language.
        let (paired, alone) = share(is_definition);
        assert!(alone < paired, "definitions: {paired} paired, {alone} alone");
    }
}

fn is_definition(part: &RenditionPart) -> bool {
    part.label.as_deref().is_some_and(|label| label.ends_with('”'))
}

#[test]
fn a_code_in_plain_text_falls_into_sections() {
    let path = "california_codes/Unemployment_Insurance_Code.txt";
    let Some((code, bytes)) = document(path) else { return };
    assert_eq!(code.text.as_bytes(), bytes);
    let sections = code
        .parts
        .iter()
        .filter(|part| part.kind == PartKind::Section && part.label.is_some());
    assert_eq!(sections.count(), 1265);
    let numbers = code.parts.iter().filter_map(|part| part.label.as_deref());
    let numbers =
        numbers.filter(|label| label.starts_with(|first: char| first.is_ascii_digit()));
    assert_eq!(numbers.count(), 1117);
}

#[test]
fn a_real_page_keeps_its_tables() {
    let Some((page, _)) = document("ircc_help_centre/ee_crscrit.html") else { return };
    let rows = page.parts.iter().filter(|part| part.kind == PartKind::Row).count();
    assert_eq!(rows, 122);
    assert!(page.text.contains(
        "
Level of education | 140 | 150
"
    ));
}

#[test]
fn every_real_row_is_a_document() {
    for (path, rows) in [
        ("dev/retrieval_obliqa/corpus.jsonl", 13_732),
        ("dev/retrieval_ircc_help/corpus.jsonl", 2_135),
        ("dev/retrieval_oab_pt/corpus.jsonl", 337),
        ("dev/retrieval_cranfield/corpus.jsonl", 1_400),
        ("ircc_help_centre/chunks.json", 2_135),
    ] {
        let Some(file) = data(path) else { return };
        let bytes = std::fs::read(file).unwrap();
        let format = detect(path, &bytes).unwrap();
        let (all, end) = pieces(format.read, &bytes);
        assert!(end.is_ok());
        assert!(
            all.iter().all(|piece| matches!(piece, ReaderOutput::Document { .. })),
            "{path}"
        );
        assert_eq!(all.len(), rows, "{path}");
    }
}
