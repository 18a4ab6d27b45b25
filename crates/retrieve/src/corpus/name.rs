//! Names of corpora: they become folders, so they say nothing about other places.

use std::{fmt, str::FromStr};

use super::error::CorpusError;

/// Longer names are cut off by some file systems once an ending is added.
const LONGEST: usize = 64;

/// A name that is safe as a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CorpusName(String);

impl CorpusName {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CorpusName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for CorpusName {
    type Err = CorpusError;

    fn from_str(given: &str) -> Result<Self, CorpusError> {
        match wrong(given) {
            None => Ok(Self(given.to_owned())),
            Some(wrong) => Err(CorpusError::BadName { given: shown(given), wrong }),
        }
    }
}

fn wrong(given: &str) -> Option<&'static str> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    if given.is_empty() {
        Some("it is empty")
    } else if LONGEST < given.len() {
        Some("it is longer than 64 characters")
    } else if !given.bytes().all(allowed) {
        Some("it may hold ASCII letters, digits, `-`, `_` and `.` only")
    } else if !given.as_bytes()[0].is_ascii_alphanumeric() {
        Some("it must begin with a letter or a digit")
    } else if given.ends_with('.') {
        Some("it must not end with a full stop")
    } else {
        None
    }
}

/// A hostile name must not write on the terminal of whoever reads the error.
fn shown(given: &str) -> String {
    given.chars().take(LONGEST).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::CorpusName;

    #[track_caller]
    fn check(given: &str, good: bool) {
        assert_eq!(given.parse::<CorpusName>().is_ok(), good, "{given:?}");
    }

    #[test]
    fn plain_names_are_good() {
        check("irpa", true);
        check("Help-centre_2.1", true);
        check(&"a".repeat(64), true);
    }

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for given in ["..", ".", "../x", "a/b", "a\\b", "/etc", "C:", ".locks", "-x", "~", "a."]
        {
            check(given, false);
        }
    }

    #[test]
    fn odd_names_are_refused() {
        for given in ["", " ", "a b", "a\0", "a\n", "é", "a\u{202e}b", "\u{1b}[31m"] {
            check(given, false);
        }
        check(&"a".repeat(65), false);
    }

    #[test]
    fn an_error_shows_no_control_characters() {
        let error = "\u{1b}[31m".parse::<CorpusName>().unwrap_err().to_string();
        assert!(!error.contains('\u{1b}'), "{error}");
    }
}
