//! From text to a checked definition.

use jurat_canon::{Hash, canonical_json};
use serde_json::Value as Json;

use super::{
    conditions::{self, Conditions},
    diagnostic::Diagnostics,
    locate::Places,
    model::Definition,
    report::{Report, problem, quoted},
    shape,
};

/// Longest definition, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// Deepest nesting of a definition.
const MAX_DEPTH: usize = 64;
/// Most stages of a definition.
const MAX_STAGES: usize = 2_000;

/// A definition that passed every check, with its conditions compiled.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The definition.
    pub definition: Definition,
    /// Hash of its canonical JSON, `x-*` keys included. Runs are pinned to it.
    pub hash: Hash,
    /// Its canonical JSON: the bytes that `hash` names.
    pub canonical: Vec<u8>,
    /// Its conditions, by place.
    pub conditions: Conditions,
}

/// Reads a definition and checks it, or says everything that is wrong with it.
pub fn load(text: &str) -> Result<Checked, Diagnostics> {
    let mut report = Report::new(scan(text));
    match read(text, &mut report) {
        Some(checked) if report.is_empty() => Ok(checked),
        _ => Err(Diagnostics::sorted(report.finish())),
    }
}

/// A text over the limit is not scanned: it is refused as a whole.
fn scan(text: &str) -> Places<'_> {
    Places::scan(if text.len() <= MAX_BYTES { text } else { "" }, MAX_DEPTH)
}

fn read(text: &str, report: &mut Report<'_>) -> Option<Checked> {
    if MAX_BYTES < text.len() {
        let message = format!("definition has {} bytes; the limit is {MAX_BYTES}", text.len());
        report.add(problem("too-large", "", message));
        return None;
    }
    let json = parse(text, report)?;
    shape::check(&json, report);
    let canonical = canonical(&json, report)?;
    let hash = Hash::of(&canonical);
    let definition = typed(json, report)?;
    if MAX_STAGES < definition.stages.len() {
        let count = definition.stages.len();
        let message = format!("definition has {count} stages; the limit is {MAX_STAGES}");
        report.add(problem("too-many-stages", "/stages", message));
        return None;
    }
    let conditions = conditions::compile(&definition, report)?;
    Some(Checked { definition, hash, canonical, conditions })
}

/// The JSON of `text`; none where it is broken, too deep or ambiguous.
fn parse(text: &str, report: &mut Report<'_>) -> Option<Json> {
    if let Some(at) = report.places.too_deep {
        let message = format!("definition is nested more than {MAX_DEPTH} levels deep");
        report.add_at(problem("too-deep", "", message), at);
        return None;
    }
    for repeated in std::mem::take(&mut report.places.repeated) {
        let message = format!("key {} is written twice", quoted(&repeated.key));
        report.add_at(problem("repeated-key", "", message), repeated.at);
    }
    match serde_json::from_str(text) {
        Ok(json) => Some(json),
        Err(error) => {
            let at = report.places.offset_of(error.line(), error.column());
            let message = format!("not JSON: {}", without_place(&error));
            report.add_at(problem("not-json", "", message), at);
            None
        }
    }
}

fn canonical(json: &Json, report: &mut Report<'_>) -> Option<Vec<u8>> {
    let canonical = canonical_json(json);
    canonical
        .map_err(|error| report.add(problem("no-hash", "", error.to_string())))
        .ok()
}

/// The typed form. What `shape` let through and serde refuses has no better place than the whole.
fn typed(json: Json, report: &mut Report<'_>) -> Option<Definition> {
    match serde_json::from_value(json) {
        Ok(definition) => Some(definition),
        Err(error) if report.is_empty() => {
            report.add(problem("wrong-shape", "", without_place(&error)));
            None
        }
        Err(_) => None,
    }
}

/// The words of a serde error; its place is ours to give.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}
