//! Words of success criteria in English, Portuguese and French: small letters, no accents.

use super::criteria::{Counted, Place};

/// How a count is bounded.
#[derive(Debug, Clone, Copy)]
pub(super) enum Limit {
    Most,
    Below,
    Least,
    Above,
    Exact,
    Between,
}

type Named<T> = (&'static [&'static str], T);

pub(super) const PLACES: &[Named<Place>] = &[
    (
        &["in the first sentence", "in the opening sentence", "na primeira frase"],
        Place::FirstSentence,
    ),
    (&["dans la premiere phrase", "des la premiere phrase"], Place::FirstSentence),
    (&["in the first paragraph", "no primeiro paragrafo"], Place::FirstText),
    (&["dans le premier paragraphe"], Place::FirstText),
    (&["in the summary", "no resumo", "dans le resume"], Place::Summary),
    (&["in the steps", "nos passos", "dans les etapes"], Place::Steps),
    (&["in the legal basis", "na base legal", "dans la base legale"], Place::LegalBasis),
    (&["in the answer", "na resposta", "dans la reponse", "in the draft"], Place::Anywhere),
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

pub(super) const UNITS: &[Named<Counted>] = &[
    (
        &["follow ups", "follow up questions", "followups", "perguntas de seguimento"],
        Counted::FollowUps,
    ),
    (&["follow_ups", "questions de suivi", "perguntas seguintes"], Counted::FollowUps),
    (&["quiz questions", "perguntas do quiz", "questions du quiz"], Counted::Quiz),
    (&["glossary terms", "termos do glossario", "termes du glossaire"], Counted::Glossary),
    (&["steps", "step", "passos", "passo", "etapes", "etape"], Counted::Steps),
    (&["sentences", "sentence", "frases", "frase", "phrases", "phrase"], Counted::Sentences),
    (&["words", "palavras", "mots"], Counted::Words),
    (&["lines", "line", "linhas", "linha", "lignes", "ligne"], Counted::Lines),
    (&["sources", "source", "fontes", "fonte"], Counted::Sources),
    (
        &["legal bases", "bases legais", "bases legales", "citations", "citacoes"],
        Counted::LegalBasis,
    ),
];

pub(super) const BOUNDS: &[Named<Limit>] = &[
    (
        &["no more than", "not more than", "at most", "at maximum", "maximum", "max"],
        Limit::Most,
    ),
    (&["up to", "no maximo", "maximo de", "maximo", "ate", "nao mais de"], Limit::Most),
    (&["au plus", "tout au plus", "au maximum", "pas plus de", "jusqu a"], Limit::Most),
    (&["fewer than", "less than", "menos de", "moins de"], Limit::Below),
    (&["no fewer than", "no less than", "at least", "minimum", "min"], Limit::Least),
    (&["pelo menos", "no minimo", "minimo de", "au moins", "au minimum"], Limit::Least),
    (&["more than", "mais de", "plus de"], Limit::Above),
    (&["exactly", "exatamente", "exactement"], Limit::Exact),
    (&["between", "entre"], Limit::Between),
];
