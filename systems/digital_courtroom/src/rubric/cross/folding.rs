//! Names folded so that `Evidence Aggregator`, `EvidenceAggregator` and `evidence_aggregator` are
//! the same.

/// The words of a name in small letters: `RepoInvestigator` is `repo`, `investigator`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars().take(200) {
        let starts = c.is_uppercase() && (before.is_lowercase() || before.is_numeric());
        if starts || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// All words run together, without a last `node`.
pub(crate) fn folded(name: &str) -> String {
    let mut words = words(name);
    if 1 < words.len() && words.last().is_some_and(|word| word == "node") {
        words.pop();
    }
    words.concat()
}

/// All words with `_` between them.
pub(crate) fn snake(name: &str) -> String {
    words(name).join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_in_three_spellings_is_one_name() {
        for name in ["Evidence Aggregator", "EvidenceAggregator", "evidence_aggregator"] {
            assert_eq!(folded(name), "evidenceaggregator");
            assert_eq!(snake(name), "evidence_aggregator");
        }
        assert_eq!(folded("prosecutor_node"), folded("Prosecutor"));
        assert_eq!(folded("node"), "node");
    }
}
