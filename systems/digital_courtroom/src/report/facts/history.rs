//! The history of a repository in a sentence and in numbers.

use jurat_code::facts::CommitHistory;

use crate::{
    model::{Evidence, EvidenceFact},
    report::{HistoryFacts, summary::counted},
};

const HOUR: u64 = 60 * 60;
const DAY: i64 = 24 * 60 * 60;

pub(super) fn facts(one: &Evidence) -> Option<HistoryFacts> {
    let EvidenceFact::History(history) = &one.fact else { return None };
    let span_hours = u64::try_from(history.span_seconds()).unwrap_or(0) / HOUR;
    Some(HistoryFacts {
        words: words(history, span_hours),
        commits: history.commits,
        merges: history.merges,
        authors: history.authors,
        first: day(history.first),
        last: day(history.last),
        span_hours,
        clusters: history.clusters,
        largest_cluster: history.largest_cluster,
        largest_commit: history.largest_commit,
        meaningful: history.meaningful,
        progression: history.progression.clone(),
        rewritten: history.rewritten.clone(),
        shallow: history.shallow,
        evidence: one.id.clone(),
    })
}

fn words(history: &CommitHistory, hours: u64) -> String {
    let (first, last) = (day(history.first), day(history.last));
    let span = match hours {
        0 => "within an hour".to_owned(),
        1..=48 => format!("within {}", counted(hours, "hour", "hours")),
        _ => format!("over {} days", hours / 24),
    };
    let cut =
        if history.shallow { " The history was cut off, so counts are no facts." } else { "" };
    let brought = history.largest_commit.map_or_else(
        || "files were not counted commit by commit".to_owned(),
        |share| format!("the largest commit brought {share} per cent of the files"),
    );
    format!(
        "{} by {}, {first} to {last} ({span}), in {}; {} per cent of the commits fall into the \
         largest run, and {brought}.{cut}",
        counted(history.commits, "commit", "commits"),
        counted(history.authors, "author", "authors"),
        counted(history.clusters, "run of work", "runs of work"),
        history.largest_cluster,
    )
}

/// The day of a moment, UTC, as `2026-02-24`; a moment that no calendar of ours holds is shown in
/// seconds.
fn day(seconds: i64) -> String {
    // Years 1 to 9999.
    if !(-62_135_596_800..=253_402_300_799).contains(&seconds) {
        return format!("{seconds} s");
    }
    // Days are counted from 1 March of year 0, so that a leap day is the last of its year; an era
    // is 400 years.
    let days = seconds.div_euclid(DAY) + 719_468;
    let (era, in_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * in_year + 2) / 153;
    let of_month = in_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{of_month:02}")
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn moments_fall_on_their_day() {
        for (seconds, shown) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_771_977_599, "2026-02-24"),
            (4_107_542_399, "2100-02-28"),
            (4_107_542_400, "2100-03-01"),
            (-62_135_596_800, "0001-01-01"),
            (253_402_300_799, "9999-12-31"),
            (i64::MAX, "9223372036854775807 s"),
        ] {
            assert_eq!(day(seconds), shown);
        }
    }
}
