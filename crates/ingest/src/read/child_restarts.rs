//! A document read by one child after another: where one dies, the next goes on after that page.

use std::time::Instant;

use jurat_model::{ReaderIdentity, Rendition, RenditionWarning, WarningKind};

use super::ReadOutcome;
use crate::{
    ChildLauncher, ChildUsage, FileLimits, ReadRefusal, RefusalKind,
    formats::{DocumentFormat, ReaderInput, ReaderOutput},
    sandbox::{self, ChildReadResult},
};

/// How many children one document may cost.
const CHILDREN: u32 = 8;

/// Reads a document. A child's death costs the page it died on.
pub(super) fn read_with_restarts(
    launcher: &ChildLauncher,
    format: &DocumentFormat,
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> ReadOutcome {
    let mut read = ChildReadProgress {
        pieces: Vec::new(),
        next: 0,
        of: None,
        died: None,
        usage: ChildUsage::default(),
    };
    let end = read.run(launcher, format, input);
    let ChildReadProgress { pieces, died, usage, .. } = read;
    pieces.into_iter().for_each(hand_out);
    ReadOutcome { end, died, usage }
}
const fn deadly(kind: RefusalKind) -> bool {
    matches!(kind, RefusalKind::TimedOut | RefusalKind::OutOfMemory | RefusalKind::Crashed)
}

/// What is left for the next child; whether that is anything.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "seconds fit")]
fn spend(whole: &FileLimits, left: &mut FileLimits, usage: ChildUsage, began: Instant) -> bool {
    left.cpu_seconds = whole.cpu_seconds.saturating_sub(usage.cpu_seconds.ceil() as u64);
    left.wall_seconds = whole.wall_seconds.saturating_sub(began.elapsed().as_secs());
    0 < left.cpu_seconds && 0 < left.wall_seconds
}

struct ChildReadProgress {
    pieces: Vec<ReaderOutput>,
    /// The page that comes next.
    next: u32,
    /// How many there are, once a child could open the document.
    of: Option<u32>,
    /// Why the first child that died did.
    died: Option<ReadRefusal>,
    usage: ChildUsage,
}

impl ChildReadProgress {
    /// Starts children until the document is read, or cannot be.
    fn run(
        &mut self,
        launcher: &ChildLauncher,
        format: &DocumentFormat,
        input: &ReaderInput<'_>,
    ) -> Result<(), ReadRefusal> {
        let began = Instant::now();
        let mut left = *input.limits;
        // One for all of them: else each could have us keep as much as the first.
        let mut budget = sandbox::frames_limit(input.limits);
        loop {
            let again = ReaderInput { limits: &left, first_page: self.next, ..*input };
            let run = sandbox::read_in_child(launcher, format.name, &again, &mut budget);
            let Err(refusal) = self.take(run) else { return Ok(()) };
            let room = spend(input.limits, &mut left, self.usage, began);
            let more = self.usage.children < CHILDREN && room;
            let Some(of) = self.of.filter(|of| deadly(refusal.kind) && self.next < *of) else {
                return Err(refusal);
            };
            let last = if more { self.next + 1 } else { of };
            self.give_up(last, of, &refusal);
            if last == of {
                return Ok(());
            }
        }
    }

    fn take(&mut self, run: ChildReadResult) -> Result<(), ReadRefusal> {
        self.usage = self.usage.plus(run.usage);
        for piece in run.pieces {
            match &piece {
                ReaderOutput::Pages { of } => self.of = Some(*of),
                // A child that goes back, or beyond the end, would have us start for ever.
                ReaderOutput::Page { number, .. } if *number < self.next => continue,
                ReaderOutput::Page { number, .. } => self.next = number.saturating_add(1),
                _ => {}
            }
            self.pieces.push(piece);
        }
        run.end
    }

    /// Pages up to `last` stay unread, for this reason.
    fn give_up(&mut self, last: u32, of: u32, refusal: &ReadRefusal) {
        let reader = ReaderIdentity {
            name: String::new(),
            version: 0,
            options: String::new(),
        };
        let mut rendition = Rendition::plain(reader, String::new());
        let pages = if last == self.next + 1 {
            format!("page {last}")
        } else {
            format!("pages {} to {last}", self.next + 1)
        };
        rendition.warnings.push(RenditionWarning {
            kind: WarningKind::PartUnreadable,
            span: None,
            message: format!("{pages} could not be read: {}", refusal.message),
        });
        self.pieces
            .push(ReaderOutput::Page { number: last - 1, of, rendition });
        self.died.get_or_insert_with(|| refusal.clone());
        self.next = last;
    }
}
