//! How well citations are found: exact spans against gold, and how fast.
//!
//! A hit is an exact span, the one that `jurat citations` prints. `precision`, `recall` and `f1`
//! leave out only what the gold of a data set is silent about: a type of gold belongs to a family
//! (decisions, laws, bare sections of the instrument at hand, short forms, pinpoints), and where a
//! data set never labels a family, our finds of it are not scored there (`left_out` counts them).
//! That is decided from the gold, never from a name. `unfiltered` scores every find.
//!
//! Offsets of the data are code points; gold without offsets is placed by its text, in order.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use jurat_text::citations::{Citation, CitationKind, CitationOptions, extract};
use serde::{Deserialize, Serialize};

use crate::{DatasetSplit, EvalError, cost::cpu_seconds, jsonl};

/// How much text is read to measure speed.
const SPEED_BYTES: usize = 8 << 20;

/// The figures of a file.
#[derive(Debug, Clone, Serialize)]
pub struct CitationFigures {
    pub texts: usize,
    #[serde(flatten)]
    pub score: ExactSpanScore,
    /// The same with every find scored, also of families that a data set never labels.
    pub unfiltered: ExactSpanScore,
    /// For each data set.
    pub by_dataset: BTreeMap<String, DatasetFigures>,
    /// For each type of gold, the share that was found.
    pub by_type: BTreeMap<String, RecallCount>,
    /// Texts that hold no citation and in which one was found; `null` where there are none.
    pub false_on_negatives: Option<RecallCount>,
    /// Megabytes of text read in a second of processor time.
    pub mb_per_cpu_s: f64,
}

/// The figures of one data set.
#[derive(Debug, Clone, Default, Serialize)]
pub struct DatasetFigures {
    #[serde(flatten)]
    pub score: ExactSpanScore,
    /// Its score with every find scored.
    pub unfiltered: ExactSpanScore,
    /// For each family that its gold uses, its score.
    pub by_family: BTreeMap<&'static str, ExactSpanScore>,
    /// Finds of families that its gold never uses.
    pub left_out: usize,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct ExactSpanScore {
    /// Hits among what was found.
    pub precision: f64,
    /// Hits among what is there.
    pub recall: f64,
    pub f1: f64,
    pub hits: usize,
    /// Finds that are no gold.
    pub wrong: usize,
    /// Gold that was not found.
    pub missed: usize,
}

/// How many of how many.
#[derive(Debug, Clone, Default, Serialize)]
pub struct RecallCount {
    pub found: usize,
    pub of: usize,
}

/// Measures a file of rows, or the gold file.
pub fn citations(data: &Path, part: DatasetSplit) -> Result<CitationFigures, EvalError> {
    let texts: Vec<GoldCitationText> = read_gold_texts(data)?
        .into_iter()
        .filter(|text| part.holds(&text.key))
        .collect();
    if texts.is_empty() {
        return Err(EvalError::Empty { path: data.to_owned(), of: format!(" of {part:?}") });
    }
    let mut sets: BTreeMap<&str, Vec<(&GoldCitationText, Vec<Citation>)>> = BTreeMap::new();
    for text in &texts {
        let found = extract(&text.words, CitationOptions { now: None });
        sets.entry(&text.dataset).or_default().push((text, found));
    }
    let by_dataset: BTreeMap<String, DatasetFigures> = sets
        .iter()
        .map(|(name, rows)| ((*name).to_owned(), dataset(rows)))
        .collect();
    let (mut score, mut unfiltered) = (ExactSpanScore::default(), ExactSpanScore::default());
    for figures in by_dataset.values() {
        score.add(&figures.score);
        unfiltered.add(&figures.unfiltered);
    }
    Ok(CitationFigures {
        texts: texts.len(),
        score: score.settled(),
        unfiltered: unfiltered.settled(),
        by_type: by_type(&sets),
        by_dataset,
        false_on_negatives: negatives(&sets),
        mb_per_cpu_s: speed(&texts),
    })
}

#[derive(Debug)]
struct GoldCitationText {
    key: String,
    dataset: String,
    words: String,
    gold: Vec<GoldCitation>,
    negative: bool,
}

#[derive(Debug)]
struct GoldCitation {
    start: usize,
    end: usize,
    sort: String,
    family: CitationFamily,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum CitationFamily {
    Decision,
    Law,
    Section,
    Short,
    Pinpoint,
}

impl CitationFamily {
    const fn word(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Law => "law",
            Self::Section => "section",
            Self::Short => "short",
            Self::Pinpoint => "pinpoint",
        }
    }

    fn of(kind: CitationKind) -> Self {
        match kind {
            CitationKind::Internal => Self::Section,
            CitationKind::Short => Self::Short,
            CitationKind::Pinpoint => Self::Pinpoint,
            CitationKind::Statute | CitationKind::UsStatute => Self::Law,
            _ => Self::Decision,
        }
    }

