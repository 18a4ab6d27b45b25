//! Folders of documents: the two sound samples with other people in them, as forms in PDF and letters in text, and faults put
//! into their values before they are written.

use std::collections::BTreeMap;

use jurat_immigration_audit::sample::{write_docx, write_form};

use crate::{
    counter_mix::CounterMix,
    folder_reader::files_below,
    samples::{SampleValues, sample, values},
};

/// The day on which every folder is audited.
pub(crate) const AS_OF: &str = "2026-06-01";

/// A folder before it is written.
pub(crate) struct DocumentFolder {
    /// Title, and fields by name, of each form.
    forms: BTreeMap<String, (String, Vec<(String, String)>)>,
    letters: BTreeMap<String, String>,
    /// How letters are saved: every other folder's as a word processor does.
    saved: LetterFormat,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LetterFormat {
    AsWritten,
    Docx,
}

/// A fault in documents: its code, and how the path of a file begins that has to be told; where several hold it, one of them.
pub(crate) struct DocumentFault {
    pub(crate) code: &'static str,
    pub(crate) files: &'static [&'static str],
}

const OTHER_NAMES: &[(&str, &str)] = &[
    ("Brennagh", "Delphine Fiktiva"),
    ("Castellane", "Serafina Fiktiva"),
    ("Pellerin", "Clarissa Fiktiva"),
    ("Marchetti", "Noemi Fiktiva"),
    ("Jarrowby", "Ingrid Fiktiva"),
    ("Novakova", "Mirabel Fiktiva"),
];

/// The sound sponsorship with another applicant, another birth and another flat.
pub(crate) fn sound_folder(number: u64) -> DocumentFolder {
    let mut mix = CounterMix::new(5000 + number);
    let (family, given) = *mix.one_of(OTHER_NAMES);
    let (house, month) = (mix.between(2, 90).to_string(), mix.between(4, 9));
    let changed = |text: &str| {
        let first = given.split(' ').next().unwrap_or(given);
        text.replace("Annika Fiktiva", given)
            .replace("Annika", first)
            .replace("Hallstrom", family)
            .replace("41 Alder", &format!("{house} Alder"))
            .replace("1992-03-14", &format!("1992-{month:02}-14"))
    };
    let saved =
        if number.is_multiple_of(2) { LetterFormat::AsWritten } else { LetterFormat::Docx };
    let mut folder = DocumentFolder {
        forms: BTreeMap::new(),
        letters: BTreeMap::new(),
        saved,
    };
    for (path, values) in values() {
        let (Some(inside), SampleValues::Form { title, fields }) =
            (path.strip_prefix("sound_sponsorship/"), values)
        else {
            continue;
        };
        let fields = fields.into_iter().map(|(name, value)| {
            let value = match name.as_str() {
                it if it.ends_with("DOBMM[0]") => format!("{month:02}"),
                it if it.ends_with("PADOB[0].DOBMonth[0]") => format!("{month:02}"),
                it if it.ends_with("StreetNum[0]") => house.clone(),
                _ => changed(&value),
            };
            (name, value)
        });
        folder.forms.insert(inside.to_owned(), (title, fields.collect()));
    }
    for (path, bytes) in files_below(&sample().join("sound_sponsorship")) {
        let is_text = !path.ends_with("pdf");
        if let Some(text) = String::from_utf8(bytes).ok().filter(|_| is_text) {
            folder.letters.insert(path, changed(&text));
        }
    }
    folder
}

impl DocumentFolder {
    /// The files with their bytes.
    pub(crate) fn written(&self) -> BTreeMap<String, Vec<u8>> {
        let forms = self
            .forms
            .iter()
            .map(|(path, (title, fields))| (path.clone(), write_form(title, fields)));
        let letters = self.letters.iter().map(|(path, text)| self.saved(path, text));
        forms.chain(letters).collect()
    }

    fn saved(&self, path: &str, text: &str) -> (String, Vec<u8>) {
        match (self.saved, path.strip_suffix(".txt")) {
            (LetterFormat::Docx, Some(stem)) => (format!("{stem}.docx"), write_docx(text)),
            _ => (path.to_owned(), text.as_bytes().to_vec()),
        }
    }

    fn form(&mut self, number: &str) -> &mut Vec<(String, String)> {
        let found = self.forms.iter_mut().find(|(path, _)| path.contains(number));
        &mut found.unwrap().1.1
    }

