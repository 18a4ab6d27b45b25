//! Ids that are made of names.

/// A name made an id: `Git Analysis` is `git_analysis`.
pub(super) fn slug(name: &str) -> String {
    let words: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("_")
}
