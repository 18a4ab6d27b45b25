//! What a child says stands somewhere is looked up there. Only what is true gets its place, with
//! the commit and the id of the file; what anything points into is kept for the bundle.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};

use jurat_canon::Hash;
use jurat_model::{EvidenceLocation, LocatedValue, SubmissionArtifact};

use super::{
    lines, notebook,
    survey_restarts::RepoTextFile,
    syntax::{CodeSurvey, SECRET_RULE},
};
use crate::facts::{AstSelection, HeldBlob, SkippedFile};

/// The most lines that a snippet has.
const LINES: u32 = 40;
/// The most bytes of one text that is kept, and of all of them.
const HELD_ONE: usize = 256 << 10;
const HELD_ALL: usize = 16 << 20;

/// Texts by path, to look things up in.
pub(super) struct FactTextLookup<'a> {
    by_path: BTreeMap<&'a str, LineIndexedText<'a>>,
    commit: Option<&'a str>,
    /// How many things of each file were not as the child said.
    untrue: BTreeMap<String, u64>,
    /// Files that something true points into.
    pointed: BTreeSet<&'a str>,
    /// Files that hold a secret: no words of theirs are passed on.
    secret: BTreeSet<&'a str>,
}

/// A text whose lines are told apart once, however many facts point into it.
struct LineIndexedText<'a> {
    source: &'a RepoTextFile,
    lines: OnceCell<Vec<&'a str>>,
}

impl<'a> LineIndexedText<'a> {
    fn lines(&self) -> &[&'a str] {
        self.lines.get_or_init(|| lines(&self.source.text).collect())
    }

    /// Lines counted from 1, both included.
    fn between(&self, start: u32, end: u32) -> Option<String> {
        let start = usize::try_from(start.checked_sub(1)?).ok()?;
        let lines = self.lines().get(start..usize::try_from(end).ok()?)?;
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

impl<'a> FactTextLookup<'a> {
    pub(super) fn new(sources: &'a [RepoTextFile], commit: Option<&'a str>) -> Self {
        let text = |source| LineIndexedText { source, lines: OnceCell::new() };
        let texts = sources.iter().map(|source| (&*source.fact.path, text(source)));
        let by_path = texts.collect();
        Self {
            by_path,
            commit,
            untrue: BTreeMap::new(),
            pointed: BTreeSet::new(),
            secret: BTreeSet::new(),
        }
    }

    /// Keeps what is true of a survey, but for its answers, and gives it its full place.
    pub(super) fn check(&mut self, survey: &mut CodeSurvey) {
        let with_secret = survey.findings.iter().filter(|one| one.value.rule == SECRET_RULE);
        let paths = with_secret.filter_map(|one| self.by_path.get_key_value(&*one.at.path));
        let secret: BTreeSet<&str> = paths.map(|(path, _)| *path).collect();
        self.secret = secret;
        survey.graphs.retain_mut(|located| self.settle(located));
        survey.findings.retain_mut(|located| self.settle(located));
        survey.libraries.retain_mut(|located| self.settle(located));
        survey.addressed.retain_mut(|located| self.settle(located));
        survey.symbols.retain(|symbol| {
            let text = self.by_path.get(symbol.path.as_str());
            let lines = text.map_or(0, |text| text.lines().len());
            let there = (1..=lines).contains(&usize::try_from(symbol.line).unwrap_or(0));
            if !there {
                *self.untrue.entry(symbol.path.clone()).or_default() += 1;
            }
            there
        });
    }

    /// The same of what queries selected.
    pub(super) fn check_answers(&mut self, answers: &mut [AstSelection]) {
        for selected in answers {
            let before = selected.facts.len();
            selected.facts.retain_mut(|located| self.settle(located));
            selected.hollow.retain_mut(|located| self.settle(located));
            let gone = (before - selected.facts.len()) as u64;
            selected.total = selected.total.saturating_sub(gone);
        }
    }

    fn settle<T>(&mut self, located: &mut LocatedValue<T>) -> bool {
        let place = self.place(&located.at, &located.snippet);
        let Some((mut at, mut snippet)) = place else {
            *self.untrue.entry(located.at.path.clone()).or_default() += 1;
            return false;
        };
        if self.secret.contains(at.path.as_str()) {
            (at.lines, at.cell, at.snippet) = (None, None, None);
            snippet.clear();
        }
        if at.lines.is_some()
            && let Some((path, _)) = self.by_path.get_key_value(at.path.as_str())
        {
            self.pointed.insert(path);
        }
        (located.at, located.snippet) = (at, snippet);
        true
    }

    /// The place in full and the words that stand there, if they are those that the child says.
    fn place(
        &self,
        said: &EvidenceLocation,
        snippet: &str,
    ) -> Option<(EvidenceLocation, String)> {
        let text = self.by_path.get(said.path.as_str())?;
        let mut at = EvidenceLocation::to(SubmissionArtifact::Repo, said.path.as_str());
        at.commit = self.commit.map(str::to_owned);
        at.blob = Some(text.source.fact.blob.clone());
        let Some(lines) = said.lines else {
            return snippet.is_empty().then(|| (at, String::new()));
        };
        if LINES <= lines.end.checked_sub(lines.start)? {
            return None;
        }
        let words = text.between(lines.start, lines.end)?;
        if words != snippet {
            return None;
        }
        at.lines = Some(lines);
        if notebook::is_notebook(&said.path) {
            at.cell = notebook::cell_at(text.lines(), lines.start);
        }
        at.snippet = Some(Hash::of(words.as_bytes()));
        Some((at, words))
    }

    /// Files of which something was not as the child said, in words.
    pub(super) fn untrue(&self) -> Vec<SkippedFile> {
        let there = |path: &str| self.by_path.contains_key(path);
        let (known, strange): (Vec<_>, Vec<_>) =
            self.untrue.iter().partition(|(path, _)| there(path));
        let said = known.into_iter().map(|(path, count)| SkippedFile {
            path: path.clone(),
            why: format!("{count} facts were dropped: what they quote does not stand there"),
        });
        // Who tells of files that are not there may be silent about any that are.
        let lies = (!strange.is_empty()).then(|| SkippedFile {
            path: String::new(),
            why: "facts were dropped: there are no such files of code".to_owned(),
        });
        lies.into_iter().chain(said).collect()
    }

    /// The texts that anything points into, and what of them was too long, in words.
    pub(super) fn held(&self) -> (Vec<HeldBlob>, Vec<String>) {
        let (mut held, mut room) = (Vec::new(), HELD_ALL);
        let kept_back =
            |path: &&str| format!("the text of {path} is not carried along: it holds a secret");
        let mut cut: Vec<String> = self.secret.iter().map(kept_back).collect();
        for text in self.pointed.iter().filter_map(|path| self.by_path.get(path)) {
            let source = text.source;
            let (path, length) = (&source.fact.path, source.text.len());
            if HELD_ONE < length || room < length {
                cut.push(format!("the text of {path} is too long to be carried along"));
                continue;
            }
            room -= length;
            held.push(HeldBlob {
                blob: source.fact.blob.clone(),
                path: path.clone(),
                text: source.text.clone(),
            });
        }
        (held, cut)
    }
}

#[cfg(test)]
mod tests;
