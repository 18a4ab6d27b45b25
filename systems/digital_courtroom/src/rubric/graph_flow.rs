//! What a graph runs beside each other, where it parts and where it meets.
//!
//! Routes of a router exclude each other; plain edges and sends do not. Edges that lead back are
//! left out: a loop makes nothing parallel.

use std::collections::{BTreeMap, BTreeSet};

use jurat_code::facts::{EdgeKind, OrchestrationGraph};

/// Nodes that are looked at, a bit each; a graph of agents has a few dozen.
const MOST_NODES: usize = 128;
/// Edges that are looked at.
const MOST_EDGES: usize = 1000;
/// Nodes among which the largest group is sought.
const MOST_BESIDE: usize = 24;

/// A graph as its edges make it.
pub(crate) struct GraphFlow {
    names: Vec<String>,
    out: Vec<Vec<(usize, EdgeKind)>>,
    /// Of each node, those that it leads to.
    reach: Vec<u128>,
    /// Of each node, those that run beside it.
    beside: Vec<u128>,
    /// Nodes that lead to one that runs any number of times at once, and those ones.
    many: BTreeSet<(usize, usize)>,
    cut: bool,
}

impl GraphFlow {
    pub(crate) fn of(graph: &OrchestrationGraph) -> Self {
        let ends = graph.edges.iter().flat_map(|edge| [&edge.from, &edge.to]);
        let nodes = graph.nodes.iter().map(|node| &node.name);
        let all: BTreeSet<&String> = nodes.chain(ends).collect();
        let cut = MOST_NODES < all.len() || MOST_EDGES < graph.edges.len();
        let names: Vec<String> = all.into_iter().take(MOST_NODES).cloned().collect();
        let place: BTreeMap<&str, usize> = names
            .iter()
            .enumerate()
            .map(|(at, name)| (name.as_str(), at))
            .collect();
        let mut out: Vec<BTreeSet<(usize, EdgeKind)>> = vec![BTreeSet::new(); names.len()];
        let mut many = BTreeSet::new();
        for edge in graph.edges.iter().take(MOST_EDGES) {
            let ends = place.get(edge.from.as_str()).zip(place.get(edge.to.as_str()));
            if let Some((from, to)) = ends {
                out[*from].insert((*to, edge.kind));
                if edge.many {
                    many.insert((*from, *to));
                }
            }
        }
        let out: Vec<Vec<_>> = out.into_iter().map(|to| to.into_iter().collect()).collect();
        let start = place.get("START").or_else(|| place.get("__start__")).copied();
        let out = forward(&out, start);
        let reach: Vec<u128> = (0..names.len()).map(|from| reached(&out, from)).collect();
        let beside = beside(&out, &reach);
        Self { names, out, reach, beside, many, cut }
    }

    /// Whether the graph was too large to be followed whole.
    pub(crate) const fn is_cut(&self) -> bool {
        self.cut
    }

    /// Nodes that lead to several at once.
    pub(crate) fn fan_outs(&self) -> Vec<&str> {
        let parts = |node: &usize| {
            let all: BTreeSet<usize> = self.leads(*node).map(|(to, _)| to).collect();
            let always = self.leads(*node).any(|(_, kind)| kind != EdgeKind::Conditional);
            1 < all.len() && always || self.many.iter().any(|(from, _)| from == node)
        };
        (0..self.names.len())
            .filter(parts)
            .map(|at| self.names[at].as_str())
            .collect()
    }

    /// Nodes in which branches meet that run beside each other.
    pub(crate) fn fan_ins(&self) -> Vec<&str> {
        let meets = |node: &usize| {
            let into = |from: &usize| self.out[*from].iter().any(|(to, _)| to == node);
            let into: Vec<usize> =
                (0..self.names.len()).filter(into).take(MOST_BESIDE).collect();
            let met = |(at, a): (usize, &usize)| {
                into[at + 1..].iter().any(|b| self.is_beside(*a, *b))
            };
            let several = || self.many.iter().any(|(_, to)| into.contains(to));
            !is_border(&self.names[*node]) && (into.iter().enumerate().any(met) || several())
        };
        (0..self.names.len())
            .filter(meets)
            .map(|at| self.names[at].as_str())
            .collect()
    }

    /// The most nodes of these that run beside each other and then meet in one node.
    pub(crate) fn parallel(&self, wanted: impl Fn(&str) -> bool) -> Vec<&str> {
        let among: Vec<usize> = (0..self.names.len())
            .filter(|at| !is_border(&self.names[*at]) && wanted(&self.names[*at]))
            .take(MOST_BESIDE)
            .collect();
        let mut best: Vec<usize> = Vec::new();
        for meet in 0..self.names.len() {
            if is_border(&self.names[meet]) {
                continue;
            }
            let before: Vec<usize> =
                among.iter().copied().filter(|at| self.leads_to(*at, meet)).collect();
            if best.len() < before.len() {
                self.grow(&mut Vec::new(), &before, &mut best);
            }
        }
        // One that runs any number of times at once runs beside itself.
        let itself = among.iter().find(|at| self.many.iter().any(|(_, to)| to == *at));
        if let (true, Some(itself)) = (best.len() < 2, itself) {
            best = vec![*itself, *itself];
        }
        if best.len() < 2 {
            return Vec::new();
        }
        best.into_iter().map(|at| self.names[at].as_str()).collect()
    }

