//! Whether quotes are found again in noisy text, and altered ones refused.
//!
//! Quotes are sentences of the data's own texts. Noise goes into the text, changes into the quote;
//! both come from a seeded generator, so that the same data gives the same figures.

mod alter;
mod noise;

use std::{collections::BTreeMap, ops::Range, path::Path};

use serde::{Deserialize, Serialize};

use jurat_text::{
    FoldedText, QuoteAnchor, anchor::anchor, fold::fold, sentences::sentences, tokens::words,
};

use crate::{DatasetSplit, EvalError, jsonl};

use noise::{NoiseKind, SeededRandom};

/// Sentences taken from the data.
const MOST_QUOTES: usize = 2000;

/// Words that a quote has.
const WORDS: std::ops::RangeInclusive<usize> = 10..=40;

#[derive(Debug, Clone, Serialize)]
pub struct QuoteFigures {
    /// Sentences that were quoted.
    pub quotes: usize,
    /// Share that was found verbatim, by kind of noise in the text.
    pub found_rate: BTreeMap<&'static str, f64>,
    /// The same with 1 % of letters misread on top of all noise.
    pub misread: OcrNoiseFigures,
    /// Altered quotes that were taken for verbatim.
    pub accepted_altered: usize,
    /// Altered quotes that were called fuzzy, not altered.
    pub altered_as_fuzzy: usize,
    /// Altered quotes that were tried.
    pub altered: usize,
    /// Altered quotes by what was altered.
    pub altered_by_kind: BTreeMap<&'static str, usize>,
    /// Altered quotes left out because the text says that, too.
    pub altered_but_real: usize,
    /// Sentences with nothing to alter.
    pub not_alterable: usize,
    /// Places that do not say what the quote says, or not where it was taken from.
    pub bad_anchors: usize,
}

/// How quotes fared where letters were misread.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct OcrNoiseFigures {
    pub found_rate: f64,
    pub fuzzy_rate: f64,
}

#[derive(Deserialize)]
struct QuoteTextRow {
    id: String,
    #[serde(default)]
    group: Option<String>,
    text: String,
}

/// Measures on the corpus of a folder, or on a file of such rows.
pub fn quotes(data: &Path, part: DatasetSplit) -> Result<QuoteFigures, EvalError> {
    let path = if data.is_dir() { data.join("corpus.jsonl") } else { data.to_path_buf() };
    let mut rows: Vec<QuoteTextRow> = jsonl::read_rows(&path)?;
    rows.retain(|row| part.holds(row.group.as_ref().unwrap_or(&row.id)));
    let samples = samples(&rows);
    if samples.is_empty() {
        let of = " with a sentence of 10 to 40 words".to_owned();
        return Err(EvalError::Empty { path, of });
    }
    let mut count = QuoteCounts::default();
    for (row, ranges) in &samples {
        count.row(&rows[*row], ranges);
    }
    Ok(count.figures())
}

/// Which sentences are quoted, by row.
fn samples(rows: &[QuoteTextRow]) -> BTreeMap<usize, Vec<Range<usize>>> {
    let mut all: Vec<(u64, usize, Range<usize>)> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        for sentence in sentences(&row.text) {
            let quote = &row.text[sentence.range.clone()];
            if WORDS.contains(&words(quote).count()) {
                let order = SeededRandom::of(&row.id, sentence.range.start).next();
                all.push((order, at, sentence.range));
            }
        }
    }
    all.sort_by_key(|(order, row, range)| (*order, *row, range.start));
    let mut samples: BTreeMap<usize, Vec<Range<usize>>> = BTreeMap::new();
    for (_, row, range) in all.into_iter().take(MOST_QUOTES) {
        samples.entry(row).or_default().push(range);
    }
    for ranges in samples.values_mut() {
        ranges.sort_by_key(|range| range.start);
    }
    samples
}

#[derive(Default)]
struct QuoteCounts {
    quotes: usize,
    found: BTreeMap<&'static str, usize>,
    misread_fuzzy: usize,
    accepted_altered: usize,
    altered_as_fuzzy: usize,
    altered: BTreeMap<&'static str, usize>,
    altered_but_real: usize,
    not_alterable: usize,
    bad_anchors: usize,
}

impl QuoteCounts {
    fn row(&mut self, row: &QuoteTextRow, ranges: &[Range<usize>]) {
        self.quotes += ranges.len();
        for noise in NoiseKind::ALL {
            let (text, places) = noise.put(&row.id, &row.text, ranges);
            let source = [FoldedText::new(&text)];
            for (range, place) in ranges.iter().zip(&places) {
                let quote = &row.text[range.clone()];
                self.honest(noise, quote, &source, place);
                if matches!(noise, NoiseKind::None | NoiseKind::All) {
                    self.changed(noise, quote, &source);
                }
            }
        }
    }

