//! Words and symbols that the law turns on. A quote in which one of them differs says something
//! else, however close the letters are.

use super::WordChange;

/// Whether a difference touches a critical word, a number or a symbol that bears on one.
pub(super) fn differs(changes: &[WordChange]) -> bool {
    made_up_at_edge(changes)
        || (0..changes.len()).any(|at| {
            let before = at.checked_sub(1).and_then(|before| changes.get(before));
            match &changes[at] {
                WordChange::Kept(_) => false,
                WordChange::Removed(gone) => match changes.get(at + 1) {
                    Some(WordChange::Added(new)) => {
                        locked(gone, new) || symbols_bear(gone, before, changes.get(at + 2))
                    }
                    after => locked(gone, "") || symbols_bear(gone, before, after),
                },
                WordChange::Added(new) => match before {
                    Some(WordChange::Removed(_)) => {
                        let before = at.checked_sub(2).and_then(|before| changes.get(before));
                        symbols_bear(new, before, changes.get(at + 1))
                    }
                    _ => locked("", new) || symbols_bear(new, before, changes.get(at + 1)),
                },
            }
        })
}

/// Whether a quote begins or ends with words that are not there. What the source says at that
/// place is then unknown.
fn made_up_at_edge(changes: &[WordChange]) -> bool {
    let worded = |change: Option<&WordChange>| match change {
        Some(WordChange::Added(words)) => words.contains(char::is_alphanumeric),
        _ => false,
    };
    let replaced = |other: Option<&WordChange>| matches!(other, Some(WordChange::Removed(_)));
    let last = changes.len().checked_sub(2).and_then(|at| changes.get(at));
    worded(changes.first()) || worded(changes.last()) && !replaced(last)
}

/// Whether a folded word is critical: a modal, a negation, a conjunction, a condition, an
/// exception, a number or a measure, in English, French, Portuguese or German.
pub fn is_critical(word: &str) -> bool {
    word.contains(|c: char| c.is_numeric()) || CRITICAL.binary_search(&word).is_ok()
}

/// Whether the critical words of two runs differ, or a word turned into its opposite.
fn locked(gone: &str, new: &str) -> bool {
    let critical = |words: &str| -> Vec<String> {
        words
            .split(' ')
            .filter(|word| is_critical(word))
            .map(str::to_owned)
            .collect()
    };
    if critical(gone) != critical(new) {
        return true;
    }
    let (gone, new): (Vec<_>, Vec<_>) = (gone.split(' ').collect(), new.split(' ').collect());
    // Runs are short where the texts are close; longer ones are no fuzzy match anyway.
    gone.iter()
        .take(64)
        .any(|word| new.iter().take(64).any(|other| opposite(word, other)))
}

fn opposite(one: &str, other: &str) -> bool {
    let negates = |long: &str, short: &str| {
        4 <= short.len()
            && long
                .strip_suffix(short)
                .is_some_and(|prefix| NEGATING.contains(&prefix))
    };
    negates(one, other) || negates(other, one)
}

const NEGATING: [&str; 9] = ["un", "in", "im", "il", "ir", "non", "dis", "mis", "des"];

/// Whether a run holds a symbol that changes what is meant where it stands.
fn symbols_bear(run: &str, before: Option<&WordChange>, after: Option<&WordChange>) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let left = digit(before.and_then(|change| change.words().chars().next_back()));
    let right = digit(after.and_then(|change| change.words().chars().next()));
    run.split(' ').any(|part| match part {
        "%" | "$" | "€" | "£" | "¥" | "§" | "°" | "±" | "<" | ">" | "=" | "≤" | "≥" | "&"
        | "¢" | "‰" | "\"" => true,
        "." | "," | ":" | ";" => left && right,
        "-" | "+" | "/" | "(" | ")" | "*" | "^" | "'" => left || right,
        _ => false,
    })
}

