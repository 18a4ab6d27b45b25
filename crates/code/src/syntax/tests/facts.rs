//! Python in detail; queries; pointers.

use jurat_canon::Hash;

use super::{all, check, read, selected, shown};
use crate::facts::{AstKind, AstQuery};

#[test]
fn callees_have_their_imports_resolved() {
    check(
        "app.py",
        "import os as o\nfrom subprocess import run as r\nimport xml.sax\nlaunch = o.popen\n\
         def main(cmd):\n    r(cmd, shell=True)\n    o.system('ls')\n    xml.sax.parse(cmd)\n    launch(cmd)\n",
        AstKind::Call,
        &[
            "subprocess.run(cmd, shell=True) in main",
            "os.system('ls') in main",
            "xml.sax.parse(cmd) in main",
            "os.popen(cmd) in main",
        ],
    );
}

#[test]
fn variables_keep_their_names_and_chains_show_their_calls() {
    check(
        "app.py",
        "builder.add_edge('a', 'b')\nself.graph.add_node(x)\nopen('f').read()\n', '.join(xs)\nf()()\n",
        AstKind::Call,
        &[
            "builder.add_edge('a', 'b') in ",
            "self.graph.add_node(x) in ",
            "open().read() in ",
            "open('f') in ",
            "str.join(xs) in ",
            "f()() in ",
            "f() in ",
        ],
    );
}

#[test]
fn classes_have_bases_and_fields_and_functions_their_class() {
    let text = "class State(TypedDict, total=False):\n    \"\"\"Held.\"\"\"\n    notes: Annotated[dict,\n        operator.ior]\n    limit = 3\n\n    @property\n    def size(self, deep: bool = False) -> int:\n        def inner(): return 1\n        return inner()\n";
    check(
        "app.py",
        text,
        AstKind::Class,
        &["State(TypedDict, total=False) {notes: Annotated[dict, operator.ior]; limit}"],
    );
    check(
        "app.py",
        text,
        AstKind::Function,
        &["@property State.size(self, deep: bool = False)", "State.size.inner()"],
    );
    check(
        "app.py",
        text,
        AstKind::Annotation,
        &[
            "State.notes: Annotated[dict, operator.ior]",
            "State.size.return: int",
            "State.size.deep: bool",
        ],
    );
    let names = read(&[("app.py", text)], &[]).1.symbols;
    let names: Vec<&str> = names.iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(names, ["State", "State.notes", "State.size", "State.size.inner"]);
}

#[test]
fn imports_are_named_in_full() {
    check(
        "app.py",
        "from __future__ import annotations\nimport a.b, c as d\nfrom .near import x as y, z\nfrom e import *\n",
        AstKind::Import,
        &["__future__.annotations", "a.b", "c", ".near.x", ".near.z", "e.*"],
    );
}

#[test]
fn long_texts_are_found_with_their_holder_and_docstrings_are_none() {
    let words = "one two three four five six seven eight nine ten ".repeat(3);
    let words = words.trim();
    let text = format!(
        "\"\"\"{words}\"\"\"\nPROMPT = \"{words}\"\nPARTS = {{'strict': (\"{words} \"\n  f'{{x}}')}}\n\
         def build():\n    \"\"\"{words}\"\"\"\n    return f\"\"\"{words}\"\"\"\nSHORT = 'a b c'\n"
    );
    let found = selected("app.py", &text, all(AstKind::Text));
    let names: Vec<String> = found
        .facts
        .iter()
        .map(shown)
        .map(|one| one.split(' ').next().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["PROMPT", "strict", "build"]);
    assert_eq!(shown(&found.facts[0]), format!("PROMPT = {words}"));
}

#[test]
fn every_list_of_a_query_must_be_satisfied() {
    let text = "import subprocess\nsubprocess.run(a, shell=True)\nsubprocess.run(b)\nsubprocess.call(c, shell=True)\n";
    let query = AstQuery {
        name: vec!["subprocess.run".to_owned()],
        argument: vec!["shell=*".to_owned()],
        ..all(AstKind::Call)
    };
    assert_eq!(selected("app.py", text, query).total, 1);
    let query = AstQuery {
        path: vec!["other*".to_owned()],
        ..all(AstKind::Call)
    };
    assert_eq!(selected("app.py", text, query).total, 0);
    let query = AstQuery {
        language: vec!["rust".to_owned()],
        ..all(AstKind::Call)
    };
    assert_eq!(selected("app.py", text, query).total, 0);
    let query = AstQuery {
        name: vec!["size".to_owned()],
        ..all(AstKind::Function)
    };
    assert_eq!(selected("app.py", "class A:\n  def size(self): return 1\n", query).total, 1);
}

