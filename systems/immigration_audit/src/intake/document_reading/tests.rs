//! Fields of documents on texts of ours: places, owners, refusals.

#![expect(clippy::unwrap_used)]

use jurat_canon::Hash;
use jurat_model::{DocumentMetadata, FormFieldValue, ReaderIdentity, Rendition, SourceExhibit};

use crate::{
    intake::{ReadFile, describe, read_profile},
    model::{MatterFile, MatterProfile},
};

fn matter(texts: &[(&str, &str)], fields: &[(&str, &str)]) -> MatterProfile {
    let reader = || ReaderIdentity {
        name: "text".to_owned(),
        version: 1,
        options: String::new(),
    };
    let mut files: Vec<MatterFile> = Vec::new();
    let mut exhibits = Vec::new();
    let rows = texts.iter().map(|(path, text)| (*path, *text, &[][..]));
    let form = (!fields.is_empty()).then_some(("form.pdf", "Please wait...", fields));
    for (at, (path, text, fields)) in form.into_iter().chain(rows).enumerate() {
        let mut rendition = Rendition::plain(reader(), text.to_owned());
        let field = |(name, value): &(&str, &str)| FormFieldValue {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
        };
        rendition.fields = fields.iter().map(field).collect();
        let source = Hash::of(text.as_bytes());
        let id = format!("F{:02}", at + 1);
        files.push(describe(&ReadFile {
            id: &id,
            path,
            source,
            bytes: 1,
            rendition: &rendition,
        }));
        exhibits.push(SourceExhibit {
            name: path.to_owned(),
            source,
            media: "text/plain".to_owned(),
            rendition: rendition.hash(),
            reader: reader(),
            metadata: DocumentMetadata::default(),
            text: text.to_owned(),
        });
    }
    let profile = read_profile(&files, &exhibits);
    for (field, readings) in &profile.fields {
        for reading in readings {
            if let Some(span) = &reading.place.span {
                let exhibit = exhibits
                    .iter()
                    .zip(&files)
                    .find(|(_, file)| file.id == reading.place.file);
                let text = &exhibit.unwrap().0.text;
                assert_eq!(span.of(text), Some(reading.place.words.as_str()), "{field}");
            }
        }
    }
    profile
}

const APPLICANT: [(&str, &str); 6] = [
    ("form1.Page1.contactInformation.q5-6.Email", "robin@example.org"),
    ("form1.Page1.PersonalDetails.q1.FamilyName", "MUSTER"),
    ("form1.Page1.PersonalDetails.q1.GivenName", "Robin"),
    ("form1.Page1.PersonalDetails.q7-8.DOB.DOBYYYY", "1990"),
    ("form1.Page1.PersonalDetails.q7-8.DOB.DOBMM", "05"),
    ("form1.Page1.PersonalDetails.q7-8.DOB.DOBDD", "03"),
];

#[test]
fn forms_and_documents_of_one_person_stand_beside_each_other() {
    let passport = "PASSPORT\nSurname: MUSTER\nGiven names: ROBYN\nNationality: Utopian\nDate of birth: 4 May 1990\n\
                    Passport No: X0000000\nDate of expiry: 2031-01-01\n";
    let bank = "Example Bank\nAccount statement\nAccount holder: Robin Muster\nOpening balance: $100.00\n\
                Closing balance: $24,617.00\nAccount number: 000\n";
    let profile = matter(&[("p.pdf", passport), ("b.pdf", bank)], &APPLICANT);
    let births: Vec<String> = profile.fields["applicant.birth_date"]
        .iter()
        .map(|one| one.value.to_string())
        .collect();
    assert_eq!(births, ["1990-05-03", "1990-05-04"]);
    assert_eq!(profile.words("applicant.passport_number").as_deref(), Some("X0000000"));
    assert_eq!(profile.words("matter.funds").as_deref(), Some("CAD 24617.00"));
    assert_eq!(profile.words("applicant.email").as_deref(), Some("robin@example.org"));
}

#[test]
fn what_may_be_another_persons_is_not_read() {
    let other = "PASSPORT\nSurname: FREMD\nGiven names: ANDER\nNationality: Utopian\nDate of birth: 9 June 1970\n\
                 Passport No: Y1111111\nDate of expiry: 2031-01-01\n";
    let profile = matter(&[("p.pdf", other)], &APPLICANT);
    assert!(!profile.fields.contains_key("applicant.passport_number"));
    assert_eq!(profile.fields["applicant.birth_date"].len(), 1);
}

#[test]
fn a_refusal_letter_tells_day_and_reasons() {
    let letter = "March 4, 2024\nDecision on your application\nYour application has been refused.\n\
                  ☒ purpose of your visit\n☐ travel history\n";
    let profile = matter(&[("r.pdf", letter)], &[]);
    assert_eq!(profile.words("matter.prior_refusal").as_deref(), Some("yes"));
    assert_eq!(profile.words("matter.prior_refusal_date").as_deref(), Some("2024-03-04"));
    assert_eq!(profile.fields["matter.refusal_reasons"].len(), 1);
}

#[test]
fn papers_of_two_people_go_each_to_its_own() {
    let passport = |family: &str, given: &str, born: &str, number: &str| {
        format!(
            "PASSPORT\nSurname: {family}\nGiven names: {given}\nNationality: Utopian\nDate of birth: {born}\n\
             Passport No: {number}\nDate of expiry: 2031-01-01\n"
        )
    };
    let own = passport("MUSTER", "ROBIN", "3 May 1990", "X0000000");
    let sponsor = passport("EXEMPLE", "KIM", "2 June 1988", "K2222222");
    let friend = "Police certificate\nName: Ander Fremd\nDate of birth: 9 June 1970\nConvicted of theft.\n\
                  Date of issue: 2026-01-02\nCriminal record: one entry\n";
    let letter = "Letter of support for relationship\nI am Ada Freundin, and our relationship is old.\n\
                  Employment history\n2015-01 to 2019-02 baker, Example Ovens\n";
    let refusal = "March 4, 2024\nDecision on your application\nDear Ander Fremd,\nYour application has been refused.\n";
    let mut fields = APPLICANT.to_vec();
    fields.push(("sponsor.family_name", "Exemple"));
    fields.push(("sponsor.given_name", "Kim"));
    let profile = matter(
        &[
            ("a.txt", &own),
            ("b.txt", &sponsor),
            ("c.txt", friend),
            ("d.txt", letter),
            ("e.txt", refusal),
        ],
        &fields,
    );
    assert_eq!(profile.words("applicant.passport_number").as_deref(), Some("X0000000"));
    assert_eq!(profile.words("sponsor.passport_number").as_deref(), Some("K2222222"));
    assert!(!profile.fields.contains_key("matter.criminal_record"), "a friend's certificate");
    assert!(!profile.fields.contains_key("matter.prior_refusal"), "a friend's refusal");
    assert_eq!(profile.histories, [], "a friend's work");
    let about: Vec<&str> = profile.people.values().map(String::as_str).collect();
    assert_eq!(about, ["applicant", "sponsor", "other", "other", "other"]);
}
