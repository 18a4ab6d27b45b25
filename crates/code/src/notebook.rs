//! A notebook read as code: the lines of its code cells where they stand in the file, all else
//! blank.
//!
//! Each line of the text that comes of it knows its line of the file, so a place in it is a place in
//! the file. A cell that is stored as one text stands on one line there. A notebook that is written
//! otherwise is not read, and that is said.

use jurat_model::NotebookCell;
use serde::Deserialize;

/// The language of notebooks that are read.
const LANGUAGE: &str = "python";

/// Magics of a whole cell that leave the rest of it what it is.
const HARMLESS: &[&str] = &["%%time", "%%timeit", "%%capture", "%%memit", "%%prun"];

/// How the line begins that opens what a cell says.
const SOURCE: &str = "\"source\":";

#[derive(Deserialize)]
struct NotebookFile {
    cells: Vec<NotebookPart>,
    #[serde(default)]
    metadata: NotebookMetadata,
}

#[derive(Deserialize)]
struct NotebookPart {
    cell_type: String,
    source: CellSource,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum CellSource {
    Lines(Vec<String>),
    Whole(String),
}

#[derive(Default, Deserialize)]
struct NotebookMetadata {
    #[serde(default)]
    kernelspec: KernelName,
    #[serde(default)]
    language_info: KernelName,
}

#[derive(Default, Deserialize)]
struct KernelName {
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    name: Option<String>,
}

pub(crate) fn is_notebook(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending == "ipynb")
}

/// The code of a notebook.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct NotebookCode {
    pub(crate) text: String,
    /// Of each line of the text, its line in the file, both from 0.
    pub(crate) rows: Vec<usize>,
}

impl NotebookCode {
    /// Of each line of the file, what it says as code.
    fn of(lines: &[Vec<String>]) -> Self {
        let rows = lines.iter().enumerate();
        let rows = rows.flat_map(|(row, said)| said.iter().map(move |_| row)).collect();
        Self { text: lines.concat().join("\n"), rows }
    }
}

/// The code of a notebook where the file has it; or why it cannot be read.
pub(crate) fn code_of(text: &str) -> Result<NotebookCode, &'static str> {
    let file: NotebookFile =
        serde_json::from_str(text).map_err(|_| "it is no notebook that can be read")?;
    let language = file.metadata.language_info.name.or(file.metadata.kernelspec.language);
    if language.is_some_and(|language| !language.eq_ignore_ascii_case(LANGUAGE)) {
        return Err("it is a notebook in another language than Python");
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut code = vec![vec![String::new()]; lines.len()];
    let mut from = 0;
    for cell in &file.cells {
        let is_code = cell.cell_type == "code";
        match &cell.source {
            CellSource::Lines(said) if said.is_empty() => {}
            CellSource::Whole(said) if said.is_empty() => {}
            CellSource::Lines(said) => {
                let at = place_of(&lines, from, said).ok_or(NOT_BY_LINE)?;
                from = at + said.len();
                for (line, words) in code[at..from].iter_mut().zip(code_lines(said)) {
                    *line = vec![if is_code { words.to_owned() } else { String::new() }];
                }
            }
            CellSource::Whole(said) => {
                let at = place_of_whole(&lines, from, said).ok_or(NOT_BY_LINE)?;
                from = at + 1;
                if is_code {
                    let said: Vec<String> = said.split('\n').map(str::to_owned).collect();
                    code[at] = code_lines(&said).into_iter().map(str::to_owned).collect();
                }
            }
        }
    }
    Ok(NotebookCode::of(&code))
}

const NOT_BY_LINE: &str = "it is a notebook that is not written line by line";

/// The first line of what a cell says: right after a line that opens it.
fn place_of(lines: &[&str], from: usize, said: &[String]) -> Option<usize> {
    let opens = |line: &str| {
        line.trim()
            .strip_prefix(SOURCE)
            .is_some_and(|rest| rest.trim() == "[")
    };
    let fits = |at: usize| {
        let found = lines.get(at..at + said.len())?;
        let same = found.iter().zip(said).all(|(line, said)| is_written(line, said));
        same.then_some(at)
    };
    (from..lines.len())
        .filter(|at| opens(lines[*at]))
        .find_map(|at| fits(at + 1))
}

/// The line of a cell that is stored as one text.
fn place_of_whole(lines: &[&str], from: usize, said: &str) -> Option<usize> {
    let is = |at: &usize| {
        let rest = lines[*at].trim().strip_prefix(SOURCE);
        rest.is_some_and(|rest| is_written(rest, said))
    };
    (from..lines.len()).find(is)
}

