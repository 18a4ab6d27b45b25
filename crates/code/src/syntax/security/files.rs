//! Files and folders: archives that climb out, clones in place.

use super::{super::call::CallSite, RuleSeverity, Severity, constness::literal};

pub(super) fn unfiltered_archive(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    if call.keyword("filter").is_some() || call.keyword("members").is_some() {
        return None;
    }
    let text = call.source.text;
    let tar = call.callee.starts_with("tarfile.") || text.contains("tarfile");
    let doubt = !call.callee.starts_with("tarfile.") && text.contains("zipfile");
    (tar && !text.contains("extraction_filter")).then_some((Severity::Medium, !doubt))
}

pub(super) fn cloned_beside(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let to = call
        .keyword("to_path")
        .or_else(|| call.positional().get(1).copied())?;
    let path = literal(call.source, to)?;
    (!path.starts_with('/')).then_some((Severity::Medium, true))
}

/// `["git", "clone", …, url]` without a folder, or with one that is written as relative.
pub(super) fn clones_here(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let list = call.first()?;
    if list.kind() != "list" || call.keyword("cwd").is_some() {
        return None;
    }
    let mut cursor = list.walk();
    let parts: Vec<_> = list.named_children(&mut cursor).take(32).collect();
    let words: Vec<Option<&str>> =
        parts.iter().map(|part| literal(call.source, *part)).collect();
    let [Some("git"), Some("clone"), rest @ ..] = words.as_slice() else { return None };
    if parts.iter().any(|part| part.kind() == "list_splat") {
        return None;
    }
    // An option may take the next word; only plain ones are known.
    let mut places = Vec::new();
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        match word {
            Some("--depth" | "-b" | "--branch" | "-c" | "--filter" | "-o" | "--origin") => {
                rest.next();
            }
            Some(option) if option.starts_with('-') => {}
            word => places.push(*word),
        }
    }
    match places.as_slice() {
        [_] => Some((Severity::Medium, true)),
        [_, Some(path)] if !path.starts_with('/') => Some((Severity::Medium, true)),
        _ => None,
    }
}
