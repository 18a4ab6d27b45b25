//! What a statement leaves out of its quotes and may not: negations, conditions, exceptions,
//! alternatives; and marks that back nothing.

use jurat_text::sentence_reading::LegalWord;

use super::{
    StatementDefect, TokenizedQuote,
    support::{StatementSupport, is_within},
};
use crate::content_tokens::{ContentToken, ContentTokenKey};

pub(super) fn check(
    said: &[ContentToken],
    supported: &StatementSupport,
    grounds: &[TokenizedQuote],
) -> Vec<StatementDefect> {
    let mut found = Vec::new();
    for (at, ground) in grounds.iter().enumerate() {
        let drawn = drawn(said, supported, at, ground);
        if drawn.tokens.is_empty() {
            // What is wrong with the words is told elsewhere; here only a mark too many.
            if supported.found.is_empty() {
                let hint = "leave the mark out";
                found.push(StatementDefect::new(
                    "idle_mark",
                    "a mark backs nothing that is said",
                    hint,
                ));
            }
            continue;
        }
        found.extend(from_quote(&drawn, ground));
    }
    found
}

/// What of a statement a quote holds.
struct CoveredTokens<'a> {
    tokens: Vec<&'a ContentToken>,
    inherited_negation: bool,
}

fn drawn<'a>(
    said: &'a [ContentToken],
    supported: &StatementSupport,
    at: usize,
    ground: &TokenizedQuote,
) -> CoveredTokens<'a> {
    if supported.alone || is_within(&ground.core, said) {
        return CoveredTokens {
            tokens: said.iter().collect(),
            inherited_negation: false,
        };
    }
    let parts = supported.parts.iter().filter(|part| part.held_by.contains(&at));
    let inherited_negation = parts
        .clone()
        .any(|part| part.inherited.iter().any(|one| one.is_negative()));
    let tokens = parts.flat_map(|part| &said[part.range.clone()]).collect();
    CoveredTokens { tokens, inherited_negation }
}

fn from_quote(drawn: &CoveredTokens<'_>, ground: &TokenizedQuote) -> Vec<StatementDefect> {
    let mut found = Vec::new();
    let own = &ground.tokens[ground.shared.min(ground.tokens.len())..];
    let mut segments: Vec<&[ContentToken]> = Vec::new();
    let mut from = 0;
    for at in 1..=own.len() {
        if at == own.len() || own[at].opens {
            segments.push(&own[from..at]);
            from = at;
        }
    }
    let used: Vec<&[ContentToken]> = segments
        .into_iter()
        .filter(|segment| is_drawn(segment, &drawn.tokens))
        .collect();
    let quoted = |is: fn(&ContentTokenKey) -> bool| -> usize {
        used.iter()
            .map(|segment| segment.iter().filter(|one| is(&one.key)).count())
            .sum()
    };
    let kept = |is: fn(&ContentTokenKey) -> bool| {
        drawn.tokens.iter().filter(|one| is(&one.key)).count()
    };
    if kept(is_negation) + usize::from(drawn.inherited_negation) < quoted(is_negation) {
        let hint = "keep every `not`, `no` and `without` of the quote";
        found.push(StatementDefect::new(
            "dropped_negation",
            "a negation of the quote is gone",
            hint,
        ));
    }
    for is in [is_exception, is_condition, is_only] {
        if kept(is) < quoted(is) {
            let hint = "keep every condition, exception and `only` of the quote";
            found.push(StatementDefect::new(
                "dropped_condition",
                "a condition of the quote is gone",
                hint,
            ));
        }
    }
    if used.iter().any(|segment| loses_alternative(segment, &drawn.tokens)) {
        let hint = "keep both sides of an `or`";
        found.push(StatementDefect::new(
            "dropped_condition",
            "an alternative of the quote is gone",
            hint,
        ));
    }
    found
}

/// Whether a statement takes up a part of a quote: two words of it, or all there are.
fn is_drawn(segment: &[ContentToken], said: &[&ContentToken]) -> bool {
    let worded = |key: &ContentTokenKey| {
        matches!(
            key,
            ContentTokenKey::Word(_) | ContentTokenKey::Number(_) | ContentTokenKey::Unit(_)
        )
    };
    let words: Vec<&ContentToken> = segment.iter().filter(|one| worded(&one.key)).collect();
    let shared = words
        .iter()
        .filter(|one| said.iter().any(|other| other.key == one.key));
    words.len().min(2) <= shared.count()
}

/// `a passport or a licence` of which one is left; and, after `only`, `if` or `unless`, likewise
/// of an `and`.
fn loses_alternative(segment: &[ContentToken], said: &[&ContentToken]) -> bool {
    let kept = |token: &ContentToken| said.iter().any(|one| one.key == token.key);
    let mut limited = false;
    segment.windows(3).any(|three| {
        limited |= matches!(
            three[0].key,
            ContentTokenKey::Legal(
                LegalWord::Only | LegalWord::Exception | LegalWord::Condition
            )
        );
        let joins = three[1].key == ContentTokenKey::Legal(LegalWord::Or)
            || limited && three[1].key == ContentTokenKey::Legal(LegalWord::And);
        joins
            && said.iter().all(|one| one.key != three[1].key)
            && kept(&three[0]) != kept(&three[2])
    })
}

fn is_negation(key: &ContentTokenKey) -> bool {
    match key {
        ContentTokenKey::Legal(LegalWord::Negation) => true,
        ContentTokenKey::Legal(LegalWord::Modal(modal)) => modal.is_negative(),
        _ => false,
    }
}

fn is_exception(key: &ContentTokenKey) -> bool {
    *key == ContentTokenKey::Legal(LegalWord::Exception)
}

fn is_condition(key: &ContentTokenKey) -> bool {
    *key == ContentTokenKey::Legal(LegalWord::Condition)
}

fn is_only(key: &ContentTokenKey) -> bool {
    *key == ContentTokenKey::Legal(LegalWord::Only)
}
