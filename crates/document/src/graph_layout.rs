//! Where the nodes of a drawn graph stand and where its edges run: layer below layer, in cells as wide
//! as a letter. Every medium draws the same places.
//!
//! Edges that lead back are not drawn; they are told in words below the drawing.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::GraphFigure;

/// Nodes and edges that are drawn; more are told in words.
const MOST_NODES: usize = 48;
const MOST_EDGES: usize = 160;
/// Cells between two nodes of a layer.
const BETWEEN: usize = 3;
/// Cells that a node has besides its name.
pub(crate) const AROUND: usize = 4;
/// Times that layers are put in order by their neighbours.
const SWEEPS: usize = 6;

pub(crate) struct GraphLayout {
    pub(crate) layers: Vec<Vec<PlacedItem>>,
    /// What runs from each layer to the next.
    pub(crate) channels: Vec<GraphChannel>,
    /// Cells of the widest layer.
    pub(crate) width: usize,
    /// Edges that lead back or to their own node, by the numbers of their nodes.
    pub(crate) back: Vec<(usize, usize)>,
}

/// A node in its layer, or an edge on its way through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlacedItem {
    /// The number of the node; none where an edge passes.
    pub(crate) node: Option<usize>,
    pub(crate) left: usize,
    pub(crate) width: usize,
}

impl PlacedItem {
    pub(crate) const fn middle(&self) -> usize {
        self.left + self.width / 2
    }
}

/// Edges between two layers.
#[derive(Debug, Default)]
pub(crate) struct GraphChannel {
    pub(crate) lines: Vec<ChannelLine>,
    /// Rows in which lines run from side to side.
    pub(crate) tracks: usize,
}

/// Edges that share a row: down from some cells, along it, down to others.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ChannelLine {
    pub(crate) from: BTreeSet<usize>,
    pub(crate) to: BTreeSet<usize>,
    pub(crate) track: usize,
    /// Whether none of them is always taken.
    pub(crate) dashed: bool,
}

impl ChannelLine {
    /// The cells between which it runs from side to side.
    pub(crate) fn span(&self) -> (usize, usize) {
        let all = || self.from.iter().chain(&self.to).copied();
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    }
}

impl GraphLayout {
    /// The layout; none where there is nothing to draw or too much.
    pub(crate) fn of(figure: &GraphFigure) -> Option<Self> {
        let count = figure.nodes.len();
        if count == 0 || MOST_NODES < count || MOST_EDGES < figure.edges.len() {
            return None;
        }
        let known = figure
            .edges
            .iter()
            .filter(|edge| edge.from < count && edge.to < count);
        let mut ahead: BTreeMap<(usize, usize), bool> = BTreeMap::new();
        let mut back = Vec::new();
        let returns = returns(count, &known.clone().map(|it| (it.from, it.to)).collect());
        for edge in known {
            let ends = (edge.from, edge.to);
            if returns.contains(&ends) {
                back.push(ends);
            } else {
                let dashed = ahead.entry(ends).or_insert(true);
                *dashed &= edge.dashed;
            }
        }
        back.sort_unstable();
        back.dedup();
        let ranks = ranks(count, &ahead);
        let mut sketch = LayerSketch::of(&ranks, &ahead);
        for sweep in 0..SWEEPS {
            sketch.sweep(sweep % 2 == 0);
        }
        Some(sketch.placed(figure, back))
    }
}

/// Edges that close a circle, met first from nodes that nothing leads to.
fn returns(count: usize, edges: &BTreeSet<(usize, usize)>) -> BTreeSet<(usize, usize)> {
    let entered: BTreeSet<usize> = edges
        .iter()
        .filter(|(from, to)| from != to)
        .map(|(_, to)| *to)
        .collect();
    let first = (0..count).filter(|node| !entered.contains(node));
    let order: Vec<usize> = first.chain(0..count).collect();
    // 0 not met, 1 on the way, 2 done.
    let mut state = vec![0_u8; count];
    let mut returns = BTreeSet::new();
    for root in order {
        let mut open = vec![(root, false)];
        while let Some((node, left)) = open.pop() {
            if left {
                state[node] = 2;
                continue;
            }
            if state[node] != 0 {
                continue;
            }
            state[node] = 1;
            open.push((node, true));
            let onward: Vec<usize> = edges
                .iter()
                .filter(|(from, _)| *from == node)
                .map(|(_, to)| *to)
                .collect();
            for to in onward.into_iter().rev() {
                if state[to] == 1 {
                    returns.insert((node, to));
                } else if state[to] == 0 {
                    open.push((to, false));
                }
            }
        }
    }
    returns
}

