//! What holds for any text.

use jurat_verify::grounding::{EvidenceIndex, GroundingDifference, SentenceGrounding};
use proptest::prelude::*;

fn spans_fit(found: &SentenceGrounding, text: &str, passages: &[String]) {
    let own = std::iter::once(found.span).chain(found.unsupported.iter().copied());
    for span in own.chain(found.differences.iter().map(GroundingDifference::span)) {
        assert!(span.of(text).is_some(), "{span:?} in {text:?}");
    }
    if let Some(nearest) = found.nearest {
        assert!(nearest.span.of(&passages[nearest.passage]).is_some());
    }
    assert!((0.0..=1.0).contains(&found.risk));
}

proptest! {
    #[test]
    fn spans_lie_in_the_text(passages in prop::collection::vec(".{0,80}", 0..4), answer in ".{0,160}") {
        let evidence = EvidenceIndex::read(passages.iter().map(String::as_str));
        spans_fit(&evidence.claim(&answer), &answer, &passages);
        let stated = evidence.statements(&answer).sentences;
        for one in evidence.answer(&answer).sentences.iter().chain(&stated) {
            spans_fit(one, &answer, &passages);
        }
        let asked = evidence.about(&answer).answer(&answer);
        asked.sentences.iter().for_each(|one| spans_fit(one, &answer, &passages));
    }

    #[test]
    fn words_numbers_and_marks_break_nothing(
        passage in "([A-Za-zéñ]{1,6}|[0-9]{1,4}|not|may|must|unless|[.,;:()/-]| ){0,60}",
        answer in "([A-Za-zéñ]{1,6}|[0-9]{1,4}|not|may|must|unless|[.,;:()/-]| ){0,60}",
    ) {
        let evidence = EvidenceIndex::read([passage.as_str()]);
        spans_fit(&evidence.claim(&answer), &answer, std::slice::from_ref(&passage));
        prop_assert_eq!(evidence.answer(&answer), evidence.answer(&answer));
    }

    #[test]
    fn a_copied_sentence_differs_in_nothing(
        words in prop::collection::vec("(lamp|keeper|harbour|register|must|may|not|unless|only|board|seven|days|12|Velling|2019|of|the)", 4..16),
    ) {
        let sentence = format!("Once {}.", words.join(" "));
        let passage = format!("A tide rose.\n\n{sentence}\n\nA tide fell.");
        let found = EvidenceIndex::read([passage.as_str()]).claim(&sentence);
        prop_assert_eq!(found.differences, vec![]);
        prop_assert!(found.risk < 0.5, "{}", found.risk);
    }
}
