//! Small acts of our own, and the provisions that passages of them are part of.
#![expect(clippy::unwrap_used)]

use jurat_model::{
    ByteSpan, InForceStatus, PartKind, ReaderIdentity, Rendition, RenditionPart,
};

use super::RenditionProvisions;

fn rendition(text: &str, parts: Vec<RenditionPart>) -> Rendition {
    let reader = ReaderIdentity {
        name: "test".to_owned(),
        version: 1,
        options: String::new(),
    };
    Rendition { parts, ..Rendition::plain(reader, text.to_owned()) }
}

fn part(
    text: &str,
    kind: PartKind,
    from: &str,
    to: &str,
    label: &str,
    title: &str,
) -> RenditionPart {
    let start = text.find(from).unwrap();
    let end = text.find(to).unwrap() + to.len();
    let named = |words: &str| Some(words.to_owned()).filter(|words| !words.is_empty());
    RenditionPart {
        label: named(label),
        title: named(title),
        ..RenditionPart::new(kind, (start..end).into())
    }
}

const ACT: &str = "PART 1 Ferries\n\n7 (1) A ferry must carry\n(a) oars;\n(b) lamps.\nBoth must be dry.\n(2) A raft need not.\n\n8 Fees are set by rule.";

fn act() -> Rendition {
    let part = |kind, from, to, label, title| part(ACT, kind, from, to, label, title);
    rendition(
        ACT,
        vec![
            part(PartKind::Section, "PART 1", "by rule.", "PART 1", "Ferries"),
            part(PartKind::Heading, "PART 1", "Ferries", "PART 1", "Ferries"),
            part(PartKind::Section, "7 (1)", "need not.", "7", "Equipment"),
            part(PartKind::Section, "(1) A", "be dry.", "7(1)", ""),
            part(PartKind::Item, "(a) oars", "oars;", "7(1)(a)", ""),
            part(PartKind::Item, "(b) lamps", "lamps.", "7(1)(b)", ""),
            part(PartKind::Section, "(2) A", "need not.", "7(2)", "Rafts"),
            part(PartKind::Section, "8 Fees", "by rule.", "8", ""),
        ],
    )
}

fn spot(words: &str) -> ByteSpan {
    let start = ACT.find(words).unwrap();
    (start..start + words.len()).into()
}

#[test]
fn a_short_section_is_read_whole() {
    let act = act();
    let provisions = RenditionProvisions::new(&act);
    let section = provisions.sections(spot("(b) lamps."))[0];
    let found = provisions.around(section, &[spot("(b) lamps.")]);
    assert_eq!(found.labels, ["7"]);
    assert_eq!(found.note, "Equipment");
    assert_eq!(found.path, ["Ferries"]);
    assert_eq!(found.ranges.len(), 1);
    assert!(found.ranges[0].of(ACT).unwrap().starts_with("7 (1)"));
}

#[test]
fn lines_of_signs_around_a_section_are_no_part_of_it() {
    let text =
        "7 Lamps\n\n=====\n\nA lamp must be lit.\n\n* * *\n\n8 Oars must be dry.\n-----\n";
    let parts = vec![
        part(text, PartKind::Section, "7 Lamps", "* * *\n\n", "7", "Lamps"),
        part(text, PartKind::Heading, "7 Lamps", "7 Lamps", "7", "Lamps"),
        part(text, PartKind::Section, "8 Oars", "-----\n", "8", ""),
    ];
    let act = rendition(text, parts);
    let provisions = RenditionProvisions::new(&act);
    for (passage, words) in [
        ("A lamp must be lit.", "A lamp must be lit."),
        ("8 Oars must be dry.", "8 Oars must be dry."),
    ] {
        let start = text.find(passage).unwrap();
        let passage = ByteSpan::from(start..start + passage.len());
        let section = provisions.sections(passage)[0];
        let found = provisions.around(section, &[passage]);
        let told: Vec<&str> = found.ranges.iter().map(|it| it.of(text).unwrap()).collect();
        assert_eq!(told, [words]);
    }
}

