//! Commands that go through a shell.

use tree_sitter::Node;

use super::{
    super::{
        call::CallSite,
        node_parts::{parts, unquoted},
    },
    RuleSeverity, Severity,
    constness::{is_composed, is_fixed, is_shell, literal},
    rules::is_about,
};

/// Words of a command that are looked at.
const MOST_WORDS: usize = 16;

/// Conditions under which a function of Python always starts a shell, or does so where it is asked.
pub(super) const ALWAYS_SHELL: &str = "always_shell";
pub(super) const PYTHON_SHELL: &str = "python_shell";

pub(super) fn script_command(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let command = call.first()?;
    Some(match (is_fixed(call.source, command), is_composed(call.source, command)) {
        (true, _) => (Severity::Low, false),
        (false, composed) => (Severity::High, composed),
    })
}

pub(super) fn script_program(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let given = call.positional();
    let mut options = given.iter().filter(|one| one.kind() == "object");
    let shell = options.any(|one| turns_on(call, *one, "key"));
    let command = *given.first()?;
    let list = given.get(1).filter(|list| list.kind() == "array");
    let parts = list.map(|list| parts(*list, MOST_WORDS)).unwrap_or_default();
    let started = starts_shell(call, &[&[command], parts.as_slice()].concat());
    let open = given.iter().take(2).any(|one| !is_fixed(call.source, *one));
    (shell && open || started).then_some((Severity::High, true))
}

pub(super) fn java_command(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let command = call.first()?;
    let fixed = is_fixed(call.source, command);
    (!fixed).then(|| (Severity::High, is_composed(call.source, command)))
}

/// A program with its arguments one after the other; in some of Go's, a context comes first.
pub(super) fn listed_command(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let given = call.positional();
    let given = given
        .get(usize::from(call.last() == "CommandContext")..)
        .unwrap_or_default();
    starts_shell(call, given).then_some((Severity::High, true))
}

/// A fixed command is a matter of style; any other can be steered.
pub(super) fn by_worth(call: &CallSite<'_, '_>) -> RuleSeverity {
    let command = call
        .first()
        .or_else(|| call.keyword("args"))
        .or_else(|| call.keyword("cmd"));
    match command {
        Some(command) if !is_fixed(call.source, command) => (Severity::High, true),
        _ => (Severity::Low, false),
    }
}

/// `shell=True`, whichever way it is said, or a shell that is started by name.
pub(super) fn python_shell(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    match switch(call) {
        ShellSwitch::On => return Some(by_worth(call)),
        ShellSwitch::Off => return None,
        // Whoever calls may turn it off: that is for them to see.
        ShellSwitch::Open => return Some((Severity::High, false)),
        // Nothing says that it is off: a command that may be a text can be steered.
        ShellSwitch::Untold => return Some((Severity::High, may_be_text(call))),
        ShellSwitch::Unsaid => {}
    }
    let list = call.first().filter(|first| first.kind() == "list")?;
    starts_shell(call, &parts(list, MOST_WORDS)).then_some((Severity::High, true))
}

/// Whether the command is neither fixed nor a list.
fn may_be_text(call: &CallSite<'_, '_>) -> bool {
    let command = call.first().or_else(|| call.keyword("args"));
    command.is_some_and(|command| {
        let list = matches!(command.kind(), "list" | "tuple" | "list_comprehension");
        !list && !is_fixed(call.source, command)
    })
}

/// What may be off or on.
const OPEN: [&str; 6] = [
    "identifier",
    "attribute",
    "subscript",
    "comparison_operator",
    "boolean_operator",
    "conditional_expression",
];

/// What a call says of `shell`.
#[derive(PartialEq, Eq)]
enum ShellSwitch {
    On,
    Off,
    /// A name or a condition.
    Open,
    Untold,
    Unsaid,
}

/// Whether a call says `shell`, and what: by a word, a constant, or a mapping that is handed over.
fn switch(call: &CallSite<'_, '_>) -> ShellSwitch {
    if let Some(shell) = call.keyword("shell") {
        return match call.constant(shell) {
            "False" | "None" | "0" => ShellSwitch::Off,
            "True" | "1" => ShellSwitch::On,
            _ if OPEN.contains(&shell.kind()) => ShellSwitch::Open,
            _ => ShellSwitch::Untold,
        };
    }
    let handed = call.splats().iter().any(|one| hands_shell(call, *one));
    if handed { ShellSwitch::On } else { ShellSwitch::Unsaid }
}

