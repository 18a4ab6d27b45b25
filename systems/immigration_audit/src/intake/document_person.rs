//! Whom a document is about, or who speaks in it: somebody whom the forms name, somebody else, or nobody by name.

use super::{
    labelled_values::LabelledValue,
    machine_zone::MachineZone,
    person_match::{MatchedPerson, PersonMatch, knows_anybody, match_of},
    profile_draft::ProfileDraft,
    value_reading::date_of,
};
use crate::model::MatterFile;

/// The person of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DocumentPerson {
    /// By role.
    Role(String),
    /// It names somebody who is none of the people of this matter.
    Other,
    /// It names nobody, or somebody who may be two.
    Unnamed,
}

/// What a document of somebody else is told to be about.
pub(crate) const SOMEBODY_ELSE: &str = "other";

impl DocumentPerson {
    pub(super) fn role(&self) -> Option<&str> {
        match self {
            Self::Role(role) => Some(role),
            Self::Other | Self::Unnamed => None,
        }
    }

    /// Whether it may be this person.
    pub(super) fn may_be(&self, role: &str) -> bool {
        match self {
            Self::Role(known) => known == role,
            Self::Other => false,
            Self::Unnamed => true,
        }
    }

    /// As a profile tells it; nothing where nobody is named.
    pub(super) fn told(&self) -> Option<String> {
        match self {
            Self::Role(role) => Some(role.clone()),
            Self::Other => Some(SOMEBODY_ELSE.to_owned()),
            Self::Unnamed => None,
        }
    }
}

/// Whether forms have named people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WhoIsKnown {
    ByForms,
    Nobody,
}

impl From<bool> for WhoIsKnown {
    fn from(known: bool) -> Self {
        if known { Self::ByForms } else { Self::Nobody }
    }
}

/// Kinds of documents that are about one person, who is named in them.
const OF_ONE_PERSON: [&str; 23] = [
    "passport",
    "birth_certificate",
    "police_certificate",
    "medical_exam",
    "bank_statement",
    "tax_assessment",
    "employment_letter",
    "pay_slip",
    "acceptance_letter",
    "provincial_attestation",
    "transcript",
    "diploma",
    "education_assessment",
    "language_result",
    "identity_card",
    "job_offer",
    "refusal_letter",
    "utility_bill",
    "nomination_certificate",
    "travel_record",
    "medical_report",
    "notes",
    "removal_order",
];

/// Kinds in which somebody speaks of themselves.
const SPOKEN: [&str; 4] =
    ["statement", "relationship_letter", "invitation_letter", "support_affidavit"];

/// Whom a document is about.
pub(super) fn person_of(
    (file, text): (&MatterFile, &str),
    zone: Option<&MachineZone>,
    values: &[LabelledValue],
    forms_name: WhoIsKnown,
    draft: &ProfileDraft,
) -> DocumentPerson {
    let kind = file.kind.as_str();
    let person = if SPOKEN.contains(&kind) {
        speaker(text)
    } else if OF_ONE_PERSON.contains(&kind) || zone.is_some() {
        named_person(text, zone, values)
    } else {
        return of_name(file.about.clone());
    };
    let is_named = person.family.is_some() || person.full.is_some() || person.given.is_some();
    let told = match match_of(&person, draft) {
        PersonMatch::One(role) => return DocumentPerson::Role(role),
        told => told,
    };
    let by_name = of_name(file.about.clone());
    // Whom two may be is left open; a letter without forms may be anybody's.
    if !is_named || told == PersonMatch::Several {
        return by_name;
    }
    match forms_name {
        WhoIsKnown::ByForms => DocumentPerson::Other,
        WhoIsKnown::Nobody if SPOKEN.contains(&kind) => by_name,
        // Without a form the first who is named is the applicant, and others only who agree with that.
        WhoIsKnown::Nobody if knows_anybody(draft) => {
            if file.about.is_none() {
                DocumentPerson::Other
            } else {
                by_name
            }
        }
        WhoIsKnown::Nobody => match by_name {
            DocumentPerson::Unnamed => DocumentPerson::Role("applicant".to_owned()),
            named => named,
        },
    }
}

fn of_name(about: Option<String>) -> DocumentPerson {
    about.map_or(DocumentPerson::Unnamed, DocumentPerson::Role)
}

fn named_person(
    text: &str,
    zone: Option<&MachineZone>,
    values: &[LabelledValue],
) -> MatchedPerson {
    if let Some(zone) = zone {
        return MatchedPerson {
            family: Some(zone.family_name.clone()),
            given: Some(zone.given_name.clone()),
            full: None,
            born: zone.birth,
        };
    }
    let first = |name: &str| {
        let mut named = values
            .iter()
            .filter(|value| value.label.name == name && value.role != Some("nobody"));
        named.next().map(|value| value.words.clone())
    };
    let (family, given) = (first("family_name"), first("given_name"));
    let addressed = || {
        let is_told = family.is_some() || given.is_some();
        (!is_told).then(|| addressee(text)).flatten()
    };
    MatchedPerson {
        full: first("full_name").or_else(addressed),
        family,
        given,
        born: first("birth_date").and_then(|words| date_of(&words)),
    }
}

/// Whom a letter is written to: `Dear Robin Muster,`.
fn addressee(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("Dear "))?;
    name_in(line)
}

/// Who speaks: `My name is Robin Muster`, `I, Robin Muster, …`, or the name at the foot.
fn speaker(text: &str) -> MatchedPerson {
    let told = ["My name is ", "I, ", "I am "].into_iter().find_map(|lead| {
        let mut places = text.match_indices(lead);
        places.find_map(|(at, _)| name_in(&text[at + lead.len()..]))
    });
    let signed = || {
        let lines = text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
        lines.take(3).find_map(|line| {
            let bare = line.split('(').next().unwrap_or(line).trim();
            name_in(bare).filter(|name| name.len() == bare.len())
        })
    };
    MatchedPerson {
        full: told.or_else(signed),
        ..MatchedPerson::default()
    }
}

/// Two to five words with a capital at the beginning of a text; nothing where it begins otherwise.
fn name_in(text: &str) -> Option<String> {
    let mut words = Vec::new();
    for word in text.split_whitespace().take(5) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '-');
        let capital = bare.chars().next().is_some_and(char::is_uppercase);
        if !capital || bare.chars().count() < 2 || is_title(bare) {
            break;
        }
        words.push(bare);
        if bare.len() < word.len() {
            break;
        }
    }
    (2 <= words.len()).then(|| words.join(" "))
}

/// Words with which strangers are addressed.
fn is_title(word: &str) -> bool {
    ["Sir", "Madam", "Applicant", "Officer", "Client", "Visa", "To"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::{addressee, speaker};

    #[test]
    fn letters_name_whom_they_are_of_and_to() {
        let full = |text: &str| speaker(text).full;
        assert_eq!(
            full("Dear officer,\nMy name is Robin Muster. I").as_deref(),
            Some("Robin Muster")
        );
        assert_eq!(full("I, Robin Muster, declare").as_deref(), Some("Robin Muster"));
        assert_eq!(full("I am Robin Muster, a baker.").as_deref(), Some("Robin Muster"));
        assert_eq!(
            full("I am glad.\n\nKim Exemple (a friend)\n").as_deref(),
            Some("Kim Exemple")
        );
        assert_eq!(full("I am glad to help.\nYours\n"), None);
        assert_eq!(addressee("A\nDear Robin Muster,\nyour").as_deref(), Some("Robin Muster"));
        assert_eq!(addressee("Dear Sir or Madam,\n"), None);
    }
}
