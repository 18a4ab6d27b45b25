//! How a paper speaks of a name: from the words around it, and from what stands above.

use std::ops::Range;

use super::{
    code_names::CodeName,
    cue_scope::{NAME, begins, contrasts, is_to_be_made, is_undone, reaches},
    folded_words::{folded, has, spaced},
    layout::{PaperBlock, PaperLayout},
    tense_cues,
};
use crate::model::ClaimTense;

/// Words before a name in which a denial or an example counts.
const BEFORE: usize = 12;
/// Words of a label before a colon.
const LABEL: usize = 4;
/// Words behind a name that are looked at.
const FAR: usize = 8;
/// Endings of files that people write.
const CODE: &[&str] = &[
    "py", "pyi", "rs", "ts", "tsx", "js", "jsx", "mjs", "cjs", "go", "java", "kt", "c", "cc",
    "cpp", "h", "hpp", "cs", "rb", "php", "swift", "scala", "sh", "toml", "ini", "cfg",
];
/// Folders where results lie.
#[rustfmt::skip]
const RESULTS: &[&str] = &[
    "audit", "audits", "report", "reports", "output", "outputs", "out", "log", "logs", "result",
    "results", "artifact", "artifacts", "artefacts", "build", "dist", "runs", "generated",
    "tmp", "export", "exports", "traces", ".cache", "cache", "checkpoints",
];
/// The most words of a title that tells how things are spoken of.
const TITLE: usize = 12;

/// What a name stands for, as far as its letters tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedFileKind {
    Name,
    /// A file of code, which people write.
    Code,
    /// A file that a person or a run may write.
    Data,
    /// A file or folder where results lie.
    Result,
}

impl NamedFileKind {
    pub(super) fn of_path(path: &str) -> Self {
        let small = path.to_ascii_lowercase();
        let mut parts = small.trim_end_matches('/').rsplit('/');
        let last = parts.next().unwrap_or_default();
        let ending = last.rsplit_once('.').map(|(_, ending)| ending);
        let result = |part: &str| RESULTS.contains(&part);
        match ending {
            Some(ending) if CODE.contains(&ending) => Self::Code,
            _ if result(last) || parts.any(result) => Self::Result,
            _ => Self::Data,
        }
    }
}

/// What stands above a block says of what is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SectionCue {
    Nothing,
    ToCome,
    Example,
}

/// What the headings and the lead above a block say.
pub(super) fn above(sheet: &PaperLayout<'_>, block: &PaperBlock) -> SectionCue {
    let lead = block.lead.and_then(|lead| lead.of(sheet.text)).map(spaced);
    let titles = chain(sheet, block.heading);
    let said = lead.as_deref().map(|lead| title(lead, true)).into_iter();
    let mut said = said.chain(titles.iter().map(|words| title(words, false)));
    // The nearest that says anything counts.
    said.find_map(|said| said).unwrap_or(SectionCue::Nothing)
}

