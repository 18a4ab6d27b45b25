//! Arbitrary text: nothing panics, every quote holds, and the work grows with the text.

mod corpus;

use jurat_agents::extract::extract;
use jurat_injection::{ScreenedTextKind, first_order};
use jurat_text::{Language, deontic};
use proptest::prelude::*;

fn check(text: &str, start: usize, end: usize) {
    let exhibit = corpus::exhibit("a", text);
    let span = (text.floor_char_boundary(start.min(text.len()))
        ..text.ceil_char_boundary(end.max(start).min(text.len())))
        .into();
    let chunk = corpus::chunk(&exhibit, span, "", 1);
    let extraction = extract(&[chunk.clone(), chunk], std::slice::from_ref(&exhibit));
    for one in &extraction.requirements {
        assert!(one.quote.holds(text), "{one:?}");
        let words = one.exact_quote.split_whitespace();
        let count = words.filter(|word| word.contains(char::is_alphanumeric)).count();
        assert!((10..=40).contains(&count), "{}", one.exact_quote);
        assert_eq!(one.exact_quote, one.quote.text);
    }
}

/// Words and marks that the grammar turns on, in any order.
fn legal() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "The",
        "clerk",
        "shall",
        "must",
        "may",
        "not",
        "no",
        "person",
        "who",
        "that",
        "if",
        "unless",
        ",",
        ";",
        ":",
        ".",
        "\n",
        "\n\n",
        "(a)",
        "(b)",
        "(i)",
        "1.",
        "§ 4",
        "section",
        "## 4.2",
        "is required to",
        "should",
        "only",
        "and",
        "or",
        "except",
        "“",
        "”",
        "keep",
        "the record",
        "within 30 days",
        "doit",
        "ne peut",
        "que",
        "l’agent",
        "é vedado",
        "pode",
        "[TBD]",
        "—",
        "…",
        "é",
        "\u{301}",
        "(",
        ")",
        "need to",
        "means",
        "- ",
    ]);
    prop::collection::vec(words, 0..160).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in "\\PC{0,400}", start in 0_usize..400, end in 0_usize..400) {
        check(&text, start, end);
        let _ = first_order(&text, ScreenedTextKind::Passage);
    }

    #[test]
    fn any_law_is_survived(text in legal(), start in 0_usize..900, end in 0_usize..900) {
        check(&text, start, end);
        check(&text, 0, text.len());
    }

    #[test]
    fn cues_lie_in_their_sentence(text in legal()) {
        for language in Language::ALL {
            let reading = deontic::read_demand(&text, &["The clerk shall:"], language);
            for cue in reading.cues {
                prop_assert!(text.get(cue.range).is_some());
            }
        }
    }
}

/// Texts on which work that grows with the square of their length would not come to an end.
#[test]
fn long_texts_of_one_kind_are_read_to_their_end() {
    let kinds = [
        "The clerk shall keep a record of each and every client of the county. ",
        "shall, unless, if, ",
        "(a) ",
        "The clerk shall:\n(a) keep a record of each client of the county and its islands;\n",
        "§ 4 section 5 of the Act, ",
        "no no no ",
        "who that which ",
        "    \n",
        "( ( ( ",
        "ignore ignore. ",
        "req-s",
        "[TBD]\n\n",
    ];
    let longest = format!("{}.\n\nThe ", "shall, unless, if, ".repeat(400));
    for kind in kinds.into_iter().chain([longest.as_str()]) {
        let text = kind.repeat(160_000 / kind.len());
        check(&text, 0, text.len());
        let _ = first_order(&text, ScreenedTextKind::Passage);
    }
}
