//! How much of their words two texts have in common.

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::court::{Evidence, EvidenceId, Fact, SyntaxFact, TextSelector};

use super::{Case, seen::Seen};
use crate::court::{unread::Sought, wanted::text_id};

/// Words that run together for a match to count.
const RUN: usize = 3;
/// Words of a text that are looked at.
const MOST_WORDS: usize = 20_000;
/// Texts that are compared.
const MOST_TEXTS: usize = 12;

pub(super) fn seen<'d>(
    case: &Case<'_, 'd>,
    criterion: &str,
    check: &str,
    selectors: &[TextSelector],
) -> Seen<'d> {
    let mut found: Vec<Vec<&Evidence>> = Vec::new();
    for number in 0..selectors.len().min(MOST_TEXTS) {
        let Some(answer) = case.answer(criterion, &text_id(check, number)) else {
            return Seen::untold("the code was not asked for its texts");
        };
        if let Some(problem) = &answer.problem {
            return Seen::untold(format!("the texts could not be selected: {problem}"));
        }
        let mut texts = case.get(&answer.evidence);
        texts.retain(|one| matches!(one.fact, Fact::Syntax(SyntaxFact::Text { .. })));
        texts.sort_by(|a, b| (&a.location, &a.id).cmp(&(&b.location, &b.id)));
        found.push(texts);
    }
    let texts = apart(&found);
    let may =
        |selector: &TextSelector| case.unread.code(Sought::Code, &[], &selector.path, false);
    let unread = selectors.iter().find_map(may);
    if texts.len() < 2 {
        let words = format!("{} of {} texts was found", texts.len(), selectors.len());
        return Seen::nothing(words).unless(unread);
    }
    let words: Vec<Vec<String>> = texts.iter().map(|texts| words(texts)).collect();
    let pairs = (0..words.len()).flat_map(|a| (a + 1..words.len()).map(move |b| (a, b)));
    let most = pairs.map(|(a, b)| in_common(&words[a], &words[b])).max().unwrap_or(0);
    let told = format!("two of {} texts have {most} % of their words in common", texts.len());
    Seen::number(most, told, texts.into_iter().flatten().collect()).overlooking(unread)
}

/// The texts of each selector; one that fits several tells nothing of how they differ.
fn apart<'d>(found: &[Vec<&'d Evidence>]) -> Vec<Vec<&'d Evidence>> {
    let mut times: BTreeMap<&EvidenceId, usize> = BTreeMap::new();
    for one in found.iter().flatten() {
        *times.entry(&one.id).or_default() += 1;
    }
    let alone = |one: &&Evidence| times.get(&one.id) == Some(&1);
    let apart = found
        .iter()
        .map(|texts| texts.iter().copied().filter(alone).collect());
    apart.filter(|texts: &Vec<&Evidence>| !texts.is_empty()).collect()
}

fn words(texts: &[&Evidence]) -> Vec<String> {
    let text = |evidence: &&Evidence| match &evidence.fact {
        Fact::Syntax(SyntaxFact::Text { text, .. }) => text.to_lowercase(),
        _ => String::new(),
    };
    let all: Vec<String> = texts.iter().map(text).collect();
    all.iter()
        .flat_map(|text| text.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .take(MOST_WORDS)
        .collect()
}

/// The share of the shorter text's words, in per cent, that stand in runs which the other has too.
fn in_common(one: &[String], two: &[String]) -> u64 {
    let (short, long) = if one.len() <= two.len() { (one, two) } else { (two, one) };
    if short.is_empty() {
        return 0;
    }
    let run = RUN.min(short.len());
    let known: BTreeSet<&[String]> = long.windows(run).collect();
    let mut covered = vec![false; short.len()];
    for (at, words) in short.windows(run).enumerate() {
        if known.contains(words) {
            covered[at..at + run].fill(true);
        }
    }
    let covered = covered.into_iter().filter(|is| *is).count();
    super::seen::share(covered as u64, short.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(one: &str, two: &str, expected: u64) {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(in_common(&words(one), &words(two)), expected);
        assert_eq!(in_common(&words(two), &words(one)), expected);
    }

    #[test]
    fn runs_of_words_count_and_single_words_do_not() {
        check("look for every gap in it", "look for every gap in it", 100);
        check("look for every gap here", "look for every merit there", 60);
        check("a b c d e f", "f e d c b a", 0);
        check("one two", "one two three four", 100);
    }
}
