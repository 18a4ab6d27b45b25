//! From outline to definition: valid by construction, as JSON text that is then loaded.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::definition_sketch::{LoopSketch, Sketch, StageSketch};

/// Whether time may decide anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Timing {
    /// Never: only `all` joins, no `fail_fast`, no budgets, nothing that stops a run early.
    Settled,
    Open,
}

/// The definition of a sketch.
pub(super) fn render(sketch: &Sketch, timing: Timing) -> Json {
    let graph = Graph::of(sketch);
    let loops = loops(sketch, &graph, timing);
    let mut stages: Vec<Json> = (0..sketch.stages.len())
        .map(|ix| stage(sketch, &graph, ix, &loops, timing))
        .collect();
    if sketch.witnessed {
        let ends = (0..stages.len()).filter(|ix| graph.outputs[*ix].is_empty());
        let ends: Vec<String> = ends.map(id).collect();
        stages.push(json!({"id": "witness", "run": "work", "depends_on": ends,
                           "writes": ["witness"]}));
    }
    let loops: Vec<&Json> = loops.iter().map(|(_, json)| json).collect();
    let mut definition = json!({
        "name": "random",
        "channels": channels(),
        "stages": stages,
        "loop_back": loops,
    });
    if timing == Timing::Open && sketch.seed.is_multiple_of(3) {
        definition["budgets"] = json!({
            "steps": {"unit": "dispatches", "limit": 4 + sketch.seed % 20},
            "coins": {"unit": "coins", "limit": sketch.seed % 30, "epochs": "first",
                      "on_exhausted": {"then": if sketch.seed.is_multiple_of(2) { "stop" } else { "go_on" }}},
        });
    }
    definition
}

fn channels() -> Json {
    json!({
        "list": {"type": "array", "max_items": 8},
        "log": {"type": "array", "reducer": "append", "max_items": 500, "default": []},
        "kept": {"type": "array", "reducer": "append", "across_epochs": "keep"},
        "seen": {"type": "array", "reducer": "union", "default": ["start"]},
        "total": {"type": "int", "reducer": "sum", "default": 0},
        "tally": {"type": "int", "reducer": "sum", "across_epochs": "keep", "default": 0},
        "most": {"type": "int", "reducer": "max", "default": 0},
        "book": {"type": "object", "reducer": "merge", "default": {}},
        "diary": {"type": "object", "reducer": "merge", "across_epochs": "keep", "default": {}},
        "word": {"type": "string", "default": ""},
        "asked": {"type": "object", "reducer": "merge"},
        "witness": {"type": "object"},
    })
}

/// The channels that stages may write, in the order of the bits of `writes`.
const WRITABLE: [&str; 9] =
    ["log", "kept", "seen", "total", "tally", "most", "book", "diary", "word"];

pub(super) struct Graph {
    inputs: Vec<BTreeSet<usize>>,
    /// All stages behind each.
    behind: Vec<BTreeSet<usize>>,
    outputs: Vec<BTreeSet<usize>>,
}

impl Graph {
    fn of(sketch: &Sketch) -> Self {
        let count = sketch.stages.len();
        let mut graph = Self {
            inputs: vec![BTreeSet::new(); count],
            behind: vec![BTreeSet::new(); count],
            outputs: vec![BTreeSet::new(); count],
        };
        for (ix, stage) in sketch.stages.iter().enumerate().skip(1) {
            for input in stage.inputs.iter().map(|given| nearby(*given, ix)) {
                let behind = graph.behind[input].clone();
                graph.behind[ix].extend(behind.into_iter().chain([input]));
                graph.inputs[ix].insert(input);
                graph.outputs[input].insert(ix);
            }
        }
        graph
    }

    /// Stages on a path from `to` to `from`.
    fn region(&self, to: usize, from: usize) -> BTreeSet<usize> {
        let between = |stage: &usize| {
            (*stage == from || self.behind[from].contains(stage))
                && (*stage == to || self.behind[*stage].contains(&to))
        };
        (to..=from).filter(between).collect()
    }

    fn ordered(&self, a: usize, b: usize) -> bool {
        self.behind[a].contains(&b) || self.behind[b].contains(&a)
    }
}

/// One of the four stages before `ix`: long chains are more interesting than stars.
fn nearby(given: u8, ix: usize) -> usize {
    ix - 1 - usize::from(given) % ix.min(4)
}

type Loop = (BTreeSet<usize>, Json);

fn loops(sketch: &Sketch, graph: &Graph, timing: Timing) -> Vec<Loop> {
    let mut made: Vec<Loop> = Vec::new();
    for sketch in &sketch.loops {
        made.push(loop_back(sketch, graph, (timing, made.len())));
    }
    made
}

