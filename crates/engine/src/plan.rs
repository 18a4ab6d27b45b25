//! A checked definition made ready to run: names become numbers, edges and loops are worked out.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde_json::Value as Json;

use jurat_canon::{Blob, Hash};

use crate::{
    NewRun, RunId, RunMode,
    condition::CelCondition,
    definition::{
        AcrossEpochs, CheckedDefinition, ConditionTable, JoinDef, JoinName, JoinShape,
        ReducerName, WorkflowDefinition,
    },
    instance::{InstanceKey, StageIx},
};

/// The stage function that does nothing.
pub(crate) const PASS: &str = "pass";

/// Place of a channel in the sorted list of channels.
pub(crate) type ChannelIx = usize;

/// A definition ready to run.
pub struct WorkflowPlan {
    pub(crate) definition: WorkflowDefinition,
    pub(crate) hash: Hash,
    /// The definition as canonical JSON: the bytes that `hash` names.
    pub(crate) canonical: Vec<u8>,
    /// The same, as it is stored with every run.
    pub(crate) blob: Blob,
    pub(crate) conditions: ConditionTable,
    pub(crate) names: Vec<Arc<str>>,
    pub(crate) stage_ix: BTreeMap<Arc<str>, StageIx>,
    pub(crate) channels: Vec<ChannelPlan>,
    pub(crate) channel_ix: BTreeMap<Arc<str>, ChannelIx>,
    pub(crate) stages: Vec<StagePlan>,
    pub(crate) loops: Vec<LoopPlan>,
    pub(crate) counters: Vec<String>,
    pub(crate) budgets: Vec<BudgetPlan>,
}

pub(crate) struct ChannelPlan {
    pub(crate) name: Arc<str>,
    pub(crate) reducer: ReducerName,
    pub(crate) keep: bool,
    pub(crate) default: Option<Arc<Json>>,
    /// Most elements it may hold.
    pub(crate) max_items: Option<u32>,
}

