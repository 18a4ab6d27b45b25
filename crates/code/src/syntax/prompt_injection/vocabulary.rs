//! Words of orders in English, French, Portuguese, German and Spanish.

/// Stems without one of which a text is none of these. Latin letters match in any case; others are
/// written in both.
pub(super) const STEMS: &[&str] = &[
    "instru",
    "anweisung",
    "rubric",
    "rubrik",
    "rubrique",
    "rúbrica",
    "rÚbrica",
    "guideline",
    "5/5",
    "10/10",
    "100/100",
    "100%",
    "20/20",
    "full mark",
    "full score",
    "full point",
    "full credit",
    "maximum",
    "maximal",
    "highest",
    "höchst",
    "hÖchst",
    "perfect",
    "parfait",
    "perfeit",
    "volle ",
    "máxim",
    "mÁxim",
    "top mark",
    "out of",
    " pass",
    "best ",
];

pub(super) const DISREGARD: &[&str] = &[
    "ignore",
    "disregard",
    "forget",
    "override",
    "ignorez",
    "oubliez",
    "oublie",
    "ignorem",
    "desconsidere",
    "esqueça",
    "ignoriere",
    "ignorieren",
    "vergiss",
    "missachte",
    "ignora",
    "ignoren",
    "olvida",
    "olvide",
];

pub(super) const PRIOR: &[&str] = &[
    "previous",
    "prior",
    "above",
    "earlier",
    "your",
    "preceding",
    "précédentes",
    "précédents",
    "vos",
    "tes",
    "anteriores",
    "prévias",
    "suas",
    "vorherigen",
    "bisherigen",
    "deine",
    "ihre",
    "obigen",
    "previas",
    "tus",
    "sus",
];

pub(super) const ASKED: &[&str] = &[
    "instruction",
    "instructions",
    "rubric",
    "rubrics",
    "guidelines",
    "prompt",
    "prompts",
    "rules",
    "consignes",
    "rubrique",
    "grille",
    "instruções",
    "regras",
    "rubrica",
    "rúbrica",
    "rÚbrica",
    "anweisungen",
    "regeln",
    "vorgaben",
    "rubrik",
    "instrucciones",
    "reglas",
];

pub(super) const READERS: &[&str] = &[
    "grader",
    "graders",
    "auditor",
    "auditors",
    "reviewer",
    "reviewers",
    "evaluator",
    "evaluators",
    "examiner",
    "examiners",
    "ai",
    "llm",
    "llms",
    "chatbot",
    "assessor",
    "assessors",
    "correcteur",
    "évaluateur",
    "auditeur",
    "ia",
    "avaliador",
    "avaliadores",
    "revisor",
    "corretor",
    "prüfer",
    "gutachter",
    "bewerter",
    "ki",
    "evaluador",
    "evaluadores",
    "calificador",
];

pub(super) const GIVE: &[&str] = &[
    "award",
    "give",
    "assign",
    "grant",
    "rate",
    "score",
    "mark",
    "grade",
    "donnez",
    "donner",
    "attribuez",
    "attribuer",
    "accordez",
    "accorder",
    "atribua",
    "dê",
    "conceda",
    "atribuir",
    "dar",
    "vergib",
    "vergeben",
    "gib",
    "geben",
    "bewerte",
    "bewerten",
    "otorga",
    "otorgue",
    "asigna",
    "asigne",
    "dé",
    "califica",
    "califique",
];

/// Scores in one word, and in words that follow each other.
pub(super) const SCORES: &[&str] =
    &["5/5", "10/10", "100/100", "20/20", "100%", "höchstnote", "bestnote"];
pub(super) const SCORE_WORDS: &[(&[&str], &[&str])] = &[
    (
        &["full", "maximum", "highest", "perfect", "top", "best", "maximal"],
        &["marks", "mark", "score", "scores", "points", "credit", "grade", "rating"],
    ),
    (&["note", "score", "notes"], &["maximale", "maximal", "parfaite", "parfait"]),
    (&["pontuação", "nota", "puntuación", "calificación"], &["máxima", "perfeita", "perfecta"]),
    (
        &["volle", "maximale", "höchste", "beste"],
        &["punktzahl", "punkte", "note", "bewertung", "wertung"],
    ),
];

/// What turns an order into its opposite.
pub(super) const NOT: &[&str] = &[
    "not",
    "never",
    "don't",
    "dont",
    "cannot",
    "without",
    "ne",
    "pas",
    "jamais",
    "não",
    "nunca",
    "nicht",
    "nie",
    "keine",
    "no",
    "attackers",
    "attacker",
    "malicious",
];

/// What makes a score depend on something.
pub(super) const WHERE: &[&str] = &[
    "if",
    "when",
    "only",
    "unless",
    "where",
    "provided",
    "based",
    "si",
    "seulement",
    "quand",
    "se",
    "somente",
    "quando",
    "wenn",
    "nur",
    "falls",
    "solo",
    "cuando",
    "which",
    "that",
    "for",
    "whether",
    "between",
    "from",
    "according",
];

pub(super) const CONDITIONS: &[&str] = &[
    "if", "when", "only", "unless", "where", "provided", "si", "quand", "se", "quando", "wenn",
    "falls", "cuando", "requires", "means", "that", "which", "who", "once", "based",
];

pub(super) const URGED: &[&str] = &[
    "must", "please", "should", "devez", "deve", "muss", "müssen", "debe", "bitte", "favor",
    "dear",
];

/// `This`, `our`, and what they stand before.
pub(super) const OURS: &[&str] =
    &["this", "our", "the", "us", "it", "me", "ce", "cette", "este", "esta", "dieses", "diese"];
pub(super) const WORKS: &[&str] = &[
    "repository",
    "repo",
    "project",
    "submission",
    "codebase",
    "report",
    "work",
    "team",
    "dépôt",
    "projet",
    "travail",
    "projeto",
    "trabalho",
    "repositório",
    "projekt",
    "arbeit",
    "proyecto",
    "trabajo",
    "repositorio",
];
pub(super) const ALL_OF: &[&str] = &["every", "all", "each"];

/// What may stand before an order that begins a sentence.
pub(super) const POLITE: &[&str] =
    &["please", "now", "so", "and", "important", "note", "kindly", "just", "always", "simply"];

/// Before a verb: it is none, or nobody has to.
pub(super) const FREE: &[&str] =
    &["a", "an", "the", "of", "its", "their", "may", "might", "can", "could", "would", "final"];
