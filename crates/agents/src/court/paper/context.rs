//! How a paper speaks of a name: from the words around it, and from what stands above.

use std::ops::Range;

use jurat_model::court::Tense;

use super::{
    cues,
    layout::{Block, Sheet},
    names::Name,
    plain::{at, folded, has, spaced},
};

/// Words before a name in which a denial or an example counts.
const BEFORE: usize = 12;
/// Words behind a name in which its absence is told.
const BEHIND: usize = 4;
/// Stands for a name.
const NAME: &str = "§";
/// The most words of a title that tells how things are spoken of.
const TITLE: usize = 12;

/// What stands above a block says of what is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Above {
    Nothing,
    ToCome,
    Example,
}

/// What the headings and the lead above a block say.
pub(super) fn above(sheet: &Sheet<'_>, block: &Block) -> Above {
    let lead = block.lead.and_then(|lead| lead.of(sheet.text)).map(spaced);
    let titles = chain(sheet, block.heading);
    let said = lead.as_deref().map(|lead| title(lead, true)).into_iter();
    let mut said = said.chain(titles.iter().map(|words| title(words, false)));
    // The nearest that says anything counts.
    said.find_map(|said| said).unwrap_or(Above::Nothing)
}

/// The words of a heading and of those it stands under, the nearest first.
fn chain(sheet: &Sheet<'_>, heading: Option<usize>) -> Vec<String> {
    let mut words = Vec::new();
    let mut level = u8::MAX;
    let upto = heading.map_or(0, |at| at + 1);
    // Far back lies nothing that matters: bounds what a hostile paper costs.
    for head in sheet.headings[..upto].iter().rev().take(64) {
        if head.level < level {
            level = head.level;
            words.push(spaced(head.span.of(sheet.text).unwrap_or_default()));
        }
        if level <= 1 {
            break;
        }
    }
    words
}

fn title(spaced: &str, lead: bool) -> Option<Above> {
    let long = TITLE < spaced.split_whitespace().count();
    if has(spaced, cues::PRESENT_TITLE) && !long {
        Some(Above::Nothing)
    } else if has(spaced, cues::PLANNED_TITLE) && !long || lead && has(spaced, cues::PLANNED) {
        Some(Above::ToCome)
    } else if has(spaced, cues::EXAMPLE_TITLE) && !long || lead && has(spaced, cues::EXAMPLE) {
        Some(Above::Example)
    } else {
        None
    }
}

/// A clause as folded words, the names in it as one sign each.
pub(super) struct Clause {
    words: Vec<String>,
    /// The place of each name among the words.
    places: Vec<(usize, usize)>,
    said: Said,
}

/// What a clause says of all that is named in it.
#[derive(Default)]
struct Said {
    /// Done or to come, in so many words.
    sure: Option<Tense>,
    elsewhere: bool,
    there: bool,
}

impl Said {
    fn of(spaced: &str) -> Self {
        let done = has(spaced, cues::DONE) && !has(spaced, cues::NOT_DONE);
        let planned = has(spaced, cues::PLANNED) && !has(spaced, cues::AS_PLANNED);
        let planned = planned.then_some(Tense::Planned);
        Self {
            sure: done.then_some(Tense::Claimed).or(planned),
            elsewhere: has(spaced, cues::ELSEWHERE),
            there: has(spaced, cues::THERE),
        }
    }
}

impl Clause {
    /// The clauses of a stretch of text, with the names whose place lies in it, by index.
    pub(super) fn all(
        text: &str,
        stretch: &Range<usize>,
        names: &[Name],
        whole: bool,
    ) -> Vec<Self> {
        let mut clauses = vec![Self::empty()];
        let mut from = stretch.start;
        let inside =
            |name: &Name| stretch.start <= name.range.start && name.range.end <= stretch.end;
        let first = names.partition_point(|name| name.range.start < stretch.start);
        for (index, name) in names.iter().enumerate().skip(first) {
            if stretch.end <= name.range.start {
                break;
            }
            if !inside(name) || name.range.start < from {
                continue;
            }
            Self::take(&mut clauses, &text[from..name.range.start], whole);
            if let Some(last) = clauses.last_mut() {
                last.places.push((index, last.words.len()));
                last.words.push(NAME.to_owned());
            }
            from = name.range.end;
        }
        Self::take(&mut clauses, &text[from..stretch.end], whole);
        for clause in &mut clauses {
            clause.said = Said::of(&format!(" {} ", clause.words.join(" ")));
        }
        clauses
    }

