//! Whether each part of a statement stands, in order, in one of its quotes.
//!
//! Order matters: "the clerk must pay the county" has the words of "the county must pay the
//! clerk". Parts divided by a comma may change places; what is left out is looked at elsewhere.

use std::ops::Range;

use jurat_text::sentence_reading::{LegalWord, ModalForce, is_number_bound};

use super::{StatementDefect, TokenizedQuote};
use crate::content_tokens::{ContentToken, ContentTokenKey};

/// Which quotes hold which part.
pub(super) struct StatementSupport {
    /// Parts of the statement with the quotes that hold them.
    pub(super) parts: Vec<SupportedPart>,
    /// Whether there is one quote only.
    pub(super) alone: bool,
    pub(super) found: Vec<StatementDefect>,
}

pub(super) struct SupportedPart {
    pub(super) range: Range<usize>,
    /// The quotes, by index, that hold it.
    pub(super) held_by: Vec<usize>,
    /// The modals of earlier parts, of which one governs it; none where it has its own.
    pub(super) inherited: Vec<ModalForce>,
}

pub(super) fn check(said: &[ContentToken], grounds: &[TokenizedQuote]) -> StatementSupport {
    let mut supported = StatementSupport {
        parts: Vec::new(),
        alone: grounds.len() == 1,
        found: Vec::new(),
    };
    let mut heads = Vec::new();
    for range in parts(said, |token| token.breaks) {
        let held = held_by(&said[range.clone()], grounds);
        let whole = !held.is_empty() || grounds.len() < 2;
        let ranges = if whole { vec![range] } else { at_conjunctions(said, range) };
        for range in ranges {
            supported.part(said, range, grounds, &mut heads);
        }
    }
    supported.found.extend(loose(said, &supported.parts, grounds));
    supported.found.extend(joined(said, &supported.parts, grounds));
    supported.found.extend(numbers(said, grounds));
    supported.found.extend(modal_missing(said, grounds));
    supported
}

impl StatementSupport {
    fn part(
        &mut self,
        said: &[ContentToken],
        range: Range<usize>,
        grounds: &[TokenizedQuote],
        heads: &mut Vec<Range<usize>>,
    ) {
        let tokens = &said[range.clone()];
        let own = tokens.iter().rposition(|token| modal_of(token).is_some());
        let inherited: Vec<ModalForce> = match own {
            Some(_) => Vec::new(),
            None => heads
                .iter()
                .filter_map(|head| modal_of(&said[head.end - 1]))
                .collect(),
        };
        let mut held_by = held_by(tokens, grounds);
        if held_by.is_empty() {
            self.found.extend(why(tokens, grounds));
        } else if !inherited.is_empty() {
            held_by.retain(|at| agrees(&grounds[*at].tokens, said, heads));
            if held_by.is_empty() {
                let message = format!("`{}` is said of something else", words(tokens));
                let hint = "begin a sentence of its own";
                self.found
                    .push(StatementDefect::new("unsupported_modal", message, hint));
            }
        }
        heads.extend(own.map(|at| range.start..range.start + at + 1));
        self.parts.push(SupportedPart { range, held_by, inherited });
    }
}

/// Whether a quote has no modal of its own, or lays the same on the same: who must do one thing
/// need not do what another must.
fn agrees(quote: &[ContentToken], said: &[ContentToken], heads: &[Range<usize>]) -> bool {
    let bare = quote.iter().all(|token| modal_of(token).is_none());
    bare || heads.iter().any(|head| is_within(&said[head.clone()], quote))
}

fn modal_of(token: &ContentToken) -> Option<ModalForce> {
    match token.key {
        ContentTokenKey::Legal(LegalWord::Modal(modal)) => Some(modal),
        _ => None,
    }
}

fn parts(said: &[ContentToken], begins: impl Fn(&ContentToken) -> bool) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, token) in said.iter().enumerate().skip(1) {
        if begins(token) {
            parts.push(from..at);
            from = at;
        }
    }
    parts.push(from..said.len());
    parts
}