#[test]
fn only_the_product_counts_unless_everywhere_is_asked() {
    let query = AstQuery { everywhere: true, ..all(AstKind::Call) };
    assert_eq!(selected("tests/test_a.py", "f()\n", all(AstKind::Call)).total, 0);
    assert_eq!(selected("tests/test_a.py", "f()\n", query).total, 1);
}

#[test]
fn the_first_twenty_are_kept_and_all_are_counted() {
    let found = selected("app.py", &"f()\n".repeat(50), all(AstKind::Call));
    assert_eq!((found.total, found.facts.len()), (50, 20));
    let lines: Vec<u32> = found.facts.iter().map(|fact| fact.at.lines.unwrap().start).collect();
    assert_eq!(lines, (1..=20).collect::<Vec<u32>>());
}

#[test]
fn a_pointer_takes_in_whole_lines_and_forty_at_most() {
    let text = format!("x = 1\r\nclass Long:\r\n{}", "    a: int\r\n".repeat(60));
    let found = selected("app.py", &text, all(AstKind::Class)).facts.remove(0);
    let lines = found.at.lines.unwrap();
    assert_eq!((lines.start, lines.end), (2, 41));
    let snippet = format!("class Long:\n{}", vec!["    a: int"; 39].join("\n"));
    assert_eq!(found.snippet, snippet);
    assert_eq!(found.at.snippet, Some(Hash::of(snippet.as_bytes())));
    assert_eq!(found.at.path, "app.py");
}

#[test]
fn a_tree_query_finds_its_first_capture() {
    let query = AstQuery {
        find: None,
        tree: Some("(call function: (identifier) @f (#eq? @f \"eval\")) @call".to_owned()),
        language: vec!["python".to_owned()],
        ..all(AstKind::Call)
    };
    let found = selected("app.py", "eval(x)\nopen(y)\n# eval(z)\n", query.clone());
    assert_eq!((found.total, found.problem), (1, None));
    assert_eq!(shown(&found.facts[0]), "eval(x) in ");
    assert_eq!(selected("test_app.py", "eval(x)\n", query).total, 0);
}

#[test]
fn a_query_that_cannot_be_run_says_why() {
    let problem = |query: AstQuery| selected("app.py", "f()\n", query).problem.unwrap();
    let tree = |tree: &str, language: &[&str]| AstQuery {
        find: None,
        tree: Some(tree.to_owned()),
        language: language.iter().map(|one| (*one).to_owned()).collect(),
        ..all(AstKind::Call)
    };
    assert!(problem(tree("(call) @c", &[])).contains("exactly one language"));
    assert!(problem(tree("(nonsense) @c", &["python"])).contains("line 1"));
    assert!(problem(tree("(call)", &["python"])).contains("captures nothing"));
    assert!(problem(tree("(call) @c", &["cobol"])).contains("cobol"));
    assert!(problem(AstQuery { find: None, ..all(AstKind::Call) }).contains("neither"));
    assert_eq!(super::super::tree_query_problem("rust", "(struct_item) @s"), None);
    assert!(super::super::tree_query_problem("typescript", "(((").is_some());
}

#[test]
fn a_query_is_not_dodged_by_another_name() {
    let asks = || AstQuery {
        name: vec!["os.system".to_owned()],
        ..all(AstKind::Call)
    };
    for text in [
        "import os\nos.system(x)\n",
        "import os\nrun = os.system\nrun(x)\n",
        "import os\ngetattr(os, 'system')(x)\n",
        "__import__('os').system(x)\n",
        "from importlib import import_module\nimport_module('os').system(x)\n",
        "import os\nfrom functools import partial\npartial(os.system)(x)\n",
        "import os\nclass A:\n    go = staticmethod(os.system)\n    run = os.system\n    def f(self):\n        self.run(x)\n",
    ] {
        assert_eq!(selected("app.py", text, asks()).total, 1, "{text}");
    }
    assert_eq!(selected("app.py", "run = mine.system\nrun(x)\n", asks()).total, 0);
}

