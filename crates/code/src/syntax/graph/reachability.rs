//! Which functions and classes of a file anything comes to.
//!
//! Told only where it is plain: something that is decorated, exported, named by another file of
//! the product, by a manifest, or by code of its own file that is itself come to, may run. So may
//! what a library offers: a repository in which no program begins is one.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    frameworks,
    function_bodies::FunctionBodies,
    module::{CodeDefinition, GraphBuilder, GraphModule, outward},
    name_uses::NameUses,
};

/// Files of a folder from which on it is the library itself and no stand-in.
const LIBRARY: u32 = 30;

/// What a builder of graphs does, whatever else it does.
const BUILDING: &[&str] = &["add_node", "add_edge", "compile"];

pub(super) struct ReachableScopes {
    /// None where more was said than was kept.
    scopes: Option<BTreeSet<String>>,
}

impl ReachableScopes {
    pub(super) fn of(module: &GraphModule, mentions: &NameUses) -> Self {
        if module.crowded {
            return Self { scopes: None };
        }
        let (mut by_last, mut inside) = (BTreeMap::new(), BTreeMap::new());
        let mut named: BTreeSet<&str> = BTreeSet::new();
        for full in module.definitions.keys() {
            let (outer, last) = parted(full);
            by_last.entry(last).or_insert_with(Vec::new).push(full.as_str());
            let outer = if module.definitions.contains_key(outer) { outer } else { "" };
            inside.entry(outer).or_insert_with(Vec::new).push(full.as_str());
            if is_named(module, full, mentions) {
                named.insert(full);
            }
        }
        let unknown = module
            .says
            .keys()
            .filter(|scope| !module.definitions.contains_key(*scope));
        let mut open: Vec<&str> = unknown.map(String::as_str).chain([""]).collect();
        let mut scopes: BTreeSet<&str> = BTreeSet::new();
        while let Some(scope) = open.pop() {
            if !scopes.insert(scope) {
                continue;
            }
            let said = module.says.get(scope).into_iter().flatten();
            // All of one name are named at once, so none is looked through twice.
            for full in said.filter_map(|name| by_last.remove(name.as_str())).flatten() {
                let outer = parted(full).0;
                let outer = if module.definitions.contains_key(outer) { outer } else { "" };
                if named.insert(full) && scopes.contains(outer) {
                    open.push(full);
                }
            }
            let within = inside.get(scope).into_iter().flatten();
            open.extend(within.copied().filter(|full| named.contains(full)));
        }
        Self {
            scopes: Some(scopes.into_iter().map(str::to_owned).collect()),
        }
    }

    /// The outermost scope around a place that nothing comes to.
    fn lost<'w>(&self, module: &GraphModule, within: &'w str) -> Option<&'w str> {
        let scopes = self.scopes.as_ref()?;
        let ends = within.match_indices('.').map(|(at, _)| at).chain([within.len()]);
        let mut around = ends.map(|end| &within[..end]);
        around.find(|one| module.definitions.contains_key(*one) && !scopes.contains(*one))
    }

    /// Why a place in a file does not run, or nobody can tell that it does.
    pub(super) fn why(
        &self,
        module: &GraphModule,
        byte: usize,
        within: &str,
    ) -> Option<UnreachedReason> {
        if let Some(why) = module.idle.why(byte) {
            return Some(UnreachedReason::Never(why.to_owned()));
        }
        let lost = self.lost(module, within)?;
        Some(UnreachedReason::Unseen(format!("nothing that runs calls or names `{lost}`")))
    }
}

pub(super) enum UnreachedReason {
    Never(String),
    /// Nothing that was read comes to it; something else may.
    Unseen(String),
}

/// Whether something comes to a function or class but for its own file, as far as it can be seen.
fn is_named(module: &GraphModule, full: &str, mentions: &NameUses) -> bool {
    let (outer, last) = parted(full);
    let told = |name: &str, tell: fn(&CodeDefinition) -> bool| {
        module.definitions.get(name).is_some_and(tell)
    };
    told(full, |one| one.free)
        || told(outer, |class| class.inherits)
        || mentions.elsewhere(last, module.number)
        || mentions.loose.may_be(last)
        || (is_public(module, full) && mentions.offers(&module.path))
}

