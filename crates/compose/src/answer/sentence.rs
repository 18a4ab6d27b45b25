//! A quote as one readable sentence. Nothing is added; marks of lists and loose ends go.

use jurat_model::{Quote, Requirement};

use super::CapitalizedWords;
use crate::hidden_characters::is_hidden;

/// A quote cut into what leads in and what is led to.
pub(super) struct LeadInAndItem {
    /// What leads in, without its colon; empty where there is none.
    pub(super) lead_in: String,
    pub(super) item: String,
    /// The conjunction that ended the item.
    pub(super) conjunction: Option<&'static str>,
    /// Whether the item is one of several of which one is enough.
    pub(super) alternative: bool,
}

/// The sentence of a requirement.
pub(super) fn sentence(requirement: &Requirement, names: &CapitalizedWords) -> String {
    let parts = parts(requirement, names);
    modals(&finished(&joined(&parts.lead_in, &parts.item, parts.alternative)), requirement)
}

/// The very words, with nothing done but what makes a sentence of them.
pub(super) fn verbatim(requirement: &Requirement) -> String {
    finished(&clean(&requirement.exact_quote))
}

/// What leads in and what is led to, as one.
pub(super) fn joined(lead_in: &str, item: &str, alternative: bool) -> String {
    match (lead_in.is_empty(), alternative) {
        (true, _) => item.to_owned(),
        (false, true) => format!("{lead_in}{}{item}", Quote::GAP),
        (false, false) => read_on(lead_in, item),
    }
}

/// A lead-in and its item in one breath. A condition before the verb stands between commas: `must,
/// where no one answers, knock`.
fn read_on(lead_in: &str, item: &str) -> String {
    let head = item.split_once(' ').map_or(item, |(head, _)| head);
    let conditional = CONDITION_OPENERS.contains(&head.to_lowercase()) && item.contains(',');
    let open = lead_in.ends_with(char::is_alphanumeric);
    let comma = if conditional && open { "," } else { "" };
    format!("{lead_in}{comma} {item}")
}

/// Cuts a quote into lead-in and item.
pub(super) fn parts(requirement: &Requirement, names: &CapitalizedWords) -> LeadInAndItem {
    let stretches: Vec<&str> = requirement.exact_quote.split(Quote::GAP).collect();
    let declared = stretches.len() == requirement.quote.ranges.len();
    let stretches = if declared { stretches } else { vec![requirement.exact_quote.as_str()] };
    let (last, before) = stretches.split_last().unwrap_or((&"", &[]));
    let mut lead_in = String::new();
    for (at, stretch) in before.iter().enumerate() {
        let leads = leads(stretch, stretches[at + 1]);
        let words =
            if at == 0 { clean(without_enumerator(stretch)) } else { item(stretch, names).0 };
        let words = led(&words, leads);
        lead_in = if at == 0 { words } else { read_on(&lead_in, &words) };
    }
    let (words, conjunction) = if before.is_empty() {
        (clean(without_enumerator(last)), None)
    } else {
        item(last, names)
    };
    let alternative = !before.is_empty()
        && (conjunction.is_some_and(|word| matches!(word, "or" | "ou")) || offers(&lead_in));
    LeadInAndItem { lead_in, item: words, conjunction, alternative }
}

/// Whether a stretch leads into the next: a colon or a dash at its end, or a mark of a list after
/// it.
fn leads(stretch: &str, next: &str) -> bool {
    stretch.trim_end().ends_with([':', '—', '–', '-', ','])
        || without_enumerator(next).len() < next.len()
}

/// A lead-in as it reads on into an item.
fn led(words: &str, leads: bool) -> String {
    let open = words.trim_end_matches([':', '—', '–', '-', ';', ' ']);
    let mut tail = open.rsplit(' ').take(LEAD_TAIL);
    if tail.any(|word| FOLLOWS.contains(&word.to_lowercase())) {
        format!("{open}:")
    } else if leads {
        open.trim_end_matches(',').to_owned()
    } else {
        format!("{open} …")
    }
}

