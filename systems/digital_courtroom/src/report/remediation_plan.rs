//! What to do, the worst first, each step once.

use std::{cmp::Reverse, collections::BTreeSet};

use super::{
    SecurityRow,
    actions::{folded, recommends, remedies},
    facts::{ReportFacts, in_repository},
};
use crate::english_phrases::listed;
use crate::model::{
    CheckResult, CourtVerdict, CriterionRemediation, CriterionResult, Persona, RemediationFile,
    Rubric,
};

/// The entries, with each thing said once, where it is said first.
pub(super) fn plan(entries: &[CriterionRemediation]) -> Vec<CriterionRemediation> {
    let mut said = BTreeSet::new();
    let entries = entries.iter().cloned();
    entries
        .map(|entry| once(entry, &mut said))
        .filter(|entry| !entry.steps.is_empty() || !entry.recommended.is_empty())
        .collect()
}

/// An entry for each criterion that did not pass, then for each that passed with something open.
pub(super) fn entries(
    rubric: &Rubric,
    results: &[CriterionResult],
    facts: &ReportFacts<'_>,
) -> Vec<CriterionRemediation> {
    let weight = |id: &str| rubric.criterion(id).map_or(0, |one| one.weight);
    let mut open: Vec<&CriterionResult> = results
        .iter()
        .filter(|one| match one.verdict {
            CourtVerdict::Fail | CourtVerdict::Partial => true,
            CourtVerdict::Pass => !one.unmet().is_empty(),
            CourtVerdict::NotAssessable => false,
        })
        .collect();
    // A stable sort: what is equally bad stays in the order of the rubric.
    open.sort_by_key(|one| {
        let verdict = Reverse(one.verdict);
        (verdict, one.score, Reverse(weight(&one.criterion_id)))
    });
    open.into_iter().map(|result| entry(rubric, result, facts)).collect()
}

/// What adjudication says to do, and what it leaves out taken from checks and opinions.
fn entry(
    rubric: &Rubric,
    result: &CriterionResult,
    facts: &ReportFacts<'_>,
) -> CriterionRemediation {
    let mut entry = result.remediation.clone().unwrap_or_default();
    entry.criterion_id.clone_from(&result.criterion_id);
    let open = result.unmet();
    if entry.steps.is_empty() {
        entry.steps = open.iter().map(|check| check.remediation.clone()).collect();
    }
    group_findings(&mut entry.steps, result, facts);
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
    if !is_recommended(result) {
        entry.recommended.clear();
    }
    if result.verdict == CourtVerdict::Pass {
        // What is said first of a pass may well be praise.
        let steps = &entry.steps;
        entry
            .recommended
            .retain(|line| steps.iter().any(|step| recommends(line, step)));
    }
    entry.recommended = together(&entry.recommended);
    entry.files.sort();
    entry.files.dedup();
    entry
}

/// One step for all findings that the same would mend, with their places, in place of a step each.
fn group_findings(steps: &mut Vec<String>, result: &CriterionResult, facts: &ReportFacts<'_>) {
    let remedies = remedies(result, facts);
    let rows: Vec<&SecurityRow> =
        remedies.iter().flat_map(|one| one.rows.iter().copied()).collect();
    let single = |step: &str| {
        rows.iter().any(|row| {
            step.contains(row.pointer.as_str())
                && folded(step).contains(&folded(&row.remediation))
        })
    };
    steps.retain(|step| !single(step));
    for one in &remedies {
        let places = one.rows.iter().map(|row| row.pointer.clone());
        steps.push(format!("{} At {}.", one.what, listed(places)));
    }
}

fn files(open: &[&CheckResult], facts: &ReportFacts<'_>) -> Vec<RemediationFile> {
    open.iter()
        .flat_map(|check| &check.evidence)
        .filter_map(|id| facts.known.get(id.as_str()))
        .filter(|one| in_repository(one) && !one.location.path.is_empty())
        .map(|one| (&one.location).into())
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

/// Whether somebody had something to recommend: where no check stands open, what a persona that
/// works by rules says first is no remedy.
fn is_recommended(result: &CriterionResult) -> bool {
    let by_model = result.opinions.iter().any(|one| one.model.is_some());
    by_model || result.checks.is_empty() || !result.unmet().is_empty()
}

/// `Prosecutor and Tech Lead recommended: …` where both say the same.
fn together(recommended: &[String]) -> Vec<String> {
    let mut all: Vec<(Vec<String>, &str)> = Vec::new();
    for line in recommended {
        let (who, said) = line.split_once(" recommended: ").unwrap_or(("", line));
        let same = all.iter_mut().find(|(_, other)| folded(other) == folded(said));
        match same {
            Some((titles, _)) if !titles.iter().any(|one| one == who) => {
                titles.push(who.to_owned());
            }
            Some(_) => {}
            None => all.push((vec![who.to_owned()], said)),
        }
    }
    let line = |(who, said): (Vec<String>, &str)| match listed(who).as_str() {
        "" => said.to_owned(),
        who => format!("{who} recommended: {said}"),
    };
    all.into_iter().map(line).collect()
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
fn once(mut entry: CriterionRemediation, said: &mut BTreeSet<String>) -> CriterionRemediation {
    let mut is_new = |words: &String| {
        let folded = folded(words);
        !folded.is_empty() && said.insert(folded)
    };
    entry.steps.retain(&mut is_new);
    entry.recommended.retain(&mut is_new);
    entry
}

#[cfg(test)]
mod tests {
    use super::{first_sentence, together};

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

    #[test]
    fn personas_that_say_the_same_say_it_once() {
        let said = |lines: &[&str]| {
            together(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(
            said(&[
                "Prosecutor recommended: Split it.",
                "Defense recommended: Test it.",
                "Tech Lead recommended: split  it."
            ]),
            [
                "Prosecutor and Tech Lead recommended: Split it.",
                "Defense recommended: Test it."
            ]
        );
        assert_eq!(said(&["Split it.", "Split it."]), ["Split it."]);
    }
}
