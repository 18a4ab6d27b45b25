//! What is wrong with a value, and where.

use std::fmt;

use serde_json::Value;

#[derive(Debug, Clone, PartialEq)]
pub struct SchemaFault<'a> {
    /// The way to it, from the outside.
    pub path: Vec<PathStep<'a>>,
    pub kind: FaultKind<'a>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathStep<'a> {
    Key(&'a str),
    /// An item of an array, from 0.
    Item(usize),
}

#[derive(Debug, Clone, PartialEq)]
pub enum FaultKind<'a> {
    /// It is of no type, or none of the words, that are allowed.
    Mismatch {
        types: Vec<&'a str>,
        /// The words that are; none where any will do.
        words: Vec<&'a str>,
        /// The most that a number may be.
        most: Option<f64>,
        found: &'a Value,
    },
    Range {
        types: Vec<&'a str>,
        least: Option<f64>,
        most: Option<f64>,
        found: &'a Value,
    },
    /// There is no such key; the last step of the path names it.
    UnknownKey {
        known: Vec<&'a str>,
        /// Whether keys that begin with `x-` are one's own.
        open: bool,
    },
    MissingKey {
        key: &'a str,
    },
    Count {
        least: Option<u64>,
        most: Option<u64>,
        found: u64,
    },
}

impl SchemaFault<'_> {
    /// The way to it as a JSON pointer: `/stages/0/id`.
    pub fn pointer(&self) -> String {
        let step = |step: &PathStep<'_>| match step {
            PathStep::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            PathStep::Item(index) => format!("/{index}"),
        };
        self.path.iter().map(step).collect()
    }

    /// The way to it from `root`: `$.stages[0].id`.
    pub fn path_from(&self, root: &str) -> String {
        self.path.iter().fold(root.to_owned(), |at, step| match step {
            PathStep::Key(key) => child_path(&at, key),
            PathStep::Item(index) => format!("{at}[{index}]"),
        })
    }

    /// The key that the last step names; empty where it is an item.
    pub fn last_key(&self) -> &str {
        match self.path.last() {
            Some(PathStep::Key(key)) => key,
            _ => "",
        }
    }
}

/// The path of a key: `$.a.b`, and `$.a["b c"]` where the key is not a plain word.
pub fn child_path(at: &str, key: &str) -> String {
    let plain = !key.is_empty()
        && key.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !key.starts_with(|c: char| c.is_numeric());
    if plain { format!("{at}.{key}") } else { format!("{at}[{key:?}]") }
}

/// In words, without the place.
impl fmt::Display for FaultKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mismatch { words, found, .. } if !words.is_empty() => {
                write!(f, "expected one of {}, found {}", words.join(", "), shown_value(found))
            }
            Self::Mismatch { types, found, .. } => {
                let types: Vec<&str> = types.iter().map(|name| noun(name)).collect();
                write!(f, "expected {}, found {}", types.join(" or "), shown_value(found))
            }
            Self::Range { least: Some(least), found, .. }
                if found.as_f64().is_some_and(|it| it < *least) =>
            {
                write!(f, "{found} is less than {least}")
            }
            Self::Range { most, found, .. } => {
                write!(f, "{found} is more than {}", most.unwrap_or_default())
            }
            Self::UnknownKey { .. } => write!(f, "there is no such key"),
            Self::MissingKey { key } => write!(f, "`{key}` is missing"),
            Self::Count { least, most, found } => {
                write!(f, "expected {} items, found {found}", counted(*least, *most))
            }
        }
    }
}

fn counted(least: Option<u64>, most: Option<u64>) -> String {
    match (least, most) {
        (Some(least), Some(most)) if least == most => format!("{least}"),
        (Some(least), None) => format!("at least {least}"),
        (least, Some(most)) => format!("{} to {most}", least.unwrap_or(0)),
        (None, None) => String::new(),
    }
}

fn noun(name: &str) -> &str {
    match name {
        "integer" => "a whole number",
        "number" => "a number",
        "string" => "a string",
        "boolean" => "true or false",
        "array" => "an array",
        "object" => "an object",
        other => other,
    }
}

/// A value in a message: short, and by its kind where it is large.
pub fn shown_value(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) if text.chars().count() <= 40 => value.to_string(),
        Value::String(text) => {
            let head: String = text.chars().take(37).collect();
            format!("{:?}", head + "…")
        }
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}
