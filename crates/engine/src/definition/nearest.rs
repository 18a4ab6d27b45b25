//! "Did you mean": the known name nearest to the one that was written.

/// Longer names are not compared: the cost grows with the square.
const MAX_LENGTH: usize = 40;

/// A hint with the name nearest to `given`, if one is near enough.
pub(crate) fn nearest<'a>(
    given: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let given = letters(given);
    let near = |name: &'a str| Some((distance(&given, name)?, name));
    let (_, name) = known.into_iter().filter_map(near).min()?;
    Some(format!("did you mean `{name}`?"))
}

fn letters(text: &str) -> Vec<char> {
    text.chars()
        .flat_map(char::to_lowercase)
        .take(MAX_LENGTH + 1)
        .collect()
}

/// The number of letters to change, add, drop or swap; none if too many for a slip.
fn distance(given: &[char], name: &str) -> Option<usize> {
    let name = letters(name);
    let longer = given.len().max(name.len());
    // A third of the letters may differ: `verfier` is near `verifier`, `cat` is not near `dog`.
    let allowed = longer.div_ceil(3);
    if MAX_LENGTH < longer || allowed < given.len().abs_diff(name.len()) {
        return None;
    }
    let (a, b) = without_common_ends(given, &name);
    let found = edits(a, b);
    (found <= allowed && found < longer).then_some(found)
}

/// What two names share at their ends costs nothing, and names of one family share most.
fn without_common_ends<'a>(a: &'a [char], b: &'a [char]) -> (&'a [char], &'a [char]) {
    let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[head..], &b[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    (&a[..a.len() - tail], &b[..b.len() - tail])
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
