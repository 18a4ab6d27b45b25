//! Keys: from where they come, and that they never show.

use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::Path,
};

use reqwest::header::HeaderValue;

use super::{ModelSettings, SettingsError};

const MOST: usize = 4096;
const MASK: &str = "[key]";
/// Servers like to repeat the first and last letters of a key; shorter runs are words.
const SHORTEST_PART: usize = 8;
/// Anything may hold a text of three letters.
const SHORTEST_WHOLE: usize = 6;

/// A secret. It can be sent and masked, and nothing else.
#[derive(Clone)]
pub(crate) struct SecretApiKey(String);

/// The key that settings name, if they name one.
pub(crate) fn key_of(
    settings: &ModelSettings,
    keys: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<SecretApiKey>, SettingsError> {
    match (&settings.key_env, &settings.key_file) {
        (Some(_), Some(_)) => Err(SettingsError::TwoKeys),
        (None, None) => Ok(None),
        (Some(name), None) => {
            let found = keys(name).filter(|key| !key.trim().is_empty());
            let found =
                found.ok_or_else(|| SettingsError::NoSuchVariable { name: name.clone() });
            SecretApiKey::new(&found?, name).map(Some)
        }
        (None, Some(path)) => from_file(path).map(Some),
    }
}

impl SecretApiKey {
    fn new(text: &str, origin: &str) -> Result<Self, SettingsError> {
        let text = text.trim();
        let plain = text.bytes().all(|byte| byte.is_ascii_graphic());
        if text.is_empty() || MOST < text.len() || !plain {
            return Err(SettingsError::BadKey { origin: origin.to_owned() });
        }
        Ok(Self(text.to_owned()))
    }

    /// A header's value with the key in it, hidden from whoever prints headers.
    pub(crate) fn header(&self, before: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("{before}{}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    pub(crate) fn mask(&self, text: String) -> String {
        if self.0.len() < SHORTEST_WHOLE || !text.contains(&self.0) {
            return text;
        }
        text.replace(&self.0, MASK)
    }

    /// How many bytes at the end of a text may be the start of the key.
    pub(crate) fn started(&self, text: &str) -> usize {
        let longest = text.len().min(self.0.len().saturating_sub(1));
        let lengths = (1..=longest).rev();
        let mut starts =
            lengths.filter(|&length| text.as_bytes().ends_with(&self.0.as_bytes()[..length]));
        starts.next().unwrap_or(0)
    }

    /// The text without the key and without any longer part of it.
    pub(crate) fn mask_parts(&self, text: &str) -> String {
        let text = self.mask(text.to_owned());
        let mut masked = String::new();
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            let length = self.longest_part(rest);
            if SHORTEST_PART <= length {
                masked.push_str(MASK);
                rest = &rest[length..];
            } else {
                masked.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
        masked
    }

    /// Bytes at the start of a text that are somewhere in the key. A key is ASCII.
    fn longest_part(&self, text: &str) -> usize {
        let key = self.0.as_bytes();
        let same = |from: usize| {
            key[from..]
                .iter()
                .zip(text.bytes())
                .take_while(|(a, b)| **a == *b)
                .count()
        };
        (0..key.len()).map(same).max().unwrap_or(0)
    }
}

impl fmt::Debug for SecretApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

fn from_file(path: &Path) -> Result<SecretApiKey, SettingsError> {
    let shown = path.display().to_string();
    let failed = |error: io::Error| SettingsError::KeyFile {
        path: shown.clone(),
        message: error.to_string(),
    };
    let file = File::open(path).map_err(failed)?;
    refuse_open(&file, &shown)?;
    let mut text = String::new();
    let most = MOST as u64 + 2;
    file.take(most).read_to_string(&mut text).map_err(failed)?;
    SecretApiKey::new(&text, &shown)
}

/// The mode of the file that is open, not of whatever has its name a moment later.
#[cfg(unix)]
fn refuse_open(file: &File, path: &str) -> Result<(), SettingsError> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = file.metadata().map_err(|error| SettingsError::KeyFile {
        path: path.to_owned(),
        message: error.to_string(),
    })?;
    let mode = metadata.permissions().mode() & 0o7777;
    if mode & 0o077 != 0 {
        return Err(SettingsError::KeyFileOpen { path: path.to_owned(), mode });
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_open(_: &File, _: &str) -> Result<(), SettingsError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    fn key() -> SecretApiKey {
        SecretApiKey::new("sk-plum-0123456789abcdef", "a test").unwrap()
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(key().mask_parts(text), expected);
    }

    #[test]
    fn a_key_never_shows() {
        assert_eq!(format!("{:?}", key()), "[key]");
        assert_eq!(format!("{:?}", key().header("Bearer ")), "Some(Sensitive)");
        check("no: sk-plum-0123456789abcdef!", "no: [key]!");
        check("no: sk-plum-****89abcdef é", "no: [key]****[key] é");
        check("sk-plum is a name", "sk-plum is a name");
    }

    #[test]
    fn the_start_of_a_key_is_seen_at_the_end_of_a_text() {
        assert_eq!(key().started("words sk-pl"), 5);
        assert_eq!(key().started("words"), 1);
        assert_eq!(key().started("wordé"), 0);
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for text in ["", "  \n", "two words", "zwei\nzeilen", "schlüssel", &"x".repeat(5000)] {
            assert!(SecretApiKey::new(text, "a test").is_err(), "{text}");
        }
        assert!(SecretApiKey::new("  key-with-a-line-end\n", "a test").is_ok());
    }
}
