//! Tables row by row: cells in one line with ` | ` between them, each row set apart from the next
//! as a paragraph is, and each row below a header told what the header says.
//!
//! A table in a cell stays in the cell's line, its rows parted by ` / `.

use jurat_model::{ByteSpan, PartKind, RenditionPart};

use super::super::rendition_builder::{OpenTextRange, RenditionBuilder, one_line};

/// A header longer than this is text, not a header.
const LONGEST_HEADER: usize = 500;

/// The tables that are open, innermost last.
#[derive(Default)]
pub(super) struct TableStack {
    open: Vec<OpenTable>,
}

#[derive(Default)]
struct OpenTable {
    /// What the rows say that are marked as header.
    header: String,
    rows: usize,
    row: Option<OpenTableRow>,
}

struct OpenTableRow {
    part: OpenTextRange,
    cells: usize,
    is_header: bool,
    /// What stands between the last words and the next; a row without words shows nothing.
    owed: String,
}

impl TableStack {
    pub(super) fn begin(&mut self) {
        self.open.push(OpenTable::default());
    }

    pub(super) fn end(&mut self) {
        self.open.pop();
    }

    pub(super) fn begin_row(&mut self, script: &mut RenditionBuilder) {
        script.blank();
        let Some(table) = self.open.last_mut() else { return };
        table.rows += 1;
        let within = script.is_flat() && 1 < table.rows;
        let owed = if within { " / " } else { "" }.to_owned();
        let part =
            script.open(RenditionPart::new(PartKind::Row, ByteSpan { start: 0, end: 0 }));
        table.row = Some(OpenTableRow { part, cells: 0, is_header: false, owed });
    }

    /// The row that is open heads its table.
    pub(super) fn mark_header(&mut self) {
        if let Some(row) = self.open.last_mut().and_then(|table| table.row.as_mut()) {
            row.is_header = true;
        }
    }

    pub(super) fn begin_cell(&mut self, script: &mut RenditionBuilder) {
        if let Some(row) = self.open.last_mut().and_then(|table| table.row.as_mut()) {
            row.cells += 1;
            if 1 < row.cells {
                row.owed.push_str(" | ");
            }
        }
        script.flatten();
    }

    /// Lays down what is owed before words of a cell.
    pub(super) fn before_words(&mut self, script: &mut RenditionBuilder) {
        for row in self.open.iter_mut().filter_map(|table| table.row.as_mut()) {
            if !row.owed.is_empty() {
                script.words(&std::mem::take(&mut row.owed));
            }
        }
    }

    pub(super) fn end_row(&mut self, script: &mut RenditionBuilder) {
        let Some(table) = self.open.last_mut() else { return };
        let Some(row) = table.row.take() else { return };
        let words = one_line(script.so_far(row.part));
        script.close(row.part);
        script.blank();
        if row.is_header {
            let parted = if table.header.is_empty() { "" } else { " / " };
            if table.header.len() + words.len() <= LONGEST_HEADER {
                table.header.push_str(parted);
                table.header.push_str(&words);
            }
        } else if let Some(part) = script.part_mut(row.part) {
            part.title = Some(table.header.clone()).filter(|header| !header.is_empty());
        }
    }
}
