//! A document read by one child after another: where one dies, the next goes on after that page.

use std::time::Instant;

use jurat_model::{Reader, Rendition, Warning, WarningKind};

use super::ReadOutcome;
use crate::{
    Launcher, Limits, Refusal, RefusalKind, Usage,
    formats::{Format, Input, Piece},
    sandbox::{self, Run},
};

/// How many children one document may cost.
const CHILDREN: u32 = 8;

/// Reads a document. A child's death costs the page it died on.
pub(super) fn read(launcher: &Launcher, format: &Format, input: &Input<'_>) -> ReadOutcome {
    let began = Instant::now();
    let mut left = *input.limits;
    // One for all of them: else each could have us keep as much as the first.
    let mut budget = sandbox::frames_limit(input.limits);
    let mut read = Sofar {
        pieces: Vec::new(),
        next: 0,
        of: None,
        died: None,
        usage: Usage::default(),
    };
    loop {
        let again = Input { limits: &left, first_page: read.next, ..*input };
        let run = sandbox::read_in_child(launcher, format.name, &again, &mut budget);
        let end = read.take(run);
        let Err(refusal) = end else {
            return read.finish(Ok(()));
        };
        let room = spend(input.limits, &mut left, read.usage, began);
        let more = read.usage.children < CHILDREN && room;
        let Some(of) = read.of.filter(|of| deadly(refusal.kind) && read.next < *of) else {
            return read.finish(Err(refusal));
        };
        let last = if more { read.next + 1 } else { of };
        read.give_up(last, of, &refusal);
        if last == of {
            return read.finish(Ok(()));
        }
    }
}

const fn deadly(kind: RefusalKind) -> bool {
    matches!(kind, RefusalKind::TimedOut | RefusalKind::OutOfMemory | RefusalKind::Crashed)
}

/// What is left for the next child; whether that is anything.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "seconds fit")]
fn spend(whole: &Limits, left: &mut Limits, usage: Usage, began: Instant) -> bool {
    left.cpu_seconds = whole.cpu_seconds.saturating_sub(usage.cpu_seconds.ceil() as u64);
    left.wall_seconds = whole.wall_seconds.saturating_sub(began.elapsed().as_secs());
    0 < left.cpu_seconds && 0 < left.wall_seconds
}

struct Sofar {
    pieces: Vec<Piece>,
    /// The page that comes next.
    next: u32,
    /// How many there are, once a child could open the document.
    of: Option<u32>,
    /// Why the first child that died did.
    died: Option<Refusal>,
    usage: Usage,
}

impl Sofar {
    fn take(&mut self, run: Run) -> Result<(), Refusal> {
        self.usage = self.usage.plus(run.usage);
        for piece in run.pieces {
            match &piece {
                Piece::Pages { of } => self.of = Some(*of),
                // A child that goes back, or beyond the end, would have us start for ever.
                Piece::Page { number, .. } if *number < self.next => continue,
                Piece::Page { number, .. } => self.next = number.saturating_add(1),
                _ => {}
            }
            self.pieces.push(piece);
        }
        run.end
    }

    /// Pages up to `last` stay unread, for this reason.
    fn give_up(&mut self, last: u32, of: u32, refusal: &Refusal) {
        let reader = Reader {
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
        rendition.warnings.push(Warning {
            kind: WarningKind::PartUnreadable,
            span: None,
            message: format!("{pages} could not be read: {}", refusal.message),
        });
        self.pieces.push(Piece::Page { number: last - 1, of, rendition });
        self.died.get_or_insert_with(|| refusal.clone());
        self.next = last;
    }

    fn finish(self, end: Result<(), Refusal>) -> ReadOutcome {
        ReadOutcome {
            pieces: self.pieces,
            end,
            died: self.died,
            usage: self.usage,
        }
    }
}
