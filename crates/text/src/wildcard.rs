//! Patterns with `*`: of names, and of paths with `**`.
//!
//! Letters match in any case where the pattern is written small. No pattern costs more than its
//! length times that of the text.

/// Letters of a pattern that are looked at.
const MOST_PATTERN: usize = 512;
/// Letters of a word that are looked at.
const MOST_WORD: usize = 16 * 1024;

/// A pattern of names in which `*` stands for anything.
#[derive(Debug, Clone)]
pub struct WildcardPattern {
    pattern: Vec<char>,
    /// The same, where it is ASCII.
    bytes: Option<Box<[u8]>>,
    any_case: bool,
}

impl WildcardPattern {
    /// Of a pattern; letters match in any case where it is written small.
    pub fn new(pattern: &str) -> Self {
        let letters: Vec<char> = pattern.chars().take(MOST_PATTERN).collect();
        let bytes: Option<Box<[u8]>> =
            letters.iter().map(|letter| u8::try_from(*letter).ok()).collect();
        Self {
            bytes: bytes.filter(|bytes| bytes.is_ascii()),
            pattern: letters,
            any_case: is_small(pattern),
        }
    }

    /// Whether the whole word fits.
    pub fn fits(&self, word: &str) -> bool {
        if let Some(pattern) = self.bytes.as_deref().filter(|_| word.is_ascii()) {
            return self.fits_bytes(pattern, word.as_bytes());
        }
        let letters = word.chars().take(MOST_WORD);
        if self.any_case && word.chars().any(char::is_uppercase) {
            return self.matches(&letters.flat_map(char::to_lowercase).collect::<Vec<_>>());
        }
        if !self.pattern.contains(&'*') {
            return word.chars().eq(self.pattern.iter().copied());
        }
        self.matches(&letters.collect::<Vec<_>>())
    }

    /// As most words are.
    fn fits_bytes(&self, pattern: &[u8], word: &[u8]) -> bool {
        let word = &word[..word.len().min(MOST_WORD)];
        let same = |a: &u8, b: &u8| a == b || self.any_case && *a == b.to_ascii_lowercase();
        // Most words are told by how they begin.
        match (pattern.first(), word.first()) {
            (Some(b'*') | None, _) => {}
            (Some(_), None) => return false,
            (Some(first), Some(letter)) if !same(first, letter) => return false,
            _ => {}
        }
        starred(pattern, word, |letter| *letter == b'*', same)
    }

    fn matches(&self, word: &[char]) -> bool {
        starred(&self.pattern, word, |letter| *letter == '*', |a, b| a == b)
    }
}

/// Whether a path fits as a whole: `*` stands for anything within a part, `**` for any number of
/// parts, and a pattern that ends with `/` for all below.
pub fn fits_path(pattern: &str, path: &str) -> bool {
    let below = pattern.ends_with('/');
    let pattern = pattern.trim_end_matches('/');
    let mut parts: Vec<PathPatternPart> = pattern.split('/').map(PathPatternPart::of).collect();
    if below {
        parts.push(PathPatternPart::Any);
    }
    let path = if is_small(pattern) { path.to_lowercase() } else { path.to_owned() };
    let path: Vec<&str> = path.split('/').collect();
    let same = |part: &PathPatternPart, name: &&str| match part {
        PathPatternPart::Any => true,
        PathPatternPart::Named(stars) => stars.fits(name),
    };
    starred(&parts, &path, |part| matches!(part, PathPatternPart::Any), same)
}

/// A part of a pattern of paths.
enum PathPatternPart {
    /// `**`
    Any,
    Named(WildcardPattern),
}

impl PathPatternPart {
    fn of(part: &str) -> Self {
        if part == "**" { Self::Any } else { Self::Named(WildcardPattern::new(part)) }
    }
}

fn is_small(pattern: &str) -> bool {
    !pattern.chars().any(char::is_uppercase)
}

/// Matches with the last star alone tried again: enough, since whatever an earlier star could
/// take, the last one can.
fn starred<P, T>(
    pattern: &[P],
    text: &[T],
    is_star: impl Fn(&P) -> bool,
    same: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut at, mut to) = (0, 0);
    let mut last: Option<(usize, usize)> = None;
    while to < text.len() {
        match pattern.get(at) {
            Some(part) if is_star(part) => {
                last = Some((at, to));
                at += 1;
            }
            Some(part) if same(part, &text[to]) => {
                at += 1;
                to += 1;
            }
            _ => {
                let Some((star, taken)) = last else { return false };
                last = Some((star, taken + 1));
                (at, to) = (star + 1, taken + 1);
            }
        }
    }
    pattern[at..].iter().all(is_star)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, word: &str, fits: bool) {
        assert_eq!(WildcardPattern::new(pattern).fits(word), fits, "{pattern} {word}");
    }

    #[track_caller]
    fn check_path(pattern: &str, path: &str, expected: bool) {
        assert_eq!(fits_path(pattern, path), expected, "{pattern} {path}");
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
    }

    #[test]
    fn a_hostile_pattern_costs_little() {
        let pattern = "*a".repeat(200);
        check(&pattern, &"a".repeat(150), false);
        check(&pattern, &"a".repeat(4000), true);
    }
}