#[test]
fn of_a_long_section_the_lead_in_and_the_tail_stay_with_an_item() {
    let long = "Oars are long. ".repeat(150);
    let text = format!(
        "7 A ferry must carry the following things:\n(a) lamps;\n(b) {long}\nAll of that must be dry."
    );
    let whole = ByteSpan::from(0..text.len());
    let at = |words: &str| text.find(words).unwrap();
    let (a, b, tail) = (at("(a)"), at("(b)"), at("All of"));
    let item = |span: std::ops::Range<usize>, label: &str| RenditionPart {
        label: Some(label.to_owned()),
        ..RenditionPart::new(PartKind::Item, span.into())
    };
    let section = RenditionPart {
        label: Some("7".to_owned()),
        ..RenditionPart::new(PartKind::Section, whole)
    };
    let parts = vec![section, item(a..b - 1, "7(a)"), item(b..tail - 1, "7(b)")];
    let act = rendition(&text, parts);
    let found = RenditionProvisions::new(&act).around(whole, &[(a..b - 1).into()]);
    let words: Vec<&str> = found.ranges.iter().map(|range| range.of(&text).unwrap()).collect();
    assert_eq!(
        words,
        ["7 A ferry must carry the following things:\n(a) lamps;", "All of that must be dry."]
    );
    assert_eq!(found.labels, ["7(a)"]);
}

#[test]
fn marks_alone_show_subdivisions() {
    let long = "word ".repeat(220);
    let text = format!("12.\n\n(a) {long}\n(1) an item.\n\n(b) Short.\n\n(c) {long}");
    let section = RenditionPart {
        label: Some("12".to_owned()),
        ..RenditionPart::new(PartKind::Section, (0..text.len()).into())
    };
    let act = rendition(&text, vec![section]);
    let start = text.find("(b)").unwrap();
    let found = RenditionProvisions::new(&act)
        .around((0..text.len()).into(), &[(start..start + 10).into()]);
    assert_eq!(found.labels, ["12(b)"]);
    assert_eq!(found.ranges[0].of(&text), Some("(b) Short."));
}

#[test]
fn what_is_not_law_is_marked() {
    let text = "AMENDMENTS NOT IN FORCE\n\n7 A ferry flies.\n\n8 [Repealed, 2018, c. 1, s. 2]";
    let parts = vec![
        part(text, PartKind::Section, "AMEND", "flies.", "", "Amendments not in force"),
        part(text, PartKind::Section, "7 A", "flies.", "7", ""),
        part(text, PartKind::Section, "8 [", "s. 2]", "8", ""),
    ];
    let act = rendition(text, parts);
    let standing = |words: &str| {
        let start = text.find(words).unwrap();
        let span = ByteSpan::from(start..start + words.len());
        RenditionProvisions::new(&act).around(span, &[span]).standing
    };
    assert_eq!(standing("7 A ferry flies."), InForceStatus::NotInForce);
    assert_eq!(standing("8 [Repealed, 2018, c. 1, s. 2]"), InForceStatus::Repealed);
}

#[test]
fn a_passage_may_hold_several_sections() {
    let act = act();
    let (start, end) = (ACT.find("(2) A").unwrap(), ACT.len());
    let sections = RenditionProvisions::new(&act).sections((start..end).into());
    let heads: Vec<&str> = sections.iter().map(|span| &ACT[span.start..][..1]).collect();
    assert_eq!(heads, ["7", "8"]);
}

#[test]
fn the_terms_that_a_section_uses_come_with_it() {
    const TERMS: &str = "2 In this Act,\n“mooring line” means a rope of hemp.\n“pier” means a stage of wood.\n\n9 A mooring line must be coiled.";
    let part = |from, to, label, title| part(TERMS, PartKind::Section, from, to, label, title);
    let act = rendition(
        TERMS,
        vec![
            part("2 In", "of wood.", "2", "Definitions"),
            part("“mooring", "of hemp.", "2 “mooring line”", "mooring line"),
            part("“pier", "of wood.", "2 “pier”", "pier"),
            part("9 A", "be coiled.", "9", ""),
        ],
    );
    let provisions = RenditionProvisions::new(&act);
    let at = TERMS.find("9 A").unwrap();
    let spot = ByteSpan::from(at..TERMS.len());
    let found = provisions.around(provisions.sections(spot)[0], &[spot]);
    let terms: Vec<&str> = found.terms.iter().filter_map(|span| span.of(TERMS)).collect();
    assert_eq!(terms, ["“mooring line” means a rope of hemp."]);
}

