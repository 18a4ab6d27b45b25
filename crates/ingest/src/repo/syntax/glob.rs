//! Patterns in which `*` stands for anything.

/// A pattern. Letters match in any case where it is written small.
#[derive(Debug, Clone)]
pub(super) struct Glob {
    pattern: Vec<char>,
    any_case: bool,
}

/// Letters of a word that are looked at.
const MOST: usize = 16 * 1024;

impl Glob {
    pub(super) fn new(pattern: &str) -> Self {
        let any_case = !pattern.chars().any(char::is_uppercase);
        Self {
            pattern: pattern.chars().take(512).collect(),
            any_case,
        }
    }

    /// Whether the whole word fits.
    pub(super) fn fits(&self, word: &str) -> bool {
        if self.any_case && word.chars().any(char::is_uppercase) {
            return self.matches(
                &word
                    .chars()
                    .take(MOST)
                    .flat_map(char::to_lowercase)
                    .collect::<Vec<_>>(),
            );
        }
        if !self.pattern.contains(&'*') {
            return word.chars().eq(self.pattern.iter().copied());
        }
        self.matches(&word.chars().take(MOST).collect::<Vec<_>>())
    }

    /// With one mark to go back to: the last star. No earlier one can do better.
    fn matches(&self, word: &[char]) -> bool {
        let (mut at, mut in_word) = (0, 0);
        let mut star = None;
        while in_word < word.len() {
            match self.pattern.get(at) {
                Some('*') => {
                    star = Some((at, in_word));
                    at += 1;
                }
                Some(letter) if *letter == word[in_word] => {
                    at += 1;
                    in_word += 1;
                }
                _ => {
                    let Some((mark, from)) = star else { return false };
                    star = Some((mark, from + 1));
                    at = mark + 1;
                    in_word = from + 1;
                }
            }
        }
        self.pattern[at..].iter().all(|letter| *letter == '*')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, word: &str, fits: bool) {
        assert_eq!(Glob::new(pattern).fits(word), fits, "{pattern} {word}");
    }

    #[test]
    fn a_star_stands_for_anything() {
        check("os.*", "os.system", true);
        check("*.system", "os.system", true);
        check("*a*b*", "xxaxxbxx", true);
        check("*a*b", "xxaxxbxx", false);
        check("**", "", true);
    }

    #[test]
    fn the_whole_word_must_fit() {
        check("system", "os.system", false);
        check("os.system", "os.systems", false);
    }

    #[test]
    fn small_patterns_match_letters_of_any_case() {
        check("stategraph", "StateGraph", true);
        check("StateGraph", "stategraph", false);
        check("state*", "StateGraph", true);
    }
}
