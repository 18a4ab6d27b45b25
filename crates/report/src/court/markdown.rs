//! What an author and a reviewer read first, as Markdown.

mod appendix;
mod criterion;
mod page;
mod plan;

use jurat_compose::court::CourtReport;
use jurat_model::court::{CriterionResult, Persona};

use super::{
    CourtFormat,
    exhibits::{Exhibits, Medium},
    pick, words,
};
use crate::{RenderError, escape::markdown as safe};
use page::Page;

pub(super) const FORMAT: CourtFormat = CourtFormat {
    name: "markdown",
    extension: "md",
    media: "text/markdown; charset=utf-8",
    render,
};

#[expect(clippy::unnecessary_wraps, reason = "formats that can fail have the same form")]
fn render(report: &CourtReport) -> Result<Vec<u8>, RenderError> {
    let mut page = Page::default();
    let exhibits = Exhibits::of(report, Medium::Print);
    head(&mut page, report);
    verdicts(&mut page, report);
    plan::first(&mut page, report);
    page.say("## Criterion Breakdown");
    for (_, result) in pick::judged(report) {
        criterion::criterion(&mut page, result, &exhibits);
    }
    criterion::not_assessed(&mut page, report);
    plan::plan(&mut page, report);
    page.say("## Synthesis");
    page.say(&safe(&report.audit.synthesis_narrative));
    appendix::facts(&mut page, report, &exhibits);
    appendix::evidence(&mut page, &exhibits);
    appendix::foot(&mut page, report);
    Ok(page.into_bytes())
}

fn head(page: &mut Page, report: &CourtReport) {
    page.say(&format!("# {}: {}", words::TITLE, safe(&words::subject(report))));
    let total = words::total(report).map(|total| format!(" {total}"));
    let verdict = words::verdict(report.audit.overall.verdict);
    let facts: Vec<String> = words::head(report)
        .iter()
        .map(|fact| format!(" · {}", safe(fact)))
        .collect();
    let facts = facts.concat();
    page.say(&format!("**{verdict}{}**{facts}", total.unwrap_or_default()));
    page.say("## Executive Summary");
    page.say(&safe(&report.audit.executive_summary));
}

fn verdicts(page: &mut Page, report: &CourtReport) {
    let row = |result: &CriterionResult| {
        let score = result.score.map_or_else(|| "–".to_owned(), |score| score.to_string());
        vec![
            safe(&result.name),
            words::verdict(result.verdict).to_owned(),
            score,
            scores(result),
            safe(&pick::reason(result)),
        ]
    };
    let rows: Vec<Vec<String>> = report.audit.criterion_breakdown.iter().map(row).collect();
    if !rows.is_empty() {
        let head = ["Criterion", "Verdict", "Score", "Prosecutor · Defense · Tech Lead", "Why"];
        page.table(&head, rows);
    }
}

/// `2 · 4 · 3`; nothing where nobody gave an opinion.
fn scores(result: &CriterionResult) -> String {
    let of = |persona: Persona| {
        let said = result.opinions.iter().find(|one| one.judge == persona);
        said.map_or_else(|| "–".to_owned(), |one| one.score.to_string())
    };
    if result.opinions.is_empty() { String::new() } else { Persona::ALL.map(of).join(" · ") }
}
