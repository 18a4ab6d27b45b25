//! Two reports compared: for a terminal, as Markdown, for machines.

use std::fmt::Write as _;

use jurat_document::{markdown_safe as markdown, visible};

use super::{DiffFormat, highlights, report_phrases};
use crate::{
    english_phrases::{hundredths, word},
    model::CourtVerdict,
    report::{ComparedReport, CourtDiff, CourtFinding, CriterionChange, ScoredVerdict},
};

pub(super) const TEXT: DiffFormat = DiffFormat {
    name: "text",
    extension: "txt",
    media: "text/plain; charset=utf-8",
    render: |diff| Ok(page(diff, &PLAIN).into_bytes()),
};

pub(super) const MARKDOWN: DiffFormat = DiffFormat {
    name: "markdown",
    extension: "md",
    media: "text/markdown; charset=utf-8",
    render: |diff| Ok(page(diff, &MARKED).into_bytes()),
};

pub(super) const JSON: DiffFormat = DiffFormat {
    name: "json",
    extension: "json",
    media: "application/json",
    render: json,
};

fn json(diff: &CourtDiff) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(diff)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// How a page is written; the two differ in nothing else.
struct DiffPageStyle {
    title: &'static str,
    heading: &'static str,
    item: &'static str,
    safe: fn(&str) -> String,
}

const PLAIN: DiffPageStyle =
    DiffPageStyle { title: "", heading: "", item: "  ", safe: one_line };
const MARKED: DiffPageStyle = DiffPageStyle {
    title: "# ",
    heading: "## ",
    item: "- ",
    safe: markdown,
};

fn one_line(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    visible(&words.join(" "))
}

fn page(diff: &CourtDiff, style: &DiffPageStyle) -> String {
    let mut page = format!("{}Court reports compared\n\n", style.title);
    let (old, new) = (side(&diff.old, style), side(&diff.new, style));
    let _ = writeln!(page, "{}before: {old}\n{}after: {new}", style.item, style.item);
    if !diff.same_rubric {
        let _ = writeln!(page, "{}The rubrics differ: scores compare badly.", style.item);
    }
    findings(&mut page, "New", &diff.new_findings, style);
    findings(&mut page, "Worse than before", &diff.worse, style);
    findings(&mut page, "Not met before, not to be told now", &diff.unknown, style);
    findings(&mut page, "Gone", &diff.gone, style);
    findings(&mut page, "Still not met, otherwise than before", &diff.changed, style);
    criteria(&mut page, "Verdicts that changed", &diff.criteria, style);
    criteria(&mut page, "Criteria added", &diff.added, style);
    criteria(&mut page, "Criteria removed", &diff.removed, style);
    let _ = writeln!(
        page,
        "\n{} new, {} worse, {} unknown, {} gone, {} changed, {} unchanged",
        diff.new_findings.len(),
        diff.worse.len(),
        diff.unknown.len(),
        diff.gone.len(),
        diff.changed.len(),
        diff.unchanged.len()
    );
    page
}

fn side(side: &ComparedReport, style: &DiffPageStyle) -> String {
    let none = "no repository".to_owned();
    let repository = side.repository.as_ref().or(side.paper.as_ref()).unwrap_or(&none);
    let commit = side.commit.as_deref();
    let commit = commit.map(|id| format!(" at {}", id.get(..12).unwrap_or(id)));
    let what = format!("{repository}{}, {}", commit.unwrap_or_default(), side.rubric);
    format!("{} ({})", (style.safe)(&what), standing(Some(side.overall)))
}

fn standing(standing: Option<ScoredVerdict>) -> String {
    let Some(standing) = standing else { return "not judged".to_owned() };
    let verdict = report_phrases::verdict(standing.verdict);
    let score = standing
        .score_hundredths
        .filter(|_| standing.verdict != CourtVerdict::NotAssessable)
        .map(|score| format!(" {}/5", hundredths(score)));
    format!("{verdict}{}", score.unwrap_or_default())
}

fn findings(page: &mut String, title: &str, findings: &[CourtFinding], style: &DiffPageStyle) {
    if findings.is_empty() {
        return;
    }
    let _ = writeln!(page, "\n{}{title} ({})\n", style.heading, findings.len());
    for one in findings {
        let place = one
            .places
            .first()
            .map(|place| format!(" at {}", highlights::bare(&place.pointer)));
        let words = format!("{}{}: {}", one.rule, place.unwrap_or_default(), one.message);
        let level = word(one.level);
        let _ = writeln!(page, "{}{level}: {}", style.item, (style.safe)(&words));
    }
}

fn criteria(
    page: &mut String,
    title: &str,
    changes: &[CriterionChange],
    style: &DiffPageStyle,
) {
    if changes.is_empty() {
        return;
    }
    let _ = writeln!(page, "\n{}{title} ({})\n", style.heading, changes.len());
    for one in changes {
        let (before, after) = (standing(one.before), standing(one.after));
        let name = (style.safe)(&one.name);
        let _ = writeln!(page, "{}{name}: {before} → {after}", style.item);
    }
}
