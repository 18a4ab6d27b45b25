//! Words that tell how something is spoken of: as there, to come, absent, or an example. English
//! first, then Portuguese, French, German, Spanish; all without accents.

/// Before a name: it is not there. Nothing of [`BARRIERS`] may stand between.
#[rustfmt::skip]
pub(super) const NOT_THERE: &[&str] = &[
    "there is no", "there are no", "there was no", "theres no", "has no", "have no", "had no",
    "contains no", "lacks", "lack", "lacking", "without", "missing", "removed", "deleted",
    "does not have", "do not have", "does not include", "do not include", "does not contain",
    "never had", "no longer has", "no longer have", "nao ha", "nao existe", "nao tem", "sem",
    "do not use", "does not use", "dont use", "doesnt use", "did not use", "not using",
    "no longer use", "no longer uses", "no longer using", "no longer need", "no longer needs",
    "do not need", "does not need", "do not ship", "does not ship", "never use", "never uses",
    "never wrote", "not create", "not created", "no file", "no module", "no class", "no such file",
    "replaced", "replaces", "replacing", "renamed", "renames", "renaming", "renamed from",
    "moved from", "dropped", "drops", "dropping", "got rid of", "retired", "superseded",
    "supersedes", "abandoned", "deprecated", 
    "formerly", "formerly in", "previously in",
    "previously called", "previously named", "used to be", "used to be in", "used to live in",
    "used to be called", "originally in", "originally called", "once lived in", "neither", "nor",
    "not in", "not from", "removes", "removing", "deletes", "deleting", "delete", "remove",
    "nao usamos", "nao usa", "substitui",
    "nous nutilisons pas", "nutilise pas", "remplace",
    "verwenden nicht", "ersetzt", "no usamos", "no usa",
    "reemplaza",
    "removemos", "removido", "apagado", "falta", "il ny a pas de", "il ny a pas", "na pas de",
    "sans", "supprime", "manque", "kein", "keine", "keinen", "ohne", "entfernt", "geloscht",
    "fehlt", "no hay", "no existe", "no tiene", "sin", "eliminado", "eliminamos",
];

/// Before a name, with nothing but [`PLAIN`] between: something else is there.
#[rustfmt::skip]
pub(super) const CONTRAST: &[&str] = &[
    "unlike", "instead of", "rather than", "as opposed to", "in contrast to", "in place of",
    "ao inves de", "em vez de", "ao contrario de", "au lieu de", "contrairement a", "statt",
    "anstelle von", "im gegensatz zu", "en lugar de", "a diferencia de",
];

/// Words that only lead to a name.
#[rustfmt::skip]
pub(super) const PLAIN: &[&str] = &[
    "the", "a", "an", "old", "older", "former", "single", "one", "big", "our", "file", "module",
    "script", "class", "package", "in", "using", "with", "keeping", "having", "calling",
    "o", "um", "uma", "le", "la", "un", "une", "der", "die", "das", "einer", "el",
];

/// Right before a name, with nothing but an article between: it is not that one.
pub(super) const NOT_THIS: &[&str] = &["not", "nao", "pas", "kein", "nicht"];

/// Words of a list: what is said of one name of it is said of the next.
pub(super) const LISTED: &[&str] = &[
    ",", "and", "or", "nor", "the", "a", "file", "files", "both", "e", "et", "und", "y", "ou",
    "o",
];

/// Between a denial and a name: what is denied is something else.
#[rustfmt::skip]
pub(super) const BARRIERS: &[&str] = &[
    ",", "|", "in", "of", "with", "at", "from", "inside", "within", "under", "for", "by", "to",
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
    "isnt there", "nao existe", "nao existem", "ainda nao", "foi removido",
    "foi removida", "foram removidos", "nexiste pas", "nexistent pas", "pas encore",
    "a ete supprime", "nest pas encore", "existiert nicht", "existieren nicht", "fehlt",
    "fehlen", "wurde entfernt", "noch nicht", "no existe", "no existen", "todavia no",
    "aun no", "fue eliminado", "fue eliminada",
    "was replaced", "were replaced", "has been replaced", "have been replaced", "is replaced",
    "was renamed", "were renamed", "has been renamed", "have been renamed", "is now called",
    "was moved", "were moved", "has been moved", "have been moved", "was merged into",
    "were merged into", "has been merged into", "was split into", "has been split into",
    "was dropped", "were dropped", "has been dropped", "was retired", "was superseded",
    "has been superseded", "got removed", "got deleted", "got replaced", "is gone", "are gone",
    "is not used", "are not used", "is no longer used", "are no longer used", "is unused",
    "is not needed", "are not needed", "is no longer needed", "is not part of", "are not part of",
    "became §", "became the §", "used to be", "used to exist", "used to hold",
    "used to contain", "could not be found", "cannot be found", "was not created",
    "was not written", "were not written", "is not included", "is not shipped", "isnt used",
    "foi substituido", "foi renomeado", "a ete remplace", "a ete renomme", "wurde ersetzt",
    "wurde umbenannt", "fue reemplazado", "fue renombrado",
];

