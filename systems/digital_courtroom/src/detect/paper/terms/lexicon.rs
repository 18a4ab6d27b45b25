//! Words by which an explanation is told from a heap of catchwords. Folded, English first, then
//! Portuguese, French, German, Spanish.

/// What code, or somebody who runs it, does to something: in its plain form.
#[rustfmt::skip]
pub(super) const DOING: &[&str] = &[
    "add", "aggregate", "append", "apply", "assign", "attach", "average", "block", "break", "build",
    "call", "cap", "check", "cite", "clamp", "clone", "collect", "combine", "compare", "compute",
    "concatenate", "connect", "converge", "convert", "copy", "count", "cut", "detect", "dispatch",
    "divide", "downgrade", "drop", "emit", "execute", "extract", "fetch", "file", "filter", "flag",
    "gather", "hash", "hand", "hold", "index", "insert", "invoke", "iterate", "join", "keep", "load",
    "lock", "log", "lower", "map", "mark", "match", "measure", "merge", "open", "order", "override",
    "overwrite", "parse", "pass", "pick", "poll", "print", "publish", "push", "queue", "raise",
    "rank", "read", "reread", "rerun", "receive", "record", "reduce", "register", "reject",
    "remove", "repeat", "replace", "resolve", "retry", "return", "rewrite", "route", "run", "save",
    "scan", "score", "select", "send", "separate", "serialise", "serialize", "skip", "sort",
    "spawn", "split", "start", "stop", "store", "subtract", "sum", "take", "tag", "trigger",
    "union", "update", "validate", "verify", "wait", "walk", "weigh", "weight", "wire", "wrap",
    "write", "written", "wrote", "sent", "kept", "held", "took", "taken", "go", "goes", "carry",
    "carries", "give", "limit", "pair", "deduplicate", "sequence", "fire", "tie", "retries",
    "copies", "applies", "applied", "verifies", "verified", "queries", "produce",
    "accept", "acquire", "adjust", "argue", "ask", "assemble", "assert", "audit", "batch", "bind",
    "broadcast", "cancel", "challenge", "choose", "chose", "chosen", "compile", "consume", "create",
    "decide", "decode", "delegate", "delete", "demand", "deny", "derive", "discard", "encode",
    "enforce", "enumerate", "escalate", "estimate", "exit", "export", "fail", "find", "forbid",
    "grade", "grant", "group", "guard", "import", "inject", "inspect", "instantiate", "isolate",
    "leave", "listen", "lose", "mask", "multiply", "normalise", "normalize", "notify", "partition",
    "pause", "predict", "protect", "quote", "rate", "reconcile", "redact", "refresh", "refuse",
    "release", "reopen", "report", "rescale", "reset", "restart", "resume", "reuse", "review",
    "schedule", "share", "shut", "stream", "strip", "subscribe", "summarise", "summarize", "swap",
    "synchronise", "test", "throw", "thrown", "threw", "touch", "track", "translate", "traverse",
    "trim", "truncate", "undo", "veto", "visit", "vote", "warn", "yield",
];

/// The same, as other languages write it.
#[rustfmt::skip]
pub(super) const DOING_ELSEWHERE: &[&str] = &[
    "chama", "escreve", "devolve", "retorna", "executa", "grava", "valida", "junta", "combina",
    "compara", "aplica", "envia", "recolhe", "le", "soma", "descarta", "espera", "ordena",
    "appelle", "ecrit", "renvoie", "execute", "fusionne", "compare", "applique", "envoie", "lit",
    "collecte", "attend", "rejette", "additionne", "lance", "ruft", "schreibt", "gibt", "fuhrt",
    "liest", "sendet", "vergleicht", "wartet", "sammelt", "verwirft", "startet", "pruft", "fugt",
    "llama", "escribe", "devuelve", "ejecuta", "une", "envia", "lee", "recoge", "descarta",
];

