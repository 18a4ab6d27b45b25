//! Two accounts side by side, causes before effects.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::{
    MAX_LISTED, Parting, Parts, RunDiff, ValueDiff,
    account::{Account, Did, How, Order, Part, Point},
    reason::reasons,
    value::{parted, shortened},
};
use crate::{Datum, EngineError, RunStore, Writes, run::fetch_json};

/// Partings whose values are fetched and shown.
const MAX_SHOWN: usize = 50;

/// What a point is in both runs.
type Pair<'a> = (Option<&'a Did>, Option<&'a Did>);

pub(super) fn compare(
    store: &dyn RunStore,
    a: &Account,
    b: &Account,
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
            Went::Alike => continue,
            Went::Unknown => {
                found.not_comparable += 1;
                continue;
            }
            Went::Parted(what) => what,
        };
        if MAX_LISTED <= found.partings.len() {
            found.left_out += 1;
            continue;
        }
        let why = reasons(&found, (a, b), pair, &what);
        found.partings.push(Parting { at: named(point), what, why });
    }
    let alike = found.params.is_empty() && found.input.is_empty() && found.partings.is_empty();
    found.same = alike && found.same_definition && found.not_comparable == 0 && !erased;
    Ok(found)
}

/// The points of both, in an order that both share.
fn points<'a>(a: &'a Account, b: &'a Account) -> BTreeMap<(Order, &'a Point), Pair<'a>> {
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

fn named(point: &Point) -> String {
    if point.at.is_empty() { "the run".to_owned() } else { point.at.clone() }
}

enum Went {
    Alike,
    Unknown,
    Parted(Parts),
}

fn went(
    store: &dyn RunStore,
    point: &Point,
    pair: Pair<'_>,
    (erased, shown): (bool, bool),
) -> Result<Went, EngineError> {
    let (a, b) = match pair {
        (Some(a), Some(b)) => (a, b),
        // Of a run that was pruned only instances are left that came to something.
        (Some(did), None) | (None, Some(did)) if erased && !is_kept(point, did) => {
            return Ok(Went::Alike);
        }
        (Some(a), None) => return Ok(Went::Parted(Parts::OnlyA { did: words(&a.how) })),
        (None, Some(b)) => return Ok(Went::Parted(Parts::OnlyB { did: words(&b.how) })),
        (None, None) => return Ok(Went::Alike),
    };
    if a.payload == b.payload {
        return Ok(Went::Alike);
    }
    Ok(match (&a.how, &b.how) {
        (How::Decided(one), How::Decided(other)) if one == other => Went::Alike,
        (How::Decided(one), How::Decided(other)) => {
            Went::Parted(Parts::Decision { a: shortened(one), b: shortened(other) })
        }
        (
            How::Done { writes: one, outcome: said },
            How::Done { writes: other, outcome: says },
        ) => {
            let channels = writes(store, one, other, shown)?;
            if !channels.is_empty() {
                Went::Parted(Parts::Patch { channels })
            } else if said == says {
                Went::Alike
            } else {
                let text = |said: &Option<(_, String)>| match said {
                    Some((_, reason)) => shortened(&format!("done, and says: {reason}")),
                    None => "done".to_owned(),
                };
                Went::Parted(Parts::Went { a: text(said), b: text(says) })
            }
        }
        _ if kind(&a.how) != kind(&b.how) => {
            Went::Parted(Parts::Went { a: words(&a.how), b: words(&b.how) })
        }
        (How::Erased(_), _) | (_, How::Erased(_)) => Went::Unknown,
        (one, other) if words(one) == words(other) => Went::Alike,
        (one, other) => Went::Parted(Parts::Went { a: words(one), b: words(other) }),
    })
}

/// Whether pruning would leave a trace of it.
fn is_kept(point: &Point, did: &Did) -> bool {
    point.part == Part::Instance && !matches!(did.how, How::GivenUp | How::Open)
}

/// The kind of event that tells of it; the same for a payload that is there and one that is gone.
fn kind(how: &How) -> &str {
    match how {
        How::Decided(_) => "decided",
        How::Done { .. } => "done",
        How::Failed(_) => "failed",
        How::GivenUp => "given up",
        How::Open => "open",
        How::Erased(kind) if matches!(&**kind, "completed" | "answered") => "done",
        How::Erased(kind) => kind,
    }
}

fn words(how: &How) -> String {
    match how {
        How::Decided(words) => shortened(words),
        How::Failed(message) => shortened(&format!("failed: {message}")),
        other => kind(other).to_owned(),
    }
}

fn params(a: &Account, b: &Account) -> Vec<ValueDiff> {
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
    a: &Writes,
    b: &Writes,
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
        let empty = String::new;
        found.push(if shown {
            let one = one.map(|one| json(store, one)).transpose()?;
            let other = other.map(|other| json(store, other)).transpose()?;
            parted(name, one.as_ref(), other.as_ref())
        } else {
            ValueDiff {
                name: name.to_owned(),
                path: empty(),
                a: empty(),
                b: empty(),
            }
        });
    }
    Ok(found)
}

fn by_channel(writes: &Writes) -> BTreeMap<&str, Vec<&Datum>> {
    let mut found: BTreeMap<&str, Vec<&Datum>> = BTreeMap::new();
    for (channel, value) in writes {
        found.entry(channel).or_default().push(value);
    }
    found
}

fn json(store: &dyn RunStore, values: &[&Datum]) -> Result<Json, EngineError> {
    let fetch = |value: &&Datum| match value.missing() {
        Some(hash) => fetch_json(store, hash).map(|json| Json::clone(&json)),
        None => Ok(Json::clone(&value.json())),
    };
    match values {
        [value] => fetch(value),
        many => Ok(Json::Array(many.iter().map(fetch).collect::<Result<_, _>>()?)),
    }
}
