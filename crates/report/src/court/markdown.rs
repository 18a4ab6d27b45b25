//! What an author and a reviewer read first, as Markdown.

mod appendix;
mod criterion;
mod page;

use jurat_compose::court::CourtReport;
use jurat_model::court::Remediation;

use super::{CourtFormat, words, words::Aliases};
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
    let aliases = Aliases::of(report);
    head(&mut page, report);
    page.say("## Criterion Breakdown");
    verdicts(&mut page, report);
    for result in &report.audit.criterion_breakdown {
        criterion::criterion(&mut page, result, &aliases);
    }
    plan(&mut page, report);
    page.say("## Synthesis");
    page.say(&safe(&report.audit.synthesis_narrative));
    appendix::facts(&mut page, report, &aliases);
    appendix::evidence(&mut page, report);
    appendix::foot(&mut page, report);
    Ok(page.into_bytes())
}

fn head(page: &mut Page, report: &CourtReport) {
    page.say(&format!("# {}: {}", words::TITLE, safe(&words::subject(report))));
    let total = words::total(report).map(|total| format!(" {total}"));
    let verdict = words::verdict(report.audit.overall.verdict);
    page.say(&format!("**{verdict}{}**", total.unwrap_or_default()));
    page.say("## Executive Summary");
    page.say(&safe(&report.audit.executive_summary));
    for (name, value) in words::facts(report) {
        page.item(&format!("{name}: {}", safe(&value)));
    }
    page.end();
}

fn verdicts(page: &mut Page, report: &CourtReport) {
    let rows = report.audit.criterion_breakdown.iter().map(|result| {
        let scores: Vec<String> = result
            .opinions
            .iter()
            .map(|one| format!("{} {}", one.judge.title(), one.score))
            .collect();
        vec![
            safe(&result.name),
            words::verdict(result.verdict).to_owned(),
            words::score(result),
            scores.join(", "),
            format!("{} %", result.coverage),
        ]
    });
    let head = ["Criterion", "Verdict", "Score", "Opinions", "Could be told"];
    page.table(&head, rows.collect());
}

fn plan(page: &mut Page, report: &CourtReport) {
    page.say("## Remediation Plan");
    if report.audit.remediation_plan.is_empty() {
        page.say("Nothing is to be done.");
    }
    for (number, entry) in (1..).zip(&report.audit.remediation_plan) {
        let results = &report.audit.criterion_breakdown;
        let result = results.iter().find(|one| one.criterion_id == entry.criterion_id);
        let name = result.map_or(entry.criterion_id.as_str(), |one| one.name.as_str());
        let verdict = result.map(|one| format!(" ({})", words::verdict(one.verdict)));
        page.say(&format!("### {number}. {}{}", safe(name), verdict.unwrap_or_default()));
        remediation(page, entry);
    }
}

fn remediation(page: &mut Page, entry: &Remediation) {
    for step in &entry.steps {
        page.item(&safe(step));
    }
    for words in &entry.recommended {
        page.item(&safe(words));
    }
    if !entry.files.is_empty() {
        let files: Vec<String> = entry
            .files
            .iter()
            .map(|place| page::code(&words::place(place)))
            .collect();
        page.item(&format!("Files: {}", files.join(", ")));
    }
    if !entry.architecture_hint.is_empty() {
        page.item(&format!("What good looks like: {}", safe(&entry.architecture_hint)));
    }
    page.end();
}
