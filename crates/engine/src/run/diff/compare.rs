//! Two accounts side by side, causes before effects.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde_json::Value as Json;

use super::{
    DivergenceKind, MAX_LISTED, RunDiff, RunDivergence, ValueDiff,
    divergence_reason::reasons,
    run_history::{
        CausalOrder, HistoryPoint, PointAspect, PointRecord, PointResult, RunHistory,
    },
    value_diff::{parted, shortened},
};
use crate::{
    ChannelWrites, EngineError, RunStore, StoredValue, journal::by_channel, run::stored_json,
};

/// Partings whose values are fetched and shown.
const MAX_SHOWN: usize = 50;

type PointPair<'a> = (Option<&'a PointRecord>, Option<&'a PointRecord>);

pub(super) fn compare(
    store: &dyn RunStore,
    a: &RunHistory,
    b: &RunHistory,
) -> Result<RunDiff, EngineError> {
    let mut found = RunDiff {
        a: a.row.run,
        b: b.row.run,
        same_definition: a.row.new_run.definition == b.row.new_run.definition,
        params: Vec::new(),
        input: Vec::new(),
        partings: Vec::new(),
        left_out: 0,
        not_comparable: 0,
        same: false,
    };
    let erased = a.erased || b.erased;
    if !erased {
        found.params = params(a, b);
        found.input = writes(store, &a.input, &b.input, true)?;
    }
    for ((_, point), pair) in points(a, b) {
        let shown = found.partings.len() < MAX_SHOWN;
        let what = match went(store, point, pair, (erased, shown))? {
            PointComparison::Alike => continue,
            PointComparison::Unknown => {
                found.not_comparable += 1;
                continue;
            }
            PointComparison::Parted(what) => what,
        };
        if MAX_LISTED <= found.partings.len() {
            found.left_out += 1;
            continue;
        }
        let why = reasons(&found, (a, b), pair, &what);
        found.partings.push(RunDivergence { at: named(point), what, why });
    }
    let alike = found.params.is_empty() && found.input.is_empty() && found.partings.is_empty();
    found.same = alike && found.same_definition && found.not_comparable == 0 && !erased;
    Ok(found)
}

