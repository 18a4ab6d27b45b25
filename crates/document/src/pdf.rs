//! Paper: tagged, fit for archives where it is dated, each mark leading to its evidence.

use std::collections::BTreeSet;

use jurat_typeset::{TypesetJob, typeset};

use crate::{
    DocumentError, DocumentRenderer,
    anchors::{AnchorIndex, OutputMedium, PRINTED_LINES},
    escape::visible,
    page_strings::{PageWords, words},
    paper::{PaperReport, is_language},
    tree::{DocumentBlock, DocumentCard, DocumentTree, InlineSpan},
};

pub(super) const RENDERER: DocumentRenderer = DocumentRenderer {
    name: "pdf",
    extension: "pdf",
    media: "application/pdf",
    render,
    template: ("document/pdf", include_str!("pdf.rs")),
};

/// Larger reports are read on a screen.
const MOST_BYTES: usize = 8 << 20;
/// Exhibits that paper shows.
const MOST_EXHIBITS: usize = 200;

fn render(document: &DocumentTree) -> Result<Vec<u8>, DocumentError> {
    let anchors = AnchorIndex::of(document, OutputMedium::Print);
    let mut shown = document.clone();
    let own = words(&document.language);
    let mut left = ExhibitBudget { room: MOST_EXHIBITS, over: 0 };
    shown.blocks = printed(shown.blocks, (&anchors, &own), &mut left);
    let more = match left.over {
        0 => String::new(),
        over => own.more_exhibits.replace("{}", &over.to_string()),
    };
    let mut known = BTreeSet::new();
    ids(&shown.blocks, &mut known);
    let report = PaperReport::of(&shown, (&own, &more), known);
    if MOST_BYTES < report.bytes {
        return Err(DocumentError::TooLong { bytes: report.bytes, most: MOST_BYTES });
    }
    Ok(typeset(TypesetJob {
        title: &report.title,
        language: language(&document.language),
        creator: "jurat",
        // An archive wants a date, and a report has none but the day it is meant for.
        date: document.date.as_deref().and_then(date),
        sheet: &PaperReport::SHEET,
        head: &report.head,
        body: &report.body,
        running: &report.running,
    })?)
}

struct ExhibitBudget {
    room: usize,
    over: usize,
}

/// What paper shows: nothing folded, only exhibits that something leads to, and not too many of them.
fn printed(
    blocks: Vec<DocumentBlock>,
    (anchors, own): (&AnchorIndex, &PageWords),
    left: &mut ExhibitBudget,
) -> Vec<DocumentBlock> {
    let mut shown = Vec::with_capacity(blocks.len());
    for block in blocks {
        match block {
            DocumentBlock::Folded(folded) => {
                shown.extend(printed(folded.instead, (anchors, own), left));
            }
            DocumentBlock::Section(mut section) => {
                section.blocks = printed(section.blocks, (anchors, own), left);
                shown.push(DocumentBlock::Section(section));
            }
            DocumentBlock::Card(card) if card.exhibit => {
                if !anchors.shows(&card) {
                    continue;
                }
                if left.room == 0 {
                    left.over += 1;
                    continue;
                }
                left.room -= 1;
                shown.push(DocumentBlock::Card(card));
            }
            DocumentBlock::Card(DocumentCard { blocks, .. }) if blocks.is_empty() => {}
            DocumentBlock::Card(mut card) => {
                card.blocks = printed(card.blocks, (anchors, own), left);
                shown.push(DocumentBlock::Card(card));
            }
            DocumentBlock::Code(mut code) => {
                let more = own.more_lines(code.lines.len());
                code.lines.truncate(PRINTED_LINES);
                code.lines = code.lines.iter().map(|line| visible(line)).collect();
                shown.push(DocumentBlock::Code(code));
                if !more.is_empty() {
                    shown.push(DocumentBlock::Paragraph {
                        words: vec![InlineSpan::Quiet { words: more }],
                    });
                }
            }
            DocumentBlock::Source { stretches, .. } if stretches.is_empty() => {}
            other => shown.push(other),
        }
    }
    shown
}

/// What links can lead to.
fn ids(blocks: &[DocumentBlock], known: &mut BTreeSet<String>) {
    for block in blocks {
        match block {
            DocumentBlock::Section(section) => {
                known.insert(section.id.clone());
                ids(&section.blocks, known);
            }
            DocumentBlock::Card(card) => {
                known.insert(card.id.clone());
                ids(&card.blocks, known);
            }
            DocumentBlock::List(list) => {
                known.extend(list.items.iter().filter_map(|item| item.id.clone()));
            }
            _ => {}
        }
    }
}

/// A code that readers take; anything else is read as English.
fn language(code: &str) -> &str {
    if is_language(code) { code } else { "en" }
}

/// `2026-01-09` in numbers; nothing where no calendar has it.
fn date(day: &str) -> Option<[u16; 3]> {
    let mut parts = day.splitn(3, '-').map(|part| part.parse().ok());
    let [year, month, day] = [parts.next()??, parts.next()??, parts.next()??];
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    ((1..=9999).contains(&year) && (1..=last).contains(&day)).then_some([year, month, day])
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn only_days_of_the_calendar_date_a_report() {
        for (given, day) in [
            ("2026-03-01", Some([2026, 3, 1])),
            ("2024-02-29", Some([2024, 2, 29])),
            ("2026-02-29", None),
            ("2026-04-31", None),
            ("2026-13-01", None),
            ("0000-01-01", None),
            ("soon", None),
        ] {
            assert_eq!(date(given), day, "{given}");
        }
    }
}
