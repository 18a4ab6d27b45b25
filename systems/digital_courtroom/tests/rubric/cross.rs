//! Claims and figures held against the repository.

use jurat_code::facts::{FileRole, SkippedFile};
use jurat_digital_courtroom::{
    model::{ClaimStatus, ClaimTense, EvidenceFact, EvidenceSet, RepoIndex},
    rubric::cross_reference,
};

use crate::evidence_sample::{Bundle, figure, graph};

use ClaimStatus::{Aside, Hollow, Missing, Planned, Untold, Verified};

fn repository() -> Bundle {
    let mut bundle = Bundle::read();
    bundle.file("src/graph.py", FileRole::Product, 90, false);
    bundle.file("src/nodes/judges.py", FileRole::Product, 60, false);
    bundle.file("src/nodes/hollow.py", FileRole::Product, 0, true);
    bundle.file("a/twin.py", FileRole::Product, 6, false);
    bundle.file("b/twin.py", FileRole::Product, 6, false);
    bundle.file("void/one.py", FileRole::Product, 0, true);
    bundle.file("tests/test_graph.py", FileRole::Test, 40, false);
    bundle.symbol("AgentState", "src/graph.py");
    bundle.symbol("Store.load", "src/graph.py");
    bundle
}

#[track_caller]
fn check(claim: (&str, ClaimTense, Option<&str>), expected: (ClaimStatus, Option<&str>)) {
    let mut bundle = repository();
    bundle.claims(claim.0, claim.1, claim.2);
    let crossed = bundle.crossed();
    let [evidence] = crossed.as_slice() else { unreachable!("{crossed:?}") };
    let EvidenceFact::CheckedClaim(found) = &evidence.fact else { unreachable!() };
    assert_eq!((found.status, found.path.as_deref()), expected, "{claim:?}");
    assert!(evidence.is_whole() && evidence.content.contains(claim.0));
}

#[test]
fn what_nobody_looked_into_is_neither_borne_out_nor_invented() {
    let status = |path: &str, prepare: fn(&mut Bundle)| {
        let mut bundle = repository();
        bundle.file(path, FileRole::Binary, 9, false);
        prepare(&mut bundle);
        bundle.claims(path, ClaimTense::Claimed, None);
        bundle.claims("src/odd", ClaimTense::Claimed, None);
        let mut found: Vec<(String, ClaimStatus)> = bundle
            .crossed()
            .iter()
            .filter_map(|one| match &one.fact {
                EvidenceFact::CheckedClaim(claim) => Some((claim.name.clone(), claim.status)),
                _ => None,
            })
            .collect();
        found.sort_by_key(|(name, _)| name != path);
        (found[0].1, found[1].1)
    };
    assert_eq!(status("src/odd/latin.py", |_| {}), (Untold, Untold));
    assert_eq!(status("src/odd/drawing.png", |_| {}), (Verified, Verified));
    let read = |b: &mut Bundle| b.file("src/odd/read.py", FileRole::Product, 9, false);
    assert_eq!(status("src/odd/latin.py", read), (Untold, Verified));
    let listed = |b: &mut Bundle| {
        b.index.files.last_mut().unwrap().role = FileRole::Product;
        let (path, why) = ("src/odd/big.py".to_owned(), "it is too large".to_owned());
        b.index.unread.push(SkippedFile { path, why });
    };
    assert_eq!(status("src/odd/big.py", listed), (Untold, Untold));
}

#[test]
fn paths_are_resolved() {
    let graph = Some("src/graph.py");
    for name in [
        "src/graph.py",
        "./src/graph.py",
        "/src/graph.py",
        "graph.py",
        "SRC/Graph.py",
        "src\\graph.py",
        "src/graph.py:12",
        "src/graph.py#L4",
        "weir/src/graph.py",
    ] {
        let mut bundle = repository();
        let fact = jurat_digital_courtroom::model::PaperClaim {
            name: name.to_owned(),
            is_path: true,
            within: None,
            broken: None,
            tense: ClaimTense::Claimed,
        };
        bundle.doc(EvidenceFact::Claim(fact), name);
        let crossed = bundle.crossed();
        let EvidenceFact::CheckedClaim(found) = &crossed[0].fact else { unreachable!() };
        assert_eq!((found.status, found.path.as_deref()), (Verified, graph), "{name}");
    }
    check(
        ("nodes/judges.py", ClaimTense::Claimed, None),
        (Verified, Some("src/nodes/judges.py")),
    );
    check(("src/nodes/", ClaimTense::Claimed, None), (Verified, None));
    check(("twin.py", ClaimTense::Claimed, None), (Verified, None));
    check(("src/nodes/*.py", ClaimTense::Claimed, None), (Verified, None));
    check(
        ("tests/test_graph.py", ClaimTense::Claimed, None),
        (Verified, Some("tests/test_graph.py")),
    );
}

