//! Whether a sentence of law is stopped when one thing in it was changed, and passes when nothing was.
//!
//! Sentences are taken verbatim from statutes. Each is audited as `jurat check` audits a state: a question, its own
//! section among neighbouring ones as sources, and the sentence, changed or not, as the draft. Which sentence is
//! changed and how depends on hashes of their words alone: the same data gives the same cases.

mod change_kind;
mod change_words;
mod clauses;
mod law_sections;
mod law_sentence;
mod operators;
mod paraphrases;
mod parties;
mod values;

use std::{collections::BTreeMap, fs, path::PathBuf};

use jurat_ingest::ChildLauncher;
use jurat_model::audit::IssueSeverity;
use jurat_text::fold::fold;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::{DatasetSplit, EvalError, answer_gate::AnswerGate};

use change_kind::ChangeKind;
use law_sections::LawText;
use law_sentence::LawSentence;

/// What is measured on.
#[derive(Debug)]
pub struct ChangesOptions {
    /// Files and folders of statutes.
    pub data: Vec<PathBuf>,
    /// Whose statutes: a statute is wholly in one part, by its name.
    pub part: DatasetSplit,
    /// Cases of each kind and part.
    pub cases: usize,
    /// Who reads formats that need a child process.
    pub launcher: Option<ChildLauncher>,
    /// Where the cases of the tuning part are written; those of the other part never are.
    pub trace: Option<PathBuf>,
}

#[derive(Debug, Clone, Serialize)]
pub struct ChangeFigures {
    /// Statutes with at least one sentence to take.
    pub statutes: usize,
    /// Cases of both parts.
    pub cases: usize,
    /// The fewest of 100 that are stopped in any row of changes.
    pub least_stopped: Option<f64>,
    /// Files that could not be read.
    pub unread: usize,
    /// A row for each kind, in the order of their names.
    pub by_kind: BTreeMap<&'static str, ChangeRow>,
}

/// Cases of one kind, and how many of them have an error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ChangeRow {
    pub tune_cases: usize,
    pub tune_stopped: usize,
    pub report_cases: usize,
    pub report_stopped: usize,
}

/// Measures on the statutes of files and folders.
pub fn changes(options: &ChangesOptions) -> Result<ChangeFigures, EvalError> {
    let (laws, unread) = law_sections::read_laws(&options.data, options.launcher.as_ref());
    let parts = [DatasetSplit::Tune, DatasetSplit::Report];
    let asked = |part: &DatasetSplit| [*part, DatasetSplit::All].contains(&options.part);
    let gate = AnswerGate::new()?;
    let mut rows: BTreeMap<&'static str, ChangeRow> = BTreeMap::new();
    let mut traced = String::new();
    for part in parts.into_iter().filter(asked) {
        let sentences = in_turn(laws.iter().filter(|law| part.holds(&law.name)));
        for kind in ChangeKind::ALL {
            let row = rows.entry(kind.name()).or_default();
            for (sentence, changed) in cases(kind, &sentences, options.cases) {
                let codes = errors(&gate, &sentence.state(&changed))?;
                row.count(part, !codes.is_empty());
                if part == DatasetSplit::Tune {
                    traced.push_str(&trace(kind, sentence, &changed.text, &codes));
                }
            }
        }
    }
    if rows.values().all(|row| row.cases() == 0) {
        let path = options.data.first().cloned().unwrap_or_default();
        return Err(EvalError::Empty {
            path,
            of: " of statutes with whole sentences".into(),
        });
    }
    if let Some(path) = &options.trace {
        let wrong = |error| EvalError::File { path: path.clone(), error };
        fs::write(path, traced).map_err(wrong)?;
    }
    Ok(ChangeFigures {
        statutes: laws.iter().filter(|law| !law.sentences().is_empty()).count(),
        cases: rows.values().map(ChangeRow::cases).sum(),
        least_stopped: least_stopped(&rows),
        unread,
        by_kind: rows,
    })
}

