//! Which decisions count: by court, days, judge, country and issue. A value that no decision has is an error.

use std::collections::BTreeSet;

use jurat_canon::Hash;
use jurat_pack::DecisionFields;

use crate::{
    CivilDay, ToolFailure,
    packs::{LoadedPacks, OpenPart, known_value},
};

/// What was asked for, as it was written.
#[derive(Default)]
pub(crate) struct FilterRequest<'r> {
    pub(crate) court: Option<&'r str>,
    pub(crate) judge: Option<&'r str>,
    pub(crate) country: Option<&'r str>,
    pub(crate) issue_code: Option<&'r str>,
    pub(crate) outcome: Option<&'r str>,
    pub(crate) start_date: Option<CivilDay>,
    pub(crate) end_date: Option<CivilDay>,
}

/// The same, with values that there are.
pub(crate) struct DecisionFilter {
    court: Option<String>,
    judge: Option<String>,
    country: Option<String>,
    issue: Option<String>,
    outcome: Option<String>,
    start: Option<String>,
    end: Option<String>,
    as_of: String,
}

impl DecisionFilter {
    pub(crate) fn read(
        packs: &LoadedPacks,
        parts: &[&OpenPart],
        (asked, as_of): (&FilterRequest<'_>, CivilDay),
    ) -> Result<Self, ToolFailure> {
        if let (Some(start), Some(end)) = (asked.start_date, asked.end_date)
            && end < start
        {
            let allowed = [format!("a day from {start} on")];
            return Err(ToolFailure::bad("end_date", end.to_string(), allowed));
        }
        let court = asked.court.map(|code| packs.courts.court(code).unwrap_or(code));
        let value = |argument: &str, given: Option<&str>, of: FieldValues| {
            let known = values(parts, of);
            let meant = given
                .map(|given| known_value(argument, given, known.iter().map(String::as_str)));
            Ok::<_, ToolFailure>(meant.transpose()?.map(str::to_owned))
        };
        Ok(Self {
            court: court_value(packs, parts, court)?,
            judge: value("judge", asked.judge, |it| it.judge.iter().cloned().collect())?,
            country: value("country", asked.country, |it| {
                it.country.iter().cloned().collect()
            })?,
            issue: value("issue_code", asked.issue_code, |it| it.issues.clone())?,
            outcome: value("outcome", asked.outcome, |it| {
                it.outcome.iter().cloned().collect()
            })?,
            start: asked.start_date.map(|day| day.to_string()),
            end: asked.end_date.map(|day| day.to_string()),
            as_of: as_of.to_string(),
        })
    }

    /// The decisions of a part that count.
    pub(crate) fn sources(&self, part: &OpenPart) -> Option<BTreeSet<Hash>> {
        let rows = &part.decisions().rows;
        let kept: BTreeSet<Hash> = rows
            .iter()
            .filter(|row| self.keeps(&row.fields))
            .map(|row| row.source)
            .collect();
        (kept.len() < rows.len()).then_some(kept)
    }

    pub(crate) fn keeps(&self, fields: &DecisionFields) -> bool {
        let is =
            |asked: &Option<String>, found: &Option<String>| asked.is_none() || asked == found;
        let day = fields.date.as_deref();
        let within = match day {
            Some(day) => {
                self.start.as_deref().is_none_or(|start| start <= day)
                    && self.end.as_deref().is_none_or(|end| day <= end)
                    && day <= self.as_of.as_str()
            }
            None => self.start.is_none() && self.end.is_none(),
        };
        within
            && is(&self.court, &fields.court)
            && is(&self.judge, &fields.judge)
            && is(&self.country, &fields.country)
            && is(&self.outcome, &fields.outcome)
            && self.issue.as_ref().is_none_or(|issue| fields.issues.contains(issue))
    }
}

/// The values of a field of one decision.
pub(crate) type FieldValues = fn(&DecisionFields) -> Vec<String>;

/// All values of a field, in order.
pub(crate) fn values(parts: &[&OpenPart], of: FieldValues) -> BTreeSet<String> {
    let rows = parts.iter().flat_map(|part| &part.decisions().rows);
    rows.flat_map(|row| of(&row.fields)).collect()
}

/// Courts that a pack names count though it has no decision of theirs: the answer is then empty, and not an error.
fn court_value(
    packs: &LoadedPacks,
    parts: &[&OpenPart],
    court: Option<&str>,
) -> Result<Option<String>, ToolFailure> {
    let Some(court) = court else { return Ok(None) };
    let mut known = values(parts, |it| it.court.iter().cloned().collect());
    known.extend(
        packs
            .manifests()
            .flat_map(|it| &it.courts)
            .map(|court| court.code.clone()),
    );
    known_value("court", court, known.iter().map(String::as_str)).map(|it| Some(it.to_owned()))
}
