//! Checks of the final blocks: sizes, what must not change, how they read.

mod banned_promise;
mod disclaimer_missing;
mod empty_section;
mod follow_ups_count;
mod glossary_term_unused;
mod legal_basis_changed;
mod low_readability;
mod quiz_answer_missing;
mod readability;
mod redundant;
mod section_too_long;
mod shown_claims;
mod syllables;
mod tone;

use std::{ops::Range, sync::OnceLock};

use jurat_model::audit::Issue;
use jurat_text::sentences::{SentenceKind, sentences};

use super::{
    AuditCheck,
    draft::{
        coverage,
        phrases::{PlainWord, read},
        style,
    },
};
use crate::audit::{AnswerBlocks, AuditPolicy, AuditSubject, IssueCode, StateText};

pub(crate) use shown_claims::shown;

/// In the order in which they are reported.
pub(super) const ALL: &[AuditCheck] = &[
    section_too_long::CHECK,
    follow_ups_count::CHECK,
    empty_section::CHECK,
    shown_claims::CHECK,
    legal_basis_changed::CHECK,
    quiz_answer_missing::CHECK,
    glossary_term_unused::CHECK,
    disclaimer_missing::CHECK,
    low_readability::CHECK,
    tone::CHECK,
    banned_promise::CHECK,
    redundant::CHECK,
];

/// What is wrong with the structure, whatever the words say.
const OF_STRUCTURE: [AuditCheck; 5] = [
    section_too_long::CHECK,
    follow_ups_count::CHECK,
    empty_section::CHECK,
    quiz_answer_missing::CHECK,
    disclaimer_missing::CHECK,
];

const OF_STYLE: [AuditCheck; 4] =
    [low_readability::CHECK, tone::CHECK, banned_promise::CHECK, redundant::CHECK];

/// What several checks of the final blocks share, computed once for a subject.
#[derive(Debug, Default)]
pub(crate) struct FinalViews {
    prose: OnceLock<Vec<BlockProse>>,
    /// The blocks in the place of the draft.
    shown: OnceLock<Option<Box<AuditSubject>>>,
}

/// A text of the blocks, read.
#[derive(Debug)]
struct BlockProse {
    /// The key of its section.
    section: String,
    words: Vec<PlainWord>,
    /// Its sentences, headings apart.
    sentences: Vec<Range<usize>>,
}

impl BlockProse {
    /// The words of a sentence.
    fn words_in(&self, sentence: &Range<usize>) -> &[PlainWord] {
        let first = self.words.partition_point(|word| word.range.start < sentence.start);
        let last = self.words.partition_point(|word| word.range.start < sentence.end);
        &self.words[first..last]
    }
}

impl FinalViews {
    /// The prose of the answer, read, in the order of [`texts`].
    fn prose(&self, subject: &AuditSubject) -> &[BlockProse] {
        self.prose.get_or_init(|| {
            let prose = |(section, text): (&str, &StateText)| BlockProse {
                section: section.to_owned(),
                words: read(&text.text),
                sentences: sentences(&text.text)
                    .into_iter()
                    .filter(|one| one.kind != SentenceKind::Heading)
                    .map(|one| one.range)
                    .collect(),
            };
            texts(subject).map(prose).collect()
        })
    }
}

/// The prose of an answer with the key of its section: that of its blocks or, where the state has
/// none, its draft.
fn texts(subject: &AuditSubject) -> impl Iterator<Item = (&str, &StateText)> {
    let blocks = subject.blocks.as_ref();
    let draft = subject.draft_texts().iter().filter(move |_| blocks.is_none());
    blocks
        .into_iter()
        .flat_map(block_texts)
        .chain(draft.map(|text| ("draft", text)))
}

/// Summary, steps, and what has no part of its own. Not the draft, should it stand among them.
fn block_texts(blocks: &AnswerBlocks) -> impl Iterator<Item = (&str, &StateText)> {
    let summary = blocks.summary.iter().map(|text| ("summary", text));
    let steps = blocks.steps.iter().flatten().map(|text| ("steps", text));
    let other = blocks.other.iter().filter(|(key, _)| *key != "draft");
    let other = other.flat_map(|(key, all)| all.iter().map(move |text| (key.as_str(), text)));
    summary.chain(steps).chain(other)
}

/// The texts of the answer, each with what was read of it.
fn read_texts(subject: &AuditSubject) -> impl Iterator<Item = (&StateText, &BlockProse)> {
    let prose = subject.views.last.prose(subject);
    texts(subject).map(|(_, text)| text).zip(prose)
}

/// The path of the answer, or that there is none to look at.
fn answer(subject: &AuditSubject, code: IssueCode) -> Result<&str, Vec<Issue>> {
    let missing = || {
        let fix = "map the field that holds the answer";
        vec![code.unchecked("the state has no answer", fix)]
    };
    let blocks = subject.blocks.as_ref().map(|blocks| blocks.at.as_str());
    let draft = subject.draft.as_ref().map(|draft| draft.at.as_str());
    blocks.or(draft).ok_or_else(missing)
}

/// The blocks, or that they could not be looked at.
fn blocks(subject: &AuditSubject, code: IssueCode) -> Result<&AnswerBlocks, Vec<Issue>> {
    let missing = || {
        let fix = "map the field that holds the final blocks";
        vec![code.unchecked("the state has no blocks", fix)]
    };
    subject.blocks.as_ref().ok_or_else(missing)
}

/// What the section of the final blocks says beside its issues.
#[derive(Debug, Default)]
pub(crate) struct FinalMeasures {
    /// The share of claims that a source supports.
    pub(crate) coverage: Option<f64>,
    /// How well it reads and keeps to its form.
    pub(crate) style: Option<f64>,
    /// Whether what must not change has not changed.
    pub(crate) invariants_ok: Option<bool>,
    /// Defects of structure, one line each.
    pub(crate) structure_lints: Vec<String>,
}

/// The measures of the final blocks; `issues` are those that their checks found.
pub(crate) fn measures(
    subject: &AuditSubject,
    policy: &AuditPolicy,
    issues: &[Issue],
) -> FinalMeasures {
    let of = |checks: &[AuditCheck]| {
        checks.iter().map(|one| style::count(one, issues)).sum::<usize>()
    };
    let structure = |issue: &&Issue| {
        let mut codes = OF_STRUCTURE.iter().flat_map(|check| check.codes);
        codes.any(|code| code.name() == issue.code)
    };
    let count = of(&OF_STRUCTURE) + of(&OF_STYLE);
    FinalMeasures {
        coverage: shown(subject).and_then(|blocks| coverage(blocks, policy)),
        style: answer(subject, IssueCode::not_checked())
            .ok()
            .map(|_| style::falling(count)),
        invariants_ok: legal_basis_changed::is_preserved(subject),
        structure_lints: issues.iter().filter(structure).map(|one| one.msg.clone()).collect(),
    }
}