/// A part cut at its conjunctions. An `and` between what several quotes say is ours to add; an
/// `or` is not, and stays with what follows it.
fn at_conjunctions(said: &[ContentToken], range: Range<usize>) -> Vec<Range<usize>> {
    let is_and = |at: usize| said[at].key == ContentTokenKey::Legal(LegalWord::And);
    let cut = |token: &ContentToken| {
        matches!(token.key, ContentTokenKey::Legal(LegalWord::And | LegalWord::Or))
    };
    parts(&said[range.clone()], cut)
        .into_iter()
        .map(|part| range.start + part.start..range.start + part.end)
        .map(|part| if is_and(part.start) { part.start + 1..part.end } else { part })
        .filter(|part| !part.is_empty())
        .collect()
}

fn held_by(tokens: &[ContentToken], grounds: &[TokenizedQuote]) -> Vec<usize> {
    let holds = |at: &usize| is_within(tokens, &grounds[*at].tokens);
    (0..grounds.len()).filter(holds).collect()
}

/// Whether all of `part` stands in `whole` in the same order.
pub(super) fn is_within(part: &[ContentToken], whole: &[ContentToken]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|token| rest.any(|other| other.key == token.key))
}

/// Why no quote holds a part.
fn why(tokens: &[ContentToken], grounds: &[TokenizedQuote]) -> Vec<StatementDefect> {
    let stands = |token: &ContentToken, ground: &TokenizedQuote| {
        ground.tokens.iter().any(|other| other.key == token.key)
    };
    let missing: Vec<&ContentToken> = tokens
        .iter()
        .filter(|token| !grounds.iter().any(|one| stands(token, one)))
        .collect();
    if !missing.is_empty() {
        return missing.into_iter().take(8).map(unsupported).collect();
    }
    let in_one = grounds
        .iter()
        .any(|one| tokens.iter().all(|token| stands(token, one)));
    let said = words(tokens);
    vec![if in_one {
        let hint = "keep the order of the quote, or its very words";
        StatementDefect::new(
            "changed_order",
            format!("`{said}`: the quote has another order"),
            hint,
        )
    } else {
        let hint = "say what each quote says in a sentence of its own";
        StatementDefect::new("stitched", format!("`{said}` stands in no single quote"), hint)
    }]
}

fn unsupported(token: &ContentToken) -> StatementDefect {
    let (code, hint) = match token.key {
        ContentTokenKey::Number(_) => ("unsupported_number", "write the number of the quote"),
        ContentTokenKey::Legal(LegalWord::Modal(_)) => {
            ("unsupported_modal", "write must, may or should as the quote does")
        }
        ContentTokenKey::Legal(LegalWord::Negation) => {
            ("unsupported_negation", "leave out the negation")
        }
        ContentTokenKey::Word(_) if token.capital => ("unsupported_name", "leave out the name"),
        _ => ("unsupported_word", "use the words of the quote"),
    };
    StatementDefect::new(code, format!("`{}` stands in no quote", token.word), hint)
}

fn words(tokens: &[ContentToken]) -> String {
    let words: Vec<&str> = tokens.iter().take(12).map(|token| token.word.as_str()).collect();
    words.join(" ")
}

/// Modals and conjunctions that stand beside other words than in the quote: it has them too, but
/// for something else.
fn loose(
    said: &[ContentToken],
    parts: &[SupportedPart],
    grounds: &[TokenizedQuote],
) -> Vec<StatementDefect> {
    let mut found = Vec::new();
    for part in parts.iter().filter(|part| !part.held_by.is_empty()) {
        for at in part.range.clone() {
            let token = &said[at];
            let binds = matches!(
                token.key,
                ContentTokenKey::Legal(LegalWord::Modal(_) | LegalWord::And | LegalWord::Or)
            );
            let beside = |ground: &usize| {
                let ground = &grounds[*ground];
                [&ground.core, &ground.tokens]
                    .iter()
                    .any(|quote| stands_beside(said, at, quote))
            };
            if binds && !part.held_by.iter().any(beside) {
                found.push(unsupported(token));
            }
        }
    }
    found
}

/// An `and` of ours between two things that one quote says and joins otherwise.
fn joined(
    said: &[ContentToken],
    parts: &[SupportedPart],
    grounds: &[TokenizedQuote],
) -> Vec<StatementDefect> {
    let mut found = Vec::new();
    for pair in parts.windows(2) {
        let at = pair[0].range.end;
        if pair[1].range.start != at + 1
            || said[at].key != ContentTokenKey::Legal(LegalWord::And)
        {
            continue;
        }
        let mut both = pair[0]
            .held_by
            .iter()
            .filter(|one| pair[1].held_by.contains(one))
            .peekable();
        let beside = |one: &usize| stands_beside(said, at, &grounds[*one].tokens);
        if both.peek().is_some() && !both.any(beside) {
            found.push(unsupported(&said[at]));
        }
    }
    found
}

