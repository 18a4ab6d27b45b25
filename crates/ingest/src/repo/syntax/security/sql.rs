//! SQL that is put together from values.

use tree_sitter::Node;

use super::{
    super::{call::Call, describe::unquoted, source::Source},
    CallRule, Rule, Severity, Weight,
    worth::is_composed,
};

static SQL: Rule = Rule {
    id: "sql-from-values",
    cwe: "CWE-89",
    message: "a statement of SQL is put together from values",
    remediation: "hand the values over as parameters of the statement",
};

const VERBS: &[&str] =
    &["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "DROP ", "REPLACE ", "WITH "];

pub(super) static CALLS: &[CallRule] = &[
    CallRule {
        rule: &SQL,
        languages: &["python"],
        callees: &["*.execute", "*.executemany", "*.executescript", "*.raw"],
        when: composed,
    },
    CallRule {
        rule: &SQL,
        languages: &["typescript", "javascript"],
        callees: &["*.query", "*.execute", "*.raw", "*.run", "*.all", "*.exec"],
        when: composed,
    },
    CallRule {
        rule: &SQL,
        languages: &["java"],
        callees: &["*.executeQuery", "*.executeUpdate", "*.execute", "*.prepareStatement"],
        when: composed,
    },
    CallRule {
        rule: &SQL,
        languages: &["go"],
        callees: &["*.Query", "*.QueryRow", "*.Exec", "*.QueryContext", "*.ExecContext"],
        when: composed,
    },
    CallRule {
        rule: &SQL,
        languages: &["rust"],
        callees: &["*.execute", "*.query", "*.prepare", "*.query_row", "*.execute_batch"],
        when: composed,
    },
];

/// The pattern alone proves it where a plain variable is put in where a value belongs; names of
/// tables and columns cannot be parameters, and are as a rule quoted before.
fn composed(call: &Call<'_, '_>) -> Option<Weight> {
    let given = call.positional();
    // A context comes first in some of Go's methods.
    let at = usize::from(call.last().ends_with("Context"));
    let statement = *given.get(at)?;
    (is_composed(call.source, statement) && is_sql(call.source, statement)).then(|| {
        let value = fills_value(call.source.of(statement));
        (Severity::High, value && takes_variable(call.source, statement))
    })
}

fn is_sql(source: &Source<'_>, node: Node<'_>) -> bool {
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

/// Whether something put in is a plain small name or a part picked out of something.
fn takes_variable(source: &Source<'_>, node: Node<'_>) -> bool {
    let (mut open, mut seen) = (vec![(node, false)], 0);
    while let Some((node, inside)) = open.pop() {
        seen += 1;
        if 400 < seen {
            return false;
        }
        let joins = matches!(
            node.kind(),
            "interpolation"
                | "template_substitution"
                | "binary_operator"
                | "binary_expression"
                | "argument_list"
                | "tuple"
        );
        match node.kind() {
            "identifier" if inside => {
                let name = source.of(node);
                if name.chars().any(char::is_lowercase) && !name.ends_with("table") {
                    return true;
                }
            }
            "subscript" | "subscript_expression" if inside => return true,
            "attribute" | "member_expression" | "field_access" | "selector_expression" => {}
            "token_tree" => {
                return source.of(node).contains("{}") || source.of(node).contains('{');
            }
            _ => {
                let mut cursor = node.walk();
                let children = node.named_children(&mut cursor).take(100);
                open.extend(children.map(|child| (child, inside || joins)));
            }
        }
    }
    false
}
