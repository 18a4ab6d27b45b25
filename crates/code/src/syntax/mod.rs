//! What code says, out of its syntax tree.
//!
//! Each file is parsed once and walked once, as bytes that nobody vouches for. Nothing of it runs.
//! Facts are held against the queries of a rubric while they are found; what is kept is bounded,
//! however large the repository.

mod agent_libraries;
mod alias_expressions;
mod aliases;
mod annotations;
mod assertions;
mod ast_queries;
#[doc(hidden)]
pub mod bench_counts;
mod call;
mod comments_above;
mod file_role;
mod foreign_imports;
mod graph;
mod imports;
mod languages;
mod loaded_texts;
mod model_calls;
mod model_queries;
mod node_facts;
mod node_parts;
mod prompt_injection;
mod query_budget;
mod said_names;
mod scope;
mod security;
mod source;
mod stubs;
mod test_checks;
mod walk;

#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, ops::Range};

use jurat_model::LocatedValue;
use serde::{Deserialize, Serialize};
use tree_sitter::Parser;

use crate::{
    facts::{
        AgentLibrary, AstQuery, AstSelection, FileFact, FileRole, OrchestrationGraph,
        SecurityFinding, SkippedFile, SymbolDefinition,
    },
    notebook,
};

use self::{
    agent_libraries::AgentLibraries,
    ast_queries::AstQueryMatcher,
    graph::GraphCollector,
    languages::LoadedGrammar,
    loaded_texts::LoadedTexts,
    model_calls::ModelCallCollector,
    node_facts::CaptureDescriber,
    prompt_injection::PromptInjections,
    said_names::SaidNames,
    security::FindingCollector,
    source::SourceFile,
    walk::{MOST_SYMBOLS, SyntaxWalk},
};

/// Bytes of a file that is parsed. Larger ones are data or made by a program.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// Files of prose and settings that are looked through for orders and secrets.
const MOST_PROSE: usize = 1024 * 1024;

/// Problems that are listed one by one.
const MOST_PROBLEMS: usize = 1000;

/// The rule of findings in whose files a secret stands.
pub const SECRET_RULE: &str = security::SECRET_RULE;

pub fn languages() -> &'static [&'static str] {
    languages::NAMES
}

/// The language of a path by its ending; none where it is none that is read.
pub fn language_of(path: &str) -> Option<&'static str> {
    languages::of_path(path).map(|number| languages::ALL[number].name)
}

/// What a file that nobody looked into is for: by its path where code there is no part of the
/// product, else it is not known.
pub(super) fn role_apart(path: &str) -> FileRole {
    let role = language_of(path).map(|_| file_role::role_of(path, ""));
    let apart = |role: &FileRole| !matches!(role, FileRole::Product | FileRole::Config);
    role.filter(apart).unwrap_or(FileRole::Binary)
}

/// What a text that is no code is for, by its path alone.
pub(super) fn role_of_path(path: &str) -> FileRole {
    file_role::role_of(path, "")
}

/// Why a query in tree-sitter's own form cannot be run on a language; none where it can.
pub fn tree_query_problem(language: &str, pattern: &str) -> Option<String> {
    ast_queries::compile(language, pattern).err()
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CodeSurvey {
    /// What is defined where, by name and place.
    pub symbols: Vec<SymbolDefinition>,
    /// Orchestration graphs, by place.
    pub graphs: Vec<LocatedValue<OrchestrationGraph>>,
    /// Security findings, by place.
    pub findings: Vec<LocatedValue<SecurityFinding>>,
    /// Libraries of agents and models, by name.
    pub libraries: Vec<LocatedValue<AgentLibrary>>,
    /// What each query selected, in the order of the queries.
    pub selected: Vec<AstSelection>,
    /// Names that code says, in their order.
    pub names: Vec<String>,
    /// Texts that give orders to whoever reads by machine.
    pub addressed: Vec<LocatedValue<String>>,
    /// Files that could not be read as what they are, and limits that cut something off.
    pub problems: Vec<SkippedFile>,
}

/// Reads files one after another, in the order of their paths.
pub(crate) struct SyntaxReader {
    parser: Parser,
    /// Grammars that were needed so far, by their place among the languages.
    grammars: BTreeMap<usize, LoadedGrammar>,
    wanted: AstQueryMatcher,
    symbols: Vec<SymbolDefinition>,
    findings: FindingCollector,
    notes: GraphCollector,
    libraries: AgentLibraries,
    models: ModelCallCollector,
    loaded: LoadedTexts,
    said: SaidNames,
    addressed: PromptInjections,
    problems: Vec<SkippedFile>,
    /// Files with problems that are not among them.
    more_problems: u64,
    /// Folders that hold what a build made.
    ignored: Vec<&'static str>,
}

/// What every file adds to.
struct FactCollectors<'g> {
    wanted: &'g mut AstQueryMatcher,
    symbols: &'g mut Vec<SymbolDefinition>,
    findings: &'g mut FindingCollector,
    notes: &'g mut GraphCollector,
    libraries: &'g mut AgentLibraries,
    loaded: &'g mut LoadedTexts,
    said: &'g mut SaidNames,
    addressed: &'g mut PromptInjections,
}

