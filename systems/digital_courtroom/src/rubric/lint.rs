//! What is wrong, or likely wrong, with a rubric.

use std::collections::BTreeSet;

use jurat_code::facts::{AstKind, AstQuery};
use serde::Serialize;

use super::read::{CheckPack, load};
use crate::model::{
    CheckPrecondition, Criterion, CriterionTarget, DiagramMeasure, ExpectedRange, GitMeasure,
    GraphMeasure, Rubric, RubricCheck, RubricNote, RubricQuery,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FlawLevel {
    /// The rubric cannot be used, or cannot do what it says.
    Error,
    /// It can, but hardly as it was meant.
    Warning,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RubricFlaw {
    pub level: FlawLevel,
    pub note: RubricNote,
}

/// Looks at a query in tree-sitter's own form: the language, the query; what is wrong with it.
pub type TreeCheck<'a> = &'a dyn Fn(&str, &str) -> Option<String>;

/// Everything that is wrong with a rubric, errors first. Without `tree`, queries in tree-sitter's
/// own form are pointed out and not looked at.
pub fn lint(text: &str, packs: &[&CheckPack], tree: Option<TreeCheck>) -> Vec<RubricFlaw> {
    let rubric = match load(text, packs) {
        Ok(rubric) => rubric,
        Err(error) => {
            let flaw = |note| RubricFlaw { level: FlawLevel::Error, note };
            return error.problems.into_iter().map(flaw).collect();
        }
    };
    let mut found = FlawCollector { flaws: Vec::new(), tree };
    for note in &rubric.notes {
        found
            .flaws
            .push(RubricFlaw { level: FlawLevel::Warning, note: note.clone() });
    }
    for (index, criterion) in rubric.criteria.iter().enumerate() {
        found.criterion(criterion, &format!("$.dimensions[{index}]"));
    }
    found.synthesis(&rubric);
    found.flaws.sort();
    found.flaws.dedup();
    found.flaws
}

struct FlawCollector<'a> {
    flaws: Vec<RubricFlaw>,
    tree: Option<TreeCheck<'a>>,
}

impl FlawCollector<'_> {
    fn add(&mut self, level: FlawLevel, at: impl Into<String>, message: impl Into<String>) {
        let note = RubricNote { at: at.into(), message: message.into() };
        self.flaws.push(RubricFlaw { level, note });
    }

    fn error(&mut self, at: impl Into<String>, message: impl Into<String>) {
        self.add(FlawLevel::Error, at, message);
    }

    fn warn(&mut self, at: impl Into<String>, message: impl Into<String>) {
        self.add(FlawLevel::Warning, at, message);
    }

    fn criterion(&mut self, criterion: &Criterion, at: &str) {
        if criterion.weight == 0 {
            self.warn(format!("{at}.weight"), "it counts for nothing in the total");
        }
        if criterion.built_in {
            return;
        }
        if criterion.target == CriterionTarget::Manual && !criterion.checks.is_empty() {
            self.error(format!("{at}.checks"), "a manual criterion is never checked");
        }
        let total: u64 = criterion.checks.iter().map(|check| u64::from(check.weight)).sum();
        if !criterion.checks.is_empty() && total == 0 {
            self.error(format!("{at}.checks"), "all weights are 0: no score can be reached");
        }
        for (index, check) in criterion.checks.iter().enumerate() {
            let at = format!("{at}.checks[{index}]");
            self.check(check, &at);
            self.query(&check.query, &format!("{at}.query"));
            self.reach(&check.query, check.expect, &format!("{at}.expect"));
            if let Some(given) = &check.given {
                self.given(given, &format!("{at}.given"));
            }
            if !suits(criterion.target, &check.query) {
                let message = "it looks at another part of the submission than its criterion";
                self.warn(format!("{at}.query"), message);
            }
        }
    }

    fn check(&mut self, check: &RubricCheck, at: &str) {
        if check.description.trim().is_empty() {
            self.warn(format!("{at}.description"), "nothing says what is looked for");
        }
        if check.remediation.trim().is_empty() {
            self.warn(format!("{at}.remediation"), "nothing says what would mend it");
        }
        if check.weight == 0 {
            self.warn(format!("{at}.weight"), "it counts for nothing");
        }
        let minor = check.severity == crate::model::CheckSeverity::Minor;
        match &check.charge {
            Some(charge) if charge.trim().is_empty() => {
                self.error(format!("{at}.charge"), "a charge needs a name");
            }
            Some(_) if minor => {
                self.warn(format!("{at}.severity"), "a charge without weight: it is minor");
            }
            _ => {}
        }
    }

    fn given(&mut self, given: &CheckPrecondition, at: &str) {
        if given.when.trim().is_empty() {
            self.error(format!("{at}.when"), "nothing says what must be given");
        }
        if given.expect.partly.is_some() {
            self.warn(
                format!("{at}.expect"),
                "`partly` means nothing here: all of it is needed",
            );
        }
        self.query(&given.query, &format!("{at}.query"));
        self.reach(&given.query, given.expect, &format!("{at}.expect"));
    }

    fn query(&mut self, query: &RubricQuery, at: &str) {
        match query {
            RubricQuery::File { path, role, .. } => {
                if role.is_none() {
                    self.some(path, at, "path");
                }
                for pattern in path {
                    self.path(pattern, at);
                }
            }
            RubricQuery::Ast(query) => self.ast(query, at),
            RubricQuery::TextSimilarity { texts } => {
                if texts.len() < 2 {
                    self.error(at, "two texts at least must be compared");
                }
                if texts.iter().any(|one| one.name.is_empty() && one.path.is_empty()) {
                    self.error(at, "a selector without `name` and `path` takes every text");
                }
            }
            RubricQuery::Graph(
                GraphMeasure::Parallel(names)
                | GraphMeasure::Named(names)
                | GraphMeasure::Asking(names),
            )
            | RubricQuery::Diagram(DiagramMeasure::Labelled(names)) => {
                self.some(names, at, "the list");
            }
            RubricQuery::Doc(measure) => {
                if let Some(names) = measure.names() {
                    self.some(names, at, "the list");
                }
            }
            RubricQuery::Git(GitMeasure::Progression(kinds)) => {
                let distinct: BTreeSet<_> = kinds.iter().collect();
                if kinds.is_empty() || distinct.len() < kinds.len() {
                    self.error(at, "kinds of work must be there, each once");
                }
            }
            _ => {}
        }
    }

    fn some(&mut self, list: &[String], at: &str, what: &str) {
        if list.is_empty() {
            self.error(at, format!("{what} is empty: nothing can fit"));
        }
        if list.iter().any(|one| one.trim().is_empty()) {
            self.error(at, "an empty pattern fits nothing");
        }
    }

    fn path(&mut self, pattern: &str, at: &str) {
        let never = pattern.starts_with('/')
            || pattern.starts_with("./")
            || pattern.split('/').any(|part| part == "..")
            || pattern.contains("//")
            || pattern.contains('\\');
        if never {
            self.error(at, format!("no path of a repository fits `{pattern}`"));
        }
        let mixed = |part: &str| part != "**" && part.contains("**");
        if pattern.split('/').any(mixed) {
            self.warn(at, format!("`**` in `{pattern}` must stand alone between slashes"));
        }
    }

    fn ast(&mut self, query: &AstQuery, at: &str) {
        for pattern in &query.path {
            self.path(pattern, at);
        }
        let Some(tree) = &query.tree else {
            let lists = [&query.name, &query.base, &query.argument, &query.text];
            if query.find.is_none() {
                self.error(at, "it says neither what to find nor a tree to match");
            }
            let all = lists.iter().all(|list| list.is_empty()) && query.path.is_empty();
            if query.of_others && query.find != Some(AstKind::Import) {
                self.warn(at, "only imports can be of what others made");
            }
            if all && !query.of_others {
                self.warn(at, "it takes every fact of its kind");
            }
            return;
        };
        let [language] = query.language.as_slice() else {
            self.error(at, "a tree query needs exactly one language");
            return;
        };
        match self.tree {
            None => self.warn(at, "a tree query is checked only with the syntax reader"),
            Some(look) => {
                if let Some(wrong) = look(language, tree) {
                    self.error(at, wrong);
                }
            }
        }
    }

    /// Numbers that the measure can never come to.
    fn reach(&mut self, query: &RubricQuery, expect: ExpectedRange, at: &str) {
        let Some(most) = most(query) else { return };
        if expect.min.is_some_and(|min| most < min) {
            self.error(at, format!("it can never be more than {most}"));
        }
        if expect.max.is_some_and(|max| most <= max) && expect.min.is_none() {
            self.error(at, format!("it is always at most {most}: the check cannot fail"));
        }
    }

    fn synthesis(&mut self, rubric: &Rubric) {
        let at = "$.synthesis_config";
        let synthesis = &rubric.synthesis;
        if synthesis.pass == synthesis.partial {
            self.warn(at, "`pass` and `partial` are the same: nothing can pass in part");
        }
        if synthesis.partial.get() == 1 {
            self.warn(at, "`partial` is 1: nothing can fail");
        }
        if 4 < synthesis.variance_threshold {
            self.warn(at, "scores never lie more than 4 apart: opinions never differ");
        }
        let known: BTreeSet<&str> = rubric.criteria.iter().map(|one| one.id.as_str()).collect();
        for rule in &synthesis.rules {
            for id in rule.criteria.iter().filter(|id| !known.contains(id.as_str())) {
                self.error(at, format!("`{}` is for {id:?}, which is no criterion", rule.rule));
            }
        }
    }
}

