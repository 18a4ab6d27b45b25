//! "Did you mean": the known name nearest to the one that was written.

/// Longer names are not compared: the cost grows with the square.
const MAX_LENGTH: usize = 64;

/// A hint with the name nearest to `given`, if one is near enough.
pub(crate) fn nearest<'a>(
    given: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let near = known
        .into_iter()
        .filter_map(|name| Some((distance(given, name)?, name)));
    let (_, name) = near.min()?;
    Some(format!("did you mean `{name}`?"))
}

/// The number of letters to change, add, drop or swap; none if too many for a slip.
fn distance(given: &str, name: &str) -> Option<usize> {
    let a: Vec<char> = given.to_lowercase().chars().collect();
    let b: Vec<char> = name.to_lowercase().chars().collect();
    let longer = a.len().max(b.len());
    if MAX_LENGTH < longer {
        return None;
    }
    let found = edits(&a, &b);
    // A third of the letters may differ: `verfier` is near `verifier`, `cat` is not near `dog`.
    (found <= longer.div_ceil(3) && found < longer).then_some(found)
}

fn edits(a: &[char], b: &[char]) -> usize {
    let (mut before, mut last): (Vec<usize>, Vec<usize>) =
        (Vec::new(), (0..=b.len()).collect());
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(last[j] + 1).min(row[j - 1] + 1);
            if 1 < i && 1 < j && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &str, expected: Option<&str>) {
        let hint = nearest(given, ["verifier", "survey", "cat", "id"]);
        assert_eq!(hint, expected.map(|name| format!("did you mean `{name}`?")));
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
