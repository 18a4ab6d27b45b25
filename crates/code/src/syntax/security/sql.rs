//! SQL that is put together from values.

use tree_sitter::Node;

use super::{
    super::{call::CallSite, node_parts::unquoted, source::SourceFile},
    RuleSeverity, Severity,
    constness::is_composed,
    interpolation::holes,
    taint::TaintFacts,
    taint_sources::is_sent,
};

const VERBS: &[&str] =
    &["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "DROP ", "REPLACE ", "WITH "];

/// Words of names that stand for a part of a statement and not for a value.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "table", "column", "field", "placeholder", "quoted", "clause", "where", "order", "sql",
    "query", "schema", "condition",
];

/// The pattern alone proves it where a plain variable is put in where a value belongs; names of
/// tables and columns cannot be parameters, and are as a rule quoted before.
pub(super) fn composed(call: &CallSite<'_, '_>, names: &TaintFacts) -> Option<RuleSeverity> {
    let given = call.positional();
    // A context comes first in some of Go's methods.
    let at = usize::from(call.last().ends_with("Context"));
    let statement = *given.get(at)?;
    (is_composed(call.source, statement) && is_sql(call.source, statement)).then(|| {
        let proven = match call.language() {
            "rust" => fills_value(call.source.of(statement)),
            _ => holes(call.source, statement).iter().any(|hole| {
                is_value(&hole.before)
                    && hole.value.is_some_and(|value| is_open(call, names, value))
            }),
        };
        (Severity::High, proven)
    })
}

/// Whether what follows these words is a value: after a comparison, or in a list of values.
fn is_value(before: &str) -> bool {
    let quotes = [' ', '"', '\'', '`', '\\', '%', '\n'];
    let before = before.trim_end_matches(quotes).to_ascii_uppercase();
    let list = before.rfind('(').filter(|at| !before[*at..].contains(')'));
    let list = list.map(|at| before[..at].trim_end());
    before.ends_with(['=', '<', '>'])
        || before.ends_with(" LIKE")
        || list.is_some_and(|before| before.ends_with(" IN") || before.ends_with("VALUES"))
}

/// Whether a value may hold anything: a plain small name that is not known to be harmless, or a
/// part picked out of something, or of what somebody sent.
fn is_open(call: &CallSite<'_, '_>, names: &TaintFacts, value: Node<'_>) -> bool {
    match value.kind() {
        "identifier" => {
            let name = call.source.of(value);
            name.chars().any(char::is_lowercase)
                && !PARTS.iter().any(|part| name.to_ascii_lowercase().contains(part))
                && !names.is_harmless(value, name)
        }
        "subscript" | "subscript_expression" => true,
        _ => is_sent(call.source, value),
    }
}

fn is_sql(source: &SourceFile<'_>, node: Node<'_>) -> bool {
    let words = source.of(node);
    let start = words.find(['"', '\'', '`']).map_or(words, |at| &words[at..]);
    let start = unquoted(start).trim_start();
    let start: String = start.chars().take(12).collect::<String>().to_ascii_uppercase();
    VERBS.iter().any(|verb| start.starts_with(verb))
}

/// Whether something is put in after a comparison or into a list of values.
fn fills_value(statement: &str) -> bool {
    let holes = statement.match_indices(['%', '{', '+']).take(200);
    holes.into_iter().any(|(at, mark)| {
        let (before, after) = (&statement[..at], &statement[at + 1..]);
        let doubled = before.ends_with(mark) || after.starts_with(mark);
        let hole = match mark {
            "%" => after.starts_with(['s', 'd', 'v', 'q', '(']),
            "+" => before.trim_end().ends_with(['"', '\'', '`']),
            _ => true,
        };
        let quotes = [' ', '"', '\'', '`', '$', '\\', '%'];
        let before = before.trim_end_matches(quotes);
        let near = before.get(before.len().saturating_sub(16)..).unwrap_or_default();
        let before = near.to_ascii_uppercase();
        let list = before.strip_suffix('(').map(str::trim_end);
        let compares = before.ends_with(['=', '<', '>']) || before.ends_with(" LIKE");
        let listed =
            list.is_some_and(|before| before.ends_with(" IN") || before.ends_with("VALUES"));
        hole && !doubled && (compares || listed)
    })
}
