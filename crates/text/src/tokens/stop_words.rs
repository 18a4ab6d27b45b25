//! Words that say nothing about what a text is about. For ranking only: negations are among them,
//! so nothing that compares what is said may leave them out.

use std::{collections::HashMap, sync::LazyLock};

use crate::Language;

/// Whether a word in small letters is too common to count.
pub fn is_stop_word(word: &str, language: Language) -> bool {
    common_in(word)[language as usize]
}

/// In which languages a word in small letters is too common to count, in the order of
/// [`Language::ALL`].
pub(crate) fn common_in(word: &str) -> [bool; 5] {
    COMMON.get(word).copied().unwrap_or_default()
}

/// One look tells for all languages: whoever finds out the language of a text asks for each.
static COMMON: LazyLock<HashMap<&'static str, [bool; 5]>> = LazyLock::new(|| {
    let mut common: HashMap<&'static str, [bool; 5]> = HashMap::new();
    for language in Language::ALL {
        for word in list(language) {
            common.entry(word).or_default()[language as usize] = true;
        }
    }
    common
});

const fn list(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => ENGLISH,
        Language::French => FRENCH,
        Language::Portuguese => PORTUGUESE,
        Language::German => GERMAN,
        Language::Spanish => SPANISH,
    }
}

#[rustfmt::skip]
static ENGLISH: &[&str] = &[
    "a", "about", "above", "after", "again", "against", "all", "am", "an", "and", "any", "are",
    "as", "at", "be", "because", "been", "before", "being", "below", "between", "both", "but",
    "by", "can", "could", "did", "do", "does", "doing", "down", "during", "each", "few", "for",
    "from", "further", "had", "has", "have", "having", "he", "her", "here", "hers", "herself",
    "him", "himself", "his", "how", "i", "if", "in", "into", "is", "it", "its", "itself",
    "just", "me", "more", "most", "my", "myself", "no", "nor", "not", "now", "of", "off", "on",
    "once", "only", "or", "other", "our", "ours", "ourselves", "out", "over", "own", "same",
    "she", "should", "so", "some", "such", "than", "that", "the", "their", "theirs", "them",
    "themselves", "then", "there", "these", "they", "this", "those", "through", "to", "too",
    "under", "until", "up", "upon", "very", "was", "we", "were", "what", "when", "where",
    "which", "while", "who", "whom", "why", "will", "with", "would", "you", "your", "yours",
    "yourself", "yourselves",
];

#[rustfmt::skip]
static FRENCH: &[&str] = &[
    "a", "ai", "aient", "ainsi", "ait", "alors", "au", "aucun", "aussi", "autre", "aux",
    "avait", "avant", "avec", "avoir", "c", "ce", "cela", "ces", "cet", "cette", "ceux",
    "chaque", "ci", "comme", "comment", "d", "dans", "de", "depuis", "des", "deux", "donc",
    "dont", "du", "elle", "elles", "en", "encore", "entre", "es", "est", "et", "eu", "fait",
    "il", "ils", "j", "je", "jusqu", "l", "la", "laquelle", "le", "lequel", "les",
    "lesquelles", "lesquels", "leur", "leurs", "lors", "lui", "m", "ma", "mais", "me", "mes",
    "moi", "mon", "même", "n", "ne", "ni", "nos", "notre", "nous", "on", "ont", "ou", "où",
    "par", "pas", "pendant", "peu", "plus", "pour", "pourquoi", "qu", "quand", "que", "quel",
    "quelle", "quelles", "quels", "qui", "quoi", "s", "sa", "sans", "se", "selon", "sera",
    "ses", "si", "son", "sont", "sous", "sur", "t", "ta", "te", "tes", "toi", "ton", "tous",
    "tout", "toute", "toutes", "très", "tu", "un", "une", "vers", "vos", "votre", "vous", "y",
    "à", "étaient", "était", "été", "être",
];

