//! `FUNDS_BELOW_MINIMUM`: funds that are less than the least amount of the day.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    legal_figure::{LegalFigure, figure},
    spoken::money,
};
use crate::model::{FieldReading, FieldValue, FindingCategory, FindingSeverity};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "FUNDS_BELOW_MINIMUM",
    category: FindingCategory::Financial,
    run,
};

const FIELD: &str = "matter.funds";

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    told(view).into_iter().collect()
}

fn told(view: &MatterView<'_>) -> Option<FindingDraft> {
    let people = family_size(view);
    let (rule, words) = rule(view, people)?;
    let least = i64::try_from(rule.for_family?).ok()?.checked_mul(100)?;
    let (funds, cents) = most_funds(view)?;
    let tuition = tuition(view).filter(|_| words == "study permit");
    let with_tuition = least + tuition.map_or(0, |(_, cents)| cents);
    if with_tuition <= cents {
        return None;
    }
    let severity = if cents < least { FindingSeverity::High } else { FindingSeverity::Medium };
    let family = if people == 1 { "one person".to_owned() } else { format!("{people} people") };
    let mut message = format!(
        "The funds in `{}` are {}, and a {words} asks for {} for {family}",
        view.path(&funds.place),
        money(cents, "CAD"),
        money(least, "CAD")
    );
    if let Some((reading, cents)) = tuition {
        let more = format!(
            ", besides the tuition of {} in `{}`",
            money(cents, "CAD"),
            view.path(&reading.place)
        );
        message.push_str(&more);
    }
    let action = format!(
        "Show further funds, or that tuition is paid already; the amount is that of {}.",
        rule.basis()
    );
    let tuition_place = tuition.map(|(reading, _)| reading.place.clone());
    Some(
        FindingDraft::shown(severity, message + ".")
            .at([funds.place.clone()].into_iter().chain(tuition_place))
            .about([FIELD])
            .action(action),
    )
}

/// Which minimum is asked of the matter, as far as its papers tell.
fn rule(view: &MatterView<'_>, people: u32) -> Option<(LegalFigure, &'static str)> {
    let has = |field: &str| !view.readings(field).is_empty();
    let form = |number: &str| {
        view.files
            .iter()
            .any(|file| file.form.as_ref().is_some_and(|it| it.number == number))
    };
    let quebec = view
        .profile
        .words("matter.province")
        .is_some_and(|it| matches!(it.to_lowercase().as_str(), "qc" | "quebec" | "québec"));
    if form("IMM 1294") || form("IMM 5709") || has("matter.school") {
        // Quebec has amounts of its own.
        return (!quebec).then(|| {
            figure("study_funds", view.as_of, people).map(|it| (it, "study permit"))
        })?;
    }
    let express =
        has("matter.language_test") && has("matter.noc") && !has("sponsor.family_name");
    let excused = view.flags("matter.job_offer").0.is_empty();
    let asked = express && excused && !form("IMM 1295") && !form("IMM 5710");
    asked.then(|| {
        figure("settlement_funds", view.as_of, people).map(|it| (it, "skilled worker"))
    })?
}

/// The applicant, and those who are said to come along: never more than the papers say.
fn family_size(view: &MatterView<'_>) -> u32 {
    let told = view
        .readings("matter.family_size")
        .first()
        .and_then(|it| match &it.value {
            FieldValue::Number(number) => format!("{number:.0}").parse().ok(),
            FieldValue::Text(text) => text.trim().parse().ok(),
            _ => None,
        });
    told.unwrap_or_else(|| {
        let coming = view.profile.fields.keys().filter(|field| {
            field.ends_with(".accompanying") && !view.flags(field).0.is_empty()
        });
        u32::try_from(coming.count()).unwrap_or(0) + 1
    })
}

/// The largest amount that any paper shows, or all statements together.
fn most_funds<'a>(view: &MatterView<'a>) -> Option<(&'a FieldReading, i64)> {
    let amounts: Vec<(&FieldReading, i64)> = view
        .readings(FIELD)
        .iter()
        .filter_map(|it| Some((it, canadian(it)?)))
        .collect();
    let of_statements = amounts.iter().filter(|(reading, _)| {
        view.file(&reading.place)
            .is_some_and(|file| file.kind == "bank_statement")
    });
    let total: i64 = of_statements.map(|(_, cents)| cents).sum();
    let (reading, most) = amounts.into_iter().max_by_key(|(_, cents)| *cents)?;
    // Funds in another currency may lift the sum: then it is not known.
    let other = view
        .readings(FIELD)
        .iter()
        .any(|it| matches!(&it.value, FieldValue::Money { currency, .. } if currency != "CAD"));
    (!other).then_some((reading, most.max(total)))
}

fn tuition<'a>(view: &MatterView<'a>) -> Option<(&'a FieldReading, i64)> {
    let paid = !view.flags("matter.tuition_paid").0.is_empty();
    let reading = view.readings("matter.tuition").first()?;
    canadian(reading).filter(|_| !paid).map(|cents| (reading, cents))
}

fn canadian(reading: &FieldReading) -> Option<i64> {
    match &reading.value {
        FieldValue::Money { cents, currency } if currency == "CAD" => Some(*cents),
        _ => None,
    }
}
