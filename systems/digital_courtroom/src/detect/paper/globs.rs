//! Patterns and placeholders: `src/*.py`, `src/<name>.py` and `src/…/a.py` are no one file.

/// The most bytes to either side of a word that are looked at.
const FAR: usize = 200;
/// Marks with which patterns and placeholders are written.
const MARKS: &str = "*<>{}[]…";
/// Marks between the parts of a path.
const JOINTS: [char; 5] = ['/', '\\', '_', '-', '.'];

/// Where the run of letters and marks around a word ends, where it stands for many files.
pub(super) fn end(
    text: &str,
    word: std::ops::Range<usize>,
    quoted: bool,
    is_part: fn(char) -> bool,
) -> Option<usize> {
    let back = text.floor_char_boundary(word.start.saturating_sub(FAR));
    let before = &text[back..word.start];
    let start = before.trim_end_matches(|letter| MARKS.contains(letter)).len() + back;
    let ahead = text.ceil_char_boundary((word.end + FAR).min(text.len()));
    let after = &text[word.end..ahead];
    let in_run = |letter: char| is_part(letter) || MARKS.contains(letter);
    let end = word.end + after.find(|letter| !in_run(letter)).unwrap_or(after.len());
    if start == word.start && end == word.end {
        return None;
    }
    let run = bare(&text[start..end], quoted);
    is_pattern(run).then_some(end)
}

/// Without the stars that set it off.
fn bare(run: &str, quoted: bool) -> &str {
    let mut run = run.trim_end_matches(['.', ':', ',']);
    while let Some(inner) = run.strip_prefix('*').and_then(|run| run.strip_suffix('*')) {
        run = inner;
    }
    if quoted { run } else { run.trim_end_matches('*') }
}

fn is_pattern(run: &str) -> bool {
    let letters: Vec<char> = run.chars().collect();
    let joint = |at: Option<&char>| at.is_some_and(|letter| JOINTS.contains(letter));
    letters.iter().enumerate().any(|(at, letter)| {
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let after = letters.get(at + 1);
        match letter {
            '…' => true,
            '*' => joint(before) || joint(after),
            '<' | '{' | '[' => joint(before),
            '>' | '}' | ']' => joint(after) && letters.get(at + 2).is_some(),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::is_pattern;

    #[test]
    fn what_stands_for_many_files_is_told_from_emphasis_and_tags() {
        for run in ["src/*.py", "src/**/a", "test_*.py", "src/<name>.py", "{name}.py", "a/…/b"]
        {
            assert!(is_pattern(run), "{run}");
        }
        for run in ["<b>src/a.py</b>", "[src/a.py]", "*src/a.py:", "src/a.py</code>."] {
            assert!(!is_pattern(run), "{run}");
        }
    }
}
