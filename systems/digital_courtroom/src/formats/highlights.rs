//! What a page picks out of a report: reasons, gaps, rules that decided, security findings in
//! groups. The report's JSON holds the rest.

use std::{cmp::Reverse, collections::BTreeMap};

use jurat_code::facts::FindingExposure;

use crate::{
    model::{
        CheckOutcome, CheckResult, CourtVerdict, CriterionResult, EvidenceId, Opinion,
        RuleFired,
    },
    report::{CourtReport, NotAssessed, RemedialAction, SecurityRow},
};

pub(super) const MOST_MARKS: usize = 3;
/// Things to do that the first page names.
const FIRST_ACTIONS: usize = 5;
/// Places that are named of a group of findings, or of something to do.
pub(super) const MOST_PLACES: usize = 3;
/// Characters of a reason in a table.
const LONGEST_REASON: usize = 130;

/// Rules that say how opinions become a score and change nothing by themselves.
const PLAIN_RULES: [&str; 2] = ["weighted_mean", "functionality_weight"];
/// Told with the dissent itself.
const DISSENT: &str = "dissent";

/// The first few of many, and how many are left.
pub(super) fn few<T>(all: &[T], most: usize) -> (&[T], usize) {
    let shown = all.len().min(most);
    (&all[..shown], all.len() - shown)
}

/// ` and 4 more`; nothing where nothing is left.
pub(super) fn and_more(left: usize) -> String {
    if left == 0 { String::new() } else { format!(" and {left} more") }
}

pub(super) fn marks(ids: &[EvidenceId]) -> (&[EvidenceId], usize) {
    few(ids, MOST_MARKS)
}

/// Why a criterion came to its verdict, in one line.
pub(super) fn reason(result: &CriterionResult) -> String {
    if result.verdict == CourtVerdict::NotAssessable {
        return clipped(&why_not(result), LONGEST_REASON);
    }
    let gaps = result.unmet();
    let all = result.checks.len();
    let said = match (gaps.first(), result.verdict) {
        _ if all == 0 => first_sentence(&result.summary).to_owned(),
        (None, _) if result.checks.iter().all(|one| one.outcome == CheckOutcome::Met) => {
            if all == 1 {
                "its one check is met".to_owned()
            } else {
                format!("all {all} checks are met")
            }
        }
        (None, _) => standing(result),
        (Some(gap), CourtVerdict::Pass) => {
            let met = all - gaps.len() - untold(result);
            format!("{met} of {all} checks are met; open: {}", gap.description)
        }
        (Some(gap), _) => {
            let more = match gaps.len() - 1 {
                0 => String::new(),
                more => format!("; {more} more open"),
            };
            format!("{}: {}{more}", unended(&gap.description), unended(&gap.observed))
        }
    };
    clipped(&said, LONGEST_REASON)
}

/// Why a criterion could not be assessed.
pub(super) fn why_not(result: &CriterionResult) -> String {
    let mut untold = result
        .checks
        .iter()
        .filter(|one| one.outcome == CheckOutcome::NotAssessable);
    let all_untold = untold.clone().count() == result.checks.len();
    match untold.next() {
        Some(check) if all_untold && !check.observed.trim().is_empty() => {
            unended(&check.observed).to_owned()
        }
        _ => {
            let said = first_sentence(&result.summary);
            let said = said.strip_prefix("Not assessable: ").unwrap_or(said);
            unended(said).to_owned()
        }
    }
}

/// `4 of 6 checks are met, 1 in part, 1 could not be told`.
pub(super) fn standing(result: &CriterionResult) -> String {
    let count = |outcome| result.checks.iter().filter(|one| one.outcome == outcome).count();
    let all = result.checks.len();
    let met = count(CheckOutcome::Met);
    let lead = match (met, all) {
        (_, 0) => return String::new(),
        (1, 1) => "Its one check is met".to_owned(),
        (0, 1) => return one_open(result, count(CheckOutcome::Unmet)).to_owned(),
        (0, all) => format!("None of {all} checks is met"),
        (met, all) if met == all => format!("All {all} checks are met"),
        (1, all) => format!("1 of {all} checks is met"),
        (met, all) => format!("{met} of {all} checks are met"),
    };
    let parts = [
        (count(CheckOutcome::Partly), "in part"),
        (count(CheckOutcome::NotAssessable), "could not be told"),
    ];
    let parts = parts.iter().filter(|(count, _)| 0 < *count);
    let parts: Vec<String> = parts.map(|(count, word)| format!(", {count} {word}")).collect();
    let parts = parts.concat();
    let share = match result.coverage {
        100 => String::new(),
        share => format!(" ({share} % by weight could be told)"),
    };
    format!("{lead}{parts}{share}")
}

/// A single check that is not met.
fn one_open(result: &CriterionResult, unmet: usize) -> &'static str {
    match (unmet, untold(result)) {
        (0, 0) => "Its one check is met in part",
        (0, _) => "Its one check could not be told",
        _ => "Its one check is not met",
    }
}

