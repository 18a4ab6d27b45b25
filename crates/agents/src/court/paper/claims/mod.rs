//! Which files and names a paper speaks of, and how.

use std::{collections::BTreeMap, ops::Range};

use jurat_model::{
    Span,
    court::{Claim, Located, Tense},
};
use jurat_text::sentences::sentences;

use super::{
    context::{Above, Clause, above},
    cues,
    layout::{Block, Kind, Sheet},
    names::{Name, Sort, Unbroken, names},
    tree,
};

/// Claims that are kept.
const MOST: usize = 2_000;
/// The most bytes of a sentence that is shown; of a longer one the name alone is.
const SHOWN: usize = 600;

/// Each name once for each way in which it is spoken of, where it first is.
pub(super) fn facts(sheet: &Sheet<'_>) -> Vec<Located<Claim>> {
    let whole = Unbroken::of(sheet.text);
    let mut kept = Kept { sheet, places: BTreeMap::new(), claims: Vec::new() };
    for block in &sheet.blocks {
        if MOST <= kept.claims.len() {
            break;
        }
        match block.kind {
            Kind::Code(info) => kept.code(block, info, &whole),
            Kind::Row | Kind::Prose | Kind::Item => kept.stretches(block, &whole),
        }
    }
    kept.claims
}

struct Kept<'a> {
    sheet: &'a Sheet<'a>,
    /// Where a claim is, by name and tense.
    places: BTreeMap<(String, Tense), usize>,
    claims: Vec<Located<Claim>>,
}

