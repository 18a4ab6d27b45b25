//! Which units make a passage together.

use super::{
    ChunkSettings,
    outline::{OutlineSection, RenditionOutline},
    unit::ChunkUnit,
};

/// Units from first to last, and the innermost section that holds them all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChunkUnitRange {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) section: usize,
    words: usize,
}

/// Puts units into groups: by section where that fits, else by size; then small ones together.
pub(super) fn groups(
    units: &[ChunkUnit],
    outline: &RenditionOutline,
    settings: ChunkSettings,
) -> Vec<ChunkUnitRange> {
    let carriers = carriers(units, &outline.sections, settings);
    let mut groups = Vec::new();
    let mut first = 0;
    for at in 1..=units.len() {
        let ends = at == units.len() || carriers[at] != carriers[first];
        if ends && first < at {
            split(units, outline, settings, first..at, &mut groups);
            first = at;
        }
    }
    merged(units, outline, settings, groups)
}

/// For each unit the largest section around it that is still one passage.
fn carriers(
    units: &[ChunkUnit],
    sections: &[OutlineSection],
    settings: ChunkSettings,
) -> Vec<usize> {
    let mut carriers: Vec<usize> = units
        .iter()
        .map(|unit| {
            let mut at = unit.section;
            while at != 0 && is_one(sections, at, settings) {
                at = sections[at].parent;
            }
            at
        })
        .collect();
    // What stands over the next unit goes where that goes.
    for at in (0..units.len().saturating_sub(1)).rev() {
        if units[at].leads {
            carriers[at] = carriers[at + 1];
        }
    }
    carriers
}

/// Whether a section is better read as a part of its parent.
fn is_one(sections: &[OutlineSection], at: usize, settings: ChunkSettings) -> bool {
    let (section, parent) = (&sections[at], &sections[sections[at].parent]);
    if settings.target_words < parent.words {
        return false;
    }
    match (&section.label, &parent.label) {
        // `40(1)` is a part of `40`; `41` is a neighbour under the same chapter.
        (Some(label), Some(above)) => label.starts_with(above.as_str()),
        (None, Some(_)) => true,
        (Some(_), None) => false,
        (None, None) => parent.largest <= settings.small_words,
    }
}

/// Cuts a run of units where it grows too large, at the best place before that.
fn split(
    units: &[ChunkUnit],
    outline: &RenditionOutline,
    settings: ChunkSettings,
    range: std::ops::Range<usize>,
    groups: &mut Vec<ChunkUnitRange>,
) {
    let mut first = range.start;
    while first < range.end {
        let mut last = reach(units, first, range.end, settings.target_words);
        // What would be left is too little to stand alone and fits in here.
        let here: usize = units[first..=last].iter().map(|unit| unit.words).sum();
        let room = settings
            .small_words
            .min((settings.longest_words + 1).saturating_sub(here));
        if fewer(&units[last + 1..range.end], room) {
            last = range.end - 1;
        }
        groups.push(group(units, outline, first, last));
        first = last + 1;
    }
}

/// Whether units have fewer words than `limit` together. Looks at no more than it must.
fn fewer(units: &[ChunkUnit], limit: usize) -> bool {
    let mut words = 0;
    units.iter().all(|unit| {
        words += unit.words;
        words < limit
    })
}

/// The last unit of a group that begins with `first`.
fn reach(units: &[ChunkUnit], first: usize, end: usize, target: usize) -> usize {
    let mut words = units[first].words;
    let mut last = first;
    while last + 1 < end && words + units[last + 1].words <= target {
        last += 1;
        words += units[last].words;
    }
    if last + 1 == end {
        return last;
    }
    back(units, first, last, target)
}

/// Steps back from a bad place to cut: below a heading or number, or within a short list.
fn back(units: &[ChunkUnit], first: usize, last: usize, target: usize) -> usize {
    let mut cut = last;
    // The words that lead in to a list stay with its items, or at least with the first.
    if units[cut + 1].follows {
        let begins = (first + 1..=cut).rev().find(|at| !units[*at].follows);
        if let Some(begins) =
            begins.filter(|begins| *begins == cut || fits(units, *begins, target))
        {
            cut = begins - 1;
        }
    }
    while first < cut && units[cut].leads {
        cut -= 1;
    }
    if units[cut].leads { last } else { cut }
}

/// Whether a list fits in a passage with the words that lead in to it.
fn fits(units: &[ChunkUnit], begins: usize, target: usize) -> bool {
    let items = units[begins + 1..].iter().take_while(|unit| unit.follows).count();
    fewer(&units[begins..=begins + items], target + 1)
}

/// Puts small neighbours of one section together.
fn merged(
    units: &[ChunkUnit],
    outline: &RenditionOutline,
    settings: ChunkSettings,
    groups: Vec<ChunkUnitRange>,
) -> Vec<ChunkUnitRange> {
    let mut merged: Vec<ChunkUnitRange> = Vec::new();
    for next in groups {
        match merged.last_mut() {
            Some(before) if belong(units, outline, settings, before, &next) => {
                *before = ChunkUnitRange {
                    last: next.last,
                    section: outline.common(before.section, next.section),
                    words: before.words + next.words,
                    ..*before
                };
            }
            _ => merged.push(next),
        }
    }
    merged
}

fn belong(
    units: &[ChunkUnit],
    outline: &RenditionOutline,
    settings: ChunkSettings,
    before: &ChunkUnitRange,
    next: &ChunkUnitRange,
) -> bool {
    let words = before.words + next.words;
    if units[before.last].leads {
        return words <= settings.longest_words;
    }
    let small = before.words.min(next.words) < settings.small_words;
    if !small || settings.target_words < words {
        return false;
    }
    let sections = &outline.sections;
    let common = outline.common(before.section, next.section);
    // Text of a section and of its own subsection, or two subsections of one that has a number.
    let nested = common == before.section || common == next.section;
    let numbered = |at: usize| match (&sections[at].label, &sections[common].label) {
        (Some(label), Some(above)) => label.starts_with(above.as_str()),
        (label, above) => label.is_none() && above.is_some(),
    };
    let parted = [before.section, next.section]
        .iter()
        .any(|at| *at != common && sections[*at].label.is_some() && !numbered(*at));
    !parted && (nested || numbered(before.section) && numbered(next.section))
}

fn group(
    units: &[ChunkUnit],
    outline: &RenditionOutline,
    first: usize,
    last: usize,
) -> ChunkUnitRange {
    let members = &units[first..=last];
    // A heading may stand a section above what it leads to: the text says where we are.
    let text = members.iter().filter(|unit| !unit.leads);
    let section = text.map(|unit| unit.section).reduce(|a, b| outline.common(a, b));
    ChunkUnitRange {
        first,
        last,
        section: section.unwrap_or(units[last].section),
        words: members.iter().map(|unit| unit.words).sum(),
    }
}