/// The layer of each node: below all that lead to it.
fn ranks(count: usize, edges: &BTreeMap<(usize, usize), bool>) -> Vec<usize> {
    let mut ranks = vec![0; count];
    // No way without a circle is longer than there are nodes.
    for _ in 0..count {
        let before = ranks.clone();
        for (from, to) in edges.keys() {
            ranks[*to] = ranks[*to].max(ranks[*from] + 1);
        }
        if ranks == before {
            break;
        }
    }
    ranks
}

/// Something in a layer, before it has a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LayerItem {
    node: Option<usize>,
}

/// Layers in some order, and what leads from each item to the next layer.
struct LayerSketch {
    layers: Vec<Vec<usize>>,
    items: Vec<LayerItem>,
    /// From item to item of the next layer, and whether it is dashed.
    links: Vec<(usize, usize, bool)>,
}

impl LayerSketch {
    fn of(ranks: &[usize], edges: &BTreeMap<(usize, usize), bool>) -> Self {
        let depth = ranks.iter().max().map_or(0, |most| most + 1);
        let mut sketch = Self {
            layers: vec![Vec::new(); depth],
            items: Vec::new(),
            links: Vec::new(),
        };
        for (node, rank) in ranks.iter().enumerate() {
            sketch.item(*rank, Some(node));
        }
        for ((from, to), dashed) in edges {
            let mut before = *from;
            for rank in ranks[*from] + 1..ranks[*to] {
                let passing = sketch.item(rank, None);
                sketch.links.push((before, passing, *dashed));
                before = passing;
            }
            sketch.links.push((before, *to, *dashed));
        }
        sketch
    }

    fn item(&mut self, rank: usize, node: Option<usize>) -> usize {
        let number = self.items.len();
        self.items.push(LayerItem { node });
        self.layers[rank].push(number);
        number
    }

    /// Puts each layer in the order of what it hangs together with above, or below.
    fn sweep(&mut self, down: bool) {
        let mut place = vec![0_usize; self.items.len()];
        for layer in &self.layers {
            for (at, item) in layer.iter().enumerate() {
                place[*item] = at;
            }
        }
        let depth = self.layers.len();
        let order: Vec<usize> = if down {
            (1..depth).collect()
        } else {
            (0..depth.saturating_sub(1)).rev().collect()
        };
        for rank in order {
            let mut layer = std::mem::take(&mut self.layers[rank]);
            layer.sort_by_key(|item| self.weight(*item, down, &place));
            for (at, item) in layer.iter().enumerate() {
                place[*item] = at;
            }
            self.layers[rank] = layer;
        }
    }

    /// A thousand times the mean place of neighbours; an item without any stays where it is.
    fn weight(&self, item: usize, above: bool, place: &[usize]) -> usize {
        let near = self.links.iter().filter_map(|(from, to, _)| match above {
            true if *to == item => Some(place[*from]),
            false if *from == item => Some(place[*to]),
            _ => None,
        });
        let (sum, count) = near.fold((0, 0), |(sum, count), at| (sum + at, count + 1));
        (1000 * sum).checked_div(count).unwrap_or(1000 * place[item])
    }

    fn placed(self, figure: &GraphFigure, back: Vec<(usize, usize)>) -> GraphLayout {
        let wide = |item: usize| match self.items[item].node {
            Some(node) => figure.nodes[node].name.chars().count() + AROUND,
            None => 1,
        };
        let widths: Vec<usize> = self
            .layers
            .iter()
            .map(|layer| {
                let own: usize = layer.iter().map(|item| wide(*item)).sum();
                own + BETWEEN * layer.len().saturating_sub(1)
            })
            .collect();
        let width = widths.iter().copied().max().unwrap_or(0);
        let mut middle = vec![0; self.items.len()];
        let mut layers = Vec::with_capacity(self.layers.len());
        for (layer, own) in self.layers.iter().zip(widths) {
            let mut left = (width - own) / 2;
            let mut placed = Vec::with_capacity(layer.len());
            for item in layer {
                let node = self.items[*item].node;
                let one = PlacedItem { node, left, width: wide(*item) };
                middle[*item] = one.middle();
                left += one.width + BETWEEN;
                placed.push(one);
            }
            layers.push(placed);
        }
        let channels = (0..self.layers.len().saturating_sub(1))
            .map(|rank| self.channel(rank, &middle))
            .collect();
        GraphLayout { layers, channels, width, back }
    }

