//! The days that run after a refusal, by the dated table of deadlines.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::refusal_table::{names_type, table};
use crate::{
    model::{FieldValue, MatterProfile, PartialDate},
    packs::legal_minimum,
};

/// A time that runs after a refusal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RefusalDeadline {
    /// By the table of deadlines, as `jr_in_canada`.
    pub rule: String,
    pub court: String,
    pub title: String,
    pub provision: Vec<String>,
    /// The day that it was counted from; nothing where none was seen.
    pub event: Option<PartialDate>,
    /// What the law counts from.
    pub after: Option<String>,
    pub last_day: Option<PartialDate>,
    /// Days from the day of the audit; below 0 where it is over.
    pub days_left: Option<i64>,
    pub is_over: Option<bool>,
    /// How it can be extended.
    pub extension: Option<String>,
    /// Whether it is this one that runs, where the table has one for each place; nothing where it cannot be told.
    pub applies: Option<bool>,
    pub note: String,
}

/// The times of this kind of application, each counted from the letter's day: notice comes on it or after, so none ends earlier.
pub(super) fn deadlines(
    letter: Option<PartialDate>,
    profile: &MatterProfile,
    pack: &str,
    as_of: PartialDate,
) -> Vec<RefusalDeadline> {
    let Some(table) = table() else { return Vec::new() };
    let ways = table.ways.iter().filter(|way| names_type(&way.types, pack));
    let inside = is_inside(profile);
    ways.map(|way| {
        let event = match way.place.as_str() {
            "status" => profile.date("applicant.status_expires"),
            _ => letter,
        };
        let event = event.filter(|it| it.is_whole());
        let applies = match way.place.as_str() {
            "in_canada" if pack == "refugee" => Some(true),
            "in_canada" => inside,
            "outside" => inside.map(|it| !it),
            "status" => inside.filter(|it| !it),
            _ => Some(true),
        };
        let counted = event.and_then(|day| counted(&way.rule, day, as_of));
        let told = |name: &str| counted.as_ref()?[name].as_str().map(str::to_owned);
        let last_day = told("last_day").and_then(|day| day.parse::<PartialDate>().ok());
        let days_left = last_day.map(|day| as_of.days_until(day));
        RefusalDeadline {
            rule: way.rule.clone(),
            court: way.court.clone(),
            title: told("title").unwrap_or_default(),
            provision: counted.as_ref().map(provisions).unwrap_or_default(),
            event,
            after: told("after"),
            last_day,
            days_left,
            is_over: days_left.map(|days| days < 0),
            extension: told("extension"),
            applies,
            note: note(event, counted.is_some()),
        }
    })
    .collect()
}

fn counted(rule: &str, event: PartialDate, as_of: PartialDate) -> Option<Json> {
    let (day, event) = (as_of.first_day().to_string(), event.to_string());
    let asked = json!({ "as_of": day, "rule": rule, "event": event });
    legal_minimum::call("deadline_compute", asked)
}

fn provisions(answer: &Json) -> Vec<String> {
    let list = answer["provision"].as_array().into_iter().flatten();
    list.filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

fn note(event: Option<PartialDate>, is_counted: bool) -> String {
    match (event, is_counted) {
        (None, _) => "its day was not seen: the time cannot be counted".into(),
        (Some(_), false) => "the table of deadlines has no answer for this day".into(),
        (Some(day), true) => {
            format!("counted from {day}; the time runs from the day of notice")
        }
    }
}

/// Whether the matter arose in Canada; nothing where it was not seen.
fn is_inside(profile: &MatterProfile) -> Option<bool> {
    let reading = profile.best("matter.application_place")?;
    let told = match &reading.value {
        FieldValue::Text(text) => text.to_lowercase(),
        FieldValue::Choice { code, .. } => code.to_lowercase(),
        _ => return None,
    };
    match told.as_str() {
        "in_canada" | "inside" => Some(true),
        "outside" | "outside_canada" => Some(false),
        _ => None,
    }
}