/// Whether a line of the file is this line of a cell, as JSON writes it.
fn is_written(line: &str, said: &str) -> bool {
    let line = line.trim();
    let line = line.strip_suffix(',').unwrap_or(line);
    serde_json::from_str::<String>(line).is_ok_and(|read| read == said)
}

/// The lines of a cell without what only a notebook understands.
fn code_lines(said: &[String]) -> Vec<&str> {
    let first = said.first().map(|line| line.trim()).unwrap_or_default();
    let harmless = HARMLESS.iter().any(|magic| first.starts_with(magic));
    let foreign = first.starts_with("%%") && !harmless;
    let code = |line: &'_ String| {
        let magic = line.trim_start().starts_with(['%', '!', '?']);
        // A line that breaks within itself would move all that follow.
        let plain = !line.trim_end_matches(['\n', '\r']).contains(['\n', '\r']);
        !foreign && !magic && plain
    };
    said.iter()
        .map(|line| if code(line) { line.trim_end_matches(['\n', '\r']) } else { "" })
        .collect()
}

/// Which cell a line of the file belongs to, and which line of it, both from 1.
pub(crate) fn cell_at(lines: &[&str], line: u32) -> Option<NotebookCell> {
    let line = usize::try_from(line).ok()?;
    // A cell that is stored as one text is opened by its own line.
    let upto = lines.get(..line)?;
    let opens = |(_, line): &(usize, &&str)| line.trim_start().starts_with(SOURCE);
    let mut opened = upto.iter().enumerate().filter(opens);
    let (last, _) = opened.clone().next_back()?;
    Some(NotebookCell {
        number: u32::try_from(opened.by_ref().count()).ok()?,
        line: u32::try_from(line - last - 1).ok()?.max(1),
    })
}

#[cfg(test)]
mod tests {
    use super::{cell_at, code_of};

    const TWO_CELLS: &str = r##"{
 "cells": [
  {
   "cell_type": "markdown",
   "source": [
    "# Weirs\n",
    "def not_code(): pass"
   ]
  },
  {
   "cell_type": "code",
   "outputs": [{"source": ["x"]}],
   "source": [
    "%pip install weirs\n",
    "level = \"high\"\n",
    "!ls"
   ]
  },
  {
   "cell_type": "code",
   "source": [
    "%%bash\n",
    "rm -rf weir"
   ]
  }
 ],
 "metadata": {"language_info": {"name": "python"}}
}"##;

    #[test]
    fn code_stands_on_the_lines_of_the_file() {
        let code = code_of(TWO_CELLS).unwrap_or_default().text;
        let shown: Vec<(usize, &str)> = code
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.is_empty())
            .map(|(at, line)| (at + 1, line))
            .collect();
        assert_eq!(shown, [(15, "level = \"high\"")]);
        assert_eq!(code.split('\n').count(), TWO_CELLS.lines().count());
        let lines: Vec<&str> = TWO_CELLS.lines().collect();
        let cell = cell_at(&lines, 15).map(|cell| (cell.number, cell.line));
        assert_eq!(cell, Some((2, 2)));
        assert_eq!(cell_at(&lines, 2), None);
    }

    #[test]
    fn a_cell_stored_as_one_text_is_read_on_its_line() {
        let text = "{\n \"cells\": [\n  {\n   \"cell_type\": \"code\",\n   \"source\": \"if a:\\n    run(b)\\n\"\n  },\n  {\n   \"cell_type\": \"code\",\n   \"source\": [\n    \"stop()\"\n   ]\n  }\n ]\n}";
        let code = code_of(text).unwrap_or_default();
        let shown: Vec<(usize, &str)> = code
            .text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.is_empty())
            .map(|(at, line)| (code.rows[at] + 1, line))
            .collect();
        assert_eq!(shown, [(5, "if a:"), (5, "    run(b)"), (10, "stop()")]);
        let lines: Vec<&str> = text.lines().collect();
        let cell = |line| cell_at(&lines, line).map(|cell| (cell.number, cell.line));
        assert_eq!([cell(5), cell(10)], [Some((1, 1)), Some((2, 1))]);
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let whole = r#"{"cells": [{"cell_type": "code", "source": "x = 1"}]}"#;
        let one_line = r#"{"cells": [{"cell_type": "code", "source": ["x = 1"]}]}"#;
        let other =
            r#"{"cells": [], "metadata": {"kernelspec": {"language": "R", "name": "ir"}}}"#;
        for (text, why) in [
            ("{", "no notebook"),
            (whole, "not written line by line"),
            (one_line, "not written line by line"),
            (other, "another language"),
        ] {
            assert!(code_of(text).is_err_and(|said| said.contains(why)), "{text}");
        }
    }
}
