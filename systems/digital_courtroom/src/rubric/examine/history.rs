//! What is measured of a history.

use jurat_code::facts::{CommitFact, CommitHistory, CommitKind};

use super::{ExaminationContext, measurement::QueryMeasurement, unit::MeasureUnit};
use crate::model::{Evidence, EvidenceFact, GitMeasure};

/// Commits that are shown besides the history as a whole.
const SHOWN: usize = 5;

pub(super) fn seen<'d>(
    view: &ExaminationContext<'_, 'd>,
    measure: &GitMeasure,
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let all = || view.docket.evidences.repo.iter();
    let histories = all().filter_map(|one| one.with(EvidenceFact::history));
    let Some((evidence, history)) = histories.min_by(|a, b| a.0.id.cmp(&b.0.id)) else {
        return QueryMeasurement::untold("no history was recorded");
    };
    if history.shallow {
        return QueryMeasurement::untold(
            "the history is cut off at some depth: counts are no facts",
        );
    }
    let Some((number, words)) = measured(history, measure, unit) else {
        return QueryMeasurement::untold("files were not counted commit by commit");
    };
    let commits = all().filter_map(|one| one.with(EvidenceFact::commit));
    let mut commits: Vec<(&Evidence, &CommitFact)> = commits.collect();
    commits.sort_by(|a, b| (a.1.committed, &a.0.id).cmp(&(b.1.committed, &b.0.id)));
    let shown = commits.into_iter().take(SHOWN).map(|(evidence, _)| evidence);
    QueryMeasurement::number(number, words, std::iter::once(evidence).chain(shown).collect())
}

fn measured(
    history: &CommitHistory,
    measure: &GitMeasure,
    unit: MeasureUnit,
) -> Option<(u64, String)> {
    let number = match measure {
        GitMeasure::Commits => history.commits,
        GitMeasure::Merges => history.merges,
        GitMeasure::Authors => history.authors,
        GitMeasure::SpanHours => u64::try_from(history.span_seconds() / 3600).unwrap_or(0),
        GitMeasure::Clusters => history.clusters,
        GitMeasure::LargestCluster => history.largest_cluster.into(),
        GitMeasure::LargestCommit => history.largest_commit?.into(),
        GitMeasure::Meaningful => history.meaningful.into(),
        GitMeasure::Progression(kinds) => {
            let number = in_order(kinds, &history.progression);
            return Some((number, unit.part(number, kinds.len() as u64)));
        }
        GitMeasure::Rewritten => history.rewritten.len() as u64,
    };
    Some((number, unit.counted(number)))
}

/// How many of the kinds show in this order: the longest run of them that does.
fn in_order(kinds: &[CommitKind], shown: &[CommitKind]) -> u64 {
    let places: Vec<usize> = kinds
        .iter()
        .filter_map(|kind| shown.iter().position(|one| one == kind))
        .collect();
    let mut best: Vec<u64> = Vec::with_capacity(places.len());
    for (at, place) in places.iter().enumerate() {
        let before = places[..at].iter().zip(&best).filter(|(other, _)| *other < place);
        best.push(1 + before.map(|(_, length)| *length).max().unwrap_or(0));
    }
    best.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_count_while_they_are_in_order() {
        use CommitKind::{Docs, Orchestration, Setup, Tests, Tooling};
        let wanted = [Setup, Tooling, Orchestration];
        assert_eq!(in_order(&wanted, &[Setup, Docs, Tooling, Orchestration]), 3);
        assert_eq!(in_order(&wanted, &[Orchestration, Setup, Tooling]), 2);
        assert_eq!(in_order(&wanted, &[Orchestration, Tooling, Setup]), 1);
        assert_eq!(in_order(&wanted, &[Tests]), 0);
    }
}
