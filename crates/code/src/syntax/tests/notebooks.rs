//! Notebooks, classes that inherit, texts that code loads, libraries.

use super::{all, file, read, selected, shown};
use crate::{
    facts::{AstKind, AstQuery},
    syntax::SyntaxReader,
};

const NOTEBOOK: &str = "{\n \"cells\": [\n  {\n   \"cell_type\": \"code\",\n   \"source\": [\n    \"import os\\n\",\n    \"os.system(name)\"\n   ]\n  }\n ]\n}\n";

#[test]
fn a_notebook_is_read_as_code_and_its_places_are_those_of_the_file() {
    let found = selected("cider.ipynb", NOTEBOOK, all(AstKind::Call));
    assert_eq!(found.facts.iter().map(shown).collect::<Vec<_>>(), ["os.system(name) in "]);
    let place = &found.facts[0];
    assert_eq!(place.at.lines.map(|lines| (lines.start, lines.end)), Some((7, 7)));
    assert_eq!(place.snippet, "    \"os.system(name)\"");
    let (files, survey) = read(&[("cider.ipynb", NOTEBOOK)], &[]);
    assert_eq!(files[0].language.as_deref(), Some("python"));
    assert_eq!(survey.findings[0].value.rule, "shell-command");
}

#[test]
fn a_notebook_that_cannot_be_read_is_named() {
    let mut reader = SyntaxReader::new(&[]);
    let mut whole = file("a.ipynb");
    let text = "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"x = 1\"}]}";
    reader.read(&mut whole, text.as_bytes());
    let problems = reader.finish().problems;
    assert_eq!(problems[0].path, "a.ipynb");
    assert!(problems[0].why.contains("line by line"), "{}", problems[0].why);
}

#[test]
fn a_class_inherits_by_one_step() {
    let query = || AstQuery {
        base: vec!["*TypedDict*".to_owned()],
        ..all(AstKind::Class)
    };
    let files = [
        ("a.py", "class Heir(state.Base[str]):\n    x: int\n"),
        ("b.py", "class Base(TypedDict):\n    y: int\nclass Grandchild(Heir):\n    pass\n"),
    ];
    let found = read(&files, &[query()]).1.selected.remove(0);
    let names: Vec<String> = found.facts.iter().map(shown).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names[0].starts_with("Heir(") && names[1].starts_with("Base("), "{names:?}");
    assert_eq!(found.total, 2);
}

#[test]
fn a_text_that_code_loads_counts_by_its_file_and_its_keys() {
    let words = "one two three four five six seven eight nine ten eleven twelve thirteen \
        fourteen fifteen sixteen seventeen eighteen nineteen twenty";
    let yaml = format!("reader:\n  goal: {words}\nplanner:\n  goal: {words}\nshort: x\n");
    let code = "words = load('agents.yaml')\n";
    let text = || all(AstKind::Text);
    let found = |code: &str| {
        let files = [("crew/agents.yaml", yaml.as_str()), ("crew/crew.py", code)];
        read(&files, &[text()]).1.selected.remove(0)
    };
    let names: Vec<String> = found(code)
        .facts
        .iter()
        .map(|one| shown(one).split(" = ").next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(names, ["reader", "planner", "agents"]);
    assert_eq!(found("words = load('other.yaml')\n").total, 0);
}

#[test]
fn libraries_of_agents_are_named_where_the_product_imports_them() {
    let files = [
        ("src/a.py", "from crewai import Agent\nimport crewai\n"),
        ("tests/test_a.py", "import dspy\n"),
        ("web/b.ts", "import { StateGraph } from '@langchain/langgraph';\n"),
    ];
    let found = read(&files, &[]).1.libraries;
    let shown: Vec<(&str, &str)> = found
        .iter()
        .map(|one| (one.value.name.as_str(), one.at.path.as_str()))
        .collect();
    assert_eq!(shown, [("@langchain/langgraph", "web/b.ts"), ("crewai", "src/a.py")]);
}

#[test]
fn functions_that_do_nothing_are_told_apart() {
    let query = AstQuery {
        name: vec!["*rule*".to_owned()],
        substantive: true,
        ..all(AstKind::Function)
    };
    let text = "def rule_a(x):\n    return x\ndef rule_b(x):\n    return max(x)\n";
    let found = selected("justice.py", text, query);
    assert_eq!(found.facts.iter().map(shown).collect::<Vec<_>>(), ["rule_b(x)"]);
    assert_eq!(found.hollow.iter().map(shown).collect::<Vec<_>>(), ["rule_a(x)"]);
    assert_eq!(found.total, 1);
}
