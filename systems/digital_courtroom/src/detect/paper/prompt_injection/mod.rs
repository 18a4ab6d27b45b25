//! Words of a paper that speak to whoever reads it by machine, and words that nobody would see.
//!
//! They are never obeyed. A paper about graders may speak of grades: only words that address the
//! reader, or order it in so many words, are orders. What it quotes, shows as an attack, or says
//! to personas of its own is said to somebody else.

mod block_framing;
mod grading_demand;
mod lexicon;

use jurat_model::{
    ByteSpan, EvidenceLocation, LocatedValue, Rendition, SubmissionArtifact, WarningKind,
};
use jurat_text::{fold::undisguised, sentences::sentences};
use jurat_verify::injection::{InjectionReason, ScreenedTextKind, SuspectSpan, screen};

use self::{
    block_framing::{BlockFraming, is_quoted},
    grading_demand::{demands, wants},
};
use super::layout::{PaperBlockKind, PaperLayout};
use crate::model::InjectedInstruction;

/// Orders that are kept.
const MOST: usize = 64;
/// The most characters of one that are shown.
const SHOWN: usize = 400;
/// Hidden words beyond this are a scan with its text under it: only real orders count there.
const SCAN: usize = 2_000;

/// In the order of the text, those without a place last.
pub(super) fn facts(
    sheet: &PaperLayout<'_>,
    rendition: &Rendition,
) -> Vec<LocatedValue<InjectedInstruction>> {
    let hidden = hidden_spans(rendition);
    let placed: Vec<BlockFraming> = sheet
        .blocks
        .iter()
        .enumerate()
        .map(|(number, block)| BlockFraming::of(sheet, number, block))
        .collect();
    let mut found = demanded(sheet, &placed);
    let screened = screen(sheet.text, ScreenedTextKind::Passage).suspicions;
    let screened = screened.iter().filter_map(|one| suspected(one, &hidden));
    found.extend(screened.filter(|(span, _)| {
        hidden.iter().any(|unseen| unseen.meets(*span)) || is_said_to_us(sheet, &placed, *span)
    }));
    found.extend(hidden.iter().filter_map(|span| {
        let words = span.of(sheet.text)?;
        let loud = words.len() < SCAN && wants(&undisguised(words));
        loud.then(|| (*span, "words that nobody would see ask for something".to_owned()))
    }));
    let mut orders = located(sheet, &hidden, found);
    orders.extend(unplaced(sheet, rendition));
    orders.truncate(MOST);
    orders
}

/// Sentences of blocks and headings that give an order to us.
fn demanded(sheet: &PaperLayout<'_>, placed: &[BlockFraming]) -> Vec<(ByteSpan, String)> {
    let mut found = Vec::new();
    for (block, placed) in sheet.blocks.iter().zip(placed) {
        let text = sheet.words(block);
        for range in cut(text, block.kind == PaperBlockKind::Row) {
            let words = undisguised(&text[range.clone()]);
            let mut orders = demands(&words).into_iter();
            let order = orders.find(|order| placed.is_ours(&words, order.at, order.of_this));
            found.extend(order.map(|order| {
                let start = block.span.start;
                (ByteSpan::from(start + range.start..start + range.end), order.why.to_owned())
            }));
        }
    }
    let heading = |span: ByteSpan| {
        let words = undisguised(span.of(sheet.text).unwrap_or_default());
        let mut orders = demands(&words).into_iter();
        let order = orders.find(|order| !is_quoted(&words, order.at))?;
        Some((span, order.why.to_owned()))
    };
    found.extend(sheet.headings.iter().filter_map(|head| heading(head.span)));
    found
}

/// Sentences, or the cells of a row.
fn cut(text: &str, row: bool) -> Vec<std::ops::Range<usize>> {
    if !row {
        return sentences(text).into_iter().map(|sentence| sentence.range).collect();
    }
    let mut start = 0;
    let cells = text.split('|').map(|cell| {
        let range = start..start + cell.len();
        start += cell.len() + 1;
        range
    });
    cells.collect()
}