/// Whether a mapping turns the shell on: `{"shell": True}`, `dict(shell=True)`, or a name for one.
fn hands_shell(call: &CallSite<'_, '_>, mapping: Node<'_>) -> bool {
    let mut at = mapping;
    while at.kind() == "parenthesized_expression"
        && let Some(inner) = at.named_child(0)
    {
        at = inner;
    }
    match at.kind() {
        "dictionary" => turns_on(call, at, "key"),
        "call" if call.source.field(at, "function") == Some("dict") => at
            .child_by_field_name("arguments")
            .is_some_and(|list| turns_on(call, list, "name")),
        "identifier" => {
            let words = call.constant(at);
            let ways = ["\"shell\": True", "'shell': True"];
            words.starts_with('{') && ways.iter().any(|way| words.contains(way))
        }
        _ => false,
    }
}

/// Whether an entry of a mapping or list sets `shell` to something that holds.
fn turns_on(call: &CallSite<'_, '_>, entries: Node<'_>, key: &str) -> bool {
    let mut cursor = entries.walk();
    entries.named_children(&mut cursor).take(64).any(|entry| {
        let value = entry.child_by_field_name("value");
        call.source
            .field(entry, key)
            .is_some_and(|name| unquoted(name) == "shell")
            && value.is_some_and(|value| matches!(call.constant(value), "True" | "true" | "1"))
    })
}

/// `partial(os.system, command)`, `partial(subprocess.run, shell=True)`: the command may come later.
pub(super) fn prepared_shell(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let given = call.positional();
    let name = call.names(*given.first()?);
    let always = is_about(ALWAYS_SHELL, &name);
    let asked = is_about(PYTHON_SHELL, &name) && switch(call) == ShellSwitch::On;
    let open = given.get(1).is_some_and(|command| !is_fixed(call.source, *command));
    (always || asked).then_some((Severity::High, open))
}

/// Whether a shell is started by its name with a command that is not fixed: `sh -c command`. What
/// follows the command are its arguments, which the shell does not read as commands.
fn starts_shell(call: &CallSite<'_, '_>, given: &[Node<'_>]) -> bool {
    command_at(call, given).is_some()
}

/// Where the command stands that a shell is started with; other options may come before.
fn command_at(call: &CallSite<'_, '_>, given: &[Node<'_>]) -> Option<usize> {
    let word = |at: usize| given.get(at).and_then(|one| literal(call.source, *one));
    word(0).filter(|program| is_shell(program))?;
    let mut at = 1;
    while let Some(option) = word(at).filter(|option| option.starts_with(['-', '+', '/'])) {
        let short = !option.starts_with("--") && option.starts_with('-');
        at += 1;
        if matches!(option, "/c" | "/C" | "-Command") || short && option.ends_with('c') {
            let command = given.get(at)?;
            return (!is_fixed(call.source, *command)).then_some(at);
        }
        let takes = matches!(option, "--rcfile" | "--init-file" | "-ExecutionPolicy");
        at += usize::from(takes || !option.starts_with("--") && option.ends_with(['o', 'O']));
    }
    None
}

/// `Command::new("sh").arg("-c").arg(command)`: the words of the chain, one after the other. Only
/// the call that adds the command counts.
pub(super) fn rust_shell(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let own = call.callee.split("::").last()?;
    if !(call.callee.contains("Command::new()") && own.starts_with("new()")) {
        return None;
    }
    let mut chain: Vec<Vec<Node<'_>>> = Vec::new();
    let mut at = Some(call.node);
    while let Some(node) = at.filter(|_| chain.len() < 16) {
        let given = node
            .child_by_field_name("arguments")
            .map(|list| parts(list, MOST_WORDS))
            .unwrap_or_default();
        let words = given.into_iter().flat_map(|one| match one.kind() {
            "reference_expression" => {
                one.child_by_field_name("value").map_or(vec![one], |list| {
                    if list.kind() == "array_expression" {
                        parts(list, MOST_WORDS)
                    } else {
                        vec![list]
                    }
                })
            }
            "array_expression" => parts(one, MOST_WORDS),
            _ => vec![one],
        });
        chain.push(words.collect());
        at = node
            .child_by_field_name("function")
            .and_then(|function| function.child_by_field_name("value"))
            .filter(|inner| inner.kind() == "call_expression");
    }
    let words: Vec<Node<'_>> = chain.iter().rev().flatten().copied().collect();
    let adds = words.len() - chain.first()?.len();
    let command = command_at(call, &words)?;
    (adds <= command).then_some((Severity::High, true))
}