/// The points of both, in an order that both share.
fn points<'a>(
    a: &'a RunHistory,
    b: &'a RunHistory,
) -> BTreeMap<(CausalOrder, &'a HistoryPoint), PointPair<'a>> {
    let mut found = BTreeMap::new();
    for (point, did) in &a.points {
        let other = b.points.get(point);
        // One that is skipped rests on nothing: where the other run took it says how deep it lies.
        let order = other.map_or(did.order, |other| did.order.max(other.order));
        found.insert((order, point), (Some(did), other));
    }
    for (point, did) in &b.points {
        if !a.points.contains_key(point) {
            found.insert((did.order, point), (None, Some(did)));
        }
    }
    found
}

fn named(point: &HistoryPoint) -> String {
    if point.at.is_empty() { "the run".to_owned() } else { point.at.clone() }
}

enum PointComparison {
    Alike,
    Unknown,
    Parted(DivergenceKind),
}

fn went(
    store: &dyn RunStore,
    point: &HistoryPoint,
    pair: PointPair<'_>,
    (erased, shown): (bool, bool),
) -> Result<PointComparison, EngineError> {
    let (a, b) = match pair {
        (Some(a), Some(b)) => (a, b),
        // Of a run that was pruned only instances are left that came to something.
        (Some(did), None) | (None, Some(did)) if erased && !is_kept(point, did) => {
            return Ok(PointComparison::Alike);
        }
        (Some(a), None) => {
            return Ok(PointComparison::Parted(DivergenceKind::OnlyA { did: words(&a.how) }));
        }
        (None, Some(b)) => {
            return Ok(PointComparison::Parted(DivergenceKind::OnlyB { did: words(&b.how) }));
        }
        (None, None) => return Ok(PointComparison::Alike),
    };
    if a.payload == b.payload {
        return Ok(PointComparison::Alike);
    }
    Ok(match (&a.how, &b.how) {
        (PointResult::Decided(one), PointResult::Decided(other)) if one == other => {
            PointComparison::Alike
        }
        (PointResult::Decided(one), PointResult::Decided(other)) => {
            PointComparison::Parted(DivergenceKind::Decision {
                a: shortened(one),
                b: shortened(other),
            })
        }
        (
            PointResult::Done { writes: one, outcome: said },
            PointResult::Done { writes: other, outcome: says },
        ) => {
            let channels = writes(store, one, other, shown)?;
            if !channels.is_empty() {
                PointComparison::Parted(DivergenceKind::Patch { channels })
            } else if said == says {
                PointComparison::Alike
            } else {
                let text = |said: &Option<(_, String)>| match said {
                    Some((_, reason)) => shortened(&format!("done, and says: {reason}")),
                    None => "done".to_owned(),
                };
                PointComparison::Parted(DivergenceKind::Went { a: text(said), b: text(says) })
            }
        }
        _ if kind(&a.how) != kind(&b.how) => {
            PointComparison::Parted(DivergenceKind::Went { a: words(&a.how), b: words(&b.how) })
        }
        (PointResult::Erased(_), _) | (_, PointResult::Erased(_)) => PointComparison::Unknown,
        (one, other) if words(one) == words(other) => PointComparison::Alike,
        (one, other) => {
            PointComparison::Parted(DivergenceKind::Went { a: words(one), b: words(other) })
        }
    })
}

/// Whether pruning would leave a trace of it.
fn is_kept(point: &HistoryPoint, did: &PointRecord) -> bool {
    point.part == PointAspect::Instance
        && !matches!(did.how, PointResult::GivenUp | PointResult::Open)
}

/// The kind of event that tells of it; the same for a payload that is there and one that is gone.
fn kind(how: &PointResult) -> &str {
    match how {
        PointResult::Decided(_) => "decided",
        PointResult::Done { .. } => "done",
        PointResult::Failed(_) => "failed",
        PointResult::GivenUp => "given up",
        PointResult::Open => "open",
        PointResult::Erased(kind) if matches!(&**kind, "completed" | "answered") => "done",
        PointResult::Erased(kind) => kind,
    }
}

fn words(how: &PointResult) -> String {
    match how {
        PointResult::Decided(words) => shortened(words),
        PointResult::Failed(message) => shortened(&format!("failed: {message}")),
        other => kind(other).to_owned(),
    }
}

fn params(a: &RunHistory, b: &RunHistory) -> Vec<ValueDiff> {
    let names: BTreeSet<&String> = a.params.keys().chain(b.params.keys()).collect();
    let differs = |name: &String| {
        let (one, other) = (a.params.get(name), b.params.get(name));
        (one != other).then(|| parted(name, one, other))
    };
    names.into_iter().filter_map(differs).collect()
}

/// The channels that two patches write differently.
fn writes(
    store: &dyn RunStore,
    a: &ChannelWrites,
    b: &ChannelWrites,
    shown: bool,
) -> Result<Vec<ValueDiff>, EngineError> {
    let (a, b) = (by_channel(a), by_channel(b));
    let names: BTreeSet<&str> = a.keys().chain(b.keys()).copied().collect();
    let mut found = Vec::new();
    for name in names {
        let (one, other) = (a.get(name), b.get(name));
        if one == other {
            continue;
        }
        let name = name.to_owned();
        found.push(if shown {
            let one = one.map(|one| json(store, one)).transpose()?;
            let other = other.map(|other| json(store, other)).transpose()?;
            parted(&name, one.as_ref(), other.as_ref())
        } else {
            ValueDiff { name, ..ValueDiff::default() }
        });
    }
    Ok(found)
}

fn json(store: &dyn RunStore, values: &[&StoredValue]) -> Result<Json, EngineError> {
    let fetch = |value: &&StoredValue| stored_json(store, value).map(Arc::unwrap_or_clone);
    match values {
        [value] => fetch(value),
        many => Ok(Json::Array(many.iter().map(fetch).collect::<Result<_, _>>()?)),
    }
}
