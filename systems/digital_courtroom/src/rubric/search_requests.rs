//! What detectives must look for, so that every check of a rubric can be answered.

use std::collections::BTreeSet;

use jurat_code::facts::{AstKind, AstQuery, FileRole};

use crate::model::{Rubric, RubricCheck, RubricQuery, TextSelector};

/// What one check wants of the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeQueryRequest {
    pub criterion_id: String,
    /// The check. A check that compares texts wants several: `personas#0`, `personas#1`, …. What
    /// must be given for one is asked besides: `personas?`.
    pub check_id: String,
    /// What the check asks, or what must be given for it, in the words of the rubric.
    pub about: String,
    pub query: AstQuery,
}

/// Everything that is wanted of code, in the order of the rubric.
pub fn wanted(rubric: &Rubric) -> Vec<CodeQueryRequest> {
    let mut all = Vec::new();
    for (criterion, check) in checks(rubric) {
        let given = check.given.as_ref();
        let given = given.map(|it| (given_id(&check.id), &it.when, &it.query));
        let charge = check.charge_given.as_ref();
        let charge = charge.map(|it| (charge_id(&check.id), &it.when, &it.query));
        let own = [(check.id.clone(), &check.description, &check.query)];
        for (id, about, query) in given.into_iter().chain(own).chain(charge) {
            let asked = asked(&id, query).into_iter();
            all.extend(asked.map(|(check_id, query)| CodeQueryRequest {
                criterion_id: criterion.to_owned(),
                check_id,
                about: about.clone(),
                query,
            }));
        }
    }
    all
}

/// What one query wants of code, each with the name under which it is answered.
fn asked(id: &str, query: &RubricQuery) -> Vec<(String, AstQuery)> {
    match query {
        RubricQuery::Ast(query) => vec![(id.to_owned(), query.clone())],
        RubricQuery::TextSimilarity { texts } => texts
            .iter()
            .enumerate()
            .map(|(number, selector)| (text_id(id, number), text_query(selector)))
            .collect(),
        _ => Vec::new(),
    }
}

/// Every term that the paper is searched for, each once, in order.
pub fn terms(rubric: &Rubric) -> Vec<String> {
    let terms = queries(rubric).flat_map(|query| match query {
        RubricQuery::Doc(measure) => measure.terms().unwrap_or_default(),
        _ => &[],
    });
    terms.cloned().collect::<BTreeSet<_>>().into_iter().collect()
}

/// Every pattern of paths that some check counts files by, each once, in order: files that fit one
/// are worth an evidence of their own.
pub fn file_patterns(rubric: &Rubric) -> Vec<String> {
    let patterns = queries(rubric).flat_map(|query| match query {
        RubricQuery::File { path, .. } => path.clone(),
        _ => Vec::new(),
    });
    patterns.collect::<BTreeSet<_>>().into_iter().collect()
}

/// What files are for that some check counts files by, each once, in order.
pub fn file_roles(rubric: &Rubric) -> Vec<FileRole> {
    let roles = queries(rubric).filter_map(|query| match query {
        RubricQuery::File { role, .. } => *role,
        _ => None,
    });
    roles.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The name under which the `number`th text of a check is answered.
pub(crate) fn text_id(check: &str, number: usize) -> String {
    format!("{check}#{number}")
}

/// The name under which it is answered whether what a check needs is given.
pub(crate) fn given_id(check: &str) -> String {
    format!("{check}?")
}

/// The name under which it is answered whether what a charge needs is shown.
pub(crate) fn charge_id(check: &str) -> String {
    format!("{check}!")
}

fn queries(rubric: &Rubric) -> impl Iterator<Item = &RubricQuery> {
    checks(rubric).flat_map(|(_, check)| {
        let given = [&check.given, &check.charge_given];
        let given = given.into_iter().flatten().map(|given| &given.query);
        given.chain([&check.query])
    })
}

fn checks(rubric: &Rubric) -> impl Iterator<Item = (&str, &RubricCheck)> {
    rubric
        .criteria
        .iter()
        .flat_map(|one| one.checks.iter().map(|check| (one.id.as_str(), check)))
}

fn text_query(selector: &TextSelector) -> AstQuery {
    AstQuery {
        find: Some(AstKind::Text),
        name: selector.name.clone(),
        path: selector.path.clone(),
        ..AstQuery::default()
    }
}