#[rustfmt::skip]
static PORTUGUESE: &[&str] = &[
    "a", "ao", "aos", "aquela", "aquelas", "aquele", "aqueles", "aquilo", "as", "até", "com",
    "como", "da", "das", "de", "dela", "delas", "dele", "deles", "depois", "do", "dos", "e",
    "ela", "elas", "ele", "eles", "em", "entre", "era", "eram", "essa", "essas", "esse",
    "esses", "esta", "estas", "este", "estes", "está", "estão", "eu", "foi", "foram", "há",
    "isso", "isto", "já", "lhe", "lhes", "lo", "mais", "mas", "me", "mesmo", "meu", "meus",
    "minha", "minhas", "muito", "na", "nas", "nem", "no", "nos", "nossa", "nossas", "nosso",
    "nossos", "num", "numa", "não", "nós", "o", "os", "ou", "para", "pela", "pelas", "pelo",
    "pelos", "por", "quais", "qual", "quando", "que", "quem", "se", "seja", "sem", "ser",
    "será", "seu", "seus", "sob", "sobre", "sua", "suas", "são", "só", "também", "te", "tem",
    "ter", "teu", "tua", "têm", "um", "uma", "umas", "uns", "você", "vocês", "vos", "à", "às",
    "é",
];

#[rustfmt::skip]
static GERMAN: &[&str] = &[
    "aber", "als", "am", "an", "auch", "auf", "aus", "bei", "bin", "bis", "bist", "da",
    "dadurch", "daher", "darum", "das", "dass", "dein", "deine", "dem", "den", "der", "des",
    "deshalb", "dessen", "die", "dies", "diese", "diesem", "diesen", "dieser", "dieses",
    "doch", "dort", "du", "durch", "ein", "eine", "einem", "einen", "einer", "eines", "er",
    "es", "euer", "eure", "für", "haben", "hat", "hatte", "hatten", "hier", "hinter", "ich",
    "ihr", "ihre", "ihrem", "ihren", "ihrer", "im", "in", "ist", "ja", "jede", "jedem",
    "jeden", "jeder", "jedes", "jener", "jenes", "jetzt", "kann", "kein", "können", "könnten",
    "machen", "man", "mein", "meine", "mit", "muss", "müssen", "nach", "nachdem", "nein",
    "nicht", "noch", "nun", "nur", "ob", "oder", "ohne", "sehr", "sein", "seine", "seinem",
    "seinen", "seiner", "seit", "sich", "sie", "sind", "so", "soll", "sollen", "sondern",
    "sonst", "um", "und", "uns", "unser", "unsere", "unter", "vom", "von", "vor", "wann",
    "warum", "was", "weiter", "weitere", "wenn", "wer", "werde", "werden", "wie", "wieder",
    "will", "wir", "wird", "wo", "woher", "wohin", "wurde", "wurden", "zu", "zum", "zur",
    "über",
];

#[rustfmt::skip]
static SPANISH: &[&str] = &[
    "a", "al", "algo", "algunas", "algunos", "ante", "antes", "aquel", "aquella", "como",
    "con", "contra", "cual", "cuando", "de", "del", "desde", "donde", "dos", "durante", "e",
    "el", "ella", "ellas", "ellos", "en", "entre", "era", "eran", "es", "esa", "esas", "ese",
    "eso", "esos", "esta", "estas", "este", "esto", "estos", "está", "están", "fue", "fueron",
    "ha", "había", "han", "hasta", "hay", "la", "las", "le", "les", "lo", "los", "me", "mi",
    "mientras", "muy", "más", "nada", "ni", "no", "nos", "nosotros", "nuestra", "nuestro", "o",
    "os", "otra", "otro", "otros", "para", "pero", "poco", "por", "porque", "que", "quien",
    "qué", "se", "sea", "según", "ser", "si", "sido", "sin", "sobre", "son", "su", "sus", "sí",
    "también", "tan", "te", "tiene", "todo", "todos", "tu", "un", "una", "uno", "unos", "y",
    "ya", "yo", "él",
];

#[cfg(test)]
mod tests {
    use super::{COMMON, is_stop_word, list};
    use crate::Language;

    #[test]
    fn lists_are_sorted() {
        for language in Language::ALL {
            assert!(list(language).is_sorted());
        }
    }

    #[test]
    fn a_word_is_common_where_its_list_has_it() {
        for (at, language) in Language::ALL.into_iter().enumerate() {
            assert_eq!(language as usize, at);
            for other in Language::ALL {
                for word in list(other) {
                    let there = list(language).contains(word);
                    assert_eq!(is_stop_word(word, language), there, "{word}");
                }
            }
        }
        assert!(!COMMON.contains_key("moon"));
    }
}
