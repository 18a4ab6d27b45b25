//! Words of a glossary that the answer does not use.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{
        AuditPolicy, AuditSubject, BlockItem, IssueCode, StateText,
        content_words::{ContentWordBag, content_words},
    },
    checks::AuditCheck,
};

const GLOSSARY_TERM_UNUSED: IssueCode = IssueCode::new("GLOSSARY_TERM_UNUSED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[GLOSSARY_TERM_UNUSED],
    stage: PipelineStage::Final,
    severity: IssueSeverity::Info,
    find,
};

jurat_text::word_lists! {
    "glossary_keys" [en, pt, fr];
    /// Keys of the word that is explained, as pipelines call them.
    static TERMS;
}

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    let blocks = match super::blocks(subject, GLOSSARY_TERM_UNUSED) {
        Ok(blocks) => blocks,
        Err(unchecked) => return unchecked,
    };
    let terms: Vec<&StateText> = blocks.glossary.iter().flatten().filter_map(term).collect();
    if terms.is_empty() {
        return Vec::new();
    }
    let language = subject.language();
    let mut bag = ContentWordBag::default();
    super::texts(subject).for_each(|(_, text)| bag.add(&text.text, language));
    let labels = blocks
        .legal_basis
        .iter()
        .flatten()
        .filter_map(|line| line.label.as_ref());
    labels.for_each(|label| bag.add(label, language));
    let quiz = blocks.quiz.iter().flatten().flat_map(|item| &item.texts);
    quiz.for_each(|text| bag.add(&text.text, language));
    let unused = terms.into_iter().filter(|term| {
        let words = content_words(&term.text, language);
        !words.is_empty() && !words.iter().any(|word| bag.has(word, language))
    });
    unused
        .map(|term| {
            let msg = format!("the answer does not use `{}`", term.text.trim());
            let fix = "leave the word out of the glossary, or use it";
            GLOSSARY_TERM_UNUSED.issue(CHECK.severity, msg, fix).at(&term.at)
        })
        .collect()
}

/// The word that an item explains.
pub(super) fn term(item: &BlockItem) -> Option<&StateText> {
    item.texts.iter().find(|text| {
        let path = text.at.strip_prefix(item.at.as_str());
        path.is_some_and(|path| path.is_empty() && 1 < item.texts.len())
            || path
                .and_then(|path| path.strip_prefix('.'))
                .is_some_and(|key| TERMS.contains(key))
    })
}
