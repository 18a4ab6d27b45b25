//! The matter in a few rows, and the events of the people's lives in order.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{
    derivation::{ApplicationKind, file_counts},
    model::{
        CaseSummary, FactPlace, FieldReading, FieldValue, FileStanding, HistoryKind,
        MatterFile, MatterProfile, TimelineEvent,
    },
};

/// Rows of a summary.
const MOST_FACTS: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SummaryWords {
    facts: Vec<(String, String)>,
    events: Vec<(String, String)>,
    histories: BTreeMap<HistoryKind, String>,
    history_values: Vec<String>,
}

fn words() -> Result<SummaryWords, String> {
    serde_json::from_str(include_str!("../data/summary.json"))
        .map_err(|error| format!("data/summary.json: {error}"))
}

/// The matter in a few rows.
pub(crate) fn case_summary(
    application: &ApplicationKind,
    files: &[MatterFile],
    profile: &MatterProfile,
) -> Result<CaseSummary, String> {
    let facts = words()?.facts;
    let facts = facts
        .into_iter()
        .filter_map(|(label, field)| Some((label, profile.words(&field)?)));
    let not_read = files.iter().filter_map(|file| match &file.standing {
        FileStanding::NotRead { reason } => Some(format!("{}: {reason}", file.path)),
        FileStanding::InPart { reason } => Some(format!("{}: in part: {reason}", file.path)),
        FileStanding::Whole => None,
    });
    Ok(CaseSummary {
        application_type: application.application_type.clone(),
        type_reason: application.reason.clone(),
        applicant: name_of(profile, "applicant"),
        sponsor: name_of(profile, "sponsor"),
        key_facts: facts.take(MOST_FACTS).collect(),
        counts: file_counts(files),
        not_read: not_read.collect(),
    })
}

fn name_of(profile: &MatterProfile, role: &str) -> Option<String> {
    let part = |name: &str| profile.words(&format!("{role}.{name}"));
    let parts: Vec<String> = [part("given_name"), part("family_name")]
        .into_iter()
        .flatten()
        .collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Days out of fields and rows of histories, the earliest first.
pub(crate) fn timeline(profile: &MatterProfile) -> Result<Vec<TimelineEvent>, String> {
    let words = words()?;
    let mut events: Vec<TimelineEvent> = Vec::new();
    for (field, readings) in &profile.fields {
        let named = words.events.iter().find(|(name, _)| {
            field == name || field.ends_with(&format!(".{name}")) && !name.contains('.')
        });
        let (Some((_, told)), Some(best)) = (named, readings.first()) else { continue };
        let FieldValue::Date(date) = best.value else { continue };
        let person = field.split('.').next().unwrap_or_default().to_owned();
        events.push(TimelineEvent {
            date,
            until: None,
            person,
            words: told.clone(),
            places: places_of(readings, &best.value),
        });
    }
    for row in &profile.histories {
        let Some(date) = row.from.or(row.to) else { continue };
        let values = words.history_values.iter().filter_map(|name| row.values.get(name));
        let values: Vec<String> = values.map(ToString::to_string).collect();
        let lead = words.histories.get(&row.kind).map(String::as_str).unwrap_or_default();
        events.push(TimelineEvent {
            date,
            until: row.to.filter(|_| row.from.is_some()),
            person: row.person.clone(),
            words: format!("{lead} {}", values.join(", ")).trim().to_owned(),
            places: vec![row.place.clone()],
        });
    }
    events.sort_by(|one, other| {
        (one.date, &one.person, &one.words).cmp(&(other.date, &other.person, &other.words))
    });
    Ok(events)
}

fn places_of(readings: &[FieldReading], value: &FieldValue) -> Vec<FactPlace> {
    let same = readings.iter().filter(|it| it.value == *value);
    same.map(|it| it.place.clone()).collect()
}
