//! Faults that are put into sound matters, one a matter, with the code and the files that have to be told.

use jurat_immigration_audit::model::{FieldValue, HistoryKind};

use crate::{
    counter_mix::CounterMix,
    matter_builder::{date, day, dollars, text},
    sound_matters::GeneratedMatter,
};

/// What has to be found: one of the codes, with these files among its places.
pub(crate) struct PlantedFault {
    pub(crate) code: &'static str,
    pub(crate) files: Vec<String>,
}

type Planter = fn(&mut GeneratedMatter, &mut CounterMix) -> PlantedFault;

/// A kind of fault with the kinds of matter that it can be in.
pub(crate) struct FaultKind {
    pub(crate) name: &'static str,
    pub(crate) of: &'static [&'static str],
    pub(crate) plant: Planter,
}

const EVERY: &[&str] = &["spousal", "study", "visitor"];

pub(crate) const KINDS: &[FaultKind] = &[
    FaultKind {
        name: "date conflict",
        of: EVERY,
        plant: date_conflict,
    },
    FaultKind {
        name: "name spelling",
        of: EVERY,
        plant: name_spelling,
    },
    FaultKind { name: "address gap", of: EVERY, plant: address_gap },
    FaultKind {
        name: "missing spouse signature",
        of: &["spousal"],
        plant: missing_signature,
    },
    FaultKind {
        name: "expired passport",
        of: EVERY,
        plant: expired_passport,
    },
    FaultKind {
        name: "wrong edition",
        of: EVERY,
        plant: wrong_edition,
    },
    FaultKind {
        name: "funds below the minimum",
        of: &["study"],
        plant: low_funds,
    },
    FaultKind {
        name: "prior refusal undisclosed",
        of: EVERY,
        plant: hidden_refusal,
    },
    FaultKind {
        name: "overlapping jobs",
        of: EVERY,
        plant: overlapping_jobs,
    },
    FaultKind {
        name: "bigamy by dates",
        of: &["spousal"],
        plant: bigamy,
    },
    FaultKind {
        name: "under age at cohabitation",
        of: &["spousal"],
        plant: under_age,
    },
    FaultKind {
        name: "removal order",
        of: EVERY,
        plant: removal_order,
    },
];

fn fault(code: &'static str, files: &[&String]) -> PlantedFault {
    PlantedFault {
        code,
        files: files.iter().map(|it| (*it).clone()).collect(),
    }
}

/// The day of birth, or of the wedding, is another on one paper.
fn date_conflict(matter: &mut GeneratedMatter, mix: &mut CounterMix) -> PlantedFault {
    let built = &mut matter.built;
    if matter.kind == "spousal" && mix.between(0, 1) == 0 {
        built.unsay(&matter.letter, "relationship.first_met");
        built.says(&matter.letter, "relationship.first_met", day("2019-03"));
        return fault("DATE_CONFLICT", &[&matter.letter, &matter.second_form]);
    }
    let born = date(&matter.applicant.born);
    let other =
        format!("{}-{:02}-{:02}", born.year(), born.month().unwrap(), 29 - born.day().unwrap());
    let other = if other == matter.applicant.born {
        format!("{}-01-31", born.year() - 1)
    } else {
        other
    };
    built.unsay(&matter.passport, "applicant.birth_date");
    built.says(&matter.passport, "applicant.birth_date", day(&other));
    fault("DATE_CONFLICT", &[&matter.passport])
}

/// A letter of the family name is another in the passport.
fn name_spelling(matter: &mut GeneratedMatter, mix: &mut CounterMix) -> PlantedFault {
    let mut letters: Vec<char> = matter.applicant.family.to_uppercase().chars().collect();
    let at = usize::try_from(mix.between(1, 3)).unwrap();
    letters[at] = if letters[at] == 'U' { 'M' } else { 'U' };
    let slip: String = letters.into_iter().collect();
    matter.built.unsay(&matter.passport, "applicant.family_name");
    matter
        .built
        .says(&matter.passport, "applicant.family_name", text(&slip));
    fault("NAME_SPELLING", &[&matter.passport])
}

/// The first home ends months before the second begins.
fn address_gap(matter: &mut GeneratedMatter, mix: &mut CounterMix) -> PlantedFault {
    let homes = matter.built.profile.histories.iter_mut();
    let first = homes
        .into_iter()
        .find(|row| row.kind == HistoryKind::Residence)
        .unwrap();
    let end = first.to.unwrap();
    first.to = Some(date(&format!("{}-{:02}", end.year() - 1, mix.between(6, 11))));
    fault("RESIDENCE_GAP", &[&matter.history_form])
}

/// The sponsor has signed, and the spouse has not.
fn missing_signature(matter: &mut GeneratedMatter, mix: &mut CounterMix) -> PlantedFault {
    let built = &mut matter.built;
    if mix.between(0, 2) == 0 {
        let file = built.file(&matter.second_form);
        file.form_fields.clear();
        file.form.as_mut().unwrap().signed = Some(false);
        return fault("SIGNATURE_MISSING", &[&matter.second_form]);
    }
    let sponsor = built
        .files
        .iter()
        .find(|it| it.path.contains("1344"))
        .unwrap()
        .id
        .clone();
    built
        .file(&sponsor)
        .form_fields
        .retain(|field| !field.name.ends_with("PASignDate"));
    fault("SIGNATURE_MISSING", &[&sponsor])
}

