//! How far reading and embedding have come: a bar on a terminal, and elsewhere a line now and then.

use std::{
    cell::{OnceCell, RefCell},
    time::{Duration, Instant},
};

use indicatif::{HumanBytes, ProgressBar, ProgressStyle};
use jurat_intake::{IntakeEvent, IntakeListener};

use crate::{
    output::{self, CliOutput},
    signal,
};

const READING: &str =
    "{bar:20} {bytes}/{total_bytes} {binary_bytes_per_sec} {eta} left  {wide_msg}";
const INDEXING: &str = "{spinner} indexing: {pos} documents, {per_sec}";

const EMBEDDING: &str = "{bar:20} embedding: {pos}/{len} passages, {per_sec}, {eta} left";
/// How often a line is written where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// Shows how far an intake is, and ends it on Ctrl-C.
pub(crate) struct IngestProgress {
    out: CliOutput,
    /// There since files were found.
    bar: OnceCell<IngestProgressBar>,
}

impl IngestProgress {
    pub(crate) const fn new(out: CliOutput) -> Self {
        Self { out, bar: OnceCell::new() }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish();
        }
    }
}

impl IntakeListener for IngestProgress {
    fn hear(&self, event: IntakeEvent<'_>) {
        match event {
            IntakeEvent::Notice(notice) => self.out.note(&notice.to_string()),
            IntakeEvent::Found { bytes } => {
                self.bar.get_or_init(|| IngestProgressBar::start(self.out, bytes));
            }
            later => {
                if let Some(bar) = self.bar.get() {
                    bar.hear(later);
                }
            }
        }
    }

    fn is_stopped(&self) -> bool {
        signal::pressed()
    }
}

/// Where progress is shown.
enum IngestProgressBar {
    /// On a terminal.
    Drawn(ProgressBar),
    /// In lines.
    Told(CliOutput, RefCell<ToldProgress>),
    /// To nobody.
    Silent,
}

/// Reading or embedding, as told in lines.
struct ToldProgress {
    what: ToldWork,
    began: Instant,
    last: Instant,
    done: u64,
    total: u64,
}

/// What is counted.
#[derive(Clone, Copy)]
enum ToldWork {
    /// Bytes of files.
    Reading,
    /// Documents; how many there will be is not known.
    Indexing,
    /// Passages.
    Embedding,
}

impl IngestProgressBar {
    fn start(out: CliOutput, bytes: u64) -> Self {
        if out.json || out.quiet {
            return Self::Silent;
        }
        if !out.draws() {
            return Self::Told(out, RefCell::new(ToldProgress::new(ToldWork::Reading, bytes)));
        }
        let bar = output::drawn(ProgressBar::new(bytes).with_style(style(READING)));
        bar.enable_steady_tick(Duration::from_millis(120));
        Self::Drawn(bar)
    }

    fn hear(&self, event: IntakeEvent<'_>) {
        match event {
            IntakeEvent::Notice(_) | IntakeEvent::Found { .. } => {}
            IntakeEvent::Reading { file } => self.at(file),
            IntakeEvent::Read { bytes } => self.done(bytes),
            IntakeEvent::Indexing => self.indexing(),
            IntakeEvent::Indexed => self.tick(),
            IntakeEvent::Embedding { passages } => self.embedding(passages),
            IntakeEvent::Embedded { passages } => self.done(passages),
        }
    }

    fn at(&self, name: &str) {
        self.with(|bar| output::label(bar, name));
    }

    /// So many bytes were read, or passages embedded.
    fn done(&self, count: u64) {
        self.with(|bar| bar.inc(count));
        self.tell(count);
    }

    /// Says how far it is after so many more, if it is time to.
    fn tell(&self, more: u64) {
        if let Self::Told(out, told) = self
            && let Some(line) = told.borrow_mut().line(more)
        {
            out.note(&line);
        }
    }

    /// From here on something else is counted.
    fn turn_to(&self, what: ToldWork, total: u64) {
        if let Self::Told(_, told) = self {
            *told.borrow_mut() = ToldProgress::new(what, total);
        }
    }

    /// From here on documents are counted.
    fn indexing(&self) {
        self.with(|bar| {
            bar.reset();
            bar.set_style(style(INDEXING));
        });
        self.turn_to(ToldWork::Indexing, 0);
    }

    /// From here on passages are counted, so many in all.
    fn embedding(&self, total: u64) {
        self.with(|bar| {
            bar.reset();
            bar.set_length(total);
            bar.set_style(style(EMBEDDING));
        });
        self.turn_to(ToldWork::Embedding, total);
    }

    fn tick(&self) {
        self.with(|bar| bar.inc(1));
        self.tell(1);
    }

    fn finish(&self) {
        self.with(output::cleared);
    }

    fn with(&self, act: impl FnOnce(&ProgressBar)) {
        if let Self::Drawn(bar) = self {
            act(bar);
        }
    }
}

impl ToldProgress {
    fn new(what: ToldWork, total: u64) -> Self {
        let now = Instant::now();
        Self { what, began: now, last: now, done: 0, total }
    }

    /// What to say after so many more, if it is time to say anything.
    fn line(&mut self, more: u64) -> Option<String> {
        self.done += more;
        if self.last.elapsed() < EVERY {
            return None;
        }
        self.last = Instant::now();
        Some(sentence(self.what, (self.done, self.total), self.began.elapsed()))
    }
}

fn sentence(what: ToldWork, (done, total): (u64, u64), spent: Duration) -> String {
    let left = || time_left((done, total), spent);
    match what {
        ToldWork::Reading => {
            let (done, total) = (HumanBytes(done), HumanBytes(total));
            format!("reading: {done} of {total}, about {} left", left())
        }
        ToldWork::Indexing => format!("indexing: {done} documents"),
        ToldWork::Embedding => {
            format!("embedding: {done} of {total} passages, about {} left", left())
        }
    }
}

fn time_left((done, total): (u64, u64), spent: Duration) -> String {
    let left = u128::from(total.saturating_sub(done));
    let seconds = spent.as_millis() * left / u128::from(done.max(1)) / 1000;
    if 120 <= seconds {
        format!("{} minutes", seconds.div_ceil(60))
    } else {
        format!("{seconds} seconds")
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_much_is_left() {
        for (what, counts, spent, expected) in [
            (
                ToldWork::Embedding,
                (500, 1500),
                10,
                "embedding: 500 of 1500 passages, about 20 seconds left",
            ),
            (
                ToldWork::Embedding,
                (100, 10_000),
                10,
                "embedding: 100 of 10000 passages, about 17 minutes left",
            ),
            (
                ToldWork::Embedding,
                (0, 3),
                10,
                "embedding: 0 of 3 passages, about 30 seconds left",
            ),
            (
                ToldWork::Reading,
                (1 << 20, 3 << 20),
                10,
                "reading: 1.00 MiB of 3.00 MiB, about 20 seconds left",
            ),
            (ToldWork::Indexing, (7, 0), 10, "indexing: 7 documents"),
        ] {
            assert_eq!(sentence(what, counts, Duration::from_secs(spent)), expected);
        }
    }
}
