//! "Did you mean": the known name nearest to the one that was written.

use strsim::osa_distance;

/// Longer names are not compared: the cost grows with the square.
const LONGEST: usize = 40;

/// The name nearest to `given`, if one is near enough to be what was meant.
pub fn nearest<'n>(given: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let given = given.to_lowercase();
    let near = |name: &'n str| Some((slips(&given, &name.to_lowercase())?, name));
    known.into_iter().filter_map(near).min().map(|(_, name)| name)
}

/// The letters to change, add, drop or swap; none if too many for a slip of the pen.
fn slips(given: &str, name: &str) -> Option<usize> {
    let (one, other) = (given.chars().count(), name.chars().count());
    let longer = one.max(other);
    // A third of the letters may differ: `verfier` is near `verifier`, `cat` is not near `dog`.
    let allowed = longer.div_ceil(3);
    if LONGEST < longer || allowed < one.abs_diff(other) {
        return None;
    }
    let found = osa_distance(given, name);
    (found <= allowed && found < longer).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[track_caller]
    fn check(given: &str, expected: Option<&str>) {
        assert_eq!(nearest(given, ["verifier", "survey", "cat", "id"]), expected);
    }

    #[test]
    fn finds_slips() {
        check("surve", Some("survey"));
        check("verfier", Some("verifier"));
        check("SURVEY", Some("survey"));
        check("act", Some("cat"));
    }

    #[test]
    fn says_nothing_where_nothing_is_near() {
        check("dog", None);
        check("x", None);
        check(&"survey".repeat(1000), None);
    }
}
