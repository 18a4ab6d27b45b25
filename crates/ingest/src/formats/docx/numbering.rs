//! The numbers of lists, counted as Word would show them.
//!
//! Lists of one sort count together until one says where it starts anew. Marks that are set by
//! fields (`LISTNUM`, `AUTONUM`) are not counted.

mod number_format;
mod parser;

use std::collections::{BTreeMap, BTreeSet};

use self::number_format::figure;

const LEVELS: usize = 9;
/// The most letters that a mark is made of.
const LONGEST: usize = 64;

/// The lists of a document and where each has got to.
#[derive(Default)]
pub(super) struct ListNumbering {
    sorts: BTreeMap<String, AbstractNumbering>,
    lists: BTreeMap<String, NumberingInstance>,
    /// The last number shown at each level, by sort.
    counts: BTreeMap<String, [Option<u64>; LEVELS]>,
    /// Lists and levels that have started anew where their list says so.
    begun: BTreeSet<(String, usize)>,
}

/// A sort of list: what its marks look like.
#[derive(Debug, Default)]
struct AbstractNumbering {
    levels: BTreeMap<usize, NumberingLevel>,
    /// The name of the style that it is, or that it is taken from.
    is_style: Option<String>,
    of_style: Option<String>,
}

/// A list, and where it differs from its sort.
#[derive(Debug, Default)]
struct NumberingInstance {
    sort: String,
    levels: BTreeMap<usize, NumberingLevel>,
    starts: BTreeMap<usize, u64>,
}

#[derive(Debug, Clone, Default)]
struct NumberingLevel {
    start: Option<u64>,
    form: String,
    /// As `%1.%2`.
    text: String,
    /// The level, from 1, that it starts anew after; 0 for none. Without one it is any above it.
    restart: Option<usize>,
    /// Whether all numbers in its mark are plain figures.
    legal: bool,
    /// The style whose paragraphs are at this level.
    style: Option<String>,
}

impl ListNumbering {
    /// The level of a list at which paragraphs of one of these styles stand.
    pub(super) fn level_of(&self, list: &str, styles: &[String]) -> Option<u8> {
        let sort = &self.sorts.get(self.sort_of(list)?)?.levels;
        let own = &self.lists.get(list)?.levels;
        let at = styles.iter().find_map(|style| {
            let is = |level: &NumberingLevel| level.style.as_ref() == Some(style);
            (0..LEVELS).find(|at| own.get(at).or(sort.get(at)).is_some_and(is))
        })?;
        u8::try_from(at).ok()
    }

    /// The mark of the next item of a list at a level, such as `2.1` or `-`.
    pub(super) fn next(&mut self, list: &str, level: u8) -> Option<String> {
        let at = usize::from(level);
        let (sort_id, given) = (self.sort_of(list)?.to_owned(), self.lists.get(list)?);
        let sort = self.sorts.get(&sort_id)?;
        let level = |at: usize| given.levels.get(&at).or_else(|| sort.levels.get(&at));
        let start = |at: usize| {
            let own = given.starts.get(&at).copied();
            own.or_else(|| level(at)?.start).unwrap_or(1)
        };
        let own = level(at)?;
        let anew = given.starts.contains_key(&at) && self.begun.insert((list.to_owned(), at));
        let counts = self.counts.entry(sort_id).or_default();
        counts[at] = match counts[at] {
            Some(count) if !anew => Some(count.saturating_add(1)),
            _ => Some(start(at)),
        };
        for (below, count) in counts.iter_mut().enumerate().skip(at + 1) {
            let restart = level(below).and_then(|below| below.restart);
            if restart.is_none_or(|after| at < after) {
                *count = None;
            }
        }
        if own.form == "bullet" {
            return Some("-".to_owned());
        }
        let mark = filled(&own.text, |at| {
            let form = level(at).map_or("decimal", |level| level.form.as_str());
            let plain = own.legal && form != "none";
            figure(
                if plain { "decimal" } else { form },
                counts[at].unwrap_or_else(|| start(at)),
            )
        });
        Some(mark).filter(|mark| !mark.trim().is_empty())
    }

    /// The sort that a list is of; one that is taken from a style is the sort that is that style.
    fn sort_of(&self, list: &str) -> Option<&str> {
        let id = self.lists.get(list)?.sort.as_str();
        let Some(style) = self.sorts.get(id)?.of_style.as_ref() else { return Some(id) };
        let is = |sort: &AbstractNumbering| sort.is_style.as_ref() == Some(style);
        let found = self.sorts.iter().find(|(_, sort)| is(sort));
        Some(found.map_or(id, |(id, _)| id))
    }
}

/// A mark with its numbers: `%2` stands for that of the second level.
fn filled(text: &str, number: impl Fn(usize) -> String) -> String {
    let mut mark = String::new();
    let mut letters = text.chars().take(LONGEST).peekable();
    while let Some(letter) = letters.next() {
        let level = letters.peek().and_then(|next| next.to_digit(10));
        match level.and_then(|level| usize::try_from(level).ok()?.checked_sub(1)) {
            Some(at) if letter == '%' => {
                letters.next();
                mark.push_str(&number(at));
            }
            _ => mark.push(letter),
        }
    }
    mark
}
