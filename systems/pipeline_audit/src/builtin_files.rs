//! Policies, mappings and samples that are built in.

/// A file that is built in.
#[derive(Debug, Clone, Copy)]
pub struct BuiltinAuditFile {
    /// What people call it.
    pub name: &'static str,
    pub text: &'static str,
}

/// Policies by name. The first is used where none is named.
pub const POLICIES: &[BuiltinAuditFile] = &[
    BuiltinAuditFile {
        name: "default",
        text: include_str!("../policies/default.json"),
    },
    BuiltinAuditFile {
        name: "strict",
        text: include_str!("../policies/strict.json"),
    },
    BuiltinAuditFile {
        name: "consumer_pt",
        text: include_str!("../policies/consumer_pt.json"),
    },
];

/// How the states of other pipelines name their parts.
pub const MAPPINGS: &[BuiltinAuditFile] = &[
    BuiltinAuditFile {
        name: "native",
        text: include_str!("../mappings/native.json"),
    },
    BuiltinAuditFile {
        name: "langchain",
        text: include_str!("../mappings/langchain.json"),
    },
    BuiltinAuditFile {
        name: "llamaindex",
        text: include_str!("../mappings/llamaindex.json"),
    },
    BuiltinAuditFile {
        name: "haystack",
        text: include_str!("../mappings/haystack.json"),
    },
    BuiltinAuditFile {
        name: "openai",
        text: include_str!("../mappings/openai.json"),
    },
    BuiltinAuditFile {
        name: "ragas",
        text: include_str!("../mappings/ragas.json"),
    },
    BuiltinAuditFile {
        name: "anthropic",
        text: include_str!("../mappings/anthropic.json"),
    },
    BuiltinAuditFile {
        name: "bedrock",
        text: include_str!("../mappings/bedrock.json"),
    },
    BuiltinAuditFile {
        name: "gemini",
        text: include_str!("../mappings/gemini.json"),
    },
    BuiltinAuditFile {
        name: "cohere",
        text: include_str!("../mappings/cohere.json"),
    },
    BuiltinAuditFile {
        name: "plain",
        text: include_str!("../mappings/plain.json"),
    },
];

/// The one of a name.
pub fn named(
    all: &'static [BuiltinAuditFile],
    name: &str,
) -> Option<&'static BuiltinAuditFile> {
    all.iter().find(|one| one.name == name)
}
