//! From text to a checked definition.

use jurat_canon::{Hash, canonical_json};
use serde::Deserialize as _;
use serde_json::Value as Json;

use super::{
    check,
    condition_table::{self, ConditionTable},
    diagnostic::{DefinitionDiagnostic, DefinitionError},
    diagnostic_report::{DiagnosticReport, UnplacedDiagnostic, problem, quoted},
    json_locations::JsonLocations,
    model::WorkflowDefinition,
    schema_check,
};

const MAX_BYTES: usize = 1 << 20;
const MAX_DEPTH: usize = 64;
/// Most stages of a definition, and most of anything else that it names.
const MAX_OF_EACH: usize = 2_000;

/// A definition that passed every check, with its conditions compiled.
#[derive(Debug, Clone)]
pub struct CheckedDefinition {
    pub definition: WorkflowDefinition,
    /// Hash of its canonical JSON, `x-*` keys included. Runs are pinned to it.
    pub hash: Hash,
    /// Its canonical JSON: the bytes that `hash` names.
    pub canonical: Vec<u8>,
    pub conditions: ConditionTable,
}

/// A defect that someone else found, such as a stage function that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionFinding {
    pub code: &'static str,
    /// Where in the definition, as a JSON pointer.
    pub pointer: String,
    pub message: String,
    pub hint: Option<String>,
}

impl From<DefinitionFinding> for UnplacedDiagnostic {
    fn from(found: DefinitionFinding) -> Self {
        problem(found.code, found.pointer, found.message).hint(found.hint)
    }
}

/// Finds what is wrong with a definition beyond what it says of itself.
pub type DefinitionFinder<'a> = &'a dyn Fn(&WorkflowDefinition) -> Vec<DefinitionFinding>;

/// Reads a definition and checks it, or says everything that is wrong with it.
pub fn load(text: &str) -> Result<CheckedDefinition, DefinitionError> {
    load_with(text, &|_| Vec::new())
}

/// The same with what someone else finds, in one list.
pub fn load_with(
    text: &str,
    finder: DefinitionFinder<'_>,
) -> Result<CheckedDefinition, DefinitionError> {
    let mut report = DiagnosticReport::new(scan(text));
    match checked(text, finder, &mut report) {
        Some(definition) if report.is_empty() => Ok(definition),
        _ => Err(report.finish()),
    }
}

/// What someone else found, each with its place in the text, in the order of the text.
pub fn located(text: &str, found: Vec<DefinitionFinding>) -> Vec<DefinitionDiagnostic> {
    let mut report = DiagnosticReport::new(scan(text));
    for one in found {
        report.add(one.into());
    }
    report.finish().iter().cloned().collect()
}

/// A text over the limit is not scanned: it is refused as a whole.
fn scan(text: &str) -> JsonLocations<'_> {
    JsonLocations::scan(if text.len() <= MAX_BYTES { text } else { "" }, MAX_DEPTH)
}

fn checked(
    text: &str,
    finder: DefinitionFinder<'_>,
    report: &mut DiagnosticReport<'_>,
) -> Option<CheckedDefinition> {
    if MAX_BYTES < text.len() {
        let message = format!("definition has {} bytes; the limit is {MAX_BYTES}", text.len());
        report.add(problem("too-large", "", message));
        return None;
    }
    let json = parse(text, report)?;
    schema_check::check(&json, report);
    let canonical = canonical(&json, report)?;
    let hash = Hash::of(&canonical);
    // What runs is what is stored: a resumed run must not read other numbers than the first.
    let json: Json = serde_json::from_slice(&canonical).unwrap_or(json);
    let Some(definition) = typed(&json, report) else {
        // What is wrong with the rest is said at once, and not when this is mended.
        let rest = schema_check::without_faults(json);
        match WorkflowDefinition::deserialize(&rest) {
            Ok(rest) => drop(examined(&rest, finder, report)),
            Err(_) => drop(examined_in_part(rest, finder, report)),
        }
        return None;
    };
    let conditions = examined(&definition, finder, report)?;
    Some(CheckedDefinition { definition, hash, canonical, conditions })
}

fn examined(
    definition: &WorkflowDefinition,
    finder: DefinitionFinder<'_>,
    report: &mut DiagnosticReport<'_>,
) -> Option<ConditionTable> {
    count(definition, report)?;
    check::check(definition, report);
    for found in finder(definition) {
        report.add(found.into());
    }
    condition_table::compile(definition, report)
}

