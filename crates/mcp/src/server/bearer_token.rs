//! The secret that a client shows where a server can be reached from other machines.

use jurat_canon::Hash;

use super::McpFailure;

/// The fewest characters.
const LEAST: usize = 16;

/// A secret, kept as its hash: it cannot be printed, and two are compared in the same time whatever they share.
#[derive(Clone)]
pub struct BearerToken(Hash);

impl BearerToken {
    pub fn new(text: &str) -> Result<Self, McpFailure> {
        let text = text.trim();
        let given = text.chars().count();
        if given < LEAST {
            return Err(McpFailure::ShortToken { given, least: LEAST });
        }
        Ok(Self(Hash::of(text.as_bytes())))
    }

    /// Whether the value of an `Authorization` header shows it.
    pub(super) fn is_shown_by(&self, header: &str) -> bool {
        let shown = header.split_once(' ');
        let shown = shown.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        shown.is_some_and(|(_, token)| Hash::of(token.trim().as_bytes()) == self.0)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_the_token_itself_is_let_through() {
        let token = BearerToken::new("a-token-of-twenty-xx\n").unwrap();
        for (header, expected) in [
            ("Bearer a-token-of-twenty-xx", true),
            ("bearer a-token-of-twenty-xx", true),
            ("Bearer a-token-of-twenty-x", false),
            ("Basic a-token-of-twenty-xx", false),
            ("a-token-of-twenty-xx", false),
            ("Bearer", false),
            ("", false),
        ] {
            assert_eq!(token.is_shown_by(header), expected, "{header}");
        }
    }

    #[test]
    fn a_short_token_is_none() {
        assert!(BearerToken::new("   short   ").is_err());
    }
}
