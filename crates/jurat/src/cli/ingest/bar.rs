//! How far reading has come: bytes, rate and remaining time, on a terminal only.

use std::time::Duration;

use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use jurat_ingest::Entry;

use crate::output::Out;

const READING: &str =
    "{bar:20} {bytes}/{total_bytes} {binary_bytes_per_sec} {eta} left  {wide_msg}";
const INDEXING: &str = "{spinner} indexing: {pos} documents, {per_sec}";

const EMBEDDING: &str = "{spinner} embedding: {pos} passages, {per_sec}";

/// A bar, or nothing where nobody looks.
pub(super) struct Bar(Option<ProgressBar>);

impl Bar {
    pub(super) fn start(out: Out, files: &[Entry]) -> Self {
        if out.json || out.quiet || !Term::stderr().is_term() {
            return Self(None);
        }
        let bytes = files.iter().filter_map(|file| file.size.as_ref().ok()).sum();
        let bar = ProgressBar::new(bytes).with_style(style(READING));
        bar.enable_steady_tick(Duration::from_millis(120));
        Self(Some(bar))
    }

    pub(super) fn at(&self, name: &str) {
        self.with(|bar| bar.set_message(name.to_owned()));
    }

    pub(super) fn done(&self, bytes: u64) {
        self.with(|bar| bar.inc(bytes));
    }

    /// From here on documents are counted.
    pub(super) fn indexing(&self) {
        self.with(|bar| {
            bar.reset();
            bar.set_style(style(INDEXING));
        });
    }

    /// From here on passages are counted.
    pub(super) fn embedding(&self) {
        self.with(|bar| {
            bar.reset();
            bar.set_style(style(EMBEDDING));
        });
    }

    pub(super) fn tick(&self) {
        self.with(|bar| bar.inc(1));
    }

    pub(super) fn finish(&self) {
        self.with(ProgressBar::finish_and_clear);
    }

    fn with(&self, act: impl FnOnce(&ProgressBar)) {
        if let Some(bar) = &self.0 {
            act(bar);
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
