//! Holidays by rule, and the days on which a time may end: which rule goes for which time stands in the table.

mod holiday;

use serde::Deserialize;

use crate::{
    CivilDay, ToolFailure,
    table::{DatedVersion, RuleTable, TableStamp, in_force},
};

use self::holiday::{OnceHoliday, YearlyHoliday};

/// The table of holidays.
#[derive(Debug, Deserialize)]
pub(crate) struct HolidayTable {
    versions: Vec<DatedVersion<HolidayRules>>,
}

#[derive(Debug, Deserialize)]
struct HolidayRules {
    holidays: Vec<YearlyHoliday>,
    /// Days that were holidays once, by proclamation.
    once: Vec<OnceHoliday>,
    deadline_rules: Vec<DayRule>,
}

/// Where a time may end.
#[derive(Debug, Deserialize)]
struct DayRule {
    id: String,
    rule: String,
    law: String,
    /// Days of the week that are no days to end on; none for rules that are not about the last day.
    weekend: Option<Vec<String>>,
    /// Under which laws holidays count for it.
    #[serde(default)]
    holidays: Vec<HolidayLaw>,
}

/// By which law a day is a holiday.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum HolidayLaw {
    InterpretationAct,
    LabourCode,
}

/// A calendar for times that end by one rule.
pub(crate) struct DayCalendar<'t> {
    rules: &'t HolidayRules,
    day_rule: &'t DayRule,
    pub(crate) stamp: TableStamp,
}

impl RuleTable<HolidayTable> {
    /// The calendar for times that end by a rule of the table.
    pub(crate) fn calendar(
        &self,
        day_rule: &str,
        as_of: CivilDay,
    ) -> Result<DayCalendar<'_>, ToolFailure> {
        let used = in_force(&self.body.versions, as_of, &self.head.title)?;
        let usable = || used.rule.deadline_rules.iter().filter(|rule| rule.weekend.is_some());
        let found = usable().find(|rule| rule.id == day_rule).ok_or_else(|| {
            let allowed = usable().map(|rule| rule.id.clone());
            ToolFailure::bad("day_rule", format!("{day_rule:?}"), allowed)
        })?;
        let stamp = TableStamp::new(self, used, as_of);
        Ok(DayCalendar { rules: &used.rule, day_rule: found, stamp })
    }
}

impl DayCalendar<'_> {
    /// Why a time does not end on a day; none where it does.
    pub(crate) fn closed(&self, day: CivilDay) -> Option<String> {
        let weekday = day.weekday();
        let weekend = self.day_rule.weekend.iter().flatten();
        if weekend.into_iter().any(|closed| closed == weekday) {
            return Some(format!("a {weekday}"));
        }
        let yearly = self
            .rules
            .holidays
            .iter()
            .filter(|it| it.counts_for(&self.day_rule.holidays));
        let once = self
            .rules
            .once
            .iter()
            .filter(|it| it.counts_for(&self.day_rule.holidays));
        let mut names = yearly
            .filter(|it| it.falls_on(day))
            .map(|it| it.en.clone())
            .chain(once.filter(|it| it.date == day).map(|it| it.en.clone()));
        names.next()
    }

    /// The rule in words, with its law.
    pub(crate) fn rule(&self) -> String {
        format!("{} ({})", self.day_rule.rule, self.day_rule.law)
    }
}
