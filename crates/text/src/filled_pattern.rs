//! Sentences of files with places for words: `{} of {}`.

/// A pattern with its places filled in order; what is filled in is never looked at for places. One without a value
/// stays empty.
pub fn filled(pattern: &str, values: &[&str]) -> String {
    let mut parts = pattern.split("{}");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for (part, value) in parts.zip(values.iter().chain(std::iter::repeat(&""))) {
        filled.push_str(value);
        filled.push_str(part);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn places_are_filled_in_order() {
        assert_eq!(filled("{} of {}", &["a{}", "b"]), "a{} of b");
        assert_eq!(filled("{} of {}.", &["a"]), "a of .");
        assert_eq!(filled("none", &[]), "none");
    }
}
