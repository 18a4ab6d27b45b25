//! Questions whose answers are known by place: `IRPA 40(1)(a)`, `C-29#4(1)`.

use std::{fs, path::Path};

use jurat_canon::Hash;
use jurat_model::Passage;
use serde::Deserialize;

/// What rows are for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Fit,
    Measure,
}

/// A question and the places that answer it; none where nothing does.
pub(crate) struct Question {
    pub(crate) text: String,
    places: Vec<Place>,
}

/// A document by its number or initials, and the numbers and letters within it.
struct Place {
    document: String,
    path: Vec<String>,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    #[serde(alias = "query")]
    question: String,
    answerable: Option<bool>,
    #[serde(default, alias = "relevant")]
    places: Vec<String>,
}

pub(crate) fn read(path: &Path, part: Part) -> Vec<Question> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.split('\n').filter(|line| !line.trim().is_empty());
    let rows = lines.map(|line| serde_json::from_str::<Row>(line).unwrap());
    let chosen = rows.filter(|row| row.answerable.is_none() || part_of(&row.id) == part);
    let question = |row: Row| Question {
        text: row.question,
        places: row.places.iter().filter_map(|place| Place::read(place)).collect(),
    };
    chosen.map(question).collect()
}

/// As `jurat eval` deals rows out.
fn part_of(id: &str) -> Part {
    let hash = Hash::of(id.as_bytes()).to_string();
    let first = hash.chars().next().and_then(|digit| digit.to_digit(16));
    if first.is_some_and(|digit| digit % 2 == 0) { Part::Fit } else { Part::Measure }
}

impl Question {
    /// Whether a passage holds one of the places, or lies in it.
    pub(crate) fn is_answered_by(&self, passage: &Passage) -> bool {
        self.places.iter().any(|place| place.is(passage))
    }
}

impl Place {
    fn read(text: &str) -> Option<Self> {
        let (document, path) = text.split_once('#').or_else(|| text.split_once(' '))?;
        Some(Self {
            document: document.to_lowercase(),
            path: steps(path),
        })
    }

    fn is(&self, passage: &Passage) -> bool {
        let path = steps(passage.label.as_deref().unwrap_or_default());
        let shared = path.len().min(self.path.len());
        0 < shared && path[..shared] == self.path[..shared] && self.is_of(passage)
    }

    fn is_of(&self, passage: &Passage) -> bool {
        let number = passage.metadata.get("number").unwrap_or_default().replace('/', "-");
        let title = passage.metadata.title.as_deref().unwrap_or(&passage.name);
        number.to_lowercase() == self.document || self.is_short_for(&initials(title))
    }

    /// Rules are called by some of their initials, in order.
    fn is_short_for(&self, initials: &str) -> bool {
        let called = &self.document;
        let mut rest = initials.chars();
        let in_order = called.chars().all(|c| rest.any(|other| other == c));
        initials == called
            || 4 <= called.len()
                && in_order
                && initials.chars().next() == called.chars().next()
                && initials.chars().last() == called.chars().last()
    }
}

/// `40(1)(a)` and, in French, `40(1)a)` or `40a)` as numbers and letters.
fn steps(label: &str) -> Vec<String> {
    let label = label.to_lowercase();
    let start = label.find(|c: char| c.is_ascii_digit()).unwrap_or(label.len());
    let mut spaced = String::new();
    for c in label[start..].chars() {
        if c.is_alphabetic() && spaced.ends_with(|last: char| last.is_ascii_digit()) {
            spaced.push(' ');
        }
        spaced.push(c);
    }
    let steps = spaced.split(|c: char| !c.is_alphanumeric() && c != '.');
    steps
        .map(|step| step.trim_matches('.').to_owned())
        .filter(|step| !step.is_empty())
        .collect()
}

/// First letters of the words of a title that say something.
fn initials(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric());
    let says = |word: &&str| {
        4 < word.chars().count() || word.starts_with(char::is_uppercase) && 2 < word.len()
    };
    let letters = words.filter(says).filter_map(|word| word.chars().next());
    letters.flat_map(char::to_lowercase).collect()
}
