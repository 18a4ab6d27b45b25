//! The criteria: all at a glance, then one by one.

use jurat_compose::court::CourtReport;
use jurat_model::court::{CheckResult, CourtVerdict, CriterionResult, RuleFired};

use super::{link, links, list, plot, prose, section, table, with_links};
use crate::{
    court::{
        exhibits::Exhibits,
        pick::{self, Voice},
        words,
    },
    escape::html as safe,
};

/// A verdict as a word in a frame: its colour says nothing that its word does not.
pub(super) fn chip(verdict: CourtVerdict) -> String {
    let class = words::verdict_class(verdict);
    format!("<span class=\"chip {class}\">{}</span>", words::verdict(verdict))
}

pub(super) fn overview(report: &CourtReport) -> String {
    let row = |(at, result): (usize, &CriterionResult)| {
        let name = safe(&result.name);
        let name = match result.verdict {
            CourtVerdict::NotAssessable => format!("<a href=\"#not-assessed\">{name}</a>"),
            _ => format!("<a href=\"#c{at}\">{name}</a>"),
        };
        vec![
            name,
            chip(result.verdict),
            result.score.map_or_else(|| "–".to_owned(), |score| score.to_string()),
            prose(&pick::reason(result)),
            plot::plot(result),
        ]
    };
    let rows: Vec<Vec<String>> =
        report.audit.criterion_breakdown.iter().enumerate().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let table = table(&["Criterion", "Verdict", "Score", "Why", "Opinions"], &rows);
    format!("<div class=\"glance\">{}{table}</div>\n", plot::LEGEND)
}

pub(super) fn breakdown(report: &CourtReport, exhibits: &Exhibits<'_>) -> String {
    let judged = pick::judged(report);
    let mut inner: String =
        judged.map(|(at, result)| criterion(at, result, exhibits)).collect();
    let rows: Vec<Vec<String>> = pick::not_assessed(report)
        .iter()
        .map(|(what, why)| vec![safe(what), prose(why)])
        .collect();
    inner.push_str("<h3 id=\"not-assessed\">Not assessed</h3>\n");
    if rows.is_empty() {
        inner.push_str("<p>Everything that the rubric asks for could be assessed.</p>\n");
    } else {
        inner.push_str(&table(&["What", "Why"], &rows));
    }
    section("breakdown", "Criterion Breakdown", &inner)
}

fn criterion(at: usize, result: &CriterionResult, exhibits: &Exhibits<'_>) -> String {
    let voices = pick::voices(result);
    let opinions: String = voices.iter().map(|voice| opinion(voice, exhibits)).collect();
    let dissent = match result.dissent_summary.as_str() {
        "" => String::new(),
        words => format!(
            "<p class=\"dissent\"><strong>Dissent.</strong> {}</p>\n",
            with_links(words, exhibits)
        ),
    };
    format!(
        "<article class=\"requirement criterion {class}\" id=\"c{at}\">\n\
         <div class=\"head\"><h3>{name}</h3>{chip}<span class=\"cite\">{score}</span></div>\n\
         {standing}{open}{met}{opinions}{dissent}{rules}</article>\n",
        class = words::verdict_class(result.verdict),
        name = safe(&result.name),
        chip = chip(result.verdict),
        score = words::score(result),
        standing = standing(result),
        open = open(result, exhibits),
        met = met(result, exhibits),
        rules = rules(result, exhibits),
    )
}

/// How many checks are met, how the score came about, and what would be good.
fn standing(result: &CriterionResult) -> String {
    let mut said = match pick::standing(result) {
        words if words.is_empty() => safe(&result.summary),
        words => format!("{words}."),
    };
    if let Some(mean) = pick::mean(result) {
        said = format!("{said} <span class=\"cite\">{}.</span>", safe(&mean));
    }
    let hint = pick::hint(result)
        .map(|hint| format!("<p class=\"cite\">Good would be: {}</p>\n", prose(hint)));
    format!("<p>{said}</p>\n{}", hint.unwrap_or_default())
}

fn opinion(voice: &Voice<'_>, exhibits: &Exhibits<'_>) -> String {
    let one = voice.opinion;
    let charges = match words::unsaid_charges(one) {
        charges if charges.is_empty() => String::new(),
        charges => format!(" <span class=\"charge\">{}</span>", safe(&charges)),
    };
    let (beside, left) = exhibits.beside(one);
    let beside: Vec<String> = beside
        .iter()
        .map(|id| format!(" {}", link(id.as_str(), exhibits)))
        .collect();
    let beside = beside.concat();
    format!(
        "<div class=\"opinion {}\"><p><strong>{}.</strong> {}{charges}{beside}{}</p></div>\n",
        one.judge.word(),
        safe(&voice.lead),
        with_links(&one.argument, exhibits),
        pick::and_more(left),
    )
}

fn row(check: &CheckResult, exhibits: &Exhibits<'_>) -> Vec<String> {
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
        links(&check.evidence, exhibits),
    ]
}

const CHECKS: [&str; 4] = ["Outcome", "Check", "Seen", "Evidence"];

fn open(result: &CriterionResult, exhibits: &Exhibits<'_>) -> String {
    let rows: Vec<Vec<String>> = pick::open(result)
        .into_iter()
        .map(|check| row(check, exhibits))
        .collect();
    if rows.is_empty() { String::new() } else { table(&CHECKS, &rows) }
}

/// Checks that are met, folded away.
fn met(result: &CriterionResult, exhibits: &Exhibits<'_>) -> String {
    let rows: Vec<Vec<String>> = pick::met(result)
        .into_iter()
        .map(|check| row(check, exhibits))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let are = if rows.len() == 1 { "check is" } else { "checks are" };
    format!(
        "<details><summary>{} {are} met</summary>\n{}</details>\n",
        rows.len(),
        table(&CHECKS, &rows)
    )
}

/// Rules that decided something beyond the mean.
fn rules(result: &CriterionResult, exhibits: &Exhibits<'_>) -> String {
    let rule = |fired: &RuleFired| {
        let score = match (fired.before, fired.after) {
            (Some(before), Some(after)) if before != after => format!(" ({before} → {after})"),
            _ => String::new(),
        };
        let of = |words: &str| with_links(&pick::without_commits(words), exhibits);
        let (saw, did) = (of(&fired.saw), of(&fired.did));
        format!("Rule <code>{}</code>{score}: {saw}; {did}", safe(&fired.rule))
    };
    let rules: Vec<String> = pick::rules(result).map(rule).collect();
    list(&rules)
}
