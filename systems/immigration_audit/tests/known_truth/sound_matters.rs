//! Sound matters of three kinds, every value of them invented and drawn from the folder's number.

use jurat_immigration_audit::model::{FieldValue, HistoryKind};

use crate::{
    counter_mix::CounterMix,
    matter_builder::{MatterBuilder, date, day, dollars, text},
};

/// The day on which every matter is audited.
pub(crate) const AS_OF: &str = "2026-06-15";
/// The day on which its forms were signed.
const SIGNED: &str = "2026-06-01";

const FAMILY: &[&str] = &[
    "Orsini",
    "Lindqvist",
    "Okafor",
    "Tamaoka",
    "Brennagh",
    "Castellane",
    "Doukaki",
    "Ferreiro",
    "Hallström",
    "Ivanenko",
    "Jarrow",
    "Kestrel",
    "Marchetti",
    "Novakova",
    "Pellerin",
];
const GIVEN: &[&str] = &[
    "Mirabel",
    "Tobias",
    "Annika",
    "Leopold",
    "Serafina",
    "Cormac",
    "Delphine",
    "Rafael",
    "Ingrid",
    "Matteo",
    "Yasmin",
    "Bartholomew",
    "Noemi",
    "Henrik",
    "Clarissa",
];
const CITIES: &[&str] =
    &["Porto Verano", "Lindgarten", "Saint-Aubrac", "Karsholm", "Villa Serena", "Tornedal"];
const STREETS: &[&str] =
    &["Alder Street", "Quay Road", "Mill Lane", "Chestnut Avenue", "Harbour Drive"];
const EMPLOYERS: &[&str] = &[
    "Lumen Bakery Ltd.",
    "Orchard Foods",
    "Tidewater Press",
    "Corvid Analytics",
    "Meridian Looms",
];

/// A person of a matter.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) family: String,
    pub(crate) given: String,
    pub(crate) born: String,
    pub(crate) city: String,
    pub(crate) street: String,
    pub(crate) passport: String,
}

/// A matter, and what a planted fault has to know of it.
#[derive(Clone)]
pub(crate) struct GeneratedMatter {
    pub(crate) kind: &'static str,
    pub(crate) built: MatterBuilder,
    pub(crate) applicant: Person,
    /// Ids of the files by what they are.
    pub(crate) main_form: String,
    pub(crate) second_form: String,
    pub(crate) history_form: String,
    pub(crate) passport: String,
    pub(crate) letter: String,
    pub(crate) employer: String,
}

fn person(mix: &mut CounterMix, city: &str) -> Person {
    let (year, month, of_month) =
        (mix.between(1982, 1996), mix.between(1, 12), mix.between(1, 28));
    Person {
        family: (*mix.one_of(FAMILY)).to_owned(),
        given: (*mix.one_of(GIVEN)).to_owned(),
        born: format!("{year}-{month:02}-{of_month:02}"),
        city: city.to_owned(),
        street: format!("{} {}", mix.between(1, 290), mix.one_of(STREETS)),
        passport: format!("X{:08}", mix.between(1, 99_999_999)),
    }
}

pub(crate) fn sound_matter(number: u64) -> GeneratedMatter {
    let mut mix = CounterMix::new(number);
    match number % 3 {
        0 => spousal(&mut mix),
        1 => study(&mut mix),
        _ => visitor(&mut mix),
    }
}

/// Who someone is, as a form gives it.
fn identify(built: &mut MatterBuilder, file: &str, role: &str, who: &Person) {
    for (name, value) in [
        ("family_name", text(&who.family)),
        ("given_name", text(&who.given)),
        ("birth_date", day(&who.born)),
        ("city", text(&who.city)),
        ("street", text(&who.street)),
        ("passport_number", text(&who.passport)),
    ] {
        built.says(file, &format!("{role}.{name}"), value);
    }
}

fn passport(built: &mut MatterBuilder, mix: &mut CounterMix, who: &Person) -> String {
    let file = built.paper("identity/passport.pdf", "passport", None);
    let (year, month) = (mix.between(2019, 2024), mix.between(1, 12));
    for (name, value) in [
        ("family_name", text(&who.family.to_uppercase())),
        ("given_name", text(&who.given.to_uppercase())),
        ("birth_date", day(&who.born)),
        ("passport_number", text(&who.passport)),
        ("passport_issued", day(&format!("{year}-{month:02}-10"))),
        ("passport_expires", day(&format!("{}-{month:02}-09", year + 10))),
    ] {
        built.says(&file, &format!("applicant.{name}"), value);
    }
    file
}

