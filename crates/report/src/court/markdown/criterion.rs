//! One criterion: how it stands, what is open, opinions, dissent, rules that decided.

use jurat_compose::court::CourtReport;
use jurat_model::court::{CheckResult, CriterionResult, EvidenceId, Opinion, RuleFired};

use super::page::Page;
use crate::{
    court::{
        exhibits::{Exhibits, Piece},
        pick::{self, Voice},
        words,
    },
    escape::markdown as safe,
};

pub(super) fn criterion(page: &mut Page, result: &CriterionResult, exhibits: &Exhibits<'_>) {
    let (verdict, score) = (words::verdict(result.verdict), words::score(result));
    page.say(&format!("### {}: {verdict}, {score}", safe(&result.name)));
    standing(page, result);
    let open = pick::open(result);
    if !open.is_empty() {
        let rows = open.into_iter().map(|check| row(check, exhibits)).collect();
        page.table(&["Outcome", "Check", "Seen", "Expected", "Evidence"], rows);
    }
    let met = pick::met(result);
    if !met.is_empty() {
        let met: Vec<String> =
            met.iter().map(|one| safe(pick::unended(&one.description))).collect();
        page.say(&format!("Met: {}.", met.join("; ")));
    }
    for voice in pick::voices(result) {
        page.item(&said(&voice, exhibits));
    }
    if !result.opinions.is_empty() {
        page.end();
    }
    if !result.dissent_summary.is_empty() {
        page.say(&format!("**Dissent.** {}", with_links(&result.dissent_summary, exhibits)));
    }
    let rules: Vec<String> = pick::rules(result).map(|fired| rule(fired, exhibits)).collect();
    for rule in &rules {
        page.item(&format!("Rule {rule}"));
    }
    if !rules.is_empty() {
        page.end();
    }
}

/// How many checks are met, how the score came about, and what would be good.
fn standing(page: &mut Page, result: &CriterionResult) {
    let mut said = match pick::standing(result) {
        words if words.is_empty() => safe(&result.summary),
        words => format!("{words}."),
    };
    if let Some(mean) = pick::mean(result) {
        said = format!("{said} {}.", safe(&mean));
    }
    page.say(&said);
    if let Some(hint) = pick::hint(result) {
        page.say(&format!("Good would be: {}", safe(hint)));
    }
}

fn said(voice: &Voice<'_>, exhibits: &Exhibits<'_>) -> String {
    let opinion = voice.opinion;
    let (beside, left) = exhibits.beside(opinion);
    let beside = match links(beside, exhibits) {
        links if links.is_empty() => String::new(),
        links => format!(" ({links}{})", pick::and_more(left)),
    };
    format!(
        "**{}.** {}{}{beside}",
        safe(&voice.lead),
        with_links(&opinion.argument, exhibits),
        charges(opinion),
    )
}

/// The charges that the argument does not name itself.
fn charges(opinion: &Opinion) -> String {
    let charges = words::unsaid_charges(opinion);
    if charges.is_empty() { String::new() } else { format!(" Charges: {}.", safe(&charges)) }
}

/// A text in which references lead to their evidence.
pub(super) fn with_links(text: &str, exhibits: &Exhibits<'_>) -> String {
    let piece = |piece: Piece<'_>| match piece {
        Piece::Words(words) => spaced(words),
        Piece::Marks(names) => {
            let links: Vec<String> = names.iter().map(|name| link(name, exhibits)).collect();
            links.join(", ")
        }
    };
    let whole: String = exhibits.pieces(text).into_iter().map(piece).collect();
    whole.trim().to_owned()
}

/// Made safe, with a space at either end where there is one.
fn spaced(words: &str) -> String {
    let space = |is_so| if is_so { " " } else { "" };
    let (before, after) =
        (words.starts_with(char::is_whitespace), words.ends_with(char::is_whitespace));
    match safe(words) {
        inner if inner.is_empty() => space(before).to_owned(),
        inner => format!("{}{inner}{}", space(before), space(after)),
    }
}

/// The first few references of a cell, and how many more there are.
pub(super) fn few_links(ids: &[EvidenceId], exhibits: &Exhibits<'_>) -> String {
    let (shown, left) = pick::marks(ids);
    format!("{}{}", links(shown, exhibits), pick::and_more(left))
}

fn links(ids: &[EvidenceId], exhibits: &Exhibits<'_>) -> String {
    let links: Vec<String> = ids.iter().map(|id| link(id.as_str(), exhibits)).collect();
    links.join(", ")
}

fn link(name: &str, exhibits: &Exhibits<'_>) -> String {
    match exhibits.get(name) {
        Some((_, alias)) => format!("[{}](#{})", safe(alias), anchor(alias)),
        None => safe(name),
    }
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

fn row(check: &CheckResult, exhibits: &Exhibits<'_>) -> Vec<String> {
    let severity = words::check_severity(check.severity);
    let charge = check.charge.as_ref();
    let charge = charge.map(|charge| format!(" Charge: {}.", safe(charge)));
    vec![
        words::outcome(check.outcome).to_owned(),
        format!("{} ({severity}){}", safe(&check.description), charge.unwrap_or_default()),
        safe(&check.observed),
        safe(&check.expected),
        few_links(&check.evidence, exhibits),
    ]
}

fn rule(fired: &RuleFired, exhibits: &Exhibits<'_>) -> String {
    let score = match (fired.before, fired.after) {
        (Some(before), Some(after)) if before != after => format!(" ({before} → {after})"),
        _ => String::new(),
    };
    let of = |words: &str| with_links(&pick::without_commits(words), exhibits);
    let (saw, did) = (of(&fired.saw), of(&fired.did));
    format!("{}{score}: {saw}; {did}", safe(&fired.rule))
}

/// Parts of the submission and criteria that were not assessed, in one table.
pub(super) fn not_assessed(page: &mut Page, report: &CourtReport) {
    let rows = pick::not_assessed(report);
    if rows.is_empty() {
        return;
    }
    page.say("### Not assessed");
    let rows = rows.iter().map(|(what, why)| vec![safe(what), safe(why)]);
    page.table(&["What", "Why"], rows.collect());
}
