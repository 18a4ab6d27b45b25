//! What `jurat --version` says: the version, the commit that was built, and what is built in.
//!
//! Reports and bundles carry the version alone: two builds of one version write the same bytes.

use std::sync::LazyLock;

use jiff::Timestamp;

/// The version alone.
pub(crate) const SHORT: &str = env!("CARGO_PKG_VERSION");

/// The parts of the binary that can be left out, and whether they were.
const FEATURES: &[(&str, bool)] =
    &[("encoder", cfg!(feature = "encoder")), ("otel", cfg!(feature = "otel"))];

static LONG: LazyLock<String> = LazyLock::new(|| {
    let built = built_from(option_env!("JURAT_COMMIT"), option_env!("JURAT_SOURCE_SECONDS"));
    format!("{} ({built}, {})", SHORT, features(FEATURES))
});

/// After the program's name.
pub(crate) fn long() -> &'static str {
    LONG.as_str()
}

fn built_from(commit: Option<&str>, seconds: Option<&str>) -> String {
    let day = seconds.and_then(|seconds| Timestamp::from_second(seconds.parse().ok()?).ok());
    let day = day.map(|time| time.strftime("%Y-%m-%d").to_string());
    match (commit, day) {
        (Some(commit), Some(day)) => format!("{commit} {day}"),
        (Some(commit), None) => commit.to_owned(),
        (None, Some(day)) => format!("no commit, {day}"),
        (None, None) => "no commit".to_owned(),
    }
}

fn features(all: &[(&str, bool)]) -> String {
    let built: Vec<&str> = all.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
    if built.is_empty() {
        return "no features".to_owned();
    }
    format!("features: {}", built.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(commit: Option<&str>, seconds: Option<&str>, expected: &str) {
        assert_eq!(built_from(commit, seconds), expected);
    }

    #[test]
    fn the_day_is_told_in_universal_time() {
        check(Some("18732d8"), Some("1795000000"), "18732d8 2026-11-18");
        check(Some("18732d8"), Some("0"), "18732d8 1970-01-01");
    }

    #[test]
    fn what_git_does_not_say_is_left_out() {
        check(None, None, "no commit");
        check(None, Some("0"), "no commit, 1970-01-01");
        check(Some("18732d8"), None, "18732d8");
        check(Some("18732d8"), Some("soon"), "18732d8");
    }

    #[test]
    fn features_are_named_or_said_to_be_none() {
        assert_eq!(features(&[("a", true), ("b", false), ("c", true)]), "features: a, c");
        assert_eq!(features(&[("a", false)]), "no features");
    }
}
