//! Words of success criteria in English, Portuguese and French, and what they stand for: small
//! letters, no accents.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CriterionScope {
    Anywhere,
    FirstSentence,
    FirstText,
    Summary,
    Steps,
    LegalBasis,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CountTarget {
    Steps,
    Sentences,
    Words,
    Lines,
    FollowUps,
    Quiz,
    Glossary,
    Sources,
    LegalBasis,
}

/// How a count is bounded.
#[derive(Debug, Clone, Copy)]
pub(super) enum CountComparison {
    Most,
    Below,
    Least,
    Above,
    Exact,
    Between,
}

type CriterionPhrases<T> = (&'static [&'static str], T);

pub(super) const PLACES: &[CriterionPhrases<CriterionScope>] = &[
    (
        &["in the first sentence", "in the opening sentence", "na primeira frase"],
        CriterionScope::FirstSentence,
    ),
    (&["dans la premiere phrase", "des la premiere phrase"], CriterionScope::FirstSentence),
    (&["in the first paragraph", "no primeiro paragrafo"], CriterionScope::FirstText),
    (&["dans le premier paragraphe"], CriterionScope::FirstText),
    (&["in the summary", "no resumo", "dans le resume"], CriterionScope::Summary),
    (&["in the steps", "nos passos", "dans les etapes"], CriterionScope::Steps),
    (
        &["in the legal basis", "na base legal", "dans la base legale"],
        CriterionScope::LegalBasis,
    ),
    (
        &["in the answer", "na resposta", "dans la reponse", "in the draft"],
        CriterionScope::Anywhere,
    ),
];

pub(super) const VERBS: &[&str] = &[
    "mentions",
    "mention",
    "mentioning",
    "cites",
    "cite",
    "names",
    "name",
    "refers to",
    "quotes",
    "states",
    "menciona",
    "mencionar",
    "cita",
    "citar",
    "nomeia",
    "refere",
    "indica",
    "mentionne",
    "mentionner",
    "citer",
    "nomme",
    "indique",
    "inclui",
    "includes",
    "inclut",
];

pub(super) const AVOIDS: &[&str] = &["avoids", "avoid", "evita", "evitar", "evite", "eviter"];

pub(super) const NEGATIONS: &[&str] =
    &["not", "never", "no", "nao", "nunca", "ne", "n", "pas", "jamais"];

pub(super) const FILLERS: &[&str] = &[
    "the", "a", "an", "of", "has", "have", "must", "should", "shall", "does", "do", "draft",
    "answer", "summary", "it", "in", "is", "are", "there", "and", "o", "os", "as", "de", "do",
    "da", "deve", "ter", "tem", "ha", "resposta", "resumo", "no", "na", "e", "em", "com", "le",
    "la", "les", "l", "d", "du", "doit", "avoir", "comporte", "reponse", "et", "to", "only",
    "article", "artigo", "um", "uma", "une", "un", "que", "se", "y", "long", "items", "than",
];

pub(super) const UNITS: &[CriterionPhrases<CountTarget>] = &[
    (
        &["follow ups", "follow up questions", "followups", "perguntas de seguimento"],
        CountTarget::FollowUps,
    ),
    (&["follow_ups", "questions de suivi", "perguntas seguintes"], CountTarget::FollowUps),
    (&["quiz questions", "perguntas do quiz", "questions du quiz"], CountTarget::Quiz),
    (&["glossary terms", "termos do glossario", "termes du glossaire"], CountTarget::Glossary),
    (&["steps", "step", "passos", "passo", "etapes", "etape"], CountTarget::Steps),
    (
        &["sentences", "sentence", "frases", "frase", "phrases", "phrase"],
        CountTarget::Sentences,
    ),
    (&["words", "palavras", "mots"], CountTarget::Words),
    (&["lines", "line", "linhas", "linha", "lignes", "ligne"], CountTarget::Lines),
    (&["sources", "source", "fontes", "fonte"], CountTarget::Sources),
    (
        &["legal bases", "bases legais", "bases legales", "citations", "citacoes"],
        CountTarget::LegalBasis,
    ),
];

pub(super) const BOUNDS: &[CriterionPhrases<CountComparison>] = &[
    (
        &["no more than", "not more than", "at most", "at maximum", "maximum", "max"],
        CountComparison::Most,
    ),
    (
        &["up to", "no maximo", "maximo de", "maximo", "ate", "nao mais de"],
        CountComparison::Most,
    ),
    (
        &["au plus", "tout au plus", "au maximum", "pas plus de", "jusqu a"],
        CountComparison::Most,
    ),
    (&["fewer than", "less than", "menos de", "moins de"], CountComparison::Below),
    (&["no fewer than", "no less than", "at least", "minimum", "min"], CountComparison::Least),
    (
        &["pelo menos", "no minimo", "minimo de", "au moins", "au minimum"],
        CountComparison::Least,
    ),
    (&["more than", "mais de", "plus de"], CountComparison::Above),
    (&["exactly", "exatamente", "exactement"], CountComparison::Exact),
    (&["between", "entre"], CountComparison::Between),
];
