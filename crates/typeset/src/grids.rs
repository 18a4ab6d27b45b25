//! Cells side by side: how wide columns are, and rows from top to bottom.

use krilla::tagging::{Tag, TagKind};

use crate::{
    TypesetError,
    blocks::{BlockLayout, LEAST_WIDTH, LineArea},
    description::{EdgeStroke, FlowBlock, GridBlock, GridCell, GridColumn, GridRole},
    galley::{PageGalley, PageItem, RepeatedHead},
    tags::TagPlace,
};

/// A row of a table that is not higher stays on one page.
const WHOLE_ROW: f64 = 110.0;

/// The head of a table that is higher is not repeated: it would leave no room for rows.
const MOST_REPEATED: f64 = 120.0;

impl BlockLayout {
    pub(crate) fn grid(
        &mut self,
        galley: &mut PageGalley,
        grid: &GridBlock,
        area: LineArea,
        above: TagPlace,
    ) -> Result<(), TypesetError> {
        let columns = self.columns(grid, area);
        let top = galley.begin(grid.gap);
        let mut tags = GridTags::new(self, grid.role, above);
        let first = galley.slices.len();
        let mut body = None;
        let mut bottom = top;
        for (at, row) in grid.rows.iter().enumerate() {
            let row_top = if at == 0 { top } else { bottom + grid.row_gap };
            if at == grid.head && 0 < at {
                // A head does not stand alone at the foot of a page.
                galley.keep_from(first);
                if let Some(last) = galley.slices.last_mut() {
                    last.keeps_next = true;
                }
                body = Some((galley.slices.len(), row_top));
            }
            let is_head = at < grid.head;
            let cells = tags.row(self, row.len(), is_head);
            bottom = self.row(galley, (grid, row), (&columns, &cells), row_top)?;
            let rule = grid.rules.map(|(head, rest)| if is_head { head } else { rest });
            if let Some(rule) = rule {
                self.rule_row(galley, rule, (area, bottom));
            }
        }
        if let Some((after, body_top)) = body.filter(|(_, body)| body - top <= MOST_REPEATED) {
            galley.repeats.push(RepeatedHead {
                top: body_top,
                bottom,
                height: body_top - top,
                items: unread(galley, first..after, top),
            });
        }
        galley.end(bottom, grid.gap);
        Ok(())
    }

    fn row(
        &mut self,
        galley: &mut PageGalley,
        (grid, row): (&GridBlock, &[GridCell]),
        (columns, tags): (&[LineArea], &[TagPlace]),
        top: f64,
    ) -> Result<f64, TypesetError> {
        let mut cells = Vec::with_capacity(row.len());
        let mut bottom = top;
        for ((cell, column), tag) in row.iter().zip(columns).zip(tags) {
            let mut own = PageGalley::at(top + grid.inset);
            self.blocks(&mut own, cell, *column, *tag)?;
            bottom = bottom.max(own.height());
            cells.push(own);
        }
        let bottom = bottom + grid.inset;
        let first = galley.slices.len();
        galley.take_in(cells, (top, bottom));
        if grid.role == GridRole::Table && bottom - top <= WHOLE_ROW {
            galley.keep_from(first);
        }
        Ok(bottom)
    }

    fn rule_row(
        &mut self,
        galley: &mut PageGalley,
        rule: EdgeStroke,
        (area, bottom): (LineArea, f64),
    ) {
        let item = self.rule(rule, (area.left, bottom), area.width);
        if let Some(last) = galley.slices.last_mut() {
            last.items.push(item);
        }
    }

    /// Where the words of each column stand: columns that fit their words first, and shares of the rest.
    fn columns(&mut self, grid: &GridBlock, area: LineArea) -> Vec<LineArea> {
        let many = grid.columns.len();
        let gaps = grid.column_gap * count(many.saturating_sub(1));
        let room = (area.width - gaps).max(LEAST_WIDTH);
        let shares: f64 = grid.columns.iter().map(|column| share(*column)).sum();
        let sharing = grid.columns.iter().filter(|column| 0.0 < share(**column)).count();
        let fitting: Vec<f64> = (0..many).map(|at| self.fitting_width(grid, at)).collect();
        // Columns that share what is left are left something.
        let kept = (LEAST_WIDTH + 2.0 * grid.inset) * count(sharing);
        let fitting = shrunk(fitting, (room - kept).max(room / 2.0));
        let left = (room - fitting.iter().sum::<f64>()).max(0.0);
        let mut x = area.left;
        let mut columns = Vec::with_capacity(many);
        for (column, fitting) in grid.columns.iter().zip(fitting) {
            let width = match share(*column) {
                0.0 => fitting,
                own => left * own / shares,
            };
            columns.push(LineArea {
                left: x + grid.inset,
                width: (width - 2.0 * grid.inset).max(LEAST_WIDTH.min(width)),
                is_right: *column == GridColumn::FittingRight,
            });
            x += width + grid.column_gap;
        }
        columns
    }

