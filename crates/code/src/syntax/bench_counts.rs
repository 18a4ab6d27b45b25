//! For the bench: reads files as an audit does and counts what came of it.

use super::{CodeSurvey, SyntaxReader};
use crate::facts::{AstKind, AstQuery, FileFact, FileMode, FileRole};

#[derive(Debug)]
pub struct SurveyCounts {
    pub classes: u64,
    pub functions: u64,
    pub calls: u64,
    pub imports: u64,
    pub symbols: usize,
    pub graphs: usize,
    pub findings: usize,
    /// Findings that the pattern proves, in the product.
    pub confirmed: usize,
    pub addressed: usize,
    pub problems: usize,
    pub hollow: usize,
    /// Graphs, findings and orders, one line each.
    pub shown: Vec<String>,
}

/// What one file says, asked for every kind of fact.
pub(crate) fn survey_one(path: &str, bytes: &[u8]) -> CodeSurvey {
    let kinds = [
        AstKind::Class,
        AstKind::Function,
        AstKind::Call,
        AstKind::Import,
        AstKind::Annotation,
        AstKind::Text,
    ];
    let mut reader = SyntaxReader::new(&kinds.map(all));
    reader.read(&mut unread(path.to_owned(), bytes), bytes);
    reader.finish()
}

/// Reads files one by one and drops each.
pub fn count(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> SurveyCounts {
    let kinds = [AstKind::Class, AstKind::Function, AstKind::Call, AstKind::Import];
    let mut reader = SyntaxReader::new(&kinds.map(all));
    let mut hollow = 0;
    for (path, bytes) in files {
        let mut file = unread(path, &bytes);
        reader.read(&mut file, &bytes);
        hollow += usize::from(file.hollow);
    }
    let survey = reader.finish();
    let shown = shown(&survey);
    let total = |at: usize| survey.selected.get(at).map_or(0, |one| one.total);
    let confirmed = survey.findings.iter().filter(|one| {
        one.value.confirmed && one.value.exposure == crate::facts::FindingExposure::Reachable
    });
    SurveyCounts {
        classes: total(0),
        functions: total(1),
        calls: total(2),
        imports: total(3),
        symbols: survey.symbols.len(),
        graphs: survey.graphs.len(),
        findings: survey.findings.len(),
        confirmed: confirmed.count(),
        addressed: survey.addressed.len(),
        problems: survey.problems.len(),
        hollow,
        shown,
    }
}

fn shown(survey: &CodeSurvey) -> Vec<String> {
    let graphs = survey
        .graphs
        .iter()
        .map(|one| format!("{}: {}; {:?}", one.at, one.value.details, one.value.unresolved));
    let findings = survey.findings.iter().map(|one| {
        let found = &one.value;
        let proof = if found.confirmed { "confirmed" } else { "possible" };
        format!("{}: {} {:?} {:?} {proof}", one.at, found.rule, found.severity, found.exposure)
    });
    let orders = survey
        .addressed
        .iter()
        .map(|one| format!("{}: order: {}", one.at, one.value));
    graphs.chain(findings).chain(orders).collect()
}

/// Every fact of a kind, wherever it is. Arguments are asked for too, so that each is made.
fn unread(path: String, bytes: &[u8]) -> FileFact {
    FileFact {
        path,
        blob: String::new(),
        size: bytes.len() as u64,
        role: FileRole::Product,
        mode: FileMode::Regular,
        language: None,
        code_lines: 0,
        hollow: false,
        unchecked: None,
    }
}

fn all(kind: AstKind) -> AstQuery {
    AstQuery {
        find: Some(kind),
        everywhere: true,
        ..AstQuery::default()
    }
}