/// Whether a name of a file is public: no part of it is hidden, and all around it are classes.
fn is_public(module: &GraphModule, full: &str) -> bool {
    let classes = |outer: &str| {
        outer.is_empty() || module.definitions.get(outer).is_some_and(|one| one.class)
    };
    !full.split('.').any(|part| part.starts_with('_')) && outward(full).skip(1).all(classes)
}

/// Why what a builder makes is never run.
pub(super) fn unused(
    module: &GraphModule,
    builder: &GraphBuilder,
    mentions: &NameUses,
) -> Option<UnreachedReason> {
    if builder.framework.name != frameworks::ALL[0].name || module.crowded {
        return None;
    }
    let bound: Vec<_> = module
        .bound
        .iter()
        .filter(|(_, _, start)| *start == builder.start)
        .collect();
    let used = |(within, name, _): &&(String, String, usize)| {
        let (owner, last) = parted(name);
        let class = outward(within)
            .find(|one| module.definitions.get(*one).is_some_and(|one| one.class));
        let of_class = !owner.is_empty() || class == Some(within.as_str());
        let shared = within.is_empty() || of_class;
        let inside = |scope: &String| {
            shared
                || scope
                    .strip_prefix(within.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let named = || {
            mentions.elsewhere(last, module.number)
                || mentions.loose.may_be(last)
                || is_offered(module, class.filter(|_| of_class), last, mentions)
        };
        module.uses.get(last).into_iter().flatten().any(inside) || (shared && named())
    };
    let handed_on = module.compiled.contains(&builder.start)
        || (bound.is_empty() && !builder.bare)
        || bound.iter().any(used);
    (!handed_on).then(|| {
        UnreachedReason::Unseen("it is never compiled, returned or handed on".to_owned())
    })
}

/// Whether others may take a name of a file, or of one of its classes. What a class inherits may
/// use it too.
fn is_offered(
    module: &GraphModule,
    class: Option<&str>,
    name: &str,
    mentions: &NameUses,
) -> bool {
    let Some(class) = class else {
        return !name.starts_with('_') && mentions.offers(&module.path);
    };
    let told = module.definitions.get(class);
    let exported = !mentions.begins && told.is_some_and(|one| one.free);
    let public = exported || (is_public(module, class) && mentions.offers(&module.path));
    told.is_some_and(|one| one.inherits) || (public && !name.starts_with(['_', '#']))
}

/// A folder of the repository that has the name of a library.
#[derive(Debug, Default)]
pub(super) struct StandIn {
    pub(super) files: u32,
    /// Builders that it defines, and where.
    pub(super) defines: BTreeMap<String, String>,
}

/// The library that a path shadows, and the folder from which it does.
pub(super) fn shadows(path: &str) -> Option<(&'static str, String)> {
    let bare = path.strip_suffix(".py")?;
    let mut start = 0;
    for part in bare.split('/') {
        if let Some(library) = frameworks::ALL.iter().find(|one| one.name == part) {
            return Some((library.name, path[..start].trim_end_matches('/').to_owned()));
        }
        start += part.len() + 1;
    }
    None
}

/// Where the builder lies that a file takes for the library's.
pub(super) fn stand_in(
    (all, bodies): (&BTreeMap<(&'static str, String), StandIn>, &FunctionBodies),
    module: &GraphModule,
    builder: &GraphBuilder,
) -> Option<UnreachedReason> {
    let found = all.iter().find_map(|((library, folder), one)| {
        let beside = module
            .path
            .strip_prefix(folder.as_str())
            .is_some_and(|rest| rest.starts_with('/'));
        let taken = folder.is_empty() || folder == "src" || beside;
        let own = *library == builder.framework.name && one.files < LIBRARY && taken;
        own.then(|| one.defines.get(&builder.made)).flatten()
    })?;
    module.path.strip_suffix(".py").map(|_| {
        let made = &builder.made;
        // Nobody writes a stand-in that does what the library does: this may be the library.
        let works = |method: &&str| bodies.does_something(&format!("{made}.{method}"));
        if BUILDING.iter().all(works) {
            return UnreachedReason::Unseen(format!(
                "`{made}` is that of `{found}` in this repository, which may be the library itself"
            ));
        }
        UnreachedReason::Never(format!(
            "`{made}` is that of `{found}` in this repository, not the library's"
        ))
    })
}

/// What a scope lies in, and its own name.
fn parted(full: &str) -> (&str, &str) {
    full.rsplit_once('.').unwrap_or(("", full))
}
