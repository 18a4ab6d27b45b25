//! The review, the report and its rendering, as the county's own office does them.

use std::collections::BTreeMap;

use jurat_model::{
    AnswerReview, ComposedAnswer, Requirement, RequirementId, ReviewIssue, ReviewStatus,
    SourceExhibit,
};
use jurat_proof::{BundleMaker, ReportFile, ReportFileRenderer};
use jurat_verify::Grounded;
use serde_json::{Value as Json, json};

use crate::county::QUESTION;

const MODALS: [&str; 3] = ["must", "shall", "may"];

/// A statement may use no modal that its quotes do not use, and no mark that was not admitted.
pub(crate) fn review(
    answer: &ComposedAnswer,
    admitted: &[Grounded<Requirement>],
) -> AnswerReview {
    let mut issues = Vec::new();
    let said: BTreeMap<RequirementId, &str> = admitted
        .iter()
        .map(|it| (it.requirement_id, it.exact_quote.as_str()))
        .collect();
    for (at, statement) in answer.statements.iter().enumerate() {
        let quotes: Vec<&str> = statement
            .marks
            .iter()
            .filter_map(|mark| said.get(mark).copied())
            .collect();
        let says = |text: &str, modal: &str| text.split(' ').any(|word| word == modal);
        let beyond = MODALS.iter().any(|modal| {
            says(&statement.text, modal) && !quotes.iter().any(|quote| says(quote, modal))
        });
        if beyond || quotes.len() < statement.marks.len() {
            issues.push(ReviewIssue {
                code: "beyond_evidence".to_owned(),
                statement: Some(at + 1),
                message: "it says what no quote says".to_owned(),
                hint: "say what the quote says".to_owned(),
            });
        }
    }
    let (status, score) = match issues.len() {
        0 => (ReviewStatus::Pass, 1.0),
        _ => (ReviewStatus::Fail, 0.0),
    };
    AnswerReview { status, score, issues }
}

/// A report value with the keys of the family.
pub(crate) fn report(answer: &Json, extracted: &Json) -> Json {
    let read: ComposedAnswer = serde_json::from_value(answer.clone()).unwrap();
    json!({
        "question": QUESTION,
        "final_answer": read.final_answer(),
        "statements": answer["statements"],
        "extracted_requirements": extracted,
    })
}

pub(crate) fn maker() -> BundleMaker {
    BundleMaker::ours([("report.md", "a template")])
}

/// Renders a report as Markdown.
pub(crate) struct Office(pub(crate) BundleMaker);

impl ReportFileRenderer for Office {
    fn maker(&self) -> &BundleMaker {
        &self.0
    }

    fn render(
        &self,
        report: &Json,
        exhibits: &[SourceExhibit],
        _: &str,
    ) -> Result<Vec<u8>, String> {
        let text = |key: &str| report[key].as_str().ok_or_else(|| format!("no `{key}`"));
        let mut page = format!("# {}\n\n{}\n", text("question")?, text("final_answer")?);
        for exhibit in exhibits {
            let line = format!("\n- {} {}\n", exhibit.name, exhibit.rendition);
            page.push_str(&line);
        }
        Ok(page.into_bytes())
    }
}

/// The files of a report.
pub(crate) fn files(report: &Json, exhibits: &[SourceExhibit]) -> Vec<ReportFile> {
    let bytes = Office(maker()).render(report, exhibits, "report.md").unwrap();
    vec![ReportFile {
        name: "report.md".to_owned(),
        media: "text/markdown".to_owned(),
        bytes,
    }]
}