#[test]
fn modules_members_and_other_spellings_are_found() {
    let judges = Some("src/nodes/judges.py");
    for name in ["src/nodes/judges", "nodes/judges", "src/nodes/judges.py::Judge.rule"] {
        check((name, ClaimTense::Claimed, None), (Verified, judges));
    }
    for name in ["src/nodes/judges.py:L4", "src/nodes/judges.py#judge", "NODES/Judges.PY"] {
        check((name, ClaimTense::Claimed, None), (Verified, judges));
    }
    check(("src.nodes.judges", ClaimTense::Claimed, None), (Verified, judges));
    check(("agent_state", ClaimTense::Claimed, judges), (Verified, Some("src/graph.py")));
    check(("src/nodes/ghosts", ClaimTense::Claimed, None), (Missing, None));
    check(("src.nodes.ghosts", ClaimTense::Claimed, None), (Missing, None));
    // A value of a module, and modules of others.
    check(("src.nodes.judges.limit", ClaimTense::Claimed, None), (Aside, None));
    check(("langgraph.graph.message", ClaimTense::Claimed, judges), (Aside, None));
}

#[test]
fn a_node_in_another_spelling_is_found() {
    let mut bundle = repository();
    bundle.graph("src/graph.py", EDGES, &[]);
    bundle.claims("EvidenceAggregator", ClaimTense::Claimed, Some("src/graph.py"));
    let crossed = bundle.crossed();
    let EvidenceFact::CheckedClaim(found) = &crossed[0].fact else { unreachable!() };
    assert_eq!(found.status, Verified);
}

#[test]
fn what_a_run_makes_is_not_missed() {
    check(("audit/report.md", ClaimTense::Produced, None), (Aside, None));
    check(("src/graph.py", ClaimTense::Produced, None), (Verified, Some("src/graph.py")));
    for name in ["a/.env", "a/.env.local", ".venv/bin", "web/node_modules/"] {
        check((name, ClaimTense::Claimed, None), (Aside, None));
    }
    check(("a/.env.example", ClaimTense::Claimed, None), (Missing, None));
}

#[test]
fn a_name_that_unread_code_may_define_is_not_missed() {
    let status = |unread: Option<(&str, &str)>, name: &str, within: Option<&str>| {
        let mut bundle = repository();
        bundle.index.unread.extend(
            unread
                .map(|(path, why)| SkippedFile { path: path.to_owned(), why: why.to_owned() }),
        );
        bundle.claims(name, ClaimTense::Claimed, within);
        let crossed = bundle.crossed();
        let EvidenceFact::CheckedClaim(found) = &crossed[0].fact else { unreachable!() };
        found.status
    };
    let here = Some("src/graph.py");
    assert_eq!(status(None, "GhostGate", here), Missing);
    for (path, why) in [
        ("src/graph.py", "it is too large to be parsed"),
        ("", "the reader died"),
        ("", "names after the first 100000 were left out"),
    ] {
        assert_eq!(status(Some((path, why)), "GhostGate", here), Untold, "{path} {why}");
    }
    // The file that it is said to be in was read: no other file that was not bears it out.
    let other = Some(("src/nodes/big.py", "it is too large to be parsed"));
    assert_eq!(status(other, "GhostGate", here), Missing);
    assert_eq!(status(other, "GhostGate", Some("src/nodes/big.py")), Untold);
    // Code in another language defines no name of a file in this one.
    assert_eq!(status(Some(("web/big.ts", "it is too large")), "GhostGate", here), Missing);
    assert_eq!(status(Some(("", "graphs: there are more")), "GhostGate", here), Missing);
    // Something that could not be listed may be what the paper speaks of.
    let (dark, path) = (Some(("src/dark.py", "it cannot be looked at")), "src/dark.py");
    assert_eq!((status(dark, path, None), status(None, path, None)), (Untold, Missing));
    let dark = Some(("", "files of code may lie in `x`: it cannot be listed"));
    assert_eq!(status(dark, path, None), Untold);
}