/// Whether a word has the same neighbour, before or after it, as somewhere in a quote.
fn stands_beside(said: &[ContentToken], at: usize, quote: &[ContentToken]) -> bool {
    let near = |tokens: &[ContentToken], at: usize| {
        let before = at.checked_sub(1).map(|before| tokens[before].key.clone());
        (before, tokens.get(at + 1).map(|after| after.key.clone()))
    };
    let (before, after) = near(said, at);
    (0..quote.len())
        .filter(|place| quote[*place].key == said[at].key)
        .any(|place| {
            let (other_before, other_after) = near(quote, place);
            before.is_some() && before == other_before
                || after == other_after
                || before.is_none() && other_before.is_none()
        })
}

/// A number counts what it counts in the quote, on the same side of it.
fn numbers(said: &[ContentToken], grounds: &[TokenizedQuote]) -> Vec<StatementDefect> {
    let mut found = Vec::new();
    for (at, token) in said.iter().enumerate() {
        let ContentTokenKey::Number(_) = token.key else { continue };
        let places = || {
            let quotes = grounds.iter().flat_map(|ground| [&ground.core, &ground.tokens]);
            quotes.flat_map(|quote| {
                let same = |place: &usize| quote[*place].key == token.key;
                (0..quote.len()).filter(same).map(move |place| (quote, place))
            })
        };
        if places().next().is_none() {
            continue;
        }
        if !places().any(|(quote, place)| counts_the_same(said, at, quote, place)) {
            let message = format!("`{}` counts something else in the quote", token.word);
            found.push(StatementDefect::new(
                "unsupported_number",
                message,
                "write what is counted",
            ));
        } else if !places().any(|(quote, place)| same_side(said, at, quote, place)) {
            let message = format!("the limit at `{}` is not the one of the quote", token.word);
            found.push(StatementDefect::new(
                "dropped_condition",
                message,
                "keep words such as `at least`",
            ));
        }
    }
    found
}

fn counts_the_same(
    said: &[ContentToken],
    at: usize,
    quote: &[ContentToken],
    place: usize,
) -> bool {
    let next = |tokens: &[ContentToken], at: usize| -> Vec<ContentTokenKey> {
        let after = tokens.iter().skip(at + 1).filter(|one| one.key != tokens[at].key);
        after.take(3).map(|one| one.key.clone()).collect()
    };
    let (ours, theirs) = (next(said, at), next(quote, place));
    let measured = |keys: &[ContentTokenKey]| keys.iter().find(|key| is_measure(key)).cloned();
    match (measured(&ours[..ours.len().min(1)]), measured(&theirs)) {
        (Some(_), _) => ours.first().is_some_and(|first| theirs.contains(first)),
        (None, Some(measure)) => ours.contains(&measure),
        (None, None) => true,
    }
}

fn is_measure(key: &ContentTokenKey) -> bool {
    matches!(key, ContentTokenKey::Unit(_))
}

/// The words of limit right before a number are the same on both sides.
fn same_side(said: &[ContentToken], at: usize, quote: &[ContentToken], place: usize) -> bool {
    let limits = |tokens: &[ContentToken], at: usize| -> Vec<String> {
        let before = tokens[..at].iter().rev();
        let run = before.take_while(|one| {
            is_number_bound(&one.word)
                || one.key == ContentTokenKey::Legal(LegalWord::Negation)
                || one.key == tokens[at].key
        });
        run.filter(|one| is_number_bound(&one.word))
            .map(|one| one.word.clone())
            .collect()
    };
    limits(said, at) == limits(quote, place)
}

/// A duty that is told as a fact.
fn modal_missing(said: &[ContentToken], grounds: &[TokenizedQuote]) -> Option<StatementDefect> {
    let has = |tokens: &[ContentToken]| tokens.iter().any(|token| modal_of(token).is_some());
    let missing = !has(said) && grounds.iter().all(|ground| has(&ground.tokens));
    let hint = "write must, may or should as the quote does";
    missing
        .then(|| StatementDefect::new("dropped_modal", "the quote's modal is left out", hint))
}
