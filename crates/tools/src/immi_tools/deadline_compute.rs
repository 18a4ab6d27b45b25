//! `deadline_compute`: the last day of a time that the law gives, every step of the count shown.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolServices,
    calendar::DayCalendar,
    legal_minima::{FactInForce, LegalFact, PeriodEnd},
    table::AnswerBasis,
    tool::TypedTool,
};

pub(crate) struct DeadlineCompute;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeadlineRequest {
    /// The day whose rules are used.
    as_of: CivilDay,
    /// The time, by its id in `minimum_lookup`: `jr_in_canada`, `restoration`, `language_test_validity`, …
    rule: String,
    /// The day of the event that it runs from, or (for times before an event) up to.
    event: CivilDay,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DeadlineAnswer {
    rule: String,
    title: String,
    kind: DeadlineKind,
    provision: Vec<String>,
    /// What the event is, as the law has it; null where the table does not say.
    after: Option<String>,
    event: CivilDay,
    /// The first day, where the time is a window.
    first_day: Option<CivilDay>,
    /// The last day: to act in time, of validity, or of the bar.
    last_day: CivilDay,
    weekday: String,
    steps: Vec<DateStep>,
    /// How it can be extended; null where the table says nothing.
    extension: Option<String>,
    note: Option<String>,
    basis: AnswerBasis,
}

/// What the last day is the last day of.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeadlineKind {
    Deadline,
    Validity,
    Bar,
}

/// One step of a count.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct DateStep {
    pub(crate) what: String,
    pub(crate) day: CivilDay,
    pub(crate) weekday: String,
}

impl DateStep {
    pub(crate) fn new(what: impl Into<String>, day: CivilDay) -> Self {
        Self {
            what: what.into(),
            day,
            weekday: day.weekday().to_owned(),
        }
    }
}

impl TypedTool for DeadlineCompute {
    const NAME: &'static str = "deadline_compute";
    const ABOUT: &'static str = "The last day of a time of Canadian immigration law, counted from an event: judicial \
        review, appeals, restoration, validity of tests and certificates, bars. The day of the event does not count; a \
        last day on a holiday moves on as the law says.";
    type Input = DeadlineRequest;
    type Output = DeadlineAnswer;

    fn run(
        services: &ToolServices,
        input: DeadlineRequest,
    ) -> Result<DeadlineAnswer, ToolFailure> {
        let ids = services.minima.body.facts.iter().filter(|fact| kind(fact).is_some());
        let ids: Vec<String> = ids.map(|fact| fact.id.clone()).collect();
        if !ids.contains(&input.rule) {
            return Err(ToolFailure::bad("rule", format!("{:?}", input.rule), ids));
        }
        let found = services.minima.fact(&input.rule, input.as_of, "rule")?;
        let kind = kind(found.fact).unwrap_or(DeadlineKind::Deadline);
        let day_rule = found.fact.day_rule.as_deref();
        let calendar = day_rule.map(|rule| services.holidays.calendar(rule, input.as_of));
        let calendar = calendar.transpose()?;
        let counted = CountedTime::of(&found, input.event, calendar.as_ref())
            .ok_or_else(|| not_one_time(&input, &ids))?;
        let text = |name: &str| found.value[name].as_str().map(str::to_owned);
        let stamps = [Some(found.stamp.clone()), calendar.map(|it| it.stamp)];
        Ok(DeadlineAnswer {
            rule: found.fact.id.clone(),
            title: found.fact.title.clone(),
            kind,
            provision: found.fact.provision.clone(),
            after: text("after").or_else(|| text("before")).or_else(|| text("on")),
            event: input.event,
            first_day: counted.first,
            last_day: counted.last,
            weekday: counted.last.weekday().to_owned(),
            steps: counted.steps,
            extension: text("extension"),
            note: found.fact.note.clone(),
            basis: AnswerBasis::new(input.as_of, stamps.into_iter().flatten().collect()),
        })
    }
}

fn kind(fact: &LegalFact) -> Option<DeadlineKind> {
    match fact.group.as_str() {
        "deadline" => Some(DeadlineKind::Deadline),
        "validity" => Some(DeadlineKind::Validity),
        "bar" => Some(DeadlineKind::Bar),
        _ => None,
    }
}

/// Some rules have several times, or none that is counted in days.
fn not_one_time(input: &DeadlineRequest, ids: &[String]) -> ToolFailure {
    let others = ids.iter().filter(|id| **id != input.rule).cloned();
    let given = format!("{:?}, which is no single time that can be counted", input.rule);
    ToolFailure::bad("rule", given, others)
}

struct CountedTime {
    first: Option<CivilDay>,
    last: CivilDay,
    steps: Vec<DateStep>,
}

impl CountedTime {
    fn of(
        found: &FactInForce<'_>,
        event: CivilDay,
        calendar: Option<&DayCalendar<'_>>,
    ) -> Option<Self> {
        let mut steps = vec![DateStep::new("the event; its day does not count", event)];
        let mut first = None;
        let signed = |name: &str| found.number(name).and_then(|it| i32::try_from(it).ok());
        let last = if let Some(days) = signed("days_before") {
            let day = event.plus_days(-days)?;
            steps.push(DateStep::new(format!("{days} days before"), day));
            return Some(Self { first, last: day, steps });
        } else if let Some(days) = signed("days").or_else(|| signed("days_max")) {
            first = signed("days_min").and_then(|days| event.plus_days(days));
            let day = counted_days(event, days, &found.fact.left_out_months)?;
            steps.push(DateStep::new(format!("day {days} of the count"), day));
            day
        } else if let Some(days) = signed("days_below") {
            let day = event.plus_days(days - 1)?;
            steps.push(DateStep::new(format!("the last day before {days} days are over"), day));
            day
        } else {
            let months =
                signed("months").or_else(|| signed("years").map(|years| years * 12))?;
            let day = event.plus_months(months)?;
            steps.push(DateStep::new(format!("{months} months later"), day));
            day
        };
        let last = ended(found, last, &mut steps)?;
        let last = moved(last, calendar, &mut steps)?;
        Some(Self { first, last, steps })
    }
}

/// Less than a time old means: up to the day before it is over.
fn ended(
    found: &FactInForce<'_>,
    day: CivilDay,
    steps: &mut Vec<DateStep>,
) -> Option<CivilDay> {
    if found.fact.ends != Some(PeriodEnd::Before) {
        return Some(day);
    }
    let before = day.plus_days(-1)?;
    steps.push(DateStep::new("it must be less than that: the day before", before));
    Some(before)
}

/// The day on which so many days are counted, days of months that are left out not among them.
fn counted_days(event: CivilDay, days: i32, left_out: &[i8]) -> Option<CivilDay> {
    if left_out.is_empty() {
        return event.plus_days(days);
    }
    let (mut day, mut counted) = (event, 0);
    while counted < days {
        day = day.plus_days(1)?;
        if !left_out.contains(&day.0.month()) {
            counted += 1;
        }
    }
    Some(day)
}

/// The next day on which the time may end.
pub(super) fn moved(
    mut day: CivilDay,
    calendar: Option<&DayCalendar<'_>>,
    steps: &mut Vec<DateStep>,
) -> Option<CivilDay> {
    let Some(calendar) = calendar else { return Some(day) };
    while let Some(why) = calendar.closed(day) {
        let next = day.plus_days(1)?;
        steps.push(DateStep::new(format!("{day} is {why}: {}", calendar.rule()), next));
        day = next;
    }
    Some(day)
}
