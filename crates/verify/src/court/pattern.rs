//! Patterns with `*`: of names, and of paths with `**`.
//!
//! Letters match in any case where the pattern is written small. No pattern costs more than its
//! length times that of the text.

/// Whether a name fits: `*` stands for anything.
pub(crate) fn fits(pattern: &str, text: &str) -> bool {
    let (pattern, text) = cased(pattern, text);
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    starred(&pattern, &text, |c| *c == '*', |a, b| a == b)
}

/// Whether a name fits one of several.
pub(crate) fn fits_any(patterns: &[String], text: &str) -> bool {
    patterns.iter().any(|pattern| fits(pattern, text))
}

/// Whether a path fits as a whole: `*` stands for anything within a part, `**` for any number of
/// parts, and a pattern that ends with `/` for all below.
pub fn fits_path(pattern: &str, path: &str) -> bool {
    let below = pattern.ends_with('/');
    let (pattern, path) = cased(pattern.trim_end_matches('/'), path);
    let mut parts: Vec<&str> = pattern.split('/').collect();
    if below {
        parts.push("**");
    }
    let path: Vec<&str> = path.split('/').collect();
    starred(&parts, &path, |part| *part == "**", |part, name| fits(part, name))
}

fn cased(pattern: &str, text: &str) -> (String, String) {
    let small = !pattern.chars().any(char::is_uppercase);
    let text = if small { text.to_lowercase() } else { text.to_owned() };
    (pattern.to_owned(), text)
}

/// Matches with the last star alone tried again: enough, since whatever an earlier star could
/// take, the last one can.
fn starred<P, T>(
    pattern: &[P],
    text: &[T],
    is_star: impl Fn(&P) -> bool,
    same: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut at, mut to) = (0, 0);
    let mut last: Option<(usize, usize)> = None;
    while to < text.len() {
        match pattern.get(at) {
            Some(part) if is_star(part) => {
                last = Some((at, to));
                at += 1;
            }
            Some(part) if same(part, &text[to]) => {
                at += 1;
                to += 1;
            }
            _ => {
                let Some((star, taken)) = last else { return false };
                last = Some((star, taken + 1));
                (at, to) = (star + 1, taken + 1);
            }
        }
    }
    pattern[at..].iter().all(is_star)
}

/// Letters to change, add or drop, if they are not more than `most`.
pub(crate) fn near(one: &str, two: &str, most: usize) -> Option<usize> {
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    if most < one.len().abs_diff(two.len()) {
        return None;
    }
    let beyond = most + 1;
    let mut row: Vec<usize> = (0..=two.len()).map(|far| far.min(beyond)).collect();
    for (at, a) in one.iter().enumerate() {
        // Only a band around the diagonal can stay within `most`.
        let (from, until) = (at.saturating_sub(most), (at + most + 1).min(two.len()));
        let mut before = row[from];
        row[from] = if from == 0 { at + 1 } else { beyond };
        let mut least = row[from];
        for to in from..until {
            let changed = before + usize::from(*a != two[to]);
            before = row[to + 1];
            row[to + 1] = changed.min(before + 1).min(row[to] + 1).min(beyond);
            least = least.min(row[to + 1]);
        }
        if let Some(after) = row.get_mut(until + 1) {
            *after = beyond;
        }
        if most < least {
            return None;
        }
    }
    Some(row[two.len()]).filter(|far| *far <= most)
}

/// The known name nearest to what was written, where one is near.
pub(crate) fn nearest<'a>(
    written: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let written: String = written.to_lowercase().chars().take(64).collect();
    known
        .into_iter()
        .filter_map(|name| {
            Some((near(&written, &name.to_lowercase(), 1 + name.len() / 4)?, name))
        })
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, expected: bool) {
        assert_eq!(fits_path(pattern, path), expected, "{pattern} {path}");
    }

    #[test]
    fn paths_fit_part_by_part() {
        check("src/*.py", "src/graph.py", true);
        check("src/*.py", "src/nodes/judges.py", false);
        check("**/*.py", "graph.py", true);
        check("**/*.py", "a/b/graph.py", true);
        check("src/**", "src/a/b.rs", true);
        check("tests/", "tests/a/b.rs", true);
        check("**/prompts/**/pro*", "a/prompts/x/prosecutor.md", true);
        check("readme*", "README.md", true);
        check("README*", "readme.md", false);
        check("", "a", false);
    }

    #[test]
    fn names_fit_with_stars() {
        assert!(fits("*.with_structured_output", "llm.with_structured_output"));
        assert!(fits("*judge*", "run_Judges"));
        assert!(!fits("Judge*", "judge"));
        assert!(fits("a*b*c", "aXbYbZc"));
        assert!(!fits("a*b", "ac"));
    }

    #[test]
    fn slips_are_counted_up_to_a_limit() {
        for (one, two, most, expected) in [
            ("aggregator", "aggregator", 2, Some(0)),
            ("aggregator", "aggregatcr", 2, Some(1)),
            ("aggregator", "agregatr", 2, Some(2)),
            ("agregatr", "aggregator", 2, Some(2)),
            ("aggregator", "xggregatyz", 2, None),
            ("kitten", "sitting", 3, Some(3)),
            ("kitten", "sitting", 2, None),
            ("", "ab", 2, Some(2)),
            ("ab", "", 1, None),
            ("abcd", "bcda", 2, Some(2)),
        ] {
            assert_eq!(near(one, two, most), expected, "{one} {two}");
        }
    }

    #[test]
    fn a_hostile_pattern_costs_little() {
        let pattern = "*a".repeat(200);
        assert!(!fits(&pattern, &"a".repeat(150)));
        assert!(fits(&pattern, &"a".repeat(4000)));
    }
}
