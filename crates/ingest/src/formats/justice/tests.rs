//! A small act of our own in all its forms, and the real ones where the data folder is there.

use jurat_model::{PartKind, ReferenceKind, Rendition};

use super::read;
use crate::{
    RefusalKind, aligned,
    formats::tests::{only_document, outcome},
};

const ENGLISH: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<Statute xmlns:lims="http://justice.gc.ca/lims" xml:lang="en" lims:lastAmendedDate="2020-01-02">
<Identification><LongTitle>An Act respecting ferries</LongTitle><ShortTitle>Ferry Act</ShortTitle>
<RunningHead>Ferry</RunningHead><Chapter><ConsolidatedNumber>F-99</ConsolidatedNumber></Chapter></Identification>
<Body><Heading level="1" lims:id="7"><Label>PART 1</Label><TitleText>Boats</TitleText></Heading>
<Section lims:id="10" lims:inforce-start-date="2019-05-06"><MarginalNote>Duty <Emphasis>to</Emphasis> carry</MarginalNote><Label>2</Label>
<Subsection lims:id="11"><Label>(1)</Label><Text>A ferry must, under section <XRefInternal>4</XRefInternal>, carry</Text>
<Paragraph lims:id="12"><Label>(a)</Label><Text>oars; and</Text></Paragraph>
<Paragraph lims:id="13"><Label>(b)</Label><Text>lamps under</Text>
<Subparagraph lims:id="14"><Label>(i)</Label><Text>the <XRefExternal reference-type="act" link="L-1">Lamp Act</XRefExternal>, or</Text></Subparagraph>
<Subparagraph lims:id="15"><Label>(ii)</Label><Text>the <XRefExternal reference-type="act">Oil Act</XRefExternal>.</Text></Subparagraph></Paragraph>
<ContinuedSectionSubsection><Text>Both must be dry.</Text></ContinuedSectionSubsection></Subsection>
<Subsection><MarginalNote>Exception</MarginalNote><Label>(2) and (3)</Label><Text><Repealed>[Repealed, 2018, c. 1, s. 2]</Repealed></Text></Subsection>
<HistoricalNote><HistoricalNoteSubItem>2001, c. 9, s. 2</HistoricalNoteSubItem></HistoricalNote></Section>
<Section lims:id="20"><Label><FootnoteRef idref="n">*</FootnoteRef>3</Label><Text>In this Act,</Text>
<Definition lims:id="21"><Text><DefinedTermEn>ferry</DefinedTermEn> means</Text><Paragraph><Label>(a)</Label><Text>a boat. (<DefinedTermFr>traversier</DefinedTermFr>)</Text></Paragraph></Definition>
<Footnote id="n"><Label>*</Label><Text>[Note: in force later.]</Text></Footnote></Section></Body>
<Schedule lims:id="30"><ScheduleFormHeading><Label>SCHEDULE 1</Label><TitleText>Fees</TitleText></ScheduleFormHeading>
<TableGroup><table><tgroup><tbody><row><entry>Adult</entry><entry><Text>2</Text></entry></row><row><entry>Child</entry><entry>1</entry></row></tbody></tgroup></table></TableGroup>
<Provision lims:id="31"><Label>1</Label><Text>No fee for dogs.</Text></Provision></Schedule>
<Schedule id="NifProvs"><ScheduleFormHeading><TitleText>AMENDMENTS NOT IN FORCE</TitleText></ScheduleFormHeading><BillPiece><RelatedOrNotInForce>
<Heading level="5"><TitleText> — 2021, c. 8, s. 2</TitleText></Heading><Section type="amending"><Label>2</Label><Text>The Act is amended by adding:</Text>
<AmendedText><Section><MarginalNote>Rafts</MarginalNote><Label>9</Label><Text>Rafts are ferries.</Text></Section></AmendedText></Section></RelatedOrNotInForce></BillPiece></Schedule></Statute>"#;