    fn empty() -> Self {
        Self {
            words: Vec::new(),
            places: Vec::new(),
            said: Said::default(),
        }
    }

    fn take(clauses: &mut Vec<Self>, text: &str, whole: bool) {
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_alphanumeric() || ";—|".contains(c))
        {
            rest = &rest[start..];
            if rest.starts_with([';', '—', '|']) {
                // What one cell of a row denies is not what the next one names.
                let cell = rest.starts_with('|');
                rest = &rest[rest.chars().next().map_or(1, char::len_utf8)..];
                match clauses.last_mut() {
                    Some(last) if cell => last.words.push("|".to_owned()),
                    _ if !whole => clauses.push(Self::empty()),
                    _ => {}
                }
                continue;
            }
            let ends = |c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’'));
            let end = rest.find(ends).unwrap_or(rest.len());
            let word = folded(&rest[..end]);
            rest = &rest[end..];
            if !whole && cues::PARTS.contains(&word.as_str()) {
                clauses.push(Self::empty());
            }
            if let Some(last) = clauses.last_mut() {
                last.words.push(word);
            }
        }
    }

    /// The names of the clause: their index and their place in it.
    pub(super) fn names(&self) -> &[(usize, usize)] {
        &self.places
    }

    /// How the clause speaks of the name at this place.
    pub(super) fn tense(&self, place: usize, above: Above) -> Tense {
        if self.denied(place) {
            Tense::Denied
        } else if let Some(sure) = self.said.sure {
            sure
        } else if self.example(place) {
            Tense::Example
        } else if self.said.there {
            Tense::Claimed
        } else {
            match above {
                Above::ToCome => Tense::Planned,
                Above::Example => Tense::Example,
                Above::Nothing => Tense::Claimed,
            }
        }
    }

    /// Whether a word beside the name says what it is: a class, a node.
    pub(super) fn has_noun(&self, place: usize) -> bool {
        let near = place.saturating_sub(2)..(place + 3).min(self.words.len());
        self.words[near]
            .iter()
            .any(|word| cues::NOUNS.contains(&word.as_str()))
    }

    fn denied(&self, place: usize) -> bool {
        let before = &self.words[place.saturating_sub(BEFORE)..place];
        let spaced = format!(" {} ", before.join(" "));
        let not_there = cues::NOT_THERE.iter().any(|cue| {
            let Some(last) = last(&spaced, cue) else { return false };
            let between = spaced[last + cue.len() + 1..].split_whitespace();
            between.clone().count() <= 4
                && !between.into_iter().any(|word| cues::BARRIERS.contains(&word))
        });
        not_there || self.absent(place)
    }

    fn absent(&self, place: usize) -> bool {
        let behind = self.words.iter().skip(place + 1).map(String::as_str);
        // Other names of the same list share what is said of them.
        let behind =
            behind.skip_while(|word| matches!(*word, NAME | "and" | "or" | "file" | "e"));
        let words: Vec<&str> = behind.take(BEHIND + 4).collect();
        let spaced = format!(" {} ", words.join(" "));
        cues::ABSENT.iter().any(|cue| {
            at(&spaced, cue)
                .is_some_and(|start| spaced[..start].split_whitespace().count() < BEHIND)
        })
    }

    fn example(&self, place: usize) -> bool {
        let before = &self.words[place.saturating_sub(BEFORE)..place];
        let before = format!(" {} ", before.join(" "));
        has(&before, cues::EXAMPLE) || self.said.elsewhere
    }
}

/// The last place of a phrase in spaced words.
fn last(spaced: &str, phrase: &str) -> Option<usize> {
    let mut found = None;
    let mut from = 0;
    while let Some(next) = spaced.get(from..).and_then(|rest| at(rest, phrase)) {
        found = Some(from + next);
        from += next + 1;
        // The blank before the next word must stay in sight.
        while !spaced.is_char_boundary(from) {
            from += 1;
        }
        from += spaced[from..].find(' ').unwrap_or(spaced.len() - from);
    }
    found
}
