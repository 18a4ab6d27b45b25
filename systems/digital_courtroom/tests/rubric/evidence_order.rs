//! The order in which evidence arrives does not matter.

use jurat_code::facts::{FileRole, FindingExposure};
use jurat_digital_courtroom::{
    model::{ClaimTense, Evidence},
    rubric::{ExaminationInput, cross_reference, examine, load},
};
use proptest::prelude::*;

use crate::{evidence_sample::Bundle, shipped::text};

fn full() -> Bundle {
    let mut bundle = Bundle::read();
    bundle.history(|_| {});
    bundle.file("src/graph.py", FileRole::Product, 90, false);
    bundle.file("src/nodes/justice.py", FileRole::Product, 90, false);
    bundle.file("tests/test_graph.py", FileRole::Test, 9, false);
    bundle.symbol("AgentState", "src/graph.py");
    let edges =
        ["START>a_detective", "START>b_detective", "a_detective>m", "b_detective>m", "m>END"];
    bundle.graph("src/graph.py", &edges, &[]);
    bundle.graph("src/main.py", &edges[..3], &[]);
    bundle.finding("src/main.py", "shell-command", true, FindingExposure::Reachable);
    bundle.finding("src/graph.py", "shell-command", true, FindingExposure::Reachable);
    for name in ["src/graph.py", "src/none.py", "src/main.py"] {
        bundle.claim(name, ClaimTense::Claimed);
    }
    bundle.term("Metacognition", true, &["AgentState"]);
    bundle.term("Dialectical Synthesis", false, &[]);
    bundle.figure(&[&["a_detective", "b_detective"], &["m"]]);
    bundle.figure(&[&["a_detective"], &["vote_counter"]]);
    bundle
}

fn shuffled(mut all: Vec<Evidence>, order: &[usize]) -> Vec<Evidence> {
    for (at, other) in order.iter().enumerate() {
        if at < all.len() {
            let other = other % all.len();
            all.swap(at, other);
        }
    }
    all
}

fn outcome(bundle: &Bundle) -> String {
    let rubric = load(&text("agent_graph"), &[]).unwrap();
    let crossed = cross_reference(&bundle.evidences, &bundle.index);
    let docket = ExaminationInput {
        evidences: &bundle.evidences,
        crossed: &crossed,
        index: &bundle.index,
        answers: &bundle.answers,
        submission: &bundle.submission,
    };
    format!("{crossed:#?}{:#?}", examine(&rubric, &docket))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn evidence_in_any_order_gives_the_same_results(
        order in proptest::collection::vec(0_usize..64, 24),
    ) {
        let bundle = full();
        let mut mixed = bundle.clone();
        mixed.evidences.repo = shuffled(mixed.evidences.repo, &order);
        mixed.evidences.docs = shuffled(mixed.evidences.docs, &order);
        mixed.evidences.vision = shuffled(mixed.evidences.vision, &order);
        mixed.index.files.reverse();
        prop_assert_eq!(outcome(&bundle), outcome(&mixed));
    }
}
