//! Words that tell how something is spoken of: as there, to come, absent, or an example. English
//! first, then Portuguese, French, German, Spanish; all without accents.

/// Before a name: it is not there. Nothing of [`BARRIERS`] may stand between.
#[rustfmt::skip]
pub(super) const NOT_THERE: &[&str] = &[
    "there is no", "there are no", "there was no", "theres no", "has no", "have no", "had no",
    "contains no", "lacks", "lack", "lacking", "without", "missing", "removed", "deleted",
    "does not have", "do not have", "does not include", "do not include", "does not contain",
    "never had", "no longer has", "no longer have", "nao ha", "nao existe", "nao tem", "sem",
    "removemos", "removido", "apagado", "falta", "il ny a pas de", "il ny a pas", "na pas de",
    "sans", "supprime", "manque", "kein", "keine", "keinen", "ohne", "entfernt", "geloscht",
    "fehlt", "no hay", "no existe", "no tiene", "sin", "eliminado", "eliminamos",
];

/// Between a denial and a name: what is denied is something else.
#[rustfmt::skip]
pub(super) const BARRIERS: &[&str] = &[
    "|", "in", "of", "with", "at", "from", "inside", "within", "under", "for", "by", "to",
    "that", "which", "because", "and", "is", "are", "as", "since", "when", "via", "through",
    "using", "em", "no", "na", "de", "do", "da", "dans", "du", "des", "en", "im", "von",
    "mit", "aus", "del", "con", "por", "para", "pour", "par", "on", "see", "its", "their",
];

/// Behind a name: it is not there.
#[rustfmt::skip]
pub(super) const ABSENT: &[&str] = &[
    "does not exist", "do not exist", "doesnt exist", "dont exist", "did not exist",
    "no longer exists", "no longer exist", "is missing", "are missing", "was missing",
    "is absent", "are absent", "was removed", "were removed", "has been removed",
    "have been removed", "was deleted", "were deleted", "has been deleted", "is not there",
    "are not there", "is not present", "is not implemented", "are not implemented",
    "is not yet", "are not yet", "has not yet", "have not yet", "not yet", "was never",
    "were never", "isnt there", "nao existe", "nao existem", "ainda nao", "foi removido",
    "foi removida", "foram removidos", "nexiste pas", "nexistent pas", "pas encore",
    "a ete supprime", "nest pas encore", "existiert nicht", "existieren nicht", "fehlt",
    "fehlen", "wurde entfernt", "noch nicht", "no existe", "no existen", "todavia no",
    "aun no", "fue eliminado", "fue eliminada",
];

/// It is to come.
#[rustfmt::skip]
pub(super) const PLANNED: &[&str] = &[
    "will", "shall", "going to", "planned", "plan to", "plans to", "planning to", "proposed",
    "propose", "we propose", "to be added", "to be created", "to be implemented",
    "to be written", "to be moved", "to be built", "to be done", "todo", "to do", "next step",
    "next steps", "roadmap", "in future", "in the future", "future work", "future version",
    "upcoming", "intend to", "intends to", "should be added", "should be moved",
    "should be split", "we should add", "needs to be", "need to be", "need to add",
    "would be", "could be added", "coming soon", "backlog", "later on", "at a later", "vai",
    "vamos", "sera", "serao", "planejado", "planejada", "planeado", "proposto", "proposta",
    "a ser criado", "a ser adicionado", "proximo passo", "proximos passos", "no futuro",
    "pretendemos", "futuramente", "prevu", "prevue", "seront", "allons", "va etre", "a creer",
    "a ajouter", "a faire", "prochaine etape", "prochaines etapes", "a lavenir", "envisage",
    "sera ajoute", "wird", "werden", "geplant", "geplante", "vorgesehen", "soll", "sollen",
    "nachster schritt", "nachste schritte", "kunftig", "zukunft", "spater", "se creara",
    "se anadira", "sera creado", "planificado", "previsto", "propuesto", "vamos a",
    "proximo paso", "pendiente", "por hacer",
];

/// Words with which those of [`PLANNED`] mean nothing.
#[rustfmt::skip]
pub(super) const AS_PLANNED: &[&str] = &[
    "as planned", "than planned", "was planned and", "wird in", "wird von", "wird durch",
    "werden in", "werden von", "werden durch", "wird aufgerufen", "wird ausgefuhrt",
    "freewill", "at will",
];

/// It is done, whatever the heading says.
#[rustfmt::skip]
pub(super) const DONE: &[&str] = &[
    "done", "already", "completed", "shipped", "finished", "ja existe", "concluido", "feito",
    "deja", "termine", "bereits", "erledigt", "fertig", "hecho", "ya existe", "terminado",
];