    fn of_gold(sort: &str, text: &str) -> Self {
        let sort = sort.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| sort.contains(word));
        let bare = text.trim_start_matches('§');
        let number = bare.starts_with(|c: char| c.is_ascii_digit())
            && bare.len() <= 10
            && bare.chars().filter(|c| c.is_alphabetic()).count() <= 1
            && bare.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
        if has(&["pinpoint"]) {
            Self::Pinpoint
        } else if has(&["supra", "short", "ibid", "reference"]) || sort == "id" {
            Self::Short
        } else if has(&["case"]) {
            Self::Decision
        } else if has(&["statut", "law", "legislation", "act", "regulation", "unknown"]) {
            if number { Self::Section } else { Self::Law }
        } else {
            Self::Decision
        }
    }
}

#[derive(Debug, Deserialize)]
struct CitationTextRow {
    id: String,
    #[serde(default)]
    group: Option<String>,
    #[serde(default)]
    dataset: Option<String>,
    text: String,
    #[serde(default)]
    citations: Vec<GoldSpanRow>,
}

#[derive(Debug, Deserialize)]
struct GoldSpanRow {
    #[serde(default)]
    start: Option<usize>,
    #[serde(default)]
    end: Option<usize>,
    #[serde(default, alias = "match")]
    text: String,
    #[serde(default, rename = "type", alias = "kind")]
    sort: String,
}

#[derive(Debug, Deserialize)]
struct GoldFile {
    pos: Vec<PositiveTextRow>,
    #[serde(default)]
    neg: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct PositiveTextRow {
    text: String,
    spans: Vec<GoldSpanRow>,
}

fn read_gold_texts(data: &Path) -> Result<Vec<GoldCitationText>, EvalError> {
    let bytes = jsonl::bytes(data)?;
    if let Ok(file) = serde_json::from_slice::<GoldFile>(&bytes) {
        let positive = file.pos.into_iter().map(|row| (row.text, row.spans, false));
        let negative = file.neg.into_iter().map(|text| (text, Vec::new(), true));
        let all = positive
            .chain(negative)
            .map(|(text, spans, negative)| GoldCitationText {
                key: text.clone(),
                dataset: "gold".to_owned(),
                gold: placed(&text, &spans),
                words: text,
                negative,
            });
        return Ok(all.collect());
    }
    let all: Vec<CitationTextRow> = jsonl::read_rows(data)?;
    let texts = all.into_iter().map(|row| GoldCitationText {
        key: row.group.unwrap_or(row.id),
        dataset: row.dataset.unwrap_or_else(|| "all".to_owned()),
        gold: placed(&row.text, &row.citations),
        words: row.text,
        negative: false,
    });
    Ok(texts.collect())
}

/// Gold spans as bytes. One that does not fit its text can never be found, and stays.
fn placed(text: &str, spans: &[GoldSpanRow]) -> Vec<GoldCitation> {
    let mut from = 0;
    let points: Vec<usize> = text
        .char_indices()
        .map(|(at, _)| at)
        .chain(std::iter::once(text.len()))
        .collect();
    let place = |span: &GoldSpanRow, from: &mut usize| {
        if let (Some(start), Some(end)) = (span.start, span.end) {
            return Some((*points.get(start)?, *points.get(end)?));
        }
        let at = *from + text.get(*from..)?.find(&span.text)?;
        *from = at + span.text.len();
        Some((at, *from))
    };
    let mut all = Vec::with_capacity(spans.len());
    for span in spans {
        let (start, end) = place(span, &mut from).unwrap_or((usize::MAX, usize::MAX));
        let family = CitationFamily::of_gold(&span.sort, &span.text);
        all.push(GoldCitation { start, end, sort: span.sort.clone(), family });
    }
    all
}

type ExtractedCitations<'a> = (&'a GoldCitationText, Vec<Citation>);

fn dataset(rows: &[ExtractedCitations]) -> DatasetFigures {
    // In a text that is said to hold no citation, every find is wrong.
    let negative = rows.iter().any(|(text, _)| text.negative);
    let labelled: BTreeSet<CitationFamily> = rows
        .iter()
        .flat_map(|(text, _)| &text.gold)
        .map(|gold| gold.family)
        .collect();
    let scored = |family| negative || labelled.contains(&family);
    let left = rows.iter().flat_map(|(_, found)| found);
    DatasetFigures {
        score: scored_spans(rows, |_| true, scored).settled(),
        unfiltered: scored_spans(rows, |_| true, |_| true).settled(),
        by_family: labelled
            .iter()
            .map(|one| {
                let of = |family| family == *one;
                (one.word(), scored_spans(rows, of, of).settled())
            })
            .collect(),
        left_out: left.filter(|one| !scored(CitationFamily::of(one.kind))).count(),
    }
}

