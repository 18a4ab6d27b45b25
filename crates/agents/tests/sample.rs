//! What is taken out of the sample corpus: every planted duty, and nothing else.

#![expect(clippy::unwrap_used, reason = "a sample that cannot be read should stop loudly")]

mod corpus;

use std::path::Path;

use jurat_agents::extract::{RequirementExtraction, extract};
use jurat_model::{
    ExtractionConfidence, NormModality, Requirement, RetrievedChunk, SourceExhibit,
};
use serde_json::Value;

const FILES: [&str; 5] = [
    "county_code.md",
    "policy_manual.md",
    "visitor_letter.txt",
    "avis_public.md",
    "aviso_publico.md",
];

fn read(name: &str) -> String {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems/evidence_first/sample");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

fn extracted(files: &[&str]) -> (RequirementExtraction, Vec<SourceExhibit>) {
    let exhibits: Vec<SourceExhibit> =
        files.iter().map(|name| corpus::exhibit(name, &read(name))).collect();
    let chunks: Vec<RetrievedChunk> = exhibits.iter().flat_map(corpus::sections).collect();
    (extract(&chunks, &exhibits), exhibits)
}

fn with<'a>(extraction: &'a RequirementExtraction, words: &str) -> Vec<&'a Requirement> {
    let all = extraction.requirements.iter();
    all.filter(|one| one.exact_quote.contains(words)).collect()
}

/// The requirements with these words are so many, and each is like this.
#[track_caller]
fn check(words: &str, count: usize, like: impl Fn(&Requirement) -> bool) {
    let (extraction, _) = extracted(&FILES);
    let found = with(&extraction, words);
    assert_eq!(found.len(), count, "{words}: {found:#?}");
    assert!(found.iter().all(|one| like(one)), "{found:#?}");
}

