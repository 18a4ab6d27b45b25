//! A definition as a picture: what is drawn, whatever the language of the drawing.

mod dot;
mod mermaid;

use std::collections::BTreeMap;

use super::model::{
    JoinDef, JoinName, JoinShape, LimitDef, LoopBackDef, RouteDef, StageDef, WorkflowDefinition,
};

pub use dot::dot;
pub use mermaid::mermaid;

/// Longest text of one label, in characters.
const MAX_LABEL: usize = 60;

/// The stages and edges of a definition, in its order.
struct GraphDrawing {
    name: String,
    nodes: Vec<DrawnStage>,
    edges: Vec<DrawnEdge>,
}

struct DrawnStage {
    /// The id, then what is special about the stage.
    lines: Vec<String>,
    description: String,
    asks: bool,
    optional: bool,
}

struct DrawnEdge {
    from: usize,
    to: usize,
    label: Option<String>,
    back: bool,
}

impl GraphDrawing {
    fn of(definition: &WorkflowDefinition) -> Self {
        let stages = definition.stages.iter().enumerate();
        let indexes: BTreeMap<&str, usize> = stages
            .clone()
            .rev()
            .map(|(index, stage)| (stage.id.as_str(), index))
            .collect();
        let nodes = definition.stages.iter().map(DrawnStage::of).collect();
        let inputs = stages.flat_map(|(to, stage)| {
            let known = stage.depends_on.iter().filter_map(|id| indexes.get(id.as_str()));
            known.map(move |from| (*from, to))
        });
        let forward = inputs.map(|(from, to)| {
            let label = route_label(&definition.stages[from].route, &definition.stages[to].id);
            DrawnEdge { from, to, label, back: false }
        });
        let loops = definition.loop_back.iter().filter_map(|back| {
            let ends = (indexes.get(back.from.as_str())?, indexes.get(back.to.as_str())?);
            Some(DrawnEdge {
                from: *ends.0,
                to: *ends.1,
                label: Some(loop_label(back)),
                back: true,
            })
        });
        let edges = forward.chain(loops).collect();
        Self { name: short(&definition.name), nodes, edges }
    }
}

impl DrawnStage {
    fn of(stage: &StageDef) -> Self {
        let mut lines = vec![short(&stage.id)];
        lines.extend(stage.for_each.is_some().then(|| "×each".to_owned()));
        lines.extend(join_label(&stage.join));
        lines.extend(stage.when.as_ref().map(|when| format!("when {}", short(when))));
        Self {
            lines,
            description: short(&stage.description),
            asks: stage.interrupt.is_some(),
            optional: !stage.required,
        }
    }
}

fn join_label(join: &JoinDef) -> Option<String> {
    Some(match join {
        JoinDef::Named(JoinName::All) => return None,
        JoinDef::Named(JoinName::Any) => "join any".into(),
        JoinDef::Named(JoinName::BestEffort) => "join best_effort".into(),
        JoinDef::Shaped(JoinShape::Quorum(needed)) => format!("join quorum {needed}"),
        JoinDef::Shaped(JoinShape::BestEffort(settings)) => match settings.after_ms {
            Some(after) => format!("join best_effort min {}, after {after} ms", settings.min),
            None => format!("join best_effort min {}", settings.min),
        },
    })
}

/// The conditions under which a route leads to `target`; none if it does not name it.
fn route_label(route: &[RouteDef], target: &str) -> Option<String> {
    let leads = |branch: &&RouteDef| branch.to.names().iter().any(|name| name == target);
    let conditions = route.iter().filter(leads);
    let conditions = conditions.map(|branch| branch.when.as_deref().unwrap_or("else"));
    let conditions: Vec<&str> = conditions.collect();
    (!conditions.is_empty()).then(|| short(&conditions.join(" or ")))
}

fn loop_label(back: &LoopBackDef) -> String {
    let limit = match &back.limit {
        LimitDef::Fixed(limit) => format!("at most {limit}"),
        LimitDef::PerParam(limit) => format!("at most as {} says", short(&limit.param)),
    };
    format!("{} ({limit})", short(&back.when))
}

/// `text` on one line, cut where it is too long.
fn short(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_LABEL) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line,
    }
}

#[cfg(test)]
mod tests;
