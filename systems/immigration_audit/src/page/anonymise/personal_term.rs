//! What the profile knows of people, as words to be replaced, and by what.

use std::collections::BTreeMap;

use super::AnonymiseLevel;
use crate::model::{AuditReport, FieldValue, HistoryKind, MatterProfile};

/// Words that stand for a person or a thing of theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PersonalTerm {
    /// In small letters.
    pub(super) words: String,
    pub(super) placeholder: String,
}

/// Letters of a name that is replaced even where it is not written as one.
pub(super) const LOOSE: usize = 4;

/// All terms of a level, the longest first, each once.
pub(super) fn terms(report: &AuditReport, level: AnonymiseLevel) -> Vec<PersonalTerm> {
    let mut found = BTreeMap::new();
    names(report, &mut found);
    for (field, readings) in &report.profile.fields {
        let Some(placeholder) = placeholder(field, level) else { continue };
        for reading in readings {
            add(&mut found, &reading.value.to_string(), placeholder);
            // As it stands in the document, where that is not a whole sentence.
            if reading.place.words.len() <= 40 {
                add(&mut found, &reading.place.words, placeholder);
            }
        }
    }
    histories(&report.profile, level, &mut found);
    let mut terms: Vec<PersonalTerm> = found
        .into_iter()
        .map(|(words, placeholder)| PersonalTerm { words, placeholder })
        .collect();
    terms.sort_by(|a, b| b.words.len().cmp(&a.words.len()).then_with(|| a.words.cmp(&b.words)));
    terms
}

fn add(found: &mut BTreeMap<String, String>, words: &str, placeholder: &str) {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let is_wide = words.chars().any(|c| '\u{2e80}' <= c);
    if 2 < words.chars().count() || is_wide && 1 < words.chars().count() {
        found.entry(words).or_insert_with(|| placeholder.to_owned());
    }
}

/// What a role is called.
fn person(role: &str) -> Option<String> {
    match role {
        "applicant" => Some("[APPLICANT]".to_owned()),
        "sponsor" => Some("[SPONSOR]".to_owned()),
        "spouse" => Some("[SPOUSE]".to_owned()),
        "representative" => Some("[REPRESENTATIVE]".to_owned()),
        child => Some(format!("[DEPENDENT_{}]", child.strip_prefix("child")?)),
    }
}

fn names(report: &AuditReport, found: &mut BTreeMap<String, String>) {
    for (name, role) in
        [(&report.summary.applicant, "[APPLICANT]"), (&report.summary.sponsor, "[SPONSOR]")]
    {
        if let Some(name) = name {
            add(found, name, role);
        }
    }
    let profile = &report.profile;
    let roles: Vec<&str> =
        profile.fields.keys().filter_map(|it| it.split('.').next()).collect();
    for role in roles {
        let Some(placeholder) = person(role) else { continue };
        let of = |name: &str| -> Vec<String> {
            let readings = profile.fields.get(&format!("{role}.{name}"));
            let readings = readings.map(Vec::as_slice).unwrap_or_default();
            readings.iter().map(|it| it.value.to_string()).collect()
        };
        let (given, family) = (of("given_name"), of("family_name"));
        for given in &given {
            for family in &family {
                for whole in [
                    format!("{given} {family}"),
                    format!("{family} {given}"),
                    format!("{family}, {given}"),
                    format!("{family}<<{}", given.replace(' ', "<")),
                    format!("{given}_{family}"),
                    format!("{family}_{given}"),
                ] {
                    add(found, &whole, &placeholder);
                }
            }
        }
        for name in given.iter().chain(&family).chain(&of("other_names")) {
            add(found, name, &placeholder);
            for part in name.split([' ', '-']) {
                add(found, part, &placeholder);
            }
        }
    }
}

/// What a field is replaced by, at a level and above.
fn placeholder(field: &str, level: AnonymiseLevel) -> Option<&'static str> {
    let (_, name) = field.split_once('.')?;
    let (from, placeholder) = match name {
        "passport_number" => (AnonymiseLevel::Minimal, "[PASSPORT]"),
        "uci" => (AnonymiseLevel::Minimal, "[UCI]"),
        "email" => (AnonymiseLevel::Minimal, "[EMAIL]"),
        "phone" => (AnonymiseLevel::Minimal, "[PHONE]"),
        "street" => (AnonymiseLevel::Conservative, "[ADDRESS]"),
        "postal_code" => (AnonymiseLevel::Conservative, "[POSTAL_CODE]"),
        "birth_date" => (AnonymiseLevel::Conservative, "[DATE]"),
        "city" | "birth_city" => (AnonymiseLevel::Aggressive, "[ADDRESS]"),
        _ => return None,
    };
    (from <= level).then_some(placeholder)
}

fn histories(
    profile: &MatterProfile,
    level: AnonymiseLevel,
    found: &mut BTreeMap<String, String>,
) {
    for row in &profile.histories {
        for (name, value) in &row.values {
            let of_people = [HistoryKind::Family, HistoryKind::Relationship];
            let (from, placeholder) = match name.as_str() {
                "name" if of_people.contains(&row.kind) => {
                    (AnonymiseLevel::Minimal, "[RELATIVE]")
                }
                "street" => (AnonymiseLevel::Conservative, "[ADDRESS]"),
                "city" => (AnonymiseLevel::Aggressive, "[ADDRESS]"),
                "employer" => (AnonymiseLevel::Aggressive, "[EMPLOYER]"),
                "school" => (AnonymiseLevel::Aggressive, "[SCHOOL]"),
                _ => continue,
            };
            if let (true, FieldValue::Text(words)) = (from <= level, value) {
                add(found, words, placeholder);
            }
        }
    }
}
