//! A sentence as the grammar reads it: small letters, one space between words, cited cases and quotes as single tokens.

use std::ops::Range;

use jurat_model::ByteSpan;

use super::case_mentions::CaseMention;

/// The token that stands for the case asked about.
pub(super) const CASE: &str = "CASE";
/// The token that stands for any other.
const OTHER: &str = "OTHER";
const QUOTE: &str = "QUOTE";
/// Shorter quotes are words that are talked about, not words of another.
const SHORTEST_QUOTE: usize = 12;

/// A token and the bytes of the text that it stands for.
#[derive(Debug, Clone)]
struct PlainToken {
    text: String,
    source: Range<usize>,
}

/// The tokens of a sentence.
#[derive(Debug, Clone)]
pub(super) struct PlainSentence {
    tokens: Vec<PlainToken>,
    /// All tokens, a space before, between and after them.
    pub(super) line: String,
    /// Where each token begins in the line.
    starts: Vec<usize>,
}

impl PlainSentence {
    /// Reads a sentence of a text, for one of the cases that it names.
    pub(super) fn new(
        text: &str,
        sentence: Range<usize>,
        mentions: &[CaseMention],
        asked: &CaseMention,
    ) -> Self {
        let mut tokens = Vec::new();
        let mut at = sentence.start;
        let within = mentions
            .iter()
            .filter(|one| sentence.start <= one.span.start && one.span.start < sentence.end);
        for mention in within {
            if mention.span.start < at {
                continue;
            }
            tokenize(text, at..mention.span.start, &mut tokens);
            let same = mention.span == asked.span || shares(&mention.cited, &asked.cited);
            let text = if same { CASE } else { OTHER };
            tokens.push(PlainToken {
                text: text.to_owned(),
                source: mention.span.clone(),
            });
            at = mention.span.end;
        }
        tokenize(text, at..sentence.end.max(at), &mut tokens);
        Self::of_tokens(tokens)
    }

    fn of_tokens(tokens: Vec<PlainToken>) -> Self {
        let mut line = String::from(" ");
        let mut starts = Vec::with_capacity(tokens.len());
        for token in &tokens {
            starts.push(line.len());
            line.push_str(&token.text);
            line.push(' ');
        }
        Self { tokens, line, starts }
    }

    /// The bytes of the text that a part of the line stands for.
    pub(super) fn source(&self, part: Range<usize>) -> ByteSpan {
        let first = self.starts.partition_point(|start| *start <= part.start);
        let first = first.saturating_sub(1);
        let trimmed = part.start + self.line[part.clone()].trim_end().len();
        let last = self.starts.partition_point(|start| *start < trimmed).max(first + 1) - 1;
        // A part may begin at the space before its first token.
        let first = if self
            .starts
            .get(first)
            .is_some_and(|start| start + self.tokens[first].text.len() <= part.start)
        {
            first + 1
        } else {
            first
        };
        let bytes = |at: usize| self.tokens.get(at).map(|token| token.source.clone());
        match (bytes(first), bytes(last)) {
            (Some(from), Some(to)) => ByteSpan { start: from.start, end: to.end.max(from.end) },
            _ => ByteSpan { start: 0, end: 0 },
        }
    }

    /// The same sentence with a part of the line as the case.
    pub(super) fn with_case_at(&self, part: &Range<usize>) -> Self {
        let mut tokens: Vec<PlainToken> = Vec::with_capacity(self.tokens.len());
        let mut replaced = false;
        for (token, start) in self.tokens.iter().zip(&self.starts) {
            if part.start <= *start && *start < part.end {
                if !replaced {
                    let source = token.source.clone();
                    tokens.push(PlainToken { text: CASE.to_owned(), source });
                    replaced = true;
                } else if let Some(last) = tokens.last_mut() {
                    last.source.end = token.source.end;
                }
            } else {
                tokens.push(token.clone());
            }
        }
        Self::of_tokens(tokens)
    }

    /// Where the case stands first.
    pub(super) fn case_at(&self) -> Option<usize> {
        self.tokens
            .iter()
            .position(|token| token.text == CASE)
            .map(|at| self.starts[at])
    }

