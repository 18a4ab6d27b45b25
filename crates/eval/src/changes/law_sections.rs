//! Statutes as sections: rows of a corpus, or whatever the readers of files make of a document.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use jurat_ingest::{ChildLauncher, FileLimits, read_bytes, walk};
use jurat_model::{PartKind, Rendition};
use jurat_text::{Language, fold::fold};
use serde::Deserialize;

use super::{
    law_sentence::{LawSentence, sentences_of},
    parties::PartyNames,
};
use crate::jsonl;

/// Bytes of a section; a longer one is no section but a whole chapter.
const LONGEST: usize = 6000;
/// Words of a paragraph from which it stands for a section where none are marked.
const FEWEST_WORDS: usize = 20;

/// One statute.
#[derive(Debug)]
pub(super) struct LawText {
    pub(super) name: String,
    /// Which of the paths given it came from.
    pub(super) collection: usize,
    pub(super) language: Language,
    pub(super) sections: Vec<LawSection>,
    /// All it says, folded, to know what is said elsewhere.
    folded: OnceLock<String>,
    parties: OnceLock<PartyNames>,
}

#[derive(Debug)]
pub(super) struct LawSection {
    pub(super) id: String,
    pub(super) text: String,
}

impl LawText {
    fn new(name: String, collection: usize, sections: Vec<LawSection>) -> Self {
        let sample: Vec<&str> = sections
            .iter()
            .take(40)
            .map(|section| section.text.as_str())
            .collect();
        let language = Language::of(&sample.join(" ")).unwrap_or_default();
        Self {
            name,
            collection,
            language,
            sections,
            folded: OnceLock::new(),
            parties: OnceLock::new(),
        }
    }

    /// Its sentences that changes may be made in.
    pub(super) fn sentences(&self) -> Vec<LawSentence<'_>> {
        sentences_of(self)
    }

    /// How often it says something word for word.
    pub(super) fn says(&self, words: &str) -> usize {
        let folded = self.folded.get_or_init(|| {
            let all: Vec<&str> =
                self.sections.iter().map(|section| section.text.as_str()).collect();
            fold(&all.join("\n"))
        });
        folded.matches(fold(words).trim_end_matches('.')).count()
    }

    /// Who acts in it.
    pub(super) fn parties(&self) -> &PartyNames {
        self.parties.get_or_init(|| PartyNames::of(self))
    }
}

/// All statutes of files and folders, by name, and how many files could not be read.
pub(super) fn read_laws(
    paths: &[PathBuf],
    launcher: Option<&ChildLauncher>,
) -> (Vec<LawText>, usize) {
    let limits = FileLimits::default();
    let mut laws: BTreeMap<(usize, String), Vec<LawSection>> = BTreeMap::new();
    let mut unread = 0;
    for (collection, path) in paths.iter().enumerate() {
        for entry in walk(std::slice::from_ref(path), &limits) {
            let found = match entry.size {
                Ok(_) if is_rows(&entry.path) => rows(&entry.path),
                Ok(_) => document(&entry.path, &entry.name, launcher, &limits),
                Err(_) => None,
            };
            unread += usize::from(found.is_none());
            for (name, section) in found.unwrap_or_default() {
                laws.entry((collection, name)).or_default().push(section);
            }
        }
    }
    let laws = laws.into_iter().map(|((collection, name), sections)| {
        let mut seen = BTreeSet::new();
        let sections = sections.into_iter().filter(|one| {
            !one.text.is_empty() && one.text.len() <= LONGEST && seen.insert(one.text.clone())
        });
        LawText::new(name, collection, sections.collect())
    });
    (laws.collect(), unread)
}

fn is_rows(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "jsonl")
}

/// A row of a corpus. Which statute it is of stands in one of several fields, or before the first mark of its id.
#[derive(Deserialize)]
struct LawRow {
    id: String,
    #[serde(default, alias = "law", alias = "code", alias = "doc")]
    group: Option<String>,
    #[serde(default)]
    text: String,
}

/// Rows of a corpus by statute; nothing where the file holds other rows.
fn rows(path: &Path) -> Option<Vec<(String, LawSection)>> {
    let rows: Vec<LawRow> = jsonl::read_rows(path).ok()?;
    let named = rows.into_iter().map(|row| {
        let of_id = row.id.split([':', '|']).next().unwrap_or_default().to_owned();
        (row.group.unwrap_or(of_id), LawSection { id: row.id, text: row.text })
    });
    Some(named.collect())
}

/// The sections of a document, which is a statute by its own name.
fn document(
    path: &Path,
    name: &str,
    launcher: Option<&ChildLauncher>,
    limits: &FileLimits,
) -> Option<Vec<(String, LawSection)>> {
    let law = path.file_stem()?.to_string_lossy().into_owned();
    let read = read_bytes(launcher, name, fs::read(path).ok()?, limits);
    if read.documents.is_empty() {
        return None;
    }
    let texts = read.documents.iter().flat_map(|one| section_texts(&one.rendition));
    let numbered = (1..).zip(texts).map(|(number, text): (usize, String)| {
        (law.clone(), LawSection { id: format!("{law}:{number}"), text })
    });
    Some(numbered.collect())
}

/// The outermost sections where a format marks them, else paragraphs.
fn section_texts(rendition: &Rendition) -> Vec<String> {
    let mut texts = Vec::new();
    let mut end = 0;
    for part in rendition.parts.iter().filter(|part| part.kind == PartKind::Section) {
        if part.span.start < end || !part.standing.is_law() {
            continue;
        }
        end = part.span.end;
        texts.extend(part.span.of(&rendition.text).map(|text| text.trim().to_owned()));
    }
    if texts.is_empty() {
        let paragraphs = rendition.text.split("\n\n").map(str::trim);
        let long = paragraphs.filter(|one| FEWEST_WORDS <= one.split_whitespace().count());
        texts.extend(long.map(ToOwned::to_owned));
    }
    texts
}
