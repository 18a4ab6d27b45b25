//! Sentences without the clause that limits them.

use super::law_sentence::{LawSentence, capitalised};

/// Words that a main clause has at least.
const FEWEST_WORDS: usize = 6;

pub(super) fn without_exception(sentence: &LawSentence<'_>) -> Option<String> {
    let lists = sentence.lists;
    without_clause(sentence, &lists.exceptions, &lists.exceptions)
}

pub(super) fn without_condition(sentence: &LawSentence<'_>) -> Option<String> {
    let lists = sentence.lists;
    without_clause(sentence, &lists.conditions, &lists.sure_conditions)
}

fn without_clause(sentence: &LawSentence<'_>, first: &[&str], last: &[&str]) -> Option<String> {
    match limited(sentence, first, last)? {
        LimitedSentence { main, is_first: true, .. } => Some(capitalised(main)),
        LimitedSentence { main, .. } => Some(format!("{main}.")),
    }
}

/// A main clause and the one clause that limits it.
pub(super) struct LimitedSentence<'s> {
    /// The main clause; with its full stop where it comes last.
    pub(super) main: &'s str,
    /// The other, from its first word on, without marks at its end.
    pub(super) clause: &'s str,
    /// Whether the clause comes first.
    pub(super) is_first: bool,
}

/// Takes a sentence apart; nothing where it has further clauses, so that it is sure what belongs where.
pub(super) fn limited<'s>(
    sentence: &'s LawSentence<'_>,
    first: &[&str],
    last: &[&str],
) -> Option<LimitedSentence<'s>> {
    let text = sentence.text;
    if text.contains([';', ':']) {
        return None;
    }
    if first.iter().any(|phrase| sentence.phrase_at(0, phrase).is_some()) {
        let (clause, main) = text.split_once(", ")?;
        let is_whole =
            is_main(sentence, main) && !opens_within(sentence, clause.len(), text.len());
        return is_whole.then_some(LimitedSentence { main, clause, is_first: true });
    }
    let at = (1..sentence.words.len())
        .find(|at| last.iter().any(|phrase| sentence.phrase_at(*at, phrase).is_some()))?;
    let start = sentence.words[at].range.start;
    let (main, clause) = (&text[..start], text[start..].trim_end_matches('.'));
    let main = main.trim_end();
    let main = main.strip_suffix(',').unwrap_or(main);
    let alone = !clause.contains(',');
    let joined = ["and", "or", "but", "only", "even", "as", "et", "ou", "e"]
        .contains(&sentence.word(at - 1));
    let is_whole = alone
        && !joined
        && is_main(sentence, main)
        && !opens_within(sentence, 0, start)
        && !opens_within(sentence, sentence.words[at].range.end, text.len());
    is_whole.then_some(LimitedSentence { main, clause, is_first: false })
}

/// Whether words make a main clause: they begin with a determiner and have a verb.
fn is_main(sentence: &LawSentence<'_>, main: &str) -> bool {
    let small = main.to_lowercase();
    let words: Vec<&str> = small.split([' ', ',', '\'', '’']).collect();
    let lists = sentence.lists;
    FEWEST_WORDS <= words.len()
        && words.first().is_some_and(|word| lists.determiners.contains(word))
        && words
            .iter()
            .any(|word| lists.modals.contains_key(word) || lists.negated.contains_key(word))
}

/// Whether another clause that limits begins between two bytes.
fn opens_within(sentence: &LawSentence<'_>, from: usize, to: usize) -> bool {
    let lists = sentence.lists;
    let opener = |at: usize| {
        let phrases = lists.exceptions.iter().chain(&lists.conditions);
        phrases
            .into_iter()
            .any(|phrase| sentence.phrase_at(at, phrase).is_some())
    };
    (0..sentence.words.len()).any(|at| {
        let start = sentence.words[at].range.start;
        from <= start && start < to && opener(at)
    })
}