    fn set(&mut self, number: &str, name: &str, value: &str) {
        let fields = self.form(number);
        let ending = name
            .split('.')
            .map(|part| format!("{part}[0]"))
            .collect::<Vec<_>>()
            .join(".");
        match fields.iter_mut().find(|(path, _)| path.ends_with(&ending)) {
            Some(field) => value.clone_into(&mut field.1),
            None => fields.push((ending, value.to_owned())),
        }
    }

    fn change_letters(&mut self, from: &str, to: &str) {
        for text in self.letters.values_mut() {
            *text = text.replace(from, to);
        }
    }

    fn letter(&mut self, path: &str, text: &str) {
        self.letters.insert(path.to_owned(), text.to_owned());
    }
}

type Planter = fn(&mut DocumentFolder, &mut CounterMix) -> DocumentFault;

pub(crate) const KINDS: &[(&str, Planter)] = &[
    ("date conflict", date_conflict),
    ("name spelling", name_spelling),
    ("address gap", address_gap),
    ("missing spouse signature", missing_signature),
    ("expired passport", expired_passport),
    ("wrong edition", wrong_edition),
    ("funds below the minimum", low_funds),
    ("prior refusal undisclosed", hidden_refusal),
    ("overlapping jobs", overlapping_jobs),
    ("bigamy by dates", bigamy),
    ("under age at marriage", under_age),
    ("removal order", removal_order),
];

