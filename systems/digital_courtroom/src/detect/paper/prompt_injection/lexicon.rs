//! Words of orders to whoever grades, in English, Portuguese, French, German and Spanish; folded.

jurat_text::word_lists! {
    "prompt_injection" [en, fr, pt, de, es];

    /// Verbs that give a grade and are nothing else.
    pub(super) static GIVE;

    /// Verbs that may be nouns: what is graded must stand behind them.
    pub(super) static NOUNISH;

    /// Verbs that also mean something else: our work or a reader must be named.
    pub(super) static WEAK;

    /// A scale is no grade.
    pub(super) static RANGES;

    /// What is graded, in a word or two.
    pub(super) static OBJECTS;

    /// What we were given to judge.
    pub(super) static THIS_WORK;
    pub(super) static TOP_MARKS;

    /// Grades that are other things too: our work or a reader must be named.
    pub(super) static MILD;
    pub(super) static FULL;

    /// Verdicts that are wished for.
    pub(super) static PASSED;
    pub(super) static IGNORE;

    /// Verbs that people also use of tools.
    pub(super) static BYPASS;
    pub(super) static RULES;
    pub(super) static STRICT_RULES;
    pub(super) static SPARE;
    pub(super) static MARKS;
    pub(super) static ADDRESS;
    pub(super) static YOU_MUST;
    pub(super) static MUST;
    pub(super) static POLITE;

    /// What makes a grade depend on something.
    pub(super) static CONDITIONS;

    /// Words that show what comes next as something said elsewhere.
    pub(super) static SHOWN_AS;

    /// Words that show it as something that an attacker writes.
    pub(super) static ATTACKS;

    /// Who a prompt of such a work speaks to.
    pub(super) static PERSONAS;
}
