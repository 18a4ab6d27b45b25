//! Answers to questions and texts that answer none.

use jurat_verify::grounding::{EvidenceIndex, GroundingDifference, STATEMENTS_THRESHOLD};

const NOTICE: &str = "The lamp is lit at dusk. The keeper notes the hour in the register. \
    The board meets in public every month.";

fn novel(found: &[GroundingDifference]) -> Vec<String> {
    let words = found.iter().filter_map(|one| match one {
        GroundingDifference::NovelWords { words, .. } => Some(words.clone()),
        _ => None,
    });
    words.flatten().collect()
}

#[track_caller]
fn check_asked(question: &str, answer: &str, new: &[&str]) {
    let found = EvidenceIndex::read([NOTICE]).about(question).answer(answer);
    let words: Vec<String> = found
        .sentences
        .iter()
        .flat_map(|one| novel(&one.differences))
        .collect();
    assert_eq!(words, new, "{answer}");
}

#[test]
fn words_of_the_question_are_not_new() {
    let answer = "The lighthouse at Velling is lit at dusk.";
    check_asked("", answer, &["lighthouse", "velling"]);
    check_asked("When is the lighthouse at Velling lit?", answer, &[]);
    check_asked("When are lighthouses lit?", answer, &["velling"]);
}

#[test]
fn a_name_or_a_number_of_the_question_is_no_difference() {
    let answer = "Brightholme keeps 40 lamps.";
    let named = |found: &[GroundingDifference]| {
        found.iter().any(|one| {
            matches!(
                one,
                GroundingDifference::Number { .. } | GroundingDifference::Entity { .. }
            )
        })
    };
    let evidence = EvidenceIndex::read([NOTICE]);
    assert!(named(&evidence.answer(answer).sentences[0].differences));
    let asked = evidence.about("Are there 40 lamps at Brightholme?");
    assert!(!named(&asked.answer(answer).sentences[0].differences));
}

#[test]
fn a_question_alone_bears_out_nothing() {
    let evidence = EvidenceIndex::read([]).about("Do seven keepers light the lamp at dusk?");
    let found = evidence.claim("Seven keepers light the lamp at dusk.");
    assert!(found.nearest.is_none());
}

#[test]
fn one_unsupported_statement_makes_the_text_unsupported() {
    let evidence = EvidenceIndex::read([NOTICE]);
    let good = evidence.statements(NOTICE);
    assert!(good.risk < STATEMENTS_THRESHOLD, "{}", good.risk);
    let bad = format!("{NOTICE} Seven foreign captains bribed Mara Velling in 1904.");
    let bad = evidence.statements(&bad);
    assert!(STATEMENTS_THRESHOLD <= bad.risk, "{}", bad.risk);
    assert_eq!(bad.sentences.len(), good.sentences.len() + 1);
}

#[test]
fn statements_are_judged_each_on_its_own() {
    let evidence = EvidenceIndex::read([NOTICE]);
    let claim = "The keeper notes the hour in the register.";
    let text = format!("Whales sing opera in Lisbon. {claim}");
    let found = evidence.statements(&text);
    assert_eq!(found.sentences[1].risk.to_bits(), evidence.claim(claim).risk.to_bits());
}
