//! From text to syntax tree, with limits that hold before the parser sees the text.

use cel::{
    ParseError,
    common::ast::{EntryExpr, Expr, IdedExpr, SourceInfo},
    parser::Parser,
};

use super::condition_issue::ConditionIssue;

/// Longest condition, in characters.
pub(super) const MAX_LENGTH: usize = 2_000;
/// Deepest nesting of brackets, and of the syntax tree.
pub(super) const MAX_DEPTH: usize = 64;
/// Room for the parser, which recurses over trees that the check of their depth then refuses.
const STACK: usize = 64 << 20;

/// Runs `work` on a thread whose stack holds the deepest tree that `MAX_LENGTH` allows.
pub(crate) fn on_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)?;
        thread
            .join()
            .map_err(|_| std::io::Error::other("the parser of conditions panicked"))
    })
}

/// The syntax tree of `source` and the places of its nodes.
pub(super) fn parse(source: &str) -> Result<(IdedExpr, SourceInfo), Vec<ConditionIssue>> {
    within_limits(source).map_err(|issue| vec![issue])?;
    let parsed = Parser::default().parse_with_source_info(source);
    let (tree, places) = parsed.map_err(|errors| {
        errors
            .errors
            .iter()
            .map(|error| syntax(source, error))
            .collect::<Vec<_>>()
    })?;
    if MAX_DEPTH < depth(&tree) {
        return Err(vec![too_deep(0)]);
    }
    Ok((tree, places))
}

fn within_limits(source: &str) -> Result<(), ConditionIssue> {
    let length = source.chars().count();
    if MAX_LENGTH < length {
        let message = format!("condition has {length} characters; the limit is {MAX_LENGTH}");
        return Err(ConditionIssue::new("condition-too-long", message, 0));
    }
    if source.trim().is_empty() {
        let message = "condition is empty".into();
        return Err(ConditionIssue::new("condition-syntax", message, 0));
    }
    let mut open = 0_usize;
    for (at, letter) in source.chars().enumerate() {
        // Brackets inside string literals count too: a limit may be a little too strict.
        match letter {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open = open.saturating_sub(1),
            _ => {}
        }
        if MAX_DEPTH < open {
            return Err(too_deep(at));
        }
    }
    Ok(())
}

fn too_deep(at: usize) -> ConditionIssue {
    let message = format!("condition is nested more than {MAX_DEPTH} levels deep");
    ConditionIssue::new("condition-too-deep", message, at)
}

fn syntax(source: &str, error: &ParseError) -> ConditionIssue {
    let line = usize::try_from(error.pos.0 - 1).unwrap_or(0);
    let column = usize::try_from(error.pos.1).unwrap_or(0);
    let before: usize = source
        .split_inclusive('\n')
        .take(line)
        .map(|l| l.chars().count())
        .sum();
    // The parser lists every token it would have taken; the first clause is what people need.
    let what = error
        .msg
        .split(" expecting ")
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let message =
        format!("condition cannot be read: {}", what.trim_start_matches("syntax error: "));
    let at = (before + column.saturating_sub(1)).min(source.chars().count());
    ConditionIssue::new("condition-syntax", message, at)
}

fn depth(tree: &IdedExpr) -> usize {
    let below = children(&tree.expr).into_iter().map(depth).max().unwrap_or(0);
    below + 1
}

/// The expressions directly under `expr` that the author wrote.
fn children(expr: &Expr) -> Vec<&IdedExpr> {
    match expr {
        Expr::Unspecified | Expr::Ident(_) | Expr::Literal(_) => Vec::new(),
        Expr::Call(call) => call.target.as_deref().into_iter().chain(&call.args).collect(),
        Expr::Select(select) => vec![&select.operand],
        Expr::List(list) => list.elements.iter().collect(),
        Expr::Map(map) => map
            .entries
            .iter()
            .flat_map(|entry| entry_parts(&entry.expr))
            .collect(),
        Expr::Struct(made) => made
            .entries
            .iter()
            .flat_map(|entry| entry_parts(&entry.expr))
            .collect(),
        Expr::Comprehension(loop_) => vec![&loop_.iter_range, &loop_.loop_step],
    }
}

fn entry_parts(entry: &EntryExpr) -> Vec<&IdedExpr> {
    match entry {
        EntryExpr::StructField(field) => vec![&field.value],
        EntryExpr::MapEntry(entry) => vec![&entry.key, &entry.value],
    }
}