const FRENCH: &str = r#"<Statute xmlns:lims="http://justice.gc.ca/lims" xml:lang="fr"><Body>
<Heading level="1"><Label>PARTIE 1</Label><TitleText>Bateaux</TitleText></Heading>
<Section lims:id="90"><Label>2</Label><Subsection lims:id="91"><Label>(1)</Label><Text>Le traversier porte :</Text>
<Paragraph lims:id="92"><Label>a)</Label><Text>des rames;</Text></Paragraph></Subsection></Section>
<Section lims:id="93"><Label>3</Label><Text>Définitions.</Text><Definition lims:id="94"><Text><DefinedTermFr>traversier</DefinedTermFr> Bateau. (<DefinedTermEn>ferry</DefinedTermEn>)</Text></Definition></Section></Body></Statute>"#;

fn act(source: &str) -> Rendition {
    only_document(read, source.as_bytes()).0
}

#[test]
fn the_text_reads_as_the_act_does() {
    assert_eq!(
        act(ENGLISH).text,
        "An Act respecting ferries\nFerry Act\n\nPART 1 Boats\n\n2 (1) A ferry must, under section 4, carry\n\
         (a) oars; and\n(b) lamps under\n(i) the Lamp Act, or\n(ii) the Oil Act.\n\
         Both must be dry.\n(2) and (3) [Repealed, 2018, c. 1, s. 2]\n\n3 In this Act,\n\
         ferry means\n(a) a boat. (traversier)\n\nSCHEDULE 1 Fees\n\nAdult | 2\nChild | 1\n\
         1 No fee for dogs.\n\nAMENDMENTS NOT IN FORCE\n\n— 2021, c. 8, s. 2\n\n\
         2 The Act is amended by adding:\n9 Rafts are ferries."
    );
}

#[test]
fn every_provision_has_its_full_label_and_place() {
    let act = act(ENGLISH);
    let find = |label: &str| {
        let part = act.parts.iter().find(|part| part.label.as_deref() == Some(label));
        part.unwrap_or_else(|| unreachable!("no part {label}"))
    };
    let check = |label: &str, id: Option<&str>, words: &str| {
        assert_eq!(find(label).id.as_deref(), id, "{label}");
        assert_eq!(find(label).span.of(&act.text), Some(words), "{label}");
    };
    check("2(1)(a)", Some("12"), "(a) oars; and");
    check("2(1)(b)(ii)", Some("15"), "(ii) the Oil Act.");
    check("2(2) and (3)", None, "(2) and (3) [Repealed, 2018, c. 1, s. 2]");
    check("3 “ferry”", Some("21"), "ferry means\n(a) a boat. (traversier)");
    check("3 “ferry”(a)", None, "(a) a boat. (traversier)");
    check("SCHEDULE 1, 1", Some("31"), "1 No fee for dogs.");
    check("2021, c. 8, s. 2", None, "2 The Act is amended by adding:\n9 Rafts are ferries.");
    assert_eq!(find("2").title.as_deref(), Some("Duty to carry"));
    assert_eq!(find("2").in_force.as_deref(), Some("2019-05-06"));
    assert_eq!(find("2(2) and (3)").title.as_deref(), Some("Exception"));
    assert_eq!(find("PART 1").title.as_deref(), Some("PART 1 Boats"));
    assert!(
        find("2")
            .raw
            .unwrap()
            .of(ENGLISH)
            .unwrap()
            .starts_with("<Section lims:id=\"10\"")
    );
    assert!(!act.parts.iter().any(|part| part.label.as_deref() == Some("9")));
}

#[test]
fn history_notes_and_repeals_are_fields() {
    let act = act(ENGLISH);
    let fields: Vec<_> = act
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field.value.as_str()))
        .collect();
    assert_eq!(
        fields,
        [
            ("repealed:2(2) and (3)", "[Repealed, 2018, c. 1, s. 2]"),
            ("history:2", "2001, c. 9, s. 2"),
            ("note:3", "*[Note: in force later.]"),
        ]
    );
}

