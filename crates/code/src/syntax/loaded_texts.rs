//! Prompts that lie in files of their own: texts beside code that names them.
//!
//! Whether code names a file is known only when all of it was read, so such texts are kept until
//! then.

use std::collections::BTreeSet;

use jurat_text::WildcardPattern;

use super::source::SourceFile;
use crate::facts::FileRole;

/// Endings of files that may hold a prompt.
const ENDINGS: &[&str] = &["txt", "md", "yaml", "yml", "j2", "jinja", "jinja2", "prompt"];

/// Files that every repository has, and that no code takes for a prompt.
#[rustfmt::skip]
const APART: &[&str] = &[
    "readme", "license", "licence", "changelog", "contributing", "security", "notice", "authors",
    "requirements", "mkdocs", "docker-compose",
];

/// Texts, and bytes of one and of all, that are kept.
const MOST_TEXTS: usize = 500;
const MOST_BYTES: usize = 64 << 10;
const MOST_IN_ALL: usize = 8 << 20;

/// Names of files that code says, and the longest of them.
const MOST_NAMES: usize = 10_000;
const LONGEST_NAME: usize = 200;

#[derive(Default)]
pub(super) struct LoadedTexts {
    texts: Vec<(String, String, FileRole)>,
    bytes: usize,
    /// Texts of code that name such a file.
    names: BTreeSet<String>,
}

impl LoadedTexts {
    /// A file that is no code, kept if it may be a prompt.
    pub(super) fn keep(&mut self, source: &SourceFile<'_>, role: FileRole) {
        let name = file_name(source.path).to_lowercase();
        let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
        let apart = APART.iter().any(|known| stem.starts_with(known)) || name.starts_with('.');
        let counts = matches!(role, FileRole::Product | FileRole::Docs | FileRole::Config);
        let room = self.texts.len() < MOST_TEXTS
            && source.text.len() <= MOST_BYTES
            && self.bytes + source.text.len() <= MOST_IN_ALL;
        if ENDINGS.contains(&ending) && counts && !apart && room {
            self.bytes += source.text.len();
            self.texts
                .push((source.path.to_owned(), source.text.to_owned(), role));
        }
    }

    /// A text of code, which may name a file.
    pub(super) fn says(&mut self, words: &str) {
        if LONGEST_NAME < words.len() || MOST_NAMES <= self.names.len() {
            return;
        }
        let quotes = ['"', '\'', '`'];
        let bare = words.trim_end_matches(quotes);
        let bare = bare.rsplit(quotes).next().unwrap_or(bare);
        let named = bare
            .rsplit_once('.')
            .is_some_and(|(_, ending)| ENDINGS.contains(&ending));
        if named && !bare.contains(char::is_whitespace) {
            self.names.insert(bare.to_owned());
        }
    }

    /// Every text that code names: by the name of its file, or by the folder and a name that is
    /// put together.
    pub(super) fn texts(
        &self,
        is_said: impl Fn(&str) -> bool,
    ) -> Vec<(SourceFile<'_>, FileRole)> {
        let named = |path: &str| {
            let file = file_name(path);
            let folder = path.rsplit('/').nth(1).unwrap_or_default();
            self.names.iter().any(|said| {
                let last = generic(file_name(said));
                let whole = last == file;
                let bare = last.starts_with('*');
                let fits = last.contains('*') && WildcardPattern::of_names(&last).fits(file);
                let there = said.contains(folder) || is_said(folder);
                whole || fits && (!bare || !folder.is_empty() && there)
            })
        };
        let texts = self.texts.iter().filter(|(path, ..)| named(path));
        texts
            .map(|(path, text, role)| (SourceFile::new(path, text), *role))
            .collect()
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A name with what is put into it as `*`: `{persona}.txt`.
fn generic(name: &str) -> String {
    let mut made = String::with_capacity(name.len());
    let mut depth = 0_u32;
    for letter in name.chars() {
        match letter {
            '{' => {
                if depth == 0 {
                    made.push('*');
                }
                depth += 1;
            }
            '}' => depth = depth.saturating_sub(1),
            '$' => {}
            _ if depth == 0 => made.push(letter),
            _ => {}
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::{LoadedTexts, SourceFile};
    use crate::facts::FileRole;

    #[track_caller]
    fn check(said: &str, folder_said: bool, loaded: &[&str]) {
        let mut texts = LoadedTexts::default();
        for path in ["parts/strict.txt", "parts/kind.txt", "README.md", "lone.yaml"] {
            texts.keep(&SourceFile::new(path, "words"), FileRole::Docs);
        }
        texts.says(said);
        let found = texts.texts(|name| folder_said && name == "parts");
        let found: Vec<&str> = found.iter().map(|(source, _)| source.path).collect();
        assert_eq!(found, loaded, "{said}");
    }

    #[test]
    fn a_text_counts_where_code_names_it() {
        check("\"strict.txt\"", false, &["parts/strict.txt"]);
        check("'parts/kind.txt'", false, &["parts/kind.txt"]);
        check("f\"{who}.txt\"", true, &["parts/strict.txt", "parts/kind.txt"]);
        check("f\"{who}.txt\"", false, &[]);
        check("`parts/${who}.txt`", false, &["parts/strict.txt", "parts/kind.txt"]);
        check("\"README.md\"", false, &[]);
        check("\"no such file.txt\"", false, &[]);
    }
}
