//! Whether a sentence orders whoever grades to do something.

use super::lexicon::{
    ADDRESS, BYPASS, CONDITIONS, FULL, GIVE, IGNORE, MARKS, MILD, MUST, NOUNISH, OBJECTS,
    PASSED, POLITE, RANGES, RULES, SPARE, STRICT_RULES, THIS_WORK, TOP_MARKS, WEAK, YOU_MUST,
};
use crate::detect::paper::folded_words::{folded, has, spaced, words};

/// Words behind a verb in which the grade and what is graded are told.
const REACH: usize = 14;

/// Verbs of one sort in a sentence that are tried.
const MOST_VERBS: usize = 64;

/// An order: why it is one, and the verb that gives it, as a byte of the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GradingDemand {
    pub(super) why: &'static str,
    pub(super) at: usize,
    /// Whether it names what we were given to judge.
    pub(super) of_this: bool,
}

/// The orders that a sentence gives.
pub(super) fn demands(sentence: &str) -> Vec<GradingDemand> {
    let spaced = spaced(sentence);
    let of_this = has(&spaced, &THIS_WORK);
    let mut found = Vec::new();
    let mut take = |why, verbs: Vec<usize>| {
        found.extend(verbs.into_iter().map(|verb| {
            let at = place(sentence, &spaced, verb);
            GradingDemand { why, at, of_this }
        }));
    };
    take("it asks whoever grades for a grade", grades(sentence, &spaced));
    let why = "it tells whoever grades to leave the rubric or the evidence aside";
    if has(&spaced, &RULES) {
        take(why, leads(&spaced, &IGNORE));
    }
    if has(&spaced, &STRICT_RULES) {
        take(why, leads(&spaced, &BYPASS));
    }
    if has(&spaced, &MARKS) {
        take("it tells whoever grades not to take marks off", leads(&spaced, &SPARE));
    }
    found
}

/// Where grades are asked for, without a condition.
fn grades(sentence: &str, spaced: &str) -> Vec<usize> {
    let told = has(spaced, &THIS_WORK) || has(spaced, &ADDRESS);
    let scale = has(spaced, &RANGES);
    let top = is_top(sentence, spaced, told && !scale);
    let object = |verb: usize| {
        let behind = behind(spaced, verb, 5);
        has(&behind, &OBJECTS) || has(&behind, &THIS_WORK)
    };
    let passed = |verb: usize| !scale && has(&behind(spaced, verb, REACH), &PASSED);
    let mut verbs = if top { leads(spaced, &GIVE) } else { Vec::new() };
    if verbs.is_empty() {
        verbs = leads(spaced, &NOUNISH);
        verbs.retain(|verb| object(*verb) && !is_label(sentence, spaced, *verb));
        verbs.retain(|verb| top || passed(*verb));
    }
    if verbs.is_empty() && told {
        verbs = leads(spaced, &WEAK);
        verbs.retain(|verb| top || passed(*verb));
    }
    let first = verbs.first().copied();
    // `Give 5/5 if it runs, give 3/5 otherwise`: a later verb gives what stands behind it.
    verbs.retain(|verb| {
        let said = &sentence[place(sentence, spaced, *verb)..];
        let own = Some(*verb) == first
            || passed(*verb)
            || is_top(said, &spaced[*verb..], told && !scale);
        own && !depends(&spaced[*verb..])
    });
    verbs
}

/// Whether the best of all grades is named. Some are grades only where our work or a reader is
/// named too.
fn is_top(sentence: &str, spaced: &str, mild: bool) -> bool {
    has(spaced, &TOP_MARKS) || has(&figures(sentence), &FULL) || mild && has(spaced, &MILD)
}

/// Whether it is made to depend on something other than that somebody reads it.
fn depends(spaced: &str) -> bool {
    // `Conclude that …` depends on nothing.
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let words = if words.get(1) == Some(&"that") { &words[2..] } else { &words[..] };
    let even = format!(" {} ", words.join(" "));
    let even = even.replace(" if you ", " ").replace(" when you ", " ");
    has(&even, &CONDITIONS)
}