#[test]
fn every_expected_quote_is_found() {
    let (extraction, exhibits) = extracted(&FILES);
    let questions: Value = serde_json::from_str(&read("questions.json")).unwrap();
    let mut missing = Vec::new();
    for question in questions.as_array().unwrap() {
        for quote in question["expected_quotes"].as_array().unwrap() {
            let words = quote["must_contain"].as_str().unwrap();
            let file = exhibits
                .iter()
                .find(|one| one.name == quote["file"].as_str().unwrap());
            let rendition = file.unwrap().rendition;
            if !with(&extraction, words)
                .iter()
                .any(|one| one.quote.rendition == rendition)
            {
                missing.push(words.to_owned());
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}\n{:#?}", extraction.dropped);
}

#[test]
fn every_quote_holds_and_has_ten_to_forty_words() {
    let (extraction, exhibits) = extracted(&FILES);
    for one in &extraction.requirements {
        let exhibit = exhibits
            .iter()
            .find(|exhibit| exhibit.rendition == one.quote.rendition);
        assert!(one.quote.holds(&exhibit.unwrap().text), "{one:?}");
        assert_eq!(one.exact_quote, one.quote.text);
        let words = one
            .exact_quote
            .split_whitespace()
            .filter(|word| word.contains(char::is_alphanumeric));
        assert!((10..=40).contains(&words.count()), "{}", one.exact_quote);
    }
    assert!(extraction.dropped.is_empty(), "{:#?}", extraction.dropped);
}

#[test]
fn items_come_with_all_that_leads_into_them() {
    check(
        "A client record shall contain: … a list of the medicines that the client takes, with: … the dose",
        1,
        |one| {
            one.quote.ranges.len() == 3
                && one.extraction_confidence == ExtractionConfidence::Medium
        },
    );
    check("The handover sheet must state, for each open call: …", 3, |one| {
        one.quote.ranges.len() == 2
    });
    check("A crisis worker who answers a call to the Night Bell shall: …", 6, |_| true);
}

#[test]
fn exceptions_stay_with_what_they_limit() {
    check("No person shall disclose a client record", 1, |one| {
        one.exact_quote.contains("unless the disclosure is necessary")
            && one.modality == NormModality::Prohibition
            && one.extraction_confidence == ExtractionConfidence::High
    });
    check("No ferry shall begin", 1, |one| one.exact_quote.contains("except to save a life"));
    check("doit porter un gilet", 1, |one| one.exact_quote.contains("sauf s'il voyage"));
}

#[test]
fn a_long_sentence_is_cut_between_its_duties() {
    check("a care home must have at least one member", 1, |one| {
        one.exact_quote.starts_with("Between ten in the evening")
            && one.exact_quote.ends_with("residents")
    });
    check("must have a second member of staff within five minutes' walk", 1, |one| {
        one.exact_quote
            .starts_with("Between ten in the evening and six in the morning, a care home …")
    });
}

#[test]
fn a_sentence_over_a_paragraph_break_is_found_whole() {
    check("before the end of the shift,\n\nand must not fill the gap from memory", 1, |_| true);
}

#[test]
fn a_short_duty_takes_its_neighbour_along() {
    check("Providers must keep a log. The log must show", 1, |_| true);
}

#[test]
fn references_are_followed() {
    check("shall send the plan required by § 12.08.030(b)", 1, |one| {
        let target = one.points_to[0].target.as_ref();
        target.is_some_and(|quote| quote.text.starts_with("write, together with the client"))
            && one.extraction_confidence == ExtractionConfidence::High
    });
    check("the form that § 12.04.010 of the Code sets out", 1, |one| {
        let target = one.points_to[0].target.as_ref();
        target.is_some_and(|quote| {
            quote.text.starts_with("A provider shall keep a client record")
        })
    });
    check("the signal lamps listed in § 12.99.010", 1, |one| {
        one.points_to[0].target.is_none()
            && one.extraction_confidence == ExtractionConfidence::Low
    });
}

#[test]
fn implicit_duties_are_less_sure() {
    for words in [
        "The garden supervisor is responsible for counting",
        "Staff are expected to let the caller finish",
        "needs to be offered an interpreter",
        "A mobile team has to consist of two people",
        "Staff should not give advice",
        "should be handed over at the same time",
    ] {
        check(words, 1, |one| one.extraction_confidence == ExtractionConfidence::Medium);
    }
    check("On Sunday afternoons visitors are required to bring dogs", 1, |one| {
        one.extraction_confidence == ExtractionConfidence::High
            && one.modality == NormModality::Obligation
    });
    check("Visitors may not bring dogs", 1, |one| one.modality == NormModality::Prohibition);
}

#[test]
fn nothing_is_taken_that_binds_nobody() {
    for words in [
        "means a structured",
        "A provider may keep the record on paper",
        "Placeholder",
        "An assessment may be made at",
        "The master may let a child",
        "need not say why",
        "The ordinary fare",
        "Jam does not count",
        "Un passager peut annuler",
        "Os visitantes podem sentar-se",
        "Much has been said",
        "Society for Lighter Paperwork",
        "REQ-S999",
        "Consent lapses",
        "A resident may name a rose",
    ] {
        check(words, 0, |_| true);
    }
}

#[test]
fn placeholders_are_named_and_the_letter_is_flagged() {
    let (extraction, _) = extracted(&FILES);
    let headings: Vec<&str> = extraction
        .placeholders
        .iter()
        .map(|one| one.section_heading.as_str())
        .collect();
    assert_eq!(headings, ["Fees for copies", "Beehives", "Sale of produce"]);
    assert_eq!(extraction.flagged.len(), 1);
    assert!(20 <= extraction.extraction_metadata.permissions_left_out);
}

#[test]
fn other_languages_are_read() {
    check("É vedado colher flores", 1, |one| {
        one.language == "pt" && one.modality == NormModality::Prohibition
    });
    check("Nenhum morador pode ser forçado", 1, |one| {
        one.modality == NormModality::Prohibition
    });
    check("Il est interdit de fumer", 1, |one| {
        one.language == "fr" && one.modality == NormModality::Prohibition
    });
    check("L'équipage ne peut refuser", 1, |one| one.modality == NormModality::Prohibition);
}

#[test]
fn the_small_example_comes_out_as_expected() {
    let (extraction, _) = extracted(&["seed_example/statute.md", "seed_example/policy.md"]);
    let expected: Value = serde_json::from_str(&read("seed_example/expected.json")).unwrap();
    let found: Vec<(String, &str)> = extraction
        .requirements
        .iter()
        .map(|one| (one.requirement_id.to_string(), one.exact_quote.as_str()))
        .collect();
    let wanted: Vec<(String, &str)> = expected["requirements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["requirement_id"].as_str().unwrap().to_owned(),
                one["exact_quote"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(found, wanted);
}

#[test]
fn overlapping_chunks_yield_each_quote_once() {
    let exhibit = corpus::exhibit("county_code.md", &read("county_code.md"));
    let chunks = corpus::sections(&exhibit);
    let once = extract(&chunks, std::slice::from_ref(&exhibit));
    let whole = corpus::chunk(&exhibit, (0..exhibit.text.len()).into(), "all", 99);
    let twice: Vec<RetrievedChunk> = chunks.into_iter().chain([whole]).collect();
    assert_eq!(extract(&twice, &[exhibit]).requirements, once.requirements);
}

#[test]
fn a_sentence_over_a_chunk_border_is_found_whole() {
    let exhibit = corpus::exhibit("county_code.md", &read("county_code.md"));
    let start = exhibit.text.find("within 60 days of the first contact").unwrap();
    let chunk = corpus::chunk(&exhibit, (start..start + 20).into(), "border", 1);
    let extraction = extract(&[chunk], &[exhibit]);
    let quotes: Vec<&str> = extraction
        .requirements
        .iter()
        .map(|one| one.exact_quote.as_str())
        .collect();
    assert_eq!(
        quotes,
        [
            "A provider must complete and document an assessment of each client within 60 days of the first contact with that client."
        ]
    );
}

#[test]
fn what_breaks_off_is_no_quote() {
    let broken = "It has rained. An officer shall not issue a permit to any traveller from across the sea if\n\nNew part\n\n\
                  The clerk must keep for each traveller from across the sea a record of:\n\nOld part";
    let exhibit = corpus::exhibit("broken", broken);
    let extraction = extract(&corpus::sections(&exhibit), &[exhibit]);
    assert!(extraction.requirements.is_empty(), "{:#?}", extraction.requirements);
    assert_eq!(extraction.extraction_metadata.dropped_by_code["incomplete_quote"], 2);
}

#[test]
fn a_text_that_is_not_what_its_hash_says_yields_nothing() {
    let mut exhibit = corpus::exhibit("county_code.md", &read("county_code.md"));
    let chunks = corpus::sections(&exhibit);
    exhibit.text = exhibit.text.replace("shall", "may");
    let extraction = extract(&chunks, &[exhibit]);
    assert!(extraction.requirements.is_empty());
    assert_eq!(extraction.extraction_metadata.dropped_by_code["no_exhibit"], chunks.len());
}
