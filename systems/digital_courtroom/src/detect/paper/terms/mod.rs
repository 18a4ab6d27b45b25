//! Where a paper speaks of the terms of a rubric, and whether it explains them there.

mod explanation;
mod lexicon;

use std::collections::BTreeSet;

use jurat_model::{ByteSpan, LocatedValue};
use jurat_text::Language;

use self::explanation::ExplanationRules;
use super::{
    code_names::{UnbrokenWords, names},
    folded_words::{folded, words},
    layout::{PaperBlock, PaperBlockKind, PaperLayout},
};
use crate::model::PaperTerm;

const TERMS: usize = 200;
/// Places that are kept of one term.
const PLACES: usize = 64;
/// Names that are kept of one paragraph.
const NAMES: usize = 32;
/// The most bytes of a paragraph with the lists that belong to it.
const LONGEST: usize = 4_000;
/// Sentences before the one with the term that may belong to it.
const BEFORE: usize = 2;
/// A sentence with so many terms lists them.
const LISTS: usize = 3;

/// One fact for each term and paragraph, and for each heading that names a term.
pub(super) fn facts(sheet: &PaperLayout<'_>, terms: &[String]) -> Vec<LocatedValue<PaperTerm>> {
    let sought: Vec<TermPattern<'_>> = terms
        .iter()
        .take(TERMS)
        .map(|term| TermPattern::of(term))
        .filter(|sought| !sought.parts.is_empty())
        .collect();
    let paper = TermSearch {
        sheet,
        whole: UnbrokenWords::of(sheet.text),
        language: Language::of(sheet.text).unwrap_or(Language::English),
        terms: sought.iter().flat_map(|sought| sought.parts.concat()).collect(),
        sought: &sought,
    };
    let mut found: Vec<Vec<TermMention>> = sought.iter().map(|_| Vec::new()).collect();
    paper.blocks(&mut found);
    paper.headings(&mut found);
    sought
        .iter()
        .zip(found)
        .flat_map(|(sought, places)| sought.facts(sheet, places))
        .collect()
}

/// A term and the parts of it that may stand apart: `Fan-In / Fan-Out`.
struct TermPattern<'a> {
    term: &'a str,
    parts: Vec<Vec<String>>,
}

impl<'a> TermPattern<'a> {
    fn of(term: &'a str) -> Self {
        let even = term
            .replace(" and ", "/")
            .replace(" & ", "/")
            .replace(['&', '+'], "/");
        let parts = even.split('/').map(tokens).filter(|part| !part.is_empty());
        let parts: Vec<Vec<String>> = parts.collect();
        // `CI/CD` and `I/O` have parts that say nothing alone.
        let short = parts.iter().any(|part| part.concat().len() < 4);
        Self {
            term,
            parts: if short { vec![parts.concat()] } else { parts },
        }
    }

    fn stands(&self, tokens: &[String]) -> bool {
        self.parts.iter().any(|part| stands(tokens, part))
    }

    fn facts(
        &self,
        sheet: &PaperLayout<'_>,
        places: Vec<TermMention>,
    ) -> Vec<LocatedValue<PaperTerm>> {
        // One paragraph may explain one part and the next the other.
        let explained: Vec<bool> = (0..self.parts.len())
            .map(|part| places.iter().any(|place| place.explained[part]))
            .collect();
        let all = explained.iter().all(|part| *part);
        let fact = |place: TermMention| {
            let term = PaperTerm {
                term: self.term.to_owned(),
                section: place.section,
                substantive: all && place.explained.contains(&true),
                names: place.names,
            };
            sheet.located(term, place.span)
        };
        places.into_iter().map(fact).collect()
    }
}

struct TermMention {
    span: ByteSpan,
    section: String,
    /// Which parts of the term are explained there.
    explained: Vec<bool>,
    names: Vec<String>,
}

/// A block with the list that it leads into, or what stands under a heading.
struct TermParagraph {
    span: ByteSpan,
    row: bool,
    sentences: Vec<TermSentence>,
    names: Vec<String>,
}

struct TermSentence {
    /// Its words, each name of code as one.
    text: String,
    tokens: Vec<String>,
    names: BTreeSet<String>,
    /// Which of the terms stand in it.
    terms: Vec<bool>,
}

/// What every paragraph is read with.
struct TermSearch<'a> {
    sheet: &'a PaperLayout<'a>,
    whole: UnbrokenWords<'a>,
    language: Language,
    /// The words of all terms.
    terms: BTreeSet<String>,
    sought: &'a [TermPattern<'a>],
}

