//! What a lawyer reads first, as Markdown.

use std::fmt::Write as _;

use jurat_compose::ReportedRequirement;
use jurat_model::{Quote, Statement};

use super::Format;
use crate::{RenderError, ReportView, escape::markdown as safe, words};

pub(super) const FORMAT: Format = Format {
    name: "markdown",
    extension: "md",
    media: "text/markdown; charset=utf-8",
    render,
};

#[expect(clippy::unnecessary_wraps, reason = "formats that can fail have the same form")]
fn render(view: &ReportView<'_>) -> Result<Vec<u8>, RenderError> {
    let mut page = Page { text: String::new() };
    page.head(view);
    page.answer(view);
    page.conflicts(view);
    page.requirements(view);
    page.closest(view);
    page.rejected(view);
    page.missing(view);
    page.flagged(view);
    page.sources(view);
    page.foot(view);
    Ok(page.text.into_bytes())
}

struct Page {
    text: String,
}

impl Page {
    /// A paragraph.
    fn say(&mut self, words: &str) {
        self.text.push_str(words);
        self.text.push_str("\n\n");
    }

    fn item(&mut self, words: &str) {
        self.text.push_str("- ");
        self.text.push_str(words);
        self.text.push('\n');
    }

    fn end_list(&mut self) {
        self.text.push('\n');
    }

    fn head(&mut self, view: &ReportView<'_>) {
        let report = view.report;
        self.say("# Answer with evidence");
        self.say(&format!("**Question.** {}", safe(&report.question)));
        if let Some(as_of) = &report.as_of {
            self.say(&format!("**As of.** {}", safe(as_of)));
        }
        self.say(&format!("**Result.** {}", words::result(report.result)));
    }

    fn answer(&mut self, view: &ReportView<'_>) {
        let report = view.report;
        self.say("## Answer");
        if let Some(message) = &report.message {
            self.say(&safe(message));
        }
        if let Some(answer) = &report.answer {
            if let Some(value) = &answer.value {
                self.say(&format!("**{}**", safe(value)));
            }
            for statement in &answer.statements {
                let place = words::place_of(statement, report);
                let place = place.map(|place| format!("*{}*: ", safe(place)));
                self.item(&format!("{}{}", place.unwrap_or_default(), marked(statement)));
            }
            self.end_list();
        }
        self.say("## Confidence");
        if let Some(probability) = words::likely(report) {
            self.item(&format!(
                "Best provision likely to answer: {}",
                words::percent(probability)
            ));
        } else {
            let (grade, meaning) = words::grounding(report.grounding_confidence);
            self.item(&format!("Grounding: **{grade}** ({meaning})"));
        }
        if let (Some(answer), None) = (&report.answer, words::likely(report)) {
            let (grade, meaning) = words::composition(answer.composition_confidence);
            self.item(&format!("Composition: **{grade}** ({meaning})"));
        }
        self.item(&words::counts(report));
        self.end_list();
        self.review(view);
    }

    fn review(&mut self, view: &ReportView<'_>) {
        let Some(review) = view.report.review.as_ref().filter(|one| !one.issues.is_empty())
        else {
            return;
        };
        self.say("The review found:");
        for issue in &review.issues {
            let place = issue
                .statement
                .map(|n| format!("statement {n}: "))
                .unwrap_or_default();
            self.item(&format!("{place}{} (`{}`)", safe(&issue.message), code(&issue.code)));
        }
        self.end_list();
    }

    fn conflicts(&mut self, view: &ReportView<'_>) {
        if view.report.conflicts.is_empty() {
            return;
        }
        self.say("## Conflicts");
        for conflict in &view.report.conflicts {
            let (one, other) = (link(conflict.one), link(conflict.other));
            let over = words::over(conflict.over);
            let difference = safe(&conflict.difference);
            self.item(&format!("{one} and {other}. {over}: {difference}"));
        }
        self.end_list();
    }

    fn requirements(&mut self, view: &ReportView<'_>) {
        if view.report.requirements.is_empty() {
            return;
        }
        self.say(&format!("## {}", words::evidence(view.report)));
        for one in &view.report.requirements {
            self.requirement(one);
        }
    }

    fn requirement(&mut self, one: &ReportedRequirement) {
        let requirement = &one.requirement;
        self.say(&format!("### {}", requirement.requirement_id));
        self.say(&format!("> {}", safe(&requirement.exact_quote)));
        let sort = words::sort(requirement.source_type);
        self.item(&format!("{sort}: {}", safe(&requirement.document_id)));
        if !requirement.section_heading.is_empty() {
            self.item(&format!("Heading: {}", safe(&requirement.section_heading)));
        }
        let place = words::place(&requirement.quote.ranges);
        let chunk = safe(&requirement.chunk_id);
        self.item(&format!("Place: {}, {place}, chunk {chunk}", safe(&one.source_name)));
        self.item(&format!("Admitted: {}", safe(&one.verification_rationale)));
        let sure = words::extraction(requirement.extraction_confidence);
        let used = words::used(one.used_in_answer);
        self.item(&format!("Extraction confidence: {sure}; {used}"));
        if requirement.exact_quote.contains(Quote::GAP) {
            self.item("“ … ” stands where the source has more words");
        }
        for points_to in &requirement.points_to {
            let found = points_to.target.as_ref().map(|quote| safe(&quote.text));
            let found = found.unwrap_or_else(|| "not found".to_owned());
            self.item(&format!("Points to {}: {found}", safe(&points_to.reference)));
        }
        self.end_list();
    }

