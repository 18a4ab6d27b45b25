//! Words of English, French and Portuguese that the law turns on, and those that carry nothing.

use jurat_text::{Language, anchor, tokens};

use super::{ContentTokenKey, ModalForce};

enum LegalWordMeaning {
    Modal(ModalForce),
    Negation,
    Exception,
    Condition,
    Only,
    And,
    Or,
    Word(&'static str),
}

impl LegalWordMeaning {
    fn key(&self) -> ContentTokenKey {
        match self {
            Self::Modal(modal) => ContentTokenKey::Modal(*modal),
            Self::Negation => ContentTokenKey::Negation,
            Self::Exception => ContentTokenKey::Exception,
            Self::Condition => ContentTokenKey::Condition,
            Self::Only => ContentTokenKey::Only,
            Self::And => ContentTokenKey::And,
            Self::Or => ContentTokenKey::Or,
            Self::Word(word) => ContentTokenKey::Word((*word).to_owned()),
        }
    }
}

/// The longest known phrase that the words begin with, and its length.
pub(super) fn phrase(words: &[&str], language: Language) -> Option<(usize, ContentTokenKey)> {
    let table = match language {
        Language::English => ENGLISH,
        Language::French => FRENCH,
        Language::Portuguese => PORTUGUESE,
        Language::German | Language::Spanish => return None,
    };
    let begins = |phrase: &str| {
        let mut len = 0;
        for word in phrase.split(' ') {
            if words.get(len) != Some(&word) {
                return None;
            }
            len += 1;
        }
        Some(len)
    };
    let found = table.iter().flat_map(|(sense, phrases)| {
        phrases
            .iter()
            .filter_map(move |phrase| Some((begins(phrase)?, sense)))
    });
    found
        .max_by_key(|(len, _)| *len)
        .map(|(len, sense)| (len, sense.key()))
}

/// Whether a word may be added or left out without a word being said.
pub(super) fn says_nothing(word: &str, language: Language) -> bool {
    let (says, more) = match language {
        Language::English => (ENGLISH_SAYS, ENGLISH_NOTHING),
        Language::French => (FRENCH_SAYS, FRENCH_NOTHING),
        Language::Portuguese => (PORTUGUESE_SAYS, PORTUGUESE_NOTHING),
        Language::German | Language::Spanish => {
            return tokens::is_stop_word(word, language) && !anchor::is_critical(word);
        }
    };
    more.contains(&word) || tokens::is_stop_word(word, language) && !says.contains(&word)
}

/// The regular form of a word whose stem differs.
pub(super) fn regular(word: &str, language: Language) -> &str {
    if language != Language::English {
        return word;
    }
    let found = IRREGULAR.iter().find(|(forms, _)| forms.contains(&word));
    found.map_or(word, |(_, regular)| regular)
}

/// Whether a word ties what follows to what stands before a comma.
pub(super) fn is_preposition(word: &str, language: Language) -> bool {
    let list: &[&str] = match language {
        Language::English => &[
            "after", "at", "before", "by", "during", "for", "from", "in", "of", "on",
            "through", "to", "under", "until", "upon", "with", "within", "without",
        ],
        Language::French => &[
            "après", "au", "aux", "avant", "avec", "d", "dans", "de", "des", "du", "en",
            "jusqu", "par", "pendant", "pour", "sans", "sous", "sur", "à",
        ],
        Language::Portuguese => &[
            "antes", "ao", "aos", "após", "até", "com", "da", "das", "de", "do", "dos",
            "durante", "em", "na", "nas", "no", "nos", "para", "pela", "pelo", "por", "sem",
            "sob", "sobre", "à", "às",
        ],
        Language::German | Language::Spanish => &[],
    };
    list.contains(&word)
}

/// Whether a word says on which side of a number something lies.
pub(crate) fn is_limit(word: &str) -> bool {
    LIMITS.contains(&word)
}

#[rustfmt::skip]
static LIMITS: &[&str] = &[
    "above", "after", "before", "below", "earlier", "exceed", "exceeding", "exceeds", "fewer",
    "greater", "later", "least", "less", "maximum", "minimum", "more", "most", "over", "than",
    "under", "until", "up", "within",
    "après", "au-delà", "avant", "jusqu", "moins", "plus",
    "antes", "após", "até", "depois", "mais", "menos", "máximo", "mínimo", "superior", "inferior",
];

#[rustfmt::skip]
static IRREGULAR: &[(&[&str], &str)] = &[
    (&["kept"], "keep"), (&["made"], "make"), (&["given", "gave"], "give"), (&["paid"], "pay"),
    (&["held"], "hold"), (&["sent"], "send"), (&["written", "wrote"], "write"),
    (&["taken", "took"], "take"), (&["brought"], "bring"), (&["sought"], "seek"),
    (&["every"], "each"), (&["children"], "child"), (&["persons", "people"], "person"),
];

#[rustfmt::skip]
static ENGLISH: &[(LegalWordMeaning, &[&str])] = &[
    (LegalWordMeaning::Modal(ModalForce::MustNot), &[
        "must not", "must never", "shall not", "shall never", "may not", "may never", "cannot",
        "can not", "can t", "mustn t", "shan t", "is prohibited from", "are prohibited from",
        "is prohibited", "are prohibited", "be prohibited from", "is forbidden to",
        "are forbidden to", "is not permitted to", "are not permitted to", "is not allowed to",
        "are not allowed to",
    ]),
    (LegalWordMeaning::Modal(ModalForce::NeedNot), &[
        "need not", "needn t", "is not required to", "are not required to", "does not have to",
        "do not have to", "is not obliged to", "are not obliged to",
    ]),
    (LegalWordMeaning::Modal(ModalForce::Must), &[
        "must", "shall", "is required to", "are required to", "be required to", "has to",
        "have to", "needs to", "need to", "is obliged to", "are obliged to", "is obligated to",
        "are obligated to", "has a duty to", "have a duty to",
    ]),
    (LegalWordMeaning::Modal(ModalForce::May), &[
        "may", "can", "might", "could", "is permitted to", "are permitted to", "is allowed to",
        "are allowed to",
    ]),
    (LegalWordMeaning::Modal(ModalForce::ShouldNot), &["should not", "shouldn t", "ought not to"]),
    (LegalWordMeaning::Modal(ModalForce::Should), &["should", "ought to"]),
    (LegalWordMeaning::Modal(ModalForce::WillNot), &["will not", "won t"]),
    (LegalWordMeaning::Modal(ModalForce::Will), &["will", "would"]),
    (LegalWordMeaning::Negation, &[
        "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "without", "don t",
        "doesn t", "didn t", "isn t", "aren t", "wasn t", "weren t", "hasn t", "haven t",
    ]),
    (LegalWordMeaning::Exception, &[
        "unless", "except", "excepting", "excluding", "other than", "with the exception of",
        "save for", "save as", "save where",
    ]),
    (LegalWordMeaning::Condition, &[
        "if", "when", "whenever", "where", "wherever", "provided that", "provided", "subject to",
        "in case", "in the event", "until", "as long as", "in which case",
    ]),
    (LegalWordMeaning::Only, &["only", "solely", "exclusively"]),
    (LegalWordMeaning::And, &["and"]),
    (LegalWordMeaning::Or, &["or"]),
    (LegalWordMeaning::Word("percent"), &["per cent", "percent"]),
];

#[rustfmt::skip]
static FRENCH: &[(LegalWordMeaning, &[&str])] = &[
    (LegalWordMeaning::Modal(ModalForce::MustNot), &[
        "ne doit pas", "ne doivent pas", "ne devra pas", "ne devront pas", "ne peut pas",
        "ne peut", "ne peuvent pas", "ne peuvent", "ne pourra pas", "ne pourra",
        "ne pourront pas", "ne pourront", "ne doit", "ne doivent", "est interdit de",
        "est interdit", "est interdite", "sont interdits", "sont interdites", "lui est interdit",
        "lui est interdit de", "ne saurait", "ne sauraient",
    ]),
    (LegalWordMeaning::Modal(ModalForce::NeedNot), &[
        "n est pas tenu de", "n est pas tenue de", "ne sont pas tenus de", "n est pas tenu",
        "ne sont pas tenues de",
    ]),
    (LegalWordMeaning::Modal(ModalForce::Must), &[
        "doit", "doivent", "devra", "devront", "est tenu de", "est tenue de", "sont tenus de",
        "sont tenues de", "est tenu d", "sont tenus d", "est obligé de", "sont obligés de",
        "a l obligation de", "ont l obligation de",
    ]),
    (LegalWordMeaning::Modal(ModalForce::May), &["peut", "peuvent", "pourra", "pourront", "est autorisé à"]),
    (LegalWordMeaning::Modal(ModalForce::Should), &["devrait", "devraient"]),
    (LegalWordMeaning::Negation, &[
        "pas", "aucun", "aucune", "jamais", "ni", "nul", "nulle", "rien", "sans", "guère", "non",
    ]),
    (LegalWordMeaning::Exception, &[
        "sauf", "excepté", "hormis", "à moins", "à l exception", "à l exclusion",
    ]),
    (LegalWordMeaning::Condition, &[
        "si", "s il", "s ils", "lorsque", "lorsqu", "quand", "sous réserve", "à condition",
        "dans le cas", "en cas", "pourvu",
    ]),
    (LegalWordMeaning::Only, &["seulement", "uniquement", "exclusivement", "seul", "seule", "seuls", "seules"]),
    (LegalWordMeaning::And, &["et"]),
    (LegalWordMeaning::Or, &["ou"]),
    (LegalWordMeaning::Word("percent"), &["pour cent"]),
];

#[rustfmt::skip]
static PORTUGUESE: &[(LegalWordMeaning, &[&str])] = &[
    (LegalWordMeaning::Modal(ModalForce::MustNot), &[
        "não deve", "não devem", "não deverá", "não deverão", "não pode", "não podem",
        "não poderá", "não poderão", "é vedado", "é vedada", "são vedados", "são vedadas",
        "fica vedado", "fica vedada", "é proibido", "é proibida", "são proibidos",
        "são proibidas", "fica proibido", "fica proibida",
    ]),
    (LegalWordMeaning::Modal(ModalForce::NeedNot), &[
        "não é obrigado a", "não é obrigada a", "não são obrigados a", "não são obrigadas a",
    ]),
    (LegalWordMeaning::Modal(ModalForce::Must), &[
        "deve", "devem", "deverá", "deverão", "é obrigado a", "é obrigada a", "são obrigados a",
        "são obrigadas a", "tem de", "têm de", "tem que", "têm que", "tem o dever de",
    ]),
    (LegalWordMeaning::Modal(ModalForce::May), &["pode", "podem", "poderá", "poderão"]),
    (LegalWordMeaning::Modal(ModalForce::Should), &["deveria", "deveriam"]),
    (LegalWordMeaning::Negation, &["não", "nunca", "jamais", "nem", "nenhum", "nenhuma", "sem"]),
    (LegalWordMeaning::Exception, &["salvo", "exceto", "a menos", "com exceção", "ressalvado", "ressalvada"]),
    (LegalWordMeaning::Condition, &["se", "caso", "quando", "desde que", "contanto", "em caso"]),
    (LegalWordMeaning::Only, &["apenas", "somente", "só", "exclusivamente", "unicamente"]),
    (LegalWordMeaning::And, &["e"]),
    (LegalWordMeaning::Or, &["ou"]),
    (LegalWordMeaning::Word("percent"), &["por cento"]),
];

/// Stop words that say something all the same.
#[rustfmt::skip]
static ENGLISH_SAYS: &[&str] = &[
    "about", "above", "after", "again", "against", "all", "any", "because", "before", "below",
    "between", "both", "down", "during", "each", "few", "from", "just", "more", "most", "now",
    "off", "once", "other", "out", "over", "own", "same", "some", "than", "through", "under",
    "up", "while",
];
static ENGLISH_NOTHING: &[&str] =
    &["also", "additionally", "furthermore", "moreover", "s", "t", "whose", "thereof"];

#[rustfmt::skip]
static FRENCH_SAYS: &[&str] = &[
    "autre", "avant", "chaque", "depuis", "deux", "donc", "encore", "entre", "jusqu", "même",
    "pendant", "peu", "plus", "selon", "sous", "tous", "tout", "toute", "toutes", "vers",
];
static FRENCH_NOTHING: &[&str] = &["également", "outre"];

#[rustfmt::skip]
static PORTUGUESE_SAYS: &[&str] = &[
    "até", "depois", "entre", "mais", "mesmo", "muito", "sob", "sobre", "já",
];
static PORTUGUESE_NOTHING: &[&str] = &["igualmente", "ainda"];