#[test]
fn what_a_division_applies_to_comes_with_its_sections() {
    const ACT: &str = "PART 2\n\n5 This Part applies to ferries on the upper lake.\n\n6 A ferry must carry two lamps.\n\nPART 3\n\n7 Part 2 does not bind the keeper.\n\n8 A raft must carry one lamp.";
    let part = |from, to, label| part(ACT, PartKind::Section, from, to, label, "");
    let act = rendition(
        ACT,
        vec![
            part("PART 2", "two lamps.", "PART 2"),
            part("5 This", "upper lake.", "5"),
            part("6 A", "two lamps.", "6"),
            part("PART 3", "one lamp.", "PART 3"),
            part("7 Part", "the keeper.", "7"),
            part("8 A", "one lamp.", "8"),
        ],
    );
    let provisions = RenditionProvisions::new(&act);
    let scope = |words: &str| {
        let at = ACT.find(words).unwrap();
        let spot = ByteSpan::from(at..at + words.len());
        let found = provisions.around(provisions.sections(spot)[0], &[spot]);
        found.scope.and_then(|span| span.of(ACT))
    };
    let applies = "5 This Part applies to ferries on the upper lake.";
    assert_eq!(scope("A ferry must carry two lamps."), Some(applies));
    assert_eq!(scope("This Part applies"), None);
    assert_eq!(scope("A raft must carry"), None);
}

#[test]
fn a_passage_over_headings_without_numbers_is_parted_at_them() {
    const PAGE: &str = "## Lamps\n\nEach ferry has two.\n\n## Oars\n\nEach ferry has four.";
    let part = |kind, from, to, title| part(PAGE, kind, from, to, "", title);
    let page = rendition(
        PAGE,
        vec![
            part(PartKind::Section, "Lamps", "has two.", "Lamps"),
            part(PartKind::Heading, "Lamps", "Lamps", "Lamps"),
            part(PartKind::Section, "Oars", "has four.", "Oars"),
            part(PartKind::Heading, "Oars", "Oars", "Oars"),
        ],
    );
    let provisions = RenditionProvisions::new(&page);
    let whole = ByteSpan::from(0..PAGE.len());
    let words = |span: &ByteSpan| {
        let found = provisions.around(*span, &[whole]);
        found
            .ranges
            .iter()
            .filter_map(|range| range.of(PAGE))
            .collect::<String>()
    };
    let found: Vec<String> = provisions.sections(whole).iter().map(words).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("two") && !found[0].contains("Oars"), "{found:?}");
    assert!(found[1].contains("four") && !found[1].contains("two"), "{found:?}");
}

const LOI: &str = "Section 2 Passeurs\n\nArt. 12. Lampes\n\nLe passeur porte\n1. une lampe;\n2. une corde.\n\nArt. 13. Rames\n\nLe passeur a deux rames.";

/// A `Section` of French law stands above its articles, and an article above its numbered list.
#[test]
fn a_section_above_articles_is_a_division() {
    let part = |kind, from, to, label, title| part(LOI, kind, from, to, label, title);
    let loi = rendition(
        LOI,
        vec![
            part(PartKind::Section, "Section 2", "deux rames.", "Section 2", "Passeurs"),
            part(PartKind::Section, "Art. 12.", "une corde.", "Art. 12", "Lampes"),
            part(PartKind::Item, "1. une lampe", "une lampe;", "1", ""),
            part(PartKind::Item, "2. une corde", "une corde.", "2", ""),
            part(PartKind::Section, "Art. 13.", "deux rames.", "Art. 13", "Rames"),
        ],
    );
    let provisions = RenditionProvisions::new(&loi);
    for (words, label) in [("une corde", "Art. 12"), ("deux rames", "Art. 13")] {
        let start = LOI.find(words).unwrap();
        let passage = ByteSpan::from(start..start + words.len());
        let sections = provisions.sections(passage);
        assert_eq!(sections.len(), 1, "{words}");
        let found = provisions.around(sections[0], &[passage]);
        assert_eq!(found.labels, [label], "{words}");
        assert_eq!(found.path, ["Passeurs"]);
    }
}
