//! What names were given and where functions lie, in a file and in those it imports from.

use super::{
    evaluate::{MOST_DEPTH, ModuleIndex, ResolutionScope, key},
    frameworks::is_own,
    module::{FunctionSummary, outward},
    symbolic_value::SymbolicValue,
};

impl<'n> ModuleIndex<'n> {
    /// `START` and `END` of the library.
    pub(super) fn constant(&self, name: &str, place: &ResolutionScope) -> Option<&'static str> {
        let full = self.modules[place.module].imports.resolved(name, ".");
        ["START", "END"].into_iter().find(|own| is_own(&full, own))
    }

    /// What a name was given, looked for from the inside out and then in other files.
    pub(super) fn values(
        &self,
        name: &str,
        place: &ResolutionScope,
    ) -> Vec<(SymbolicValue, ResolutionScope)> {
        if let Some(value) = place.bound(name) {
            return vec![(value.clone(), place.clone())];
        }
        let module = &self.modules[place.module];
        for scope in outward(&place.within) {
            let given = module.names.get(scope).map(Vec::as_slice).unwrap_or_default();
            if !self.spend(1 + given.len()) {
                return Vec::new();
            }
            let given = given.iter();
            let found: Vec<_> = given
                .filter(|(bound, _)| bound == name)
                .map(|(_, value)| (value.clone(), place.inside(scope)))
                .collect();
            if !found.is_empty() {
                return found;
            }
        }
        self.part(name, place)
            .or_else(|| self.elsewhere(name, place))
            .into_iter()
            .collect()
    }

    /// `Names.FIRST`, `Names.FIRST.value`, `NAMES.first`.
    fn part(
        &self,
        name: &str,
        place: &ResolutionScope,
    ) -> Option<(SymbolicValue, ResolutionScope)> {
        let name = name.strip_suffix(".value").unwrap_or(name);
        let (owner, last) = name.rsplit_once('.')?;
        let module = &self.modules[place.module];
        let of = |scope: &str, name: &str| {
            let given = module.names.get(scope)?;
            given.iter().find(|(bound, _)| bound == name).map(|(_, value)| value)
        };
        if let Some(value) = of(owner, last) {
            return Some((value.clone(), place.inside(owner)));
        }
        let Some(SymbolicValue::Map(pairs)) = of("", owner) else { return None };
        let (_, value) = pairs.iter().find(
            |(key, _)| matches!(key, SymbolicValue::Name(key) | SymbolicValue::Text(key, _) if key == last),
        )?;
        Some((value.clone(), place.inside("")))
    }

    /// What an imported name was given where it comes from.
    fn elsewhere(
        &self,
        name: &str,
        place: &ResolutionScope,
    ) -> Option<(SymbolicValue, ResolutionScope)> {
        let (module, rest) = self.imported(name, place.module, 0)?;
        let there = ResolutionScope::of(module, String::new());
        let given = self.modules[module].names.get("");
        let plain = given.and_then(|given| given.iter().find(|(bound, _)| *bound == rest));
        match plain {
            Some((_, value)) => Some((value.clone(), there)),
            None => self.part(&rest, &there),
        }
    }

    /// A function by its name, and the place inside it.
    pub(super) fn function(
        &self,
        name: &str,
        place: &ResolutionScope,
    ) -> Option<(&'n FunctionSummary, ResolutionScope)> {
        let module = &self.modules[place.module];
        let own = name.strip_prefix("self.").or_else(|| name.strip_prefix("this."));
        let bare = own.unwrap_or(name);
        for scope in outward(&place.within) {
            let full =
                if scope.is_empty() { bare.to_owned() } else { format!("{scope}.{bare}") };
            if let Some(function) = module.functions.get(&full) {
                return Some((function, place.inside(&full)));
            }
        }
        let (module, rest) = self.imported(name, place.module, 0)?;
        let function = self.modules[module].functions.get(&rest)?;
        Some((function, ResolutionScope::of(module, rest)))
    }

    /// The file that a name is imported from, and its name there. A package may hand it on.
    fn imported(&self, name: &str, from: usize, hops: usize) -> Option<(usize, String)> {
        let first = name.split('.').next().unwrap_or(name);
        let full = self.modules[from].imports.get(first)?;
        let full = format!("{full}{}", &name[first.len()..]);
        for (at, dot) in full.rmatch_indices('.').take(4) {
            let (path, rest) = (&full[..at], &full[at + dot.len()..]);
            for module in self.files(path, &self.modules[from].path) {
                let there = &self.modules[module];
                let head = rest.split('.').next().unwrap_or(rest);
                let has = there.functions.contains_key(rest)
                    || there.names.contains_key(head)
                    || there
                        .names
                        .get("")
                        .is_some_and(|given| given.iter().any(|(n, _)| n == head));
                if has {
                    return Some((module, rest.to_owned()));
                }
                if hops < 3
                    && let Some(found) = self.imported(rest, module, hops + 1)
                {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Files that the path of an import can mean.
    pub(super) fn files(&self, path: &str, from: &str) -> Vec<usize> {
        let Some(wanted) = wanted(path, from) else { return Vec::new() };
        let last = wanted.rsplit('/').next().unwrap_or(&wanted).to_owned();
        let stems = [last.as_str(), "__init__", "index"];
        let candidates = stems.iter().filter_map(|stem| self.by_stem.get(stem)).flatten();
        let fits = |at: &&usize| {
            let key = key(&self.modules[**at].path);
            let key = key
                .strip_suffix("/__init__")
                .or_else(|| key.strip_suffix("/index"))
                .unwrap_or(key);
            key == wanted || key.ends_with(&format!("/{wanted}"))
        };
        candidates.filter(fits).copied().take(8).collect()
    }

    /// The parts of something that a loop goes over; none where they cannot be told.
    pub(super) fn items(
        &self,
        value: &SymbolicValue,
        place: &ResolutionScope,
        depth: usize,
    ) -> Option<Vec<SymbolicValue>> {
        if MOST_DEPTH < depth || !self.spend(1) {
            return None;
        }
        match value {
            SymbolicValue::List(parts) => Some(parts.clone()),
            SymbolicValue::Map(pairs) => {
                Some(pairs.iter().map(|(key, _)| key.clone()).collect())
            }
            // A list may be filled in several steps: all of them count.
            SymbolicValue::Name(name) => {
                let found = self.values(name, place);
                if found.is_empty() {
                    return None;
                }
                let parts =
                    found.iter().map(|(value, there)| self.items(value, there, depth + 4));
                parts.collect::<Option<Vec<_>>>().map(|parts| parts.concat())
            }
            SymbolicValue::Join(parts) => {
                let parts = parts.iter().map(|part| self.items(part, place, depth + 1));
                parts.collect::<Option<Vec<_>>>().map(|parts| parts.concat())
            }
            SymbolicValue::Call { callee, given, .. } => {
                self.called_items(callee, given, place, depth + 1)
            }
            _ => None,
        }
    }

    fn called_items(
        &self,
        callee: &str,
        given: &[SymbolicValue],
        place: &ResolutionScope,
        depth: usize,
    ) -> Option<Vec<SymbolicValue>> {
        let first = given.first();
        let (owner, method) = callee.rsplit_once('.').unwrap_or(("", callee));
        let mapped = || match owner {
            "Object" => self.map(first?, place),
            _ => self.map(&SymbolicValue::Name(owner.to_owned()), place),
        };
        match method {
            "list" | "tuple" | "sorted" | "set" => self.items(first?, place, depth),
            "enumerate" => {
                let items = self.items(first?, place, depth)?.into_iter();
                Some(
                    items
                        .map(|item| SymbolicValue::List(vec![SymbolicValue::Unknown, item]))
                        .collect(),
                )
            }
            "items" | "entries" => {
                let pairs = mapped()?.into_iter();
                Some(
                    pairs
                        .map(|(key, value)| SymbolicValue::List(vec![key, value]))
                        .collect(),
                )
            }
            "keys" => Some(mapped()?.into_iter().map(|(key, _)| key).collect()),
            "values" => Some(mapped()?.into_iter().map(|(_, value)| value).collect()),
            _ => None,
        }
    }

    /// A mapping by its name or as written.
    pub(super) fn map(
        &self,
        value: &SymbolicValue,
        place: &ResolutionScope,
    ) -> Option<Vec<(SymbolicValue, SymbolicValue)>> {
        match value {
            SymbolicValue::Map(pairs) => Some(pairs.clone()),
            SymbolicValue::Name(name) => match self.values(name, place).as_slice() {
                [(SymbolicValue::Map(pairs), _)] => Some(pairs.clone()),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The path that an import asks for: `src.nodes` is `src/nodes`, `..nodes` and `./nodes` are
/// beside the file that asks.
fn wanted(path: &str, from: &str) -> Option<String> {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    if path.contains('/') {
        let path = [".js", ".ts", ".mjs", ".tsx"]
            .iter()
            .find_map(|end| path.strip_suffix(end))
            .unwrap_or(path);
        if !path.starts_with('.') {
            return Some(
                path.trim_start_matches(['@', '~']).trim_start_matches('/').to_owned(),
            );
        }
        let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in path.split('/') {
            match part {
                "." | "" => {}
                ".." => {
                    parts.pop()?;
                }
                part => parts.push(part),
            }
        }
        return Some(parts.join("/"));
    }
    let dots = path.bytes().take_while(|byte| *byte == b'.').count();
    let rest = path[dots..].replace('.', "/");
    if dots == 0 {
        return Some(rest);
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    parts.truncate(parts.len().checked_sub(dots - 1)?);
    if !rest.is_empty() {
        parts.push(&rest);
    }
    Some(parts.join("/"))
}
