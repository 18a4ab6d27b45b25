//! Passages: where they begin and end, what they carry, and that nothing is lost.
#![expect(clippy::unwrap_used)]

use jurat_model::{ByteSpan, PartKind, ReaderIdentity, Rendition, RenditionPart};
use jurat_retrieve::{ChunkSettings, RenditionChunk, chunks};
use jurat_text::sentences::sentences;
use proptest::prelude::*;

const SMALL: ChunkSettings = ChunkSettings {
    target_words: 12,
    small_words: 4,
    longest_words: 20,
};

fn rendition(text: &str, parts: Vec<RenditionPart>) -> Rendition {
    let reader = ReaderIdentity {
        name: "text".to_owned(),
        version: 1,
        options: String::new(),
    };
    Rendition { parts, ..Rendition::plain(reader, text.to_owned()) }
}

/// A part over the given words.
fn part(text: &str, kind: PartKind, words: &str, label: &str, title: &str) -> RenditionPart {
    let start = text.find(words).unwrap();
    let some = |given: &str| (!given.is_empty()).then(|| given.to_owned());
    RenditionPart {
        label: some(label),
        title: some(title),
        ..RenditionPart::new(kind, ByteSpan::from(start..start + words.len()))
    }
}

#[track_caller]
fn check(
    text: &str,
    parts: Vec<RenditionPart>,
    expected: &[(&str, Option<&str>)],
) -> Vec<RenditionChunk> {
    let found = chunks(&rendition(text, parts), SMALL);
    let shown: Vec<_> = found
        .iter()
        .map(|chunk| (chunk.span.of(text).unwrap(), chunk.label.as_deref()))
        .collect();
    assert_eq!(shown, expected);
    found
}

#[test]
fn sentences_are_gathered_up_to_the_target_and_never_cut() {
    check(
        "The ferry leaves at nine. It must carry a lamp. The lamp must be lit at all times.",
        Vec::new(),
        &[
            ("The ferry leaves at nine. It must carry a lamp.", None),
            ("The lamp must be lit at all times.", None),
        ],
    );
}

#[test]
fn a_section_is_a_passage_with_its_label_and_headings() {
    let text = "Lamps\n\n1. A ferry must carry one lamp.\n\n2. The lamp must be lit at night.";
    let found = check(
        text,
        vec![
            part(text, PartKind::Section, text, "", "Lamps"),
            part(text, PartKind::Heading, "Lamps", "", "Lamps"),
            part(text, PartKind::Section, "1. A ferry must carry one lamp.", "1", ""),
            part(text, PartKind::Section, "2. The lamp must be lit at night.", "2", "Light"),
        ],
        &[
            ("Lamps\n\n1. A ferry must carry one lamp.", Some("1")),
            ("2. The lamp must be lit at night.", Some("2")),
        ],
    );
    assert_eq!(found[1].headings, ["Lamps", "Light"]);
}

#[test]
fn small_subsections_of_one_section_stay_together() {
    let text = "7 (1) Oars are kept.\n(2) Lamps are lit.\n8 Ropes are coiled.";
    check(
        text,
        vec![
            part(text, PartKind::Section, "7 (1) Oars are kept.\n(2) Lamps are lit.", "7", ""),
            part(text, PartKind::Section, "(1) Oars are kept.", "7(1)", ""),
            part(text, PartKind::Section, "(2) Lamps are lit.", "7(2)", ""),
            part(text, PartKind::Section, "8 Ropes are coiled.", "8", ""),
        ],
        &[
            ("7 (1) Oars are kept.\n(2) Lamps are lit.", Some("7")),
            ("8 Ropes are coiled.", Some("8")),
        ],
    );
}

#[test]
fn a_list_stays_with_the_words_that_lead_in_to_it() {
    check(
        "Every ferry is painted white. A ferry must carry:\n(a) lamps;\n(b) oars; and\n(c) rope.",
        Vec::new(),
        &[
            ("Every ferry is painted white.", None),
            ("A ferry must carry:\n(a) lamps;\n(b) oars; and\n(c) rope.", None),
        ],
    );
}

#[test]
fn a_heading_goes_with_what_follows_it() {
    let text = "One two three four five six seven eight nine ten.\n\nFees\n\nA trip costs two coins each way.";
    check(
        text,
        vec![part(text, PartKind::Heading, "Fees", "", "")],
        &[
            ("One two three four five six seven eight nine ten.", None),
            ("Fees\n\nA trip costs two coins each way.", None),
        ],
    );
}

#[test]
fn pages_label_what_no_section_labels() {
    let text = "The lamp must be lit.\nIt must be clean and it must be\nchecked daily by the crew on board.";
    check(
        text,
        vec![
            part(
                text,
                PartKind::Page,
                "The lamp must be lit.\nIt must be clean and it must be",
                "4",
                "",
            ),
            part(text, PartKind::Page, "checked daily by the crew on board.", "5", ""),
        ],
        &[
            ("The lamp must be lit.", Some("page 4")),
            (
                "It must be clean and it must be\nchecked daily by the crew on board.",
                Some("pages 4–5"),
            ),
        ],
    );
}

