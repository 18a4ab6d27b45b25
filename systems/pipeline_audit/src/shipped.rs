//! Policies, mappings and samples that are built in.

/// A file that is built in.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    /// What people call it.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// Policies by name. The first is used where none is named.
pub const POLICIES: &[Shipped] = &[
    Shipped {
        name: "default",
        text: include_str!("../policies/default.json"),
    },
    Shipped {
        name: "strict",
        text: include_str!("../policies/strict.json"),
    },
    Shipped {
        name: "consumer_pt",
        text: include_str!("../policies/consumer_pt.json"),
    },
];

/// How the states of other pipelines name their parts.
pub const MAPPINGS: &[Shipped] = &[
    Shipped {
        name: "native",
        text: include_str!("../mappings/native.json"),
    },
    Shipped {
        name: "langchain",
        text: include_str!("../mappings/langchain.json"),
    },
    Shipped {
        name: "llamaindex",
        text: include_str!("../mappings/llamaindex.json"),
    },
    Shipped {
        name: "haystack",
        text: include_str!("../mappings/haystack.json"),
    },
    Shipped {
        name: "openai",
        text: include_str!("../mappings/openai.json"),
    },
    Shipped {
        name: "ragas",
        text: include_str!("../mappings/ragas.json"),
    },
];

/// The one of a name.
pub fn named(all: &'static [Shipped], name: &str) -> Option<&'static Shipped> {
    all.iter().find(|one| one.name == name)
}