    fn fitting_width(&mut self, grid: &GridBlock, at: usize) -> f64 {
        if 0.0 < share(grid.columns[at]) {
            return 0.0;
        }
        let cells = grid.rows.iter().filter_map(|row| row.get(at));
        let widest = cells.map(|cell| self.widest(cell)).fold(0.0, f64::max);
        // A hair more, so that a line which just fits is not broken.
        widest + 2.0 * grid.inset + 0.05
    }

    fn widest(&mut self, blocks: &[FlowBlock]) -> f64 {
        let widths = blocks.iter().map(|block| match block {
            FlowBlock::Text(text) => self.natural_width(text),
            FlowBlock::Frame(frame) => {
                let inset = frame.look.inset;
                self.widest(&frame.blocks) + inset.left + inset.right
            }
            FlowBlock::Columns { blocks, .. } => self.widest(blocks),
            FlowBlock::Grid(_) => f64::MAX,
            FlowBlock::Rule { .. } => 0.0,
        });
        widths.fold(0.0, f64::max)
    }
}

fn share(column: GridColumn) -> f64 {
    match column {
        GridColumn::Share(share) if share.is_finite() => share.max(0.0),
        _ => 0.0,
    }
}

/// A number of columns as a length can be multiplied by it.
fn count(columns: usize) -> f64 {
    f64::from(u32::try_from(columns).unwrap_or(u32::MAX))
}

/// Widths that fit a room: narrow columns keep theirs, wide ones share what is left.
fn shrunk(mut widths: Vec<f64>, room: f64) -> Vec<f64> {
    if widths.iter().sum::<f64>() <= room {
        return widths;
    }
    let mut sorted: Vec<f64> = widths.iter().copied().filter(|width| 0.0 < *width).collect();
    sorted.sort_by(f64::total_cmp);
    let mut left = room;
    let mut most = 0.0;
    for (at, width) in sorted.iter().enumerate() {
        most = left / count(sorted.len() - at);
        if most < *width {
            break;
        }
        left -= width;
    }
    for width in &mut widths {
        *width = width.min(most);
    }
    widths
}

/// Items that are drawn again, and read only once; their heights from a top.
fn unread(galley: &PageGalley, slices: std::ops::Range<usize>, top: f64) -> Vec<PageItem> {
    let items = galley.slices[slices].iter().flat_map(|slice| &slice.items);
    let again = items.map(|item| PageItem { tag: None, y: item.y - top, ..item.clone() });
    again.collect()
}

/// The tags of a grid, row by row.
struct GridTags {
    role: GridRole,
    whole: TagPlace,
    /// Around rows of the head, and around all others.
    parts: [Option<TagPlace>; 2],
}

impl GridTags {
    fn new(layout: &mut BlockLayout, role: GridRole, above: TagPlace) -> Self {
        let whole = match role {
            GridRole::Table => layout.group(above, Tag::Table),
            GridRole::List { is_numbered } => layout.tags.list(above, Some(is_numbered)),
            GridRole::Terms => layout.tags.list(above, None),
            GridRole::Listing => {
                let paragraph = layout.group(above, Tag::P);
                layout.group(paragraph, Tag::Code)
            }
            GridRole::Plain => above,
        };
        Self { role, whole, parts: [None; 2] }
    }

    /// The tags of a row's cells.
    fn row(&mut self, layout: &mut BlockLayout, many: usize, is_head: bool) -> Vec<TagPlace> {
        match self.role {
            GridRole::Table if is_head => {
                let row = self.table_row(layout, 0, Tag::THead);
                (0..many).map(|_| layout.tags.head_cell(row)).collect()
            }
            GridRole::Table => {
                let row = self.table_row(layout, 1, Tag::TBody);
                (0..many).map(|_| layout.group(row, Tag::TD)).collect()
            }
            GridRole::List { .. } | GridRole::Terms => {
                let item = layout.group(self.whole, Tag::LI);
                let label = layout.group(item, Tag::Lbl);
                let body = layout.group(item, Tag::LBody);
                (0..many).map(|at| if at == 0 { label } else { body }).collect()
            }
            GridRole::Listing | GridRole::Plain => vec![self.whole; many],
        }
    }
    /// A row in its part of a table, which begins with its first row.
    fn table_row(
        &mut self,
        layout: &mut BlockLayout,
        part: usize,
        kind: impl Into<TagKind>,
    ) -> TagPlace {
        let whole = self.whole;
        let part = *self.parts[part].get_or_insert_with(|| layout.group(whole, kind));
        layout.group(part, Tag::TR)
    }
}
