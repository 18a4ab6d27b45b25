//! Points by level and by share.

use jurat_digital_courtroom::model::RubricLevel;

use crate::sample::{Major, Met, Partly, Sample, Unknown};

fn level(name: &str, points: u32, excluded: bool) -> RubricLevel {
    RubricLevel {
        id: name.to_owned(),
        name: name.to_owned(),
        points,
        description: String::new(),
        excluded,
    }
}

#[track_caller]
fn check(
    levels: &[RubricLevel],
    most: Option<u32>,
    score: u8,
    points: Option<u32>,
    total: (u32, u32),
) {
    let mut sample = Sample::of(&[(Met, Major), (Partly, Major)], [score; 3]);
    sample.rubric.criteria[0].levels = levels.to_vec();
    sample.rubric.criteria[0].max_points = most;
    let judged = sample.judged();
    assert_eq!(judged.criteria[0].points, points);
    assert_eq!(judged.overall.points, Some(total));
}

#[test]
fn the_level_nearest_to_the_score_gives_the_points() {
    let four = [("best", 20), ("good", 14), ("fair", 7), ("none", 0)]
        .map(|(name, points)| level(name, points, false));
    for (score, points) in [(5, 20), (4, 14), (3, 7), (2, 7), (1, 0)] {
        check(&four, None, score, Some(points), (points, 20));
    }
    let two = [level("yes", 10, false), level("no", 0, false)];
    for (score, points) in [(5, 10), (4, 10), (3, 0), (2, 0), (1, 0)] {
        check(&two, Some(10), score, Some(points), (points, 10));
    }
}

#[test]
fn a_level_that_is_left_out_leaves_the_total() {
    let levels = [level("yes", 10, false), level("skipped", 0, true)];
    check(&levels, None, 1, Some(0), (0, 0));
    check(&levels, None, 5, Some(10), (10, 10));
}

#[test]
fn without_levels_points_are_a_share() {
    for (score, points) in [(5, 15), (4, 12), (3, 9), (1, 3)] {
        check(&[], Some(15), score, Some(points), (points, 15));
    }
}

#[test]
fn what_is_not_assessable_has_no_points() {
    let mut sample = Sample::of(&[(Unknown, Major)], [5; 3]);
    sample.rubric.criteria[0].max_points = Some(10);
    let judged = sample.judged();
    assert_eq!((judged.criteria[0].points, judged.overall.points), (None, Some((0, 0))));
}
