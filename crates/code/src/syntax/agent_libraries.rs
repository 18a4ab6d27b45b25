//! Libraries of agents and models that the product imports, so that a flow that is not read is
//! named and not taken for absent.

use jurat_model::LocatedValue;
use tree_sitter::Node;

use super::source::SourceFile;
use crate::facts::{AgentLibrary, FileRole, LibrarySort};

/// What each is imported as. What a package calls its own parts follows after `.` or `/`.
#[rustfmt::skip]
const KNOWN: &[(LibrarySort, &[&str])] = &[
    (LibrarySort::Graphs, &["langgraph", "@langchain/langgraph", "pydantic_graph", "haystack"]),
    (LibrarySort::Agents, &[
        "crewai", "llama_index", "llamaindex", "autogen", "autogen_agentchat", "autogen_core",
        "ag2", "semantic_kernel", "smolagents", "dspy", "agno", "phi.agent", "pydantic_ai",
        "google.adk", "strands", "camel", "metagpt", "letta", "langroid", "swarm", "burr",
        "prefect", "langchain.agents", "@mastra", "@openai/agents", "langchain/agents",
    ]),
    (LibrarySort::Models, &[
        "openai", "anthropic", "litellm", "cohere", "mistralai", "ollama", "groq", "replicate",
        "google.generativeai", "google.genai", "vertexai", "langchain", "langchain_core",
        "langchain_openai", "langchain_anthropic", "langchain_google_genai",
        "langchain_community", "langchain_groq", "langchain_ollama", "instructor", "outlines",
        "guidance", "@langchain/openai", "@langchain/core", "@langchain/anthropic",
        "@anthropic-ai/sdk", "@google/generative-ai", "@ai-sdk", "ai",
    ]),
];

/// Libraries found so far, each where it is first imported.
#[derive(Default)]
pub(super) struct AgentLibraries {
    found: Vec<LocatedValue<AgentLibrary>>,
}

impl AgentLibraries {
    /// Something is imported, by its full name.
    pub(super) fn import(
        &mut self,
        full: &str,
        source: &SourceFile<'_>,
        node: Node<'_>,
        role: FileRole,
    ) {
        if role != FileRole::Product {
            return;
        }
        let Some((name, sort)) = known(full) else { return };
        if self.found.iter().all(|one| one.value.name != name) {
            let library = AgentLibrary { name: name.to_owned(), sort };
            self.found.push(source.located(library, node));
        }
    }

    pub(super) fn finish(mut self) -> Vec<LocatedValue<AgentLibrary>> {
        self.found.sort_by(|one, other| one.value.cmp(&other.value));
        self.found
    }
}

fn known(full: &str) -> Option<(&'static str, LibrarySort)> {
    let is = |name: &str| {
        full.strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/']))
    };
    // The longest name says most: `langchain.agents` is more than `langchain`.
    let all = KNOWN
        .iter()
        .flat_map(|(sort, names)| names.iter().map(|name| (*name, *sort)));
    all.filter(|(name, _)| is(name)).max_by_key(|(name, _)| name.len())
}

#[cfg(test)]
mod tests {
    use super::known;
    use crate::facts::LibrarySort;

    #[test]
    fn a_library_is_known_by_how_it_is_imported() {
        for (full, name) in [
            ("crewai.Agent", Some(("crewai", LibrarySort::Agents))),
            ("crewaiopen.Agent", None),
            ("langchain.agents.AgentExecutor", Some(("langchain.agents", LibrarySort::Agents))),
            ("langchain.chat_models", Some(("langchain", LibrarySort::Models))),
            (
                "@langchain/langgraph.StateGraph",
                Some(("@langchain/langgraph", LibrarySort::Graphs)),
            ),
            ("numpy", None),
        ] {
            assert_eq!(known(full), name, "{full}");
        }
    }
}
