//! Patterns with `*`: of names, and of paths with `**`.
//!
//! Letters match in any case where the pattern is written small; all letters but `*` stand for themselves, since
//! patterns are also of code, which is full of brackets. No text costs more than its length times that of the
//! pattern.

use std::borrow::Cow;

use globset::{GlobBuilder, GlobMatcher};

/// Letters of a pattern that are looked at.
const MOST_PATTERN: usize = 512;

/// A pattern in which `*` stands for anything.
#[derive(Debug, Clone)]
pub struct WildcardPattern {
    /// What comes before the first star.
    head: String,
    /// None where there is no star.
    glob: Option<GlobMatcher>,
    any_case: bool,
}

impl WildcardPattern {
    /// A pattern of names.
    pub fn of_names(pattern: &str) -> Self {
        Self::new(pattern, false, escaped)
    }

    /// A pattern of paths: `*` stands for anything within a part, `**` for any number of parts, and a `/` at the
    /// end for all below.
    pub fn of_paths(pattern: &str) -> Self {
        let below = if pattern.ends_with('/') { "/**" } else { "" };
        let whole = format!("{}{below}", pattern.trim_end_matches('/'));
        Self::new(&whole, true, |pattern| {
            let parts = pattern.split('/');
            let parts =
                parts.map(|part| if part == "**" { part.into() } else { escaped(part) });
            parts.collect::<Vec<_>>().join("/")
        })
    }

    fn new(pattern: &str, by_parts: bool, glob: impl Fn(&str) -> String) -> Self {
        let pattern: String = pattern.chars().take(MOST_PATTERN).collect();
        let head = pattern.split('*').next().unwrap_or_default();
        let is_plain = head.len() == pattern.len();
        let glob = GlobBuilder::new(&glob(&pattern))
            .literal_separator(by_parts)
            .backslash_escape(false)
            .build();
        Self {
            head: head.to_owned(),
            glob: glob.ok().filter(|_| !is_plain).map(|glob| glob.compile_matcher()),
            any_case: !pattern.chars().any(char::is_uppercase),
        }
    }

    /// Whether the whole text fits.
    pub fn fits(&self, text: &str) -> bool {
        if self.begins_otherwise(text) {
            return false;
        }
        let text = if self.any_case && text.chars().any(char::is_uppercase) {
            Cow::Owned(text.to_lowercase())
        } else {
            Cow::Borrowed(text)
        };
        match &self.glob {
            Some(glob) => glob.is_match(&*text),
            None => text == self.head,
        }
    }

    /// Most texts are told by their first letter, for far less than the glob costs.
    fn begins_otherwise(&self, text: &str) -> bool {
        match (self.head.bytes().next(), text.bytes().next()) {
            (Some(first), Some(letter)) if first.is_ascii() && letter.is_ascii() => {
                first != letter && !(self.any_case && first == letter.to_ascii_lowercase())
            }
            _ => false,
        }
    }
}

/// With every letter but stars standing for itself; many stars are one.
fn escaped(pattern: &str) -> String {
    let parts: Vec<String> = pattern.split('*').map(globset::escape).collect();
    let mut stars = parts.join("*");
    while stars.contains("**") {
        stars = stars.replace("**", "*");
    }
    stars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, word: &str, fits: bool) {
        assert_eq!(WildcardPattern::of_names(pattern).fits(word), fits, "{pattern} {word}");
    }

    #[track_caller]
    fn check_path(pattern: &str, path: &str, expected: bool) {
        assert_eq!(WildcardPattern::of_paths(pattern).fits(path), expected, "{pattern} {path}");
    }

    #[test]
    fn a_star_stands_for_anything() {
        check("os.*", "os.system", true);
        check("*.system", "os.system", true);
        check("*a*b*", "xxaxxbxx", true);
        check("*a*b", "xxaxxbxx", false);
        check("a*b*c", "aXbYbZc", true);
        check("**", "", true);
    }

    #[test]
    fn the_whole_word_must_fit() {
        check("system", "os.system", false);
        check("os.system", "os.systems", false);
        check("a*b", "ac", false);
    }

    #[test]
    fn all_but_stars_are_letters() {
        check("*[0].{run}?", "items[0].{run}?", true);
        check("a[b*", "a[bc", true);
        check("a[b]*", "ab", false);
        check(r"\d*", r"\d+", true);
        check("*/b", "a/x/b", true);
        check("**/b", "b", false);
        check_path("app/[id]/*.tsx", "app/[id]/page.tsx", true);
        check_path("app/[id]/*.tsx", "app/i/page.tsx", false);
    }

    #[test]
    fn small_patterns_match_letters_of_any_case() {
        check("stategraph", "StateGraph", true);
        check("StateGraph", "stategraph", false);
        check("state*", "StateGraph", true);
        check("*judge*", "run_Judges", true);
        check("Judge*", "judge", false);
    }

    #[test]
    fn letters_beyond_ascii_are_letters() {
        check("höhe*", "HÖHENMETER", true);
        check("*meter", "Höhenmeter", true);
        check("hohe*", "höhe", false);
        check("Höhe", "höhe", false);
    }

    #[test]
    fn paths_fit_part_by_part() {
        check_path("src/*.py", "src/graph.py", true);
        check_path("src/*.py", "src/nodes/judges.py", false);
        check_path("**/*.py", "graph.py", true);
        check_path("**/*.py", "a/b/graph.py", true);
        check_path("src/**", "src/a/b.rs", true);
        check_path("tests/", "tests/a/b.rs", true);
        check_path("**/prompts/**/pro*", "a/prompts/x/prosecutor.md", true);
        check_path("readme*", "README.md", true);
        check_path("README*", "readme.md", false);
        check_path("", "a", false);
        check_path("a/**/b", "a/b", true);
        check_path("a/**/**/b", "a/x/y/b", true);
        check_path("a/x**", "a/xy/z", false);
    }

    #[test]
    fn a_hostile_pattern_costs_little() {
        let pattern = "*a".repeat(200);
        check(&pattern, &"a".repeat(150), false);
        check(&pattern, &"a".repeat(4000), true);
    }
}