/// The words of a heading and of those it stands under, the nearest first.
fn chain(sheet: &PaperLayout<'_>, heading: Option<usize>) -> Vec<String> {
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

fn title(spaced: &str, lead: bool) -> Option<SectionCue> {
    let long = TITLE < spaced.split_whitespace().count();
    if has(spaced, &tense_cues::PRESENT_TITLE) && !long {
        Some(SectionCue::Nothing)
    } else if has(spaced, &tense_cues::PLANNED_TITLE) && !long
        || lead && (has(spaced, &tense_cues::PLANNED) || has(spaced, &tense_cues::WILL))
    {
        Some(SectionCue::ToCome)
    } else if has(spaced, &tense_cues::EXAMPLE_TITLE) && !long
        || lead && has(spaced, &tense_cues::EXAMPLE)
    {
        Some(SectionCue::Example)
    } else {
        None
    }
}

/// A clause as folded words, the names in it as one sign each.
pub(super) struct FoldedClause {
    words: Vec<String>,
    /// The place of each name among the words.
    places: Vec<(usize, usize)>,
    /// The words that a comma stands before.
    commas: Vec<usize>,
    /// The first word behind a label of a few words and a colon: `Concrete action: extract …`.
    begins: usize,
    said: ClauseTense,
}

/// What a clause says of all that is named in it.
#[derive(Default)]
struct ClauseTense {
    /// Done or to come, in so many words.
    sure: Option<ClaimTense>,
    there: bool,
}

impl ClauseTense {
    fn of(spaced: &str) -> Self {
        let done = has(spaced, &tense_cues::DONE) && !has(spaced, &tense_cues::NOT_DONE);
        let planned = has(spaced, &tense_cues::PLANNED) || is_to_be_made(spaced);
        let planned = planned && !has(spaced, &tense_cues::AS_PLANNED);
        let planned = planned.then_some(ClaimTense::Planned);
        Self {
            sure: done.then_some(ClaimTense::Claimed).or(planned),
            there: has(spaced, &tense_cues::THERE),
        }
    }
}

impl FoldedClause {
    /// The clauses of a stretch of text, with the names whose place lies in it, by index.
    pub(super) fn all(
        text: &str,
        stretch: &Range<usize>,
        names: &[CodeName],
        whole: bool,
    ) -> Vec<Self> {
        let mut clauses = vec![Self::empty()];
        let mut from = stretch.start;
        let inside = |name: &CodeName| {
            stretch.start <= name.range.start && name.range.end <= stretch.end
        };
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
            clause.said = ClauseTense::of(&format!(" {} ", clause.words.join(" ")));
        }
        clauses
    }

    fn empty() -> Self {
        Self {
            words: Vec::new(),
            places: Vec::new(),
            commas: Vec::new(),
            begins: 0,
            said: ClauseTense::default(),
        }
    }

    fn take(clauses: &mut Vec<Self>, text: &str, whole: bool) {
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_alphanumeric() || ";—|".contains(c))
        {
            Self::note_comma(clauses, &rest[..start]);
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
            if !whole && tense_cues::PARTS.contains(&word) {
                clauses.push(Self::empty());
            }
            if let Some(last) = clauses.last_mut() {
                last.words.push(word);
            }
        }
        Self::note_comma(clauses, rest);
    }

    fn note_comma(clauses: &mut [Self], marks: &str) {
        let Some(last) = clauses.last_mut() else { return };
        if marks.contains(',') {
            last.commas.push(last.words.len());
        }
        if marks.contains(':') && last.words.len() <= LABEL {
            last.begins = last.words.len();
        }
    }

    /// The names of the clause: their index and their place in it.
    pub(super) fn names(&self) -> &[(usize, usize)] {
        &self.places
    }

    /// How the clause speaks of the name at this place. What it is decides whether a run may
    /// make it.
    pub(super) fn tense(
        &self,
        place: usize,
        above: SectionCue,
        stuff: NamedFileKind,
    ) -> ClaimTense {
        if self.denied(place) {
            ClaimTense::Denied
        } else if let Some(sure) = self.said.sure {
            sure
        } else if self.example(place) {
            ClaimTense::Example
        } else if self.wished(place) {
            ClaimTense::Planned
        } else if self.produced(place, stuff) {
            ClaimTense::Produced
        } else if self.said.there {
            ClaimTense::Claimed
        } else {
            match above {
                SectionCue::ToCome => ClaimTense::Planned,
                SectionCue::Example => ClaimTense::Example,
                SectionCue::Nothing => ClaimTense::Claimed,
            }
        }
    }

    /// Whether a word beside the name says what it is: a class, a node.
    pub(super) fn has_noun(&self, place: usize, far: usize) -> bool {
        let near = place.saturating_sub(far)..(place + far + 1).min(self.words.len());
        self.words[near].iter().any(|word| tense_cues::NOUNS.contains(word))
    }

    /// The words before a name, spaced, and the commas between them.
    fn before(&self, place: usize) -> String {
        let mut spaced = String::from(" ");
        for at in place.saturating_sub(BEFORE)..=place {
            if self.commas.binary_search(&at).is_ok() {
                spaced.push_str(", ");
            }
            if at < place {
                spaced.push_str(&self.words[at]);
                spaced.push(' ');
            }
        }
        spaced
    }

    /// The first words behind a name and behind those that are listed with it, up to a turn.
    fn behind(&self, place: usize) -> Vec<&str> {
        let behind = self.words.iter().skip(place + 1).map(String::as_str);
        // Other names of the same list share what is said of them.
        let behind =
            behind.skip_while(|word| matches!(*word, NAME | "and" | "or" | "file" | "e"));
        behind.take(FAR).collect()
    }

    fn denied(&self, place: usize) -> bool {
        let before = self.before(place);
        let mut words = self.words[..place].iter().rev().map(String::as_str);
        let this = words.find(|word| !matches!(*word, "the" | "a" | "from"));
        let not_this = this.is_some_and(|word| tense_cues::NOT_THIS.contains(word));
        not_this
            || reaches(&before, &tense_cues::NOT_THERE, &tense_cues::BARRIERS)
            || contrasts(&before)
            || self.absent(place)
    }

    fn absent(&self, place: usize) -> bool {
        let mut words = self.behind(place);
        if let [first, rest @ ..] = words.as_slice()
            && tense_cues::GONE.contains(first)
            && rest.first().is_none_or(|next| tense_cues::GONE_ENDS.contains(next))
        {
            return true;
        }
        if let [cell, first, ..] = words.as_slice()
            && *cell == "|"
            && tense_cues::GONE.contains(first)
        {
            return true;
        }
        let turn = words.iter().position(|word| tense_cues::TURNS.contains(word));
        words.truncate(turn.map_or(words.len(), |turn| turn + 1));
        begins(&words, &tense_cues::ABSENT) || is_undone(&words)
    }

    /// Somebody asks for it, or would like to have it.
    fn wished(&self, place: usize) -> bool {
        let begins = if self.begins <= place { self.begins } else { 0 };
        let first = self.words.get(begins).map(String::as_str);
        let asked = first.is_some_and(|first| tense_cues::MAKE_IT.contains(first))
            && place <= begins + 5;
        let between = &self.words[begins..place];
        let asked = asked && !between.iter().any(|word| tense_cues::BARRIERS.contains(word));
        asked || reaches(&self.before(place), &tense_cues::WISHED, &tense_cues::BARRIERS)
    }

    /// A run makes it.
    fn produced(&self, place: usize, stuff: NamedFileKind) -> bool {
        let behind = self.behind(place);
        let spaced = format!(" {} ", behind.join(" "));
        if has(&spaced, &tense_cues::BY_HAND) {
            return false;
        }
        let before = || self.before(place);
        let makes = || reaches(&before(), &tense_cues::MAKES, &tense_cues::MADE_OF);
        let lands = || reaches(&before(), &tense_cues::LANDS, &tense_cues::MADE_OF);
        match stuff {
            NamedFileKind::Name => false,
            NamedFileKind::Code => {
                begins(&behind, &tense_cues::MADE_CODE) && has(&spaced, &tense_cues::BY_TOOL)
            }
            NamedFileKind::Data => makes() || begins(&behind, &tense_cues::MADE),
            NamedFileKind::Result => makes() || lands() || begins(&behind, &tense_cues::MADE),
        }
    }

    fn example(&self, place: usize) -> bool {
        let behind = self.behind(place);
        reaches(&self.before(place), &tense_cues::EXAMPLE, &tense_cues::BARRIERS)
            || behind.starts_with(&["similar"])
            || self.elsewhere(place)
    }

    /// It is in the work of somebody else.
    fn elsewhere(&self, place: usize) -> bool {
        let doer = self.words[..place].last();
        let does = doer.is_some_and(|word| tense_cues::DOERS.contains(word));
        let behind = self.behind(place);
        let lies = behind.first().is_some_and(|word| tense_cues::WITHIN.contains(word));
        !does && has(&self.before(place), &tense_cues::ELSEWHERE)
            || lies && begins(&behind, &tense_cues::ELSEWHERE)
    }
}
