//! Which cases of the graph count: by court, judge, country, issue, outcome and days. A value that no case has is an error.

use std::collections::BTreeSet;

use jurat_citator::{CaseGraph, GraphCase};

use crate::{
    CivilDay, ToolFailure,
    packs::{LoadedPacks, known_value},
};

/// What was asked for, as it was written.
#[derive(Default)]
pub(super) struct GraphFilterRequest<'r> {
    pub(super) court: Option<&'r str>,
    pub(super) country: (&'static str, Option<&'r str>),
    pub(super) issue_code: Option<&'r str>,
    pub(super) outcome: Option<&'r str>,
    pub(super) start_date: Option<CivilDay>,
    pub(super) end_date: Option<CivilDay>,
}

/// The same, with values that there are.
#[derive(Default)]
pub(super) struct GraphFilter {
    court: Option<String>,
    country: Option<String>,
    pub(super) issue: Option<String>,
    outcome: Option<String>,
    start: Option<String>,
    end: Option<String>,
    as_of: String,
}

impl GraphFilter {
    pub(super) fn read(
        packs: &LoadedPacks,
        graph: &CaseGraph,
        (asked, as_of): (&GraphFilterRequest<'_>, CivilDay),
    ) -> Result<Self, ToolFailure> {
        if let (Some(start), Some(end)) = (asked.start_date, asked.end_date)
            && end < start
        {
            let allowed = [format!("a day from {start} on")];
            return Err(ToolFailure::bad("end_date", end.to_string(), allowed));
        }
        let value = |argument: &str, given: Option<&str>, of: fn(&GraphCase) -> Vec<String>| {
            let known: BTreeSet<String> = graph.cases().flat_map(of).collect();
            let meant = given
                .map(|given| known_value(argument, given, known.iter().map(String::as_str)));
            Ok::<_, ToolFailure>(meant.transpose()?.map(str::to_owned))
        };
        let court = asked.court.map(|code| packs.courts.court(code).unwrap_or(code));
        let (country, given) = asked.country;
        Ok(Self {
            court: value("court", court, |it| it.court.iter().cloned().collect())?,
            country: value(country, given, |it| it.country.iter().cloned().collect())?,
            issue: value("issue_code", asked.issue_code, |it| it.issues.clone())?,
            outcome: value("outcome", asked.outcome, |it| {
                it.outcome.iter().map(|outcome| outcome.word().to_owned()).collect()
            })?,
            start: asked.start_date.map(|day| day.to_string()),
            end: asked.end_date.map(|day| day.to_string()),
            as_of: as_of.to_string(),
        })
    }

    /// Whether a case counts. One without a day counts where no days are asked for.
    pub(super) fn keeps(&self, case: &GraphCase) -> bool {
        let is =
            |asked: &Option<String>, found: &Option<String>| asked.is_none() || asked == found;
        let within = match case.date() {
            Some(day) => {
                self.start.as_deref().is_none_or(|start| start <= day)
                    && self.end.as_deref().is_none_or(|end| day <= end)
                    && day <= self.as_of.as_str()
            }
            None => self.start.is_none() && self.end.is_none(),
        };
        within
            && is(&self.court, &case.court)
            && is(&self.country, &case.country)
            && self
                .outcome
                .as_deref()
                .is_none_or(|outcome| case.outcome.is_some_and(|found| found.word() == outcome))
            && self.issue.as_ref().is_none_or(|issue| case.issues.contains(issue))
    }
}
