//! Where words stand: in quotes, in a block that is shown as an example, among the prompts of the
//! work itself. What is shown there was said to somebody else.

use jurat_injection::{SentenceOrder, is_quoted};

use crate::detect::paper::{
    folded_words::{has, spaced},
    layout::{PaperBlock, PaperBlockKind, PaperLayout},
};

jurat_text::word_lists! {
    "block_framing" [en, fr, pt, de, es];

    /// Words that show what comes next as something said elsewhere.
    static SHOWN_AS;

    /// Words that show it as something that an attacker writes.
    static ATTACKS;

    /// Who a prompt of such a work speaks to.
    static PERSONAS;
}

/// How the words of a block are set.
pub(super) struct BlockFraming {
    /// Introduced as something that an attacker writes.
    attack: bool,
    /// Introduced as an example, a prompt, a rubric.
    shown: bool,
    /// Set off, and shown so or said to a persona of the work.
    prompt: bool,
    row: RowFraming,
}

/// How a block is a row of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowFraming {
    None,
    Plain,
    /// The head names prompts, or the row is said to a persona.
    OfPrompts,
}

impl BlockFraming {
    /// The setting of a block by its number, with that of the head of its table.
    pub(super) fn of(
        sheet: &PaperLayout<'_>,
        (number, head): (usize, usize),
        block: &PaperBlock,
    ) -> Self {
        let lead = block.lead.and_then(|lead| lead.of(sheet.text));
        let before = number.checked_sub(1).and_then(|before| sheet.blocks.get(before));
        // What stands right before, in the same section, may lead into it without a colon.
        let before = before
            .filter(|before| before.heading == block.heading)
            .map(|before| tail(sheet.words(before)));
        let near = spaced(&[lead.unwrap_or_default(), before.unwrap_or_default()].join(" "));
        let section = spaced(sheet.section(block));
        let own = sheet.words(block);
        let item = block.kind == PaperBlockKind::Item && lead.is_some();
        let off = matches!(block.kind, PaperBlockKind::Code(_)) || own.starts_with('>');
        let shown = has(&near, &SHOWN_AS) || has(&section, &SHOWN_AS) && off;
        Self {
            attack: (off || item) && (has(&near, &ATTACKS) || has(&section, &ATTACKS)),
            shown,
            prompt: off && (shown || has(&spaced(own), &PERSONAS)),
            row: RowFraming::of(sheet, head, block),
        }
    }

    /// Whether it is introduced as something that an attacker writes, or as an example.
    pub(super) const fn is_shown(&self) -> bool {
        self.attack || self.shown
    }

    /// Whether an order there is given to us. One that names our work is given to us even among
    /// prompts, and one to whoever grades even in a table of them.
    pub(super) fn is_ours(&self, sentence: &str, order: &SentenceOrder) -> bool {
        // The other cells of a row say what is quoted in one.
        let cited = self.row != RowFraming::None
            && sentence.trim_start().starts_with(['"', '“', '«', '„']);
        let listed = (self.row == RowFraming::OfPrompts || cited) && !order.why.is_to_grader();
        if self.attack || listed || is_quoted(sentence, order.at) {
            return false;
        }
        !self.prompt || order.names_work && !self.shown
    }
}

impl RowFraming {
    fn of(sheet: &PaperLayout<'_>, head: usize, block: &PaperBlock) -> Self {
        const FIRST: usize = 400;
        if block.kind != PaperBlockKind::Row {
            return Self::None;
        }
        let head = sheet.blocks.get(head).map_or("", |head| sheet.words(head));
        let head = &head[..head.floor_char_boundary(FIRST.min(head.len()))];
        let prompts =
            has(&spaced(head), &SHOWN_AS) || has(&spaced(sheet.words(block)), &PERSONAS);
        if prompts { Self::OfPrompts } else { Self::Plain }
    }
}

/// Of each block the first row of the table that it belongs to; itself where it is in none.
pub(super) fn table_heads(blocks: &[PaperBlock]) -> Vec<usize> {
    let mut heads: Vec<usize> = Vec::with_capacity(blocks.len());
    for (number, block) in blocks.iter().enumerate() {
        let above = number.checked_sub(1).filter(|above| {
            block.kind == PaperBlockKind::Row && blocks[*above].kind == PaperBlockKind::Row
        });
        heads.push(above.map_or(number, |above| heads[above]));
    }
    heads
}

/// The last words of a block.
fn tail(words: &str) -> &str {
    const LAST: usize = 240;
    &words[words.ceil_char_boundary(words.len().saturating_sub(LAST))..]
}
