//! Which files and names a paper speaks of, and how.

use std::{collections::BTreeMap, ops::Range};

use jurat_model::{ByteSpan, LocatedValue};

use super::{
    claim_tense::{FoldedClause, NamedFileKind, SectionCue, above},
    code_names::{CodeName, CodeNameKind, UnbrokenWords, names},
    folder_trees,
    layout::{PaperBlock, PaperBlockKind, PaperLayout},
    paths::is_source_folder,
    tense_cues,
};
use crate::model::{ClaimTense, PaperClaim};

const MOST: usize = 2_000;
/// The most bytes of a sentence that is shown; of a longer one the name alone is.
const SHOWN: usize = 600;

/// Each name once for each way in which it is spoken of, where it first is.
pub(super) fn facts(sheet: &PaperLayout<'_>) -> Vec<LocatedValue<PaperClaim>> {
    let whole = UnbrokenWords::of(sheet.text);
    let mut kept = ClaimCollector { sheet, places: BTreeMap::new(), claims: Vec::new() };
    for block in &sheet.blocks {
        if MOST <= kept.claims.len() {
            break;
        }
        match block.kind {
            PaperBlockKind::Code(info) => kept.code(block, info, &whole),
            PaperBlockKind::Row | PaperBlockKind::Prose | PaperBlockKind::Item => {
                kept.stretches(block, &whole);
            }
        }
    }
    kept.claims
}

struct ClaimCollector<'a> {
    sheet: &'a PaperLayout<'a>,
    /// Where a claim is, by name and tense.
    places: BTreeMap<(String, ClaimTense), usize>,
    claims: Vec<LocatedValue<PaperClaim>>,
}

impl ClaimCollector<'_> {
    fn stretches(&mut self, block: &PaperBlock, whole: &UnbrokenWords<'_>) {
        let text = self.sheet.words(block);
        let names = names(text, whole);
        if names.is_empty() {
            return;
        }
        let above = above(self.sheet, block);
        let row = block.kind == PaperBlockKind::Row;
        for stretch in joined(PaperLayout::stretches(text, row), &names) {
            for clause in FoldedClause::all(text, &stretch, &names, row) {
                self.clause(block, &stretch, &names, &clause, above);
            }
        }
    }

    fn clause(
        &mut self,
        block: &PaperBlock,
        stretch: &Range<usize>,
        names: &[CodeName],
        clause: &FoldedClause,
        above: SectionCue,
    ) {
        let text = self.sheet.words(block);
        for (index, place) in clause.names() {
            let name = &names[*index];
            let beside = beside(text, stretch, names, *index);
            let linked = beside.is_some_and(|path| linked(text, names, path, *index));
            let claimed = is_claim(name, clause.has_noun(*place, 2), linked);
            if !claimed || is_argument(text, names, *index) {
                continue;
            }
            // A file somewhere in the sentence is not yet the one that it should be in.
            let within = beside.filter(|_| linked || clause.has_noun(*place, 1));
            let within = within.map(|path| names[path].text.clone());
            let foreign = name.sort != CodeNameKind::Path && is_of_others(text, name);
            let stuff = stuff(name);
            let tense =
                if foreign { ClaimTense::Example } else { clause.tense(*place, above, stuff) };
            self.keep(block, stretch, name, within, tense);
        }
    }

    /// Of code only paths count: a listing of a folder, a command.
    fn code(&mut self, block: &PaperBlock, info: ByteSpan, whole: &UnbrokenWords<'_>) {
        let language = info.of(self.sheet.text).unwrap_or_default();
        if super::diagrams::is_drawn(language) {
            return;
        }
        let text = self.sheet.words(block);
        let above = above(self.sheet, block);
        let tense = |line: &str, path: &str, behind: bool| match above {
            SectionCue::ToCome => ClaimTense::Planned,
            SectionCue::Example => ClaimTense::Example,
            SectionCue::Nothing if behind => ClaimTense::Produced,
            // A comment behind a path may say that it is to come.
            SectionCue::Nothing => remarked(line, whole, NamedFileKind::of_path(path)),
        };
        if let Some(listed) = folder_trees::listed(text) {
            for (path, line) in listed {
                let tense = tense(&text[line.clone()], &path, false);
                self.keep(block, &line.clone(), &file(path, line), None, tense);
            }
            return;
        }
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            for mut name in names(line, whole) {
                if name.sort == CodeNameKind::Path {
                    let to = written_to(&line[..name.range.start]);
                    let tense = tense(line, &name.text, to);
                    name.range = start + name.range.start..start + name.range.end;
                    let stretch = start..start + line.trim_end().len();
                    self.keep(block, &stretch, &name, None, tense);
                }
            }
            start += line.len();
        }
    }

    fn keep(
        &mut self,
        block: &PaperBlock,
        stretch: &Range<usize>,
        name: &CodeName,
        within: Option<String>,
        tense: ClaimTense,
    ) {
        if MOST <= self.claims.len() {
            return;
        }
        let shown = if stretch.len() <= SHOWN { stretch } else { &name.range };
        let by = block.span.start;
        let claim = PaperClaim {
            name: name.text.clone(),
            is_path: name.sort == CodeNameKind::Path,
            within,
            broken: name.broken.clone(),
            tense,
        };
        let located = self
            .sheet
            .located(claim, ByteSpan::from(by + shown.start..by + shown.end));
        match self.places.get(&(name.text.clone(), tense)) {
            // A later sentence that names the file beside it says more.
            Some(at)
                if self.claims[*at].value.within.is_none()
                    && located.value.within.is_some() =>
            {
                self.claims[*at] = located;
            }
            Some(_) => {}
            None => {
                self.places.insert((name.text.clone(), tense), self.claims.len());
                self.claims.push(located);
            }
        }
    }
}

