//! Words with which a stretch begins that limits or extends what stands before it: those of one reading of a sentence.
//!
//! All languages are looked at in every text: who hands in a quote may say of it what they like.

use std::{collections::BTreeSet, sync::LazyLock};

use crate::{
    fold::fold,
    sentence_reading::lexicon::{WordMeaning, written_phrases},
};

/// Words of the longest phrase, and one more for what an apostrophe parts.
const LONGEST: usize = 6;
/// Bytes at the head of a stretch in which a phrase is looked for.
const READ: usize = 160;

/// What such a stretch begins with.
const LIMITING: [WordMeaning; 10] = [
    WordMeaning::Exception,
    WordMeaning::LooseException,
    WordMeaning::Condition,
    WordMeaning::Proviso,
    WordMeaning::MayLimit,
    WordMeaning::Only,
    WordMeaning::Alternative,
    WordMeaning::Negation,
    WordMeaning::Lacking,
    WordMeaning::Limiting,
];

static FOLDED: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| written_phrases(&LIMITING).map(|phrase| fold(phrase)).collect());

/// The phrase that limits or extends with which a stretch begins, marks and space apart.
pub(crate) fn limiting(stretch: &str) -> Option<&'static str> {
    let head = &stretch[..stretch.floor_char_boundary(READ)];
    let folded = fold(head.trim_start_matches(|c: char| !c.is_alphanumeric()));
    let ends = folded
        .char_indices()
        .filter(|(_, c)| !c.is_alphanumeric())
        .flat_map(|(at, c)| [at, at + c.len_utf8()])
        .chain([folded.len()]);
    // The longest says most.
    let known = ends
        .take(2 * LONGEST)
        .filter_map(|end| FOLDED.get(folded.get(..end)?));
    known.last().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::{FOLDED, limiting};

    #[track_caller]
    fn check(stretch: &str, expected: Option<&str>) {
        assert_eq!(limiting(stretch), expected, "{stretch}");
    }

    #[test]
    fn every_list_is_read() {
        for word in ["whichever", "sous réserve", "desde que"] {
            assert!(FOLDED.contains(word), "{word}");
        }
    }

    #[test]
    fn what_limits_is_known_by_its_first_words() {
        check(" or for seven years, whichever is later.", Some("or"));
        check(", subject to section 4", Some("subject to"));
        check(" (other than a guard)", Some("other than"));
        check("; and only if it rains", Some("and only"));
        check(", s’il pleut", Some("s'il"));
        check(" lorsqu’il pleut", Some("lorsqu'"));
        check(", a menos que chova", Some("a menos que"));
        check(" subjects of the bell", None);
        check(", and must seal it", None);
        check(" ordinary bells", None);
        check(".", None);
        check("", None);
    }
}