#[test]
fn references_point_where_the_format_says() {
    let act = act(ENGLISH);
    let seen: Vec<_> = act
        .references
        .iter()
        .map(|seen| (seen.kind, seen.span.of(&act.text).unwrap(), seen.target.as_str()))
        .collect();
    assert_eq!(
        seen,
        [
            (ReferenceKind::Internal, "4", "4"),
            (ReferenceKind::External, "Lamp Act", "L-1"),
            (ReferenceKind::External, "Oil Act", "Oil Act"),
        ]
    );
}

#[test]
fn the_act_says_what_it_is() {
    let (_, metadata) = only_document(read, ENGLISH.as_bytes());
    assert_eq!(metadata.get("kind"), Some("statute"));
    assert_eq!(metadata.title.as_deref(), Some("Ferry Act"));
    assert_eq!(metadata.get("language"), Some("en"));
    assert_eq!(metadata.get("date"), Some("2020-01-02"));
    assert_eq!(metadata.get("number"), Some("F-99"));
}

#[test]
fn both_languages_are_aligned() {
    let (english, french) = (act(ENGLISH), act(FRENCH));
    let label = |act: &Rendition, at: usize| act.parts[at].label.clone().unwrap_or_default();
    let pairs: Vec<_> = aligned(&english, &french)
        .into_iter()
        .map(|(en, fr)| (label(&english, en), label(&french, fr)))
        .collect();
    let pairs: Vec<_> = pairs.iter().map(|(en, fr)| (en.as_str(), fr.as_str())).collect();
    assert_eq!(
        pairs,
        [
            ("PART 1", "PARTIE 1"),
            ("PART 1", "PARTIE 1"),
            ("2", "2"),
            ("2(1)", "2(1)"),
            ("2(1)(a)", "2(1)a)"),
            ("3", "3"),
            ("3 “ferry”", "3 “traversier”"),
        ]
    );
}

#[test]
fn hostile_acts_are_refused() {
    let check =
        |act: &str, kind| assert_eq!(outcome(read, act.as_bytes()).unwrap_err().kind, kind);
    check(&format!("<Statute>{}", "<Section>".repeat(1_000_000)), RefusalKind::TooLarge);
    check("<!DOCTYPE Statute [<!ENTITY a 'b'>]><Statute>&a;</Statute>", RefusalKind::Unsafe);
    check("<Statute><Body/></Statute>", RefusalKind::Empty);
}

#[test]
fn an_act_cut_anywhere_is_refused_and_harms_nobody() {
    for end in 0..ENGLISH.len() {
        assert!(outcome(read, &ENGLISH.as_bytes()[..end]).is_err(), "{end}");
    }
}

/// Counts what is in the real acts. Sections of the body have an id; those of other acts do not.
#[test]
fn real_acts_are_read_whole() {
    let Some(folder) = crate::formats::tests::data("canada_laws") else { return };
    for (path, sections) in [
        ("eng/acts/I-2.5.xml", 324),
        ("fra/lois/I-2.5.xml", 324),
        ("eng/regulations/SOR-2002-227.xml", 565),
        ("fra/reglements/DORS-2002-227.xml", 565),
        ("eng/acts/C-29.xml", 70),
        ("eng/acts/F-7.xml", 66),
        ("eng/regulations/SOR-93-22.xml", 26),
        ("eng/regulations/SOR-2012-256.xml", 74),
        ("eng/regulations/SOR-2022-277.xml", 107),
    ] {
        let bytes = std::fs::read(folder.join(path)).unwrap();
        let (act, _) = only_document(read, &bytes);
        let whole = act.parts.iter().filter(|part| {
            let label = part.label.as_deref().unwrap_or_default();
            let is_section = part
                .raw
                .is_some_and(|raw| bytes[raw.range()].starts_with(b"<Section "));
            part.kind == PartKind::Section
                && is_section
                && part.id.is_some()
                && !label.is_empty()
        });
        assert_eq!(whole.count(), sections, "{path}");
    }
}
