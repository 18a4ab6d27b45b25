//! Words that the program knows, from files below `data/` of the crate that asks for them.
//!
//! A folder is a subject, a file in it a language, a list in the file one use of the words. They are part of the
//! program; whoever names a list by [`word_lists!`](crate::word_lists) has a test that the files hold it.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Deref,
    sync::OnceLock,
};

type ListsByName = BTreeMap<&'static str, Vec<&'static str>>;

/// The files of a subject, each a language, read once.
#[derive(Debug)]
pub struct WordFiles {
    texts: &'static [&'static str],
    lists: OnceLock<ListsByName>,
}

impl WordFiles {
    pub const fn new(texts: &'static [&'static str]) -> Self {
        Self { texts, lists: OnceLock::new() }
    }

    /// The lists of all languages by their names; in each, the words of the first file first.
    pub fn lists(&self) -> &BTreeMap<&'static str, Vec<&'static str>> {
        self.lists.get_or_init(|| {
            let mut lists = ListsByName::new();
            // A file that cannot be read is a fault that a test tells.
            for file in self.texts.iter().filter_map(|text| parsed(text).ok()) {
                for (name, words) in file {
                    lists.entry(name).or_default().extend(words);
                }
            }
            lists
        })
    }

    /// The list of this name; empty where there is none.
    pub fn list(&self, name: &str) -> &[&'static str] {
        self.lists().get(name).map_or(&[], Vec::as_slice)
    }

    /// What is wrong with the files: lists that nobody asks for or that are not there, lists that stand twice in a
    /// file, words that stand twice in a list, have space around them, or capitals where their list is not one of
    /// `written` as texts have them. Two languages may share a word.
    pub fn faults(&self, asked: &[&str], written: &[&str]) -> Vec<String> {
        let small = |names: &[&str]| -> BTreeSet<String> {
            names.iter().map(|name| name.to_lowercase()).collect()
        };
        let (asked, written) = (small(asked), small(written));
        let mut faults = Vec::new();
        let mut held = BTreeSet::new();
        for text in self.texts {
            match parsed(text) {
                Ok(file) => {
                    for (name, words) in &file {
                        faults.extend(faults_of_list(name, words, written.contains(*name)));
                        // Of two lists with one name, reading keeps but the last.
                        if 1 < text.matches(&format!("\"{name}\":")).count() {
                            faults.push(format!("`{name}` stands twice in a file"));
                        }
                    }
                    held.extend(file.into_keys().map(str::to_owned));
                }
                Err(error) => faults.push(format!("a file cannot be read: {error}")),
            }
        }
        let differ = asked.symmetric_difference(&held);
        faults.extend(
            differ.map(|name| format!("`{name}` is either not there or not asked for")),
        );
        faults
    }
}

fn parsed(text: &'static str) -> serde_json::Result<ListsByName> {
    serde_json::from_str(text)
}

fn faults_of_list(name: &str, words: &[&str], capitals: bool) -> Vec<String> {
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    if words.is_empty() {
        faults.push(format!("`{name}` is empty"));
    }
    for word in words {
        if !seen.insert(word) {
            faults.push(format!("`{name}` has `{word}` twice"));
        }
        if word.is_empty() || word.trim() != *word {
            faults
                .push(format!("`{name}` has `{word}`, with space around it or nothing in it"));
        }
        if !capitals && word.to_lowercase() != **word {
            faults.push(format!("`{name}` has `{word}`, with capitals"));
        }
    }
    faults
}

/// One list, in the order of its files.
#[derive(Debug)]
pub struct WordList {
    files: &'static WordFiles,
    name: &'static str,
    read: OnceLock<ReadWords>,
}

#[derive(Debug)]
struct ReadWords {
    in_order: Vec<&'static str>,
    sorted: Vec<&'static str>,
}

impl WordList {
    /// The list of this name, in small letters, in the files.
    pub const fn new(files: &'static WordFiles, name: &'static str) -> Self {
        Self { files, name, read: OnceLock::new() }
    }