/// The largest number that a measure can come to, where there is one.
fn most(query: &RubricQuery) -> Option<u64> {
    use crate::model::ClaimMeasure;
    match query {
        RubricQuery::Git(
            GitMeasure::LargestCluster | GitMeasure::LargestCommit | GitMeasure::Meaningful,
        )
        | RubricQuery::TextSimilarity { .. }
        | RubricQuery::Claims(ClaimMeasure::VerifiedShare)
        | RubricQuery::Diagram(DiagramMeasure::ShownShare) => Some(100),
        RubricQuery::Git(GitMeasure::Progression(kinds)) => Some(kinds.len() as u64),
        RubricQuery::Doc(measure) => measure.names().map(|names| names.len() as u64),
        RubricQuery::Diagram(DiagramMeasure::Labelled(names)) => Some(names.len() as u64),
        _ => None,
    }
}

/// Whether a query looks at what its criterion is about.
const fn suits(target: CriterionTarget, query: &RubricQuery) -> bool {
    match target {
        CriterionTarget::All | CriterionTarget::Manual => true,
        CriterionTarget::Repo => !matches!(
            query,
            RubricQuery::Doc(_) | RubricQuery::Claims(_) | RubricQuery::Diagram(_)
        ),
        CriterionTarget::Report => {
            matches!(query, RubricQuery::Doc(_) | RubricQuery::Claims(_))
        }
        CriterionTarget::Images => matches!(query, RubricQuery::Diagram(_)),
    }
}
