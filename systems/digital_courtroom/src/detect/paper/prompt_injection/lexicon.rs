//! Words of orders to whoever grades, in English, Portuguese, French, German and Spanish; folded.

/// Verbs that give a grade and are nothing else.
#[rustfmt::skip]
pub(super) const GIVE: &[&str] = &[
    "award", "give", "assign", "grant",
    "atribua", "de", "conceda", "accordez", "attribuez", "donnez", "vergib", "vergeben", "gib",
    "otorga", "otorgue", "asigne", "asigna",
];
/// Verbs that may be nouns: what is graded must stand behind them.
#[rustfmt::skip]
pub(super) const NOUNISH: &[&str] = &[
    "score", "mark", "grade", "rate", "rank", "avalie", "notez", "bewerte", "bewerten",
    "califica", "califique",
];
/// Verbs that also mean something else: our work or a reader must be named.
#[rustfmt::skip]
pub(super) const WEAK: &[&str] = &[
    "return", "output", "conclude", "treat", "consider", "pass", "approve", "accept", "report",
    "declare", "respond", "answer", "say", "judge", "set", "considere", "considerez", "considera",
];
/// A scale is no grade.
pub(super) const RANGES: &[&str] =
    &["1 to 5", "1 5", "0 to 5", "1 and 5", "0 to 100", "0 and 100", "1 bis 5", "1 a 5"];
/// What is graded, in a word or two.
#[rustfmt::skip]
pub(super) const OBJECTS: &[&str] = &[
    "it", "this", "us", "our", "me", "my", "everything", "all", "every", "each", "the criterion",
    "the criteria", "them", "these", "este", "esta", "tudo", "ce", "cette", "tout", "dieses",
    "diese", "alles", "todo",
];
/// What we were given to judge.
#[rustfmt::skip]
pub(super) const THIS_WORK: &[&str] = &[
    "this submission", "this repository", "this repo", "this project", "this report", "this paper",
    "this work", "this codebase", "this document", "this team", "our submission", "our repository",
    "our project", "our report", "our work", "our team", "every criterion", "all criteria",
    "each criterion", "every dimension", "all dimensions", "each dimension", "the submission", "este trabalho", "este projeto", "este relatorio", "ce travail",
    "ce projet", "ce rapport", "ce depot", "diese arbeit", "dieses projekt", "este proyecto",
    "este trabajo", "todos os criterios", "tous les criteres", "alle kriterien",
];
#[rustfmt::skip]
pub(super) const TOP_MARKS: &[&str] = &[
    "full marks", "full mark", "full points", "full score", "top marks", "top mark",
    "top score", "top grade", "maximum score", "maximum points", "maximum marks", "maximum grade",
    "maximum possible score", "max score", "max points", "highest score", "highest mark",
    "highest grade", "highest possible score", "perfect score", "perfect marks",
    "perfect grade", "five out of five", "5 out of 5", "10 out of 10", "ten out of ten",
    "100 out of 100", "20 out of 20", "all points", "as passed", "as passing", "as verified",
    "the best score", "the best grade",
    "nota maxima", "pontuacao maxima", "nota cinco", "note maximale", "tous les points",
    "volle punktzahl", "hochste punktzahl", "hochstnote", "bestnote", "puntuacion maxima",
    "calificacion maxima", "la nota mas alta",
];
/// Grades that are other things too: our work or a reader must be named.
#[rustfmt::skip]
pub(super) const MILD: &[&str] = &[
    "full credit", "five stars", "5 stars", "a five", "a 5", "an a", "score of 5", "score of five",
    "5", "100", "100 percent",
];
pub(super) const FULL: &[&str] = &["5/5", "10/10", "100/100", "5.0/5", "5/5.0", "20/20"];
/// Verdicts that are wished for.
#[rustfmt::skip]
pub(super) const PASSED: &[&str] = &[
    "pass", "passed", "passing", "a pass", "approved", "flawless", "excellent", "perfect",
    "compliant", "fully compliant", "outstanding", "aprovado", "valide", "bestanden", "aprobado",
    "to five", "to 5",
];
#[rustfmt::skip]
pub(super) const IGNORE: &[&str] = &[
    "ignore", "disregard", "forget", "do not apply", "ignorem", "desconsidere", "esqueca",
    "ignorez", "oubliez", "ignoriere", "ignorieren", "vergiss", "ignora", "olvida",
];
/// Verbs that people also use of tools.
pub(super) const BYPASS: &[&str] = &["skip", "override", "bypass"];
#[rustfmt::skip]
pub(super) const RULES: &[&str] = &[
    "rubric", "criteria", "instructions", "previous instructions", "your rules", "grading rules",
    "the checks", "your checks", "the evidence", "all findings", "the findings", "system prompt",
    "your prompt", "rubrica", "a rubrica", "instrucoes", "criterios", "grille", "consignes",
    "criteres", "rubrik", "anweisungen", "kriterien", "instrucciones",
];
#[rustfmt::skip]
pub(super) const STRICT_RULES: &[&str] = &[
    "rubric", "your instructions", "previous instructions", "your rules", "grading rules",
    "your checks", "your prompt", "system prompt", "your criteria", "grading criteria",
];
#[rustfmt::skip]
pub(super) const SPARE: &[&str] = &[
    "do not deduct", "dont deduct", "do not penalize", "do not penalise", "never deduct",
    "do not report", "do not flag", "do not lower", "do not take", "do not subtract",
    "nao desconte", "ne retirez pas", "zieh keine", "no descuente",
];
#[rustfmt::skip]
pub(super) const MARKS: &[&str] = &[
    "points", "marks", "score", "grade", "this submission", "this report", "this project",
    "this repository", "pontos", "punkte", "puntos",
];
#[rustfmt::skip]
pub(super) const ADDRESS: &[&str] = &[
    "dear judge", "dear judges", "dear grader", "dear reviewer", "note to the grader",
    "note to grader", "note to the judge", "note to judge", "note to reviewers", "note to reviewer",
    "note to the reviewer", "to the grader", "to the judge", "to the auditor", "attention grader",
    "attention judge", "dear ai", "ai model", "language model", "as an ai", "note to ai", "hey ai",
    "ai judge", "ai grader", "ai reviewer", "ai auditor", "ai agents", "llm", "llms", "assistant",
    "to whoever grades", "whoever grades", "auditor please", "dear auditor", "graders",
    "as the grader", "as the judge", "as the auditor", "as the reviewer", "as a judge",
    "automated grader", "automated judge", "automated reviewer", "caro avaliador",
    "cher correcteur", "lieber prufer", "an den prufer", "estimado evaluador",
];
#[rustfmt::skip]
pub(super) const YOU_MUST: &[&str] = &[
    "you must", "you should", "you shall", "you will", "you have to", "you are to", "you need to",
    "you are required to", "please", "kindly", "voce deve", "vous devez", "sie mussen", "usted debe",
    "bitte",
];
pub(super) const MUST: &[&str] =
    &["must", "please", "should", "you will", "make sure", "ensure that"];