/// Ten years without a gap, homes and work, months touching.
fn histories(
    built: &mut MatterBuilder,
    mix: &mut CounterMix,
    file: &str,
    who: &Person,
) -> String {
    let other = CITIES.iter().find(|city| **city != who.city).unwrap();
    let moved = mix.between(2018, 2022);
    let home = ("applicant", HistoryKind::Residence);
    built.row(
        file,
        home,
        ("2014-01", &format!("{moved}-05")),
        &[("city", other), ("street", "8 Fountain Row")],
    );
    let (from, street) = (format!("{moved}-06"), who.street.clone());
    built.row(file, home, (&from, "now"), &[("city", &who.city), ("street", &street)]);
    let employer = (*mix.one_of(EMPLOYERS)).to_owned();
    let begun = mix.between(2019, 2021);
    let study = ("applicant", HistoryKind::Education);
    built.row(
        file,
        study,
        ("2013-09", &format!("{begun}-06")),
        &[("school", "Verano Polytechnic")],
    );
    let work = ("applicant", HistoryKind::Employment);
    built.row(
        file,
        work,
        (&format!("{begun}-07"), "now"),
        &[("employer", &employer), ("job", "clerk")],
    );
    let letter =
        built.paper("work/employment_letter.md", "employment_letter", Some("2026-05-20"));
    built.row(
        &letter,
        work,
        (&format!("{begun}-07-02"), "now"),
        &[("employer", &employer), ("job", "clerk")],
    );
    employer
}

fn spousal(mix: &mut CounterMix) -> GeneratedMatter {
    let mut built = MatterBuilder::default();
    let city = *mix.one_of(CITIES);
    let (applicant, mut sponsor) = (person(mix, city), person(mix, city));
    sponsor.street.clone_from(&applicant.street);
    let main_form = built.form("forms/imm0008.pdf", "IMM 0008", "2025-03", SIGNED);
    let second_form = built.form("forms/imm1344.pdf", "IMM 1344", "2019-06", SIGNED);
    let history_form = built.form("forms/imm5669.pdf", "IMM 5669", "2012-12", SIGNED);
    let story = built.form("forms/imm5532.pdf", "IMM 5532", "2023-09", SIGNED);
    for (name, path) in [
        (&main_form, "form1.Page1.declaration.TextField2"),
        (&second_form, "form1.Signatures.Sigs.SponSigDate"),
        (&second_form, "form1.Signatures.Sigs.PASignDate"),
        (&history_form, "IMM_5669[0].page4[0].signatureApplicant[0]"),
        (&story, "IMM_5532[0].page4[0].sponsorSignature[0]"),
        (&story, "IMM_5532[0].page4[0].applicantSignature[0]"),
    ] {
        let value = SIGNED.to_owned();
        let field = jurat_model::FormFieldValue { name: path.to_owned(), value };
        built.file(name).form_fields.push(field);
    }
    for form in [&main_form, &history_form] {
        identify(&mut built, form, "applicant", &applicant);
    }
    identify(&mut built, &second_form, "sponsor", &sponsor);
    built.says(&second_form, "applicant.family_name", text(&applicant.family));
    built.says(&second_form, "applicant.given_name", text(&applicant.given));
    let passport = passport(&mut built, mix, &applicant);
    let letter =
        built.paper("letters/how_we_met.md", "relationship_letter", Some("2026-04-20"));
    let certificate =
        built.paper("identity/marriage_certificate.pdf", "marriage_certificate", None);
    let (met, wed) = (mix.between(2016, 2018), mix.between(2020, 2023));
    let wedding = format!("{wed}-{:02}-{:02}", mix.between(4, 9), mix.between(1, 28));
    for file in [&main_form, &story, &certificate] {
        built.says(file, "relationship.marriage_date", day(&wedding));
    }
    built.says(&story, "relationship.first_met", day(&format!("{met}-08-14")));
    built.says(&letter, "relationship.first_met", day(&format!("{met}-08")));
    built.says(&letter, "relationship.marriage_date", day(&wedding[..7]));
    built.says(&story, "relationship.cohabitation_start", day(&format!("{}-02", met + 1)));
    built.says(&story, "relationship.type", text("spouse"));
    built.says(&main_form, "applicant.marital_status", text("Married"));
    built.says(&second_form, "matter.prior_refusal", FieldValue::Flag(false));
    built.says(&history_form, "matter.removal_order", FieldValue::Flag(false));
    let former = ("sponsor", HistoryKind::Relationship);
    let name = "Oswin Former";
    built.row(
        &second_form,
        former,
        ("2008-05-02", "2014-03-01"),
        &[("name", name), ("status", "married")],
    );
    let police = built.paper(
        "identity/police_certificate.pdf",
        "police_certificate",
        Some("2026-03-02"),
    );
    built.says(&police, "matter.police_certificate_date", day("2026-03-02"));
    let employer = histories(&mut built, mix, &history_form, &applicant);
    GeneratedMatter {
        kind: "spousal",
        built,
        applicant,
        main_form,
        second_form: story,
        history_form,
        passport,
        letter,
        employer,
    }
}

