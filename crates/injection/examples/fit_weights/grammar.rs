//! Sentences from patterns: `{a|b}` is one of several, `<name>` one of a list.

use std::collections::BTreeMap;

pub(crate) type Slots = BTreeMap<&'static str, Vec<&'static str>>;

/// Reads lines of the form `name: one; another`.
pub(crate) fn slots(text: &'static str) -> Slots {
    let lines = text.lines().filter_map(|line| line.split_once(':'));
    lines
        .map(|(name, all)| (name, all.split(';').map(str::trim).collect()))
        .collect()
}

/// A fixed sequence of numbers that look like chance.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `size`.
    pub(crate) fn roll(&mut self, size: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % size.max(1)
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }
}

/// One sentence of a pattern.
pub(crate) fn expand(pattern: &str, slots: &Slots, dice: &mut Dice) -> String {
    let mut text = pattern.to_owned();
    // The innermost braces first.
    while let Some((open, close)) = innermost(&text) {
        let inner = text[open + 1..close].to_owned();
        let options: Vec<&str> = inner.split('|').collect();
        text.replace_range(open..=close, dice.pick::<&str>(&options));
    }
    for (name, all) in slots {
        let slot = format!("<{name}>");
        while let Some(at) = text.find(&slot) {
            text.replace_range(at..at + slot.len(), dice.pick::<&str>(all));
        }
    }
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(first) = text.get(..1).filter(|first| first.chars().all(char::is_lowercase)) {
        let first = first.to_uppercase();
        text.replace_range(..1, &first);
    }
    text
}

fn innermost(text: &str) -> Option<(usize, usize)> {
    let close = text.find('}')?;
    Some((text[..close].rfind('{')?, close))
}
