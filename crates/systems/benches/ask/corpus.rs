//! The corpora that are asked: the `ObliQA` passages where the data folder is there, else an
//! invented code of the same size.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use jurat_canon::Hash;
use jurat_ingest::{FileLimits, read_bytes};
use jurat_model::SourceKind;
use jurat_retrieve::{ChunkSettings, CorpusIndexer, CorpusIntake, FileStore, IntakeFile};
use serde_json::{Value as Json, json};

use crate::invented;

/// The name of every corpus here.
pub(crate) const NAME: &str = "bench";

/// How passages lie in sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Each passage is a source of its own, as a file of rows is read.
    Rows,
    /// A source is a whole book, and a question is answered out of several.
    Books,
}

impl Layout {
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "rows" => Self::Rows,
            _ => Self::Books,
        }
    }
}

/// A passage as it was given.
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) book: String,
    pub(crate) label: String,
    pub(crate) text: String,
}

/// Passages, and questions about them.
pub(crate) struct Given {
    pub(crate) from: String,
    pub(crate) questions: Vec<String>,
    rows: Vec<Row>,
    /// Ids of passages that answer the questions; these are in a corpus of any size.
    relevant: BTreeSet<String>,
}

pub(crate) struct Built {
    pub(crate) layout: Layout,
    pub(crate) given: usize,
    pub(crate) sources: usize,
    pub(crate) passages: u64,
}

impl Given {
    /// Real questions, evenly spread, or invented ones.
    pub(crate) fn find(questions: usize) -> Self {
        let folder = jurat_testdata::folder().join("dev/retrieval_obliqa");
        if folder.is_dir() {
            return Self::obliqa(&folder, questions);
        }
        println!("no {}: the code that is asked is invented", folder.display());
        Self {
            from: "an invented code".to_owned(),
            questions: invented::questions(questions),
            rows: invented::rows(),
            relevant: BTreeSet::new(),
        }
    }

    fn obliqa(folder: &Path, questions: usize) -> Self {
        let text = |value: &Json, key: &str| value[key].as_str().unwrap().to_owned();
        let row = |value: Json| Row {
            id: text(&value, "id"),
            book: text(&value, "doc"),
            label: text(&value, "passage"),
            text: text(&value, "text"),
        };
        let rows = lines(&folder.join("corpus.jsonl")).map(row);
        let asked: Vec<Json> = lines(&folder.join("queries.jsonl")).collect();
        let every = (asked.len() / questions).max(1);
        let asked: Vec<Json> = asked.into_iter().step_by(every).take(questions).collect();
        let relevant = asked
            .iter()
            .flat_map(|one| one["relevant"].as_array().unwrap().clone());
        Self {
            from: "the ObliQA passages".to_owned(),
            questions: asked.iter().map(|one| text(one, "query")).collect(),
            rows: rows.filter(|row| !row.text.is_empty()).collect(),
            relevant: relevant.map(|id| id.as_str().unwrap().to_owned()).collect(),
        }
    }

    /// About `size` of the passages as a corpus below `folder`, with its index.
    pub(crate) fn build(&self, folder: &Path, layout: Layout, size: usize) -> Built {
        let rows = self.some(size);
        let store = FileStore::create(folder, &NAME.parse().unwrap()).unwrap();
        let mut intake = CorpusIntake::new(store);
        match layout {
            Layout::Rows => take(&mut intake, "rows.jsonl", &as_rows(&rows), None),
            Layout::Books => {
                for (number, (book, rows)) in books(&rows).into_iter().enumerate() {
                    take(
                        &mut intake,
                        &format!("{book}.txt"),
                        &as_text(&rows),
                        Some(kind(number)),
                    );
                }
            }
        }
        intake.commit().unwrap();
        let store = intake.into_store();
        let mut follower = CorpusIndexer::open(&store, ChunkSettings::default()).unwrap();
        let indexed = follower.follow(&store, &mut |_| {}).unwrap();
        follower.finish().unwrap();
        Built {
            layout,
            given: rows.len(),
            sources: usize::try_from(indexed.sources).unwrap(),
            passages: indexed.passages,
        }
    }

    /// The passages that answer, and others evenly spread.
    fn some(&self, size: usize) -> Vec<&Row> {
        let wanted = |row: &&Row| self.relevant.contains(&row.id);
        let free = size.saturating_sub(self.rows.iter().filter(wanted).count());
        let others = self.rows.len() - self.relevant.len();
        let mut seen = 0;
        let mut keep = |row: &&Row| {
            let before = seen * free / others;
            seen += usize::from(!wanted(row));
            wanted(row) || before < (seen * free / others)
        };
        self.rows.iter().filter(|row| keep(row)).collect()
    }
}

/// Every other book is a policy, so that both sorts of passages are found.
fn kind(number: usize) -> SourceKind {
    if number.is_multiple_of(2) { SourceKind::Statute } else { SourceKind::PolicyManual }
}

fn books<'a>(rows: &[&'a Row]) -> BTreeMap<&'a str, Vec<&'a Row>> {
    let mut books: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        books.entry(&row.book).or_default().push(row);
    }
    books
}

fn as_rows(rows: &[&Row]) -> String {
    let numbers: BTreeMap<&str, usize> = books(rows).into_keys().zip(0..).collect();
    let line = |row: &&Row| {
        let kind = kind(numbers[row.book.as_str()]).word();
        let title = format!("Book {} {}", row.book, row.label);
        let line = json!({ "id": row.id, "title": title, "kind": kind, "text": row.text });
        format!("{line}\n")
    };
    rows.iter().map(line).collect()
}

fn as_text(rows: &[&Row]) -> String {
    let lines: Vec<String> =
        rows.iter().map(|row| format!("{} {}", row.label, row.text)).collect();
    format!("{}\n\n", lines.join("\n\n"))
}

fn take(
    intake: &mut CorpusIntake<FileStore>,
    name: &str,
    text: &str,
    kind: Option<SourceKind>,
) {
    let read = read_bytes(None, name, text.as_bytes().to_vec(), &FileLimits::default());
    assert!(read.refusals.is_empty(), "{:?}", read.refusals);
    let mut documents = read.documents;
    for document in &mut documents {
        document.metadata.kind = kind.unwrap_or(document.metadata.kind);
    }
    let file = IntakeFile {
        path: name.to_owned(),
        hash: Hash::of(text.as_bytes()),
        how: Hash::ZERO,
        documents,
        refused: Vec::new(),
    };
    intake.take(&file).unwrap();
}

fn lines(path: &Path) -> impl Iterator<Item = Json> + use<> {
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let lines = lines.into_iter().filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_str(&line).unwrap())
}