    /// Whether all of these run beside each other.
    pub(crate) fn all_beside(&self, nodes: &[&str]) -> bool {
        let at = |name: &&str| self.names.iter().position(|known| known == name);
        let places: Vec<Option<usize>> = nodes.iter().map(at).collect();
        places.iter().enumerate().all(|(one, a)| {
            places[one + 1..]
                .iter()
                .all(|b| a.zip(*b).is_some_and(|(a, b)| self.is_beside(a, b)))
        })
    }

    /// Whether each of these comes after the one before.
    pub(crate) fn in_line(&self, nodes: &[&str]) -> bool {
        let at = |name: &str| self.names.iter().position(|known| known == name);
        nodes
            .windows(2)
            .all(|pair| at(pair[0]).zip(at(pair[1])).is_some_and(|(a, b)| self.leads_to(a, b)))
    }

    fn leads(&self, node: usize) -> impl Iterator<Item = (usize, EdgeKind)> {
        self.out[node]
            .iter()
            .copied()
            .filter(|(to, _)| !is_border(&self.names[*to]))
    }

    /// The largest group in which each runs beside each other; at most two dozen are tried.
    fn grow(&self, group: &mut Vec<usize>, rest: &[usize], best: &mut Vec<usize>) {
        if best.len() < group.len() {
            best.clone_from(group);
        }
        for (at, node) in rest.iter().enumerate() {
            if group.len() + rest.len() - at <= best.len() {
                return;
            }
            let next: Vec<usize> = rest[at + 1..]
                .iter()
                .copied()
                .filter(|to| self.is_beside(*node, *to))
                .collect();
            group.push(*node);
            self.grow(group, &next, best);
            group.pop();
        }
    }

    fn is_beside(&self, one: usize, other: usize) -> bool {
        self.beside[one] & (1 << other) != 0
    }

    fn leads_to(&self, from: usize, to: usize) -> bool {
        self.reach[from] & (1 << to) != 0
    }
}

/// Of each node, those to which some node leads at the same time, on ways that do not meet before
/// them.
fn beside(out: &[Vec<(usize, EdgeKind)>], reach: &[u128]) -> Vec<u128> {
    let mut beside = vec![0_u128; out.len()];
    let from = |node: usize| reach[node] | 1 << node;
    for ways in out {
        for (at, (x, one)) in ways.iter().enumerate() {
            for (y, two) in &ways[at + 1..] {
                let either = *one == EdgeKind::Conditional && *two == EdgeKind::Conditional;
                if x == y || either {
                    continue;
                }
                let (left, right) = (from(*x) & !from(*y), from(*y) & !from(*x));
                for node in bits(left) {
                    beside[node] |= right;
                }
                for node in bits(right) {
                    beside[node] |= left;
                }
            }
        }
    }
    for (node, others) in beside.iter_mut().enumerate() {
        let before = reach.iter().enumerate().filter(|(_, to)| **to & (1 << node) != 0);
        let before = before.fold(0, |all, (at, _)| all | 1 << at);
        *others &= !(reach[node] | before | 1 << node);
    }
    beside
}

fn bits(set: u128) -> impl Iterator<Item = usize> {
    (0..MOST_NODES).filter(move |at| set & (1 << at) != 0)
}

/// Where a graph begins or ends.
pub(crate) fn is_border(name: &str) -> bool {
    matches!(name, "START" | "END" | "__start__" | "__end__")
}

/// Without the edges that lead back to a node on the way to them.
fn forward(
    out: &[Vec<(usize, EdgeKind)>],
    start: Option<usize>,
) -> Vec<Vec<(usize, EdgeKind)>> {
    let mut kept = vec![Vec::new(); out.len()];
    // 0: not seen, 1: on the way, 2: done.
    let mut state = vec![0_u8; out.len()];
    let into: BTreeSet<usize> = out.iter().flatten().map(|(to, _)| *to).collect();
    let roots = (0..out.len()).filter(|at| !into.contains(at));
    for root in start.into_iter().chain(roots).chain(0..out.len()) {
        if state[root] != 0 {
            continue;
        }
        let mut way = vec![(root, 0_usize)];
        state[root] = 1;
        while let Some((node, next)) = way.last_mut() {
            let Some((to, kind)) = out[*node].get(*next).copied() else {
                state[*node] = 2;
                way.pop();
                continue;
            };
            *next += 1;
            if state[to] != 1 {
                kept[*node].push((to, kind));
            }
            if state[to] == 0 {
                state[to] = 1;
                way.push((to, 0));
            }
        }
    }
    kept
}

fn reached(out: &[Vec<(usize, EdgeKind)>], from: usize) -> u128 {
    let mut seen = 0_u128;
    let mut due: Vec<usize> = out[from].iter().map(|(to, _)| *to).collect();
    while let Some(node) = due.pop() {
        if seen & (1 << node) == 0 {
            seen |= 1 << node;
            due.extend(out[node].iter().map(|(to, _)| *to));
        }
    }
    seen
}