/// Whether suspicious words stand where the paper speaks for itself.
fn is_said_to_us(sheet: &PaperLayout<'_>, placed: &[BlockFraming], span: ByteSpan) -> bool {
    let next = sheet.blocks.partition_point(|block| block.span.start <= span.start);
    let Some(number) = next.checked_sub(1) else { return true };
    let block = &sheet.blocks[number];
    if !block.span.meets(span) {
        return true;
    }
    let text = sheet.words(block);
    let at = span.start.saturating_sub(block.span.start);
    let sentence = sentences(text).into_iter().find(|one| at < one.range.end);
    let sentence = sentence.map_or(0..text.len(), |one| one.range);
    let at = at.saturating_sub(sentence.start);
    // The words may begin with the mark that quotes them.
    let words = &text[sentence];
    let inside = words[at.min(words.len())..].find(char::is_alphanumeric).unwrap_or(0) + at;
    placed[number].is_ours(words, inside, false)
}

fn hidden_spans(rendition: &Rendition) -> Vec<ByteSpan> {
    let warnings = rendition.warnings.iter();
    let hidden = warnings.filter(|warning| warning.kind == WarningKind::HiddenText);
    hidden
        .filter_map(|warning| warning.span)
        .filter(|span| span.of(&rendition.text).is_some())
        .collect()
}

/// A suspicion with a rule behind it; the weights alone count only where the words are hidden.
fn suspected(one: &SuspectSpan, hidden: &[ByteSpan]) -> Option<(ByteSpan, String)> {
    let sure = |why: &&InjectionReason| {
        !matches!(
            why,
            InjectionReason::Learned | InjectionReason::GivesRole | InjectionReason::ForgedMark
        )
    };
    let unseen = hidden.iter().any(|span| span.meets(one.span));
    let why = one
        .why
        .iter()
        .find(sure)
        .or_else(|| one.why.first().filter(|_| unseen))?;
    Some((one.span, why.in_words().to_owned()))
}

/// Each place once; what is within another belongs to it.
fn located(
    sheet: &PaperLayout<'_>,
    hidden: &[ByteSpan],
    mut found: Vec<(ByteSpan, String)>,
) -> Vec<LocatedValue<InjectedInstruction>> {
    found.sort_by_key(|(span, _)| (span.start, usize::MAX - span.end));
    let mut kept: Vec<(ByteSpan, String)> = Vec::new();
    for (span, why) in found {
        match kept.last_mut() {
            Some((last, said)) if last.meets(span) => {
                last.end = last.end.max(span.end);
                if !said.contains(&why) {
                    said.push_str("; ");
                    said.push_str(&why);
                }
            }
            _ => kept.push((span, why)),
        }
    }
    let order = |(span, why): (ByteSpan, String)| {
        let words = span.of(sheet.text).unwrap_or_default();
        let words = words.chars().take(SHOWN).collect();
        let hidden = hidden.iter().any(|unseen| unseen.meets(span));
        sheet.located(InjectedInstruction { words, why, hidden }, span)
    };
    kept.into_iter().take(MOST).map(order).collect()
}

/// Hidden words that the reader could not place in the text are told in its warning.
fn unplaced(
    sheet: &PaperLayout<'_>,
    rendition: &Rendition,
) -> Vec<LocatedValue<InjectedInstruction>> {
    let warnings = rendition.warnings.iter();
    let hidden = warnings
        .filter(|warning| warning.kind == WarningKind::HiddenText && warning.span.is_none());
    let order = |message: &str| LocatedValue {
        value: InjectedInstruction {
            words: message.chars().take(SHOWN).collect(),
            why: "words that nobody would see ask for something".to_owned(),
            hidden: true,
        },
        at: EvidenceLocation::to(SubmissionArtifact::Docs, sheet.name),
        snippet: String::new(),
    };
    hidden
        .filter_map(|warning| {
            let words = warning.message.split_once(": ").map_or("", |(_, words)| words);
            wants(&undisguised(words)).then(|| order(&warning.message))
        })
        .take(MOST)
        .collect()
}

#[cfg(test)]
mod labelled_sentences;
#[cfg(test)]
mod tests;
