//! Children that tell the truth, and children that do not.
#![expect(clippy::unwrap_used)]

use jurat_canon::{Hash, git_blob_id};
use jurat_model::{EvidenceLocation, LineRange, LocatedValue, SubmissionArtifact};

use super::FactTextLookup;
use crate::{
    facts::{
        AstSelection, FileFact, FileMode, FileRole, FindingExposure, SecurityFinding,
        SecuritySeverity, SymbolDefinition, SyntaxFact,
    },
    folder::LIKE,
    survey_restarts::RepoTextFile,
    syntax::{CodeSurvey, SECRET_RULE},
};

const TEXT: &str = "import os\r\nos.system(x)\n\nend";

fn source(path: &str, text: &str) -> RepoTextFile {
    let fact = FileFact {
        path: path.to_owned(),
        blob: git_blob_id(text.as_bytes(), LIKE).unwrap(),
        size: text.len() as u64,
        role: FileRole::Product,
        mode: FileMode::Regular,
        language: None,
        code_lines: 2,
        hollow: false,
        unchecked: None,
    };
    RepoTextFile { fact, text: text.to_owned() }
}

fn nothing() -> CodeSurvey {
    CodeSurvey {
        symbols: Vec::new(),
        graphs: Vec::new(),
        findings: Vec::new(),
        libraries: Vec::new(),
        selected: Vec::new(),
        names: Vec::new(),
        addressed: Vec::new(),
        problems: Vec::new(),
    }
}

fn located(path: &str, lines: Option<(u32, u32)>, snippet: &str) -> LocatedValue<String> {
    let mut at = EvidenceLocation::to(SubmissionArtifact::Repo, path);
    at.lines = lines.map(|(start, end)| LineRange { start, end });
    // What a child says of ids and hashes is not believed either.
    at.blob = Some("forged".to_owned());
    LocatedValue {
        value: "x".to_owned(),
        at,
        snippet: snippet.to_owned(),
    }
}

#[track_caller]
fn check(path: &str, lines: Option<(u32, u32)>, snippet: &str, passes: bool) {
    let sources = [source("a.py", TEXT)];
    let mut survey = CodeSurvey {
        addressed: vec![located(path, lines, snippet)],
        ..nothing()
    };
    let mut texts = FactTextLookup::new(&sources, Some("c0ffee"));
    texts.check(&mut survey);
    assert_eq!(survey.addressed.len(), usize::from(passes), "{path} {lines:?} {snippet:?}");
    assert_eq!(texts.untrue().len(), usize::from(!passes));
    assert_eq!(texts.held().0.len(), usize::from(passes && lines.is_some()));
    for true_one in &survey.addressed {
        assert_eq!(true_one.at.commit.as_deref(), Some("c0ffee"));
        assert_eq!(true_one.at.blob.as_deref(), Some(&*sources[0].fact.blob));
        let hash = (!snippet.is_empty()).then(|| Hash::of(snippet.as_bytes()));
        assert_eq!(true_one.at.snippet, hash);
    }
}

#[test]
fn what_stands_there_passes() {
    check("a.py", Some((2, 2)), "os.system(x)", true);
    check("a.py", Some((1, 2)), "import os\nos.system(x)", true);
    check("a.py", Some((4, 4)), "end", true);
    check("a.py", None, "", true);
}

#[test]
fn what_does_not_is_dropped() {
    check("a.py", Some((2, 2)), "os.system(y)", false);
    check("a.py", Some((1, 1)), "os.system(x)", false);
    check("a.py", Some((2, 5)), "os.system(x)\n\nend\n", false);
    check("a.py", Some((0, 1)), "import os", false);
    check("a.py", Some((2, 1)), "", false);
    check("a.py", Some((1, u32::MAX)), TEXT, false);
    check("a.py", None, "words", false);
    check("b.py", Some((1, 1)), "import os", false);
}

#[test]
fn counts_go_down_with_what_is_dropped() {
    let fact = |line, snippet: &str| {
        let LocatedValue { at, snippet, .. } = located("a.py", Some((line, line)), snippet);
        LocatedValue {
            value: SyntaxFact::Import { name: "os".to_owned() },
            at,
            snippet,
        }
    };
    let facts = vec![fact(1, "import os"), fact(2, "import os")];
    let symbol = |line| SymbolDefinition {
        name: "x".to_owned(),
        path: "a.py".to_owned(),
        line,
    };
    let mut survey = CodeSurvey {
        selected: vec![AstSelection { total: 7, facts, hollow: Vec::new(), problem: None }],
        symbols: vec![symbol(4), symbol(5)],
        ..nothing()
    };
    let sources = [source("a.py", TEXT)];
    let mut texts = FactTextLookup::new(&sources, None);
    texts.check(&mut survey);
    texts.check_answers(&mut survey.selected);
    assert_eq!((survey.selected[0].total, survey.selected[0].facts.len()), (6, 1));
    assert_eq!(survey.symbols, [symbol(4)]);
}

#[test]
fn no_words_of_a_file_with_a_secret_are_carried_along() {
    let sources = [source("a.py", TEXT), source("b.py", TEXT)];
    let found = |path: &str| {
        let LocatedValue { at, snippet, .. } = located(path, None, "");
        let value = SecurityFinding {
            rule: SECRET_RULE.to_owned(),
            severity: SecuritySeverity::High,
            cwe: "CWE-798".to_owned(),
            message: "a key on line 1".to_owned(),
            remediation: String::new(),
            exposure: FindingExposure::Reachable,
            confirmed: true,
        };
        LocatedValue { value, at, snippet }
    };
    let mut survey = CodeSurvey {
        findings: vec![found("a.py")],
        addressed: vec![
            located("a.py", Some((2, 2)), "os.system(x)"),
            located("b.py", Some((2, 2)), "os.system(x)"),
        ],
        ..nothing()
    };
    let mut texts = FactTextLookup::new(&sources, None);
    texts.check(&mut survey);
    let (held, cut) = texts.held();
    assert_eq!((held.len(), &*held[0].path), (1, "b.py"));
    assert!(cut[0].contains("a.py") && cut[0].contains("secret"), "{cut:?}");
    let [of_a, of_b] = &survey.addressed[..] else { unreachable!("two were given") };
    assert_eq!((of_a.at.lines, of_a.at.snippet, &*of_a.snippet), (None, None, ""));
    assert_eq!((of_b.at.lines.is_some(), &*of_b.snippet), (true, "os.system(x)"));
}

#[test]
fn long_texts_are_not_carried_along() {
    let sources = [source("a.py", &"x".repeat(300 << 10)), source("b.py", TEXT)];
    let mut survey = CodeSurvey {
        addressed: vec![
            located("a.py", Some((1, 1)), &"x".repeat(300 << 10)),
            located("b.py", Some((1, 1)), "import os"),
        ],
        ..nothing()
    };
    let mut texts = FactTextLookup::new(&sources, None);
    texts.check(&mut survey);
    let (held, cut) = texts.held();
    assert_eq!((held.len(), &*held[0].path, cut.len()), (1, "b.py", 1));
}
