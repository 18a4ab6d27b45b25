//! Words of a paper that speak to whoever reads it by machine, and words that nobody would see.
//!
//! They are never obeyed. A paper about graders may speak of grades: only words that address the
//! reader, or order it in so many words, are orders. What it quotes, shows as an attack, or says
//! to personas of its own is said to somebody else.

mod block_framing;
mod grader_praise;

use jurat_injection::{
    ScreenedTextKind, SentenceOrder, SuspectSpan, asks_reader, is_quoted, opening_address,
    orders, screen,
};
use jurat_model::{
    ByteSpan, EvidenceLocation, LocatedValue, Rendition, SubmissionArtifact, WarningKind,
};
use jurat_text::sentences::sentences;

use self::{
    block_framing::{BlockFraming, table_heads},
    grader_praise::quotes_praise,
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
    let heads = table_heads(&sheet.blocks);
    let placed: Vec<BlockFraming> = sheet
        .blocks
        .iter()
        .zip(heads)
        .enumerate()
        .map(|(number, (block, head))| BlockFraming::of(sheet, (number, head), block))
        .collect();
    let mut found = demanded(sheet, &placed);
    found.extend(praised(sheet, &placed));
    found.extend(suspected(sheet, &hidden));
    found.extend(hidden.iter().filter_map(|span| {
        let words = span.of(sheet.text)?;
        let loud = words.len() < SCAN && asks_reader(words);
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
        let (start, words) = (block.span.start, sheet.words(block));
        let row = block.kind == PaperBlockKind::Row;
        // Whoever a paragraph addresses at its beginning is told all of it.
        let address = opening_address(words).filter(|_| !row).unwrap_or_default();
        for (number, range) in cut(words, row).into_iter().enumerate() {
            let address = if number == 0 { "" } else { address };
            let span = ByteSpan::from(start + range.start..start + range.end);
            let is_ours = |words: &str, order: &SentenceOrder| placed.is_ours(words, order);
            found.extend(ordered(sheet, span, address, is_ours));
        }
    }
    let is_ours = |words: &str, order: &SentenceOrder| !is_quoted(words, order.at);
    found.extend(
        sheet
            .headings
            .iter()
            .filter_map(|head| ordered(sheet, head.span, "", is_ours)),
    );
    found
}

/// The first order of a sentence that is ours, with the words that address whom it is given to.
fn ordered(
    sheet: &PaperLayout<'_>,
    span: ByteSpan,
    address: &str,
    is_ours: impl Fn(&str, &SentenceOrder) -> bool,
) -> Option<(ByteSpan, String)> {
    let words = format!("{address}{}", span.of(sheet.text)?);
    let mut orders = orders(&words, ScreenedTextKind::Paper).into_iter();
    let own = |order: &SentenceOrder| address.len() <= order.at && is_ours(&words, order);
    orders.find(own).map(|order| (span, order.why.in_words().to_owned()))
}

/// Blocks that quote praise of somebody who grades, unless they show what an attacker writes.
fn praised(sheet: &PaperLayout<'_>, placed: &[BlockFraming]) -> Vec<(ByteSpan, String)> {
    let blocks = sheet.blocks.iter().zip(placed);
    let told = blocks.filter(|(block, placed)| {
        let prose = matches!(block.kind, PaperBlockKind::Prose | PaperBlockKind::Item);
        prose && !placed.is_shown() && quotes_praise(sheet.words(block))
    });
    let why = "it quotes a grader's praise, which nobody can look up";
    told.map(|(block, _)| (block.span, why.to_owned())).collect()
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

fn hidden_spans(rendition: &Rendition) -> Vec<ByteSpan> {
    let warnings = rendition.warnings.iter();
    let hidden = warnings.filter(|warning| warning.kind == WarningKind::HiddenText);
    hidden
        .filter_map(|warning| warning.span)
        .filter(|span| span.of(&rendition.text).is_some())
        .collect()
}

/// Hidden words that the screen suspects, be it by its weights alone.
fn suspected(sheet: &PaperLayout<'_>, hidden: &[ByteSpan]) -> Vec<(ByteSpan, String)> {
    if hidden.is_empty() {
        return Vec::new();
    }
    let setting = ScreenedTextKind::Paper;
    let mut suspicions = screen(sheet.text, setting).suspicions;
    suspicions.retain(|one| hidden.iter().any(|span| span.meets(one.span)));
    let told = |one: SuspectSpan| {
        let why = one.why.iter().find(|why| why.decides(setting)).or(one.why.first())?;
        Some((one.span, why.in_words().to_owned()))
    };
    suspicions.into_iter().filter_map(told).collect()
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
            asks_reader(words).then(|| order(&warning.message))
        })
        .take(MOST)
        .collect()
}

#[cfg(test)]
mod addressed_sentences;
#[cfg(test)]
mod labelled_sentences;
#[cfg(test)]
mod tests;