impl ChangeRow {
    fn count(&mut self, part: DatasetSplit, stopped: bool) {
        let (cases, found) = match part {
            DatasetSplit::Tune => (&mut self.tune_cases, &mut self.tune_stopped),
            _ => (&mut self.report_cases, &mut self.report_stopped),
        };
        *cases += 1;
        *found += usize::from(stopped);
    }

    const fn cases(&self) -> usize {
        self.tune_cases + self.report_cases
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of cases fit")]
    fn stopped_of_100(&self) -> Option<f64> {
        let stopped = self.tune_stopped + self.report_stopped;
        (0 < self.cases()).then(|| 100.0 * stopped as f64 / self.cases() as f64)
    }
}

fn least_stopped(rows: &BTreeMap<&'static str, ChangeRow>) -> Option<f64> {
    let changed = ChangeKind::ALL.into_iter().filter(|kind| kind.alters());
    changed
        .filter_map(|kind| rows.get(kind.name())?.stopped_of_100())
        .min_by(f64::total_cmp)
}

/// The sentences of all laws, those of one collection after those of another in turn, so that a large one does not
/// crowd out the small.
fn in_turn<'l>(laws: impl Iterator<Item = &'l LawText>) -> Vec<LawSentence<'l>> {
    let mut by_collection: BTreeMap<usize, Vec<LawSentence<'l>>> = BTreeMap::new();
    for law in laws {
        by_collection
            .entry(law.collection)
            .or_default()
            .extend(law.sentences());
    }
    let mut ranked: Vec<(usize, usize, LawSentence<'l>)> = Vec::new();
    for (collection, mut sentences) in by_collection {
        sentences.sort_by_cached_key(LawSentence::order);
        let numbered = sentences.into_iter().enumerate();
        ranked.extend(numbered.map(|(rank, sentence)| (rank, collection, sentence)));
    }
    ranked.sort_by_key(|(rank, collection, _)| (*rank, *collection));
    ranked.into_iter().map(|(_, _, sentence)| sentence).collect()
}

/// A sentence as the draft has it.
#[derive(Debug, Clone)]
struct ChangedSentence {
    text: String,
    /// A section of the same law, by index, that was retrieved beside the neighbouring ones.
    also_retrieved: Option<usize>,
}

impl From<String> for ChangedSentence {
    fn from(text: String) -> Self {
        Self { text, also_retrieved: None }
    }
}

/// The first sentences that a change of a kind can be made in.
fn cases<'s, 'l>(
    kind: ChangeKind,
    sentences: &'s [LawSentence<'l>],
    most: usize,
) -> Vec<(&'s LawSentence<'l>, ChangedSentence)> {
    let made = sentences.iter().filter_map(|sentence| {
        let changed = kind.make(sentence)?;
        // What is left of a sentence without its last clause stands in that sentence.
        let (whole, left) = (fold(sentence.text), fold(&changed.text));
        let own = usize::from(whole.contains(left.trim_end_matches('.')));
        let is_said = || own < sentence.law.says(&changed.text);
        (!kind.alters() || !is_said()).then_some((sentence, changed))
    });
    made.take(most).collect()
}

/// The codes of all errors of a state.
fn errors(gate: &AnswerGate, state: &Json) -> Result<Vec<String>, EvalError> {
    let audit = gate.audit(state)?;
    let errors = audit
        .all()
        .filter(|(_, issue)| issue.severity == IssueSeverity::Error);
    Ok(errors.map(|(_, issue)| issue.code.clone()).collect())
}

fn trace(
    kind: ChangeKind,
    sentence: &LawSentence<'_>,
    changed: &str,
    codes: &[String],
) -> String {
    let row = json!({
        "kind": kind.name(), "law": sentence.law.name, "source": sentence.text, "draft": changed, "errors": codes
    });
    format!("{row}\n")
}