impl SyntaxReader {
    pub(crate) fn new(wanted: &[AstQuery]) -> Self {
        Self::for_groups(&[wanted.to_vec()])
    }

    /// Answers several groups of queries, each as if it were asked alone, one after the other.
    pub(crate) fn for_groups(wanted: &[Vec<AstQuery>]) -> Self {
        let wanted = AstQueryMatcher::new(wanted);
        Self {
            parser: Parser::new(),
            grammars: BTreeMap::new(),
            models: ModelCallCollector::new(wanted.asks_of_models()),
            wanted,
            symbols: Vec::new(),
            findings: FindingCollector::new(),
            notes: GraphCollector::default(),
            libraries: AgentLibraries::default(),
            loaded: LoadedTexts::default(),
            said: SaidNames::default(),
            addressed: PromptInjections::default(),
            problems: Vec::new(),
            more_problems: 0,
            ignored: Vec::new(),
        }
    }

    /// Reads one file of text. Fills its language, role, lines of code and whether it is hollow.
    pub(crate) fn read(&mut self, file: &mut FileFact, bytes: &[u8]) {
        let path = file.path.clone();
        file.hollow = false;
        file.unchecked = None;
        let Ok(text) = std::str::from_utf8(bytes) else {
            file.role = file_role::role_of(&path, "");
            self.problem(&path, "it is not UTF-8");
            return;
        };
        file.role = file_role::role_of(&path, text);
        if path == ".gitignore" {
            self.ignored = file_role::ignored(text);
        }
        if file.role == FileRole::Product && file_role::is_output(&path, &self.ignored) {
            file.role = FileRole::Generated;
        }
        let source = SourceFile::new(&path, text);
        match languages::of_path(&path) {
            Some(number) if notebook::is_notebook(&path) => {
                self.notebook(file, &source, number);
            }
            Some(number) => {
                file.language = Some(languages::ALL[number].name.to_owned());
                self.code(file, &source, number);
            }
            None => self.prose(file, &source),
        }
    }

    /// The code of a notebook; one that cannot be read as code is a file of settings that says so.
    fn notebook(&mut self, file: &mut FileFact, source: &SourceFile<'_>, number: usize) {
        match notebook::code_of(source.text) {
            Ok(code) => {
                file.language = Some(languages::ALL[number].name.to_owned());
                self.code(file, &SourceFile::within(source.path, &code, source.text), number);
            }
            Err(why) => {
                self.prose(file, source);
                self.problem(source.path, why);
            }
        }
    }