fn expired_passport(matter: &mut GeneratedMatter, mix: &mut CounterMix) -> PlantedFault {
    for (name, value) in [("passport_issued", 2015), ("passport_expires", 2025)] {
        let field = format!("applicant.{name}");
        matter.built.unsay(&matter.passport, &field);
        let on = format!("{value}-{:02}-12", mix.between(1, 12));
        matter.built.says(&matter.passport, &field, day(&on));
    }
    fault("PASSPORT_EXPIRED", &[&matter.passport])
}

fn wrong_edition(matter: &mut GeneratedMatter, _: &mut CounterMix) -> PlantedFault {
    let form = if matter.kind == "study" { &matter.second_form } else { &matter.main_form };
    matter.built.file(form).form.as_mut().unwrap().edition = Some("2017-10".to_owned());
    fault("FORM_EDITION_OLD", &[form])
}

fn low_funds(matter: &mut GeneratedMatter, mix: &mut CounterMix) -> PlantedFault {
    let funds = mix.between(9, 21) * 1000;
    let bank = matter
        .built
        .files
        .iter()
        .find(|it| it.kind == "bank_statement")
        .unwrap()
        .id
        .clone();
    for file in [&matter.main_form, &bank] {
        matter.built.unsay(file, "matter.funds");
        matter.built.says(file, "matter.funds", dollars(funds));
    }
    fault("FUNDS_BELOW_MINIMUM", &[&matter.main_form])
}

/// A refusal letter in the folder, or a row of an earlier application, beside a form that says no.
fn hidden_refusal(matter: &mut GeneratedMatter, mix: &mut CounterMix) -> PlantedFault {
    let denying = matter
        .built
        .profile
        .best("matter.prior_refusal")
        .map(|reading| reading.place.file.clone())
        .unwrap();
    if mix.between(0, 1) == 0 {
        let letter =
            matter
                .built
                .paper("old/refusal_2023.pdf", "refusal_letter", Some("2023-02-11"));
        return fault("REFUSAL_UNDISCLOSED", &[&letter, &denying]);
    }
    let row = ("applicant", HistoryKind::Application);
    let values = [("outcome", "refused"), ("country", "Canada")];
    matter.built.row(&matter.letter, row, ("2022-10", "2022-12"), &values);
    fault("REFUSAL_UNDISCLOSED", &[&matter.letter, &denying])
}

fn overlapping_jobs(matter: &mut GeneratedMatter, mix: &mut CounterMix) -> PlantedFault {
    let from = format!("{}-02", mix.between(2022, 2023));
    let row = ("applicant", HistoryKind::Employment);
    let values = [("employer", "Quillon Freight"), ("job", "driver")];
    assert_ne!(matter.employer, "Quillon Freight");
    matter
        .built
        .row(&matter.history_form, row, (&from, "2025-01"), &values);
    fault("JOB_OVERLAP", &[&matter.history_form])
}

/// The sponsor's earlier marriage ends after this one began, or has not ended.
fn bigamy(matter: &mut GeneratedMatter, mix: &mut CounterMix) -> PlantedFault {
    let rows = matter.built.profile.histories.iter_mut();
    let former = rows
        .into_iter()
        .find(|row| row.kind == HistoryKind::Relationship)
        .unwrap();
    let file = former.place.file.clone();
    if mix.between(0, 1) == 0 {
        former.to = Some(date("2024-02-20"));
    } else {
        former.to = None;
        former.ongoing = true;
    }
    fault("MARRIAGE_OVERLAP", &[&file])
}

fn under_age(matter: &mut GeneratedMatter, mix: &mut CounterMix) -> PlantedFault {
    let born = date(&matter.applicant.born);
    let together = format!("{}-{:02}", born.year() + 16, mix.between(1, 12));
    matter
        .built
        .unsay(&matter.second_form, "relationship.cohabitation_start");
    let value = day(&together);
    matter
        .built
        .says(&matter.second_form, "relationship.cohabitation_start", value);
    for file in [&matter.second_form, &matter.letter] {
        matter.built.unsay(file, "relationship.first_met");
        let met = day(&(born.year() + 15).to_string());
        matter.built.says(file, "relationship.first_met", met);
    }
    fault("UNDER_AGE_UNION", &[&matter.second_form])
}

fn removal_order(matter: &mut GeneratedMatter, mix: &mut CounterMix) -> PlantedFault {
    let on = format!("{}-05-04", mix.between(2015, 2022));
    let order = matter.built.paper("old/order.pdf", "unknown", Some(&on));
    matter
        .built
        .says(&order, "matter.removal_order", FieldValue::Flag(true));
    fault("REMOVAL_ORDER", &[&order])
}