fn file(path: String, range: Range<usize>) -> CodeName {
    CodeName {
        range,
        text: path,
        sort: CodeNameKind::Path,
        quoted: true,
        broken: None,
    }
}

/// Sentences between which a name lies are one: it was cut at a dot of its own.
fn joined(cut: Vec<Range<usize>>, names: &[CodeName]) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(cut.len());
    for stretch in cut {
        let next = names.partition_point(|name| name.range.end <= stretch.start);
        let crossed = names.get(next).is_some_and(|name| name.range.start < stretch.start);
        match joined.last_mut() {
            Some(last) if crossed => last.end = stretch.end,
            _ => joined.push(stretch),
        }
    }
    joined
}

/// Whether speaking of a name claims that it is there. A field or a key alone does not.
fn is_claim(name: &CodeName, noun: bool, linked: bool) -> bool {
    match name.sort {
        CodeNameKind::Path => true,
        CodeNameKind::Call => {
            !name.text.contains('.') || name.text.starts_with(char::is_uppercase)
        }
        CodeNameKind::Humps => name.quoted || noun || linked,
        CodeNameKind::Snake => noun || linked,
        CodeNameKind::Loud => noun && linked,
        // `src.nodes.judges` is a module of ours, `os.path` is not.
        CodeNameKind::Dotted => name.quoted && is_module(&name.text),
    }
}

fn is_module(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or_default();
    let small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.".contains(c);
    is_source_folder(first) && name.chars().all(small)
}

/// Whether a name stands in the parentheses of a call: it is what is handed over.
fn is_argument(text: &str, names: &[CodeName], index: usize) -> bool {
    /// Names before it that may be called.
    const BACK: usize = 8;
    let name = &names[index];
    name.sort != CodeNameKind::Path
        && names[index.saturating_sub(BACK)..index].iter().any(|other| {
            let between = text.get(other.range.end..name.range.start).unwrap_or_default();
            other.sort != CodeNameKind::Path
                && between.starts_with('(')
                && !between.contains(')')
        })
}

