//! What is there in a repository: files, folders, names.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use jurat_code::facts::{FileFact, FileRole};
use jurat_text::WildcardPattern;

use super::{file_substance::FileSubstance, folders::FolderIndex, folding::folded};
use crate::{
    model::{EvidenceFact, EvidenceSet, RepoIndex},
    rubric::unread_files::UnreadFiles,
};

pub(crate) struct RepositoryLookup<'a> {
    files: BTreeMap<&'a str, (&'a FileFact, FileSubstance)>,
    /// Small paths, each with the paths that are written so.
    small: BTreeMap<String, Vec<&'a str>>,
    /// Last parts of paths in small letters.
    last: BTreeMap<String, Vec<&'a str>>,
    folders: FolderIndex<'a>,
    /// Names that are defined, whole and without their class, each with its files.
    symbols: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// The same without their class and their spelling: `EvidenceStore` and `evidence_store`.
    spelt: BTreeMap<String, BTreeSet<&'a str>>,
    /// Names that code says, and names of nodes.
    words: BTreeSet<&'a str>,
    /// Names of nodes without their spelling.
    nodes: BTreeSet<String>,
    unread: UnreadFiles<'a>,
    /// What was found for endings that were asked for.
    endings: RefCell<BTreeMap<String, Option<ClaimLocation>>>,
}

/// Where something claimed was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClaimLocation {
    /// The file, where it is one and only one.
    pub(crate) path: Option<String>,
    /// The best of what is there.
    pub(crate) does: FileSubstance,
}

impl<'a> RepositoryLookup<'a> {
    pub(crate) fn of(evidences: &'a EvidenceSet, index: &'a RepoIndex) -> Self {
        let mut known = Self {
            files: BTreeMap::new(),
            small: BTreeMap::new(),
            last: BTreeMap::new(),
            folders: FolderIndex::default(),
            symbols: BTreeMap::new(),
            spelt: BTreeMap::new(),
            words: BTreeSet::new(),
            nodes: BTreeSet::new(),
            unread: UnreadFiles::of(index),
            endings: RefCell::default(),
        };
        for file in &index.files {
            let does = FileSubstance::of(file, &known.unread);
            known.add(file, does);
        }
        for symbol in &index.symbols {
            let short = symbol.name.rsplit(['.', ':']).next().unwrap_or(&symbol.name);
            for name in [symbol.name.as_str(), short] {
                known.symbols.entry(name).or_default().insert(&symbol.path);
            }
            known.spelt.entry(folded(short)).or_default().insert(&symbol.path);
        }
        known.words.extend(index.names.iter().map(String::as_str));
        for evidence in &evidences.repo {
            if let EvidenceFact::Graph(graph) = &evidence.fact {
                known.words.extend(graph.node_names.iter().map(String::as_str));
                known.nodes.extend(graph.node_names.iter().map(|name| folded(name)));
            }
        }
        known
    }

    fn add(&mut self, file: &'a FileFact, does: FileSubstance) {
        let path = file.path.as_str();
        self.files.insert(path, (file, does));
        self.folders.add(path, does);
        let small = path.to_lowercase();
        let last = small.rsplit('/').next().unwrap_or(&small).to_owned();
        self.last.entry(last).or_default().push(path);
        self.small.entry(small).or_default().push(path);
    }

    /// A path as a paper writes it: exactly, as the end of one path, as a folder.
    pub(crate) fn path(&self, written: &str) -> Option<ClaimLocation> {
        let path = plain(written);
        if path.is_empty() {
            return None;
        }
        if let Some((file, _)) = self.files.get(path.as_str()) {
            return self.of_files(&[&file.path]);
        }
        let small = path.to_lowercase();
        if let Some(same) = self.small.get(&small) {
            return self.of_files(same);
        }
        if let Some(does) = self.folders.get(&small) {
            return Some(ClaimLocation { path: None, does });
        }
        let found = self.ending(&small).or_else(|| {
            // A paper often writes the repository's own folder in front.
            let (_, rest) = small.split_once('/')?;
            let whole = self.small.get(rest).filter(|_| rest.contains('/'));
            whole.and_then(|same| self.of_files(same))
        });
        let found = found.or_else(|| self.module(&small));
        // Where not all files or folders are known, it may be one of the others.
        let dark = || self.folders.is_cut() || self.unread.may_be(&small);
        found.or_else(|| dark().then_some(UNKNOWN))
    }

    /// A module without its ending: `src/nodes/judges`.
    fn module(&self, small: &str) -> Option<ClaimLocation> {
        let last = small.rsplit('/').next().unwrap_or(small);
        if last.contains('.') {
            return None;
        }
        MODULES.iter().find_map(|ending| {
            let written = format!("{small}{ending}");
            let whole = self.small.get(&written).and_then(|same| self.of_files(same));
            whole.or_else(|| self.ending(&written))
        })
    }

    /// Whether code that nobody looked into may define a name that is said to be in this file.
    pub(crate) fn may_define(&self, within: Option<&str>) -> bool {
        match within.and_then(|path| self.path(path)) {
            // A file that was read defines what was seen in it.
            Some(place) => place.does == FileSubstance::Unknown || self.unread.is_cut(),
            None => self.unread.may_define(within),
        }
    }