#[test]
fn a_query_that_costs_too_much_is_told_and_the_rest_goes_on() {
    let tree = |pattern: &str| AstQuery {
        find: None,
        language: vec!["python".to_owned()],
        tree: Some(pattern.to_owned()),
        ..all(AstKind::Call)
    };
    let many = "x = [1, 2, 3]\n".repeat(300);
    let deep = format!("x = {}1{}\n", "[".repeat(1500), "]".repeat(1500)).repeat(8);
    let costly =
        ["(module (_)* @a (_)* @b (_)* @c (_)* @d)", "((_) @x (#match? @x \"never.*there\"))"];
    let files = [("a.py", many.as_str()), ("b.py", deep.as_str()), ("c.py", "f(1)\n")];
    let mut queries: Vec<AstQuery> = costly.iter().map(|one| tree(one)).collect();
    // They share what all of them may take.
    queries.extend((0..298).map(|_| tree("(call) @c")));
    let (_, survey) = read(&files, &queries);
    for (selected, query) in survey.selected.iter().zip(costly) {
        let problem = selected.problem.as_deref().unwrap_or_default();
        assert!(problem.starts_with("the query is too costly: "), "{query}: {problem:?}");
    }
    assert_eq!((survey.selected[2].total, &survey.selected[2].problem), (1, &None));
    assert_eq!(survey.selected, read(&files, &queries).1.selected);
}

#[test]
fn libraries_of_others_are_counted_once_and_our_own_not() {
    let files = [
        ("gauge/level.py", "import json\nimport numpy as np\nfrom numpy import array\n"),
        ("gauge/main.py", "from gauge import level\nfrom .level import x\nimport pandas\n"),
        ("tests/test_level.py", "import pytest\n"),
    ];
    let query = AstQuery { of_others: true, ..all(AstKind::Import) };
    let found = read(&files, &[query]).1.selected.remove(0);
    let shown: Vec<String> = found.facts.iter().map(shown).collect();
    assert_eq!((found.total, shown), (2, vec!["numpy".to_owned(), "pandas".to_owned()]));
}

#[test]
fn a_class_is_based_on_what_decorates_it() {
    let text = "from dataclasses import dataclass\n@dataclass\nclass Weir:\n    height: int\n@dataclass(frozen=True)\nclass Gate(Part):\n    open: bool\nclass Bare:\n    pass\n";
    let query = AstQuery {
        base: vec!["*BaseModel*".to_owned(), "*dataclass*".to_owned()],
        ..all(AstKind::Class)
    };
    let found = selected("a.py", text, query);
    let shown: Vec<String> = found.facts.iter().map(shown).collect();
    assert_eq!(shown, ["Weir(dataclass) {height: int}", "Gate(Part, dataclass) {open: bool}"]);
}

#[test]
fn what_stands_under_a_comment_can_be_left_out() {
    let text = "fn f() {\n    // SAFETY: it was checked\n    // above.\n    unsafe { a() }\n    let x =\n        unsafe { b() };\n    // SAFETY: known.\n    let y = Some(unsafe { c() });\n    unsafe {\n        // SAFETY: inside.\n        d()\n    }\n}\n";
    let query = |above: &[&str]| AstQuery {
        find: None,
        language: vec!["rust".to_owned()],
        tree: Some("(unsafe_block) @found".to_owned()),
        unless_above: above.iter().map(|one| (*one).to_owned()).collect(),
        ..all(AstKind::Call)
    };
    assert_eq!(selected("src/lib.rs", text, query(&[])).total, 4);
    let found = selected("src/lib.rs", text, query(&["*SAFETY:*"]));
    let lines: Vec<_> = found
        .facts
        .iter()
        .map(|one| one.at.lines.map(|at| at.start))
        .collect();
    assert_eq!((found.total, lines), (1, vec![Some(6)]));
}
