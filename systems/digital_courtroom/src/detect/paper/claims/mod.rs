//! Which files and names a paper speaks of, and how.

use std::{collections::BTreeMap, ops::Range};

use jurat_model::{
    Span,
    court::{Claim, Located, Tense},
};
use jurat_text::sentences::sentences;

use super::{
    context::{Above, Clause, Stuff, above},
    cues,
    layout::{Block, Kind, Sheet},
    names::{Name, Sort, Unbroken, names},
    paths::is_source_folder,
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
            let beside = beside(text, stretch, names, *index);
            let linked = beside.is_some_and(|path| linked(text, names, path, *index));
            let claimed = is_claim(name, clause.has_noun(*place, 2), linked);
            if !claimed || is_argument(text, names, *index) {
                continue;
            }
            // A file somewhere in the sentence is not yet the one that it should be in.
            let within = beside.filter(|_| linked || clause.has_noun(*place, 1));
            let within = within.map(|path| names[path].text.clone());
            let foreign = name.sort != Sort::Path && is_of_others(text, name);
            let stuff = stuff(name);
            let tense =
                if foreign { Tense::Example } else { clause.tense(*place, above, stuff) };
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
        let tense = |line: &str, path: &str, behind: bool| match above {
            Above::ToCome => Tense::Planned,
            Above::Example => Tense::Example,
            Above::Nothing if behind => Tense::Produced,
            // A comment behind a path may say that it is to come.
            Above::Nothing => remarked(line, whole, Stuff::of_path(path)),
        };
        if let Some(listed) = tree::listed(text) {
            for (path, line) in listed {
                let tense = tense(&text[line.clone()], &path, false);
                self.keep(block, &line.clone(), &file(path, line), None, tense);
            }
            return;
        }
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            for mut name in names(line, whole) {
                if name.sort == Sort::Path {
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
fn is_claim(name: &Name, noun: bool, linked: bool) -> bool {
    match name.sort {
        Sort::Path => true,
        Sort::Call => !name.text.contains('.') || name.text.starts_with(char::is_uppercase),
        Sort::Humps => name.quoted || noun || linked,
        Sort::Snake => noun || linked,
        Sort::Loud => noun && linked,
        // `src.nodes.judges` is a module of ours, `os.path` is not.
        Sort::Dotted => name.quoted && is_module(&name.text),
    }
}

fn is_module(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or_default();
    let small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.".contains(c);
    is_source_folder(first) && name.chars().all(small)
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

/// The nearest path of the same sentence, by index.
fn beside(text: &str, stretch: &Range<usize>, names: &[Name], index: usize) -> Option<usize> {
    /// Names looked at to either side.
    const NEAR: usize = 16;
    let name = &names[index];
    if name.sort == Sort::Path {
        return None;
    }
    let near = index.saturating_sub(NEAR)..(index + NEAR).min(names.len());
    let inside = |at: &usize| {
        let other = &names[*at];
        let file = other.sort == Sort::Path && !other.text.ends_with('/');
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
fn linked(text: &str, names: &[Name], path: usize, index: usize) -> bool {
    let (from, to) = (path.min(index), path.max(index));
    let gaps = names[from..=to].windows(2);
    let mut words = gaps
        .filter_map(|pair| text.get(pair[0].range.end..pair[1].range.start))
        .flat_map(super::plain::words)
        .map(super::plain::folded);
    words.all(|word| {
        cues::LINKS.contains(&word.as_str()) || cues::NOUNS.contains(&word.as_str())
    })
}

/// What a line of code says of a path in it.
fn remarked(line: &str, whole: &Unbroken<'_>, stuff: Stuff) -> Tense {
    let names = names(line, whole);
    let clauses = Clause::all(line, &(0..line.len()), &names, true);
    let Some(clause) = clauses.first() else { return Tense::Claimed };
    let place = clause.names().first().map_or(0, |(_, place)| *place);
    clause.tense(place, Above::Nothing, stuff)
}

/// Whether a command writes to what comes behind these words.
fn written_to(before: &str) -> bool {
    const INTO: [&str; 8] =
        [">", ">>", "-o", "--out", "--output", "--report", "--out-dir", "tee"];
    let last = before.split([' ', '=']).rfind(|word| !word.is_empty());
    last.is_some_and(|last| INTO.contains(&last.trim_matches(['"', '\''])))
}

fn stuff(name: &Name) -> Stuff {
    if name.sort == Sort::Path { Stuff::of_path(&name.text) } else { Stuff::Name }
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
    // `TideGate.open` is ours, `graph.add_edge` is not.
    let end = if name.text.starts_with(char::is_uppercase) { &name.text } else { end };
    if cues::OF_OTHERS.contains(&end) {
        return true;
    }
    let from = text.floor_char_boundary(name.range.start.saturating_sub(48));
    let before = super::plain::spaced(&text[from..name.range.start]);
    let last = before.split_whitespace().next_back().unwrap_or_default();
    LIBRARIES.contains(&last) && last != "node"
}

#[cfg(test)]
mod tense_tests;
#[cfg(test)]
mod tests;
