//! The first page in a few lines: what is decided, on what it rests, what could not be read, what to do first.

use jurat_document::{
    DocumentBlock, DocumentList, DocumentListItem, DocumentSection, InlineSpan, InlineText,
    code, plain, strong,
};

use super::told_words::{headed, recommendation};
use crate::{
    model::{AuditReport, FileStanding, RequirementStanding},
    verdict::word,
};

/// Things to do that stand on the first page.
const FIRST: usize = 3;
/// Letters of each of them.
const MOST_LETTERS: usize = 200;
/// Files that could not be read that stand there by name.
const MOST_NAMED: usize = 5;

pub(super) fn glance(report: &AuditReport) -> DocumentSection {
    let judgment = &report.judgment;
    let (words, tone) = recommendation(judgment.recommendation);
    let mut head = vec![
        InlineSpan::Chip { words: words.to_owned(), tone },
        plain(" "),
        strong(word(judgment.verdict)),
    ];
    if let Some(score) = score_words(report) {
        head.push(plain(format!(". {score}")));
    }
    let mut blocks = vec![DocumentBlock::Callout { words: head }];
    blocks.push(headed("Why", format!("{}.", why(report))));
    blocks.push(headed("Rests on", rests_on(report)));
    blocks.push(unread(report));
    blocks.extend(first(report));
    DocumentSection::new("glance", "At a glance", blocks)
}

/// The score with its range and how sure it is.
pub(super) fn score_words(report: &AuditReport) -> Option<String> {
    let current = report.judgment.current_score?;
    let score = report.score.as_ref()?;
    let range = score
        .range
        .map(|(least, most)| format!(", from {least} to {most} by what could not be told"))
        .unwrap_or_default();
    Some(format!("Score {current} of 100{range}; confidence {}", score.confidence))
}

/// The rule that decided, in its words.
fn why(report: &AuditReport) -> String {
    let judgment = &report.judgment;
    if !judgment.pills.is_empty() {
        let pills = judgment.pills.join("; ");
        return format!("{pills} (this decides whatever the score)");
    }
    let verdict = format!(": {}", word(judgment.verdict));
    let decided = judgment
        .trace
        .iter()
        .rev()
        .find_map(|it| it.applied.strip_suffix(&verdict));
    decided.map_or_else(|| judgment.scenario.trim_end_matches('.').to_owned(), str::to_owned)
}

fn rests_on(report: &AuditReport) -> String {
    let counts = report.summary.counts;
    let of = |standing: RequirementStanding, required: bool| {
        let all = report.assessment.requirements.iter();
        all.filter(|it| it.required == required && it.standing == standing)
            .count()
    };
    let required = report.assessment.requirements.iter();
    let asked = required
        .filter(|it| it.required && it.standing != RequirementStanding::NotApplicable)
        .count();
    let (met, missing) = (
        of(RequirementStanding::Met, true),
        of(RequirementStanding::NotSeen, true) + of(RequirementStanding::Unmet, true),
    );
    let open = of(RequirementStanding::Unknown, true);
    let shown = report.findings.len();
    format!(
        "{} of {} files read whole; {met} of {asked} required things there, {missing} missing or not as asked, {open} not to be told; \
         {} of those advisable there; findings: {shown}",
        counts.extracted_count,
        counts.total_files,
        of(RequirementStanding::Met, false),
    ) + "."
}

fn unread(report: &AuditReport) -> DocumentBlock {
    let files = report.files.iter();
    let unread: Vec<&str> = files
        .filter(|it| it.standing != FileStanding::Whole)
        .map(|it| it.path.as_str())
        .collect();
    if unread.is_empty() {
        return headed("Not read", "nothing: every file was read whole.");
    }
    let mut words = vec![strong("Not read, or in part"), plain(": ")];
    for (at, path) in unread.iter().take(MOST_NAMED).enumerate() {
        if 0 < at {
            words.push(plain(", "));
        }
        words.push(code(*path));
    }
    let left = unread.len().saturating_sub(MOST_NAMED);
    let rest = if left == 0 { String::new() } else { format!(" and {left} more") };
    words.push(plain(format!(
        "{rest}. What they hold is not in this report, and may change it."
    )));
    DocumentBlock::Paragraph { words }
}

/// An action in so many words as a first page has room for.
fn cut(words: &str) -> String {
    if words.chars().count() <= MOST_LETTERS {
        return words.to_owned();
    }
    let kept: String = words.chars().take(MOST_LETTERS).collect();
    let whole = kept.rsplit_once(' ').map_or(kept.as_str(), |(whole, _)| whole);
    format!("{whole} …")
}

/// What is most important to do: what is required, then what would add most, then what to ask the client.
fn first(report: &AuditReport) -> Vec<DocumentBlock> {
    let judgment = &report.judgment;
    let asked = judgment.required_actions.iter().chain(&judgment.recommended_actions);
    let questions = report.assessment.questions.iter();
    let questions = questions.map(|it| format!("Ask the client: {it}"));
    let items: Vec<DocumentListItem> = asked
        .cloned()
        .chain(questions)
        .take(FIRST)
        .map(|it| {
            let words: InlineText = vec![plain(cut(&it))];
            DocumentListItem::from(words)
        })
        .collect();
    if items.is_empty() {
        return vec![headed("To do first", "nothing that the files show.")];
    }
    let head = DocumentBlock::Paragraph { words: vec![strong("To do first"), plain(":")] };
    vec![head, DocumentBlock::List(DocumentList { from: Some(1), items })]
}