    fn honest(
        &mut self,
        noise: NoiseKind,
        quote: &str,
        source: &[FoldedText<'_>; 1],
        at: &Range<usize>,
    ) {
        match anchor(quote, source, Some(0)) {
            QuoteAnchor::Found { place, others } => {
                *self.found.entry(noise.name()).or_default() += 1;
                let places = || std::iter::once(&place).chain(&others).map(|one| &one.ranges);
                let says = |range: &Range<usize>| {
                    comparable(&source[0].source()[range.clone()]) == comparable(quote)
                };
                let there = |range: &Range<usize>| range.start < at.end && at.start < range.end;
                let all_say = places().flatten().all(says);
                let own = places().flatten().any(there);
                // Where letters are misread, the same words may stand elsewhere alone.
                let at_home = own || noise == NoiseKind::Misread;
                self.bad_anchors += usize::from(!all_say || !at_home);
            }
            QuoteAnchor::Fuzzy { .. } if noise == NoiseKind::Misread => self.misread_fuzzy += 1,
            _ => {}
        }
    }

    fn changed(&mut self, noise: NoiseKind, quote: &str, source: &[FoldedText<'_>; 1]) {
        let altered = alter::all(quote);
        if altered.is_empty() && noise == NoiseKind::None {
            self.not_alterable += 1;
        }
        for (kind, altered) in altered {
            let found = anchor(&altered, source, Some(0));
            if let QuoteAnchor::Found { place, .. } = &found {
                let says = &source[0].source()[place.ranges[0].clone()];
                if comparable(says) == comparable(&altered) {
                    self.altered_but_real += 1;
                    continue;
                }
            }
            *self.altered.entry(kind).or_default() += 1;
            self.accepted_altered += usize::from(found.is_verbatim());
            self.altered_as_fuzzy += usize::from(matches!(found, QuoteAnchor::Fuzzy { .. }));
        }
    }

    fn figures(self) -> QuoteFigures {
        let rate = |noise: NoiseKind| {
            share(self.found.get(noise.name()).copied().unwrap_or(0), self.quotes)
        };
        let kinds = NoiseKind::ALL
            .into_iter()
            .filter(|noise| *noise != NoiseKind::Misread);
        QuoteFigures {
            quotes: self.quotes,
            found_rate: kinds.map(|noise| (noise.name(), rate(noise))).collect(),
            misread: OcrNoiseFigures {
                found_rate: rate(NoiseKind::Misread),
                fuzzy_rate: share(self.misread_fuzzy, self.quotes),
            },
            accepted_altered: self.accepted_altered,
            altered_as_fuzzy: self.altered_as_fuzzy,
            altered: self.altered.values().sum(),
            altered_by_kind: self.altered,
            altered_but_real: self.altered_but_real,
            not_alterable: self.not_alterable,
            bad_anchors: self.bad_anchors,
        }
    }
}

/// A text without what may rightly differ: spaces, hyphens that divide words, and an ellipsis
/// where it is cut short.
fn comparable(text: &str) -> String {
    let folded = fold(text);
    folded.strip_suffix("...").unwrap_or(&folded).replace([' ', '-'], "")
}

#[expect(clippy::cast_precision_loss, reason = "counts of quotes fit")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::fs;

    use super::{DatasetSplit, quotes};

    #[test]
    fn quotes_are_found_in_noise_and_altered_ones_refused() {
        let folder = tempfile::tempdir().unwrap();
        let row = |n: usize| {
            let text = format!(
                "Heading {n}\n\nThe holder of permit {n} must not leave the office before the \
                 registrar of file {n} and the clerk have \"signed\" the well-known form. \
                 The registrar shall keep specific evidence of fee {n} for 5 years or more \
                 after the affected official has left."
            );
            format!("{}\n", serde_json::json!({ "id": n.to_string(), "text": text }))
        };
        let rows: String = (0..40).map(row).collect();
        fs::write(folder.path().join("corpus.jsonl"), rows).unwrap();
        let figures = quotes(folder.path(), DatasetSplit::All).unwrap();
        assert_eq!(figures.quotes, 80);
        assert!(figures.found_rate.values().all(|rate| 0.99 < *rate), "{figures:?}");
        assert_eq!((figures.accepted_altered, figures.bad_anchors), (0, 0));
        assert!(200 < figures.altered, "{figures:?}");
        assert_eq!(figures.not_alterable, 0);
    }

    #[test]
    fn a_corpus_without_sentences_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("corpus.jsonl"), r#"{"id":"1","text":"Short."}"#).unwrap();
        assert!(quotes(folder.path(), DatasetSplit::All).is_err());
    }
}
