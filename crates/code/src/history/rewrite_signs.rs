//! Signs that a history was written anew. Each is a fact in words; none is an accusation.

use std::collections::BTreeMap;

use super::log::CommitRecord;

/// Fewer commits show nothing.
const FEW: usize = 5;
/// Commit times within this count as bunched, author times over that as spread, in seconds.
const BUNCHED: i64 = 3600;
const SPREAD: i64 = 24 * 3600;
/// Clocks of two machines differ by as much without anything being wrong.
const SKEW: i64 = 600;
/// In per cent: a few wrong clocks in years of work are no sign.
const CLOCKS: usize = 1;

pub(super) fn rewritten(records: &[CommitRecord]) -> Vec<String> {
    let signs = [bunched(records), backwards(records), alike(records)];
    signs.into_iter().flatten().collect()
}

fn bunched(records: &[CommitRecord]) -> Option<String> {
    let authored = span(records, |record| record.authored)?;
    let mut committed: Vec<i64> = records.iter().map(|record| record.committed).collect();
    committed.sort_unstable();
    // Most of them in one window, wherever it lies.
    let most = records.len() * 4 / 5;
    let within = committed.windows(most.max(2)).any(|window| match window {
        [first, .., last] => last.saturating_sub(*first) < BUNCHED,
        _ => false,
    });
    (FEW <= records.len() && within && SPREAD <= authored).then(|| {
        format!(
            "{most} of {} commits were committed within one hour, while their author dates \
             are spread over {} hours",
            records.len(),
            authored / 3600
        )
    })
}

fn backwards(records: &[CommitRecord]) -> Option<String> {
    let times: BTreeMap<&str, i64> =
        records.iter().map(|record| (&*record.id, record.committed)).collect();
    let before = |record: &&CommitRecord| {
        record
            .parents
            .iter()
            .filter_map(|parent| times.get(&**parent))
            .any(|parent| record.committed < parent.saturating_sub(SKEW))
    };
    match records.iter().filter(before).count() {
        count if count * 100 <= records.len() * CLOCKS => None,
        1 => Some("one commit is dated before the commit it rests on".to_owned()),
        count => Some(format!("{count} commits are dated before the commit they rest on")),
    }
}

fn alike(records: &[CommitRecord]) -> Option<String> {
    let same = span(records, |record| record.committed)? == 0;
    (FEW <= records.len() && same)
        .then(|| format!("all {} commits carry the same time", records.len()))
}

fn span(records: &[CommitRecord], time: impl Fn(&CommitRecord) -> i64) -> Option<i64> {
    let first = records.iter().map(&time).min()?;
    let last = records.iter().map(&time).max()?;
    Some(last.saturating_sub(first))
}
