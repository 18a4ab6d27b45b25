//! What the queries of a rubric ask for, held against each fact as it is found.
//!
//! Facts are not kept: of each query the first few that fit are, and the number of all.

use std::{collections::BTreeMap, ops::Range};

use jurat_model::LocatedValue;
use jurat_text::WildcardPattern;
use tree_sitter::{Node, Query};

use super::{
    comments_above::is_under_comment,
    foreign_imports::{self, RepositoryNames},
    languages::{self, LoadedGrammar},
    query_budget::{self, MOST_KEPT, QueryBudget},
    source::{LONG, SourceFile, squeezed},
};
use crate::facts::{AstKind, AstQuery, AstSelection, FileRole, SyntaxFact};

/// Words that a file of prose must have to be a prompt.
const FEWEST_WORDS: usize = 20;

/// Functions that do nothing and are kept of a query.
const MOST_HOLLOW: usize = 12;

/// Classes of which it is known what they inherit from.
const MOST_CLASSES: usize = 50_000;

/// Texts that are kept until it is known who uses them.
const MOST_TEXTS: usize = 800;

/// Libraries of others that are counted.
const MOST_LIBRARIES: usize = 1000;

/// All queries, and what they selected so far.
pub(super) struct AstQueryMatcher {
    pub(super) queries: Vec<CompiledAstQuery>,
    /// Which of them the file in hand may answer, by kind.
    active: [Vec<usize>; 6],
    /// Whether tests within the file are being walked.
    in_tests: bool,
    /// What each class of the repository inherits from, by its name alone.
    bases: BTreeMap<String, Vec<String>>,
    names: RepositoryNames,
    /// Texts that code holds, each with what holds it: which node uses one is known at the end.
    pub(super) texts: Vec<(String, LocatedValue<SyntaxFact>)>,
}

pub(super) struct CompiledAstQuery {
    pub(super) find: Option<AstKind>,
    /// Whether only that counts which has to do with asking a model.
    pub(super) reaches_model: bool,
    everywhere: bool,
    substantive: bool,
    languages: Vec<String>,
    path: Vec<WildcardPattern>,
    name: Vec<WildcardPattern>,
    base: Vec<WildcardPattern>,
    argument: Vec<WildcardPattern>,
    text: Vec<WildcardPattern>,
    /// One for each grammar of its language.
    tree: Vec<(usize, Query)>,
    unless_above: Vec<WildcardPattern>,
    /// What is left of the work that it may take.
    budget: QueryBudget,
    pub(super) selected: AstSelection,
    /// Classes of which it is known at the end whether they are handed to a model.
    pub(super) pending: Vec<LocatedValue<SyntaxFact>>,
    /// Classes whose own bases do not fit: those that they inherit from may.
    waiting: Vec<LocatedValue<SyntaxFact>>,
    /// Libraries that others may have made, each where it is first imported; none where that is
    /// not asked.
    libraries: Option<BTreeMap<String, LocatedValue<SyntaxFact>>>,
}

impl AstQueryMatcher {
    /// Of groups: what a query may take depends on its own group alone.
    pub(super) fn new(groups: &[Vec<AstQuery>]) -> Self {
        let compiled = groups.iter().flat_map(|queries| {
            let trees = queries.iter().filter(|query| query.tree.is_some()).count();
            queries.iter().map(move |query| CompiledAstQuery::new(query, trees))
        });
        Self {
            queries: compiled.collect(),
            active: Default::default(),
            in_tests: false,
            bases: BTreeMap::new(),
            names: RepositoryNames::default(),
            texts: Vec::new(),
        }
    }

    /// What a class inherits from, for those that inherit from it.
    pub(super) fn inherits(&mut self, name: &str, bases: &[String]) {
        let asked = self.queries.iter().any(|want| !want.base.is_empty());
        if asked && !bases.is_empty() && self.bases.len() < MOST_CLASSES {
            self.bases.entry(name.to_owned()).or_insert_with(|| bases.to_vec());
        }
    }

    pub(super) fn begin(&mut self, path: &str, language: &str, role: FileRole) {
        self.in_tests = false;
        self.names.add(path);
        for list in &mut self.active {
            list.clear();
        }
        for (at, want) in self.queries.iter().enumerate() {
            if let Some(kind) = want.find.filter(|_| want.admits(path, language, role)) {
                self.active[kind as usize].push(at);
            }
        }
    }

