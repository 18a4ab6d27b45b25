//! One criterion: verdict, opinions, dissent, checks, rules that fired.

use jurat_model::court::{CriterionResult, EvidenceId, Opinion, RuleFired};

use super::page::Page;
use crate::{
    court::words::{self, Aliases},
    escape::markdown as safe,
};

pub(super) fn criterion(page: &mut Page, result: &CriterionResult, aliases: &Aliases<'_>) {
    let verdict = words::verdict(result.verdict);
    page.say(&format!("### {}: {verdict}", safe(&result.name)));
    page.say(&format!("**{}.** {}", words::score(result), safe(&result.summary)));
    for opinion in &result.opinions {
        page.item(&said(opinion, aliases));
    }
    if !result.opinions.is_empty() {
        page.end();
    }
    if !result.dissent_summary.is_empty() {
        page.say(&format!("**Dissent.** {}", safe(&result.dissent_summary)));
    }
    checks(page, result, aliases);
    if !result.trace.is_empty() {
        page.say("Rules that fired:");
        for fired in &result.trace {
            page.item(&rule(fired));
        }
        page.end();
    }
}

fn said(opinion: &Opinion, aliases: &Aliases<'_>) -> String {
    let model = opinion.model.as_ref().map(|model| format!(", by {}", safe(model)));
    let charges = match opinion.charges.as_slice() {
        [] => String::new(),
        charges => format!(" Charges: {}.", safe(&charges.join(", "))),
    };
    format!(
        "**{}: {} of 5{}.** {}{charges}{}",
        opinion.judge.title(),
        opinion.score,
        model.unwrap_or_default(),
        safe(&opinion.argument),
        cited(&opinion.cited_evidence, aliases)
    )
}

/// Aliases as links to the evidence below.
fn cited(ids: &[EvidenceId], aliases: &Aliases<'_>) -> String {
    let links = links(ids, aliases);
    if links.is_empty() { String::new() } else { format!(" Evidence: {links}.") }
}

pub(super) fn links(ids: &[EvidenceId], aliases: &Aliases<'_>) -> String {
    let link = |id: &EvidenceId| match aliases.get(id) {
        Some((_, alias)) => format!("[{}](#{})", safe(alias), anchor(alias)),
        None => safe(id.as_str()),
    };
    let links: Vec<String> = ids.iter().map(link).collect();
    links.join(", ")
}

/// The anchor that readers give the heading of an alias; any other name leads to the list.
fn anchor(alias: &str) -> String {
    let parts = alias.split_once('#').filter(|(part, number)| {
        let is_word = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase());
        is_word && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    parts.map_or_else(
        || "evidence-appendix".to_owned(),
        |(part, number)| format!("{part}{number}"),
    )
}

fn checks(page: &mut Page, result: &CriterionResult, aliases: &Aliases<'_>) {
    if result.checks.is_empty() {
        return;
    }
    let rows = result.checks.iter().map(|check| {
        let severity = words::check_severity(check.severity);
        let charge = check
            .charge
            .as_ref()
            .map(|charge| format!(" Charge: {}.", safe(charge)));
        vec![
            words::outcome(check.outcome).to_owned(),
            format!("{} ({severity}){}", safe(&check.description), charge.unwrap_or_default()),
            safe(&check.observed),
            safe(&check.expected),
            links(&check.evidence, aliases),
        ]
    });
    page.table(&["Outcome", "Check", "Seen", "Expected", "Evidence"], rows.collect());
}

fn rule(fired: &RuleFired) -> String {
    let score = match (fired.before, fired.after) {
        (Some(before), Some(after)) if before != after => format!(" ({before} → {after})"),
        _ => String::new(),
    };
    format!("{}{score}: {}; {}", safe(&fired.rule), safe(&fired.saw), safe(&fired.did))
}
