//! What to do, the worst first, each step once.

use std::collections::BTreeSet;

use jurat_model::court::{
    CheckOutcome, CheckResult, CourtVerdict, CriterionResult, Persona, Place, Remediation,
    Rubric,
};

use super::facts::{Facts, in_repository};

pub(super) fn plan(
    rubric: &Rubric,
    results: &[CriterionResult],
    facts: &Facts<'_>,
) -> Vec<Remediation> {
    let weight = |id: &str| rubric.criterion(id).map_or(0, |one| one.weight);
    let mut open: Vec<&CriterionResult> = results
        .iter()
        .filter(|one| matches!(one.verdict, CourtVerdict::Fail | CourtVerdict::Partial))
        .collect();
    // A stable sort: what is equally bad stays in the order of the rubric.
    open.sort_by_key(|one| {
        let verdict = std::cmp::Reverse(one.verdict);
        (verdict, one.score, std::cmp::Reverse(weight(&one.criterion_id)))
    });
    let mut said = BTreeSet::new();
    let entries = open.into_iter().map(|result| entry(rubric, result, facts));
    entries
        .map(|entry| once(entry, &mut said))
        .filter(|entry| !entry.steps.is_empty() || !entry.recommended.is_empty())
        .collect()
}

/// What adjudication says to do, and what it leaves out taken from checks and opinions.
fn entry(rubric: &Rubric, result: &CriterionResult, facts: &Facts<'_>) -> Remediation {
    let mut entry = result.remediation.clone().unwrap_or_default();
    entry.criterion_id.clone_from(&result.criterion_id);
    let open = unmet(result);
    if entry.steps.is_empty() {
        entry.steps = open.iter().map(|check| check.remediation.clone()).collect();
        entry.steps.extend(security_steps(result, facts));
    }
    if entry.files.is_empty() {
        entry.files = files(&open, facts);
    }
    if entry.architecture_hint.is_empty() {
        let criterion = rubric.criterion(&result.criterion_id);
        entry.architecture_hint =
            criterion.map_or_else(String::new, |one| one.success_pattern.clone());
    }
    if entry.recommended.is_empty() {
        entry.recommended = recommended(result);
    }
    entry.files.sort();
    entry.files.dedup();
    entry
}

/// Checks that are not wholly met, the worst first.
fn unmet(result: &CriterionResult) -> Vec<&CheckResult> {
    let mut open: Vec<&CheckResult> = result
        .checks
        .iter()
        .filter(|check| matches!(check.outcome, CheckOutcome::Unmet | CheckOutcome::Partly))
        .collect();
    open.sort_by_key(|check| {
        (std::cmp::Reverse((check.severity, check.outcome)), std::cmp::Reverse(check.weight))
    });
    open
}

fn security_steps(result: &CriterionResult, facts: &Facts<'_>) -> Vec<String> {
    facts
        .security
        .iter()
        .filter(|row| result.evidence.contains(&row.evidence))
        .map(|row| format!("{}: {}", row.pointer, row.remediation))
        .collect()
}

fn files(open: &[&CheckResult], facts: &Facts<'_>) -> Vec<Place> {
    open.iter()
        .flat_map(|check| &check.evidence)
        .filter_map(|id| facts.known.get(id.as_str()))
        .filter(|one| in_repository(one) && !one.location.path.is_empty())
        .map(|one| Place {
            path: one.location.path.clone(),
            lines: one.location.lines,
        })
        .collect()
}

/// The Prosecutor's first sentence.
fn recommended(result: &CriterionResult) -> Vec<String> {
    let said = result.opinions.iter().filter(|one| one.judge == Persona::Prosecutor);
    said.map(|one| first_sentence(&one.argument))
        .filter(|words| !words.is_empty())
        .map(|words| format!("Prosecutor recommended: {words}"))
        .collect()
}

fn first_sentence(text: &str) -> &str {
    let text = text.trim();
    // A stop within a file name is followed by no space.
    let end = text.match_indices(['.', '!', '?', '\n']).find(|(at, sign)| {
        let rest = &text[at + sign.len()..];
        *sign == "\n" || rest.is_empty() || rest.starts_with(char::is_whitespace)
    });
    end.map_or(text, |(at, sign)| text[..at + sign.len()].trim_end())
}

/// Leaves out what an earlier entry, or this one, has said already.
fn once(mut entry: Remediation, said: &mut BTreeSet<String>) -> Remediation {
    let mut is_new = |words: &String| {
        let folded: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        !folded.is_empty() && said.insert(folded.join(" "))
    };
    entry.steps.retain(&mut is_new);
    entry.recommended.retain(&mut is_new);
    entry
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_sentence_does_not_end_within_a_file_name() {
        for (given, first) in [
            ("Split src/graph.py. Then test it.", "Split src/graph.py."),
            ("Why? Because.", "Why?"),
            ("no end", "no end"),
            ("one line\nanother", "one line"),
            ("", ""),
        ] {
            assert_eq!(first_sentence(given), first);
        }
    }
}
