//! Courts, reporters and instruments, read once from the tables under `data/`.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use super::cursor::key;

/// A court that numbers its own decisions.
#[derive(Debug, Clone)]
pub(super) struct CourtEntry {
    /// Its English code, by which French citations are known too.
    pub(super) key: Cow<'static, str>,
    /// The first year in which it did so.
    pub(super) first: u16,
    /// The last, where it no longer does.
    pub(super) last: Option<u16>,
}

/// A reporter, code or register.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReporterEntry {
    pub(super) name: &'static str,
    /// Where it is from and what is in it.
    pub(super) family: ReporterFamily,
    /// Cited by page alone, without a volume, at least sometimes.
    pub(super) alone: bool,
}

/// What a reporter holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReporterFamily {
    Canada,
    /// Decisions of the Commonwealth and Europe.
    Foreign,
    /// Decisions and articles of the United States.
    States,
    /// Codes, session laws and registers of the United States.
    StatesLaw,
}

type LazyTable<T> = LazyLock<BTreeMap<String, T>>;

/// Canadian courts by code.
pub(super) static COURTS: LazyTable<CourtEntry> = LazyLock::new(|| {
    let mut all = BTreeMap::new();
    for line in lines(include_str!("data/courts.txt")) {
        let mut fields = line.split_ascii_whitespace();
        let Some(code) = fields.next() else { continue };
        let years: Vec<u16> = fields
            .by_ref()
            .take(2)
            .filter_map(|field| field.parse().ok())
            .collect();
        let [first, last] = years[..] else { continue };
        let last = (last != 0).then_some(last);
        for spelling in std::iter::once(code).chain(fields) {
            all.entry(spelling.to_owned()).or_insert(CourtEntry {
                key: Cow::Borrowed(code),
                first,
                last,
            });
        }
    }
    all
});

/// Foreign courts by code, without spaces.
pub(super) static FOREIGN: LazyTable<CourtEntry> = LazyLock::new(|| {
    let rows = lines(include_str!("data/foreign.txt")).filter_map(|line| {
        let (code, first) = line.rsplit_once(' ')?;
        Some((
            key(code),
            CourtEntry {
                key: Cow::Borrowed(code),
                first: first.parse().ok()?,
                last: None,
            },
        ))
    });
    rows.collect()
});

/// Reporters of Canada and the Commonwealth, by letters; where both have one, Canada's.
pub(super) static REPORTERS: LazyTable<ReporterEntry> = LazyLock::new(|| {
    let mut all = BTreeMap::new();
    for line in lines(include_str!("data/reporters.txt")) {
        let mut fields = line.split('|');
        let (Some(flags), Some(name)) = (fields.next(), fields.next()) else { continue };
        let family = if flags.starts_with('c') {
            ReporterFamily::Canada
        } else {
            ReporterFamily::Foreign
        };
        let reporter = ReporterEntry { name, family, alone: false };
        for spelling in std::iter::once(name).chain(fields) {
            all.entry(key(spelling)).or_insert(reporter);
        }
    }
    all
});

/// Reporters and codes of the United States, by letters.
pub(super) static STATES: LazyTable<ReporterEntry> = LazyLock::new(|| {
    let mut all = BTreeMap::new();
    for line in lines(include_str!("data/united_states.txt")) {
        let mut fields = line.split('|');
        let (Some(flags), Some(name)) = (fields.next(), fields.next()) else { continue };
        let family = if flags.starts_with('l') {
            ReporterFamily::StatesLaw
        } else {
            ReporterFamily::States
        };
        let reporter = ReporterEntry { name, family, alone: flags.ends_with('n') };
        for spelling in std::iter::once(name).chain(fields) {
            all.entry(key(spelling)).or_insert(reporter);
        }
    }
    all
});

/// The last words of names that are cited without a volume: a cheap look before a long one.
pub(super) static ALONE: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let alone = lines(include_str!("data/united_states.txt")).filter_map(|line| {
        let (flags, names) = line.split_once('|')?;
        flags.ends_with('n').then_some(names)
    });
    let names = alone.flat_map(|names| names.split('|'));
    names.filter_map(last_word).chain(["Law", "Code", "Ann"]).collect()
});

/// The last word of a name, without points.
pub(super) fn last_word(name: &str) -> Option<&str> {
    let name = name.split(" (").next().unwrap_or(name);
    name.rsplit([' ', '.', ',']).find(|word| !word.is_empty())
}

/// Volumes of statutes by letters, and their normal form.
pub(super) static STATUTES: LazyTable<&'static str> =
    LazyLock::new(|| spellings(include_str!("data/statutes.txt"), key));

/// Instruments by title or abbreviation, and their normal form.
pub(super) static INSTRUMENTS: LazyTable<&'static str> =
    LazyLock::new(|| spellings(include_str!("data/instruments.txt"), str::to_owned));

/// German reporters by name.
pub(super) static GERMAN: LazyTable<&'static str> =
    LazyLock::new(|| spellings(include_str!("data/german.txt"), str::to_owned));

fn spellings(
    table: &'static str,
    under: impl Fn(&str) -> String,
) -> BTreeMap<String, &'static str> {
    let mut all = BTreeMap::new();
    for line in lines(table) {
        let normal = line.split('|').next().unwrap_or(line);
        for spelling in line.split('|') {
            all.entry(under(spelling)).or_insert(normal);
        }
    }
    all
}

fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
}