    pub(super) fn in_tests(&mut self, now: bool) {
        self.in_tests = now;
    }

    /// Whether any query asks the file in hand for this kind.
    pub(super) fn asks(&self, kind: AstKind) -> bool {
        !self.active[kind as usize].is_empty()
    }

    /// Offers a fact by its names, in full and alone; it is made only where one of them fits, and
    /// its lines are copied only where it is kept.
    pub(super) fn offer(
        &mut self,
        of: (AstKind, &SourceFile<'_>, Node<'_>),
        names: &[&str],
        make: impl FnOnce() -> SyntaxFact,
    ) {
        let (kind, source, node) = of;
        let mut make = Some(make);
        let mut made: Option<SyntaxFact> = None;
        for at in &self.active[kind as usize] {
            let want = &mut self.queries[*at];
            let in_tests = self.in_tests && !want.everywhere;
            if !in_tests
                && kind == AstKind::Text
                && self.texts.len() < MOST_TEXTS
                && let Some(make) = make.take()
            {
                let fact = make();
                let holder = names.first().copied().unwrap_or_default().to_owned();
                self.texts.push((holder, source.located(fact.clone(), node)));
                made = Some(fact);
            }
            if in_tests || !any(&want.name, names) {
                continue;
            }
            if want.reaches_model {
                if kind == AstKind::Class {
                    if let Some(make) = make.take() {
                        made = Some(make());
                    }
                    want.pend(made.as_ref(), source, node);
                }
                continue;
            }
            if want.asks_names_alone() && MOST_KEPT <= want.selected.facts.len() {
                want.selected.total += 1;
                continue;
            }
            if let Some(make) = make.take() {
                made = Some(make());
            }
            let Some(fact) = &made else { continue };
            if want.libraries.is_some() {
                want.keep_library(fact, source, node);
            } else if want.is_hollow(fact) {
                if want.fits(fact) && want.selected.hollow.len() < MOST_HOLLOW {
                    want.selected.hollow.push(source.located(fact.clone(), node));
                }
            } else if want.fits(fact) {
                want.take(fact, source, node);
            } else if matches!(fact, SyntaxFact::Class { .. })
                && !want.base.is_empty()
                && want.waiting.len() < MOST_KEPT
            {
                want.waiting.push(source.located(fact.clone(), node));
            }
        }
    }

    /// Offers a whole file of prose as a text under the name of the file: a prompt. Prose that no
    /// query names by its path counts only where it lies among prompts.
    pub(super) fn offer_prose(&mut self, source: &SourceFile<'_>, role: FileRole) {
        let prose = matches!(role, FileRole::Product | FileRole::Docs | FileRole::Config);
        let among_prompts = is_among_prompts(source.path);
        let whole = [(stem(source.path), 0..source.text.len())];
        for want in &mut self.queries {
            let named = !want.path.is_empty() || among_prompts;
            if want.asks_texts() && !want.reaches_model && named && (prose || want.everywhere) {
                want.take_prose(source, &whole);
            }
        }
    }

    /// Offers a file of prose that code loads: as a whole under its name, and where it is a mapping
    /// each part under its key. What [`Self::offer_prose`] offered is not offered again.
    pub(super) fn offer_loaded(&mut self, source: &SourceFile<'_>, role: FileRole) {
        let prose = matches!(role, FileRole::Product | FileRole::Docs | FileRole::Config);
        let among_prompts = is_among_prompts(source.path);
        let mut parts = keyed_parts(source);
        let whole = (stem(source.path), 0..source.text.len());
        if prose {
            self.keep_prose(source, &parts);
            self.keep_prose(source, std::slice::from_ref(&whole));
        }
        if !among_prompts {
            parts.push(whole);
        }
        for want in &mut self.queries {
            let new = want.path.is_empty();
            if want.asks_texts() && !want.reaches_model && new && (prose || want.everywhere) {
                want.take_prose(source, &parts);
            }
        }
    }

    /// Keeps parts of a file that code loads until it is known who uses them.
    fn keep_prose(&mut self, source: &SourceFile<'_>, parts: &[(&str, Range<usize>)]) {
        for (name, range) in parts {
            if let Some(text) = prose_text(source, name, range)
                && self.texts.len() < MOST_TEXTS
            {
                let located = source.located_at(text, range.start, range.end);
                self.texts.push(((*name).to_owned(), located));
            }
        }
    }

