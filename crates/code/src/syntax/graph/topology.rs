//! What a graph looks like as a whole: where it fans out, where branches meet, who judges.

use std::collections::{BTreeMap, BTreeSet};

use jurat_text::WordList;

use super::draft::GraphDraft;
use crate::facts::{EdgeKind, OrchestrationEdge, OrchestrationGraph};

jurat_text::word_lists! {
    "graph_roles" [en];

    /// Words of names that speak of someone who judges.
    static JUDGES;

    /// Words of names that bring together what judges said.
    static GATHERERS;
}

/// Nodes that are looked at for branches that meet.
const MOST_STARTS: usize = 200;

pub(super) fn graph(draft: GraphDraft<'_>) -> OrchestrationGraph {
    let mut names: Vec<String> = draft.nodes.iter().map(|node| node.name.clone()).collect();
    names.sort();
    let fans = fans(&draft);
    let meets = meets(&draft, &fans);
    let judges = fans
        .values()
        .map(|targets| {
            targets
                .iter()
                .copied()
                .filter(|name| judges(name))
                .collect::<Vec<_>>()
        })
        .max_by_key(Vec::len)
        .filter(|judges| 2 <= judges.len())
        .unwrap_or_default();
    let details = details(&draft, &fans, &meets, &judges);
    OrchestrationGraph {
        has_state_graph: true,
        has_add_edge: 0 < draft.plain,
        has_fan_out: !fans.is_empty(),
        has_evidence_aggregator: !meets.is_empty(),
        has_parallel_judges: !judges.is_empty(),
        node_names: names,
        edge_count: draft.plain,
        details,
        framework: draft.framework.to_owned(),
        conditional_count: draft.conditional,
        edges: edges(&draft),
        unresolved: draft.unresolved.into_iter().collect(),
        unreached: None,
        doubted: None,
        nodes: draft.nodes,
    }
}

/// Every edge, with whether it is taken any number of times at once.
fn edges(draft: &GraphDraft<'_>) -> Vec<OrchestrationEdge> {
    let many =
        |edge: &OrchestrationEdge| draft.many.contains(&(edge.from.clone(), edge.to.clone()));
    let all = draft.edges.iter();
    all.map(|edge| OrchestrationEdge { many: many(edge), ..edge.clone() })
        .collect()
}

/// Nodes that lead to several at once, and to which.
fn fans<'d>(draft: &'d GraphDraft<'_>) -> BTreeMap<&'d str, BTreeSet<&'d str>> {
    let mut fans: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for edge in draft.edges.iter().filter(|edge| edge.kind != EdgeKind::Conditional) {
        fans.entry(&edge.from).or_default().insert(&edge.to);
    }
    let many = |from: &str| draft.many.iter().any(|(source, _)| source == from);
    fans.retain(|from, targets| 2 <= targets.len() || many(from));
    fans
}

/// Nodes in which branches of one fan meet: they are reached from two of its targets by different
/// last steps, or from one that runs any number of times.
fn meets<'d>(
    draft: &'d GraphDraft<'_>,
    fans: &BTreeMap<&'d str, BTreeSet<&'d str>>,
) -> BTreeSet<&'d str> {
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut before: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for edge in &draft.edges {
        next.entry(&edge.from).or_default().push(&edge.to);
        if edge.kind != EdgeKind::Conditional {
            before.entry(&edge.to).or_default().insert(&edge.from);
        }
    }
    let mut meets = BTreeSet::new();
    for (from, targets) in fans.iter().take(MOST_STARTS) {
        let reached: Vec<_> = targets
            .iter()
            .take(64)
            .map(|start| reach(start, from, &next))
            .collect();
        // A step that lies on two branches comes after they have met.
        let alone = |source: &&&str| {
            reached.iter().filter(|reach| reach.contains(**source)).count() == 1
        };
        for (node, sources) in before.iter().filter(|(node, _)| **node != "END") {
            let last: Vec<_> = sources.iter().filter(alone).collect();
            let branches = reached
                .iter()
                .filter(|reach| last.iter().any(|source| reach.contains(**source)));
            if 2 <= branches.count() {
                meets.insert(*node);
            }
        }
    }
    for (_, worker) in &draft.many {
        let after = next.get(worker.as_str()).into_iter().flatten();
        meets.extend(after.filter(|node| **node != "END"));
    }
    meets
}

/// All that can follow a node, itself included; the way back to where the fan began is not taken.
fn reach<'d>(
    start: &'d str,
    not: &str,
    next: &BTreeMap<&'d str, Vec<&'d str>>,
) -> BTreeSet<&'d str> {
    let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some(node) = open.pop() {
        for to in next.get(node).into_iter().flatten() {
            if *to != not && seen.insert(*to) {
                open.push(to);
            }
        }
    }
    seen
}

/// Whether a name speaks of one who judges, and not of what gathers or sends out judges.
fn judges(name: &str) -> bool {
    let words = words(name);
    let has = |list: &WordList| words.iter().any(|word| list.contains(word));
    let lead = words.windows(2).any(|pair| pair[0] == "tech" && pair[1] == "lead");
    (has(&JUDGES) || lead) && !has(&GATHERERS)
}

/// The words of `techLead_node`: tech, lead, node.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for letter in name.chars() {
        let splits = !letter.is_alphanumeric() || (letter.is_uppercase() && small);
        if splits {
            words.push(String::new());
        }
        if letter.is_alphanumeric() {
            words
                .last_mut()
                .into_iter()
                .for_each(|word| word.extend(letter.to_lowercase()));
        }
        small = letter.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

fn details(
    draft: &GraphDraft<'_>,
    fans: &BTreeMap<&str, BTreeSet<&str>>,
    meets: &BTreeSet<&str>,
    judges: &[&str],
) -> String {
    let mut parts = vec![format!(
        "{} graph with {}, {} and {}",
        draft.framework,
        counted(draft.nodes.len(), "node", "nodes"),
        counted(draft.plain as usize, "plain edge", "plain edges"),
        counted(draft.conditional as usize, "conditional edge", "conditional edges"),
    )];
    let fanned: Vec<&str> = fans.keys().copied().take(8).collect();
    parts.push(if fanned.is_empty() {
        "no node leads to several at once".to_owned()
    } else {
        format!("several run at once after {}", fanned.join(", "))
    });
    let met: Vec<&str> = meets.iter().copied().take(8).collect();
    if !met.is_empty() {
        parts.push(format!("branches meet in {}", met.join(", ")));
    }
    if !judges.is_empty() {
        parts.push(format!("judges run beside each other: {}", judges.join(", ")));
    }
    if !draft.unresolved.is_empty() {
        parts.push(format!("not told: {}", draft.unresolved.len()));
    }
    parts.join("; ")
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