    pub(crate) fn finish(mut self) -> CodeSurvey {
        let mut cut = Vec::new();
        if MOST_SYMBOLS <= self.symbols.len() {
            cut.push(format!("names after the first {MOST_SYMBOLS} were left out"));
        }
        if self.addressed.cut {
            cut.push("texts that give orders: only the first were kept".to_owned());
        }
        if 0 < self.more_problems {
            cut.push(format!("{} more files of code could not be read", self.more_problems));
        }
        for (source, role) in self.loaded.texts(|name| self.notes.is_said(name)) {
            self.wanted.offer_loaded(&source, role);
        }
        self.wanted.take_reaching(&self.models.finish());
        let (graphs, graphs_cut) = self.notes.finish();
        self.wanted.take_used(&self.notes.own_names(&graphs));
        let (findings, findings_cut) = self.findings.finish();
        self.symbols.sort();
        for (is_cut, what) in [(graphs_cut, "graphs"), (findings_cut, "security findings")] {
            if is_cut {
                cut.push(format!("{what}: there are more than are kept"));
            }
        }
        let whole = |why| SkippedFile { path: String::new(), why };
        self.problems.extend(cut.into_iter().map(whole));
        CodeSurvey {
            symbols: self.symbols,
            graphs,
            findings,
            libraries: self.libraries.finish(),
            selected: self.wanted.finish(),
            names: self.said.finish(),
            addressed: self.addressed.finish(),
            problems: self.problems,
        }
    }

    fn code(&mut self, file: &mut FileFact, source: &SourceFile<'_>, number: usize) {
        let grammar = self
            .grammars
            .entry(number)
            .or_insert_with(|| LoadedGrammar::new(languages::ALL[number]));
        file.code_lines = code_lines(source.text, &[]);
        if MOST_BYTES < source.text.len() {
            self.problem(source.path, "it is too large to be parsed");
            return;
        }
        let tree = match self.parser.set_language(&grammar.tables) {
            Ok(()) => self.parser.parse(source.text, None),
            Err(_) => None,
        };
        let Some(tree) = tree else {
            self.problem(source.path, "it could not be parsed");
            return;
        };
        self.wanted.begin(source.path, grammar.language.name, file.role);
        let to = FactCollectors {
            wanted: &mut self.wanted,
            symbols: &mut self.symbols,
            findings: &mut self.findings,
            notes: &mut self.notes,
            libraries: &mut self.libraries,
            loaded: &mut self.loaded,
            said: &mut self.said,
            addressed: &mut self.addressed,
        };
        let prose = SyntaxWalk::new(source, grammar, file.role, to).over(&tree);
        self.models.file(source, grammar, tree.root_node(), file.role);
        self.wanted.trees(
            source,
            tree.root_node(),
            file.role,
            (number, grammar),
            |name, node| CaptureDescriber { source, grammar }.of(name, node),
        );
        self.addressed.prose(source, &prose, file.role);
        file.code_lines = code_lines(source.text, &prose);
        file.hollow = stubs::is_hollow(source, grammar, tree.root_node());
        if file.role == FileRole::Test {
            file.unchecked = test_checks::unchecked(source, tree.root_node());
        }
    }

    fn prose(&mut self, file: &mut FileFact, source: &SourceFile<'_>) {
        file.language = None;
        file.code_lines = code_lines(source.text, &[]);
        file.hollow = file.code_lines == 0 && !stubs::is_marker(source.path);
        if MOST_PROSE < source.text.len() {
            return;
        }
        self.notes.manifest(source, file.role);
        self.addressed.text(source, 0..source.text.len(), file.role);
        self.wanted.offer_prose(source, file.role);
        self.loaded.keep(source, file.role);
        let sample = source.path.contains(".example") || source.path.contains(".sample");
        if matches!(file.role, FileRole::Config | FileRole::Product) && !sample {
            self.findings.lines(source, file.role);
        } else if !matches!(file.role, FileRole::Vendored | FileRole::Generated) {
            self.findings.prose(source, file.role);
        }
    }

    fn problem(&mut self, path: &str, why: &str) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems
                .push(SkippedFile { path: path.to_owned(), why: why.to_owned() });
        } else {
            self.more_problems += 1;
        }
    }
}

/// Lines with anything on them besides these ranges, which are in order.
fn code_lines(text: &str, prose: &[Range<usize>]) -> u32 {
    let mut count = 0;
    let mut ranges = prose.iter().peekable();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let mut at = start;
        let mut code = false;
        while at < end && !code {
            while ranges.next_if(|range| range.end <= at).is_some() {}
            match ranges.peek() {
                Some(range) if range.start <= at => at = range.end,
                next => {
                    let until = next.map_or(end, |range| range.start.min(end));
                    code = text[at..until].bytes().any(|byte| !byte.is_ascii_whitespace());
                    at = until;
                }
            }
        }
        count += u32::from(code);
        start = end;
    }
    count
}
