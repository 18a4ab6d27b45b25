//! Prompts that are found by the node that uses them, whatever holds them.

use super::{all, read};
use crate::facts::{AstKind, AstQuery, SyntaxFact};

/// Twenty words and more, beginning with this one.
fn prompt(word: &str) -> String {
    format!(
        "{word} {}",
        "weigh each voyage by what the record of the harbour shows and say so ".repeat(2)
    )
}

/// What texts a node of this name is told, where two nodes are built so.
fn told(node: &str, code: &str, files: &[(&str, &str)]) -> Vec<String> {
    let text = format!(
        "from langgraph.graph import StateGraph, START\n{code}\ng = StateGraph(S)\n\
         g.add_node('prosecutor', harsh)\ng.add_node('defense', gentle)\n\
         g.add_edge(START, 'prosecutor')\ng.add_edge(START, 'defense')\napp = g.compile()\n\
         if __name__ == '__main__':\n    app.invoke({{}})\n"
    );
    let query = AstQuery {
        name: vec![format!("*{node}*")],
        ..all(AstKind::Text)
    };
    let whole: Vec<(&str, &str)> = [("graph.py", text.as_str())]
        .into_iter()
        .chain(files.iter().copied())
        .collect();
    let found = read(&whole, &[query]).1.selected.remove(0);
    let words = found.facts.iter().map(|fact| match &fact.value {
        SyntaxFact::Text { text, .. } => text.split(' ').next().unwrap_or_default().to_owned(),
        _ => String::new(),
    });
    words.collect()
}

#[track_caller]
fn check(code: &str, files: &[(&str, &str)]) {
    assert_eq!(told("prosecutor", code, files), ["Doubt"], "{code}");
    assert_eq!(told("defense", code, files), ["Credit"], "{code}");
}

#[test]
fn a_constant_a_function_a_dictionary_and_a_file_are_followed_to_their_node() {
    let (doubt, credit) = (prompt("Doubt"), prompt("Credit"));
    check(
        &format!(
            "A_RULES = \"{doubt}\"\nB_RULES = \"{credit}\"\n\
             def harsh(state):\n    return {{'o': llm.invoke(A_RULES)}}\n\
             def gentle(state):\n    return {{'o': llm.invoke(B_RULES)}}\n"
        ),
        &[],
    );
    check(
        &format!(
            "def a_words():\n    return \"{doubt}\"\ndef b_words():\n    return \"{credit}\"\n\
             def harsh(state):\n    return {{'o': llm.invoke(a_words())}}\n\
             def gentle(state):\n    return {{'o': llm.invoke(b_words())}}\n"
        ),
        &[],
    );
    check(
        &format!(
            "WORDS = {{\"a_side\": \"{doubt}\", \"b_side\": \"{credit}\"}}\n\
             def harsh(state):\n    return {{'o': llm.invoke(WORDS['a_side'])}}\n\
             def gentle(state):\n    return {{'o': llm.invoke(WORDS['b_side'])}}\n"
        ),
        &[],
    );
    check(
        "def harsh(state):\n    return {'o': llm.invoke(open('texts/a_side.txt').read())}\n\
         def gentle(state):\n    return {'o': llm.invoke(open('texts/b_side.txt').read())}\n",
        &[("texts/a_side.txt", &doubt), ("texts/b_side.txt", &credit)],
    );
}

#[test]
fn what_two_nodes_use_is_nobodys_own() {
    let doubt = prompt("Doubt");
    let code = format!(
        "RULES = \"{doubt}\"\n\
         def harsh(state):\n    return {{'o': llm.invoke(RULES)}}\n\
         def gentle(state):\n    return {{'o': llm.invoke(RULES)}}\n"
    );
    assert_eq!(told("prosecutor", &code, &[]), [""; 0]);
    assert_eq!(told("defense", &code, &[]), [""; 0]);
}

#[test]
fn a_function_that_puts_a_prompt_together_is_followed() {
    let (doubt, credit) = (prompt("Doubt"), prompt("Credit"));
    let nodes = "def harsh(state):\n    return {'o': llm.invoke(a_prompt(state))}\n\
                 def gentle(state):\n    return {'o': llm.invoke(b_prompt(state))}\n";
    check(
        &format!(
            "A_RULES = \"{doubt}\"\nB_RULES = \"{credit}\"\n\
             def a_prompt(x):\n    return A_RULES.format(x=x)\n\
             def b_prompt(x):\n    return B_RULES.format(x=x)\n{nodes}"
        ),
        &[],
    );
    check(
        &format!(
            "def a_prompt(x):\n    return open('texts/a_side.txt').read()\n\
             def b_prompt(x):\n    return open('texts/b_side.txt').read()\n{nodes}"
        ),
        &[("texts/a_side.txt", &doubt), ("texts/b_side.txt", &credit)],
    );
    let other = format!(
        "A_RULES = \"{doubt}\"\nB_RULES = \"{credit}\"\n\
         def a_prompt(x):\n    return A_RULES + x\ndef b_prompt(x):\n    return B_RULES + x\n"
    );
    check(&format!("from words import a_prompt, b_prompt\n{nodes}"), &[("words.py", &other)]);
}

#[test]
fn what_a_shared_function_says_or_one_of_two_of_a_name_is_nobodys_own() {
    let doubt = prompt("Doubt");
    let rules = format!("RULES = \"{doubt}\"\n");
    for helpers in [
        "def put(x):\n    return RULES.format(x=x)\n\
         def harsh(state):\n    return {'o': llm.invoke(put('a'))}\n\
         def gentle(state):\n    return {'o': llm.invoke(put('b'))}\n",
        "def put(x):\n    return RULES.format(x=x)\n\
         class Other:\n    def put(self, x):\n        return x\n\
         def harsh(state):\n    return {'o': llm.invoke(put('a'))}\n\
         def gentle(state):\n    return {'o': llm.invoke('b')}\n",
        "def put(x):\n    return RULES.format(x=x)\n\
         def harsh(state):\n    return {'o': llm.invoke(store.put('a'))}\n\
         def gentle(state):\n    return {'o': llm.invoke('b')}\n",
    ] {
        let code = format!("{rules}{helpers}");
        assert_eq!(told("prosecutor", &code, &[]), [""; 0], "{code}");
        assert_eq!(told("defense", &code, &[]), [""; 0], "{code}");
    }
}
