//! A definition with something harmless in place of what its schema does not allow, so that the rest of it can be looked at.

use jurat_canon::{FaultKind, SchemaFault, schema_faults};
use serde_json::{Value as Json, json};

use super::{MAX_LISTED, SCHEMA};
use crate::definition::json_pointer::unescape;

/// Mending one fault may show another below it; more rounds than these are of no use.
const MOST_ROUNDS: usize = 4;

/// A definition of the right shape, and what of its names can be relied on.
pub(in crate::definition) struct StandInDefinition {
    pub(in crate::definition) json: Json,
    /// No stage goes by a name that is not its own, and nothing that expressions name was taken away.
    pub(in crate::definition) has_all_names: bool,
}

/// None where nothing can be made of it.
pub(in crate::definition) fn with_stand_ins(json: Json) -> Option<StandInDefinition> {
    let mut made = StandInDefinition { json, has_all_names: true };
    for _ in 0..MOST_ROUNDS {
        let faults: Vec<FaultPlace> = schema_faults(&SCHEMA, &made.json, MAX_LISTED)
            .iter()
            .map(FaultPlace::of)
            .collect();
        if faults.is_empty() {
            return Some(made);
        }
        for fault in &faults {
            made.mend(fault)?;
        }
    }
    None
}

/// Where a fault is, by the steps that lead there.
struct FaultPlace {
    steps: Vec<String>,
    missing: Option<String>,
}

impl FaultPlace {
    fn of(fault: &SchemaFault<'_>) -> Self {
        let pointer = fault.pointer();
        let missing = match fault.kind {
            FaultKind::MissingKey { key } => Some(key.to_owned()),
            _ => None,
        };
        Self {
            steps: pointer.split('/').skip(1).map(unescape).collect(),
            missing,
        }
    }
}

impl StandInDefinition {
    fn mend(&mut self, fault: &FaultPlace) -> Option<()> {
        let steps: Vec<&str> = fault.steps.iter().map(String::as_str).collect();
        match (&steps[..], fault.missing.as_deref()) {
            ([], Some("name")) | (["name"], _) => {
                self.part("")?.insert("name".into(), json!("unnamed"));
            }
            (["stages", place], Some("id")) | (["stages", place, "id", ..], _) => {
                let id = stand_in_id(place);
                self.part(&format!("/stages/{place}"))?.insert("id".into(), id);
                self.has_all_names = false;
            }
            (["stages", place], _) => {
                let stand_in = json!({ "id": stand_in_id(place) });
                *self.json.pointer_mut(&format!("/stages/{place}"))? = stand_in;
                self.has_all_names = false;
            }
            (["stages", place, key, ..], _) => {
                self.part(&format!("/stages/{place}"))?.remove(*key);
            }
            ([list @ ("channels" | "params"), name], _) => {
                self.part(&format!("/{list}"))?.insert((*name).into(), json!({}));
            }
            ([list @ ("channels" | "params"), name, key, ..], _) => {
                let part = self.part(&format!("/{list}"))?.get_mut(*name)?;
                part.as_object_mut()?.remove(*key);
            }
            ([list @ ("budgets" | "outputs"), name, ..], _) => {
                self.part(&format!("/{list}"))?.remove(*name);
            }
            ([] | ["stages" | "channels" | "params"], _) => return None,
            ([key, ..], _) => {
                // The counters of loops are names.
                self.has_all_names &= *key != "loop_back";
                self.part("")?.remove(*key);
            }
        }
        Some(())
    }

    /// The object at a place.
    fn part(&mut self, pointer: &str) -> Option<&mut serde_json::Map<String, Json>> {
        self.json.pointer_mut(pointer)?.as_object_mut()
    }
}

/// What messages call a stage whose name cannot be read.
fn stand_in_id(place: &str) -> Json {
    let number = place.parse::<usize>().map_or(0, |place| place + 1);
    json!(format!("number {number}"))
}
