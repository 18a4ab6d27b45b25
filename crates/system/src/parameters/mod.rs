//! What a system is told when it is asked to work: one table for each workflow, from which every surface makes its own form.
//!
//! A command line makes flags of it, a server the schema of its requests. What either was given becomes the values of
//! a run in one place, [`RunValues`].

mod agreement;
mod dates;
mod input_schema;
mod kinds;
mod run_values;

pub use dates::DATE;
pub use kinds::{DocumentKind, ListWord, NamedDocument, ParameterKind, TextForm};
pub use run_values::{GivenValue, ParameterError, RunStart, RunValues};

/// The parameters of a workflow.
#[derive(Debug)]
pub struct ParameterTable {
    /// The name of the workflow.
    pub workflow: &'static str,
    /// In the order in which people are told of them.
    pub parameters: &'static [SystemParameter],
}

/// One thing that a run is told.
#[derive(Debug, Clone, Copy)]
pub struct SystemParameter {
    /// What the workflow calls it: a parameter, or a channel that is filled before any stage.
    pub name: &'static str,
    /// How a command line takes it.
    pub flag: ParameterFlag,
    pub kind: ParameterKind,
    /// What a run goes by where it is not given.
    pub default: ParameterDefault,
    /// What it means, in a line.
    pub help: &'static str,
}

/// How a command line takes a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterFlag {
    /// `--long VALUE`; the value of a switch has no name.
    Long { long: &'static str, value: &'static str },
    /// A word in its place, by what it is called.
    Position { value: &'static str },
    /// It has none of its own: the surface says it in another way, or `jurat run -p NAME=VALUE` does.
    None,
}

/// What a run goes by where a parameter is not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterDefault {
    /// It must be given.
    Required,
    /// It must be given unless this one is; it is an empty text then.
    RequiredUnless(&'static str),
    Text(&'static str),
    Number(i64),
    /// A switch that is not thrown.
    Off,
    Texts(&'static [&'static str]),
    /// An object without fields.
    EmptyObject,
}

impl SystemParameter {
    /// One that has no flag of its own.
    pub const fn new(
        name: &'static str,
        kind: ParameterKind,
        default: ParameterDefault,
        help: &'static str,
    ) -> Self {
        Self {
            name,
            flag: ParameterFlag::None,
            kind,
            default,
            help,
        }
    }

    /// Words, empty where none are given.
    pub const fn text(name: &'static str, help: &'static str) -> Self {
        Self::new(name, ParameterKind::Text, ParameterDefault::Text(""), help)
    }

    /// A date, empty where none is given.
    pub const fn date(name: &'static str, help: &'static str) -> Self {
        Self::new(name, ParameterKind::Formed(DATE), ParameterDefault::Text(""), help)
    }

    /// A file, empty where none is given.
    pub const fn file(name: &'static str, help: &'static str) -> Self {
        Self::new(name, ParameterKind::File, ParameterDefault::Text(""), help)
    }

    /// A switch that is off.
    pub const fn switch(name: &'static str, help: &'static str) -> Self {
        Self::new(name, ParameterKind::Switch, ParameterDefault::Off, help)
    }

    /// The same with a flag, `--long VALUE`.
    #[must_use]
    pub const fn flag(self, long: &'static str, value: &'static str) -> Self {
        Self { flag: ParameterFlag::Long { long, value }, ..self }
    }

    /// The same as a word in its place.
    #[must_use]
    pub const fn position(self, value: &'static str) -> Self {
        Self { flag: ParameterFlag::Position { value }, ..self }
    }
}

impl ParameterTable {
    /// The parameter of a name.
    pub fn parameter(&self, name: &str) -> Option<&'static SystemParameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }
}

/// How much models may take, by name.
pub const BUDGETS: &[&str] = &["small", "standard", "large"];

/// Which model plays which role. Every surface has its own way to say it.
pub const MODELS: SystemParameter = SystemParameter::new(
    "models",
    ParameterKind::TextMap,
    ParameterDefault::EmptyObject,
    "Which model plays which role, by the names of the settings; all else is done offline",
);

/// What models may spend.
pub const BUDGET: SystemParameter = SystemParameter::new(
    "budget",
    ParameterKind::Choice(BUDGETS),
    ParameterDefault::Text("standard"),
    "How many tokens models may take: 20,000, 400,000 or 4,000,000",
);