    pub(super) fn trees(
        &mut self,
        source: &SourceFile<'_>,
        root: Node<'_>,
        role: FileRole,
        grammar: (usize, &LoadedGrammar),
        describe: impl Fn(&str, Node<'_>) -> SyntaxFact,
    ) {
        let (number, grammar) = grammar;
        let mut width = None;
        for want in &mut self.queries {
            if want.budget.is_spent() || !want.admits(source.path, grammar.language.name, role)
            {
                continue;
            }
            let Some(at) = want.tree.iter().position(|(of, _)| *of == number) else { continue };
            let width = match want.budget.repeats() {
                0 => 0,
                _ => *width.get_or_insert_with(|| query_budget::width(root)),
            };
            let (above, counted) = (&want.unless_above, (source, root, width));
            let counts = |node| !is_under_comment(source, node, above);
            let ran = query_budget::run(&want.tree[at].1, counted, &mut want.budget, counts);
            want.selected.total += ran.total;
            let room = MOST_KEPT.saturating_sub(want.selected.facts.len());
            for (name, node) in ran.found.into_iter().take(room) {
                want.selected.facts.push(source.located(describe(name, node), node));
            }
            if let Some(why) = ran.cut {
                let why = format!("the query is too costly: {why}, in {}", source.path);
                want.selected.problem.get_or_insert(why);
            }
        }
    }

    /// Takes texts by the nodes of a graph that use them, where what holds them says nothing.
    pub(super) fn take_used(&mut self, own_names: &BTreeMap<String, String>) {
        let asked = |want: &&mut CompiledAstQuery| want.asks_texts() && !want.reaches_model;
        for want in self.queries.iter_mut().filter(asked) {
            want.take_used(&self.texts, own_names);
        }
    }

    pub(super) fn finish(mut self) -> Vec<AstSelection> {
        for want in &mut self.queries {
            want.take_heirs(&self.bases);
            want.take_libraries(&self.names);
        }
        self.queries.into_iter().map(|want| want.selected).collect()
    }
}

impl CompiledAstQuery {
    fn new(query: &AstQuery, trees: usize) -> Self {
        let globs = |patterns: &[String]| {
            patterns.iter().map(|one| WildcardPattern::of_names(one)).collect()
        };
        let (tree, problem) = compiled(query);
        Self {
            reaches_model: query.reaches_model,
            pending: Vec::new(),
            find: query.find.filter(|_| query.tree.is_none() && problem.is_none()),
            everywhere: query.everywhere,
            substantive: query.substantive,
            languages: query.language.clone(),
            path: globs(&query.path),
            name: globs(&query.name),
            base: globs(&query.base),
            argument: globs(&query.argument),
            text: globs(&query.text),
            tree,
            unless_above: globs(&query.unless_above),
            budget: QueryBudget::of(query.tree.as_deref().unwrap_or_default(), trees),
            selected: AstSelection {
                total: 0,
                facts: Vec::new(),
                hollow: Vec::new(),
                problem,
            },
            waiting: Vec::new(),
            libraries: query.of_others.then(BTreeMap::new),
        }
    }

    fn admits(&self, path: &str, language: &str, role: FileRole) -> bool {
        (self.everywhere || role == FileRole::Product)
            && (self.languages.is_empty() || self.languages.iter().any(|one| one == language))
            && any(&self.path, &[path])
    }

    pub(super) fn fits(&self, fact: &SyntaxFact) -> bool {
        let none: &[String] = &[];
        let (bases, arguments, texts): (&[String], Vec<&String>, &[String]) = match fact {
            SyntaxFact::Class { bases, fields, .. } => (bases, Vec::new(), fields),
            SyntaxFact::Function { parameters, decorators, .. } => {
                (none, parameters.iter().collect(), decorators)
            }
            SyntaxFact::Call { arguments, keywords, .. } => {
                (none, arguments.iter().chain(keywords).collect(), none)
            }
            SyntaxFact::Annotation { text, .. } | SyntaxFact::Text { text, .. } => {
                (none, Vec::new(), std::slice::from_ref(text))
            }
            SyntaxFact::Import { .. } => (none, Vec::new(), none),
        };
        let arguments: Vec<&str> = arguments.into_iter().flat_map(|one| both(one)).collect();
        any(&self.base, &strs(bases))
            && any(&self.argument, &arguments)
            && any(&self.text, &strs(texts))
    }

