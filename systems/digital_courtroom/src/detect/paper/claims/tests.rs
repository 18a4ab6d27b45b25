//! Sentences, and how they speak of files and names.

use jurat_model::{ReaderIdentity, Rendition};

use super::super::read_paper;
use crate::model::ClaimTense;
use ClaimTense::{Claimed, Denied, Example, Planned};

fn paper(text: &str) -> Rendition {
    let reader = ReaderIdentity {
        name: "text".to_owned(),
        version: 1,
        options: String::new(),
    };
    Rendition::plain(reader, text.to_owned())
}

#[track_caller]
pub(super) fn check(text: &str, expected: &[(&str, ClaimTense)]) {
    let rendition = paper(text);
    let facts = read_paper("tides.md", &rendition, &[]);
    let found: Vec<(&str, ClaimTense)> = facts
        .claims
        .iter()
        .map(|claim| (claim.value.name.as_str(), claim.value.tense))
        .collect();
    assert_eq!(found, expected, "{text}");
    for claim in &facts.claims {
        let span = claim.at.span.and_then(|span| span.of(text));
        assert_eq!(span, Some(claim.snippet.as_str()));
    }
}

#[test]
fn what_is_there_is_claimed() {
    check("The graph lives in `src/tide.py`.", &[("src/tide.py", Claimed)]);
    check("The graph in src/tide.py is not linear.", &[("src/tide.py", Claimed)]);
    check("There is no security issue in src/tools.py.", &[("src/tools.py", Claimed)]);
    check("src/gate.py opens without a key.", &[("src/gate.py", Claimed)]);
    check("| State | `src\\state.py` |", &[("src/state.py", Claimed)]);
    check("As planned, src/gate.py opens.", &[("src/gate.py", Claimed)]);
}

#[test]
fn what_is_to_come_is_planned() {
    check("We will add `src/cache.py`.", &[("src/cache.py", Planned)]);
    check("A module src/cache.py is proposed.", &[("src/cache.py", Planned)]);
    check("TODO: src/cache.py", &[("src/cache.py", Planned)]);
    check("## Future work\n\nA cache in `src/cache.py`.", &[("src/cache.py", Planned)]);
    check("## Gaps\n\n### Tides\n\nA cache, src/cache.py.", &[("src/cache.py", Planned)]);
    check(
        "`src/cache.py` will be added, but `src/gate.py` opens.",
        &[("src/cache.py", Planned), ("src/gate.py", Claimed)],
    );
    check(
        "The next files to be added:\n\n- `src/cache.py`\n- `src/moon.py`\n",
        &[("src/cache.py", Planned), ("src/moon.py", Planned)],
    );
}

#[test]
fn what_is_done_is_claimed_even_in_a_plan() {
    check(
        "## Concrete plan\n\n| 1 | DONE: gates | `src/gate.py` |\n| 2 | moon | `src/moon.py` |\n",
        &[("src/gate.py", Claimed), ("src/moon.py", Planned)],
    );
    check("## Gaps\n\n**Current state:**\n\n- `src/gate.py`\n", &[("src/gate.py", Claimed)]);
}

#[test]
fn what_is_said_to_be_absent_is_denied() {
    check("There is no `src/cache.py`.", &[("src/cache.py", Denied)]);
    check("There is no file called src/cache.py yet.", &[("src/cache.py", Denied)]);
    check("`src/old.py` was removed.", &[("src/old.py", Denied)]);
    check(
        "src/old.py and src/older.py do not exist.",
        &[("src/old.py", Denied), ("src/older.py", Denied)],
    );
    check("src/moon.py is not yet implemented.", &[("src/moon.py", Denied)]);
}

#[test]
fn examples_and_other_peoples_files_are_set_apart() {
    check("A file such as src/foo.py in the target.", &[("src/foo.py", Example)]);
    check("It points at a line (e.g. `src/foo.py:3`).", &[("src/foo.py", Example)]);
    check("It looks for `graph.py` in the target repository.", &[("graph.py", Example)]);
    check("See https://tide.example/blob/src/foo.py for more.", &[]);
}

#[test]
fn other_languages_are_understood() {
    check("O módulo `src/mare.py` não existe.", &[("src/mare.py", Denied)]);
    check("Vamos criar `src/mare.py`.", &[("src/mare.py", Planned)]);
    check("## Trabalhos futuros\n\nUm cache em src/mare.py.", &[("src/mare.py", Planned)]);
    check("Il n'y a pas de `src/maree.py`.", &[("src/maree.py", Denied)]);
    check("La prochaine étape est src/maree.py.", &[("src/maree.py", Planned)]);
    check("Le graphe est dans src/maree.py.", &[("src/maree.py", Claimed)]);
    check("Geplant ist src/flut.py.", &[("src/flut.py", Planned)]);
    check("Por ejemplo, src/marea.py.", &[("src/marea.py", Example)]);
}

#[test]
fn names_are_claimed_where_the_words_say_what_they_are() {
    check("The class TideGate opens.", &[("TideGate", Claimed)]);
    check("It uses GitHub and a TideTable.", &[]);
    check("`read_tide()` returns a number.", &[("read_tide", Claimed)]);
    check("The `moon_node` node and a `score_field`.", &[("moon_node", Claimed)]);
    check("`operator.add` merges lists.", &[]);
    check(
        "`read_tide(gate_name)` in `src/a.py`.",
        &[("read_tide", Claimed), ("src/a.py", Claimed)],
    );
    check("| no `os.system`, removed | `src/a.py` |", &[("src/a.py", Claimed)]);
    check("All are Pydantic `BaseModel`s.", &[("BaseModel", Example)]);
}

#[test]
fn a_name_beside_a_file_is_within_it() {
    let rendition = paper("- `src/gate.py`: `TideGate`, `open_gate`.\n- `MoonTable` (see it).");
    let facts = read_paper("tides.md", &rendition, &[]);
    let within: Vec<(&str, Option<&str>)> = facts
        .claims
        .iter()
        .map(|claim| (claim.value.name.as_str(), claim.value.within.as_deref()))
        .collect();
    let gate = Some("src/gate.py");
    assert_eq!(
        within,
        [("src/gate.py", None), ("TideGate", gate), ("open_gate", gate), ("MoonTable", None)]
    );
}

#[test]
fn a_listing_and_a_command_claim_files_but_code_claims_no_names() {
    check(
        "```\ntide/\n├── src/\n│   └── gate.py\n└── moon.py # planned\n```\n",
        &[("src/", Claimed), ("src/gate.py", Claimed), ("moon.py", Planned)],
    );
    check("```sh\npython src/gate.py --level 5/5\n```", &[("src/gate.py", Claimed)]);
    check("```python\nclass TideGate: pass\n```", &[]);
}

#[test]
fn a_name_is_told_once_for_each_tense() {
    check(
        "src/a.py runs. src/a.py ends. We will split src/a.py.",
        &[("src/a.py", Claimed), ("src/a.py", Planned)],
    );
}
