//! The criteria: all at a glance, then one by one.

use jurat_compose::court::CourtReport;
use jurat_model::court::{CheckOutcome, CourtVerdict, CriterionResult, Opinion, RuleFired};

use super::{links, list, plot, section, table};
use crate::{
    court::words::{self, Aliases},
    escape::html as safe,
};

/// A verdict as a word in a frame: its colour says nothing that its word does not.
pub(super) fn chip(verdict: CourtVerdict) -> String {
    let class = words::verdict_class(verdict);
    format!("<span class=\"chip {class}\">{}</span>", words::verdict(verdict))
}

pub(super) fn overview(report: &CourtReport) -> String {
    let row = |(at, result): (usize, &CriterionResult)| {
        vec![
            format!("<a href=\"#c{at}\">{}</a>", safe(&result.name)),
            chip(result.verdict),
            result.score.map_or_else(|| "–".to_owned(), |score| score.to_string()),
            plot::plot(result),
        ]
    };
    let rows: Vec<Vec<String>> =
        report.audit.criterion_breakdown.iter().enumerate().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let table = table(&["Criterion", "Verdict", "Score", "Opinions"], &rows);
    section("verdicts", "Verdicts", &format!("{}{table}", plot::LEGEND))
}

pub(super) fn breakdown(report: &CourtReport, aliases: &Aliases<'_>) -> String {
    let each = report.audit.criterion_breakdown.iter().enumerate();
    let inner: String = each.map(|(at, result)| criterion(at, result, aliases)).collect();
    section("breakdown", "Criterion Breakdown", &inner)
}

fn criterion(at: usize, result: &CriterionResult, aliases: &Aliases<'_>) -> String {
    let opinions: String = result.opinions.iter().map(|one| opinion(one, aliases)).collect();
    let dissent = match result.dissent_summary.as_str() {
        "" => String::new(),
        words => {
            format!("<p class=\"dissent\"><strong>Dissent.</strong> {}</p>\n", safe(words))
        }
    };
    let coverage = match result.coverage {
        100 => String::new(),
        share => format!("<p class=\"cite\">{share} % of it, by weight, could be told.</p>\n"),
    };
    format!(
        "<article class=\"requirement criterion {class}\" id=\"c{at}\">\n\
         <div class=\"head\"><h3>{name}</h3>{chip}<span class=\"cite\">{score}</span></div>\n\
         <p>{summary}</p>\n{coverage}{dissent}{opinions}{checks}{trace}</article>\n",
        class = words::verdict_class(result.verdict),
        name = safe(&result.name),
        chip = chip(result.verdict),
        score = words::score(result),
        summary = safe(&result.summary),
        checks = checks(result, aliases),
        trace = trace(&result.trace),
    )
}

fn opinion(one: &Opinion, aliases: &Aliases<'_>) -> String {
    let model = one.model.as_ref().map(|model| format!(", by {}", safe(model)));
    let charges: Vec<String> = one
        .charges
        .iter()
        .map(|charge| format!(" <span class=\"charge\">{}</span>", safe(charge)))
        .collect();
    format!(
        "<div class=\"opinion {}\"><p><strong>{}: {} of 5{}.</strong> {}{} {}</p></div>\n",
        one.judge.word(),
        one.judge.title(),
        one.score,
        model.unwrap_or_default(),
        safe(&one.argument),
        charges.concat(),
        links(&one.cited_evidence, aliases)
    )
}

fn checks(result: &CriterionResult, aliases: &Aliases<'_>) -> String {
    if result.checks.is_empty() {
        return String::new();
    }
    let row = |check: &jurat_model::court::CheckResult| {
        let charge = check.charge.as_ref();
        let charge =
            charge.map(|charge| format!(" <span class=\"charge\">{}</span>", safe(charge)));
        vec![
            format!(
                "<span class=\"outcome {}\">{}</span>",
                words::outcome_class(check.outcome),
                words::outcome(check.outcome)
            ),
            format!(
                "{} <span class=\"cite\">({})</span>{}",
                safe(&check.description),
                words::check_severity(check.severity),
                charge.unwrap_or_default()
            ),
            format!(
                "{}<br><span class=\"cite\">expected: {}</span>",
                safe(&check.observed),
                safe(&check.expected)
            ),
            links(&check.evidence, aliases),
        ]
    };
    let rows: Vec<Vec<String>> = result.checks.iter().map(row).collect();
    let is_met = |check: &&jurat_model::court::CheckResult| check.outcome == CheckOutcome::Met;
    let met = result.checks.iter().filter(is_met).count();
    format!(
        "<details open><summary>Checks: {met} of {} met</summary>\n{}</details>\n",
        rows.len(),
        table(&["Outcome", "Check", "Seen", "Evidence"], &rows)
    )
}

fn trace(trace: &[RuleFired]) -> String {
    if trace.is_empty() {
        return String::new();
    }
    let rule = |fired: &RuleFired| {
        let score = match (fired.before, fired.after) {
            (Some(before), Some(after)) if before != after => format!(" ({before} → {after})"),
            _ => String::new(),
        };
        let (rule, saw, did) = (safe(&fired.rule), safe(&fired.saw), safe(&fired.did));
        format!("<code>{rule}</code>{score}: {saw}; {did}")
    };
    let rules: Vec<String> = trace.iter().map(rule).collect();
    format!("<details open><summary>Rules that fired</summary>\n{}</details>\n", list(&rules))
}
