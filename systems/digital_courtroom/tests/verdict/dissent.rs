//! The dissent as people read it.

use crate::sample::{Major, Met, Partly, Sample, Unknown};

#[test]
fn a_dissent_says_who_cited_what_why_they_differ_and_how_it_ended() {
    let checks = [(Met, Major), (Partly, Major), (Unknown, Major)];
    let mut sample = Sample::of(&checks, [1, 4, 3]);
    let id = |number: usize| sample.evidences.repo[number].id.clone();
    let cited = [vec![id(0), id(3)], vec![id(0), id(1)], vec![id(0)]];
    for (opinion, cited) in sample.opinions.iter_mut().zip(cited) {
        opinion.cited_evidence = cited;
    }
    assert_eq!(
        sample.first().dissent_summary,
        "The opinions lie 3 points apart: Prosecutor gave 1, Defense gave 4 and Tech Lead gave 3. \
         Prosecutor cited repo#0, repo#3; Defense cited repo#0, repo#1; Tech Lead cited repo#0. \
         Only the Prosecutor relies on repo#3. Only the Defense relies on repo#1. \
         Met in part: `check-1` (60 %); a strict reading counts the gap, a charitable one what is \
         there. Not assessable: `check-2`; a strict reading counts this as not met, a charitable \
         one leaves it out. Of 2 checks on function and architecture, to which the Tech Lead \
         looks, 1 met. Prosecutor: “Change src/graph.py as the Prosecutor says.” Defense: “Change \
         src/graph.py as the Defense says.” Settled by weighted median at 3 \
         of 5, PARTIAL."
    );
}

#[test]
fn opinions_that_agree_leave_no_dissent() {
    assert_eq!(
        Sample::of(&[(Met, Major), (Partly, Major)], [3, 5, 4])
            .first()
            .dissent_summary,
        ""
    );
}