    /// Takes classes that fit by what their bases inherit from: one step, and no further.
    fn take_heirs(&mut self, known: &BTreeMap<String, Vec<String>>) {
        let before = self.selected.facts.len();
        for mut located in std::mem::take(&mut self.waiting) {
            if let SyntaxFact::Class { bases, .. } = &mut located.value {
                let further = bases.iter().filter_map(|base| known.get(class_name(base)));
                let further: Vec<String> = further.flatten().cloned().collect();
                bases.extend(further);
            }
            if self.fits(&located.value) {
                self.selected.total += 1;
                self.selected.facts.push(located);
            }
        }
        if before < self.selected.facts.len() {
            self.selected.facts.sort_by(|a, b| a.at.cmp(&b.at));
            self.selected.facts.truncate(MOST_KEPT);
        }
    }

    /// Keeps a library that does not come with the language, until all names are known.
    fn keep_library(&mut self, fact: &SyntaxFact, source: &SourceFile<'_>, node: Node<'_>) {
        let SyntaxFact::Import { name } = fact else { return };
        let language = languages::of_path(source.path).map(|at| languages::ALL[at].name);
        let library = language.and_then(|language| foreign_imports::library(language, name));
        if let (Some(library), Some(kept)) = (library, &mut self.libraries)
            && kept.len() < MOST_LIBRARIES
        {
            kept.entry(library)
                .or_insert_with(|| source.located(fact.clone(), node));
        }
    }

    /// Takes those libraries that are no part of the repository.
    fn take_libraries(&mut self, names: &RepositoryNames) {
        let kept = self.libraries.take().into_iter().flatten();
        let others = kept.filter(|(library, _)| !names.hold(library));
        let mut others: Vec<_> = others.map(|(_, located)| located).collect();
        self.selected.total += others.len() as u64;
        others.sort_by(|a, b| a.at.cmp(&b.at));
        others.truncate(MOST_KEPT);
        self.selected.facts.extend(others);
    }

    /// Whether a fact does nothing, where only what does something counts.
    const fn is_hollow(&self, fact: &SyntaxFact) -> bool {
        self.substantive && matches!(fact, SyntaxFact::Function { hollow: Some(_), .. })
    }

    /// Whether it asks for texts in whatever language.
    fn asks_texts(&self) -> bool {
        self.find == Some(AstKind::Text) && self.languages.is_empty()
    }

    fn take_used(
        &mut self,
        texts: &[(String, LocatedValue<SyntaxFact>)],
        own_names: &BTreeMap<String, String>,
    ) {
        let before = self.selected.facts.len();
        for (holder, located) in texts {
            let last = holder.rsplit('.').next().unwrap_or(holder);
            let Some(node) = own_names.get(last) else { continue };
            let by_use = !any(&self.name, &[holder]) && any(&self.name, &[node]);
            if by_use && any(&self.path, &[&located.at.path]) && self.fits(&located.value) {
                self.selected.total += 1;
                self.selected.facts.push(located.clone());
            }
        }
        if before < self.selected.facts.len() {
            self.selected.facts.sort_by(|a, b| a.at.cmp(&b.at));
            self.selected.facts.truncate(MOST_KEPT);
        }
    }

    /// Takes parts of a file of prose, each with its name, that fit and are long enough.
    fn take_prose(&mut self, source: &SourceFile<'_>, parts: &[(&str, Range<usize>)]) {
        for (name, range) in parts {
            let named = any(&self.name, &[*name, source.path]);
            if !named || !any(&self.path, &[source.path]) {
                continue;
            }
            let Some(fact) = prose_text(source, name, range) else { continue };
            if self.fits(&fact) {
                self.selected.total += 1;
                if self.selected.facts.len() < MOST_KEPT {
                    let located = source.located_at(fact, range.start, range.end);
                    self.selected.facts.push(located);
                }
            }
        }
    }

    fn asks_names_alone(&self) -> bool {
        self.base.is_empty()
            && self.argument.is_empty()
            && self.text.is_empty()
            && !self.substantive
            && self.libraries.is_none()
    }