#[test]
fn what_is_not_there_is_missing_and_what_is_empty_is_hollow() {
    check(("src/ast_parser.py", ClaimTense::Claimed, None), (Missing, None));
    check(
        ("src/nodes/hollow.py", ClaimTense::Claimed, None),
        (Hollow, Some("src/nodes/hollow.py")),
    );
    check(("void/", ClaimTense::Claimed, None), (Hollow, None));
    check(("es.py", ClaimTense::Claimed, None), (Missing, None));
}

#[test]
fn plans_examples_and_denials_are_no_claims() {
    check(("src/later.py", ClaimTense::Planned, None), (Planned, None));
    check(("src/graph.py", ClaimTense::Planned, None), (Verified, Some("src/graph.py")));
    check(
        ("src/nodes/hollow.py", ClaimTense::Planned, None),
        (Planned, Some("src/nodes/hollow.py")),
    );
    check(("src/other.py", ClaimTense::Example, None), (Aside, None));
    check(("src/gone.py", ClaimTense::Denied, None), (Aside, None));
    check(("https://example.org/a.py", ClaimTense::Claimed, None), (Aside, None));
}

#[test]
fn identifiers_are_found_by_symbols_files_and_shown_code() {
    let here = Some("src/graph.py");
    check(("AgentState", ClaimTense::Claimed, None), (Verified, here));
    check(("load", ClaimTense::Claimed, None), (Verified, here));
    check(("Store.load()", ClaimTense::Claimed, None), (Verified, here));
    check(("judges", ClaimTense::Claimed, None), (Verified, Some("src/nodes/judges.py")));
    check(("InventedThing", ClaimTense::Claimed, here), (Missing, None));
    check(("InventedThing", ClaimTense::Claimed, None), (Aside, None));
    check(("operator.ior", ClaimTense::Claimed, here), (Aside, None));
}

#[test]
fn without_a_repository_nothing_is_held_against_it() {
    let mut evidences = repository().evidences;
    evidences.repo.clear();
    let mut with = Bundle::read();
    with.claim("src/x.py", ClaimTense::Claimed);
    evidences.docs = with.evidences.docs;
    assert!(cross_reference(&evidences, &RepoIndex::default()).is_empty());
    assert!(cross_reference(&EvidenceSet::default(), &RepoIndex::default()).is_empty());
}

const EDGES: &[&str] = &[
    "START>repo_detective",
    "START>doc_detective",
    "repo_detective>evidence_aggregator",
    "doc_detective>evidence_aggregator",
    "evidence_aggregator>prosecutor_node",
    "prosecutor_node>defense_node",
    "defense_node>chief_justice",
    "chief_justice>END",
];

/// Shown, invented, rows that are parallel, rows that are not.
#[track_caller]
fn drawn(rows: &[&[&str]], expected: (usize, &[&str], usize, usize)) {
    let mut bundle = repository();
    bundle.graph("src/graph.py", EDGES, &[]);
    bundle.figure(rows);
    let crossed = bundle.crossed();
    let EvidenceFact::DiagramMatch(found) = &crossed[0].fact else { unreachable!() };
    let seen = (
        found.shown.len(),
        found.invented.clone(),
        found.parallel.len(),
        found.not_parallel.len(),
    );
    let invented: Vec<String> = expected.1.iter().map(|one| (*one).to_owned()).collect();
    assert_eq!(seen, (expected.0, invented, expected.2, expected.3), "{found:?}");
    assert_eq!(found.shown.len() + found.left_out.len(), 6);
}

#[test]
fn labels_are_matched_by_words_and_with_slips() {
    drawn(&[&["START"], &["Evidence Aggregator"], &["ChiefJustice"]], (2, &[], 0, 0));
    drawn(&[&["Evidence Aggregatcr"], &["Chief Justlce"]], (2, &[], 0, 0));
    drawn(&[&["Prosecutor"], &["repo_detective\\nRepoInvestigator"]], (2, &[], 0, 0));
    drawn(
        &[&["RepoInvestigator"], &["vote_counter"], &["a caption"]],
        (0, &["RepoInvestigator", "vote_counter"], 0, 0),
    );
    drawn(&[&["AgentState"]], (0, &[], 0, 0));
}

