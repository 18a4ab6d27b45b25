//! What is audited: the parts of a state that checks read, each with its JSON path.
//!
//! A part that the state does not have is `None`; one that it has and that is empty is not.

use std::{collections::BTreeMap, sync::OnceLock};

use jurat_model::audit::AnswerPlan;
use jurat_text::Language;

use super::{views::Views, words};

/// A text of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Its JSON path, such as `$.blocks.summary`. Within JSON in a string the path goes on after
    /// a `#`: `$.draft#$.summary`.
    pub at: String,
    /// The words. Byte offsets of issues count in this.
    pub text: String,
}

/// A source that retrieval found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hit {
    /// Its number, from 1; printed as `hit#1`.
    pub number: usize,
    /// Its JSON path.
    pub at: String,
    /// The id that the state gives it.
    pub id: Option<String>,
    /// The words.
    pub text: String,
    /// How well it fits the question, by whoever searched.
    pub score: Option<f64>,
    /// The provision that it is, as in `Art. 49`.
    pub label: Option<String>,
    /// The law that it is of.
    pub law: Option<String>,
    /// Where it can be read.
    pub url: Option<String>,
    /// What it is called.
    pub title: Option<String>,
}

impl Hit {
    /// The pointer to it: `hit#1`.
    pub fn pointer(&self) -> String {
        format!("hit#{}", self.number)
    }
}

/// One line of a legal basis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalBasis {
    /// Its JSON path.
    pub at: String,
    /// What it is called, as in `Art. 49 do CDC`.
    pub label: Option<String>,
    /// Where it can be read.
    pub url: Option<String>,
}

/// An item of a list that has several texts: a question of a quiz with its options, a word of a
/// glossary with its meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its JSON path.
    pub at: String,
    /// Its texts, in the order of their keys.
    pub texts: Vec<Text>,
}

/// The blocks of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Blocks {
    /// Their JSON path.
    pub at: String,
    /// What they say in brief.
    pub summary: Option<Text>,
    /// What to do.
    pub steps: Option<Vec<Text>>,
    /// What it rests on.
    pub legal_basis: Option<Vec<LegalBasis>>,
    /// Questions to test oneself.
    pub quiz: Option<Vec<Item>>,
    /// Words explained.
    pub glossary: Option<Vec<Item>>,
    /// Questions that may follow.
    pub follow_ups: Option<Vec<Text>>,
    /// The texts of every other key, by key. Keys that begin with `error_` are left out.
    pub other: BTreeMap<String, Vec<Text>>,
}

/// What was drafted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// Its JSON path.
    pub at: String,
    /// The form in which it came.
    pub form: Form,
    /// Its prose, in order of reading: the text itself, or summary, steps and further texts of its
    /// blocks. Not its legal basis.
    pub texts: Vec<Text>,
    /// Its blocks, where it has such.
    pub blocks: Option<Blocks>,
}

/// The form of a draft.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Form {
    /// Plain words.
    #[default]
    Text,
    /// An object.
    Object,
    /// An object written into a string.
    JsonString,
    /// A string that begins as JSON does and is none, with what is wrong.
    BrokenJson(String),
    /// The final blocks themselves: the state has no draft apart from them.
    FinalBlocks,
}

/// What a state says about its own making.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Meta {
    /// Milliseconds by agent.
    pub elapsed_ms: BTreeMap<String, f64>,
    /// Milliseconds of the whole: as given, or the sum of the agents'.
    pub total_ms: Option<f64>,
    /// The plan that the answer was to follow, and its path.
    pub plan: Option<(String, AnswerPlan)>,
    /// The legal basis as it was before the final blocks were made.
    pub legal_basis: Option<Vec<LegalBasis>>,
    /// Warnings for the reader.
    pub warnings: Vec<String>,
    /// The number of the request, for sampling.
    pub request: Option<u64>,
}

/// The parts of a state that checks read.
#[derive(Debug, Default)]
pub struct Subject {
    /// What was asked.
    pub query: Option<Text>,
    /// What was found, in the order given.
    pub hits: Option<Vec<Hit>>,
    /// Sources beyond the limit, unread.
    pub hits_left_out: usize,
    /// Paths of texts that were cut at the limit.
    pub cut: Vec<String>,
    /// What was drafted.
    pub draft: Option<Draft>,
    /// What is shown in the end.
    pub blocks: Option<Blocks>,
    /// About its making.
    pub meta: Meta,
    /// What the answer should have been, where the state brings it.
    pub reference: Option<Text>,
    pub(crate) views: Views,
    pub(crate) language: OnceLock<Option<Language>>,
}

impl Subject {
    /// The sources; empty where the state has none or does not say.
    pub fn hits(&self) -> &[Hit] {
        self.hits.as_deref().unwrap_or_default()
    }

    /// The language of question, answer and sources, the first that tells.
    pub fn language(&self) -> Option<Language> {
        *self.language.get_or_init(|| words::language(self))
    }

    /// The same with another draft: plain words, nothing else. What was read of the sources stays.
    pub fn redrafted(&mut self, words: &str) {
        let at = "$.draft".to_owned();
        let text = Text { at: at.clone(), text: words.to_owned() };
        self.draft = Some(Draft { at, texts: vec![text], ..Draft::default() });
        self.views.redrafted();
    }

    /// The texts of the draft with what comes before the final blocks; empty where there is none.
    pub fn draft_texts(&self) -> &[Text] {
        self.draft.as_ref().map_or(&[], |draft| draft.texts.as_slice())
    }
}
