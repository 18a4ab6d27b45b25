//! Facts of small invented files, held against what stands there.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod facts;
mod hostile;
mod languages;
mod model_calls;
mod notebooks;
mod prompt_injection;
mod prompts_by_use;
mod roles;

use jurat_model::LocatedValue;

use super::{CodeSurvey, SyntaxReader};
use crate::facts::{AstKind, AstQuery, AstSelection, FileFact, FileMode, FileRole, SyntaxFact};

/// A file before it is read.
pub(super) fn file(path: &str) -> FileFact {
    FileFact {
        path: path.to_owned(),
        blob: String::new(),
        size: 0,
        role: FileRole::Binary,
        mode: FileMode::Regular,
        language: None,
        code_lines: 0,
        hollow: false,
        unchecked: None,
    }
}

/// Reads files and yields what was filled in and found.
pub(super) fn read(files: &[(&str, &str)], wanted: &[AstQuery]) -> (Vec<FileFact>, CodeSurvey) {
    let mut reader = SyntaxReader::new(wanted);
    let read = files.iter().map(|(path, text)| {
        let mut file = file(path);
        reader.read(&mut file, text.as_bytes());
        file
    });
    (read.collect(), reader.finish())
}

/// A query for all facts of a kind.
pub(super) fn all(kind: AstKind) -> AstQuery {
    AstQuery {
        find: Some(kind),
        name: Vec::new(),
        base: Vec::new(),
        argument: Vec::new(),
        text: Vec::new(),
        path: Vec::new(),
        language: Vec::new(),
        substantive: false,
        of_others: false,
        reaches_model: false,
        everywhere: false,
        tree: None,
        unless_above: Vec::new(),
    }
}

/// What one query selects of one file.
pub(super) fn selected(path: &str, text: &str, query: AstQuery) -> AstSelection {
    read(&[(path, text)], &[query]).1.selected.remove(0)
}

/// A fact in one line: `subprocess.run(cmd, shell=True) in main`.
pub(super) fn shown(fact: &LocatedValue<SyntaxFact>) -> String {
    match &fact.value {
        SyntaxFact::Class { name, bases, fields } => {
            format!("{name}({}) {{{}}}", bases.join(", "), fields.join("; "))
        }
        SyntaxFact::Function { name, parameters, decorators, .. } => {
            let before = decorators.join(" ");
            format!("{before} {name}({})", parameters.join(", "))
                .trim_start()
                .to_owned()
        }
        SyntaxFact::Call { callee, arguments, keywords, within } => {
            let given: Vec<&str> =
                arguments.iter().chain(keywords).map(String::as_str).collect();
            format!("{callee}({}) in {within}", given.join(", "))
        }
        SyntaxFact::Import { name } => name.clone(),
        SyntaxFact::Annotation { target, text } => format!("{target}: {text}"),
        SyntaxFact::Text { name, text } => format!("{name} = {text}"),
    }
}

/// Checks all facts of a kind in one file.
pub(super) fn check(path: &str, text: &str, kind: AstKind, expected: &[&str]) {
    let found = selected(path, text, all(kind));
    let shown: Vec<String> = found.facts.iter().map(shown).collect();
    assert_eq!(shown, expected, "{path}");
    assert_eq!(found.total, expected.len() as u64);
}