/// Behind a name, before the end or one of [`MAKING`]: it is not there.
pub(super) const UNDONE: &[&str] = &["not yet", "was never", "were never"];

/// What is done to a file so that it is there.
#[rustfmt::skip]
pub(super) const MAKING: &[&str] = &[
    "add", "added", "create", "created", "implement", "implemented", "build", "built", "write",
    "written", "introduce", "introduced", "move", "moved", "split", "extract", "extracted",
    "develop", "developed", "make", "made", "ship", "shipped", "finished", "finish", "complete",
    "completed", "committed", "merged", "started", "there", "present", "available", "part",
    "done", "wired", "exist", "existing", "replace", "replaced", "rewrite", "rewritten",
    "refactor", "refactored", "extend", "live", "hold", "contain", "provide", "follow", "come",
    "get", "need", "put", "have", "rename", "renamed", "delete", "deleted", "remove", "removed",
];

/// To come, where one of [`MAKING`] follows: a program that `will call` something is there.
pub(super) const WILL: &[&str] = &["will", "shall", "going to"];

/// Behind a name: words after which another thing is spoken of.
pub(super) const TURNS: &[&str] =
    &["where", "whose", "in", "with", "by", "when", "so", "from", "onde", "ou", "wo", "donde"];

/// The first word behind a name, where the clause ends with it or goes on with one of the second.
pub(super) const GONE: &[&str] = &["removed", "deleted", "dropped", "retired", "gone"];
pub(super) const GONE_ENDS: &[&str] =
    &["in", "by", "since", "after", "during", "because", "as", "for", "|", "and", "§"];

/// Before a name: a run makes it. Not what a person wrote.
#[rustfmt::skip]
pub(super) const MAKES: &[&str] = &[
    "writes", "write", "written to", "written into", "writes to", "writing", "saves", "save",
    "saved to", "saved as", "saved in", "saved under", "saving", "outputs", "output", "output to",
    "output in", "generates", "generate", "generated to", "generated in", "generated at",
    "generated under", "generating", "generated file", "generated files", "produces", "produce",
    "produced in", "produced at", "producing", "emits", "emit", "emitted to", "exports", "export",
    "exported to", "exported as", "dumps", "dumped to", "renders", "rendered to", "rendered as",
    "rendered into", "persists", "persisted to", "persisted in", "serialises", "serializes",
    "serialised to", "serialized to", "logged to", "appends to", "appended to", "run produces",
    "gera", "grava", "gravado em", "salva", "salvo em", "genere", "ecrit", "ecrit dans",
    "enregistre dans", "erzeugt", "schreibt", "geschrieben nach", "gespeichert in", "genera",
    "guarda", "guardado en", "escribe",
];

/// Before a name in a folder of results.
#[rustfmt::skip]
pub(super) const LANDS: &[&str] = &[
    "stored in", "stored under", "stored at", "stores", "store", "kept in", "kept under", "found in",
    "lands in", "land in", "appears in", "appear in", "goes to", "go to", "goes into", "creates",
    "create", "created in", "created under", "placed in", "results in", "available in",
];

/// Between what makes something and a name: another thing is made.
#[rustfmt::skip]
pub(super) const MADE_OF: &[&str] = &[
    "|", "by", "of", "with", "via", "using", "reads", "read", "that", "which", "because", "when",
    "is", "are", "see", "per", "like", "defined", "according", "por", "par", "durch", "von",
];

/// Behind a name: a run makes it.
#[rustfmt::skip]
pub(super) const MADE: &[&str] = &[
    "is generated", "are generated", "is written", "are written", "is produced", "are produced",
    "is created", "are created", "is rendered", "are rendered", "is emitted", "is saved",
    "are saved", "is output", "gets written", "gets generated", "gets created", "is exported",
    "at run time", "at runtime", "at build time", "after each run", "after every run",
    "after a run", "after the run", "on each run", "on every run", "per run", "for each run",
    "generated", "generated at", "generated by", "generated after", "auto generated", "e gerado", "est genere",
    "est ecrit", "wird erzeugt", "wird geschrieben", "se genera", "se escribe",
];

/// Behind a name of code: a program writes it, where one of [`BY_TOOL`] follows.
#[rustfmt::skip]
pub(super) const MADE_CODE: &[&str] = &[
    "is generated", "are generated", "auto generated", "generated", "is created", "is written",
    "is produced", "is emitted", "gets generated", "gets written",
];