const fn fault(code: &'static str, files: &'static [&'static str]) -> DocumentFault {
    DocumentFault { code, files }
}

fn date_conflict(folder: &mut DocumentFolder, mix: &mut CounterMix) -> DocumentFault {
    let wed = format!("2021-{:02}-{:02}", mix.between(1, 12), mix.between(1, 28));
    folder.set("imm1344", "q8New.a-b.DateOfMarriage", &wed);
    fault("DATE_CONFLICT", &["forms/imm1344"])
}

fn name_spelling(folder: &mut DocumentFolder, _: &mut CounterMix) -> DocumentFault {
    let family = folder
        .form("imm5669")
        .iter()
        .find(|(name, _)| name.contains("familyName"))
        .unwrap()
        .1
        .clone();
    let slip = format!(
        "{}{}y",
        &family[..family.len() - 1],
        if family.ends_with('y') { "u" } else { "" }
    );
    folder.set("imm5669", "page1.familyName", &slip);
    fault("NAME_SPELLING", &["forms/imm5669"])
}

fn address_gap(folder: &mut DocumentFolder, mix: &mut CounterMix) -> DocumentFault {
    let end = format!("201{}-{:02}", mix.between(7, 8), mix.between(1, 12));
    folder.set("imm5669", "addressTable.Row2.toDate", &end);
    fault("RESIDENCE_GAP", &["forms/imm5669"])
}

fn missing_signature(folder: &mut DocumentFolder, _: &mut CounterMix) -> DocumentFault {
    folder
        .form("imm1344")
        .retain(|(name, _)| !name.contains("PASignDate"));
    fault("SIGNATURE_MISSING", &["forms/imm1344"])
}

fn expired_passport(folder: &mut DocumentFolder, mix: &mut CounterMix) -> DocumentFault {
    let month = mix.between(1, 12);
    folder.set("imm0008", "Passport.IssueDate.IssueDate", &format!("2015-{month:02}-11"));
    folder.set("imm0008", "Passport.ExpiryDate", &format!("2025-{month:02}-10"));
    folder.change_letters("2023-02-10", &format!("2015-{month:02}-11"));
    folder.change_letters("2033-02-09", &format!("2025-{month:02}-10"));
    fault("PASSPORT_EXPIRED", &["forms/imm0008", "identity/passport"])
}

fn wrong_edition(folder: &mut DocumentFolder, _: &mut CounterMix) -> DocumentFault {
    folder.set("imm0008", "Header.FormVersion", ".ENU-10-2017");
    fault("FORM_EDITION_OLD", &["forms/imm0008"])
}

/// A student in place of a sponsored spouse: an acceptance letter, and a statement that is too low.
fn low_funds(folder: &mut DocumentFolder, mix: &mut CounterMix) -> DocumentFault {
    let (amount, holder) = (mix.between(5, 19), applicant(folder));
    folder.forms.retain(|path, _| path.contains("imm5669"));
    folder.letters.clear();
    folder.letter(
        "school/acceptance_letter.txt",
        &format!("LETTER OF ACCEPTANCE\nDate: 2 March 2026\n\nStudent: {holder}\nInstitution: Harrowgate College\nTuition: CAD 15,000\n"),
    );
    folder.letter(
        "funds/bank_statement.txt",
        &format!("BANK STATEMENT\nAccount holder: {holder}\nStatement date: 15 May 2026\nClosing balance: CAD {amount},400.00\n"),
    );
    fault("FUNDS_BELOW_MINIMUM", &["funds/bank_statement"])
}

fn applicant(folder: &mut DocumentFolder) -> String {
    let fields = folder.form("imm5669");
    let part = |wanted: &str| {
        let found = fields.iter().find(|(name, _)| name.contains(wanted));
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    format!("{} {}", part("givenName"), part("familyName"))
}

/// An old refusal letter beside a form for visitors that says there was none.
fn hidden_refusal(folder: &mut DocumentFolder, mix: &mut CounterMix) -> DocumentFault {
    let holder = applicant(folder);
    let mut fields = values().into_iter().find_map(|(path, values)| match values {
        SampleValues::Form { title, fields } if path.contains("imm5257") => {
            Some((title, fields))
        }
        _ => None,
    });
    let (title, visitor) = fields.take().unwrap();
    let kept = visitor.into_iter().filter(|(name, _)| {
        ["FormVersion", "VisaChoice2", "ValidatedFlag", "Signature", "PurposeOfVisit"]
            .iter()
            .any(|it| name.contains(it))
    });
    folder
        .forms
        .insert("forms/imm5257.pdf".to_owned(), (title, kept.collect()));
    let year = mix.between(2018, 2025);
    folder.letter(
        "old/refusal_letter.txt",
        &format!("REFUSAL LETTER\nDate: 4 May {year}\n\nDear {holder},\n\nYour application for a visitor visa has been refused. I am not satisfied that you will leave Canada at the end of your stay.\n"),
    );
    fault("REFUSAL_UNDISCLOSED", &["old/refusal_letter"])
}

fn overlapping_jobs(folder: &mut DocumentFolder, mix: &mut CounterMix) -> DocumentFault {
    let from = format!("202{}-02", mix.between(0, 3));
    for (cell, value) in [
        ("fromDate", from.as_str()),
        ("toDate", "2025-08"),
        ("Cell3", "driver"),
        ("Cell6", "Quillon Freight"),
    ] {
        let name = format!("IMM_5669.page2.personalHistoryTable.Row3.{cell}");
        folder.set("imm5669", &name, value);
    }
    fault("JOB_OVERLAP", &["forms/imm5669"])
}

fn bigamy(folder: &mut DocumentFolder, mix: &mut CounterMix) -> DocumentFault {
    let ended = format!("2024-{:02}-03", mix.between(1, 12));
    for (name, value) in [
        ("q9New.fullname.PrevMarriedIndicator", "Y"),
        ("q9New.fullname.PMFamilyName", "Formerly"),
        ("q9New.fullname.PMGivenName", "Oswina"),
        ("q9bNew.TypeOfRelationship", "01"),
        ("q9bNew.FromDate", "2012-05-01"),
        ("q9bNew.ToDate", &ended),
    ] {
        let name = format!("form1.Part1.SponsorDetails.{name}");
        folder.set("imm1344", &name, value);
    }
    fault("MARRIAGE_OVERLAP", &["forms/imm1344"])
}

/// All papers agree on a birth that makes the bride a child.
fn under_age(folder: &mut DocumentFolder, mix: &mut CounterMix) -> DocumentFault {
    let year = mix.between(2005, 2006).to_string();
    for (form, name) in [("imm0008", "DOB.DOBYYYY"), ("imm1344", "PADOB.DOBYear")] {
        folder.set(form, name, &year);
    }
    let born = |value: &str| value.replace("1992-", &format!("{year}-"));
    for (_, fields) in folder.forms.values_mut() {
        for (_, value) in fields {
            *value = born(value);
        }
    }
    folder.change_letters("1992-", &format!("{year}-"));
    fault("UNDER_AGE_UNION", &["forms/imm"])
}

fn removal_order(folder: &mut DocumentFolder, mix: &mut CounterMix) -> DocumentFault {
    let (holder, year) = (applicant(folder), mix.between(2012, 2024));
    folder.letter(
        "old/removal_order.txt",
        &format!("EXCLUSION ORDER\nDate: 4 May {year}\n\nName: {holder}\n\nAn exclusion order was issued against {holder}. You must leave Canada.\n"),
    );
    fault("REMOVAL_ORDER", &["old/removal_order"])
}
