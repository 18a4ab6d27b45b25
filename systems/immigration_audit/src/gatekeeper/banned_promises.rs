//! Promises that no report may make: sureness beside an outcome, in any of the languages that are written here.

/// A promise, as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BannedPromise {
    /// The text that it stands in.
    pub text: String,
    /// The sentence.
    pub words: String,
}

/// Words between sureness and its outcome.
const NEAR: usize = 7;
/// Words before sureness in which a denial takes it back; French denies after its verb, too.
const DENIED_BEFORE: usize = 5;
const DENIED_AFTER: usize = 2;
/// Letters of Chinese in place of words.
const NEAR_LETTERS: usize = 14;
const DENIED_LETTERS: usize = 5;

/// Every promise in texts that are named.
pub fn banned_promises(texts: &[(String, String)]) -> Vec<BannedPromise> {
    let found = |(name, text): &(String, String)| {
        let sentences = sentences(text).filter(|it| is_promise(it));
        let found = sentences
            .map(|words| BannedPromise { text: name.clone(), words: words.trim().to_owned() });
        found.collect::<Vec<_>>()
    };
    texts.iter().flat_map(found).collect()
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| {
        matches!(c, '.' | '!' | '?' | ';' | '\u{3002}' | '\u{ff01}' | '\u{ff1f}' | '\u{ff1b}')
    };
    // A line of its own is a sentence; a line that is wrapped goes on.
    text.split("\n\n")
        .flat_map(move |paragraph| paragraph.split(ends))
        .filter(|it| !it.trim().is_empty())
}

fn is_promise(sentence: &str) -> bool {
    let small = sentence.to_lowercase();
    let words: Vec<&str> = small
        .split(|c: char| !c.is_alphanumeric() && c != '\u{2019}' && c != '\'')
        .flat_map(|word| word.split(['\'', '\u{2019}']))
        .filter(|word| !word.is_empty())
        .collect();
    says_phrase(&words) || says_surely(&words) || says_in_letters(&small)
}

fn says_phrase(words: &[&str]) -> bool {
    PHRASES.iter().any(|phrase| {
        let parts: Vec<&str> = phrase.split([' ', '\'']).collect();
        let at = words.windows(parts.len()).position(|it| it == parts.as_slice());
        at.is_some_and(|at| !is_denied(words, at, 0))
    })
}

fn says_surely(words: &[&str]) -> bool {
    let certain = words.iter().enumerate().filter(|(_, word)| CERTAIN.contains(word));
    let mut sure = certain.filter(|(at, _)| !is_denied(words, *at, DENIED_AFTER));
    sure.any(|(at, _)| {
        let near = words
            .iter()
            .skip(at.saturating_sub(NEAR))
            .take(NEAR + at.min(NEAR) + 1);
        near.into_iter().any(|word| OUTCOMES.contains(word))
    })
}

fn is_denied(words: &[&str], at: usize, after: usize) -> bool {
    let from = at.saturating_sub(DENIED_BEFORE);
    let before = words.iter().take(at).skip(from);
    let behind = words.iter().skip(at + 1).take(after);
    before.chain(behind).any(|word| DENIALS.contains(word))
}

/// Chinese has no space between words: letters are counted.
fn says_in_letters(sentence: &str) -> bool {
    let denied = |at: usize| {
        let before = last_letters(sentence, at, DENIED_LETTERS);
        wide(&DENIALS).any(|it| before.contains(it))
    };
    if wide(&PHRASES).any(|it| sentence.find(it).is_some_and(|at| !denied(at))) {
        return true;
    }
    wide(&CERTAIN).any(|word| {
        sentence.match_indices(word).any(|(at, _)| {
            let after: String = sentence[at..].chars().take(NEAR_LETTERS).collect();
            let before = last_letters(sentence, at, NEAR_LETTERS);
            !denied(at) && wide(&OUTCOMES).any(|it| after.contains(it) || before.contains(it))
        })
    })
}

/// Words of a list that are written without spaces.
fn wide<'a>(list: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    let is_wide = |word: &&str| word.chars().next().is_some_and(|c| '\u{3400}' <= c);
    list.iter().copied().filter(is_wide)
}

fn last_letters(sentence: &str, at: usize, many: usize) -> String {
    let before: Vec<char> = sentence[..at].chars().rev().take(many).collect();
    before.into_iter().rev().collect()
}

jurat_text::word_lists! {
    "banned_promises" [en, fr, pt, zh];

    /// Words of sureness.
    static CERTAIN;

    /// Words for what a client hopes for.
    static OUTCOMES;

    /// Promises whole.
    static PHRASES;

    /// What takes sureness back.
    static DENIALS;
}

#[cfg(test)]
mod tests {
    use super::banned_promises;

    fn count(text: &str) -> usize {
        banned_promises(&[("letter".to_owned(), text.to_owned())]).len()
    }

    #[test]
    fn promises_are_found_in_four_languages() {
        for text in [
            "Your success is guaranteed.",
            "We guarantee that the visa will come.",
            "With this letter your application will be approved.",
            "Approval is certain once the form is signed.",
            "This file cannot fail!",
            "Votre réussite est garantie.",
            "Votre demande sera approuvée.",
            "Nous garantissons l'octroi du visa.",
            "O seu visto está garantido.",
            "O pedido será aprovado.",
            "我们保证您的签证成功。",
            "这份申请包过。",
        ] {
            assert_eq!(count(text), 1, "{text}");
        }
    }

    #[test]
    fn what_takes_a_promise_back_is_none() {
        for text in [
            "It does NOT predict outcomes or guarantee visa issuance.",
            "Nobody can say whether it will be approved.",
            "There is no guarantee of success.",
            "The lease is certain in its dates.",
            "Make sure that both sign the form.",
            "Ce rapport ne garantit pas la délivrance d'un visa.",
            "Não garantimos a aprovação.",
            "我们不保证签证成功。",
            "Bring the visa and the passport.",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
