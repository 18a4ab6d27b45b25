//! A whole text, cut into sentences once, with what leads into what.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{Arc, OnceLock},
};

use jurat_canon::Hash;
use jurat_injection::{InjectedOrder, ScreenedTextKind, first_order};
use jurat_model::{ByteSpan, SourceExhibit, SourceKind};
use jurat_text::{
    Language, headings, leading_marks,
    sentences::{SentenceKind, SentenceSpan, is_tail, sentences, tails},
};
use jurat_verify::RecentTexts;

use super::section_offsets::SectionOffsets;

/// Lists nested deeper are damage.
const DEEPEST: usize = 8;

/// A text and its sentences.
pub(super) struct SegmentedExhibit<'a> {
    pub(super) exhibit: &'a SourceExhibit,
    cut: Arc<SegmentedText>,
    language: Option<Language>,
}

/// What follows from the words of a text alone.
struct SegmentedText {
    sentences: Vec<SentenceSpan>,
    /// For each sentence the items that it leads into.
    items: BTreeMap<usize, Vec<usize>>,
    /// Where the words of its headings are, if it is Markdown.
    headings: Vec<Range<usize>>,
    /// Its sections, looked for when the first reference needs them.
    sections: OnceLock<SectionOffsets>,
    /// The first words with which it speaks to its reader, looked for where that is asked of the whole text.
    order: OnceLock<Option<InjectedOrder>>,
}

/// The texts at hand, by their hashes: every step of a run reads the same ones.
static CUT: RecentTexts<Hash, SegmentedText> = RecentTexts::new();

impl SegmentedText {
    fn new(text: &str) -> Self {
        let sentences = sentences(text);
        let mut items: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, sentence) in sentences.iter().enumerate() {
            if let Some(lead) = sentence.lead_in.filter(|lead| *lead < sentences.len()) {
                items.entry(lead).or_default().push(at);
            }
        }
        let headings = headings::markdown(text);
        Self {
            sentences,
            items,
            headings,
            sections: OnceLock::new(),
            order: OnceLock::new(),
        }
    }
}

impl<'a> SegmentedExhibit<'a> {
    /// Of a text that is what its hash says.
    pub(super) fn new(exhibit: &'a SourceExhibit) -> Self {
        let text = exhibit.text.as_str();
        let cut = CUT.read(exhibit.rendition, text.len(), || SegmentedText::new(text));
        let language = exhibit.metadata.get("language").and_then(Language::from_code);
        Self { exhibit, cut, language }
    }

    pub(super) fn sentences(&self) -> &[SentenceSpan] {
        &self.cut.sentences
    }

    pub(super) fn headings(&self) -> &[Range<usize>] {
        &self.cut.headings
    }

    pub(super) fn sections(&self) -> &SectionOffsets {
        self.cut.sections.get_or_init(|| SectionOffsets::of(self.text()))
    }

    /// The words with which the text speaks to its reader. Only what someone handed in is looked at as a whole: of law, the
    /// passage at hand is.
    pub(super) fn order(&self) -> Option<InjectedOrder> {
        let handed_in = self.exhibit.metadata.kind == SourceKind::Submitted;
        let whole = || first_order(self.text(), ScreenedTextKind::Passage);
        handed_in.then(|| self.cut.order.get_or_init(whole).clone()).flatten()
    }

    /// The items that a sentence leads into.
    fn items(&self, at: usize) -> &[usize] {
        self.cut.items.get(&at).map_or(&[], Vec::as_slice)
    }

    pub(super) fn text(&self) -> &'a str {
        &self.exhibit.text
    }

    /// The language of the text as its metadata says, else that of a stretch, else English.
    pub(super) fn language_of(&self, stretch: &str) -> Language {
        self.language
            .or_else(|| Language::of(stretch))
            .unwrap_or(Language::English)
    }

    /// The sentences that share a byte with a span, and the items of lists that these lead into,
    /// in order.
    pub(super) fn touching(&self, span: ByteSpan) -> Vec<usize> {
        let first = self.cut.sentences.partition_point(|one| one.range.end <= span.start);
        let mut found: Vec<usize> = (first..self.cut.sentences.len())
            .take_while(|at| self.cut.sentences[*at].range.start < span.end)
            .collect();
        let mut at = 0;
        while let Some(one) = found.get(at) {
            let last = found.last().copied().unwrap_or_default();
            let more: Vec<usize> =
                self.items(*one).iter().copied().filter(|item| last < *item).collect();
            found.extend(more);
            at += 1;
        }
        found
    }

    /// Whether a sentence leads into a list.
    pub(super) fn leads(&self, at: usize) -> bool {
        !self.items(at).is_empty()
    }

    pub(super) fn is_heading(&self, at: usize) -> bool {
        let words = &self.text()[self.cut.sentences[at].range.clone()];
        self.cut.sentences[at].kind == SentenceKind::Heading || words.starts_with('#')
    }

    /// The sentences that lead into one, outermost first.
    pub(super) fn lead_ins(&self, at: usize) -> Vec<usize> {
        let lead = |at: &usize| self.cut.sentences.get(*at).and_then(|one| one.lead_in);
        let mut leads: Vec<usize> =
            std::iter::successors(lead(&at), lead).take(DEEPEST).collect();
        leads.reverse();
        leads
    }

    /// What follows the lists that a sentence is an item of, and limits it.
    pub(super) fn tails(&self, at: usize) -> Vec<Range<usize>> {
        let tails = tails(self.text(), &self.cut.sentences, at).into_iter();
        tails.map(|tail| self.cut.sentences[tail].range.clone()).collect()
    }

    /// Whether a sentence goes on after a list, and says nothing without it.
    pub(super) fn is_tail(&self, at: usize) -> bool {
        is_tail(self.text(), &self.cut.sentences, at)
    }

    /// A sentence without the marks at its head.
    pub(super) fn bare(&self, at: usize) -> Range<usize> {
        let range = self.cut.sentences[at].range.clone();
        range.start + leading_marks::head(&self.text()[range.clone()])..range.end
    }

    /// An item without its marks, and without the semicolon that parts it from the next. `or`
    /// stays: it says that the item is one of several ways.
    pub(super) fn item(&self, at: usize) -> Range<usize> {
        let range = self.bare(at);
        let words = &self.text()[range.clone()];
        let joined = ["; and", ", and", "; et", "; e", ", et", ", e"];
        let without = joined
            .iter()
            .find_map(|join| words.strip_suffix(join))
            .unwrap_or(words);
        let kept = without.trim_end_matches([';', ',']).trim_end();
        range.start..range.start + if kept.is_empty() { words.len() } else { kept.len() }
    }

    /// Whether two neighbouring sentences stand in one paragraph.
    pub(super) fn neighbours(&self, left: usize, right: usize) -> bool {
        let (Some(one), Some(other)) =
            (self.cut.sentences.get(left), self.cut.sentences.get(right))
        else {
            return false;
        };
        let gap = self.text().get(one.range.end..other.range.start).unwrap_or("\n\n");
        let blank = 1 < gap.bytes().filter(|byte| *byte == b'\n').count();
        !blank && !self.is_heading(left) && !self.is_heading(right)
    }

    /// The items beside an item: the one before and the one after, in the same list.
    pub(super) fn beside(&self, at: usize) -> (Option<usize>, Option<usize>) {
        let Some(lead) = self.cut.sentences[at].lead_in else { return (None, None) };
        let items = self.items(lead);
        let place = items.binary_search(&at).ok();
        let before = place.and_then(|place| place.checked_sub(1)).map(|place| items[place]);
        (before, place.and_then(|place| items.get(place + 1)).copied())
    }
}