/// Some words behind a verb.
fn behind(spaced: &str, verb: usize, most: usize) -> String {
    let words: Vec<&str> = spaced[verb..].split_whitespace().skip(1).take(most).collect();
    format!(" {} ", words.join(" "))
}

/// `Score: 5/5` and `| Score | 5/5 |` tell a score.
fn is_label(sentence: &str, spaced: &str, verb: usize) -> bool {
    let said = &sentence[place(sentence, spaced, verb)..];
    let Some(word) = words(said).next() else { return false };
    let after = &said[offset(said, word) + word.len()..];
    let after = after.trim_start_matches(['*', '_', ' ', '`', ')']);
    after.starts_with([':', '=', '|', '–', '—', '('])
}

/// Where a word of the spaced words begins in its sentence.
fn place(sentence: &str, spaced: &str, verb: usize) -> usize {
    let before = spaced[..=verb].split_whitespace().count();
    words(sentence).nth(before).map_or(0, |word| offset(sentence, word))
}

/// Where a word that was cut from a sentence begins.
fn offset(sentence: &str, word: &str) -> usize {
    (word.as_ptr() as usize).saturating_sub(sentence.as_ptr() as usize)
}

/// Numbers with their slash: `5/5` is two words otherwise.
fn figures(sentence: &str) -> String {
    let words = sentence.split_whitespace();
    let bare = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%'));
    format!(" {} ", bare.collect::<Vec<_>>().join(" "))
}

/// Where verbs order, in the order of the text: the first and the last of very many.
fn leads(spaced: &str, verbs: &[&str]) -> Vec<usize> {
    let mut found: Vec<usize> = verbs.iter().flat_map(|verb| ordered(spaced, verb)).collect();
    found.sort_unstable();
    if MOST_VERBS < found.len() {
        found.drain(MOST_VERBS / 2..found.len() - MOST_VERBS / 2);
    }
    found
}

/// Where a verb orders: it comes first, behind an address, or behind `you must`.
fn ordered<'a>(spaced: &'a str, verb: &'a str) -> impl Iterator<Item = usize> + 'a {
    let bytes = spaced.as_bytes();
    let starts = spaced.match_indices(verb).filter_map(move |(start, _)| {
        let blank = start.checked_sub(1)?;
        let whole = bytes[blank] == b' ' && bytes.get(start + verb.len()) == Some(&b' ');
        whole.then_some(blank)
    });
    starts.filter(|start| is_told(&spaced[..=*start]))
}

/// Whether what stands before a verb makes an order of it.
fn is_told(before: &str) -> bool {
    let count = before.split_whitespace().take(9).count();
    let only_polite = || before.split_whitespace().all(|word| POLITE.contains(word));
    count == 0
        || count <= 8 && (only_polite() || has(before, &ADDRESS))
        || YOU_MUST.iter().any(|you| {
            let rest = before.strip_suffix(' ').and_then(|before| before.strip_suffix(you));
            rest.is_some_and(|rest| rest.ends_with(' '))
        })
}

/// Whether hidden words want something of a reader.
pub(super) fn wants(text: &str) -> bool {
    let spaced = spaced(text);
    let verbs = [&*GIVE, &NOUNISH, &WEAK, &IGNORE, &BYPASS, &SPARE].concat();
    let asks = has(&spaced, &verbs) || has(&spaced, &MUST);
    let of_us = has(&spaced, &ADDRESS)
        || has(&spaced, &RULES)
        || has(&spaced, &MARKS)
        || has(&spaced, &TOP_MARKS)
        || has(&figures(text), &FULL)
        || words(text).any(|word| matches!(folded(word).as_str(), "you" | "your"));
    asks && of_us
}
