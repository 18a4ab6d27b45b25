//! Whether a word that tells how something is spoken of reaches a name.

use super::{folded_words::at, tense_cues};

/// Words behind a name in which its absence is told.
const BEHIND: usize = 4;
/// Stands for a name.
pub(super) const NAME: &str = "§";

/// Whether something will be made, rather than will do something.
pub(super) fn is_to_be_made(spaced: &str) -> bool {
    tense_cues::WILL.iter().any(|will| {
        last(spaced, will).is_some_and(|start| {
            let behind = spaced[start + will.len() + 1..].split_whitespace();
            behind.take(4).any(|word| tense_cues::MAKING.contains(word))
        })
    })
}

/// Whether the words behind a name say that nobody has made it.
pub(super) fn is_undone(behind: &[&str]) -> bool {
    let spaced = format!(" {} ", behind.join(" "));
    tense_cues::UNDONE.iter().any(|cue| {
        at(&spaced, cue).is_some_and(|start| {
            let mut after = spaced[start + cue.len() + 1..].split_whitespace();
            let near = spaced[..start].split_whitespace().count() < BEHIND;
            let next = after.find(|word| !matches!(*word, "been" | "be" | "fully" | "a"));
            near && next.is_none_or(|next| tense_cues::MAKING.contains(next))
        })
    })
}

/// Whether a name is set against something else: `instead of the old one`.
pub(super) fn contrasts(before: &str) -> bool {
    tense_cues::CONTRAST.iter().any(|cue| {
        last(before, cue).is_some_and(|start| {
            let mut between = before[start + cue.len() + 1..].split_whitespace();
            between.all(|word| tense_cues::PLAIN.contains(word) || is_listed(word))
        })
    })
}

/// Whether a word only strings names together.
fn is_listed(word: &str) -> bool {
    word == NAME || tense_cues::LISTED.contains(word)
}

/// Whether a cue before a name reaches it: few words between, none of them a barrier, or only
/// other names of one list.
pub(super) fn reaches(before: &str, cues: &[&str], barriers: &[&str]) -> bool {
    cues.iter().any(|cue| {
        let Some(last) = last(before, cue) else { return false };
        let between = before[last + cue.len() + 1..].split_whitespace();
        let only = |word: &str| matches!(word, "only" | "just" | "merely");
        if between.clone().next().is_some_and(only) {
            return false;
        }
        // `For example,` leads to what comes behind its comma.
        let between = between.skip_while(|word| *word == ",");
        between.clone().all(is_listed) && between.clone().any(|word| word == NAME)
            || between.clone().count() <= 4
                && !between.into_iter().any(|word| barriers.contains(&word))
    })
}

/// Whether one of the cues begins within the first words behind a name.
pub(super) fn begins(behind: &[&str], cues: &[&str]) -> bool {
    let spaced = format!(" {} ", behind.join(" "));
    cues.iter().any(|cue| {
        at(&spaced, cue)
            .is_some_and(|start| spaced[..start].split_whitespace().count() < BEHIND)
    })
}

/// The last place of a phrase in spaced words.
fn last(spaced: &str, phrase: &str) -> Option<usize> {
    let mut found = None;
    let mut from = 0;
    while let Some(next) = spaced.get(from..).and_then(|rest| at(rest, phrase)) {
        found = Some(from + next);
        from += next + 1;
        // The blank before the next word must stay in sight.
        while !spaced.is_char_boundary(from) {
            from += 1;
        }
        from += spaced[from..].find(' ').unwrap_or(spaced.len() - from);
    }
    found
}
