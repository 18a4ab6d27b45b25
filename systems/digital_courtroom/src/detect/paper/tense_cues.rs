//! Words that tell how something is spoken of: as there, to come, absent, or an example; all
//! without accents.

jurat_text::word_lists! {
    "tense_cues" [en, fr, pt, de, es];

    /// Before a name: it is not there. Nothing of [`BARRIERS`] may stand between.
    pub(super) static NOT_THERE;

    /// Before a name, with nothing but [`PLAIN`] between: something else is there.
    pub(super) static CONTRAST;

    /// Words that only lead to a name.
    pub(super) static PLAIN;

    /// Right before a name, with nothing but an article between: it is not that one.
    pub(super) static NOT_THIS;

    /// Words of a list: what is said of one name of it is said of the next.
    pub(super) static LISTED;

    /// Between a denial and a name: what is denied is something else.
    pub(super) static BARRIERS;

    /// Behind a name: it is not there.
    pub(super) static ABSENT;

    /// Behind a name, before the end or one of [`MAKING`]: it is not there.
    pub(super) static UNDONE;

    /// What is done to a file so that it is there.
    pub(super) static MAKING;

    /// To come, where one of [`MAKING`] follows: a program that `will call` something is there.
    pub(super) static WILL;

    /// Behind a name: words after which another thing is spoken of.
    pub(super) static TURNS;

    /// The first word behind a name, where the clause ends with it or goes on with one of the second.
    pub(super) static GONE;
    pub(super) static GONE_ENDS;

    /// Before a name: a run makes it. Not what a person wrote.
    pub(super) static MAKES;

    /// Before a name in a folder of results.
    pub(super) static LANDS;

    /// Between what makes something and a name: another thing is made.
    pub(super) static MADE_OF;

    /// Behind a name: a run makes it.
    pub(super) static MADE;

    /// Behind a name of code: a program writes it, where one of [`BY_TOOL`] follows.
    pub(super) static MADE_CODE;

    /// What writes code that nobody wrote.
    pub(super) static BY_TOOL;

    /// With one of [`MADE`]: a person made it after all.
    pub(super) static BY_HAND;

    /// It is to come.
    pub(super) static PLANNED;

    /// Right before a name: somebody wishes for it.
    pub(super) static WISHED;

    /// The first word of a clause that tells somebody to make something.
    pub(super) static MAKE_IT;

    /// Words with which those of [`PLANNED`] mean nothing.
    pub(super) static AS_PLANNED;

    /// It is done, whatever the heading says.
    pub(super) static DONE;

    /// Not done, with a word of [`DONE`] in it.
    pub(super) static NOT_DONE;

    /// It is said to be there now.
    pub(super) static THERE;

    /// Before a name: it is an example.
    pub(super) static EXAMPLE;

    /// Before a name, or right behind it with one of [`WITHIN`]: it is somebody else's.
    pub(super) static ELSEWHERE;

    /// Behind a name: where it lies.
    pub(super) static WITHIN;

    /// Right before a name: it does what is told, and is not where.
    pub(super) static DOERS;

    /// A heading or lead under which things are to come.
    pub(super) static PLANNED_TITLE;

    /// A heading or lead under which things are there.
    pub(super) static PRESENT_TITLE;

    /// A heading or lead under which things are examples.
    pub(super) static EXAMPLE_TITLE;

    /// Words that part a sentence into clauses that speak for themselves.
    pub(super) static PARTS;

    /// Between a file and a name: the one holds the other.
    pub(super) static LINKS;

    /// Beside a name: what it is said to be.
    pub(super) static NOUNS;
}

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
