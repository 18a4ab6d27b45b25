//! The version of a rule that is in force on a day.

use serde::Deserialize;

use crate::{CivilDay, ToolFailure};

/// A version of a rule, from a day to a day.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct DatedVersion<T> {
    pub(crate) from: CivilDay,
    /// Its last day; none while it is in force.
    pub(crate) to: Option<CivilDay>,
    /// The last day for which we know that it was in force.
    pub(crate) known_until: CivilDay,
    /// A last day that others report, and that was not confirmed.
    pub(crate) reported_end: Option<CivilDay>,
    pub(crate) reported_end_doubt: Option<String>,
    pub(crate) confidence: Option<String>,
    #[serde(flatten)]
    pub(crate) rule: T,
}

/// The version in force on a day. Versions stand in the order of their days, without gaps.
pub(crate) fn in_force<'v, T>(
    versions: &'v [DatedVersion<T>],
    as_of: CivilDay,
    what: &str,
) -> Result<&'v DatedVersion<T>, ToolFailure> {
    let holds = |it: &&DatedVersion<T>| it.from <= as_of && it.to.is_none_or(|to| as_of <= to);
    versions.iter().find(holds).ok_or_else(|| {
        let first = versions.first().map(|it| it.from.to_string());
        let last = versions.last().and_then(|it| it.to);
        let last = last.map_or_else(String::new, |to| format!(" to {to}"));
        let covers = format!("{what} from {}{last}", first.unwrap_or_default());
        ToolFailure::outside("as_of", as_of.to_string(), covers)
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct TollRate {
        toll: u32,
    }

    fn versions() -> Vec<DatedVersion<TollRate>> {
        serde_json::from_value(json!([
            { "from": "2020-01-01", "to": "2020-12-31", "known_until": "2020-12-31", "toll": 1 },
            { "from": "2021-01-01", "to": null, "known_until": "2021-06-30", "toll": 2 },
        ]))
        .unwrap()
    }

    fn toll(day: &str) -> Result<u32, ToolFailure> {
        in_force(&versions(), day.parse().unwrap(), "the toll").map(|it| it.rule.toll)
    }

    #[test]
    fn each_day_has_its_version() {
        assert_eq!(toll("2020-01-01"), Ok(1));
        assert_eq!(toll("2020-12-31"), Ok(1));
        assert_eq!(toll("2021-01-01"), Ok(2));
        assert_eq!(toll("2030-01-01"), Ok(2));
    }

    #[test]
    fn a_day_before_the_first_is_outside_coverage() {
        let failure = toll("2019-12-31").unwrap_err();
        assert_eq!(failure.code(), "outside_coverage");
        let said = "`as_of`: 2019-12-31 is outside what is covered: the toll from 2020-01-01";
        assert_eq!(failure.to_string(), said);
    }

    #[test]
    fn a_day_after_an_end_is_outside_coverage() {
        let ended = &versions()[..1];
        let failure = in_force(ended, "2021-01-01".parse().unwrap(), "the toll").unwrap_err();
        assert!(failure.to_string().ends_with("from 2020-01-01 to 2020-12-31"), "{failure}");
    }
}
