//! A requirement of a pack held against a matter.

use super::{
    assessment::AssessedMatter,
    condition_facts::places_of,
    document_need::{among, unread_names},
    pack_condition::{ConditionReading, PackCondition, TruthValue},
    pack_definition::{ApplicationPack, PackRequirement},
};
use crate::model::{FactPlace, RequirementCheck, RequirementStanding};

/// How a reason begins where it cannot be told whether something is asked of the matter.
const UNSURE_WHETHER_ASKED: &str = "whether it is asked cannot be told";

/// How something stands, with what shows it.
pub(super) struct CheckReading {
    pub(super) standing: RequirementStanding,
    pub(super) places: Vec<FactPlace>,
    pub(super) reason: String,
}

pub(super) fn check(
    pack: &ApplicationPack,
    requirement: &PackRequirement,
    matter: &AssessedMatter<'_>,
) -> RequirementCheck {
    let reading = read_requirement(requirement, matter);
    let days = requirement.obtain.days;
    let time = if days == 0 { "at once".to_owned() } else { format!("about {days} days") };
    RequirementCheck {
        id: requirement.id.clone(),
        words: requirement.words.clone(),
        required: requirement.required,
        standing: reading.standing,
        places: reading.places,
        reason: reading.reason,
        source: source_words(pack, &requirement.source),
        as_of: requirement.as_of.clone(),
        dimension: requirement.dimension.clone(),
        worth: requirement.worth,
        obtain: format!("{} ({time})", requirement.obtain.place),
    }
}

impl RequirementCheck {
    /// Whether it is not even known if it is asked; else what is open is only how it stands.
    pub(crate) fn is_unsure_whether_asked(&self) -> bool {
        self.standing == RequirementStanding::Unknown
            && self.reason.starts_with(UNSURE_WHETHER_ASKED)
    }
}

/// A source by its id as its title; a provision as it stands.
pub(super) fn source_words(pack: &ApplicationPack, source: &str) -> String {
    let named = pack.sources.iter().find(|it| it.id == source);
    named.map_or_else(|| source.to_owned(), |it| format!("{} ({})", it.title, it.as_of))
}

fn read_requirement(
    requirement: &PackRequirement,
    matter: &AssessedMatter<'_>,
) -> CheckReading {
    match asked(requirement.when.as_deref(), matter) {
        Ok(()) => {}
        Err(reading) => return reading,
    }
    let mut whole = CheckReading {
        standing: RequirementStanding::Met,
        places: Vec::new(),
        reason: String::new(),
    };
    for need in &requirement.documents {
        let read = need.reading(matter.files, matter.profile, matter.as_of);
        whole.add(read.standing, read.places, &read.reason);
    }
    if !requirement.fields.is_empty() {
        let (standing, places, reason) = fields(&requirement.fields, matter);
        whole.add(standing, places, &reason);
    }
    if let Some(text) = &requirement.holds {
        let (standing, places, reason) = holds(text, matter);
        whole.add(standing, places, &reason);
    }
    whole
}

impl CheckReading {
    /// Joins another part: what is shown not to be comes before what was not seen, and that before what cannot be told.
    fn add(&mut self, standing: RequirementStanding, places: Vec<FactPlace>, reason: &str) {
        let rank = |it: RequirementStanding| match it {
            RequirementStanding::Met | RequirementStanding::NotApplicable => 0,
            RequirementStanding::Unknown => 1,
            RequirementStanding::NotSeen => 2,
            RequirementStanding::Unmet => 3,
        };
        if rank(self.standing) < rank(standing) {
            self.standing = standing;
        }
        self.places.extend(places);
        if !reason.is_empty() {
            if !self.reason.is_empty() {
                self.reason.push_str("; ");
            }
            self.reason.push_str(reason);
        }
    }
}

/// Whether something is asked of the matter; how it stands where it is not, or cannot be told.
pub(super) fn asked(
    when: Option<&str>,
    matter: &AssessedMatter<'_>,
) -> Result<(), CheckReading> {
    let Some(text) = when else { return Ok(()) };
    let reading = matter.reading(text);
    let standing = match reading.value {
        TruthValue::True => return Ok(()),
        TruthValue::False => RequirementStanding::NotApplicable,
        TruthValue::Unknown => RequirementStanding::Unknown,
    };
    let reason = match reading.value {
        TruthValue::False => format!("not asked of this matter: {}", seen(&reading)),
        _ => format!("{UNSURE_WHETHER_ASKED}: {}", why_open(&reading)),
    };
    Err(CheckReading { standing, places: reading.places, reason })
}

fn fields(
    names: &[String],
    matter: &AssessedMatter<'_>,
) -> (RequirementStanding, Vec<FactPlace>, String) {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let places = places_of(matter.profile, &names);
    let missing: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| matter.profile.best(name).is_none())
        .collect();
    if missing.is_empty() {
        return (RequirementStanding::Met, places, format!("read: {}", names.join(", ")));
    }
    let open = unread_names(matter.files);
    if open.is_empty() {
        let reason = format!("not seen: {}", missing.join(", "));
        return (RequirementStanding::NotSeen, places, reason);
    }
    let reason = format!("not seen: {}{}", missing.join(", "), among(&open));
    (RequirementStanding::Unknown, places, reason)
}

fn holds(
    text: &str,
    matter: &AssessedMatter<'_>,
) -> (RequirementStanding, Vec<FactPlace>, String) {
    let reading = matter.reading(text);
    let (standing, reason) = match reading.value {
        TruthValue::True => (RequirementStanding::Met, seen(&reading)),
        TruthValue::False => (RequirementStanding::Unmet, seen(&reading)),
        TruthValue::Unknown => (RequirementStanding::Unknown, why_open(&reading)),
    };
    (standing, reading.places, reason)
}

/// The values that decided.
pub(super) fn seen(reading: &ConditionReading) -> String {
    reading.seen.join(", ")
}

/// Why a condition has no value.
pub(super) fn why_open(reading: &ConditionReading) -> String {
    match &reading.failure {
        Some(failure) => failure.clone(),
        None => format!("not seen: {}", reading.missing.join(", ")),
    }
}

impl AssessedMatter<'_> {
    /// A condition of the pack; one that does not compile is unknown, and says so.
    pub(super) fn reading(&self, text: &str) -> ConditionReading {
        match self.conditions.get(text) {
            Some(Ok(condition)) => PackCondition::reading(condition, &self.facts),
            Some(Err(fault)) => failed(fault.clone()),
            None => failed(format!("`{text}` was not compiled")),
        }
    }
}

fn failed(failure: String) -> ConditionReading {
    ConditionReading {
        value: TruthValue::Unknown,
        missing: Vec::new(),
        places: Vec::new(),
        seen: Vec::new(),
        failure: Some(failure),
    }
}