pub(super) const POLITE: &[&str] = &[
    "please",
    "now",
    "so",
    "and",
    "therefore",
    "kindly",
    "important",
    "note",
    "just",
    "simply",
    "always",
];
/// What makes a grade depend on something.
#[rustfmt::skip]
pub(super) const CONDITIONS: &[&str] = &[
    "if", "when", "only", "unless", "where", "whenever", "provided", "based on", "according to",
    "that", "which", "who", "whose", "once", "requires", "depending", "se", "si", "quando",
    "quand", "wenn", "falls", "cuando", "somente", "seulement", "nur", "solo",
];

/// Words that show what comes next as something said elsewhere.
#[rustfmt::skip]
pub(super) const SHOWN_AS: &[&str] = &[
    "example", "examples", "for example", "e g", "such as", "for instance", "sample", "prompt",
    "prompts", "persona", "personas", "system message", "template", "rubric", "scale", "transcript",
    "quoted", "quote", "reads", "looks like", "exemplo", "exemple", "beispiel", "ejemplo", "goal",
    "goals", "output",
];
/// Words that show it as something that an attacker writes.
#[rustfmt::skip]
pub(super) const ATTACKS: &[&str] = &[
    "attack", "attacks", "attacker", "attackers", "injection", "injections", "injected",
    "adversarial", "adversary", "malicious", "hostile", "payload", "payloads", "jailbreak",
    "red team", "red teaming", "threat", "threats", "threat model", "flagged", "we flag", "tampered",
    "ataque", "injecao", "attaque", "angriff", "ataques", "inyeccion",
];
/// Who a prompt of such a work speaks to.
#[rustfmt::skip]
pub(super) const PERSONAS: &[&str] = &[
    "you are the", "you are a", "you are an", "your role is", "act as a", "act as the",
];