    /// Whether a word is in the list.
    pub fn contains(&self, word: &str) -> bool {
        self.read().sorted.binary_search(&word).is_ok()
    }

    fn read(&self) -> &ReadWords {
        self.read.get_or_init(|| {
            let in_order = self.files.list(&self.name.to_ascii_lowercase()).to_vec();
            let mut sorted = in_order.clone();
            sorted.sort_unstable();
            ReadWords { in_order, sorted }
        })
    }
}

impl Deref for WordList {
    type Target = [&'static str];

    fn deref(&self) -> &Self::Target {
        &self.read().in_order
    }
}

impl<'a> IntoIterator for &'a WordList {
    type Item = &'a &'static str;
    type IntoIter = std::slice::Iter<'a, &'static str>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The text of `data/<subject>/<language>.json` of the crate that asks.
#[macro_export]
macro_rules! word_file {
    ($subject:literal, $language:ident) => {
        include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/data/",
            $subject,
            "/",
            stringify!($language),
            ".json"
        ))
    };
}

/// The lists of a subject in some languages, and a test that its files hold these and no others. Words have small
/// letters unless their list is `as written`.
#[macro_export]
macro_rules! word_lists {
    (
        $subject:literal [$($language:ident),+];
        $($(#[$meta:meta])* $vis:vis static $name:ident $(as $form:ident)?;)+
    ) => {
        static WORD_FILES: $crate::word_list::WordFiles =
            $crate::word_list::WordFiles::new(&[$($crate::word_file!($subject, $language)),+]);

        $($(#[$meta])* $vis static $name: $crate::word_list::WordList =
            $crate::word_list::WordList::new(&WORD_FILES, stringify!($name));)+

        #[cfg(test)]
        mod word_files {
            #[test]
            fn hold_the_lists_that_are_asked_for() {
                let asked = [$(stringify!($name)),+];
                let written: &[&str] = &[$($({ stringify!($form); stringify!($name) },)?)+];
                assert_eq!(super::WORD_FILES.faults(&asked, written), Vec::<String>::new());
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::{WordFiles, WordList};

    static FILES: WordFiles = WordFiles::new(&[
        r#"{"modals": ["must", "may"]}"#,
        r#"{"modals": ["doit", "est tenu"]}"#,
    ]);
    static MODALS: WordList = WordList::new(&FILES, "MODALS");

    #[test]
    fn a_list_has_the_words_of_all_its_files_in_order() {
        assert_eq!(MODALS.to_vec(), ["must", "may", "doit", "est tenu"]);
        assert!(MODALS.contains("may") && MODALS.contains("doit") && !MODALS.contains("est"));
        assert_eq!(FILES.faults(&["MODALS"], &[]), Vec::<String>::new());
    }

    #[track_caller]
    fn check(text: &'static [&'static str], written: &[&str], faults: &[&str]) {
        let told = WordFiles::new(text).faults(&["modals"], written).join("; ");
        assert_eq!(told.is_empty(), faults.is_empty(), "{told}");
        assert!(faults.iter().all(|fault| told.contains(fault)), "{told}");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told() {
        check(&[r#"{"modals": ["may"]}"#], &[], &[]);
        check(&[r#"{"modals": ["may", "may"]}"#], &[], &["`may` twice"]);
        check(&[r#"{"modals": [" may", ""]}"#], &[], &["` may`, with space", "``, with space"]);
        check(&[r#"{"modals": ["May"]}"#], &[], &["`May`, with capitals"]);
        check(&[r#"{"modals": ["May"]}"#], &["MODALS"], &[]);
        check(&[r#"{"modals": []}"#], &[], &["`modals` is empty"]);
        check(&[r#"{"modal": ["may"]}"#], &[], &["`modal` is", "`modals` is"]);
        check(&[r#"{"modals": "may"}"#], &[], &["cannot be read"]);
        check(
            &[r#"{"modals": ["may"], "modals": ["must"]}"#],
            &[],
            &["`modals` stands twice in a file"],
        );
        check(&[r#"{"modals": ["may"]}"#, r#"{"modals": ["may"]}"#], &[], &[]);
    }
}
