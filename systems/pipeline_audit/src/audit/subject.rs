//! What is audited: the parts of a state that checks read, each with its JSON path.
//!
//! A part that the state does not have is `None`; one that it has and that is empty is not.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use jurat_model::audit::AnswerPlan;
use jurat_text::Language;

use super::{content_words, subject_views::SubjectViews};

/// A text of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateText {
    /// Its JSON path, such as `$.blocks.summary`. Within JSON in a string the path goes on after
    /// a `#`: `$.draft#$.summary`.
    pub at: String,
    /// The words. Byte offsets of issues count in this.
    pub text: String,
}

/// A source that retrieval found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AuditedHit {
    /// Its number, from 1; printed as `hit#1`.
    pub number: usize,
    pub at: String,
    /// The id that the state gives it.
    pub id: Option<String>,
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

impl AuditedHit {
    /// The pointer to it: `hit#1`.
    pub fn pointer(&self) -> String {
        format!("hit#{}", self.number)
    }
}

/// One line of a legal basis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalBasis {
    pub at: String,
    /// What it is called, as in `Art. 49 do CDC`.
    pub label: Option<String>,
    /// Where it can be read.
    pub url: Option<String>,
}

/// An item of a list that has several texts: a question of a quiz with its options, a word of a
/// glossary with its meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockItem {
    pub at: String,
    /// Its texts, in the order of their keys.
    pub texts: Vec<StateText>,
}

/// The blocks of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerBlocks {
    pub at: String,
    /// What they say in brief.
    pub summary: Option<StateText>,
    pub steps: Option<Vec<StateText>>,
    /// What it rests on.
    pub legal_basis: Option<Vec<LegalBasis>>,
    /// Questions to test oneself.
    pub quiz: Option<Vec<BlockItem>>,
    pub glossary: Option<Vec<BlockItem>>,
    /// Questions that may follow.
    pub follow_ups: Option<Vec<StateText>>,
    /// The texts of every other key, by key. Keys that begin with `error_` are left out.
    pub other: BTreeMap<String, Vec<StateText>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerDraft {
    pub at: String,
    /// The form in which it came.
    pub form: DraftForm,
    /// Its prose, in order of reading: the text itself, or summary, steps and further texts of its
    /// blocks. Not its legal basis.
    pub texts: Vec<StateText>,
    /// Its blocks, where it has such.
    pub blocks: Option<AnswerBlocks>,
}

/// The form of a draft.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum DraftForm {
    #[default]
    Text,
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
pub struct PipelineMeta {
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
pub struct AuditSubject {
    pub query: Option<StateText>,
    /// What was found, in the order given.
    pub hits: Option<Vec<AuditedHit>>,
    /// Sources beyond the limit, unread.
    pub hits_left_out: usize,
    /// Sources that have no field of words at all: an address, the id of a file.
    pub hits_without_text: usize,
    /// Sources that have words where none was looked for, as what and where they are.
    pub hits_not_understood: Vec<String>,
    /// Paths of texts that were cut at the limit.
    pub cut: Vec<String>,
    pub draft: Option<AnswerDraft>,
    /// What is shown in the end.
    pub blocks: Option<AnswerBlocks>,
    pub meta: PipelineMeta,
    /// Paths of those texts of the draft that say what a word means.
    pub(crate) meanings: BTreeSet<String>,
    /// What the answer should have been, where the state brings it.
    pub reference: Option<StateText>,
    pub(crate) views: SubjectViews,
    pub(crate) language: OnceLock<Option<Language>>,
}

impl AuditSubject {
    /// The sources; empty where the state has none or does not say.
    pub fn hits(&self) -> &[AuditedHit] {
        self.hits.as_deref().unwrap_or_default()
    }

    /// The language of question, answer and sources, the first that tells.
    pub fn language(&self) -> Option<Language> {
        *self.language.get_or_init(|| content_words::language(self))
    }

    /// The same with another draft: plain words, nothing else. What was read of the sources stays.
    pub fn redrafted(&mut self, words: &str) {
        let at = "$.draft".to_owned();
        let text = StateText { at: at.clone(), text: words.to_owned() };
        self.draft = Some(AnswerDraft { at, texts: vec![text], ..AnswerDraft::default() });
        self.views.redrafted();
    }

    /// The texts of the draft with what comes before the final blocks; empty where there is none.
    pub fn draft_texts(&self) -> &[StateText] {
        self.draft.as_ref().map_or(&[], |draft| draft.texts.as_slice())
    }
}