/// Words at the end of a lead-in among which `following` announces a list.
const LEAD_TAIL: usize = 16;

jurat_text::word_lists! {
    "sentence" [en, fr, pt];
    static FOLLOWS;
    static CONDITION_OPENERS;
}

/// Whether a lead-in says that one of the items is enough.
fn offers(lead_in: &str) -> bool {
    let small = lead_in.to_lowercase();
    [
        "one of", "any of", "either", "l'un", "l’une", "l’un", "un des", "une des", "um dos",
        "uma das", "qualquer",
    ]
    .iter()
    .any(|words| small.contains(words))
}

/// An item without its mark and loose end, and the conjunction that was there.
fn item(stretch: &str, names: &CapitalizedWords) -> (String, Option<&'static str>) {
    let words = clean(without_enumerator(stretch.trim()));
    let (words, conjunction) = without_conjunction(&words);
    (small_head(words.trim_end_matches([';', ',', '.', ' ']), names), conjunction)
}

fn without_conjunction(words: &str) -> (&str, Option<&'static str>) {
    for conjunction in ["and", "or", "et", "ou", "e"] {
        let before = words.strip_suffix(conjunction).map(str::trim_end);
        if let Some(before) = before.filter(|before| before.ends_with([';', ','])) {
            return (before, Some(conjunction));
        }
    }
    (words, None)
}

/// Begins with a small letter, unless it is a name.
fn small_head(words: &str, names: &CapitalizedWords) -> String {
    let head: String = words.chars().take_while(|c| c.is_alphanumeric()).collect();
    let plain = head.chars().skip(1).all(char::is_lowercase) && 1 < head.chars().count();
    let next = words[head.len()..].trim_start().chars().next();
    let name = names.contains_key(&head.to_lowercase()) || next.is_some_and(char::is_uppercase);
    if plain && !name { changed_head(words, char::to_lowercase) } else { words.to_owned() }
}

fn changed_head<I: Iterator<Item = char>>(words: &str, change: impl Fn(char) -> I) -> String {
    let mut chars = words.chars();
    let head: String = chars.next().map(|c| change(c).collect()).unwrap_or_default();
    head + chars.as_str()
}

/// A sentence with a capital first and one full stop last.
pub(super) fn finished(words: &str) -> String {
    let words = without_conjunction(words.trim()).0;
    let open = words.trim_end_matches([';', ',', ':', '.', ' ', '—', '–']);
    let head = changed_head(open, char::to_uppercase);
    match words.chars().next_back() {
        Some(end @ ('!' | '?')) => format!("{}{end}", head.trim_end_matches(['!', '?'])),
        _ => format!("{head}."),
    }
}

