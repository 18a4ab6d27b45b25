//! Points of rubrics that give points: by level, or by share.

use crate::model::{Criterion, CriterionResult, Rubric, RubricLevel, RubricScore};

/// The points of a score; none where the criterion gives none.
pub(crate) fn points_of(criterion: &Criterion, score: RubricScore) -> Option<u32> {
    if let Some(level) = level(criterion, score) {
        return Some(level.points);
    }
    let most = u64::from(criterion.max_points?);
    let best = u64::from(RubricScore::MAX.get());
    let points = (2 * most * u64::from(score.get()) + best) / (2 * best);
    u32::try_from(points).ok()
}

/// Points and the most there could be, over all that were assessed and are not left out.
pub(crate) fn total(rubric: &Rubric, criteria: &[CriterionResult]) -> Option<(u32, u32)> {
    if !rubric.criteria.iter().any(gives_points) {
        return None;
    }
    let mut total = (0_u32, 0_u32);
    for (criterion, result) in rubric.criteria.iter().zip(criteria) {
        let Some((points, score)) = result.points.zip(result.score) else { continue };
        if level(criterion, score).is_some_and(|level| level.excluded) {
            continue;
        }
        let best = criterion.levels.iter().map(|level| level.points).max();
        let most = criterion.max_points.or(best).unwrap_or(0);
        total = (total.0.saturating_add(points), total.1.saturating_add(most));
    }
    Some(total)
}

fn gives_points(criterion: &Criterion) -> bool {
    criterion.max_points.is_some() || !criterion.levels.is_empty()
}

/// The level nearest to a score: 5 is the best, 1 the last, the rest evenly between. Half way
/// between two levels it is the worse one.
fn level(criterion: &Criterion, score: RubricScore) -> Option<&RubricLevel> {
    let last = criterion.levels.len().checked_sub(1)?;
    let steps = usize::from(RubricScore::MAX.get() - RubricScore::MIN.get());
    let down = usize::from(RubricScore::MAX.get() - score.get());
    criterion.levels.get((2 * down * last + steps) / (2 * steps))
}
