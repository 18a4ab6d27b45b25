//! How well PDFs are read: words against a reference reader, outcomes, and what it took.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use jurat_ingest::{
    ChildLauncher, ExtractedFile, FileLimits, RefusalKind, SandboxIsolation, read_bytes,
};
use serde::{Deserialize, Serialize};

use crate::{EvalError, jsonl};

/// From so many words on a reference counts as text.
const TEXT: usize = 20;
/// How many of the worst files are named.
const WORST: usize = 10;

#[derive(Debug, Clone, Serialize)]
pub struct PdfFigures {
    /// Files named by the reference.
    pub files: usize,
    /// Files read to their end: with text, or found to hold none.
    pub ok: usize,
    /// Files whose reader died.
    pub crashed: usize,
    /// Files that took too long.
    pub timed_out: usize,
    /// Mean over files whose reference has 20 words or more; nothing where there are none.
    pub word_f1_mean: Option<f64>,
    /// Files in that mean.
    pub word_f1_files: usize,
    /// Share of the other files in which both or neither found a word.
    pub empty_agree: Option<f64>,
    /// The most processor seconds that one file took.
    pub worst_cpu_s: f64,
    /// The most memory that one file took.
    pub worst_rss_mb: f64,
    /// How many files ended how.
    pub outcomes: BTreeMap<String, usize>,
    /// Files in which hidden text was found.
    pub hidden_text: usize,
    /// How far children were shut off; nothing where none ran.
    pub isolation: Option<SandboxIsolation>,
    /// The files furthest from their reference, the furthest first.
    pub worst: Vec<FileFigure>,
    /// The file that took the most processor time.
    pub slowest: Option<String>,
    /// The file that took the most memory.
    pub largest: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FileFigure {
    /// Its path, relative to the data.
    pub file: String,
    /// Words it shares with its reference.
    pub word_f1: f64,
    pub outcome: String,
}

/// A row of the reference.
#[derive(Debug, Deserialize)]
struct PdfReferenceRow {
    file: String,
    #[serde(default)]
    text: String,
}

/// Reads every file that the reference names, relative to `data`.
pub fn pdf(
    launcher: &ChildLauncher,
    data: &Path,
    reference: &Path,
    limits: &FileLimits,
) -> Result<PdfFigures, EvalError> {
    let rows: Vec<PdfReferenceRow> = jsonl::read_rows(reference)?;
    if rows.is_empty() {
        return Err(EvalError::Empty { path: reference.to_path_buf(), of: String::new() });
    }
    let mut tally = PdfTally::default();
    for row in rows {
        let path: PathBuf = data.join(&row.file);
        let read = read_bytes(Some(launcher), &row.file, jsonl::bytes(&path)?, limits);
        tally.add(row, &read);
    }
    Ok(tally.finish())
}

#[derive(Default)]
struct PdfTally {
    with_text: Vec<FileFigure>,
    others: usize,
    agree: usize,
    outcomes: BTreeMap<String, usize>,
    hidden_text: usize,
    isolation: Option<SandboxIsolation>,
    cpu: (f64, Option<String>),
    rss: (u64, Option<String>),
}

impl PdfTally {
    fn add(&mut self, row: PdfReferenceRow, read: &ExtractedFile) {
        let text = text(read);
        let outcome = outcome(read);
        *self.outcomes.entry(outcome.clone()).or_default() += 1;
        self.hidden_text += usize::from(has_hidden(read));
        self.isolation = self.isolation.into_iter().chain(read.usage.isolation).min();
        if self.cpu.0 < read.usage.cpu_seconds {
            self.cpu = (read.usage.cpu_seconds, Some(row.file.clone()));
        }
        if self.rss.0 < read.usage.peak_rss {
            self.rss = (read.usage.peak_rss, Some(row.file.clone()));
        }
        if TEXT <= row.text.split_whitespace().count() {
            let word_f1 = word_f1(&text, &row.text);
            self.with_text.push(FileFigure { file: row.file, word_f1, outcome });
        } else {
            self.others += 1;
            self.agree += usize::from(text.trim().is_empty() == row.text.trim().is_empty());
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "bytes of memory fit")]
    fn finish(mut self) -> PdfFigures {
        let count = |outcome: &str| self.outcomes.get(outcome).copied().unwrap_or_default();
        let mean = mean(self.with_text.iter().map(|file| file.word_f1));
        let (ok, crashed) = (count("text") + count("empty"), count("crashed"));
        let timed_out = count("timed_out");
        let files = self.with_text.len();
        self.with_text.sort_by(|one, two| {
            one.word_f1
                .total_cmp(&two.word_f1)
                .then_with(|| one.file.cmp(&two.file))
        });
        self.with_text.truncate(WORST);
        PdfFigures {
            files: files + self.others,
            ok,
            crashed,
            timed_out,
            word_f1_mean: mean,
            word_f1_files: files,
            empty_agree: share(self.agree, self.others),
            worst_cpu_s: self.cpu.0,
            worst_rss_mb: self.rss.0 as f64 / f64::from(1 << 20),
            outcomes: self.outcomes,
            hidden_text: self.hidden_text,
            isolation: self.isolation,
            worst: self.with_text,
            slowest: self.cpu.1,
            largest: self.rss.1,
        }
    }
}

fn text(read: &ExtractedFile) -> String {
    let texts = read.documents.iter().map(|document| document.rendition.text.as_str());
    texts.collect::<Vec<_>>().join("\n")
}

/// `text`, or the name of what kept the file from being read.
fn outcome(read: &ExtractedFile) -> String {
    match (read.documents.is_empty(), read.refusals.first()) {
        (false, _) => "text".to_owned(),
        (true, Some((_, refusal))) => name(refusal.kind),
        (true, None) => name(RefusalKind::Empty),
    }
}

fn name(kind: RefusalKind) -> String {
    let word = serde_json::to_value(kind).ok();
    word.and_then(|word| word.as_str().map(str::to_owned))
        .unwrap_or_default()
}

fn has_hidden(read: &ExtractedFile) -> bool {
    let warnings = read
        .documents
        .iter()
        .flat_map(|document| &document.rendition.warnings);
    warnings
        .into_iter()
        .any(|warning| warning.kind == jurat_model::WarningKind::HiddenText)
}

/// Overlap of two bags of words: the harmonic mean of the two shares.
fn word_f1(read: &str, reference: &str) -> f64 {
    let (read, reference) = (bag(read), bag(reference));
    let size = |bag: &BTreeMap<&str, usize>| bag.values().sum::<usize>();
    let both: usize = read
        .iter()
        .map(|(word, count)| reference.get(word).copied().unwrap_or_default().min(*count))
        .sum();
    share(2 * both, size(&read) + size(&reference)).unwrap_or_default()
}

fn bag(text: &str) -> BTreeMap<&str, usize> {
    let mut bag = BTreeMap::new();
    for word in text.split_whitespace() {
        *bag.entry(word).or_default() += 1;
    }
    bag
}

#[expect(clippy::cast_precision_loss, reason = "counts of words fit")]
fn share(part: usize, whole: usize) -> Option<f64> {
    (0 < whole).then(|| part as f64 / whole as f64)
}

#[expect(clippy::cast_precision_loss, reason = "counts of files fit")]
fn mean(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = values.len();
    (0 < count).then(|| values.sum::<f64>() / count as f64)
}

#[cfg(test)]
mod tests {
    use super::word_f1;

    #[track_caller]
    fn check(read: &str, reference: &str, expected: f64) {
        let found = word_f1(read, reference);
        assert!((found - expected).abs() < 1e-9, "{found}");
    }

    #[test]
    fn words_count_as_often_as_both_have_them() {
        check("a b c", "c b a", 1.0);
        check("a a a b", "a b", 2.0 * 2.0 / 6.0);
        check("a", "b", 0.0);
        check("", "b", 0.0);
    }
}