/// Frames of cause, means, time and meaning; something must come behind them.
#[rustfmt::skip]
pub(super) const FRAMES: &[&str] = &[
    "because", "so that", "so", "hence", "therefore", "thus", "means", "mean", "means that",
    "we mean", "when", "whenever", "if", "until", "unless", "once", "after", "before", "while",
    "where", "instead of", "rather than", "via", "through", "in order to", "such that",
    "otherwise", "done by", "implemented in", "implemented by", "implemented as", "relies on",
    "consists of", "is a", "by", "without",
    "porque", "quando", "para que", "atraves de", "por meio", "se", "ate que", "depois",
    "parce que", "lorsque", "quand", "afin", "grace a", "si", "puis", "ensuite", "pour que",
    "weil", "wenn", "sobald", "damit", "indem", "durch", "mittels", "danach", "falls",
    "cuando", "mediante", "despues", "hasta que",
];

/// What code is made of: things that are done something to.
#[rustfmt::skip]
pub(super) const THINGS: &[&str] = &[
    "aggregator", "annotation", "answer", "api", "argument", "array", "ast", "barrier", "branch",
    "cache", "callback", "channel", "checkpoint", "citation", "clone", "code", "column", "commit",
    "config", "context", "criterion", "criteria", "cycle", "detective", "diagram", "dict",
    "dictionary", "difference", "dissent", "draft", "edge", "error", "event", "evidence",
    "exception", "field", "file", "finding", "flag", "forecast", "function", "graph", "hash", "id",
    "image", "index", "input", "judge", "key", "line", "list", "lock", "log", "loop", "map", "mean",
    "median", "message", "model", "module", "node", "number", "operator", "opinion", "output",
    "page", "parser", "path", "pdf", "persona", "prompt", "prosecutor", "queue", "reader", "record",
    "reducer", "repo", "repository", "request", "response", "retry", "router", "row", "rubric",
    "rule", "schema", "score", "section", "send", "set", "snapshot", "stage", "start", "state",
    "step", "string", "superstep", "table", "task", "test", "thread", "threshold", "timeout",
    "token", "tool", "tree", "type", "value", "variance", "verdict", "version", "vote", "weight",
    "worker", "writer", "defence", "defense", "keeper", "level", "security", "vulnerability",
    "attribute", "batch", "bit", "buffer", "bundle", "byte", "case", "charge", "client", "copy",
    "database", "directory", "entry", "exhibit", "folder", "handler", "item", "job", "label",
    "ledger", "limit", "mutex", "name", "object", "order", "parameter", "pass", "place", "pointer",
    "prefix", "property", "question", "range", "reason", "review", "round", "ruling", "sample",
    "semaphore", "sentence", "server", "session", "stack", "stream", "sum", "text", "timestamp",
    "total", "url", "variable", "word",
    "no", "lista", "estado", "grafo", "regra", "arquivo", "ficheiro", "noeud", "liste", "etat",
    "graphe", "regle", "fichier", "knoten", "zustand", "regel", "datei", "nodo", "regla", "archivo",
];

/// Words that say nothing by themselves and stand in heaps where nothing is explained.
#[rustfmt::skip]
pub(super) const CATCH: &[&str] = &[
    "orchestration", "swarm", "agentic", "agent", "cutting", "edge-cutting", "robust", "scalable",
    "seamless", "innovative", "powerful", "advanced", "intelligent", "intelligence", "paradigm",
    "leverage", "holistic", "synergy", "autonomou", "autonomous", "generation", "deep",
    "parallelism", "reasoning", "architecture", "framework", "best", "practice", "excellence",
    "quality", "result", "outcome", "better", "higher", "good", "great", "system", "solution",
    "platform", "approach", "insight", "benefit", "stakeholder", "world", "class", "next", "value",
    "important", "performance", "efficient", "effective", "efficiency", "dynamic",
    "sophisticated", "modern", "unique", "novel", "success", "optimal", "capability", "potential",
    "strategic", "comprehensive", "cutting-edge", "empower", "enable", "enhance", "achieve",
    "ensure", "drive", "deliver", "improve", "unlock", "transform", "innovation", "mission",
    "pillar", "concept", "principle", "topic", "way", "thing", "process", "project", "work",
    "course", "report", "everyone", "pattern", "help", "make", "well-known",
];
