//! Which calls ask a model, and what reaches them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use jurat_model::LocatedValue;

use super::{
    CallCandidate, CalledAs, ExpressionNote, ModelCallCollector, ValueOrigin,
    model_libraries::makes_model,
};
use crate::{facts::SyntaxFact, syntax::call::last_part};

/// How far a value is followed to what made it.
const MOST_DEPTH: usize = 12;

/// Expressions that are followed from all calls together, and steps of one search for what made a
/// value.
const MOST_REACHED: usize = 20_000;
const MOST_STEPS: usize = 2000;

/// Steps from a call to a class that is handed to it: `llm` is given a chain, of which a part is
/// given the class.
const CLASS_STEPS: usize = 2;

/// What is known of the calls that ask a model.
#[derive(Debug, Default)]
pub(in super::super) struct ModelReach {
    /// The calls, by place.
    pub(in super::super) calls: Vec<LocatedValue<SyntaxFact>>,
    /// Names that what is told or asked for says.
    names: BTreeSet<String>,
    /// Names that are handed over as they are, near such a call: a class among them is what an
    /// answer is held to.
    pub(in super::super) handed: BTreeSet<String>,
    /// Lines of each file that hold something that is told or asked for.
    lines: BTreeMap<String, Vec<(u32, u32)>>,
}

impl ModelReach {
    /// Whether a text is told to a model: it stands in what reaches one, or is a file that it names.
    pub(in super::super) fn is_told(
        &self,
        holder: &str,
        text: &LocatedValue<SyntaxFact>,
    ) -> bool {
        let own = self.lines.get(&text.at.path);
        let of = text.at.lines.map(|lines| (lines.start, lines.end));
        let inside = |(start, end): &(u32, u32)| {
            of.is_some_and(|(from, to)| *start <= from && to <= *end)
        };
        match own {
            Some(lines) if lines.iter().any(inside) => true,
            _ => !is_code(&text.at.path) && self.names.contains(holder),
        }
    }
}

fn is_code(path: &str) -> bool {
    super::super::language_of(path).is_some()
}

/// What made a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MadeBy {
    Other,
    Unknown,
    Models,
}

impl ModelCallCollector {
    pub(in super::super) fn finish(self) -> ModelReach {
        let mut reach = ModelReach::default();
        let asks: Vec<&CallCandidate> =
            self.candidates.iter().filter(|one| self.asks(one)).collect();
        reach.calls = asks.iter().map(|one| one.fact.clone()).collect();
        reach.calls.sort_by(|a, b| a.at.cmp(&b.at));
        let first = asks
            .iter()
            .flat_map(|one| one.receiver.iter().chain([&one.arguments]));
        let mut open: VecDeque<(&ExpressionNote, usize)> =
            first.map(|note| (note, 0)).collect();
        let mut seen: BTreeSet<*const ExpressionNote> = BTreeSet::new();
        while let Some((note, steps)) = open.pop_front() {
            if MOST_REACHED < seen.len() || !seen.insert(std::ptr::from_ref(note)) {
                continue;
            }
            reach.names.extend(note.names.iter().cloned());
            if steps <= CLASS_STEPS {
                reach.handed.extend(note.handed.iter().cloned());
            }
            let lines = reach.lines.entry(self.paths[note.file].clone()).or_default();
            lines.push(note.lines);
            open.extend(self.rests_on(note).into_iter().map(|next| (next, steps + 1)));
        }
        reach
    }

    fn asks(&self, one: &CallCandidate) -> bool {
        let made = |origin: &ValueOrigin, note: &ExpressionNote| {
            self.made_by(origin, note, (0, &mut MOST_STEPS.clone())) == MadeBy::Models
        };
        match &one.callee {
            CalledAs::Function(full) => !self.is_own(full),
            CalledAs::Method => {
                one.receiver.as_ref().is_some_and(|note| made(&note.origin, note))
            }
            // Only what is plainly made by such a library: any function may be held by a name.
            CalledAs::Variable(name) => {
                let local = self.bound(name, &one.arguments);
                local.iter().any(|note| match &note.origin {
                    ValueOrigin::Imported(full) => makes_model(full) && !self.is_own(full),
                    _ => false,
                })
            }
            CalledAs::Request => {
                let named = one.arguments.names.iter();
                let further = named.flat_map(|name| self.bound(name, &one.arguments));
                let asked = one.receiver.as_ref();
                one.arguments.endpoint
                    || further.into_iter().any(|note| note.endpoint)
                    || asked.is_some_and(|note| made(&note.origin, note))
            }
        }
    }

