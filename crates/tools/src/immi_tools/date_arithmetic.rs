//! `date_arithmetic`: a day so much later or earlier, or the days between two, with holidays where a rule is named.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolServices,
    calendar::DayCalendar,
    immi_tools::deadline_compute::{DateStep, moved},
    table::AnswerBasis,
    tool::TypedTool,
};

pub(crate) struct DateArithmetic;

/// The longest time that is counted, in days and in working days.
const MOST_DAYS: i32 = 40_000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DateRequest {
    /// The day whose holidays are used.
    as_of: CivilDay,
    /// The day that the count begins at; it is not counted.
    from: CivilDay,
    /// How much later (or, below 0, earlier); give this or `to`.
    add: Option<DateDistance>,
    /// The day to count up to; give this or `add`.
    to: Option<CivilDay>,
    /// Where a time may not end, and which days are working days: `statute`, `federal_courts`, `board_working_day`. Without it no day is moved.
    day_rule: Option<String>,
}

/// Years and months first, then weeks and days, then working days.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DateDistance {
    #[serde(default)]
    #[schemars(range(min = -100, max = 100))]
    years: i32,
    #[serde(default)]
    #[schemars(range(min = -1200, max = 1200))]
    months: i32,
    #[serde(default)]
    #[schemars(range(min = -5000, max = 5000))]
    weeks: i32,
    #[serde(default)]
    #[schemars(range(min = -40000, max = 40000))]
    days: i32,
    /// Days on which a time may end by `day_rule`.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10000))]
    working_days: i32,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DateAnswer {
    from: CivilDay,
    to: CivilDay,
    weekday: String,
    /// Days from one to the other; below 0 where it lies before.
    days: i32,
    /// How many of them are working days by the rule; null without one, or backwards.
    working_days: Option<u32>,
    steps: Vec<DateStep>,
    basis: AnswerBasis,
}

impl TypedTool for DateArithmetic {
    const NAME: &'static str = "date_arithmetic";
    const ABOUT: &'static str = "A day plus years, months, weeks, days or working days, or the days between two days. \
        With `day_rule`, holidays of Canada count and a last day on one moves on. A month that is too short ends on its \
        last day.";
    type Input = DateRequest;
    type Output = DateAnswer;

    fn run(services: &ToolServices, input: DateRequest) -> Result<DateAnswer, ToolFailure> {
        let calendar = input.day_rule.as_deref();
        let calendar = calendar.map(|rule| services.holidays.calendar(rule, input.as_of));
        let calendar = calendar.transpose()?;
        let mut steps = vec![DateStep::new("the count begins after this day", input.from)];
        let to = match (&input.add, input.to) {
            (Some(add), None) => {
                needs_rule(add, calendar.as_ref())?;
                added(input.from, add, calendar.as_ref(), &mut steps).ok_or_else(too_far)?
            }
            (None, Some(to)) => to,
            _ => return Err(ToolFailure::bad("add", "not one of both", ["`add` or `to`"])),
        };
        let days = input.from.days_until(to);
        if MOST_DAYS < days.abs() {
            return Err(too_far());
        }
        Ok(DateAnswer {
            from: input.from,
            to,
            weekday: to.weekday().to_owned(),
            days,
            working_days: calendar.as_ref().and_then(|it| working_days(it, input.from, to)),
            steps,
            basis: AnswerBasis::new(
                input.as_of,
                calendar.map(|it| it.stamp).into_iter().collect(),
            ),
        })
    }
}

fn needs_rule(
    add: &DateDistance,
    calendar: Option<&DayCalendar<'_>>,
) -> Result<(), ToolFailure> {
    if 0 < add.working_days && calendar.is_none() {
        let allowed = ["a rule, since working days are asked for"];
        return Err(ToolFailure::bad("day_rule", "nothing", allowed));
    }
    Ok(())
}

fn too_far() -> ToolFailure {
    ToolFailure::bad("add", "a day too far away", [format!("at most {MOST_DAYS} days")])
}

fn added(
    from: CivilDay,
    add: &DateDistance,
    calendar: Option<&DayCalendar<'_>>,
    steps: &mut Vec<DateStep>,
) -> Option<CivilDay> {
    let months = add.years * 12 + add.months;
    let mut day = from.plus_months(months)?;
    if months != 0 {
        steps.push(DateStep::new(format!("{months} months"), day));
    }
    let days = add.weeks * 7 + add.days;
    day = day.plus_days(days)?;
    if days != 0 {
        steps.push(DateStep::new(format!("{days} days"), day));
    }
    if let Some(calendar) = calendar.filter(|_| 0 < add.working_days) {
        day = nth_working_day(calendar, day, add.working_days)?;
        steps.push(DateStep::new(format!("{} working days", add.working_days), day));
    }
    moved(day, calendar, steps)
}

fn nth_working_day(
    calendar: &DayCalendar<'_>,
    mut day: CivilDay,
    count: i32,
) -> Option<CivilDay> {
    let mut left = count;
    while 0 < left {
        day = day.plus_days(1)?;
        if calendar.closed(day).is_none() {
            left -= 1;
        }
    }
    Some(day)
}

fn working_days(calendar: &DayCalendar<'_>, from: CivilDay, to: CivilDay) -> Option<u32> {
    let (mut day, mut count) = (from, 0);
    if to < from {
        return None;
    }
    while day < to {
        day = day.plus_days(1)?;
        count += u32::from(calendar.closed(day).is_none());
    }
    Some(count)
}