/// Folded, in the order of their bytes.
#[rustfmt::skip]
static CRITICAL: &[&str] = &[
    "above", "acht", "after", "ain", "all", "alle", "an", "and", "année", "années", "ano",
    "anos", "ans", "antes", "any", "apenas", "après", "após", "até", "aucun", "aucune",
    "ausser", "autre", "autres", "avant", "before", "below", "billion", "bis", "both", "but",
    "cada", "can", "cannot", "caso", "cem", "cent", "cependant", "chaque", "cinco", "cinq",
    "cinquante", "cinquenta", "could", "couldn", "darf", "day", "days", "desde", "despite",
    "deux", "deuxième", "deve", "devem", "deveria", "deverá", "deverão", "devra", "devraient",
    "devrait", "devront", "dez", "dia", "dias", "didn", "dix", "doesn", "dois", "doit",
    "doivent", "dollar", "dollars", "don", "double", "douze", "doze", "drei", "duas", "during",
    "dürfen", "e", "each", "eight", "eighty", "either", "eleven", "entitled", "et", "every",
    "exceeding", "except", "excepting", "excepté", "exceto", "facultado", "falls", "faut",
    "fewer", "fifteen", "fifth", "fifty", "first", "five", "forbidden", "forty", "four",
    "fourth", "fünf", "greater", "guère", "half", "hasn", "haven", "heure", "heures", "hora",
    "horas", "hormis", "hour", "hours", "however", "huit", "hundert", "hundred", "höchstens",
    "if", "interdit", "isn", "jahr", "jahre", "jahren", "jamais", "jede", "jeder", "jedoch",
    "jour", "jours", "jusqu", "kann", "kein", "keine", "keinem", "keinen", "keiner", "können",
    "least", "less", "lorsque", "mais", "mandatory", "mas", "maximum", "may", "mehr", "menos",
    "meses", "metade", "might", "mil", "milhão", "mille", "million", "mindestens", "minimum",
    "minute", "minutes", "moins", "mois", "monat", "monate", "monaten", "month", "months",
    "more", "most", "muss", "must", "mustn", "máximo", "mês", "mínimo", "müssen", "n", "n't", "nach",
    "ne", "need", "needs", "neither", "nem", "nenhum", "nenhuma", "neuf", "neun", "never",
    "ni", "nicht", "nie", "niemals", "nine", "ninety", "no", "nobody", "noch", "non", "none",
    "nonobstant", "nor", "not", "nothing", "notwithstanding", "nove", "nul", "nulle", "nunca",
    "nur", "não", "obliged", "obrigatório", "oder", "ohne", "oito", "once", "one", "only",
    "onze", "optional", "or", "other", "otherwise", "ou", "ought", "outra", "outro", "over",
    "pas", "percent", "permitted", "peut", "peuvent", "plus", "pode", "podem", "poderia",
    "poderá", "poderão", "porém", "pourra", "pourraient", "pourrait", "pourront", "premier",
    "première", "primeiro", "prohibited", "proibido", "provided", "quando", "quarante",
    "quarenta", "quarter", "quatre", "quatro", "quinze", "required", "requires", "ressalvada",
    "ressalvado", "réserve", "salvo", "sans", "sauf", "save", "se", "sechs", "second",
    "segundo", "seis", "sem", "semaine", "semaines", "semana", "semanas", "sept", "sessenta",
    "sete", "seulement", "seven", "seventy", "shall", "shan", "should", "shouldn", "si",
    "sieben", "six", "sixty", "sofern", "soixante", "soll", "sollen", "sollte", "some",
    "somente", "sondern", "sous", "soweit", "sowie", "subject", "tag", "tage", "tagen",
    "tausend", "ten", "tenu", "tenue", "tenues", "tenus", "terceiro", "than", "third",
    "thirty", "thousand", "three", "toda", "todas", "todo", "todos", "tous", "tout", "toute",
    "toutefois", "toutes", "trente", "trinta", "trois", "troisième", "três", "twelve",
    "twenty", "twice", "two", "und", "under", "uniquement", "unless", "until", "vedada",
    "vedado", "vier", "vingt", "vinte", "vor", "wasn", "weder", "week", "weeks", "weniger",
    "wenn", "weren", "when", "where", "whether", "will", "within", "without", "woche",
    "wochen", "won", "would", "wouldn", "year", "years", "zehn", "zero", "zwei", "zwölf",
];

#[cfg(test)]
mod tests {
    use super::{CRITICAL, is_critical};

    #[test]
    fn the_list_is_sorted_and_folded() {
        assert!(CRITICAL.is_sorted());
        for word in CRITICAL {
            assert_eq!(crate::fold::fold(word), *word);
        }
    }

    #[test]
    fn numbers_are_critical_in_any_form() {
        assert!(is_critical("25") && is_critical("3rd") && is_critical("thirty"));
        assert!(!is_critical("minister"));
    }
}
