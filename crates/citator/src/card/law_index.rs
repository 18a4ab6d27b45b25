//! What a card asks of whoever knows legislation: a provision, since when its words are law, and its twin in the other language.

/// A provision as an index has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownProvision {
    /// The name of the index, for people.
    pub source: String,
    /// The title of the act.
    pub act: String,
    /// How the provision is cited: `40(1)(a)`; none where all of the act is meant.
    pub label: Option<String>,
    pub heading: Option<String>,
    pub text: String,
    pub standing: ProvisionStanding,
    /// The first day of the words that are held, where the source says it.
    pub in_force: Option<String>,
    /// The day up to which the index is known to be right.
    pub known_until: String,
    pub twin: Option<ProvisionTwin>,
}

/// The same provision in the other language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisionTwin {
    pub language: String,
    pub act: String,
    pub heading: Option<String>,
}

/// Whether a provision is law on the last day that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProvisionStanding {
    InForce,
    NotYet,
    Repealed,
    /// It is of another act, and only printed here.
    Elsewhere,
}

/// An act that is held without the provision asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingProvision {
    pub source: String,
    pub act: String,
    pub label: String,
    /// Whether all of the act is held.
    pub whole: bool,
    pub known_until: String,
}

/// What came of looking a provision up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProvisionLookup {
    /// The act is not held.
    NoAct,
    NoProvision(MissingProvision),
    Found(Box<KnownProvision>),
}

/// The act of a normal form, and the provision of it: `SC 2001, c 27, s 40(1)(a)`.
pub fn act_and_provision(normal: &str) -> (&str, Option<&str>) {
    match normal.rsplit_once(", s ") {
        Some((act, label)) => (act, Some(label)),
        None => (normal, None),
    }
}