    fn take(&mut self, fact: &SyntaxFact, source: &SourceFile<'_>, node: Node<'_>) {
        self.selected.total += 1;
        if self.selected.facts.len() < MOST_KEPT {
            self.selected.facts.push(source.located(fact.clone(), node));
        }
    }
}

/// A part of a file of prose as a text, where it is long enough to be one.
fn prose_text(source: &SourceFile<'_>, name: &str, range: &Range<usize>) -> Option<SyntaxFact> {
    let words = &source.text[range.clone()];
    let long = words.split_whitespace().nth(FEWEST_WORDS - 1).is_some();
    let (name, text) = (name.to_owned(), squeezed(words, LONG));
    long.then_some(SyntaxFact::Text { name, text })
}

fn strs(all: &[String]) -> Vec<&str> {
    all.iter().map(String::as_str).collect()
}

/// The name of a base alone: of `state.Base[str]` it is `Base`.
fn class_name(base: &str) -> &str {
    let bare = base.split(['[', '(', '<']).next().unwrap_or(base);
    bare.rsplit(['.', ':']).next().unwrap_or(bare).trim()
}

/// The name of a file without its ending.
fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').next().unwrap_or(file)
}

/// What stands below each key at the top of a mapping; nothing of a file that is none.
fn keyed_parts<'s>(source: &SourceFile<'s>) -> Vec<(&'s str, Range<usize>)> {
    let is_mapping = [".yaml", ".yml"].iter().any(|ending| source.path.ends_with(ending));
    let mut parts: Vec<(&str, Range<usize>)> = Vec::new();
    let mut start = 0;
    for line in source.text.split_inclusive('\n').filter(|_| is_mapping) {
        let end = start + line.len();
        let key = line.split_once(':').map(|(key, _)| key.trim_matches(['"', '\'']));
        let plain = |key: &&str| {
            !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_- ".contains(c))
        };
        let top = line.starts_with(|c: char| c.is_alphanumeric() || c == '"' || c == '_');
        match key.filter(|_| top).filter(plain) {
            Some(key) => parts.push((key, start..end)),
            None => {
                if let Some((_, range)) = parts.last_mut() {
                    range.end = end;
                }
            }
        }
        start = end;
    }
    parts
}

fn is_among_prompts(path: &str) -> bool {
    let path = path.to_lowercase();
    ["prompt", "persona", "instruction"]
        .iter()
        .any(|word| path.contains(word))
}

/// An argument as written, and a text without its quotes.
fn both(argument: &str) -> [&str; 2] {
    let bare = argument.trim_matches(|letter| matches!(letter, '"' | '\'' | '`'));
    [argument, bare]
}

/// Whether one of the patterns fits one of the words; no pattern asks nothing.
fn any(patterns: &[WildcardPattern], words: &[&str]) -> bool {
    patterns.is_empty()
        || patterns
            .iter()
            .any(|pattern| words.iter().any(|word| pattern.fits(word)))
}

/// The tree queries of a query, or why it cannot be run.
fn compiled(query: &AstQuery) -> (Vec<(usize, Query)>, Option<String>) {
    if let Some(unknown) = query
        .language
        .iter()
        .find(|name| !languages::NAMES.contains(&name.as_str()))
    {
        return (Vec::new(), Some(format!("no language `{unknown}` is read")));
    }
    let Some(pattern) = &query.tree else {
        let problem = query
            .find
            .is_none()
            .then(|| "neither `find` nor `tree` is given".to_owned());
        return (Vec::new(), problem);
    };
    let [language] = query.language.as_slice() else {
        return (Vec::new(), Some("a tree query needs exactly one language".to_owned()));
    };
    match compile(language, pattern) {
        Ok(queries) => (queries, None),
        Err(problem) => (Vec::new(), Some(problem)),
    }
}

/// A pattern, once for each grammar of a language. A language with several is content if one of
/// them takes it.
pub(super) fn compile(language: &str, pattern: &str) -> Result<Vec<(usize, Query)>, String> {
    let grammars = languages::ALL.iter().enumerate();
    let mut queries = Vec::new();
    let mut problem = format!("no language `{language}` is read");
    for (at, one) in grammars.filter(|(_, one)| one.name == language) {
        match Query::new(&(one.grammar)(), pattern) {
            Ok(query) if query.capture_names().is_empty() => {
                "the query captures nothing".clone_into(&mut problem);
            }
            Ok(query) => queries.push((at, query)),
            Err(error) => {
                problem = format!(
                    "line {}, column {}: {}",
                    error.row + 1,
                    error.column + 1,
                    error.message.trim()
                );
            }
        }
    }
    if queries.is_empty() { Err(problem) } else { Ok(queries) }
}