fn loop_back(sketch: &LoopSketch, graph: &Graph, (timing, number): (Timing, usize)) -> Loop {
    let from = usize::from(sketch.from) % graph.inputs.len();
    let behind: Vec<usize> = graph.behind[from].iter().copied().collect();
    let to =
        if behind.is_empty() { from } else { behind[usize::from(sketch.to) % behind.len()] };
    let region = graph.region(to, from);
    let spared = |stage: usize| sketch.spared >> (stage % 8) & 1 == 1 && sketch.spared < 128;
    let repeats: BTreeSet<usize> = region
        .iter()
        .copied()
        .filter(|stage| *stage == to || *stage == from || !spared(*stage))
        .collect();
    let counter = match (timing, sketch.shared) {
        (Timing::Open, true) => "shared".to_owned(),
        _ => format!("c{number}"),
    };
    let then = match (sketch.then, graph.outputs[from].first()) {
        (1, Some(exit)) => json!({"stage": id(*exit)}),
        (2, _) if timing == Timing::Open => json!("stop"),
        _ => json!("go_on"),
    };
    let limit = if sketch.shared { 2 } else { sketch.limit };
    let json = json!({
        "from": id(from),
        "to": id(to),
        "repeats": repeats.iter().map(|stage| id(*stage)).collect::<Vec<_>>(),
        "when": condition(sketch.when, Some(&counter)),
        "counter": counter,
        "limit": limit,
        "on_exhausted": {"then": then},
    });
    (region, json)
}

fn stage(sketch: &Sketch, graph: &Graph, ix: usize, loops: &[Loop], timing: Timing) -> Json {
    let stage = &sketch.stages[ix];
    let inputs: Vec<String> = graph.inputs[ix].iter().map(|input| id(*input)).collect();
    let mut json = Map::new();
    let mut set = |key: &str, value: Json| json.insert(key.to_owned(), value);
    set("id", json!(id(ix)));
    set("depends_on", json!(inputs));
    set("required", json!(!stage.optional));
    // A counter may be read where no loop can change it meanwhile: within its own region.
    let mut own = loops.iter().filter(|(region, _)| region.contains(&ix));
    let counter = own.next().and_then(|(_, json)| json["counter"].as_str());
    if let Some(when) = stage.when {
        set("when", json!(condition(when, counter)));
    }
    match stage.kind {
        0 => drop(set("run", json!("pass"))),
        1 => drop(set("interrupt", json!({"prompt": "?", "to": "asked"}))),
        _ => {
            set("run", json!("work"));
            set("writes", json!(writes(sketch, graph, ix)));
            fan(stage, timing, &mut set);
        }
    }
    if let Some(route) = route(stage, graph, ix, counter) {
        set("route", route);
    }
    if timing == Timing::Open && !inputs.is_empty() {
        set("join", join(stage.join, inputs.len()));
    }
    Json::Object(json)
}

fn fan(stage: &StageSketch, timing: Timing, set: &mut impl FnMut(&str, Json) -> Option<Json>) {
    match stage.fan {
        0 | 1 => drop(set("for_each", json!("state.list"))),
        2 => drop(set("for_each", json!({"items": "state.log", "max": 6}))),
        _ => return,
    }
    let policy = match stage.policy {
        0 | 1 if timing == Timing::Open => json!("fail_fast"),
        0 | 2 => json!("wait_all"),
        policy => json!({"continue": {"min": policy % 2}}),
    };
    set("on_failure", policy);
}

fn route(stage: &StageSketch, graph: &Graph, ix: usize, counter: Option<&str>) -> Option<Json> {
    let code = stage.route?;
    let outputs: Vec<String> = graph.outputs[ix].iter().map(|output| id(*output)).collect();
    let (first, rest) = outputs.split_first()?;
    let mut branches = vec![json!({"when": condition(code, counter), "to": first})];
    match code % 4 {
        // Without a last resort a route can fail.
        0 => {}
        1 => branches.push(json!({"to": []})),
        _ => branches.push(json!({"to": rest})),
    }
    Some(json!(branches))
}

fn join(code: u8, inputs: usize) -> Json {
    match code {
        0 => json!("any"),
        1 => json!({"quorum": 2.min(inputs)}),
        2 => json!("best_effort"),
        3 => json!({"best_effort": {"after_ms": 5, "min": 1}}),
        _ => json!("all"),
    }
}

/// Which channels a stage writes. `word` has one chain of writers: `replace` allows no others.
fn writes(sketch: &Sketch, graph: &Graph, ix: usize) -> Vec<&'static str> {
    let wants = |ix: usize, bit: usize| sketch.stages[ix].writes >> bit & 1 == 1;
    let mut chain: Vec<usize> = Vec::new();
    for candidate in 0..=ix {
        let stage = &sketch.stages[candidate];
        let works = 1 < stage.kind && 2 < stage.fan && wants(candidate, 8);
        if works && chain.iter().all(|writer| graph.ordered(*writer, candidate)) {
            chain.push(candidate);
        }
    }
    let writes = WRITABLE.iter().enumerate();
    let writes = writes.filter(|(bit, channel)| match **channel {
        "word" => chain.contains(&ix),
        _ => wants(ix, *bit),
    });
    writes.map(|(_, channel)| *channel).collect()
}

fn condition(code: u8, counter: Option<&str>) -> String {
    match (code % 8, counter) {
        (0, _) => "state.total % 2 == 0".into(),
        (1, _) => "state.total % 3 != 1".into(),
        (2, _) => "size(state.log) < 4".into(),
        (3, _) => "40 < state.most".into(),
        (4, _) => "epoch < 1".into(),
        (5, Some(counter)) => format!("loops.{counter} < 1"),
        (6, _) => "state.word != '' || state.most < 30".into(),
        // No answer while nobody wrote it: the stage fails.
        (7, _) => "state.book.x < 5".into(),
        _ => "true".into(),
    }
}

fn id(stage: usize) -> String {
    format!("s{stage}")
}
