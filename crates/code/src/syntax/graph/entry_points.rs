//! Where a program begins. A repository in which none does is a library, and offers what it has.

use super::super::node_parts::unquoted;

/// Tables of a manifest of Python that name programs.
#[rustfmt::skip]
const TABLES: &[&str] = &[
    "project.scripts", "project.gui-scripts", "project.entry-points", "tool.poetry.scripts",
    "tool.poetry.plugins", "tool.flit.scripts", "tool.flit.entrypoints", "options.entry_points",
    "entry_points", "console_scripts", "gui_scripts",
];

pub(super) fn is_program(path: &str) -> bool {
    path.rsplit('/').next() == Some("__main__.py")
}

pub(super) fn is_setup(path: &str) -> bool {
    path.rsplit('/').next() == Some("setup.py")
}

/// Whether a text of code is `"__main__"`.
pub(super) fn is_main(words: &str) -> bool {
    unquoted(words) == "__main__"
}

/// Whether a text of a manifest in code is that of programs.
pub(super) fn is_console(words: &str) -> bool {
    matches!(unquoted(words), "console_scripts" | "gui_scripts")
}

pub(super) fn in_manifest(path: &str, text: &str) -> bool {
    match path.rsplit('/').next().unwrap_or(path) {
        "pyproject.toml" | "setup.cfg" => has_table(text),
        "package.json" => has_bin(text),
        _ => false,
    }
}

/// Keys count with the table that they stand in: `scripts = {…}` of `[project]`.
fn has_table(text: &str) -> bool {
    let mut table = String::new();
    text.lines().map(str::trim).any(|line| {
        if let Some(head) = line.strip_prefix('[') {
            let head = head.trim_start_matches('[');
            table = plain(head.split(']').next().unwrap_or(head));
            return is_table(&table);
        }
        let Some((key, _)) = line.split_once('=') else { return false };
        let key = plain(key);
        is_table(&key) && !key.contains('.') || is_table(&format!("{table}.{key}"))
    })
}

fn is_table(name: &str) -> bool {
    let rest = |table: &&str| name.strip_prefix(*table);
    TABLES
        .iter()
        .filter_map(rest)
        .any(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// A key without quotes and blanks, as far as keys go.
fn plain(key: &str) -> String {
    let marks = |letter: &char| !letter.is_whitespace() && !matches!(letter, '"' | '\'');
    key.chars().take(200).filter(marks).collect()
}

fn has_bin(text: &str) -> bool {
    let whole: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let bin = whole.as_ref().and_then(|whole| whole.get("bin"));
    bin.is_some_and(|bin| !bin.is_null())
}