impl TermSearch<'_> {
    fn blocks(&self, found: &mut [Vec<TermMention>]) {
        for (at, block) in self.sheet.blocks.iter().enumerate() {
            if matches!(block.kind, PaperBlockKind::Code(_)) {
                continue;
            }
            let own = tokens(self.sheet.words(block));
            let mut paragraph = None;
            for (number, places) in found.iter_mut().enumerate() {
                if !self.sought[number].stands(&own) || PLACES <= places.len() {
                    continue;
                }
                let read = paragraph.get_or_insert_with(|| {
                    self.paragraph(
                        with_list(self.sheet, at, block),
                        block.kind == PaperBlockKind::Row,
                    )
                });
                places.push(TermMention {
                    span: read.span,
                    section: self.sheet.section(block).to_owned(),
                    explained: self.explained(read, number, false),
                    names: read.names.clone(),
                });
            }
        }
    }

    /// A term in a heading is explained by what stands right under it.
    fn headings(&self, found: &mut [Vec<TermMention>]) {
        for (at, head) in self.sheet.headings.iter().enumerate() {
            let words = head.span.of(self.sheet.text).unwrap_or_default();
            let own = tokens(words);
            let mut paragraph = None;
            for (number, places) in found.iter_mut().enumerate() {
                if !self.sought[number].stands(&own) || PLACES <= places.len() {
                    continue;
                }
                let under = paragraph
                    .get_or_insert_with(|| {
                        let span = under(self.sheet, at)?;
                        Some(self.paragraph(span, false))
                    })
                    .as_ref();
                let here = |part: &Vec<String>| stands(&own, part);
                let parts = self.sought[number].parts.iter().map(here);
                let says = under.map(|under| self.explained(under, number, true));
                let says = says.filter(|says| says.contains(&true));
                let explained: Vec<bool> = match &says {
                    Some(says) => parts.zip(says).map(|(here, says)| here && *says).collect(),
                    None => parts.map(|_| false).collect(),
                };
                let shown = under.filter(|_| explained.contains(&true));
                places.push(TermMention {
                    span: shown.map_or(head.span, |under| under.span),
                    section: words.to_owned(),
                    explained,
                    names: shown.map(|under| under.names.clone()).unwrap_or_default(),
                });
            }
        }
    }

    fn paragraph(&self, span: ByteSpan, row: bool) -> TermParagraph {
        let text = span.of(self.sheet.text).unwrap_or_default();
        let cut = PaperLayout::stretches(text, row);
        let sentences: Vec<TermSentence> =
            cut.into_iter().map(|range| self.sentence(&text[range])).collect();
        let mut seen = BTreeSet::new();
        let names = names(text, &self.whole)
            .into_iter()
            .map(|name| name.text)
            .filter(|name| seen.insert(name.clone()))
            .take(NAMES)
            .collect();
        TermParagraph { span, row, sentences, names }
    }

    fn sentence(&self, text: &str) -> TermSentence {
        let own = tokens(text);
        let found = names(text, &self.whole);
        let mut plain = String::with_capacity(text.len());
        let mut from = 0;
        for (number, name) in found.iter().enumerate() {
            plain.push_str(text.get(from..name.range.start).unwrap_or_default());
            plain.extend([" code", number.to_string().as_str(), " "]);
            from = name.range.end.max(from);
        }
        plain.push_str(text.get(from..).unwrap_or_default());
        TermSentence {
            terms: self.sought.iter().map(|sought| sought.stands(&own)).collect(),
            text: plain,
            tokens: own,
            names: found
                .into_iter()
                .map(|name| name.text)
                .chain(quoted(text).map(str::to_owned))
                .collect(),
        }
    }

    /// Which parts of a term a paragraph explains: by the sentences with it, and by those around
    /// them that speak of no other term.
    fn explained(&self, read: &TermParagraph, number: usize, throughout: bool) -> Vec<bool> {
        let judged = ExplanationRules { language: self.language, terms: &self.terms };
        let part = |part: &Vec<String>| {
            let near = near(&read.sentences, number, part, throughout);
            let texts: Vec<&str> = near.iter().map(|one| one.text.as_str()).collect();
            let names: BTreeSet<&String> = near.iter().flat_map(|one| &one.names).collect();
            judged.explains(&texts, names.len(), read.row)
        };
        self.sought[number].parts.iter().map(part).collect()
    }
}

