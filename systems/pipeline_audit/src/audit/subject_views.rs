//! What several checks read of one subject, computed once, when first asked for.

use std::{collections::BTreeSet, sync::OnceLock};

use jurat_text::Language;

use super::{AuditSubject, ProvisionMention, content_words::ContentWordBag, provisions, urls};
use crate::checks::{DraftViews, FinalViews};

/// The views of a subject.
#[derive(Debug, Default)]
pub(crate) struct SubjectViews {
    /// Of the checks of a draft.
    pub(crate) draft: DraftViews,
    /// Of the checks of the final blocks.
    pub(crate) last: FinalViews,
    /// The languages of answer and sources, where they differ.
    pub(super) language_gap: OnceLock<Option<(Language, Language)>>,
    hit_provisions: OnceLock<Vec<Vec<ProvisionMention>>>,
    hit_words: OnceLock<Vec<ContentWordBag>>,
    hit_addresses: OnceLock<BTreeSet<Box<str>>>,
}

impl SubjectViews {
    /// Forgets what was computed of a draft.
    pub(super) fn redrafted(&mut self) {
        self.draft.redrafted();
        self.last = FinalViews::default();
        self.language_gap = OnceLock::new();
    }
}

impl AuditSubject {
    /// The provisions that each source is or names: first those of its label and title, then
    /// those of its text.
    pub fn hit_provisions(&self) -> &[Vec<ProvisionMention>] {
        self.views.hit_provisions.get_or_init(|| {
            let texts: Vec<&str> =
                self.draft_texts().iter().map(|text| text.text.as_str()).collect();
            let answer = Language::of(&texts.join("\n"));
            self.hits()
                .iter()
                .map(|hit| provisions::of_hit(hit, answer))
                .collect()
        })
    }

    /// The addresses of the sources and those in their texts, in normal form.
    pub(crate) fn hit_addresses(&self) -> &BTreeSet<Box<str>> {
        self.views.hit_addresses.get_or_init(|| urls::of_hits(self.hits()))
    }

    /// The words of each source, by their stems.
    pub(crate) fn hit_words(&self) -> &[ContentWordBag] {
        self.views.hit_words.get_or_init(|| {
            let language = self.language();
            let words = |hit: &super::AuditedHit| {
                let heads = [&hit.title, &hit.label, &hit.law].into_iter().flatten();
                let mut bag = ContentWordBag::of(&hit.text, language);
                heads.for_each(|head| bag.add(head, language));
                bag
            };
            self.hits().iter().map(words).collect()
        })
    }
}