    /// What runs from a layer to the next: a row for each place where it parts, or meets.
    fn channel(&self, rank: usize, middle: &[usize]) -> GraphChannel {
        let here: BTreeSet<usize> = self.layers[rank].iter().copied().collect();
        let links: Vec<&(usize, usize, bool)> =
            self.links.iter().filter(|(from, ..)| here.contains(from)).collect();
        let parting: BTreeSet<usize> = links.iter().map(|(from, ..)| *from).collect();
        let meeting: BTreeSet<usize> = links.iter().map(|(_, to, _)| *to).collect();
        let by_source = parting.len() <= meeting.len();
        let mut lines: BTreeMap<usize, ChannelLine> = BTreeMap::new();
        for (from, to, dashed) in links {
            let key = if by_source { middle[*from] } else { middle[*to] };
            let line = lines.entry(key).or_insert_with(|| ChannelLine {
                from: BTreeSet::new(),
                to: BTreeSet::new(),
                track: 0,
                dashed: true,
            });
            line.from.insert(middle[*from]);
            line.to.insert(middle[*to]);
            line.dashed &= *dashed;
        }
        let mut lines: Vec<ChannelLine> = lines.into_values().collect();
        let tracks = tracks(&mut lines);
        GraphChannel { lines, tracks }
    }
}

/// Gives each line a row in which no other runs over the same cells, and says how many there are.
fn tracks(lines: &mut [ChannelLine]) -> usize {
    let mut rows: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
    for line in lines {
        let (start, end) = line.span();
        let is_free =
            |row: &Vec<(usize, usize)>| row.iter().all(|(from, to)| *to < start || end < *from);
        let row = rows.iter().position(is_free).unwrap_or_else(|| {
            rows.push(Vec::new());
            rows.len() - 1
        });
        rows[row].push((start, end));
        line.track = row;
    }
    rows.len()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::GraphLayout;
    use crate::tree::{GraphEdge, GraphFigure, GraphNode};

    pub(crate) fn figure(edges: &[(usize, usize)], count: usize) -> GraphFigure {
        let name = |at: usize| GraphNode { name: format!("node{at}"), ..GraphNode::default() };
        let edge =
            |(from, to): &(usize, usize)| GraphEdge { from: *from, to: *to, dashed: false };
        GraphFigure {
            nodes: (0..count).map(name).collect(),
            edges: edges.iter().map(edge).collect(),
            words: String::new(),
        }
    }

    fn layers(edges: &[(usize, usize)], count: usize) -> Vec<Vec<Option<usize>>> {
        let layout = GraphLayout::of(&figure(edges, count)).unwrap();
        let layer = |layer: &Vec<super::PlacedItem>| layer.iter().map(|it| it.node).collect();
        layout.layers.iter().map(layer).collect()
    }

    #[test]
    fn nodes_stand_below_all_that_lead_to_them() {
        assert_eq!(
            layers(&[(0, 1), (0, 2), (1, 3), (2, 3)], 4),
            [vec![Some(0)], vec![Some(1), Some(2)], vec![Some(3)]]
        );
        // A long edge passes a layer.
        assert_eq!(layers(&[(0, 1), (1, 2), (0, 2)], 3)[1], [Some(1), None]);
    }

    #[test]
    fn circles_are_told_and_not_drawn() {
        let layout = GraphLayout::of(&figure(&[(0, 1), (1, 2), (2, 1), (2, 2)], 3)).unwrap();
        assert_eq!((layout.layers.len(), layout.back), (3, vec![(2, 1), (2, 2)]));
        // A graph that is one circle begins somewhere.
        assert_eq!(layers(&[(0, 1), (1, 0)], 2), [[Some(0)], [Some(1)]]);
    }

    #[test]
    fn nothing_and_too_much_are_not_drawn() {
        assert!(GraphLayout::of(&figure(&[], 0)).is_none());
        assert!(GraphLayout::of(&figure(&[], 49)).is_none());
        assert!(
            GraphLayout::of(&figure(&[(0, 9)], 1)).is_some_and(|it| it.channels.is_empty())
        );
    }

    #[test]
    fn items_of_a_layer_never_touch() {
        let edges: Vec<(usize, usize)> =
            (0..6).flat_map(|from| (6..12).map(move |to| (from, to))).collect();
        let layout = GraphLayout::of(&figure(&edges, 12)).unwrap();
        for layer in &layout.layers {
            assert!(
                layer
                    .windows(2)
                    .all(|pair| pair[0].left + pair[0].width < pair[1].left)
            );
            assert!(layer.iter().all(|one| one.left + one.width <= layout.width));
        }
        let lines = &layout.channels[0].lines;
        for (at, one) in lines.iter().enumerate() {
            for other in &lines[at + 1..] {
                let (a, b) = (one.span(), other.span());
                assert!(one.track != other.track || a.1 < b.0 || b.1 < a.0);
            }
        }
    }
}