/// The sentences that speak of a part of a term, or of nothing else near it.
fn near<'s>(
    sentences: &'s [TermSentence],
    number: usize,
    part: &[String],
    throughout: bool,
) -> Vec<&'s TermSentence> {
    let mut kept = vec![false; sentences.len()];
    let mut going = throughout;
    for (at, sentence) in sentences.iter().enumerate() {
        let all = sentence.terms.iter().filter(|stands| **stands).count();
        let times = occurrences(&sentence.tokens, part);
        let other = 0 < all && !sentence.terms[number];
        // Who lists terms explains none of them, unless one is the subject.
        let listed = LISTS <= all && times < 2;
        if 0 < times && !listed {
            let back = at.saturating_sub(BEFORE)..at;
            let spoken = |before: &usize| sentences[*before].terms.contains(&true);
            let from = back
                .clone()
                .rev()
                .find(spoken)
                .map_or(back.start, |before| before + 1);
            kept[from..at].fill(true);
        }
        going = (going || 0 < times) && !other && !listed;
        kept[at] = going;
        going |= throughout;
    }
    let chosen = sentences.iter().zip(kept).filter(|(_, kept)| *kept);
    chosen.map(|(sentence, _)| sentence).collect()
}

/// Single words in code quotes: `intake` is a name of code, whatever it looks like.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.split('`').skip(1).step_by(2);
    let name = |word: &&str| {
        let first = word.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let sound = |letter: char| letter.is_ascii_alphanumeric() || "_.()".contains(letter);
        first && 1 < word.len() && word.len() < 80 && word.chars().all(sound)
    };
    inner.filter(name)
}

/// The blocks right under a heading, up to a length.
fn under(sheet: &PaperLayout<'_>, heading: usize) -> Option<ByteSpan> {
    let first = sheet.blocks.partition_point(|block| block.heading < Some(heading));
    let mut own = sheet.blocks[first..]
        .iter()
        .take_while(|block| block.heading == Some(heading))
        .skip_while(|block| matches!(block.kind, PaperBlockKind::Code(_)))
        .take_while(|block| !matches!(block.kind, PaperBlockKind::Code(_)));
    let mut span = own.next()?.span;
    for block in own {
        if LONGEST < block.span.end - span.start {
            break;
        }
        span.end = block.span.end;
    }
    Some(span)
}

/// With what is set in under an item, or listed behind a colon.
fn with_list(sheet: &PaperLayout<'_>, at: usize, block: &PaperBlock) -> ByteSpan {
    let mut span = block.span;
    let leads = sheet.words(block).trim_end_matches(['*', '_']).ends_with(':');
    for next in &sheet.blocks[at + 1..] {
        let deeper = block.kind == PaperBlockKind::Item && block.indent < next.indent;
        let listed = leads && matches!(next.kind, PaperBlockKind::Item | PaperBlockKind::Row);
        let listed = listed && (block.kind == PaperBlockKind::Prose || deeper);
        let listed = listed || leads && is_defined(sheet, span, next);
        let same =
            next.heading == block.heading && !matches!(next.kind, PaperBlockKind::Code(_));
        if !(deeper || listed) || !same || LONGEST < next.span.end - span.start {
            break;
        }
        span.end = next.span.end;
    }
    span
}

/// Whether a paragraph behind a lead is an entry of its list that lost its bullet: `Word: …`.
fn is_defined(sheet: &PaperLayout<'_>, before: ByteSpan, next: &PaperBlock) -> bool {
    let gap = sheet.text.get(before.end..next.span.start).unwrap_or_default();
    let head = sheet.words(next).split_once(": ").map(|(head, _)| head);
    let short = head.is_some_and(|head| words(head).count() <= 4);
    next.kind == PaperBlockKind::Prose && short && gap.matches('\n').count() < 3
}

/// Words as terms are compared: folded, one spelling, no plural.
fn tokens(text: &str) -> Vec<String> {
    let even = |word: &str| {
        let word = folded(word).replace('z', "s");
        let singular = word
            .strip_suffix('s')
            .filter(|stem| 2 < stem.len() && !stem.ends_with('s'));
        singular.map_or_else(|| word.clone(), str::to_owned)
    };
    words(text).map(even).collect()
}

/// Whether the words of a part stand beside each other, however they are joined.
fn stands(tokens: &[String], part: &[String]) -> bool {
    let sought = part.concat();
    (0..tokens.len()).any(|from| begins(&tokens[from..], &sought))
}

/// How often they do.
fn occurrences(tokens: &[String], part: &[String]) -> usize {
    let sought = part.concat();
    (0..tokens.len())
        .filter(|from| begins(&tokens[*from..], &sought))
        .count()
}

fn begins(tokens: &[String], sought: &str) -> bool {
    /// Words that one term may be cut into.
    const MOST: usize = 8;
    let mut left = sought;
    for token in tokens.iter().take(MOST) {
        match left.strip_prefix(token.as_str()) {
            Some("") => return true,
            Some(rest) => left = rest,
            None => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests;
