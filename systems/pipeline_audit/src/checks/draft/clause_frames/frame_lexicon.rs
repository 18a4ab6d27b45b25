//! The words by which clauses are read, of each language: what demands or allows, who acts, and deeds of one meaning.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use jurat_text::{
    Language,
    sentence_reading::sentence_words,
    tokens::{is_stop_word, stem},
    word_file,
    word_list::WordFiles,
};

use super::{DeonticForm, PartyName};

static FILES: [(Language, WordFiles); 3] = [
    (Language::English, WordFiles::new(&[word_file!("clause_frames", en)])),
    (Language::French, WordFiles::new(&[word_file!("clause_frames", fr)])),
    (Language::Portuguese, WordFiles::new(&[word_file!("clause_frames", pt)])),
];

static LEXICONS: LazyLock<Vec<FrameLexicon>> = LazyLock::new(|| {
    FILES
        .iter()
        .map(|(language, files)| FrameLexicon::read(*language, files))
        .collect()
});

const FORMS: [(&str, DeonticForm); 4] = [
    ("must", DeonticForm::Must),
    ("may", DeonticForm::May),
    ("need_not", DeonticForm::NeedNot),
    ("must_not", DeonticForm::MustNot),
];

/// A phrase that demands, allows or forbids.
#[derive(Debug)]
pub(super) struct FormPhrase {
    pub(super) words: Vec<String>,
    pub(super) form: DeonticForm,
}

/// The words of one language.
#[derive(Debug)]
pub(super) struct FrameLexicon {
    pub(super) language: Language,
    /// By their first word, the longest first.
    forms: HashMap<String, Vec<FormPhrase>>,
    institutions: BTreeSet<String>,
    roles: BTreeSet<String>,
    /// The first word of those of one meaning, by stem.
    meanings: HashMap<String, String>,
    /// Words that name a provision or a person of any kind, so that to share them says little.
    faint: BTreeSet<String>,
    lists: &'static WordFiles,
}

impl FrameLexicon {
    /// The words of a language, where we have them.
    pub(super) fn of(language: Language) -> Option<&'static Self> {
        LEXICONS.iter().find(|lexicon| lexicon.language == language)
    }

    fn read(language: Language, lists: &'static WordFiles) -> Self {
        let mut forms: HashMap<String, Vec<FormPhrase>> = HashMap::new();
        for (name, form) in FORMS {
            for phrase in lists.list(name) {
                let words: Vec<String> =
                    sentence_words(phrase).map(|word| word.lower).collect();
                let Some(first) = words.first().cloned() else { continue };
                let known = forms.entry(first).or_default();
                // The longest first: `must not` before `must`.
                let at = known.partition_point(|one| words.len() <= one.words.len());
                known.insert(at, FormPhrase { words, form });
            }
        }
        let mut meanings = HashMap::new();
        for group in lists.list("same_deed") {
            let stems: Vec<String> = group
                .split(' ')
                .map(|word| stem(word, language).into_owned())
                .collect();
            let Some(first) = stems.first().cloned() else { continue };
            for one in stems {
                meanings.entry(one).or_insert_with(|| first.clone());
            }
        }
        let stems = |name: &str| {
            let words = lists.list(name).iter();
            words.map(|word| stem(word, language).into_owned()).collect()
        };
        Self {
            language,
            forms,
            institutions: stems("institutions"),
            roles: stems("roles"),
            faint: stems("faint"),
            meanings,
            lists,
        }
    }

    /// The phrases that begin with a word, the longest first.
    pub(super) fn forms(&self, first: &str) -> &[FormPhrase] {
        self.forms.get(first).map_or(&[], Vec::as_slice)
    }

    /// What a word in small letters counts as; nothing for one that says nothing by itself.
    pub(super) fn meaning(&self, lower: &str) -> Option<String> {
        if is_stop_word(lower, self.language) {
            return None;
        }
        let stem = stem(lower, self.language);
        let known = self.meanings.get(stem.as_ref()).cloned();
        Some(known.unwrap_or_else(|| stem.into_owned()))
    }

    /// What the words of a text count as.
    pub(super) fn meanings(&self, text: &str) -> BTreeSet<String> {
        sentence_words(text)
            .filter_map(|word| self.meaning(&word.lower))
            .collect()
    }

    /// The party that a word in small letters names.
    pub(super) fn party(&self, lower: &str) -> Option<PartyName> {
        let word = stem(lower, self.language);
        let is_institution = self.institutions.contains(word.as_ref());
        (is_institution || self.roles.contains(word.as_ref()))
            .then_some(PartyName { is_institution })
    }

    /// How much a word counts that two clauses share.
    pub(super) fn weight(&self, meaning: &str) -> f64 {
        if self.faint.contains(meaning) { FAINT } else { 1.0 }
    }

    /// Whether a word in small letters is in one of the plain lists.
    pub(super) fn has(&self, list: &str, lower: &str) -> bool {
        self.lists.list(list).contains(&lower)
    }

    /// Whether a word in small letters ends as a participle does.
    pub(super) fn is_participle(&self, lower: &str) -> bool {
        let mut ends = self.lists.list("participle_ends").iter();
        ends.any(|end| lower.len() > end.len() && lower.ends_with(end))
    }
}

/// The weight of a word that says little.
const FAINT: f64 = 0.3;

/// How many bytes the word takes, with what follows it, with which a text only answers a question: `No, the `.
pub(in crate::checks::draft) fn reply_length(text: &str, language: Language) -> usize {
    let Some(lexicon) = FrameLexicon::of(language) else { return 0 };
    let start = text.len() - text.trim_start().len();
    let end = text[start..]
        .find(|c: char| !c.is_alphabetic())
        .map_or(text.len(), |at| start + at);
    let is_reply = lexicon.has("replies", &text[start..end].to_lowercase());
    let mark = text[end..].chars().next().filter(|mark| ",.;:—".contains(*mark));
    mark.filter(|_| is_reply).map_or(0, |mark| end + mark.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn files_hold_the_lists_that_are_asked_for() {
        let asked = [
            "must",
            "may",
            "need_not",
            "must_not",
            "institutions",
            "roles",
            "phrase_ends",
            "passive",
            "participle_ends",
            "openings",
            "choices",
            "denials",
            "faint",
            "same_deed",
            "joints",
            "discretion",
            "replies",
            "rights",
        ];
        for (language, files) in &FILES {
            assert_eq!(files.faults(&asked, &[]), Vec::<String>::new(), "{language:?}");
        }
    }
}