    /// Where another case stands first after a place.
    pub(super) fn other_after(&self, place: usize) -> Option<usize> {
        let others = self.tokens.iter().zip(&self.starts);
        others
            .filter(|(token, start)| token.text == OTHER && place < **start)
            .map(|(_, start)| *start)
            .next()
    }
}

fn shares(one: &[String], other: &[String]) -> bool {
    one.iter().any(|key| other.contains(key))
}

/// Cuts a stretch without cases into tokens.
fn tokenize(text: &str, range: Range<usize>, tokens: &mut Vec<PlainToken>) {
    let Some(part) = text.get(range.clone()) else { return };
    let mut word = String::new();
    let mut from = range.start;
    let mut skip_to = range.start;
    for (offset, letter) in part.char_indices() {
        let at = range.start + offset;
        if at < skip_to {
            continue;
        }
        let end = at + letter.len_utf8();
        if let Some(quote) = quote_from(text, at, range.end) {
            push(tokens, &mut word, from..at);
            tokens.push(PlainToken { text: QUOTE.to_owned(), source: at..quote });
            skip_to = quote;
            from = quote;
            continue;
        }
        match letter {
            ',' | ';' | ':' | '(' | ')' | '[' | ']' | '?' => {
                push(tokens, &mut word, from..at);
                let mark = match letter {
                    '[' => "(".to_owned(),
                    ']' => ")".to_owned(),
                    other => other.to_string(),
                };
                tokens.push(PlainToken { text: mark, source: at..end });
                from = end;
            }
            '\'' | '’' | '‘' if !word.is_empty() => {
                word.push('\'');
                push(tokens, &mut word, from..end);
                from = end;
            }
            '.' => {}
            '“' | '”' | '«' | '»' | '"' | '\'' | '’' | '‘' | '—' | '–' => {
                push(tokens, &mut word, from..at);
                from = end;
            }
            space if space.is_whitespace() => {
                push(tokens, &mut word, from..at);
                from = end;
            }
            other => {
                if word.is_empty() {
                    from = at;
                }
                word.extend(other.to_lowercase());
            }
        }
    }
    push(tokens, &mut word, from..range.end);
}

/// Ends a word. `didn’t` is two: `did not`.
fn push(tokens: &mut Vec<PlainToken>, word: &mut String, source: Range<usize>) {
    if word.is_empty() {
        return;
    }
    let mut text = std::mem::take(word);
    if text == "t"
        && let Some(before) = tokens.last_mut()
        && before.text.ends_with("n'")
    {
        before.text.truncate(before.text.len() - 2);
        "not".clone_into(&mut text);
    }
    tokens.push(PlainToken { text, source });
}

/// The end of a quote of some length that begins here.
fn quote_from(text: &str, at: usize, end: usize) -> Option<usize> {
    let rest = text.get(at..end)?;
    let close = match rest.chars().next()? {
        '“' => '”',
        '«' => '»',
        _ => return None,
    };
    let length = rest.find(close)?;
    (SHORTEST_QUOTE <= length).then_some(at + length + close.len_utf8())
}

/// The words quoted in a sentence that are nearest to a mention.
pub(super) fn quote_beside(
    text: &str,
    sentence: &Range<usize>,
    mention: &Range<usize>,
) -> Option<Range<usize>> {
    let part = text.get(sentence.clone())?;
    let mut quotes: Vec<Range<usize>> = Vec::new();
    for (offset, letter) in part.char_indices() {
        let at = sentence.start + offset;
        if quotes.last().is_some_and(|last| at < last.end) {
            continue;
        }
        let close = match letter {
            '“' => '”',
            '«' => '»',
            '"' => '"',
            _ => continue,
        };
        let from = at + letter.len_utf8();
        let Some(length) = text.get(from..sentence.end).and_then(|rest| rest.find(close))
        else {
            continue;
        };
        let inner = text.get(from..from + length)?;
        let lead = inner.len() - inner.trim_start().len();
        let words = inner.trim();
        if 15 <= words.len() {
            quotes.push(from + lead..from + lead + words.len());
        }
    }
    let distance = |quote: &Range<usize>| {
        if quote.end <= mention.start {
            mention.start - quote.end
        } else {
            quote.start.saturating_sub(mention.end)
        }
    };
    quotes.into_iter().min_by_key(distance)
}