/// In one line: no line ends, no hyphens at them, nothing that cannot be seen.
pub(super) fn clean(words: &str) -> String {
    let mut joined = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(at) = rest.find("-\n") {
        let after = rest[at + 2..].trim_start();
        let divides =
            after.starts_with(char::is_lowercase) && rest[..at].ends_with(char::is_alphabetic);
        joined.push_str(&rest[..at]);
        joined.push_str(if divides { "" } else { "- " });
        rest = after;
    }
    joined.push_str(rest);
    let seen: String = joined.chars().filter(|c| !is_hidden(*c)).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Without `(a)`, `1.`, `iv)`, `•`, `12.5. (a)` at the head.
pub(crate) fn without_enumerator(words: &str) -> &str {
    let mut words = words.trim_start();
    for _ in 0..3 {
        words = without_one(words);
    }
    words
}

fn without_one(words: &str) -> &str {
    if let Some(rest) =
        words.strip_prefix(['•', '▪', '◦', '●', '■', '‣', '·', '–', '—', '*', '-'])
        && rest.starts_with(char::is_whitespace)
    {
        return rest.trim_start();
    }
    let open = words.strip_prefix('(');
    let inner = open.unwrap_or(words);
    let len = inner.bytes().take(5).take_while(u8::is_ascii_alphanumeric).count();
    let counted = inner[..len].bytes().all(|byte| byte.is_ascii_digit())
        || len == 1
        || inner[..len].bytes().all(|byte| b"ivxIVX".contains(&byte));
    let closing = inner[len..].chars().next();
    let closed = match closing {
        Some(')') => true,
        Some('.') => open.is_none(),
        _ => false,
    };
    let rest = inner.get(len + 1..).unwrap_or_default();
    let spaced = rest.starts_with(char::is_whitespace);
    if 0 < len && counted && closed && spaced { rest.trim_start() } else { words }
}

/// English `shall` as `must`, which says the same plainly.
fn modals(sentence: &str, requirement: &Requirement) -> String {
    if !requirement.language.starts_with("en") || keeps_shall(sentence) {
        return sentence.to_owned();
    }
    musts(sentence)
}

/// Every `shall` as `must`.
pub(super) fn musts(sentence: &str) -> String {
    let plain = |word: &str| -> String {
        let bare = word.trim_end_matches([',', ';', ':', '.']);
        if bare == "shall" { word.replacen("shall", "must", 1) } else { word.to_owned() }
    };
    sentence.split(' ').map(plain).collect::<Vec<_>>().join(" ")
}

/// `No person must` says less than `no person shall`; and a definition is no duty.
fn keeps_shall(sentence: &str) -> bool {
    let small = sentence.to_lowercase();
    let mut words = small.split(|c: char| !c.is_alphanumeric());
    words.any(|word| matches!(word, "no" | "neither" | "nor" | "none" | "deemed" | "construed"))
        || small.contains("shall mean")
}

/// Words that the quotes write with a capital within a sentence.
pub(super) fn names(all: &[&Requirement]) -> CapitalizedWords {
    let mut names = CapitalizedWords::new();
    for requirement in all {
        let mut ended = true;
        for word in requirement.exact_quote.split_whitespace() {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            if bare.starts_with(char::is_uppercase) && !ended {
                names.insert(bare.to_lowercase(), bare.to_owned());
            }
            // After a mark of a list a capital says nothing.
            ended = word.ends_with(['.', '!', '?', ':', ')', '…', '—', '•']);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{clean, finished, item, read_on, without_enumerator};
    use crate::answer::CapitalizedWords;

    #[test]
    fn marks_of_lists_go() {
        for (given, rest) in [
            ("(a) keep a log", "keep a log"),
            ("(iv) keep", "keep"),
            ("12. keep", "keep"),
            ("b) keep", "keep"),
            ("• keep", "keep"),
            ("(records) keep", "(records) keep"),
            ("1.5 tonnes", "1.5 tonnes"),
            ("A county", "A county"),
        ] {
            assert_eq!(without_enumerator(given), rest);
        }
    }

    #[test]
    fn loose_ends_go() {
        let names = CapitalizedWords::from([("canada".to_owned(), "Canada".to_owned())]);
        assert_eq!(item("(a) Keep a log; and", &names), ("keep a log".to_owned(), Some("and")));
        assert_eq!(item("(b) Canada Day;", &names).0, "Canada Day");
        assert_eq!(item("(c) sand;", &names), ("sand".to_owned(), None));
    }

    #[test]
    fn a_condition_before_the_verb_stands_between_commas() {
        for (lead_in, item, whole) in [
            (
                "It shall",
                "where no one answers, knock",
                "It shall, where no one answers, knock",
            ),
            ("It shall", "knock where no one answers", "It shall knock where no one answers"),
            ("It shall", "if asked to", "It shall if asked to"),
            ("Il doit", "si on le demande, frapper", "Il doit, si on le demande, frapper"),
            ("These:", "if asked, knock", "These: if asked, knock"),
        ] {
            assert_eq!(read_on(lead_in, item), whole);
        }
    }

    #[test]
    fn sentences_begin_and_end_as_sentences() {
        assert_eq!(finished("a county must pay;"), "A county must pay.");
        assert_eq!(finished("A county must pay.."), "A county must pay.");
        assert_eq!(clean("immi-\n gration\u{200b}  rules"), "immigration rules");
    }
}