pub(crate) struct StagePlan {
    pub(crate) deps: Vec<StageIx>,
    /// Successors, each with the place of this stage among its dependencies.
    pub(crate) succs: Vec<(StageIx, usize)>,
    /// For each successor, the ends of the loops that this edge leads out of.
    pub(crate) exits: Vec<Vec<StageIx>>,
    pub(crate) writes: Vec<ChannelIx>,
    pub(crate) join: JoinRule,
    pub(crate) kind: StageKind,
    /// Loops that begin after this stage.
    pub(crate) loops: Vec<usize>,
    /// Successors that its route decides on.
    pub(crate) routed: BTreeSet<StageIx>,
    /// Whether a successor wants its instances one by one (a join that is not `all`).
    pub(crate) streams: bool,
    /// Whether some loop can run it again.
    pub(crate) repeated: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StageKind {
    Work,
    Pass,
    Interrupt,
    Outside,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JoinRule {
    All,
    First(u32),
    BestEffort { after_ms: Option<u64>, min: u32 },
}

pub(crate) struct LoopPlan {
    pub(crate) from: StageIx,
    pub(crate) to: StageIx,
    pub(crate) counter: usize,
    /// Stages on a path from `to` to `from`.
    pub(crate) region: BTreeSet<StageIx>,
    pub(crate) repeats: BTreeSet<StageIx>,
    pub(crate) proxies: Vec<ProxyInput>,
}

/// An input of a repeated stage that comes through a stage that is not repeated: in a new epoch it
/// counts as settled once the repeated stages behind it are.
pub(crate) struct ProxyInput {
    pub(crate) stage: StageIx,
    pub(crate) edge: usize,
    pub(crate) waits_for: Vec<StageIx>,
}

pub(crate) struct BudgetPlan {
    pub(crate) name: Arc<str>,
    pub(crate) unit: String,
    pub(crate) first_epoch_only: bool,
    pub(crate) counts: Vec<bool>,
}

impl WorkflowPlan {
    pub fn new(checked: CheckedDefinition) -> Self {
        let CheckedDefinition { definition, hash, canonical, conditions } = checked;
        let names: Vec<Arc<str>> = definition
            .stages
            .iter()
            .map(|stage| stage.id.as_str().into())
            .collect();
        let stage_ix: BTreeMap<_, _> = names.iter().cloned().zip(0..).collect();
        let channels = channels(&definition);
        let channel_ix: BTreeMap<_, _> = channels
            .iter()
            .map(|channel| Arc::clone(&channel.name))
            .zip(0..)
            .collect();
        let mut stages: Vec<StagePlan> = (0..names.len())
            .map(|ix| stage_plan(&definition, ix, &stage_ix, &channel_ix, &conditions))
            .collect();
        connect(&mut stages);
        let (loops, counters) = loops(&definition, &stage_ix, &stages);
        for (ix, plan) in loops.iter().enumerate() {
            stages[plan.from].loops.push(ix);
            plan.repeats.iter().for_each(|stage| stages[*stage].repeated = true);
        }
        for ix in 0..stages.len() {
            stages[ix].exits = exits(&stages, &loops, ix);
        }
        for stage in &mut stages {
            // A route or a loop speaks for the whole stage, so its instances wait for it.
            stage.streams &= stage.routed.is_empty() && stage.loops.is_empty();
        }
        let budgets = budgets(&definition, &stage_ix);
        Self {
            definition,
            hash,
            blob: Blob::encode(&canonical),
            canonical,
            conditions,
            names,
            stage_ix,
            channels,
            channel_ix,
            stages,
            loops,
            counters,
            budgets,
        }
    }

    pub fn definition(&self) -> &WorkflowDefinition {
        &self.definition
    }

    pub fn hash(&self) -> Hash {
        self.hash
    }

    /// The definition as canonical JSON: the bytes that `hash` names.
    pub fn canonical(&self) -> &[u8] {
        &self.canonical
    }

    pub(crate) fn new_run(&self, mode: RunMode, parent: Option<(RunId, u64)>) -> NewRun {
        NewRun {
            workflow: self.definition.name.clone(),
            definition: self.hash,
            mode,
            parent,
        }
    }

    /// `stage@epoch#index`.
    pub(crate) fn text(&self, key: InstanceKey) -> String {
        let name = &*self.names[key.stage];
        // Most stages run once: their names are made at every step.
        if (key.epoch, key.index) == (0, 0) {
            return [name, "@0#0"].concat();
        }
        format!("{name}@{}#{}", key.epoch, key.index)
    }

    /// Reads `stage@epoch#index`.
    pub(crate) fn key(&self, text: &str) -> Option<InstanceKey> {
        let (stage, rest) = text.rsplit_once('@')?;
        let (epoch, index) = rest.split_once('#')?;
        let stage = *self.stage_ix.get(stage)?;
        Some(InstanceKey {
            stage,
            epoch: epoch.parse().ok()?,
            index: index.parse().ok()?,
        })
    }

    /// What is wrong with a value of a channel that has more elements than it may hold.
    pub(crate) fn overfull(&self, channel: ChannelIx, value: &Json) -> Option<String> {
        let ChannelPlan { name, max_items, .. } = &self.channels[channel];
        let (max, count) = ((*max_items)?, value.as_array()?.len());
        let message =
            || format!("channel `{name}` would hold {count} elements; `max_items` is {max}");
        ((max as usize) < count).then(message)
    }

    pub(crate) fn when(&self, stage: StageIx) -> Option<&CelCondition> {
        self.conditions.stage_when[stage].as_ref()
    }
}

fn channels(definition: &WorkflowDefinition) -> Vec<ChannelPlan> {
    let plan = |(name, channel): (&String, &crate::ChannelDef)| ChannelPlan {
        name: name.as_str().into(),
        reducer: channel.reducer,
        keep: channel.across_epochs == AcrossEpochs::Keep,
        default: channel.default.clone().map(Arc::new),
        max_items: channel.max_items,
    };
    definition.channels.iter().map(plan).collect()
}

fn stage_plan(
    definition: &WorkflowDefinition,
    ix: StageIx,
    stage_ix: &BTreeMap<Arc<str>, StageIx>,
    channel_ix: &BTreeMap<Arc<str>, ChannelIx>,
    conditions: &ConditionTable,
) -> StagePlan {
    let stage = &definition.stages[ix];
    let answer = stage.interrupt.as_ref().map(|interrupt| &interrupt.to);
    let writes = indexes(channel_ix, stage.writes.iter().chain(answer));
    let deps = indexes(stage_ix, &stage.depends_on);
    StagePlan {
        deps: deps.into_iter().collect(),
        succs: Vec::new(),
        exits: Vec::new(),
        writes: writes.into_iter().collect(),
        join: join(&stage.join),
        kind: kind(stage),
        loops: Vec::new(),
        routed: conditions.routes[ix]
            .iter()
            .flat_map(|(_, to)| to.iter().copied())
            .collect(),
        streams: false,
        repeated: false,
    }
}

/// The indexes of those of `names` that `index` knows.
fn indexes<'a>(
    index: &BTreeMap<Arc<str>, usize>,
    names: impl IntoIterator<Item = &'a String>,
) -> BTreeSet<usize> {
    names
        .into_iter()
        .filter_map(|name| index.get(name.as_str()).copied())
        .collect()
}

fn kind(stage: &crate::StageDef) -> StageKind {
    match (&stage.interrupt, stage.run.as_deref()) {
        (Some(_), _) => StageKind::Interrupt,
        (None, Some(PASS)) => StageKind::Pass,
        (None, Some(_)) => StageKind::Work,
        (None, None) => StageKind::Outside,
    }
}

fn join(join: &JoinDef) -> JoinRule {
    match join {
        JoinDef::Named(JoinName::All) => JoinRule::All,
        JoinDef::Named(JoinName::Any) => JoinRule::First(1),
        JoinDef::Named(JoinName::BestEffort) => JoinRule::BestEffort { after_ms: None, min: 1 },
        JoinDef::Shaped(JoinShape::Quorum(n)) => JoinRule::First(*n),
        JoinDef::Shaped(JoinShape::BestEffort(settings)) => {
            JoinRule::BestEffort { after_ms: settings.after_ms, min: settings.min }
        }
    }
}

fn connect(stages: &mut [StagePlan]) {
    for ix in 0..stages.len() {
        let partial = stages[ix].join != JoinRule::All;
        for (edge, dep) in stages[ix].deps.clone().into_iter().enumerate() {
            stages[dep].succs.push((ix, edge));
            stages[dep].streams |= partial;
        }
    }
}

fn loops(
    definition: &WorkflowDefinition,
    stage_ix: &BTreeMap<Arc<str>, StageIx>,
    stages: &[StagePlan],
) -> (Vec<LoopPlan>, Vec<String>) {
    let mut counters: Vec<String> = Vec::new();
    let mut plans = Vec::new();
    for def in &definition.loop_back {
        let (Some(&from), Some(&to)) =
            (stage_ix.get(def.from.as_str()), stage_ix.get(def.to.as_str()))
        else {
            continue;
        };
        let name = def.counter_name();
        let counter = counters.iter().position(|known| *known == name).unwrap_or_else(|| {
            counters.push(name);
            counters.len() - 1
        });
        let region = between(stages, to, from);
        let repeats = match &def.repeats {
            None => region.clone(),
            Some(names) => indexes(stage_ix, names),
        };
        let proxies = proxies(stages, &region, &repeats);
        plans.push(LoopPlan { from, to, counter, region, repeats, proxies });
    }
    (plans, counters)
}

/// An edge out of the middle of a loop carries its token when the loop is over: what lies beyond
/// sees the last epoch, whatever the order in which stages finish.
fn exits(stages: &[StagePlan], loops: &[LoopPlan], stage: StageIx) -> Vec<Vec<StageIx>> {
    let left = |succ: StageIx| {
        let middle = loops
            .iter()
            .filter(|plan| plan.from != stage && plan.repeats.contains(&stage));
        middle
            .filter(|plan| !plan.region.contains(&succ))
            .map(|plan| plan.from)
            .collect()
    };
    stages[stage].succs.iter().map(|(succ, _)| left(*succ)).collect()
}

fn between(stages: &[StagePlan], to: StageIx, from: StageIx) -> BTreeSet<StageIx> {
    let down = reach(to, |stage| stages[stage].succs.iter().map(|(succ, _)| *succ).collect());
    let up = reach(from, |stage| stages[stage].deps.clone());
    down.intersection(&up).copied().collect()
}

fn reach(start: StageIx, next: impl Fn(StageIx) -> Vec<StageIx>) -> BTreeSet<StageIx> {
    let mut seen = BTreeSet::from([start]);
    let mut todo = vec![start];
    while let Some(stage) = todo.pop() {
        todo.extend(next(stage).into_iter().filter(|stage| seen.insert(*stage)));
    }
    seen
}

fn proxies(
    stages: &[StagePlan],
    region: &BTreeSet<StageIx>,
    repeats: &BTreeSet<StageIx>,
) -> Vec<ProxyInput> {
    let mut proxies = Vec::new();
    for &stage in repeats {
        for (edge, &dep) in stages[stage].deps.iter().enumerate() {
            if repeats.contains(&dep) || !region.contains(&dep) {
                continue;
            }
            let waits_for = repeated_behind(stages, region, repeats, dep);
            if !waits_for.is_empty() {
                proxies.push(ProxyInput { stage, edge, waits_for });
            }
        }
    }
    proxies
}

/// The nearest repeated stages behind `dep`, through stages of the region that are not repeated.
fn repeated_behind(
    stages: &[StagePlan],
    region: &BTreeSet<StageIx>,
    repeats: &BTreeSet<StageIx>,
    dep: StageIx,
) -> Vec<StageIx> {
    let through = |stage: StageIx| {
        if repeats.contains(&stage) { Vec::new() } else { stages[stage].deps.clone() }
    };
    let behind = reach(dep, |stage| {
        through(stage)
            .into_iter()
            .filter(|dep| region.contains(dep))
            .collect()
    });
    behind.into_iter().filter(|stage| repeats.contains(stage)).collect()
}

fn budgets(
    definition: &WorkflowDefinition,
    stage_ix: &BTreeMap<Arc<str>, StageIx>,
) -> Vec<BudgetPlan> {
    let counts = |stages: &Option<Vec<String>>| -> Vec<bool> {
        let Some(names) = stages else { return vec![true; definition.stages.len()] };
        let counted = indexes(stage_ix, names);
        (0..definition.stages.len()).map(|ix| counted.contains(&ix)).collect()
    };
    let plan = |(name, budget): (&String, &crate::BudgetDef)| BudgetPlan {
        name: name.as_str().into(),
        unit: budget.unit.clone(),
        first_epoch_only: budget.epochs == crate::CountedEpochs::First,
        counts: counts(&budget.stages),
    };
    definition.budgets.iter().map(plan).collect()
}
