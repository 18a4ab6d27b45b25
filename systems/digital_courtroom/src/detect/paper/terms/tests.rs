//! Paragraphs, and whether they explain a term.

mod labelled_passages;

use jurat_model::{ReaderIdentity, Rendition};

use super::super::read_paper;

const TERMS: [&str; 3] = ["Fan-In / Fan-Out", "Metacognition", "State Synchronization"];

/// For each place of a term: the term, and whether it is explained.
#[track_caller]
fn check(text: &str, expected: &[(&str, bool)]) {
    let reader = ReaderIdentity {
        name: "text".to_owned(),
        version: 1,
        options: String::new(),
    };
    let rendition = Rendition::plain(reader, text.to_owned());
    let terms: Vec<String> = TERMS.iter().map(|term| (*term).to_owned()).collect();
    let facts = read_paper("tides.md", &rendition, &terms);
    let found: Vec<(&str, bool)> = facts
        .terms
        .iter()
        .map(|term| (term.value.term.as_str(), term.value.substantive))
        .collect();
    assert_eq!(found, expected, "{text}");
}

const FANS: &str = "Fan-out starts at the keeper: it sends one note to each of the three gates, \
                    and they run at the same time. The fan-in happens in `src/weir.py`, where \
                    `join_tides` waits until all of them have written their level and merges \
                    the levels by gate.";

#[test]
fn a_paragraph_that_says_how_explains() {
    check(FANS, &[("Fan-In / Fan-Out", true)]);
    check(&FANS.to_uppercase(), &[("Fan-In / Fan-Out", true)]);
}

#[test]
fn a_term_alone_is_dropped() {
    check("Our system has metacognition.", &[("Metacognition", false)]);
    check(
        "Metacognition, state synchronisation, fan-out, fan-in, agentic reasoning, deep \
         orchestration, scalable frameworks, robust parallelism, seamless synergy, autonomous \
         agents, innovative paradigms, best practices, holistic architecture, advanced \
         intelligence via synthesis by design.",
        &[
            ("Fan-In / Fan-Out", false),
            ("Metacognition", false),
            ("State Synchronization", false),
        ],
    );
}

#[test]
fn spelling_and_joints_do_not_matter() {
    check("meta-cognition here", &[("Metacognition", false)]);
    check("The state-synchronisation here", &[("State Synchronization", false)]);
    check("a fanout alone", &[("Fan-In / Fan-Out", false)]);
    check("The fan is on, and stately.", &[]);
}

#[test]
fn a_list_under_its_lead_is_one_paragraph() {
    check(
        "- **Metacognition** is told by three rules of the weir:\n  \
         1. When two levels differ by more than a hand, the keeper reads both gates again.\n  \
         2. If they still differ, it writes the lower one and says so in its log.\n",
        &[("Metacognition", true)],
    );
}

#[test]
fn names_of_the_paragraph_and_its_section_come_along() {
    let text = format!("# Weirs\n\n{FANS}");
    let reader = ReaderIdentity {
        name: "text".to_owned(),
        version: 1,
        options: String::new(),
    };
    let rendition = Rendition::plain(reader, text);
    let facts = read_paper("tides.md", &rendition, &["fan-out".to_owned()]);
    let term = &facts.terms[0].value;
    assert_eq!(term.names, ["src/weir.py", "join_tides"]);
    assert_eq!(term.section, "Weirs");
    assert_eq!(facts.terms[0].snippet, FANS);
}

#[test]
fn french_and_portuguese_explain_too() {
    check(
        "La metacognition est réalisée dans `src/vanne.py` : lorsque deux niveaux sont \
         différents, le gardien appelle la vanne une seconde fois, puis il compare les deux \
         valeurs et écrit la plus basse dans son journal.",
        &[("Metacognition", true)],
    );
    check(
        "A metacognition acontece em `src/comporta.py`: quando dois níveis são diferentes, o \
         guarda chama a comporta uma segunda vez, compara os dois valores e grava o mais baixo \
         no seu diário.",
        &[("Metacognition", true)],
    );
}
