//! A door for fuzzing: a survey without its child process, so that a fault shows where it is.

use crate::syntax::bench_counts::survey_one;

/// Surveys one file of code in this process, with a query of each kind, and checks that all that is
/// found stands on the lines it names.
#[doc(hidden)]
pub fn read_code(path: &str, bytes: &[u8]) {
    let survey = survey_one(path, bytes);
    let text = String::from_utf8_lossy(bytes);
    let facts = survey
        .selected
        .iter()
        .flat_map(|one| &one.facts)
        .map(|it| (&it.at, &it.snippet));
    let graphs = survey.graphs.iter().map(|it| (&it.at, &it.snippet));
    let findings = survey.findings.iter().map(|it| (&it.at, &it.snippet));
    let orders = survey.addressed.iter().map(|it| (&it.at, &it.snippet));
    for (at, snippet) in facts.chain(graphs).chain(findings).chain(orders) {
        let Some(lines) = at.lines else { continue };
        assert_eq!(lines.of(&text).as_ref(), Some(snippet), "{at}");
    }
}