#[test]
fn a_function_behind_a_node_lends_it_its_name() {
    let mut bundle = repository();
    let mut code = graph(EDGES, &[]);
    for node in &mut code.nodes {
        if node.name == "repo_detective" {
            node.function = Some("nodes.RepoInvestigator".to_owned());
        }
    }
    bundle.repo(EvidenceFact::Graph(Box::new(code)), "src/graph.py", Some(9), "");
    bundle.figure(&[&["Repo Investigator"]]);
    let crossed = bundle.crossed();
    let EvidenceFact::DiagramMatch(found) = &crossed[0].fact else { unreachable!() };
    assert_eq!(found.shown, ["repo_detective"]);
}

#[test]
fn rows_are_held_against_the_code() {
    drawn(&[&["repo_detective", "doc_detective"], &["evidence_aggregator"]], (3, &[], 1, 0));
    // One after the other in the code, side by side between others in the figure.
    let false_row: &[&[&str]] =
        &[&["evidence_aggregator"], &["Prosecutor", "Defense"], &["chief_justice"]];
    drawn(false_row, (4, &[], 0, 1));
    // The same row alone may be a flow that is drawn sideways.
    drawn(&[&["Prosecutor", "Defense"]], (2, &[], 0, 0));
    drawn(&[&["Defense", "Prosecutor"]], (2, &[], 0, 1));
    drawn(&[&["Prosecutor", "a caption"]], (1, &[], 0, 0));
}

#[test]
fn floods_of_claims_and_labels_come_to_an_end() {
    let mut bundle = repository();
    for number in 0..200 {
        bundle.file(&format!("src/d{number}/f{number}.py"), FileRole::Product, 3, false);
        bundle.claim(&format!("src/*{number}*/*{number}*.py"), ClaimTense::Claimed);
        bundle.claim(&format!("f{number}.py"), ClaimTense::Claimed);
    }
    bundle.graph("src/graph.py", EDGES, &[]);
    let long = "x".repeat(3000);
    let labels: Vec<&str> = std::iter::repeat_n(long.as_str(), 2000).collect();
    bundle.figure(&[&labels]);
    let crossed = bundle.crossed();
    let count = |status: ClaimStatus| {
        let is = |one: &&jurat_digital_courtroom::model::Evidence| match &one.fact {
            EvidenceFact::CheckedClaim(claim) => claim.status == status,
            _ => false,
        };
        crossed.iter().filter(is).count()
    };
    assert_eq!((count(Verified), count(Aside), count(Missing)), (264, 136, 0));
}

#[test]
fn a_figure_that_could_not_be_read_is_held_against_nothing() {
    let mut bundle = repository();
    bundle.graph("src/graph.py", EDGES, &[]);
    let mut unread = figure(&[&["Prosecutor"]]);
    unread.unread = Some("no reader of letters".to_owned());
    bundle.drawn(unread);
    assert!(bundle.crossed().is_empty());
}

/// What becomes of a claim of a name in `src/graph.py`.
#[track_caller]
fn named(bundle: &mut Bundle, name: &str) -> ClaimStatus {
    bundle.claims(name, ClaimTense::Claimed, Some("src/graph.py"));
    let crossed = bundle.crossed();
    let EvidenceFact::CheckedClaim(found) = &crossed[0].fact else { unreachable!() };
    found.status
}

#[test]
fn a_claim_stands_the_same_whatever_the_rubric_asks() {
    assert_eq!(named(&mut repository(), "tide_limit"), Missing);
    // Evidence that one rubric asks for shows a name, and that of another does not.
    let mut shown = repository();
    shown.call("src/graph.py", 4, "tide_limit");
    assert_eq!(named(&mut shown, "tide_limit"), Missing);
    // What code says is known, whatever is asked.
    let mut said = repository();
    said.index.names = vec!["tide_limit".to_owned()];
    assert_eq!(named(&mut said, "tide_limit"), Verified);
}

#[test]
fn a_name_that_a_line_broke_is_found_either_way_and_never_missing() {
    let of = |name: &str, broken: Option<&str>| {
        let mut bundle = repository();
        let fact = jurat_digital_courtroom::model::PaperClaim {
            name: name.to_owned(),
            is_path: true,
            within: None,
            broken: broken.map(str::to_owned),
            tense: ClaimTense::Claimed,
        };
        bundle.doc(EvidenceFact::Claim(fact), name);
        let crossed = bundle.crossed();
        let EvidenceFact::CheckedClaim(found) = &crossed[0].fact else { unreachable!() };
        found.status
    };
    assert_eq!(of("src/gr-aph.py", Some("src/graph.py")), Verified);
    assert_eq!(of("src/tidegate.py", Some("src/tide-gate.py")), Untold);
    assert_eq!(of("src/tidegate.py", None), Missing);
}