/// An opinion that is shown, and whose it is.
pub(super) struct ShownOpinion<'r> {
    /// `Prosecutor: 4 of 5`.
    pub(super) lead: String,
    pub(super) opinion: &'r Opinion,
}

/// The opinions; where all checks are met and all agree, one speaks for all.
pub(super) fn voices(result: &CriterionResult) -> Vec<ShownOpinion<'_>> {
    let opinions = &result.opinions;
    let agree = opinions.iter().all(|one| {
        one.score == opinions[0].score && one.model.is_none() && one.charges.is_empty()
    });
    match opinions.as_slice() {
        [rest @ .., last] if !rest.is_empty() && agree && open(result).is_empty() => {
            let names: Vec<&str> = rest.iter().map(|one| one.judge.title()).collect();
            let (names, last_name) = (names.join(", "), last.judge.title());
            let lead = format!("{names} and {last_name}: {} of 5", last.score);
            vec![ShownOpinion { lead, opinion: last }]
        }
        all => all.iter().map(alone).collect(),
    }
}

fn alone(opinion: &Opinion) -> ShownOpinion<'_> {
    let model = opinion.model.as_ref().map(|model| format!(", by {model}"));
    let (who, model) = (opinion.judge.title(), model.unwrap_or_default());
    ShownOpinion {
        lead: format!("{who}: {} of 5{model}", opinion.score),
        opinion,
    }
}

/// How the score came about, short: `Mean of the opinions by weight 3.92, rounded to 4`.
pub(super) fn mean(result: &CriterionResult) -> Option<String> {
    let of = |rule: &str| result.trace.iter().rfind(|fired| fired.rule == rule);
    let mean = of("weighted_mean")?;
    let more = of("functionality_weight").map(|fired| format!("; {}", unended(&fired.did)));
    Some(format!("Opinions by weight: {}{}", unended(&mean.did), more.unwrap_or_default()))
}

/// Rules that decided something beyond the mean.
pub(super) fn rules(result: &CriterionResult) -> impl Iterator<Item = &RuleFired> {
    result.trace.iter().filter(|fired| {
        let changed = fired.before.is_some() && fired.before != fired.after;
        let rule = fired.rule.as_str();
        rule != DISSENT && (changed || !PLAIN_RULES.contains(&rule))
    })
}

fn untold(result: &CriterionResult) -> usize {
    let untold = |one: &&CheckResult| one.outcome == CheckOutcome::NotAssessable;
    result.checks.iter().filter(untold).count()
}

/// Checks that are not wholly met, the worst first; then those that could not be told.
pub(super) fn open(result: &CriterionResult) -> Vec<&CheckResult> {
    let mut open = result.unmet();
    let untold = |one: &&CheckResult| one.outcome == CheckOutcome::NotAssessable;
    open.extend(result.checks.iter().filter(untold));
    open
}

pub(super) fn met(result: &CriterionResult) -> Vec<&CheckResult> {
    let met = |one: &&CheckResult| one.outcome == CheckOutcome::Met;
    result.checks.iter().filter(met).collect()
}

/// Criteria that were judged, with their place in the report.
pub(super) fn judged(report: &CourtReport) -> impl Iterator<Item = (usize, &CriterionResult)> {
    let all = report.audit.criterion_breakdown.iter().enumerate();
    all.filter(|(_, one)| one.verdict != CourtVerdict::NotAssessable)
}

/// What was not assessed as a whole: what, and why. Single checks stand with their criterion.
pub(super) fn not_assessed(report: &CourtReport) -> Vec<(&str, String)> {
    let results = &report.audit.criterion_breakdown;
    let row = |one: &'_ NotAssessed| {
        let Some(id) = &one.criterion_id else { return Some(one.why.clone()) };
        match results.iter().find(|result| result.criterion_id == *id) {
            Some(result) if result.verdict == CourtVerdict::NotAssessable => {
                Some(why_not(result))
            }
            Some(_) => None,
            None => Some(one.why.clone()),
        }
    };
    let rows = report.not_assessed.iter();
    rows.filter_map(|one| Some((one.what.as_str(), row(one)?))).collect()
}

pub(super) fn first_actions(report: &CourtReport) -> &[RemedialAction] {
    let needed = report.actions.iter().take_while(|one| one.is_needed()).count();
    few(&report.actions[..needed], FIRST_ACTIONS).0
}

/// Things that need be done, and things that are worth doing.
pub(super) fn actions(report: &CourtReport) -> (&[RemedialAction], &[RemedialAction]) {
    let needed = report.actions.iter().take_while(|one| one.is_needed()).count();
    report.actions.split_at(needed)
}

/// What would be good, of a criterion that did not pass.
pub(super) fn hint(result: &CriterionResult) -> Option<&str> {
    let hint = result.remediation.as_ref()?.architecture_hint.as_str();
    let is_open = matches!(result.verdict, CourtVerdict::Fail | CourtVerdict::Partial);
    (is_open && !hint.is_empty()).then_some(hint)
}