/// The nearest path of the same sentence, by index.
fn beside(
    text: &str,
    stretch: &Range<usize>,
    names: &[CodeName],
    index: usize,
) -> Option<usize> {
    /// Names looked at to either side.
    const NEAR: usize = 16;
    let name = &names[index];
    if name.sort == CodeNameKind::Path {
        return None;
    }
    let near = index.saturating_sub(NEAR)..(index + NEAR).min(names.len());
    let inside = |at: &usize| {
        let other = &names[*at];
        let file = other.sort == CodeNameKind::Path && !other.text.ends_with('/');
        file && stretch.start <= other.range.start && other.range.end <= stretch.end
    };
    let distance = |at: &usize| {
        let other = &names[*at];
        let (from, to) = if other.range.start < name.range.start {
            (other.range.end, name.range.start)
        } else {
            (name.range.end, other.range.start)
        };
        let between = text.get(from..to).unwrap_or_default();
        // A sentence may pair several files with their names: `a.py`: `A`; `b.py`: `B`.
        between.len() + 1000 * between.matches(';').count()
    };
    near.filter(inside).min_by_key(distance)
}

/// Whether only words of place and other names stand between a file and a name.
fn linked(text: &str, names: &[CodeName], path: usize, index: usize) -> bool {
    let (from, to) = (path.min(index), path.max(index));
    let gaps = names[from..=to].windows(2);
    let mut words = gaps
        .filter_map(|pair| text.get(pair[0].range.end..pair[1].range.start))
        .flat_map(super::folded_words::words)
        .map(super::folded_words::folded);
    words.all(|word| tense_cues::LINKS.contains(&word) || tense_cues::NOUNS.contains(&word))
}

/// What a line of code says of a path in it.
fn remarked(line: &str, whole: &UnbrokenWords<'_>, stuff: NamedFileKind) -> ClaimTense {
    let names = names(line, whole);
    let clauses = FoldedClause::all(line, &(0..line.len()), &names, true);
    let Some(clause) = clauses.first() else { return ClaimTense::Claimed };
    let place = clause.names().first().map_or(0, |(_, place)| *place);
    clause.tense(place, SectionCue::Nothing, stuff)
}

/// Whether a command writes to what comes behind these words.
fn written_to(before: &str) -> bool {
    const INTO: [&str; 8] =
        [">", ">>", "-o", "--out", "--output", "--report", "--out-dir", "tee"];
    let last = before.split([' ', '=']).rfind(|word| !word.is_empty());
    last.is_some_and(|last| INTO.contains(&last.trim_matches(['"', '\''])))
}

fn stuff(name: &CodeName) -> NamedFileKind {
    if name.sort == CodeNameKind::Path {
        NamedFileKind::of_path(&name.text)
    } else {
        NamedFileKind::Name
    }
}

/// Whether a name is a library's: a well-known one, or one that the words before it give away.
fn is_of_others(text: &str, name: &CodeName) -> bool {
    #[rustfmt::skip]
    const LIBRARIES: &[&str] = &[
        "python", "pythons", "pydantic", "pydantics", "langgraph", "langgraphs", "langchain",
        "langchains", "rust", "rusts", "django", "react", "node", "java", "typescript",
        "library", "bibliothek", "biblioteca", "bibliotheque", "stdlib",
    ];
    let end = name.text.rsplit(['.', ':']).next().unwrap_or(&name.text);
    // `TideGate.open` is ours, `graph.add_edge` is not.
    let end = if name.text.starts_with(char::is_uppercase) { &name.text } else { end };
    if tense_cues::OF_OTHERS.contains(&end) {
        return true;
    }
    let from = text.floor_char_boundary(name.range.start.saturating_sub(48));
    let before = super::folded_words::spaced(&text[from..name.range.start]);
    let last = before.split_whitespace().next_back().unwrap_or_default();
    LIBRARIES.contains(&last) && last != "node"
}

#[cfg(test)]
mod tense_tests;
#[cfg(test)]
mod tests;
