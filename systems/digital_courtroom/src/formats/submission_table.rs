//! Many audits side by side: cells for a terminal, CSV for a spreadsheet, a page for people.

use std::collections::BTreeSet;

use jurat_document::{
    DocumentBlock, DocumentSection, DocumentTree, InlineText, plain, prose, visible,
};

use crate::{
    english_phrases::hundredths,
    model::CourtVerdict,
    report::{SubmissionResult, SubmissionRow, is_comparable},
};

/// What a table of submissions is called.
const TITLE: &str = "Table of submissions";
/// Said where rows were judged by different rubrics.
pub const NOT_COMPARABLE: &str =
    "these submissions were judged by different rubrics: their scores cannot be compared";

/// The columns that a terminal and a page show.
pub const TABLE_COLUMNS: [&str; 8] =
    ["bundle", "submission", "verdict", "score", "confirmed", "charges", "not told", "proof"];

/// A row for a terminal.
pub fn table_row(row: &SubmissionRow) -> Vec<String> {
    let proof = row.proof.words().to_owned();
    let Some(result) = &row.result else {
        let mut cells = vec![String::new(); TABLE_COLUMNS.len()];
        cells[0].clone_from(&row.file);
        cells[TABLE_COLUMNS.len() - 1] = proof;
        return cells;
    };
    vec![
        row.file.clone(),
        result.submission.clone(),
        result.verdict.word().to_owned(),
        score(result),
        result.confirmed_findings.to_string(),
        result.charges.join(", "),
        format!("{} of {}", result.not_assessable, result.checks),
        proof,
    ]
}

fn score(result: &SubmissionResult) -> String {
    // The mean of the little that could be told is no score of the whole.
    let whole = result
        .score_hundredths
        .filter(|_| result.verdict != CourtVerdict::NotAssessable);
    whole.map_or_else(|| "–".to_owned(), hundredths)
}

/// All rows as CSV, with a column for each criterion.
pub fn table_csv(rows: &[SubmissionRow]) -> String {
    let criteria = criteria(rows);
    let head = [
        "bundle",
        "proof",
        "submission",
        "commit",
        "rubric",
        "verdict",
        "score",
        "confirmed_findings",
        "charges",
        "not_assessable",
        "checks",
    ];
    let mut lines = vec![line(head.into_iter().chain(criteria.iter().copied()))];
    for row in rows {
        let mut cells = vec![row.file.clone(), row.proof.words().to_owned()];
        match &row.result {
            Some(result) => cells.extend(values(result, &criteria)),
            None => cells.resize(head.len() + criteria.len(), String::new()),
        }
        lines.push(line(cells.iter().map(String::as_str)));
    }
    lines.concat()
}

fn values(result: &SubmissionResult, criteria: &[&str]) -> Vec<String> {
    let own = [
        result.submission.clone(),
        result.commit.clone().unwrap_or_default(),
        result.rubric.clone(),
        result.verdict.word().to_owned(),
        result.score_hundredths.map(hundredths).unwrap_or_default(),
        result.confirmed_findings.to_string(),
        result.charges.join("; "),
        result.not_assessable.to_string(),
        result.checks.to_string(),
    ];
    let cell = |id: &&str| {
        let found = result.criteria.iter().find(|one| one.criterion_id == **id);
        match found {
            Some(one) => one
                .score
                .map_or_else(|| one.verdict.word().to_owned(), |it| it.to_string()),
            None => String::new(),
        }
    };
    own.into_iter().chain(criteria.iter().map(cell)).collect()
}

/// The criteria of all rows, in the order in which they first come.
fn criteria(rows: &[SubmissionRow]) -> Vec<&str> {
    let mut known = BTreeSet::new();
    let results = rows.iter().filter_map(|row| row.result.as_ref());
    let ids = results
        .flat_map(|one| &one.criteria)
        .map(|one| one.criterion_id.as_str());
    ids.filter(|id| known.insert(*id)).collect()
}

/// A line of CSV. No cell of others' words is taken for a formula.
fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cell = |cell: &str| {
        let cell = visible(cell);
        let formula = cell.starts_with(['=', '+', '-', '@']);
        let cell = if formula { format!("'{cell}") } else { cell };
        if cell.contains(['"', ',', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell
        }
    };
    let cells: Vec<String> = cells.map(cell).collect();
    format!("{}\r\n", cells.join(","))
}

/// A page with the table.
pub fn table_page(rows: &[SubmissionRow]) -> DocumentTree {
    let cells = |row: &SubmissionRow| -> Vec<InlineText> {
        table_row(row).into_iter().map(|cell| vec![plain(cell)]).collect()
    };
    let widths = [1.2, 1.2, 0.0, 0.0, 0.0, 1.0, 0.0, 0.8];
    let head: Vec<(&str, f64)> = TABLE_COLUMNS.into_iter().zip(widths).collect();
    let mut blocks = DocumentBlock::table(&head, rows.iter().map(cells).collect());
    if !is_comparable(rows) {
        blocks.insert(0, DocumentBlock::Callout { words: vec![plain(NOT_COMPARABLE)] });
    }
    let proof = prose("`jurat verify BUNDLE` says what is proven of each, and what is not.");
    blocks.push(DocumentBlock::Paragraph { words: proof });
    let counted = rows.iter().filter(|row| row.result.is_some()).count();
    DocumentTree {
        language: "en".to_owned(),
        kicker: "Court".to_owned(),
        title: TITLE.to_owned(),
        verdict: format!("{counted} of {} count", rows.len()),
        blocks: vec![DocumentBlock::Section(DocumentSection::new(
            "submissions",
            "Submissions",
            blocks,
        ))],
        disclaimer: "Each bundle was verified before it counted.".to_owned(),
        ..DocumentTree::default()
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        let cells = ["plain", "a, b", "say \"so\"", "=1+1", "-x"];
        assert_eq!(line(cells.into_iter()), "plain,\"a, b\",\"say \"\"so\"\"\",'=1+1,'-x\r\n");
    }
}
