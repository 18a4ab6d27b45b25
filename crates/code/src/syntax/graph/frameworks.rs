//! Libraries that build graphs: where their builders come from, and what their calls do.

pub(super) struct GraphFramework {
    pub(super) name: &'static str,
    /// Beginnings of the names that its builders are imported by.
    modules: &'static [&'static str],
    builders: &'static [&'static str],
}

pub(super) const ALL: &[GraphFramework] = &[
    GraphFramework {
        name: "langgraph",
        modules: &["langgraph.", "@langchain/langgraph"],
        builders: &["StateGraph", "MessageGraph", "Graph"],
    },
    GraphFramework {
        name: "pydantic_graph",
        modules: &["pydantic_graph."],
        builders: &["Graph"],
    },
    GraphFramework {
        name: "haystack",
        modules: &["haystack."],
        builders: &["Pipeline", "AsyncPipeline"],
    },
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BuilderAction {
    Node,
    Edge,
    Conditional,
    Sequence,
    Entry,
    ConditionalEntry,
    Finish,
    /// The builder itself is given its nodes.
    Nodes,
}

const ACTIONS: &[(&str, BuilderAction)] = &[
    ("add_node", BuilderAction::Node),
    ("addNode", BuilderAction::Node),
    ("add_component", BuilderAction::Node),
    ("add_edge", BuilderAction::Edge),
    ("addEdge", BuilderAction::Edge),
    ("connect", BuilderAction::Edge),
    ("add_conditional_edges", BuilderAction::Conditional),
    ("addConditionalEdges", BuilderAction::Conditional),
    ("add_sequence", BuilderAction::Sequence),
    ("addSequence", BuilderAction::Sequence),
    ("set_entry_point", BuilderAction::Entry),
    ("setEntryPoint", BuilderAction::Entry),
    ("set_conditional_entry_point", BuilderAction::ConditionalEntry),
    ("set_finish_point", BuilderAction::Finish),
    ("setFinishPoint", BuilderAction::Finish),
];

pub(super) fn action(method: &str) -> Option<BuilderAction> {
    ACTIONS
        .iter()
        .find(|(name, _)| *name == method)
        .map(|(_, action)| *action)
}

/// The library whose builder a resolved callee makes.
pub(super) fn builder(callee: &str) -> Option<&'static GraphFramework> {
    let last = callee.rsplit('.').next()?;
    ALL.iter().find(|one| {
        one.builders.contains(&last)
            && one.modules.iter().any(|module| callee.starts_with(module))
    })
}

pub(super) fn is_builder(name: &str) -> bool {
    ALL.iter().any(|one| one.builders.contains(&name))
}

/// Whether a resolved name is LangGraph's own of this name.
pub(super) fn is_own(full: &str, name: &str) -> bool {
    full.rsplit('.').next() == Some(name)
        && ALL[0].modules.iter().any(|module| full.starts_with(module))
}

pub(super) fn is_read(language: &str) -> bool {
    matches!(language, "python" | "typescript" | "javascript")
}

/// Words without which a file has no part in a graph, except by texts that it returns.
pub(super) const MARKS: &[&str] =
    &["langgraph", "pydantic_graph", "haystack", "Send(", "goto", "BaseNode"];