/// Not done, with a word of [`DONE`] in it.
#[rustfmt::skip]
pub(super) const NOT_DONE: &[&str] = &[
    "be done", "not done", "not completed", "be completed", "once done", "when done",
    "not finished", "until done",
];

/// It is said to be there now.
#[rustfmt::skip]
pub(super) const THERE: &[&str] = &[
    "implemented", "implements", "exists", "exist", "is in place", "now", "currently",
    "today", "implementado", "implementada", "existe", "atualmente", "agora", "implemente",
    "maintenant", "actuellement", "implementiert", "umgesetzt", "derzeit", "jetzt", "ahora",
    "actualmente",
];

/// Before a name: it is an example.
#[rustfmt::skip]
pub(super) const EXAMPLE: &[&str] = &[
    "for example", "e g", "eg", "such as", "for instance", "por exemplo", "p ex", "tais como",
    "par exemple", "tel que", "tels que", "zum beispiel", "z b", "beispielsweise",
    "por ejemplo", "p ej", "tal como", "tales como",
];

/// Anywhere in the clause: it is somebody else's.
#[rustfmt::skip]
pub(super) const ELSEWHERE: &[&str] = &[
    "in the target", "of the target", "target repository", "target repo", "target project",
    "the audited repository", "audited repo", "submitted repository", "hypothetical",
    "fictional", "imaginary", "another project", "other projects", "upstream project",
    "repositorio alvo", "repositorio auditado", "depot cible", "depot audite",
    "zielrepository", "repositorio objetivo",
];

/// A heading or lead under which things are to come.
#[rustfmt::skip]
pub(super) const PLANNED_TITLE: &[&str] = &[
    "future work", "future", "plan", "plans", "planned", "gap", "gaps", "roadmap",
    "next steps", "next step", "todo", "to do", "backlog", "proposed", "proposal", "outlook",
    "missing", "open issues", "improvements", "trabalhos futuros", "proximos passos", "plano",
    "lacunas", "travaux futurs", "prochaines etapes", "lacunes", "feuille de route",
    "perspectives", "ausblick", "nachste schritte", "lucken", "geplant", "trabajo futuro",
    "proximos pasos", "brechas", "mejoras", "melhorias",
];

/// A heading or lead under which things are there.
#[rustfmt::skip]
pub(super) const PRESENT_TITLE: &[&str] = &[
    "current state", "current status", "currently", "status", "implemented", "done",
    "as built", "what works", "completed", "closed gaps", "resolved", "estado atual",
    "etat actuel", "ist zustand", "estado actual", "implementado", "where its used",
    "implementation",
];

/// A heading or lead under which things are examples.
#[rustfmt::skip]
pub(super) const EXAMPLE_TITLE: &[&str] = &[
    "example", "examples", "sample", "for example", "exemplo", "exemplos", "exemple",
    "exemples", "beispiel", "beispiele", "ejemplo", "ejemplos",
];

/// Words that part a sentence into clauses that speak for themselves.
#[rustfmt::skip]
pub(super) const PARTS: &[&str] = &[
    "but", "while", "whereas", "however", "although", "mas", "enquanto", "mais", "tandis",
    "aber", "wahrend", "jedoch", "pero", "mientras",
];

/// Beside a name: what it is said to be.
#[rustfmt::skip]
pub(super) const NOUNS: &[&str] = &[
    "class", "classes", "function", "functions", "method", "methods", "module", "modules",
    "node", "nodes", "struct", "trait", "interface", "enum", "type", "model", "component",
    "handler", "router", "reducer", "agent", "service", "tool", "script", "package",
    "endpoint", "decorator", "constant", "detective", "tests", "test", "schema", "classe",
    "funcao", "metodo", "modulo", "no", "componente", "fonction", "methode", "noeud",
    "composant", "klasse", "funktion", "modul", "knoten", "komponente", "clase", "funcion",
    "nodo",
];

/// Names of libraries that everyone uses: who writes of them claims nothing of a repository.
#[rustfmt::skip]
pub(super) const OF_OTHERS: &[&str] = &[
    "BaseModel", "TypedDict", "StateGraph", "MessageGraph", "ToolNode", "NamedTuple",
    "ThreadPoolExecutor", "ProcessPoolExecutor", "TemporaryDirectory", "NotImplementedError",
    "SyntaxError", "ValueError", "TypeError", "KeyError", "RuntimeError", "ValidationError",
    "TimeoutExpired", "CalledProcessError", "ChatOpenAI", "ChatPromptTemplate", "MemorySaver",
    "HashMap", "BTreeMap", "HashSet", "ArrayList", "AbortController", "EventEmitter", "Send",
    "str", "len", "int", "isinstance", "getattr", "range", "add_edge", "add_node",
    "add_conditional_edges", "with_structured_output", "StructType", "set_entry_point",
    "rmtree", "mkdtemp", "safe_load", "print", "eval", "exec", "open",
];
