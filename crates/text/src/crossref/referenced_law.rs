//! Of which law a provision is: `of this Act`, `of the Harbour Act`, `de la présente loi`.

use std::ops::Range;

use serde::Serialize;

/// The law that a reference names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReferencedLaw {
    /// From `of` to the end of the name.
    pub range: Range<usize>,
    /// The law's name or `this Act`, as written.
    pub of: String,
    /// Whether it is the law at hand.
    pub is_own: bool,
}

const LONGEST: usize = 160;

crate::word_lists! {
    "referenced_law" [en, fr, pt];

    /// Words of a name that are written small.
    static SMALL;

    /// What a name of a law ends in, or begins with.
    static LAWS as written;
    static OWN;
}

const OPENERS: [&str; 13] = [
    "of the ", "of ", "de la ", "de l’", "de l'", "du ", "des ", "de ", "da ", "do ", "das ",
    "dos ", "desta ",
];

/// The law named right after a reference that ends at `end`.
pub(super) fn tail(text: &str, end: usize) -> Option<ReferencedLaw> {
    let rest = &text[end..text.floor_char_boundary((end + LONGEST).min(text.len()))];
    let after = rest.trim_start_matches([' ', '\u{a0}', '\n', '\r']);
    let start = end + (rest.len() - after.len());
    if start == end {
        return None;
    }
    own(after, start).or_else(|| named(after, start))
}

fn own(after: &str, start: usize) -> Option<ReferencedLaw> {
    let head = after.to_lowercase();
    // Lower case may change lengths outside the letters that count here.
    if head.len() != after.len() {
        return None;
    }
    let opener = ["of ", "de ", "du ", ""]
        .iter()
        .find(|opener| head.starts_with(**opener))?;
    let name = OWN.iter().find(|name| head[opener.len()..].starts_with(**name))?;
    let len = opener.len() + name.len();
    let known = !opener.is_empty() || name.starts_with("dest");
    known.then(|| ReferencedLaw {
        range: start..start + len,
        of: after[opener.len()..len].to_owned(),
        is_own: true,
    })
}

fn named(after: &str, start: usize) -> Option<ReferencedLaw> {
    let opener = OPENERS.iter().find(|opener| after.starts_with(**opener))?;
    let name = &after[opener.len()..];
    let (mut end, mut at, mut law) = (0, 0, false);
    for word in name.split_inclusive([' ', '\n']) {
        let bare = word.trim_end();
        let core = bare.trim_matches(|c: char| !c.is_alphanumeric());
        let capital = core.starts_with(char::is_uppercase);
        if !capital && !SMALL.contains(core) {
            break;
        }
        if capital {
            end = at + word.find(core).unwrap_or(0) + core.len();
            law = law || LAWS.contains(core);
        }
        at += word.len();
        if bare.ends_with([',', ';', '.', ')', ':']) {
            break;
        }
    }
    let len = opener.len() + end;
    law.then(|| ReferencedLaw {
        range: start..start + len,
        of: name[..end].to_owned(),
        is_own: false,
    })
}
