//! The kinds of parameters: which values each takes, and what a run is given for them.

use jurat_engine::ValueType;
use serde_json::{Map, Value as Json, json};

/// What may be given for a parameter.
#[derive(Debug, Clone, Copy)]
pub enum ParameterKind {
    /// Any words.
    Text,
    /// Words of a form.
    Formed(TextForm),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number within bounds.
    WholeNumber { least: i64, most: i64 },
    /// Yes or no.
    Switch,
    /// Any number of words.
    TextList,
    /// Any number of known words, each of which stands for one value or more.
    WordList(&'static [ListWord]),
    /// A file on this machine. Whoever serves others must not take their word for its path.
    File,
    /// A document that is built in, by name, or one of the caller's own.
    Document(DocumentKind),
    /// Words by name.
    TextMap,
    /// Any JSON: what a channel holds before the first stage.
    Channel,
}

/// Words of a form.
#[derive(Debug, Clone, Copy)]
pub struct TextForm {
    /// The regular expression that a schema gives for it, where one says it.
    pub pattern: Option<&'static str>,
    /// The words as a run takes them, or what was expected.
    pub read: fn(&str) -> Result<String, String>,
}

/// A word of a list, and the values that it stands for.
#[derive(Debug, Clone, Copy)]
pub struct ListWord {
    pub word: &'static str,
    /// Other words for it, of which nobody is told.
    pub aliases: &'static [&'static str],
    pub values: &'static [&'static str],
}

/// Documents of one kind.
#[derive(Debug, Clone, Copy)]
pub struct DocumentKind {
    /// What one is called, such as `policy`.
    pub noun: &'static str,
    /// Those that are built in.
    pub built_in: fn() -> Vec<NamedDocument<'static>>,
    /// What a run takes: the text of it, or the object that is written there.
    pub run_takes: ValueType,
    /// What a run takes of a text that goes by a name, or what is wrong with it.
    pub read: fn(&NamedDocument<'_>) -> Result<Json, String>,
}

/// A document and the name that it goes by.
#[derive(Debug, Clone, Copy)]
pub struct NamedDocument<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

impl ParameterKind {
    /// The type of what a run is given.
    pub const fn run_type(&self) -> ValueType {
        match self {
            Self::Text | Self::Formed(_) | Self::Choice(_) | Self::File => ValueType::String,
            Self::WholeNumber { .. } => ValueType::Int,
            Self::Switch => ValueType::Bool,
            Self::TextList | Self::WordList(_) => ValueType::Array,
            Self::Document(kind) => kind.run_takes,
            Self::TextMap => ValueType::Object,
            Self::Channel => ValueType::Any,
        }
    }

    /// What a run is given for a value, or what was expected.
    pub(super) fn read(&self, value: Json) -> Result<Json, String> {
        match self {
            Self::Text | Self::File => text(&value).map(|_| value.clone()),
            Self::Formed(form) => (form.read)(text(&value)?).map(Json::String),
            Self::Choice(words) => choice(words, value),
            Self::WholeNumber { least, most } => number((*least, *most), value),
            Self::Switch if value.is_boolean() => Ok(value),
            Self::Switch => Err("expected true or false".to_owned()),
            Self::TextList => texts(&value).map(|_| value.clone()),
            Self::WordList(words) => word_list(words, &value),
            Self::Document(kind) => kind.read_value(&value),
            Self::TextMap => text_map(value),
            Self::Channel => Ok(value),
        }
    }
}

impl ListWord {
    /// What a word of a list stands for, or which words there are.
    pub fn find(words: &'static [Self], given: &str) -> Result<&'static Self, String> {
        let means = |it: &&Self| it.word == given || it.aliases.contains(&given);
        let known = || words.iter().map(|it| it.word).collect::<Vec<_>>().join(", ");
        let found = words.iter().find(means);
        found.ok_or_else(|| format!("it is one of {}", known()))
    }
}

impl DocumentKind {
    /// The one that is built in under a name.
    pub fn named(&self, name: &str) -> Option<NamedDocument<'static>> {
        (self.built_in)().into_iter().find(|document| document.name == name)
    }

    /// The names of those that are built in.
    pub fn names(&self) -> Vec<&'static str> {
        (self.built_in)().into_iter().map(|document| document.name).collect()
    }

    /// A value is the name of one that is built in, or the document itself.
    fn read_value(&self, value: &Json) -> Result<Json, String> {
        if value.is_object() {
            let (name, text) = (self.noun, &value.to_string());
            return (self.read)(&NamedDocument { name, text });
        }
        let name = text(value)?;
        let found = self.named(name).ok_or_else(|| {
            let (noun, names) = (self.noun, self.names().join(", "));
            format!("there is no {noun} `{name}`; built in are {names}")
        })?;
        (self.read)(&found)
    }
}

fn text(value: &Json) -> Result<&str, String> {
    value.as_str().ok_or_else(|| "expected a text".to_owned())
}

fn texts(value: &Json) -> Result<Vec<&str>, String> {
    let list = value
        .as_array()
        .ok_or_else(|| "expected a list of texts".to_owned())?;
    list.iter().map(text).collect()
}

fn choice(words: &[&str], value: Json) -> Result<Json, String> {
    if words.contains(&text(&value)?) {
        return Ok(value);
    }
    Err(format!("expected one of {}", words.join(", ")))
}

fn number((least, most): (i64, i64), value: Json) -> Result<Json, String> {
    let number = value.as_i64().ok_or_else(|| "expected a whole number".to_owned())?;
    if (least..=most).contains(&number) {
        return Ok(value);
    }
    Err(format!("{number} is not in {least}..={most}"))
}

fn word_list(words: &'static [ListWord], value: &Json) -> Result<Json, String> {
    let found: Result<Vec<_>, _> = texts(value)?
        .into_iter()
        .map(|word| ListWord::find(words, word))
        .collect();
    let values = found?.into_iter().flat_map(|word| word.values);
    Ok(json!(values.collect::<Vec<_>>()))
}

fn text_map(value: Json) -> Result<Json, String> {
    let all_texts = |map: &Map<String, Json>| map.values().all(Json::is_string);
    if value.as_object().is_some_and(all_texts) {
        return Ok(value);
    }
    Err("expected an object of texts".to_owned())
}