/// What writes code that nobody wrote.
#[rustfmt::skip]
pub(super) const BY_TOOL: &[&str] = &[
    "at run time", "at runtime", "at build time", "at compile time", "by the build", "by a build",
    "during the build", "by the compiler", "by a script", "by the script", "by the generator",
    "by a generator", "by a tool", "by the tool", "by the run", "by each run", "by every run",
    "on each run", "on every run", "by protoc", "by make", "by the installer", "by a hook",
    "by codegen", "by openapi", "by alembic", "by cargo", "by npm",
];

/// With one of [`MADE`]: a person made it after all.
pub(super) const BY_HAND: &[&str] = &["by hand", "manually", "by us", "by the team"];

/// It is to come.
#[rustfmt::skip]
pub(super) const PLANNED: &[&str] = &[
    "planned", "plan to", "plans to", "planning to", "proposed",
    "propose", "we propose", "to be added", "to be created", "to be implemented",
    "to be written", "to be moved", "to be built", "to be done", "todo", "to do", "next step",
    "next steps", "roadmap", "in future", "in the future", "future work", "future version",
    "upcoming", "intend to", "intends to", "should be added", "should be moved",
    "should be split", "we should add", "needs to be", "need to be", "need to add",
    "would be", "could be", "might be", "may be added", "could live in", "should live in",
    "would live in", "once we add", "if we add", "wish list", "coming soon", "backlog", "later on", "at a later", "vai",
    "vamos", "sera", "serao", "planejado", "planejada", "planeado", "proposto", "proposta",
    "a ser criado", "a ser adicionado", "proximo passo", "proximos passos", "no futuro",
    "pretendemos", "futuramente", "prevu", "prevue", "seront", "allons", "va etre", "a creer",
    "a ajouter", "a faire", "prochaine etape", "prochaines etapes", "a lavenir", "envisage",
    "sera ajoute", "wird", "werden", "geplant", "geplante", "vorgesehen", "soll", "sollen",
    "nachster schritt", "nachste schritte", "kunftig", "zukunft", "spater", "se creara",
    "se anadira", "sera creado", "planificado", "previsto", "propuesto", "vamos a",
    "proximo paso", "pendiente", "por hacer",
];

/// Right before a name: somebody wishes for it.
pub(super) const WISHED: &[&str] = &[
    "optional",
    "optionally",
    "suggested",
    "recommended",
    "hypothetical",
    "a new",
    "a future",
];

/// The first word of a clause that tells somebody to make something.
pub(super) const MAKE_IT: &[&str] = &["add", "create", "introduce", "write", "crie", "ajouter"];

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

/// Before a name, or right behind it with one of [`WITHIN`]: it is somebody else's.
#[rustfmt::skip]
pub(super) const ELSEWHERE: &[&str] = &[
    "in the target", "of the target", "target repository", "target repo", "target project",
    "the audited repository", "audited repo", "submitted repository", "hypothetical",
    "fictional", "imaginary", "of the template", "in the template", "from the template",
    "the templates", "starter template", "starter repo", "starter code", "starter kit",
    "reference implementation", "reference solution", "peer repository", "peer repo", "peers repo",
    "peers repository", "their repository", "their repo", "someone elses", "in other repositories",
    "of other repositories", "the auditee", "auditees", "a repository without", "the cloned repo",
    "do template", "du modele", "der vorlage", "de la plantilla", "another project", "other projects", "upstream project",
    "repositorio alvo", "repositorio auditado", "depot cible", "depot audite",
    "zielrepository", "repositorio objetivo",
];

/// Behind a name: where it lies.
pub(super) const WITHIN: &[&str] = &["in", "of", "from", "within", "inside", "on", "at"];

/// Right before a name: it does what is told, and is not where.
pub(super) const DOERS: &[&str] = &["by", "with", "via", "using", "through"];

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

/// Between a file and a name: the one holds the other.
#[rustfmt::skip]
pub(super) const LINKS: &[&str] = &[
    "in", "of", "from", "inside", "within", "at", "under", "to", "defines", "define", "defined",
    "contains", "contain", "holds", "hold", "has", "have", "exports", "provides", "implements",
    "implemented", "declares", "declared", "lives", "live", "located", "and", "or", "the", "a",
    "an", "with", "via", "is", "are", "by", "its", "see", "including", "such", "as", "which",
    "that", "both", "new", "main", "file", "also", "through", "named", "called", "line", "lines",
    "em", "de", "do", "da", "dans", "du", "en", "im", "mit", "von", "e", "et", "und", "y", "com",
    "define", "contem", "contient", "definit", "enthalt", "definiert", "contiene",
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