impl Kept<'_> {
    fn stretches(&mut self, block: &Block, whole: &Unbroken<'_>) {
        let text = self.sheet.words(block);
        let names = names(text, whole);
        if names.is_empty() {
            return;
        }
        let above = above(self.sheet, block);
        let row = block.kind == Kind::Row;
        let cut: Vec<Range<usize>> = if row {
            std::iter::once(0..text.len()).collect()
        } else {
            sentences(text).into_iter().map(|sentence| sentence.range).collect()
        };
        for stretch in joined(cut, &names) {
            for clause in Clause::all(text, &stretch, &names, row) {
                self.clause(block, &stretch, &names, &clause, above);
            }
        }
    }

    fn clause(
        &mut self,
        block: &Block,
        stretch: &Range<usize>,
        names: &[Name],
        clause: &Clause,
        above: Above,
    ) {
        let text = self.sheet.words(block);
        for (index, place) in clause.names() {
            let name = &names[*index];
            let within = beside(text, stretch, names, *index);
            let claimed = is_claim(name, clause.has_noun(*place), within.is_some());
            if !claimed || is_argument(text, names, *index) {
                continue;
            }
            let foreign = name.sort != Sort::Path && is_of_others(text, name);
            let tense = if foreign { Tense::Example } else { clause.tense(*place, above) };
            self.keep(block, stretch, name, within, tense);
        }
    }

    /// Of code only paths count: a listing of a folder, a command.
    fn code(&mut self, block: &Block, info: Span, whole: &Unbroken<'_>) {
        let language = info.of(self.sheet.text).unwrap_or_default();
        if super::diagrams::is_drawn(language) {
            return;
        }
        let text = self.sheet.words(block);
        let above = above(self.sheet, block);
        let tense = |line: &str| match above {
            Above::ToCome => Tense::Planned,
            Above::Example => Tense::Example,
            // A comment behind a path may say that it is to come.
            Above::Nothing => Clause::all(line, &(0..line.len()), &[], true)
                .first()
                .map_or(Tense::Claimed, |clause| clause.tense(0, above)),
        };
        if let Some(listed) = tree::listed(text) {
            for (path, line) in listed {
                let tense = tense(&text[line.clone()]);
                self.keep(block, &line.clone(), &file(path, line), None, tense);
            }
            return;
        }
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            for mut name in names(line, whole) {
                if name.sort == Sort::Path {
                    name.range = start + name.range.start..start + name.range.end;
                    let stretch = start..start + line.trim_end().len();
                    self.keep(block, &stretch, &name, None, tense(line));
                }
            }
            start += line.len();
        }
    }

    fn keep(
        &mut self,
        block: &Block,
        stretch: &Range<usize>,
        name: &Name,
        within: Option<String>,
        tense: Tense,
    ) {
        if MOST <= self.claims.len() {
            return;
        }
        let shown = if stretch.len() <= SHOWN { stretch } else { &name.range };
        let by = block.span.start;
        let claim = Claim {
            name: name.text.clone(),
            is_path: name.sort == Sort::Path,
            within,
            tense,
        };
        let located = self
            .sheet
            .located(claim, Span::from(by + shown.start..by + shown.end));
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

fn file(path: String, range: Range<usize>) -> Name {
    Name { range, text: path, sort: Sort::Path, quoted: true }
}

/// Sentences between which a name lies are one: it was cut at a dot of its own.
fn joined(cut: Vec<Range<usize>>, names: &[Name]) -> Vec<Range<usize>> {
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
fn is_claim(name: &Name, noun: bool, within: bool) -> bool {
    match name.sort {
        Sort::Path => true,
        Sort::Call => !name.text.contains('.') || name.text.starts_with(char::is_uppercase),
        Sort::Humps => name.quoted || noun || within,
        Sort::Snake => noun || within,
        Sort::Loud => noun && within,
        Sort::Dotted => false,
    }
}

/// Whether a name stands in the parentheses of a call: it is what is handed over.
fn is_argument(text: &str, names: &[Name], index: usize) -> bool {
    /// Names before it that may be called.
    const BACK: usize = 8;
    let name = &names[index];
    name.sort != Sort::Path
        && names[index.saturating_sub(BACK)..index].iter().any(|other| {
            let between = text.get(other.range.end..name.range.start).unwrap_or_default();
            other.sort != Sort::Path && between.starts_with('(') && !between.contains(')')
        })
}

/// The nearest path of the same sentence.
fn beside(text: &str, stretch: &Range<usize>, names: &[Name], index: usize) -> Option<String> {
    /// Names looked at to either side.
    const NEAR: usize = 16;
    let name = &names[index];
    if name.sort == Sort::Path {
        return None;
    }
    let near = index.saturating_sub(NEAR)..(index + NEAR).min(names.len());
    let inside = |other: &&Name| {
        let file = other.sort == Sort::Path && !other.text.ends_with('/');
        file && stretch.start <= other.range.start && other.range.end <= stretch.end
    };
    let distance = |other: &Name| {
        let (from, to) = if other.range.start < name.range.start {
            (other.range.end, name.range.start)
        } else {
            (name.range.end, other.range.start)
        };
        let between = text.get(from..to).unwrap_or_default();
        // A sentence may pair several files with their names: `a.py`: `A`; `b.py`: `B`.
        between.len() + 1000 * between.matches(';').count()
    };
    let nearest = names[near].iter().filter(inside).min_by_key(|other| distance(other));
    nearest.map(|other| other.text.clone())
}

/// Whether a name is a library's: a well-known one, or one that the words before it give away.
fn is_of_others(text: &str, name: &Name) -> bool {
    const LIBRARIES: &[&str] = &[
        "python",
        "pythons",
        "pydantic",
        "pydantics",
        "langgraph",
        "langgraphs",
        "langchain",
        "langchains",
        "rust",
        "rusts",
        "django",
        "react",
        "node",
        "java",
        "typescript",
        "library",
        "bibliothek",
        "biblioteca",
        "bibliotheque",
        "stdlib",
    ];
    let end = name.text.rsplit(['.', ':']).next().unwrap_or(&name.text);
    if cues::OF_OTHERS.contains(&name.text.as_str()) || cues::OF_OTHERS.contains(&end) {
        return true;
    }
    let from = text.floor_char_boundary(name.range.start.saturating_sub(48));
    let before = super::plain::spaced(&text[from..name.range.start]);
    let last = before.split_whitespace().next_back().unwrap_or_default();
    LIBRARIES.contains(&last) && last != "node"
}

#[cfg(test)]
mod tests;