/// Exact spans: the gold of some families against our finds of some families.
fn scored_spans(
    rows: &[ExtractedCitations],
    of_gold: impl Fn(CitationFamily) -> bool,
    of_ours: impl Fn(CitationFamily) -> bool,
) -> ExactSpanScore {
    let mut score = ExactSpanScore::default();
    for (text, found) in rows {
        let gold = text.gold.iter().filter(|gold| of_gold(gold.family));
        let gold: BTreeSet<(usize, usize)> = gold.map(|gold| (gold.start, gold.end)).collect();
        let ours = found.iter().filter(|one| of_ours(CitationFamily::of(one.kind)));
        let ours: BTreeSet<(usize, usize)> =
            ours.map(|one| (one.span.start, one.span.end)).collect();
        let hits = ours.intersection(&gold).count();
        score.hits += hits;
        score.wrong += ours.len() - hits;
        score.missed += gold.len() - hits;
    }
    score
}

fn by_type(sets: &BTreeMap<&str, Vec<ExtractedCitations>>) -> BTreeMap<String, RecallCount> {
    let mut all: BTreeMap<String, RecallCount> = BTreeMap::new();
    for (text, found) in sets.values().flatten() {
        for gold in &text.gold {
            let entry = all.entry(gold.sort.clone()).or_default();
            let hit = |one: &Citation| (one.span.start, one.span.end) == (gold.start, gold.end);
            entry.of += 1;
            entry.found += usize::from(found.iter().any(hit));
        }
    }
    all
}

fn negatives(sets: &BTreeMap<&str, Vec<ExtractedCitations>>) -> Option<RecallCount> {
    let negative = sets.values().flatten().filter(|(text, _)| text.negative);
    let found: Vec<bool> = negative.map(|(_, found)| !found.is_empty()).collect();
    (!found.is_empty()).then(|| RecallCount {
        found: found.iter().filter(|any| **any).count(),
        of: found.len(),
    })
}

/// Reads the texts again and again, so that the clock has something to measure.
#[expect(clippy::cast_precision_loss, reason = "megabytes fit")]
fn speed(texts: &[GoldCitationText]) -> f64 {
    let (mut read, mut found, began) = (0, 0, cpu_seconds());
    if texts.iter().all(|text| text.words.is_empty()) {
        return 0.0;
    }
    while read < SPEED_BYTES {
        for text in texts {
            found += extract(&text.words, CitationOptions { now: None }).len();
            read += text.words.len();
        }
    }
    std::hint::black_box(found);
    read as f64 / 1e6 / (cpu_seconds() - began).max(1e-9)
}

impl ExactSpanScore {
    fn add(&mut self, other: &Self) {
        self.hits += other.hits;
        self.wrong += other.wrong;
        self.missed += other.missed;
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of citations are small")]
    fn settled(self) -> Self {
        let share = |of: usize| if of == 0 { 0.0 } else { self.hits as f64 / of as f64 };
        let (precision, recall) =
            (share(self.hits + self.wrong), share(self.hits + self.missed));
        let f1 =
            if self.hits == 0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) };
        Self { precision, recall, f1, ..self }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use std::io::Write;

    use super::citations;
    use crate::DatasetSplit;

    #[track_caller]
    fn check(file: &str, hits: usize, wrong: usize, missed: usize) {
        let mut data = tempfile::NamedTempFile::new().unwrap();
        data.write_all(file.as_bytes()).unwrap();
        let score = citations(data.path(), DatasetSplit::All).unwrap().score;
        assert_eq!((score.hits, score.wrong, score.missed), (hits, wrong, missed));
    }

    #[test]
    fn offsets_are_code_points() {
        check(
            r#"{"id":"1","text":"é 2019 SCC 65","citations":[{"start":2,"end":13,"text":"2019 SCC 65","type":"case"}]}"#,
            1,
            0,
            0,
        );
    }

    #[test]
    fn spans_without_offsets_are_placed_in_order() {
        check(
            r#"{"pos":[{"text":"2019 SCC 65 and 2019 SCC 65","spans":[{"kind":"neutral","match":"2019 SCC 65"},{"kind":"neutral","match":"2019 SCC 65"}]}],"neg":["plain"]}"#,
            2,
            0,
            0,
        );
    }

    #[test]
    fn families_without_gold_are_left_out() {
        check(
            r#"{"id":"1","text":"the Tides Act; 2019 SCC 65","citations":[{"start":4,"end":13,"text":"Tides Act","type":"statute"}]}"#,
            1,
            0,
            0,
        );
    }

    #[test]
    fn a_case_law_type_is_a_decision() {
        check(
            r#"{"id":"1","text":"the Tides Act; 2019 SCC 65","citations":[{"start":15,"end":26,"text":"2019 SCC 65","type":"case_law"}]}"#,
            1,
            0,
            0,
        );
    }

    #[test]
    fn only_the_printed_span_is_a_hit() {
        check(
            r#"{"id":"1","text":"under section 5 of the Tides Act, or","citations":[{"start":6,"end":32,"text":"section 5 of the Tides Act","type":"statute"}]}"#,
            0,
            1,
            1,
        );
    }

    #[test]
    fn a_find_in_a_negative_is_wrong() {
        check(
            r#"{"pos":[{"text":"2019 SCC 65","spans":[{"kind":"neutral","match":"2019 SCC 65"}]}],"neg":["see the Tides Act"]}"#,
            1,
            1,
            0,
        );
    }
}
