//! Files that would cost too much if each part of them were looked through for each other part.

use std::fmt::Write as _;

use super::{super::super::tests::read, HEAD};

/// How many graphs a file has, and whether some are said to be left out.
fn counted(body: &str) -> (usize, bool) {
    let survey = read(&[("src/flow.py", &format!("{HEAD}{body}"))], &[]).1;
    let cut = survey.problems.iter().any(|one| one.why.contains("graphs"));
    (survey.graphs.len(), cut)
}

#[test]
fn names_that_lie_deep_are_told_at_once() {
    let body = format!("{}x{}\n", "f(".repeat(20_000), ")".repeat(20_000));
    assert_eq!(counted(&body), (0, false));
}

#[test]
fn many_of_one_name_are_come_to_once() {
    let mut body = String::from("g = StateGraph(S)\ng.add_edge('a', 'b')\ng.compile()\n");
    for n in 0..1900 {
        writeln!(body, "class C{n}:\n    def run(self): pass").ok();
    }
    for n in 0..2000 {
        writeln!(body, "def f{n}(): run()").ok();
    }
    assert_eq!(counted(&body).0, 1);
}

#[test]
fn builders_after_the_first_are_told_as_left_out() {
    let many = |count: usize| {
        (0..count).fold(String::new(), |mut body, n| {
            writeln!(body, "g{n} = StateGraph(S)\ng{n}.add_edge('a', 'b')\nrun(g{n})").ok();
            body
        })
    };
    assert_eq!(counted(&many(100)), (100, false));
    assert_eq!(counted(&many(1300)), (200, true));
}