/// What can be said of a definition whose stages cannot be put in order, since what names them is wrong.
fn examined_in_part(
    rest: Json,
    finder: DefinitionFinder<'_>,
    report: &mut DiagnosticReport<'_>,
) -> Option<()> {
    report.more_may_follow();
    let rest = schema_check::with_stand_ins(rest)?;
    let definition = WorkflowDefinition::deserialize(&rest.json).ok()?;
    count(&definition, report)?;
    check::check_each(&definition, report);
    for found in finder(&definition) {
        report.add(found.into());
    }
    if rest.has_all_names {
        check::check_names(&definition, report);
        condition_table::compile(&definition, report);
    }
    Some(())
}

/// None where there is too much of something for the checks to be quick.
fn count(definition: &WorkflowDefinition, report: &mut DiagnosticReport<'_>) -> Option<()> {
    let counts = [
        ("stages", definition.stages.len()),
        ("params", definition.params.len()),
        ("channels", definition.channels.len()),
        ("loop_back", definition.loop_back.len()),
        ("budgets", definition.budgets.len()),
        ("outputs", definition.outputs.len()),
    ];
    let over = counts.into_iter().find(|(_, count)| MAX_OF_EACH < *count);
    let Some((part, count)) = over else { return Some(()) };
    let message = format!("definition has {count} {part}; the limit is {MAX_OF_EACH}");
    report.add(problem("too-many", format!("/{part}"), message));
    None
}

/// The JSON of `text`; none where it is broken, too deep or ambiguous.
fn parse(text: &str, report: &mut DiagnosticReport<'_>) -> Option<Json> {
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

fn canonical(json: &Json, report: &mut DiagnosticReport<'_>) -> Option<Vec<u8>> {
    let canonical = canonical_json(json);
    canonical
        .map_err(|error| report.add(problem("no-hash", "", error.to_string())))
        .ok()
}

/// The typed form. What `shape` let through and serde refuses has no better place than the whole.
fn typed(json: &Json, report: &mut DiagnosticReport<'_>) -> Option<WorkflowDefinition> {
    match WorkflowDefinition::deserialize(json) {
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

#[cfg(test)]
mod tests {
    use crate::definition::testing::problems;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(problems(text), expected);
    }

    #[test]
    fn limits_hold() {
        let large = format!("{{'x-a': '{}'}}", " ".repeat(1 << 20));
        check(&large, &["1:1 too-large definition has 1048587 bytes; the limit is 1048576"]);
        let deep = format!("{{\n'x-a': {}", "[".repeat(100_000));
        check(&deep, &["2:71 too-deep definition is nested more than 64 levels deep"]);
        let stages = vec!["{'id': 'a'}"; 2001].join(",");
        let many = format!("{{'name': 'w', 'stages': [{stages}]}}");
        check(&many, &["1:25 too-many definition has 2001 stages; the limit is 2000"]);
    }

    #[test]
    fn only_json_is_read() {
        check("", &["1:1 not-json not JSON: EOF while parsing a value"]);
        check("{'name': 'é', }", &["1:15 not-json not JSON: trailing comma"]);
        check("{'a': 1e999}", &["1:11 not-json not JSON: number out of range"]);
        check("[1] 2", &["1:5 not-json not JSON: trailing characters"]);
    }

    #[test]
    fn no_key_is_written_twice() {
        check(
            "{'name': 'w',\n 'stages': [{'id': 'a', 'with': {'k': 1, 'k': 2}}]}",
            &["2:42 repeated-key key `k` is written twice"],
        );
        // The same key in another spelling.
        check(
            "{'name': 'w', 'n\\u0061me': 'v', 'stages': [{'id': 'a'}]}",
            &["1:15 repeated-key key `name` is written twice"],
        );
    }

    #[test]
    fn a_condition_is_wrong_where_it_is_wrong() {
        check(
            "{'name': 'w', 'stages': [\n{'id': 'a', 'when': 'epoch > 0 && x'}]}",
            &["2:35 condition-unknown-name unknown name `x`"],
        );
        check(
            "{'name': 'w', 'stages': [{'id': 'a', 'when': '\\'\\u00e9\\ud834\\udd1e\\' == x'}]}",
            &["1:73 condition-unknown-name unknown name `x`"],
        );
        check(
            "{'name': 'w', 'stages': [{'id': 'a', 'for_each': {'items': '1', 'max': 2}}],
'outputs': {'o': 'state.x'}}",
            &[
                "1:61 condition-result expression must yield an array; it yields an int",
                "2:19 condition-unknown-name unknown channel `x`",
            ],
        );
    }
}