    /// Whether a folder of this name lies at the root.
    pub(crate) fn has_root(&self, name: &str) -> bool {
        self.folders.get(&name.to_lowercase()).is_some()
    }

    /// A pattern of paths with `*`. It looks at every file.
    pub(crate) fn pattern(&self, written: &str) -> Option<ClaimLocation> {
        let pattern = WildcardPattern::of_paths(&plain(written));
        let fits = self.files.keys().copied().filter(|one| pattern.fits(one));
        self.of_files(&fits.collect::<Vec<_>>())
    }

    /// Looks at every path with the same last part, once.
    fn ending(&self, small: &str) -> Option<ClaimLocation> {
        if let Some(known) = self.endings.borrow().get(small) {
            return known.clone();
        }
        let found = self.look_for_ending(small);
        self.endings.borrow_mut().insert(small.to_owned(), found.clone());
        found
    }

    fn look_for_ending(&self, small: &str) -> Option<ClaimLocation> {
        let last = small.rsplit('/').next()?;
        let ends = |path: &&&str| {
            let path = path.to_lowercase();
            path.strip_suffix(small)
                .is_some_and(|front| front.is_empty() || front.ends_with('/'))
        };
        let files: Vec<&str> = self
            .last
            .get(last)
            .into_iter()
            .flatten()
            .filter(ends)
            .copied()
            .collect();
        if !files.is_empty() {
            return self.of_files(&files);
        }
        let does = self.folders.ending(small)?;
        Some(ClaimLocation { path: None, does })
    }

    fn of_files(&self, paths: &[&str]) -> Option<ClaimLocation> {
        let does = paths
            .iter()
            .filter_map(|path| self.files.get(path).map(|(_, does)| *does));
        // What is in no file that we know of does something.
        let does = does.max().unwrap_or(FileSubstance::Something);
        let only = match paths {
            [] => return None,
            [one] => Some((*one).to_owned()),
            _ => None,
        };
        Some(ClaimLocation { path: only, does })
    }

    /// An identifier: defined, or the name of a file, a node, a word of code that was shown.
    pub(crate) fn name(&self, written: &str) -> Option<ClaimLocation> {
        let name = written.trim().trim_end_matches("()").trim_start_matches('.');
        let short = name.rsplit(['.', ':']).next().unwrap_or(name);
        let defined = self.symbols.get(name).or_else(|| self.symbols.get(short));
        if let Some(paths) = defined {
            let paths: Vec<&str> = paths.iter().copied().collect();
            let first = paths.first().map(|path| (*path).to_owned());
            let does = self
                .of_files(&paths)
                .map_or(FileSubstance::Something, |place| place.does);
            return Some(ClaimLocation { path: first, does });
        }
        if !short.is_empty() && self.words.contains(short) {
            return Some(ClaimLocation { path: None, does: FileSubstance::Something });
        }
        let module = name.replace("::", "/").replace('.', "/").to_lowercase();
        let file = self.small.get(&module).and_then(|same| self.of_files(same));
        let file = file.or_else(|| self.ending(&module)).or_else(|| self.module(&module));
        file.or_else(|| self.spelt_so(short)).or_else(|| {
            // `src.graph.limit` may be a value of a module that is there.
            let (front, _) = module.rsplit_once('/')?;
            let holds = front.contains('/') && self.module(front).is_some();
            holds.then_some(UNKNOWN)
        })
    }

    /// A name in another spelling.
    fn spelt_so(&self, name: &str) -> Option<ClaimLocation> {
        let folded = folded(name);
        if folded.len() < 3 {
            return None;
        }
        let defined = self.spelt.get(&folded).and_then(|paths| {
            let paths: Vec<&str> = paths.iter().copied().collect();
            self.of_files(&paths)
        });
        let node = || self.nodes.contains(&folded);
        defined.or_else(|| {
            node().then_some(ClaimLocation { path: None, does: FileSubstance::Something })
        })
    }

    /// Whether what lies in a file counts as the product. What is in no file that we know does.
    pub(crate) fn counts(&self, path: &str) -> bool {
        self.files.get(path).is_none_or(|(file, _)| {
            !matches!(file.role, FileRole::Test | FileRole::Example | FileRole::Vendored)
        })
    }
}

/// It may be there, and nobody can tell.
const UNKNOWN: ClaimLocation = ClaimLocation { path: None, does: FileSubstance::Unknown };

/// What a module is called beyond its name.
const MODULES: &[&str] = &[".py", ".rs", ".ts", ".tsx", ".js", ".jsx", ".go", ".java", ".pyi"];

/// Without quotes, `./`, a line number or a slash at its ends.
fn plain(written: &str) -> String {
    let path = written.trim().trim_matches(['`', '"', '\'']).replace('\\', "/");
    let path = path.split('#').next().unwrap_or_default();
    let path = path.split("::").next().unwrap_or_default();
    let lines = |line: &str| {
        let bare = line.trim_start_matches(['L', 'l']);
        bare.starts_with(|c: char| c.is_ascii_digit())
    };
    let path = match path.split_once(':') {
        Some((path, line)) if lines(line) => path,
        _ => path,
    };
    let mut path = path;
    while let Some(rest) = path.strip_prefix("./").or_else(|| path.strip_prefix('/')) {
        path = rest;
    }
    path.trim_end_matches('/').to_owned()
}
