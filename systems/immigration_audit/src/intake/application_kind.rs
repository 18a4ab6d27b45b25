//! What kind of application a matter is, by the forms that are there and the words of its letters.

use std::collections::BTreeMap;

use crate::model::{MatterFile, MatterProfile};

/// Forms that belong to one kind of application, and how much they say.
const FORMS: [(&str, &str, u32); 12] = [
    ("IMM 1344", "spousal", 6),
    ("IMM 5532", "spousal", 8),
    ("IMM 5409", "spousal", 3),
    ("IMM 1294", "study", 8),
    ("IMM 5709", "study", 8),
    ("IMM 1295", "work", 8),
    ("IMM 5710", "work", 8),
    ("IMM 5257", "visitor", 8),
    ("IMM 5708", "visitor", 8),
    ("IMM 0008", "express_entry", 1),
    ("IMM 5669", "express_entry", 1),
    ("BOC", "refugee", 8),
];

/// Kinds of documents that speak for one.
const DOCUMENTS: [(&str, &str, u32); 13] = [
    ("marriage_certificate", "spousal", 2),
    ("relationship_letter", "spousal", 3),
    ("chat_log", "spousal", 1),
    ("acceptance_letter", "study", 4),
    ("provincial_attestation", "study", 4),
    ("custodian_declaration", "study", 2),
    ("lmia", "work", 4),
    ("job_offer", "work", 2),
    ("invitation_letter", "visitor", 3),
    ("country_evidence", "refugee", 4),
    ("education_assessment", "express_entry", 4),
    ("nomination_certificate", "express_entry", 4),
    ("language_result", "express_entry", 2),
];

/// The kind of application and why it is taken for that; `other` where nothing tells, or two say as much.
pub fn application_type(files: &[MatterFile], profile: &MatterProfile) -> (String, String) {
    let mut weights: BTreeMap<&str, (u32, Vec<String>)> = BTreeMap::new();
    let mut say = |kind: &'static str, weight: u32, why: String| {
        let told = weights.entry(kind).or_default();
        told.0 += weight;
        if !told.1.contains(&why) {
            told.1.push(why);
        }
    };
    let mut seen: Vec<String> = Vec::new();
    for file in files {
        let number = file.form.as_ref().map(|form| form.number.clone());
        let mark = number.clone().unwrap_or_else(|| file.kind.clone());
        // A second bank statement says no more than the first.
        if seen.contains(&mark) {
            continue;
        }
        seen.push(mark);
        for (_, kind, weight) in
            FORMS.iter().filter(|(form, ..)| number.as_deref() == Some(*form))
        {
            say(kind, *weight, format!("{} is there", number.clone().unwrap_or_default()));
        }
        for (id, kind, weight) in DOCUMENTS.iter().filter(|(id, ..)| file.kind == *id) {
            say(kind, *weight, format!("a file is a {}", id.replace('_', " ")));
        }
    }
    from_profile(profile, &mut say);
    let mut ranked: Vec<_> = weights.into_iter().collect();
    ranked.sort_by(|one, other| other.1.0.cmp(&one.1.0).then_with(|| one.0.cmp(other.0)));
    match ranked.as_slice() {
        [] => ("other".to_owned(), "no form and no document tells".to_owned()),
        [(one, (first, _)), (two, (second, _)), ..] if first == second => {
            ("other".to_owned(), format!("as much speaks for {one} as for {two}"))
        }
        [(kind, (_, why)), ..] => ((*kind).to_owned(), why.join("; ")),
    }
}

fn from_profile(profile: &MatterProfile, say: &mut impl FnMut(&'static str, u32, String)) {
    let words = |field: &str| profile.words(field).unwrap_or_default().to_lowercase();
    let program = words("matter.program");
    let category = words("matter.category");
    if program == "family" && (category.contains("spouse") || category.contains("partner")) {
        say("spousal", 6, format!("the form's category is {category}"));
    }
    if program == "economic" {
        say("express_entry", 4, "the form's program is economic".to_owned());
    }
    if program == "refugee" {
        say("refugee", 8, "the form's program is refugee".to_owned());
    }
    if !words("relationship.type").is_empty() {
        say(
            "spousal",
            4,
            format!("the sponsored person is told as {}", words("relationship.type")),
        );
    }
    if !words("matter.claim_date").is_empty() || !words("matter.fear_country").is_empty() {
        say("refugee", 5, "a claim for protection is told of".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::application_type;
    use crate::model::MatterProfile;

    #[test]
    fn nothing_tells_of_nothing() {
        let (kind, why) = application_type(&[], &MatterProfile::default());
        assert_eq!(kind, "other");
        assert!(!why.is_empty());
    }
}