pub(super) fn name<'a>(report: &'a CourtReport, id: &'a str) -> &'a str {
    let results = &report.audit.criterion_breakdown;
    let result = results.iter().find(|one| one.criterion_id == id);
    result.map_or(id, |one| one.name.as_str())
}

/// Findings that are confirmed in the product: each is shown.
pub(super) fn confirmed(report: &CourtReport) -> impl Iterator<Item = &SecurityRow> {
    report.security.iter().filter(|row| counts(row))
}

fn counts(row: &SecurityRow) -> bool {
    row.confirmed && row.exposure == FindingExposure::Reachable
}

/// Further findings of one rule.
pub(super) struct SecurityFindingGroup<'a> {
    pub(super) first: &'a SecurityRow,
    /// The first few, those in the product before those that are not.
    pub(super) places: Vec<&'a SecurityRow>,
    pub(super) left: usize,
    /// `14 in the product, not confirmed; 61 in tests, examples or code of others`.
    pub(super) counts: String,
}

/// All other findings by rule, those with most in the product first.
pub(super) fn groups(report: &CourtReport) -> Vec<SecurityFindingGroup<'_>> {
    let mut by_rule: BTreeMap<&str, Vec<&SecurityRow>> = BTreeMap::new();
    for row in report.security.iter().filter(|row| !counts(row)) {
        by_rule.entry(&row.rule).or_default().push(row);
    }
    let mut groups: Vec<(usize, SecurityFindingGroup<'_>)> =
        by_rule.into_values().map(group).collect();
    groups.sort_by_key(|(product, one)| (Reverse(*product), one.first.rule.as_str()));
    groups.into_iter().map(|(_, one)| one).collect()
}

fn group(mut rows: Vec<&SecurityRow>) -> (usize, SecurityFindingGroup<'_>) {
    rows.sort_by_key(|row| row.exposure != FindingExposure::Reachable);
    let product = rows
        .iter()
        .filter(|row| row.exposure == FindingExposure::Reachable)
        .count();
    let others = rows.len() - product;
    let counts = [
        (product, format!("{product} in the product, not confirmed")),
        (others, format!("{others} {}", exposure(FindingExposure::TestOnly))),
    ];
    let counts = counts.into_iter().filter(|(count, _)| 0 < *count);
    let counts: Vec<String> = counts.map(|(_, words)| words).collect();
    let (shown, left) = few(&rows, MOST_PLACES);
    let group = SecurityFindingGroup {
        first: rows[0],
        places: shown.to_vec(),
        left,
        counts: counts.join("; "),
    };
    (product, group)
}

const fn exposure(exposure: FindingExposure) -> &'static str {
    match exposure {
        FindingExposure::Reachable => "in the product",
        FindingExposure::TestOnly => "in tests, examples or code of others",
    }
}

/// `src/graph.py:3-9`: the commit is the report's, and need not stand at each place.
pub(super) fn bare(pointer: &str) -> &str {
    match pointer.rsplit_once(" @") {
        Some((place, commit)) if commit.bytes().all(|byte| byte.is_ascii_hexdigit()) => place,
        _ => pointer,
    }
}

/// Words without the commit after each place: it is the report's.
pub(super) fn without_commits(words: &str) -> String {
    let mut parts = words.split(" @");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        // The first digits of an id, as places have them.
        if part.len() - rest.len() == 12 {
            all.push_str(rest);
        } else {
            all.push_str(" @");
            all.push_str(part);
        }
    }
    all
}

pub(super) fn unended(words: &str) -> &str {
    words.trim().trim_end_matches(['.', ';'])
}

fn first_sentence(text: &str) -> &str {
    let end = text.match_indices(". ").next();
    end.map_or(text, |(at, _)| &text[..at])
}

/// On one line, and no longer than so many characters; words stay whole.
pub(super) fn clipped(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let cut: String = line.chars().take(most).collect();
    let cut = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
    format!("{}…", cut.trim_end_matches([',', ';', ':', '.', ' ']))
}

#[cfg(test)]
mod tests {
    use super::{bare, clipped, few, without_commits};

    #[test]
    fn long_words_are_cut_between_words() {
        for (given, shown) in [
            ("one two", "one two"),
            ("one, two three", "one, two…"),
            ("one  two\nand three", "one two…"),
            ("unbreakablewords", "unbreakab…"),
        ] {
            assert_eq!(clipped(given, 9), shown, "{given}");
        }
    }

    #[test]
    fn a_place_is_shown_without_the_commit_of_the_report() {
        assert_eq!(bare("src/a b.py:3 @0f3a"), "src/a b.py:3");
        assert_eq!(bare("notes @home"), "notes @home");
        for (given, shown) in [
            ("a.py:3 @0123456789ab [x], b.py @0123456789ab", "a.py:3 [x], b.py"),
            ("mail @abc and @someone @", "mail @abc and @someone @"),
        ] {
            assert_eq!(without_commits(given), shown);
        }
        assert_eq!(few(&[1, 2, 3], 2), (&[1, 2][..], 1));
    }
}