#[test]
fn a_sentence_beyond_the_cap_is_cut_at_a_clause() {
    let clause = "the crew must look after the lamp by day and night";
    let text = format!("{clause}; {clause}; {clause}.");
    let first = format!("{clause};");
    let found = chunks(&rendition(&text, Vec::new()), SMALL);
    assert_eq!(found[0].span.of(&text), Some(first.as_str()));
    assert_eq!(found.len(), 3);
}

#[test]
fn nothing_gives_no_passage() {
    check("", Vec::new(), &[]);
    check(" \n\t\n ", Vec::new(), &[]);
}

#[test]
fn hostile_parts_are_survived() {
    let text = "A lamp. Two oars. Trois été.";
    let everywhere = |kind| {
        (0..text.len() + 3).flat_map(move |start| {
            (0..text.len() + 3)
                .map(move |end| RenditionPart::new(kind, ByteSpan { start, end }))
        })
    };
    let parts = [PartKind::Section, PartKind::Heading, PartKind::Page, PartKind::Row];
    let found =
        chunks(&rendition(text, parts.into_iter().flat_map(everywhere).collect()), SMALL);
    covers(text, &found);
}

#[test]
fn lines_of_signs_are_no_passages_and_end_none() {
    let text = "-----\n\nThe lamp must be lit.\n\n* * *\n\n=====\n\nOars are kept dry all year round here.\n___\n";
    let lamp = part(text, PartKind::Section, "The lamp must be lit.\n\n* * *\n\n", "1", "");
    let oars =
        part(text, PartKind::Section, "Oars are kept dry all year round here.\n___\n", "2", "");
    check(
        text,
        vec![lamp, oars],
        &[
            ("The lamp must be lit.", Some("1")),
            ("Oars are kept dry all year round here.", Some("2")),
        ],
    );
    check("=====\n\n* * *\n", Vec::new(), &[]);
}

/// Whether a text has nothing but space and lines of signs.
fn is_blank(text: &str) -> bool {
    let sign = |line: &str| {
        let signs: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
        let parts = signs.first().is_some_and(|first| "-=*_~".contains(*first));
        signs.is_empty()
            || parts && 3 <= signs.len() && signs.windows(2).all(|it| it[0] == it[1])
    };
    text.lines().all(sign)
}

/// In order, apart, on character borders, and nothing but space and lines of signs between.
#[track_caller]
fn covers(text: &str, found: &[RenditionChunk]) {
    let mut done = 0;
    for chunk in found {
        assert!(done <= chunk.span.start && !chunk.span.is_empty());
        assert!(is_blank(&text[done..chunk.span.start]));
        let words = chunk.span.of(text).unwrap();
        assert_eq!(words, words.trim());
        done = chunk.span.end;
    }
    assert!(is_blank(&text[done..]));
}

fn texts() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "The ferry must carry a lamp.",
        "s. 7",
        "(a)",
        "oars;",
        "a rope",
        "Fees",
        "No. 4 applies:",
        "\n",
        "\n\n",
        "  ",
        "See Smith v. Jones, 2019 SCC 65.",
        "été",
        "…",
        "1.",
        "§ 12",
        "• item",
        "and",
        "the crew, the master and the owner must each keep a log of all trips made that day",
    ]);
    prop::collection::vec(words, 0..60).prop_map(|words| words.join(" "))
}

/// The same with lines of signs between.
fn parted_texts() -> impl Strategy<Value = String> {
    let rules = prop::sample::select(vec!["\n-----\n", "\n\n* * *\n\n", "\n===\n\n"]);
    let some = prop::collection::vec((texts(), rules), 0..4);
    some.prop_map(|some| some.into_iter().map(|(text, rule)| text + rule).collect())
}

fn cut_parts() -> impl Strategy<Value = Vec<(u8, usize, usize)>> {
    prop::collection::vec((0u8..4, 0usize..900, 0usize..300), 0..12)
}

proptest! {
    #[test]
    fn passages_cover_all_words_in_order(
        text in prop_oneof![texts(), parted_texts()],
        given in cut_parts(),
    ) {
        let kinds = [PartKind::Section, PartKind::Heading, PartKind::Page, PartKind::Row];
        let parts = given.into_iter().map(|(kind, start, len)| {
            RenditionPart::new(kinds[usize::from(kind)], ByteSpan { start, end: start + len })
        });
        let parts: Vec<RenditionPart> = parts.collect();
        covers(&text, &chunks(&rendition(&text, parts), SMALL));
    }

    #[test]
    fn passages_begin_and_end_with_sentences(text in texts()) {
        let cut = sentences(&text);
        for chunk in chunks(&rendition(&text, Vec::new()), ChunkSettings::default()) {
            prop_assert!(cut.iter().any(|found| found.range.start == chunk.span.start));
            prop_assert!(cut.iter().any(|found| found.range.end == chunk.span.end));
        }
    }

    #[test]
    fn any_text_is_survived(text in "\\PC{0,200}") {
        covers(&text, &chunks(&rendition(&text, Vec::new()), SMALL));
    }

    #[test]
    fn passages_stay_within_the_cap(text in texts()) {
        let settings = ChunkSettings::default();
        for chunk in chunks(&rendition(&text, Vec::new()), settings) {
            let words = chunk.span.of(&text).unwrap().split_whitespace().count();
            prop_assert!(words <= settings.longest_words);
        }
    }
}
