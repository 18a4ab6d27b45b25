//! Lines of a report: how many a part has, and what is cut where a tier has room for fewer.

use jurat_document::{DocumentBlock, DocumentSection, InlineSpan, quiet};

/// A part of the report, and whether it may be cut.
#[derive(Debug, Clone)]
pub(super) struct ReportPart {
    pub(super) section: DocumentSection,
    /// The part with the most is cut first; nothing for what is never cut.
    pub(super) cut: Option<u8>,
}

/// Characters of a line.
const WIDTH: usize = 80;

/// The sections that a report of so many lines has, and which were shortened.
pub(super) fn within(
    mut parts: Vec<ReportPart>,
    most: usize,
) -> (Vec<DocumentSection>, Vec<String>) {
    let mut shortened = Vec::new();
    loop {
        let all: usize = parts.iter().map(|it| lines(&it.section.blocks) + 2).sum();
        let over = all.saturating_sub(most);
        let next = parts
            .iter()
            .enumerate()
            .filter_map(|(at, it)| Some((it.cut?, at)))
            .max();
        let (true, Some((_, at))) = (0 < over, next) else { break };
        let Some(part) = parts.get_mut(at) else { break };
        shortened.push(part.section.title.clone());
        part.cut = None;
        let room = lines(&part.section.blocks).saturating_sub(over + 1);
        part.section.blocks = shorten(std::mem::take(&mut part.section.blocks), room);
        part.section.blocks.push(DocumentBlock::Paragraph {
            words: vec![quiet("Shortened; the rest is in the report's JSON.")],
        });
    }
    (parts.into_iter().map(|it| it.section).collect(), shortened)
}

/// As much from the top as there is room for; rows of tables and items of lists go one by one.
fn shorten(blocks: Vec<DocumentBlock>, mut room: usize) -> Vec<DocumentBlock> {
    let mut kept = Vec::new();
    for block in blocks {
        let has = lines(std::slice::from_ref(&block));
        if has <= room {
            room -= has;
            kept.push(block);
            continue;
        }
        match block {
            DocumentBlock::Table(mut table) if 3 < room => {
                table.rows.truncate(room - 3);
                kept.push(DocumentBlock::Table(table));
            }
            DocumentBlock::List(mut list) if 1 < room => {
                list.items.truncate(room);
                kept.push(DocumentBlock::List(list));
            }
            DocumentBlock::Section(mut section) if 3 < room => {
                section.blocks = shorten(section.blocks, room - 2);
                kept.push(DocumentBlock::Section(section));
            }
            _ => {}
        }
        break;
    }
    kept
}

/// Lines by the rule of reports: a heading has two, a table its rows, its head and two, words wrap at 80.
pub(super) fn lines(blocks: &[DocumentBlock]) -> usize {
    let of = |block: &DocumentBlock| match block {
        DocumentBlock::Section(section) => 2 + lines(&section.blocks),
        DocumentBlock::Paragraph { words } | DocumentBlock::Callout { words } => wrapped(words),
        DocumentBlock::List(list) => list.items.iter().map(|it| wrapped(&it.words)).sum(),
        DocumentBlock::Pairs { rows } => rows.iter().map(|(_, words)| wrapped(words)).sum(),
        DocumentBlock::Table(table) => table.rows.len() + 3,
        DocumentBlock::Card(card) => 2 + lines(&card.blocks),
        DocumentBlock::Folded(folded) => lines(&folded.instead),
        DocumentBlock::Code(code) => code.lines.len(),
        _ => 1,
    };
    blocks.iter().map(of).sum()
}

fn wrapped(words: &[InlineSpan]) -> usize {
    let letters = |span: &InlineSpan| match span {
        InlineSpan::Text { words }
        | InlineSpan::Strong { words }
        | InlineSpan::Quiet { words }
        | InlineSpan::Cite { words }
        | InlineSpan::Code { words }
        | InlineSpan::Toned { words, .. }
        | InlineSpan::Chip { words, .. }
        | InlineSpan::Link { words, .. }
        | InlineSpan::File { words, .. } => words.chars().count(),
        InlineSpan::Break => WIDTH,
        InlineSpan::Scale(_) => 12,
    };
    words.iter().map(letters).sum::<usize>().div_ceil(WIDTH).max(1)
}

#[cfg(test)]
mod tests {
    use jurat_document::{DocumentBlock, DocumentSection, plain};

    use super::{ReportPart, lines, within};

    fn part(title: &str, rows: usize, cut: Option<u8>) -> ReportPart {
        let items = (0..rows).map(|it| vec![plain(format!("row {it}"))]).collect();
        ReportPart {
            section: DocumentSection::new(title, title, DocumentBlock::bullets(items)),
            cut,
        }
    }

    #[test]
    fn what_may_be_cut_is_cut_in_its_order_and_the_rest_is_not() {
        let parts = vec![
            part("decision", 60, None),
            part("timeline", 40, Some(2)),
            part("map", 40, Some(3)),
        ];
        let (whole, none) = within(parts.clone(), 200);
        assert_eq!((lines(&whole[1].blocks), none.len()), (40, 0));
        let (cut, shortened) = within(parts.clone(), 120);
        assert_eq!(shortened, ["map"]);
        assert_eq!(lines(&cut[0].blocks), 60);
        assert!(cut.iter().map(|it| lines(&it.blocks) + 2).sum::<usize>() <= 120);
        let (cut, shortened) = within(parts, 30);
        assert_eq!(shortened, ["map", "timeline"]);
        assert_eq!(lines(&cut[0].blocks), 60);
    }
}
