//! Folders drawn as a tree in a code block, as paths.

use std::ops::Range;

use super::paths::{PathCandidate, path};

/// Entries that are taken from one tree.
const MOST: usize = 2_000;

/// The files and folders of a tree with the line of each; nothing where the text is no tree.
pub(super) fn listed(text: &str) -> Option<Vec<(String, Range<usize>)>> {
    let branches = text.lines().filter(|line| branch(line).is_some()).count();
    if branches < 2 {
        return None;
    }
    let mut folders: Vec<(usize, String)> = Vec::new();
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = start..start + line.trim_end().len();
        start += line.len();
        let (column, rest) = branch(line).unwrap_or((0, line.trim()));
        let name = rest.split_whitespace().next().unwrap_or_default();
        if name.is_empty() || MOST <= found.len() {
            continue;
        }
        folders.retain(|(above, _)| *above < column);
        // The root of a tree is the repository itself, unless it is a folder one could write.
        let root =
            column == 0 && !matches!(name.trim_end_matches('/'), "src" | "tests" | "docs");
        let above: String = folders.iter().map(|(_, name)| name.as_str()).collect();
        let whole = format!("{above}{name}");
        let quoted = PathCandidate { word: &whole, quoted: true };
        if !root && let Some(path) = path(quoted) {
            found.push((path, range));
        }
        if !name.contains('.') || name.ends_with('/') {
            let folder =
                if root { String::new() } else { format!("{}/", name.trim_end_matches('/')) };
            folders.push((column, folder));
        }
    }
    Some(found)
}

/// The column of the name and what stands there, where a line begins with a branch.
fn branch(line: &str) -> Option<(usize, &str)> {
    const BRANCHES: [&str; 6] = ["├──", "└──", "├─", "└─", "|--", "`--"];
    let (at, mark) = BRANCHES
        .iter()
        .filter_map(|mark| line.find(mark).map(|at| (at, mark)))
        .min_by_key(|(at, mark)| (*at, usize::MAX - mark.len()))?;
    let before = &line[..at];
    let clean = before.chars().all(|letter| " │|\u{a0}\t".contains(letter));
    let column = before.chars().count() + 1;
    clean.then(|| (column, line[at + mark.len()..].trim()))
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn a_tree_is_a_list_of_paths() {
        let text = "tide/\n├── src/\n│   ├── gate.py   # opens\n│   └── nodes/\n\
                    │       └── keeper.py\n└── README.md\n";
        let found = listed(text).unwrap_or_default();
        let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(
            paths,
            ["src/", "src/gate.py", "src/nodes/", "src/nodes/keeper.py", "README.md"]
        );
        assert_eq!(&text[found[1].1.clone()], "│   ├── gate.py   # opens");
        assert!(listed("make all\nmake test\n").is_none());
    }
}
