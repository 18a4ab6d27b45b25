//! `exec:PROGRAM ARGS`: its words, and what paths in it mean.

use std::path::{Path, PathBuf};

use jurat_ingest::installed;
use serde_json::Value as Json;

pub(crate) const PREFIX: &str = "exec:";

/// A program that is there, with its arguments.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ProgramLine {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<String>,
}

impl ProgramLine {
    /// Reads what stands behind `exec:`. Words are cut as a shell cuts them; nothing else of a shell is there.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        let words = words(line)?;
        let Some((program, args)) = words.split_first() else {
            return Err("it names no program: `exec:PROGRAM ARGS`".into());
        };
        let program = if program.contains('/') {
            whole(program)?
        } else {
            installed(program).ok_or_else(|| {
                format!("`{program}` is not among the programs of this system; give its path")
            })?
        };
        Ok(Self { program, args: args.to_vec() })
    }

    /// Folders of the program and of the scripts that it is given: what it may read and execute.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        let scripts = self.args.iter().map(PathBuf::from).filter(|path| path.is_absolute());
        let all = std::iter::once(self.program.clone()).chain(scripts);
        let mut folders: Vec<PathBuf> = all
            .filter(|path| path.is_file())
            .flat_map(|file| around(&file))
            .collect();
        folders.sort();
        folders.dedup();
        folders
    }
}

/// The folder of a file; for a program in a `bin`, also the `lib` beside it, where interpreters keep theirs.
fn around(file: &Path) -> Vec<PathBuf> {
    let real = file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
    let folders = [file.parent(), real.parent()];
    let libraries = folders.into_iter().flatten().filter_map(|folder| {
        let lib = folder.parent()?.join("lib");
        (folder.ends_with("bin") && lib.is_dir()).then_some(lib)
    });
    let libraries: Vec<PathBuf> = libraries.collect();
    folders
        .into_iter()
        .flatten()
        .map(Path::to_path_buf)
        .chain(libraries)
        .collect()
}

fn whole(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    match () {
        () if !path.is_absolute() => {
            Err(format!("`{}` is seen from nowhere: give the whole path", path.display()))
        }
        () if !path.is_file() => Err(format!("there is no program {}", path.display())),
        () => Ok(path),
    }
}

fn words(line: &str) -> Result<Vec<String>, String> {
    shlex::split(line).ok_or_else(|| "a quote in it is not closed".into())
}

/// A definition in which words of `exec:` lines that begin with `./` or `../` are whole paths, as seen from the folder
/// of its file. A run is pinned to this: it goes on from anywhere. Lines stay where they are.
pub fn with_whole_paths(definition: &str, folder: &Path) -> String {
    let read: Json = serde_json::from_str(definition).unwrap_or_default();
    let stages = read.get("stages").and_then(Json::as_array);
    let runs = stages
        .into_iter()
        .flatten()
        .filter_map(|stage| stage.get("run")?.as_str());
    runs.fold(definition.to_owned(), |text, run| match whole_line(run, folder) {
        Some(line) => text.replace(&literal(run), &literal(&line)),
        None => text,
    })
}

/// An `exec:` line with whole paths, where it has others.
fn whole_line(run: &str, folder: &Path) -> Option<String> {
    let words = words(run.strip_prefix(PREFIX)?).ok()?;
    let placed: Vec<String> = words.iter().map(|word| placed(word, folder)).collect();
    let line = shlex::try_join(placed.iter().map(String::as_str)).ok()?;
    (placed != words).then(|| format!("{PREFIX}{line}"))
}

fn literal(text: &str) -> String {
    Json::from(text).to_string()
}

fn placed(word: &str, folder: &Path) -> String {
    if word.starts_with("./") || word.starts_with("../") {
        let path = folder.join(word);
        // Links and `..` go, so that the same file has the same name; one that is missing is told of later.
        let path = path.canonicalize().unwrap_or(path);
        return path.to_string_lossy().into_owned();
    }
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{ProgramLine, with_whole_paths};

    #[test]
    fn words_are_cut_as_a_shell_cuts_them() {
        let line = ProgramLine::parse("/bin/sh -c 'two words' \"a b\"");
        let args = line.map(|line| line.args);
        assert_eq!(args, Ok(vec!["-c".into(), "two words".into(), "a b".into()]));
    }

    #[test]
    fn what_cannot_be_started_is_told() {
        for (line, why) in [
            ("", "names no program"),
            ("'open", "not closed"),
            ("./here.sh", "seen from nowhere"),
            ("/no/such/program", "there is no program"),
            ("no-such-program-at-all", "not among the programs"),
        ] {
            let told = ProgramLine::parse(line).err().unwrap_or_default();
            assert!(told.contains(why), "{line}: {told}");
        }
    }

    #[test]
    fn paths_are_meant_as_seen_from_the_file() {
        let text =
            "{\"stages\": [\n{\"run\": \"exec:python3 ./a.py x\"},\n{\"run\": \"pass\"}]}";
        let whole = with_whole_paths(text, Path::new("/no/where"));
        assert_eq!(whole, text.replace("./a.py", "/no/where/./a.py"));
        let plain = r#"{"stages": [{"run": "exec:sh -c x"}]}"#;
        assert_eq!(with_whole_paths(plain, Path::new("/")), plain);
        assert_eq!(with_whole_paths("torn {", Path::new("/")), "torn {");
    }
}