    /// Provisions that were not used, whole, each with the reason.
    fn closest(&mut self, view: &ReportView<'_>) {
        let (shown, _) = view.not_used();
        if shown.is_empty() {
            return;
        }
        self.say("## Closest provisions");
        self.say(words::CLOSEST);
        for one in shown {
            let extracted = &one.requirement;
            self.say(&format!("### {}", extracted.requirement_id));
            self.say(&format!("> {}", safe(&extracted.exact_quote)));
            let heading = match extracted.section_heading.as_str() {
                "" => String::new(),
                heading => format!(", {}", safe(heading)),
            };
            self.item(&format!("{}{heading}", safe(&extracted.document_id)));
            self.item(&format!("Not used: {}", safe(&one.verification_rationale)));
            self.end_list();
        }
    }

    fn rejected(&mut self, view: &ReportView<'_>) {
        let (_, listed) = view.not_used();
        if listed.is_empty() {
            return;
        }
        self.say("## Rejected");
        self.text
            .push_str("| Requirement | Quote | Where | Reason |\n|---|---|---|---|\n");
        for one in listed {
            let quote = match one.probability {
                Some(_) => words::in_short(&one.requirement.exact_quote),
                None => one.requirement.exact_quote.clone(),
            };
            let _ = writeln!(
                self.text,
                "| {} | {} | {} | {}: {} |",
                one.requirement.requirement_id,
                safe(&quote),
                safe(&one.requirement.document_id),
                words::reason(one.rejection_reason),
                safe(&one.verification_rationale),
            );
        }
        self.end_list();
    }

    fn missing(&mut self, view: &ReportView<'_>) {
        let report = view.report;
        if !report.missing_evidence.is_empty() {
            self.say("## Missing evidence");
            for missing in &report.missing_evidence {
                self.item(&safe(missing));
            }
            self.end_list();
        }
        if !report.placeholders.is_empty() {
            self.say("## Placeholders");
            self.say(words::PLACEHOLDERS);
            for one in &report.placeholders {
                self.item(&format!("{}: {}", safe(&one.document_id), safe(&one.words)));
            }
            self.end_list();
        }
    }

    fn flagged(&mut self, view: &ReportView<'_>) {
        if !view.report.flagged.is_empty() {
            self.say("## Flagged passages");
            self.say(words::FLAGGED);
            for one in &view.report.flagged {
                let (chunk, words) = (safe(&one.chunk_id), safe(&one.words));
                self.item(&format!("{chunk}: “{words}” ({})", safe(&one.why)));
            }
            self.end_list();
        }
        if !view.report.notes.is_empty() {
            self.say("## Notes");
            for note in &view.report.notes {
                self.item(&safe(note));
            }
            self.end_list();
        }
    }

    fn sources(&mut self, view: &ReportView<'_>) {
        if view.report.sources.is_empty() {
            return;
        }
        self.say("## Sources");
        self.text
            .push_str("| Source | BLAKE3 of the file | BLAKE3 of the text | Read by |\n");
        self.text.push_str("|---|---|---|---|\n");
        for one in &view.report.sources {
            let reader = format!("{} {}", one.reader.name, one.reader.version);
            let (name, reader) = (safe(&one.name), safe(&reader));
            let _ = writeln!(
                self.text,
                "| {name} | `{}` | `{}` | {reader} |",
                one.source, one.rendition
            );
        }
        self.end_list();
    }

    fn foot(&mut self, view: &ReportView<'_>) {
        self.say("## How to verify");
        self.say("    jurat verify FILE");
        for words in words::how_to_verify(view.report) {
            self.say(words);
        }
        self.say("## Disclaimer");
        self.text.push_str(words::DISCLAIMER);
        self.text.push('\n');
    }
}

/// A statement with its marks as links.
fn marked(statement: &Statement) -> String {
    let marks: Vec<String> = statement.marks.iter().map(|mark| link(*mark)).collect();
    let (words, end) = words::split_end(statement);
    if marks.is_empty() {
        return format!("{}{end}", safe(words));
    }
    format!("{} {}{end}", safe(words), marks.join(" "))
}

fn link(id: jurat_model::RequirementId) -> String {
    let id = id.to_string();
    // Single brackets: some readers take double ones for a page of their own.
    format!("[\\[{id}\\]](#{})", id.to_lowercase())
}

/// An issue's code, which stands in a code span where nothing can be escaped.
fn code(code: &str) -> String {
    code.chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect()
}
