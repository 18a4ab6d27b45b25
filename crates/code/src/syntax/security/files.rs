//! Files and folders: names that others can take, archives that climb out, clones in place.

use super::{
    super::call::CallSite, CallRule, RuleSeverity, SecurityRule, Severity, constness::literal,
    taint::TaintFacts,
};

static TEMPORARY: SecurityRule = SecurityRule {
    id: "temporary-name",
    cwe: "CWE-377",
    message: "a temporary name is chosen before the file is made; another can take it in between",
    remediation: "use `tempfile.NamedTemporaryFile` or `tempfile.mkdtemp`",
};

static ARCHIVE: SecurityRule = SecurityRule {
    id: "archive-escape",
    cwe: "CWE-22",
    message: "an archive is unpacked without a filter; its members can leave the folder",
    remediation: "unpack with `filter=\"data\"`",
};

static CLONE: SecurityRule = SecurityRule {
    id: "clone-in-place",
    cwe: "CWE-829",
    message: "a repository is cloned into the working directory",
    remediation: "clone into a folder made by `tempfile.mkdtemp` and remove it afterwards",
};

pub(super) static CALLS: &[CallRule] = &[
    CallRule {
        rule: &TEMPORARY,
        languages: &["python"],
        callees: &["tempfile.mktemp"],
        when: |_, _| Some((Severity::Medium, true)),
    },
    CallRule {
        rule: &ARCHIVE,
        languages: &["python"],
        callees: &["*.extractall"],
        when: |call, _| {
            if call.keyword("filter").is_some() || call.keyword("members").is_some() {
                return None;
            }
            let text = call.source.text;
            let tar = call.callee.starts_with("tarfile.") || text.contains("tarfile");
            let doubt = !call.callee.starts_with("tarfile.") && text.contains("zipfile");
            (tar && !text.contains("extraction_filter")).then_some((Severity::Medium, !doubt))
        },
    },
    CallRule {
        rule: &CLONE,
        languages: &["python"],
        callees: &[
            "subprocess.run",
            "subprocess.call",
            "subprocess.check_call",
            "subprocess.check_output",
            "subprocess.Popen",
        ],
        when: clones_here,
    },
    CallRule {
        rule: &CLONE,
        languages: &["python"],
        callees: &["git.Repo.clone_from"],
        when: |call, _| {
            let to = call
                .keyword("to_path")
                .or_else(|| call.positional().get(1).copied())?;
            let path = literal(call.source, to)?;
            (!path.starts_with('/')).then_some((Severity::Medium, true))
        },
    },
];

/// `["git", "clone", …, url]` without a folder, or with one that is written as relative.
fn clones_here(call: &CallSite<'_, '_>, _: &TaintFacts) -> Option<RuleSeverity> {
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