fn study(mix: &mut CounterMix) -> GeneratedMatter {
    let mut built = MatterBuilder::default();
    let city = *mix.one_of(CITIES);
    let applicant = person(mix, city);
    let main_form = built.form("forms/imm1294.pdf", "IMM 1294", "2024-04", SIGNED);
    let second_form = built.form("forms/imm5645.pdf", "IMM 5645", "2018-05", SIGNED);
    let history_form = built.form("forms/imm5669.pdf", "IMM 5669", "2012-12", SIGNED);
    for form in [&main_form, &history_form] {
        identify(&mut built, form, "applicant", &applicant);
    }
    for (name, value) in [
        ("family_name", text(&applicant.family)),
        ("given_name", text(&applicant.given)),
        ("birth_date", day(&applicant.born)),
    ] {
        built.says(&second_form, &format!("applicant.{name}"), value);
    }
    let passport = passport(&mut built, mix, &applicant);
    let letter = built.paper("school/acceptance.pdf", "acceptance_letter", Some("2026-03-01"));
    let tuition = mix.between(14, 22) * 1000;
    built.says(&letter, "matter.tuition", dollars(tuition));
    built.says(&letter, "matter.school", text("Harrowgate College"));
    built.says(&main_form, "matter.tuition", dollars(tuition));
    let funds = tuition + mix.between(26, 40) * 1000;
    built.says(&main_form, "matter.funds", dollars(funds));
    let bank = built.paper("funds/bank_statement.pdf", "bank_statement", Some("2026-05-28"));
    built.says(&bank, "matter.funds", dollars(funds + mix.between(10, 900)));
    built.says(&main_form, "matter.prior_refusal", FieldValue::Flag(false));
    built.says(&main_form, "matter.removal_order", FieldValue::Flag(false));
    built.says(&main_form, "applicant.marital_status", text("Single"));
    built.says(&letter, "matter.language_test_date", day("2025-11-15"));
    let employer = histories(&mut built, mix, &history_form, &applicant);
    GeneratedMatter {
        kind: "study",
        built,
        applicant,
        main_form,
        second_form,
        history_form,
        passport,
        letter,
        employer,
    }
}

fn visitor(mix: &mut CounterMix) -> GeneratedMatter {
    let mut built = MatterBuilder::default();
    let city = *mix.one_of(CITIES);
    let applicant = person(mix, city);
    let main_form = built.form("forms/imm5257.pdf", "IMM 5257", "2019-06", SIGNED);
    let second_form = built.form("forms/imm5645.pdf", "IMM 5645", "2018-05", SIGNED);
    let history_form = built.form("forms/imm5669.pdf", "IMM 5669", "2012-12", SIGNED);
    for form in [&main_form, &history_form] {
        identify(&mut built, form, "applicant", &applicant);
    }
    built.says(&second_form, "applicant.family_name", text(&applicant.family));
    built.says(&second_form, "applicant.given_name", text(&applicant.given));
    built.says(&second_form, "applicant.birth_date", day(&applicant.born));
    let passport = passport(&mut built, mix, &applicant);
    let letter = built.paper("letters/invitation.md", "invitation_letter", Some("2026-05-05"));
    for file in [&letter, &main_form] {
        built.says(file, "matter.stay_from", day("2026-08-01"));
        built.says(file, "matter.stay_to", day("2026-08-29"));
    }
    built.says(&main_form, "matter.funds", dollars(mix.between(6, 9) * 1000));
    built.says(&main_form, "matter.prior_refusal", FieldValue::Flag(false));
    built.says(&main_form, "matter.removal_order", FieldValue::Flag(false));
    built.says(&main_form, "applicant.marital_status", text("Single"));
    let row = ("applicant", HistoryKind::Travel);
    built.row(
        &main_form,
        row,
        ("2024-07-03", "2024-07-19"),
        &[("country", "Nordmark"), ("purpose", "tourism")],
    );
    let employer = histories(&mut built, mix, &history_form, &applicant);
    assert!(date(AS_OF).is_whole());
    GeneratedMatter {
        kind: "visitor",
        built,
        applicant,
        main_form,
        second_form,
        history_form,
        passport,
        letter,
        employer,
    }
}
