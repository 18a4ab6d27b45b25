//! Statements of an answer: each in the very words of a source, with its mark.

use jurat_model::Quote;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One sentence of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CitedStatement {
    pub section: AnswerSection,
    /// The words, without marks.
    pub text: String,
    /// The sources that it rests on, by number; the first bears its quote.
    pub sources: Vec<u32>,
    /// Where its words stand, or the words that bear it out.
    pub quote: Quote,
    /// Whether a model put it in other words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reworded: bool,
}

/// The parts of an answer, in the order of reading.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum AnswerSection {
    Rule,
    Elements,
    Exceptions,
    Application,
}

impl AnswerSection {
    pub(crate) const ALL: [Self; 4] =
        [Self::Rule, Self::Elements, Self::Exceptions, Self::Application];

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Rule => "Rule",
            Self::Elements => "Elements",
            Self::Exceptions => "Exceptions",
            Self::Application => "Application",
        }
    }
}

/// The answer of a step as text: sections, each sentence with its marks, and the map of sources. With the number of a
/// query each mark names it: `[Query 1][Source 2]`.
pub(crate) fn marked_text(statements: &[CitedStatement], query: Option<u32>) -> String {
    let mut sections = Vec::new();
    for section in AnswerSection::ALL {
        let own = statements.iter().filter(|one| one.section == section);
        let said: Vec<String> = own.map(|one| marked(one, query)).collect();
        if !said.is_empty() {
            sections.push(format!("**{}**: {}", section.title(), said.join(" ")));
        }
    }
    sections.join("\n\n")
}

fn marked(statement: &CitedStatement, query: Option<u32>) -> String {
    let mark = |source: &u32| match query {
        Some(query) => format!("[Query {query}][Source {source}]"),
        None => format!("[Source {source}]"),
    };
    let marks: Vec<String> = statement.sources.iter().map(mark).collect();
    let text = statement.text.as_str();
    let (words, end) = match text.strip_suffix(['.', '!', '?']) {
        Some(words) => (words, &text[words.len()..]),
        None => (text, ""),
    };
    format!("{words} {}{end}", marks.join(" "))
}

#[cfg(test)]
mod tests {
    use jurat_canon::Hash;
    use jurat_model::Quote;

    use super::{AnswerSection, CitedStatement, marked_text};

    #[test]
    fn marks_stand_before_the_full_stop_and_name_their_query() {
        let statement = |section, text: &str, sources: &[u32]| CitedStatement {
            section,
            text: text.to_owned(),
            sources: sources.to_vec(),
            quote: Quote {
                rendition: Hash::of(b""),
                ranges: Vec::new(),
                text: String::new(),
            },
            reworded: false,
        };
        let said = [
            statement(AnswerSection::Exceptions, "It does not hold at night.", &[2]),
            statement(AnswerSection::Rule, "A lamp must be lit.", &[1, 3]),
        ];
        assert_eq!(
            marked_text(&said, None),
            "**Rule**: A lamp must be lit [Source 1] [Source 3].\n\n**Exceptions**: It does not hold at night [Source 2]."
        );
        assert!(marked_text(&said, Some(2)).contains("[Query 2][Source 3]."));
    }
}
