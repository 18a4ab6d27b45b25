//! Rows of a corpus and of queries, as passages and questions.

use std::{collections::BTreeMap, path::Path};

use jurat_canon::Hash;
use jurat_model::{ByteSpan, DocumentMetadata, Passage};
use jurat_retrieve::passage_language;
use jurat_text::Language;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::{Map, Value};

use crate::{EvalError, jsonl};

pub(crate) struct RetrievalRow {
    pub(crate) id: String,
    pub(crate) rest: Map<String, Value>,
}

impl<'de> Deserialize<'de> for RetrievalRow {
    /// An id may be a word or a number.
    fn deserialize<D: Deserializer<'de>>(given: D) -> Result<Self, D::Error> {
        let mut rest = Map::deserialize(given)?;
        let id = rest.remove("id").map(|id| words(&id)).filter(|id| !id.is_empty());
        let id = id.ok_or_else(|| D::Error::missing_field("id"))?;
        Ok(Self { id, rest })
    }
}

/// A question, and what answers it.
pub(crate) struct RetrievalQuestion {
    pub text: String,
    pub relevant: Vec<String>,
    /// What decides its part.
    pub key: String,
}

/// Every row is one passage, never cut; rows of one document follow one another as in the file.
pub(super) fn passages(path: &Path, fields: &[String]) -> Result<Vec<Passage>, EvalError> {
    let rows: Vec<RetrievalRow> = jsonl::read_rows(path)?;
    if rows.is_empty() {
        return Err(EvalError::Empty { path: path.to_path_buf(), of: String::new() });
    }
    let key = document_key(&rows);
    Ok(rows
        .iter()
        .enumerate()
        .map(|(at, row)| passage(at, row, key, fields))
        .collect())
}

/// Fields that name the document that a row is part of, where a row has one.
const DOCUMENT_KEYS: [&str; 9] =
    ["doc", "document", "doc_id", "document_id", "url", "law", "code", "act", "source"];

pub(crate) fn document_key(rows: &[RetrievalRow]) -> Option<&'static str> {
    DOCUMENT_KEYS.into_iter().find(|key| {
        rows.iter()
            .all(|row| row.rest.get(*key).is_some_and(|value| !words(value).is_empty()))
    })
}

fn passage(at: usize, row: &RetrievalRow, key: Option<&str>, fields: &[String]) -> Passage {
    let (text, heads): (Vec<&String>, Vec<&String>) =
        fields.iter().partition(|field| *field == "text" || fields.len() == 1);
    let read = |field: &String| row.rest.get(field).map(words).unwrap_or_default();
    let text = text.into_iter().map(read).collect::<Vec<_>>().join("\n");
    let headings = heads
        .into_iter()
        .map(read)
        .filter(|words| !words.is_empty())
        .collect();
    // Without a field that says so, the file is one document in its own order.
    let document = key.and_then(|key| row.rest.get(key)).map(words).unwrap_or_default();
    let label = row.id.split_once(['|', ':', '#']).map(|(_, label)| label.to_owned());
    Passage {
        id: row.id.clone(),
        source: Hash::of(document.as_bytes()),
        name: row.id.clone(),
        rendition: Hash::of(text.as_bytes()),
        span: ByteSpan { start: at, end: at + text.len() },
        text,
        label: label.filter(|_| key.is_some()),
        headings,
        metadata: DocumentMetadata::default(),
    }
}

pub(crate) fn questions(
    path: &Path,
    fields: &[String],
) -> Result<Vec<RetrievalQuestion>, EvalError> {
    let rows: Vec<RetrievalRow> = jsonl::read_rows(path)?;
    let question = |(at, row): (usize, &RetrievalRow)| {
        let texts = fields.iter().filter_map(|field| row.rest.get(field)).map(words);
        let text = texts.collect::<Vec<_>>().join(" ");
        let relevant = row.rest.get("relevant").and_then(Value::as_array);
        let relevant = relevant.ok_or_else(|| EvalError::Row {
            path: path.to_path_buf(),
            line: at + 1,
            message: format!("query `{}` has no list `relevant`", row.id),
        })?;
        let group = row.rest.get("group").map(words).filter(|group| !group.is_empty());
        let key = group.unwrap_or_else(|| row.id.clone());
        Ok(RetrievalQuestion {
            text,
            relevant: relevant.iter().map(words).collect(),
            key,
        })
    };
    let all: Result<Vec<RetrievalQuestion>, EvalError> =
        rows.iter().enumerate().map(question).collect();
    // Nothing can be found for a question that nothing answers.
    Ok(all?
        .into_iter()
        .filter(|question| !question.relevant.is_empty())
        .collect())
}

/// The words of a value: of a list or an object, those of its members.
pub(crate) fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(members) => members.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::Object(members) => members.values().map(words).collect::<Vec<_>>().join(" "),
        Value::Bool(_) | Value::Null => String::new(),
    }
}

/// The language of nearly all passages that show theirs; nothing where the corpus is mixed.
pub(super) fn language(passages: &[Passage]) -> Option<Language> {
    let mut votes: BTreeMap<Language, usize> = BTreeMap::new();
    let step = (passages.len() / 500).max(1);
    for language in passages
        .iter()
        .step_by(step)
        .filter_map(|one| passage_language(&one.text))
    {
        *votes.entry(language).or_insert(0) += 1;
    }
    let all: usize = votes.values().sum();
    let most = votes.into_iter().max_by_key(|(_, votes)| *votes)?;
    (all * 9 <= most.1 * 10).then_some(most.0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::words;

    #[test]
    fn members_of_lists_and_objects_are_read() {
        assert_eq!(words(&json!(["a", "b"])), "a b");
        assert_eq!(words(&json!({"A": "first", "B": "second"})), "first second");
        assert_eq!(words(&json!(7)), "7");
        assert_eq!(words(&json!(null)), "");
    }
}
