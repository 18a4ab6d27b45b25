//! What detectives must look for, so that every check of a rubric can be answered.

use std::collections::BTreeSet;

use jurat_model::court::{AstKind, AstQuery, Check, DocMeasure, Query, Rubric, TextSelector};

/// What one check wants of the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The criterion.
    pub criterion_id: String,
    /// The check. A check that compares texts wants several: `personas#0`, `personas#1`, ….
    pub check_id: String,
    /// What is to be selected.
    pub query: AstQuery,
}

/// Everything that is wanted of code, in the order of the rubric.
pub fn wanted(rubric: &Rubric) -> Vec<Wanted> {
    let mut all = Vec::new();
    for (criterion, check) in checks(rubric) {
        let mut want = |check_id: String, query: AstQuery| {
            all.push(Wanted {
                criterion_id: criterion.to_owned(),
                check_id,
                query,
            });
        };
        match &check.query {
            Query::Ast(query) => want(check.id.clone(), query.clone()),
            Query::TextSimilarity { texts } => {
                for (number, selector) in texts.iter().enumerate() {
                    want(text_id(&check.id, number), text_query(selector));
                }
            }
            _ => {}
        }
    }
    all
}

/// Every term that the paper is searched for, each once, in order.
pub fn terms(rubric: &Rubric) -> Vec<String> {
    let terms = checks(rubric).flat_map(|(_, check)| match &check.query {
        Query::Doc(
            DocMeasure::Substantive(terms)
            | DocMeasure::Anchored(terms)
            | DocMeasure::Dropped(terms),
        ) => terms.clone(),
        _ => Vec::new(),
    });
    terms.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Every pattern of paths that some check counts files by, each once, in order: files that fit one
/// are worth an evidence of their own.
pub fn file_patterns(rubric: &Rubric) -> Vec<String> {
    let patterns = checks(rubric).flat_map(|(_, check)| match &check.query {
        Query::File { path, .. } => path.clone(),
        _ => Vec::new(),
    });
    patterns.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The name under which the `number`th text of a check is answered.
pub(crate) fn text_id(check: &str, number: usize) -> String {
    format!("{check}#{number}")
}

fn checks(rubric: &Rubric) -> impl Iterator<Item = (&str, &Check)> {
    rubric
        .criteria
        .iter()
        .flat_map(|one| one.checks.iter().map(|check| (one.id.as_str(), check)))
}

fn text_query(selector: &TextSelector) -> AstQuery {
    AstQuery {
        find: Some(AstKind::Text),
        name: selector.name.clone(),
        base: Vec::new(),
        argument: Vec::new(),
        text: Vec::new(),
        path: selector.path.clone(),
        language: Vec::new(),
        everywhere: false,
        tree: None,
    }
}
