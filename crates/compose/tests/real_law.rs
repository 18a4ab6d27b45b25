//! Real duties: each, composed, passes its review and reads back; each, altered, fails it.
#![expect(clippy::unwrap_used)]
#![expect(clippy::print_stderr, reason = "says what was skipped and what was counted")]

use jurat_canon::Hash;
use jurat_compose::{answer_of, compose, parse_marked, review};
use jurat_model::{
    ByteSpan, DocumentMetadata, ExtractionConfidence, NormModality, Quote, ReaderIdentity,
    Requirement, RequirementId, ReviewStatus, SourceExhibit, SourceType, Statement,
};
use jurat_text::sentences::sentences;
use jurat_verify::{GatePolicy, Grounded, admit};

/// Words of an XML file, a line for each element.
fn without_tags(xml: &str) -> String {
    let mut text = String::new();
    for piece in xml.split('<').skip(1) {
        let words = piece.split_once('>').map_or("", |(_, words)| words);
        text.push_str(words.trim());
        text.push(if words.trim().is_empty() { ' ' } else { '\n' });
    }
    text
}

fn exhibit(text: &str) -> SourceExhibit {
    SourceExhibit {
        name: "law".to_owned(),
        source: Hash::of(text.as_bytes()),
        media: "text/plain".to_owned(),
        rendition: Hash::of(text.as_bytes()),
        reader: ReaderIdentity {
            name: "text".to_owned(),
            version: 1,
            options: String::new(),
        },
        metadata: DocumentMetadata::default(),
        text: text.to_owned(),
    }
}

/// Duties of a text, at most so many.
fn duties(
    text: &str,
    language: &str,
    modals: &[&str],
    most: usize,
) -> Vec<Grounded<Requirement>> {
    let all = sentences(text);
    let mut found = Vec::new();
    for sentence in &all {
        let lead_in = sentence.lead_in.map(|at| ByteSpan::from(all[at].range.clone()));
        let ranges: Vec<ByteSpan> =
            lead_in.into_iter().chain([sentence.range.clone().into()]).collect();
        // The stretch of law that holds the quote is text enough: the gate reads all it is given.
        let (from, to) = (ranges[0].start, sentence.range.end);
        if to <= from {
            continue;
        }
        let exhibits = [exhibit(&text[from..to])];
        let moved =
            |span: &ByteSpan| ByteSpan { start: span.start - from, end: span.end - from };
        let ranges: Vec<ByteSpan> = ranges.iter().map(moved).collect();
        let quote = Quote::take(exhibits[0].rendition, &exhibits[0].text, &ranges);
        let Some(quote) = quote else { continue };
        let words: Vec<&str> = quote.text.split_whitespace().collect();
        if !(10..=40).contains(&words.len()) || !words.iter().any(|word| modals.contains(word))
        {
            continue;
        }
        let number = u32::try_from(found.len()).unwrap() + 1;
        let requirement = Requirement {
            requirement_id: RequirementId { source_type: SourceType::Statute, number },
            source_type: SourceType::Statute,
            document_id: "law".to_owned(),
            section_heading: String::new(),
            exact_quote: quote.text.clone(),
            chunk_id: "S1".to_owned(),
            extraction_confidence: ExtractionConfidence::High,
            modality: NormModality::Obligation,
            quote: quote.clone(),
            points_to: Vec::new(),
            language: language.to_owned(),
        };
        // The question is the quote itself, so that the gate looks at the words alone.
        let policy = GatePolicy { addresses_min: 0.0, ..GatePolicy::seed() };
        found.extend(
            admit(&quote.text, &requirement, &exhibits, policy)
                .ok()
                .map(|ok| ok.0),
        );
        if most <= found.len() {
            break;
        }
    }
    found
}

/// Every way of altering a statement that applies to it.
fn altered(text: &str) -> Vec<String> {
    const SWAPS: &[(&str, &str)] = &[
        (" must ", " may "),
        (" shall ", " may "),
        (" not ", " "),
        (" and ", " or "),
        (" or ", " and "),
        (" any ", " every "),
        (" all ", " some "),
        (" doit ", " peut "),
        (" doivent ", " peuvent "),
        (" pas ", " "),
        (" et ", " ou "),
        (" deve ", " pode "),
        (" devem ", " podem "),
        (" não ", " "),
    ];
    let mut made: Vec<String> = SWAPS
        .iter()
        .filter(|(from, _)| text.contains(from))
        // `must not` and `may not` are one.
        .filter(|(from, to)| !text.contains(&format!("{from}not ")) || *to != " may ")
        .map(|(from, to)| text.replacen(from, to, 1))
        .collect();
    if let Some(at) = text.find(|c: char| c.is_ascii_digit()) {
        made.push(format!("{}9{}", &text[..at], &text[at..]));
    }
    made.push(format!("{} in Zanzibar.", text.trim_end_matches('.')));
    made
}

fn check(name: &str, language: &str, modals: &[&str]) {
    let Some(text) = jurat_testdata::text(name) else { return };
    let text = if name.ends_with("xml") { without_tags(&text) } else { text };
    let duties = duties(&text, language, modals, 1500);
    let (mut sound, mut frauds, mut missed) = (0, 0, Vec::new());
    for some in duties.chunks(8) {
        let answer = compose(some, &[], &[], 0);
        let found = review(&answer, some);
        assert_eq!(found.status, ReviewStatus::Pass, "{answer:#?} {found:#?}");
        assert_eq!(parse_marked(&answer.final_answer()), answer.statements);
        sound += answer.statements.len();
        for one in &answer.statements {
            for text in altered(&one.text) {
                let fraud = Statement { text: text.clone(), ..one.clone() };
                frauds += 1;
                if review(&answer_of(vec![fraud], some), some).status == ReviewStatus::Pass {
                    missed.push(text);
                }
            }
        }
    }
    let duties = duties.len();
    eprintln!(
        "{name}: {duties} duties, {sound} statements, {frauds} frauds, {} missed",
        missed.len()
    );
    for text in missed.iter().take(12) {
        eprintln!("  {text}");
    }
    // Words such as `or` may stand elsewhere in the quote, in the right order.
    assert!(missed.len() * 200 <= frauds, "more than one fraud in two hundred goes unseen");
    assert!(20 <= duties);
}

#[test]
fn duties_of_a_californian_code_hold() {
    check("california_codes/Unemployment_Insurance_Code.txt", "en", &["must", "shall"]);
}

#[test]
fn duties_of_an_english_act_hold() {
    check("canada_laws/eng/acts/I-2.5.xml", "en", &["must", "shall"]);
}

#[test]
fn duties_of_a_french_act_hold() {
    check("canada_laws/fra/lois/I-2.5.xml", "fr", &["doit", "doivent", "peut"]);
}