    /// What an expression is put together from.
    fn rests_on<'c>(&'c self, note: &'c ExpressionNote) -> Vec<&'c ExpressionNote> {
        let mut all: Vec<&ExpressionNote> =
            note.names.iter().flat_map(|name| self.bound(name, note)).collect();
        for name in &note.names {
            let key = (note.file, note.within.clone(), name.clone());
            if self.parameters.contains(&key) {
                let function = last_part(&note.within);
                // What makes an object is called by the name of its class.
                let made = note.within.rsplit('.').nth(1).unwrap_or_default();
                let function = if function == "__init__" { made } else { function };
                all.extend(self.passed.get(function).into_iter().flatten());
            }
        }
        let called = note.called.iter().filter(|name| self.is_single(name));
        all.extend(called.filter_map(|name| self.returns.get(name)).flatten());
        all
    }

    /// Whether a function's name says which it is.
    fn is_single(&self, name: &str) -> bool {
        let files = self.returns.get(name).into_iter().flatten().map(|note| note.file);
        files.collect::<BTreeSet<_>>().len() <= 2
    }

    /// What a name stands for where an expression stands: of the function, of those around it, of
    /// the class, of the file, or of the top of another file.
    fn bound<'c>(&'c self, name: &str, at: &ExpressionNote) -> Vec<&'c ExpressionNote> {
        let mut scope = at.within.as_str();
        loop {
            let key = (at.file, scope.to_owned(), name.to_owned());
            if let Some(found) = self.given.get(&key) {
                return found.iter().collect();
            }
            if self.parameters.contains(&key) {
                return Vec::new();
            }
            scope = match scope.rsplit_once('.') {
                Some((outer, _)) => outer,
                None if scope.is_empty() => break,
                None => "",
            };
        }
        let elsewhere = self.at_top.get(name).into_iter().flatten();
        let notes = elsewhere
            .filter_map(|file| self.given.get(&(*file, String::new(), name.to_owned())));
        notes.flatten().collect()
    }

    fn made_by(
        &self,
        origin: &ValueOrigin,
        at: &ExpressionNote,
        (depth, left): (usize, &mut usize),
    ) -> MadeBy {
        if MOST_DEPTH < depth || *left == 0 {
            return MadeBy::Unknown;
        }
        *left -= 1;
        match origin {
            ValueOrigin::Imported(full) if makes_model(full) && !self.is_own(full) => {
                MadeBy::Models
            }
            ValueOrigin::Imported(full) => {
                let name = last_part(full);
                let called = self.called(name, (depth, left));
                let bound = self.bound(name, at);
                let bound = self.best(&bound, (depth, left));
                called.max(bound)
            }
            ValueOrigin::Called(name) => {
                let bound = self.bound(name, at);
                if bound.is_empty() {
                    return self.called(name, (depth, left));
                }
                self.best(&bound, (depth, left))
            }
            ValueOrigin::Name(name) => {
                let bound = self.bound(name, at);
                self.best(&bound, (depth, left))
            }
            ValueOrigin::Any(parts) => {
                let parts = parts.iter().map(|part| self.made_by(part, at, (depth + 1, left)));
                parts.max().unwrap_or(MadeBy::Unknown)
            }
            ValueOrigin::Unknown => MadeBy::Unknown,
        }
    }

    fn best(&self, notes: &[&ExpressionNote], (depth, left): (usize, &mut usize)) -> MadeBy {
        let made = notes
            .iter()
            .map(|note| self.made_by(&note.origin, note, (depth + 1, left)));
        made.max().unwrap_or(MadeBy::Unknown)
    }

    /// What a function gives back, or what a class of the repository makes.
    fn called(&self, name: &str, (depth, left): (usize, &mut usize)) -> MadeBy {
        if let Some(bases) = self.classes.get(name) {
            let model = bases.iter().any(|base| makes_model(base) && !self.is_own(base));
            return if model { MadeBy::Models } else { MadeBy::Other };
        }
        let returned: Vec<&ExpressionNote> =
            self.returns.get(name).into_iter().flatten().collect();
        self.best(&returned, (depth, left))
    }

    /// Whether an import is of this repository.
    fn is_own(&self, full: &str) -> bool {
        let first = full.split('.').next().unwrap_or(full);
        full.starts_with(['.', '~']) || full.is_empty() || self.tops.contains(first)
    }
}
