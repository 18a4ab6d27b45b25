//! Commands that go through a shell.

use tree_sitter::Node;

use super::{
    super::{call::CallSite, node_parts::unquoted},
    CallRule, RuleSeverity, SecurityRule, Severity,
    constness::{is_composed, is_fixed, is_shell, literal},
    taint::TaintFacts,
};

static SHELL: SecurityRule = SecurityRule {
    id: "shell-command",
    cwe: "CWE-78",
    message: "a command is handed to a shell; what is put into it can become a command of its own",
    remediation: "start the program with a list of arguments and without a shell",
};

const SCRIPT: &[&str] = &["typescript", "javascript"];

pub(super) static CALLS: &[CallRule] = &[
    CallRule {
        rule: &SHELL,
        languages: &["python"],
        callees: &[
            "os.system",
            "os.popen",
            "commands.getoutput",
            "commands.getstatusoutput",
            "subprocess.getoutput",
            "subprocess.getstatusoutput",
            "asyncio.create_subprocess_shell",
        ],
        when: |call, _| Some(by_worth(call)),
    },
    CallRule {
        rule: &SHELL,
        languages: &["python"],
        callees: &[
            "subprocess.run",
            "subprocess.call",
            "subprocess.check_call",
            "subprocess.check_output",
            "subprocess.Popen",
        ],
        when: python_shell,
    },
    CallRule {
        rule: &SHELL,
        languages: &["python"],
        callees: &["functools.partial"],
        when: prepared_shell,
    },
    CallRule {
        rule: &SHELL,
        languages: SCRIPT,
        callees: &["child_process.exec", "child_process.execSync"],
        when: |call, _| {
            let command = call.first()?;
            Some(match (is_fixed(call.source, command), is_composed(call.source, command)) {
                (true, _) => (Severity::Low, false),
                (false, composed) => (Severity::High, composed),
            })
        },
    },
    CallRule {
        rule: &SHELL,
        languages: SCRIPT,
        callees: &[
            "child_process.spawn",
            "child_process.spawnSync",
            "child_process.execFile",
            "child_process.execFileSync",
        ],
        when: |call, _| {
            let given = call.positional();
            let mut options = given.iter().filter(|one| one.kind() == "object");
            let shell = options.any(|one| turns_on(call, *one, "key"));
            let command = *given.first()?;
            let list = given.get(1).filter(|list| list.kind() == "array");
            let parts = list.map(|list| parts(*list)).unwrap_or_default();
            let started = starts_shell(call, &[&[command], parts.as_slice()].concat());
            let open = given.iter().take(2).any(|one| !is_fixed(call.source, *one));
            (shell && open || started).then_some((Severity::High, true))
        },
    },
    CallRule {
        rule: &SHELL,
        languages: &["java"],
        callees: &["Runtime.getRuntime().exec"],
        when: |call, _| {
            let command = call.first()?;
            let fixed = is_fixed(call.source, command);
            (!fixed).then(|| (Severity::High, is_composed(call.source, command)))
        },
    },
    CallRule {
        rule: &SHELL,
        languages: &["java"],
        callees: &["ProcessBuilder"],
        when: |call, _| {
            starts_shell(call, &call.positional()).then_some((Severity::High, true))
        },
    },
    CallRule {
        rule: &SHELL,
        languages: &["rust"],
        callees: &["*.arg", "*.args"],
        when: rust_shell,
    },
    CallRule {
        rule: &SHELL,
        languages: &["go"],
        callees: &["os/exec.Command", "os/exec.CommandContext"],
        when: |call, _| {
            let mut given = call.positional();
            if call.last() == "CommandContext" && !given.is_empty() {
                given.remove(0);
            }
            starts_shell(call, &given).then_some((Severity::High, true))
        },
    },
];

/// A fixed command is a matter of style; any other can be steered.
fn by_worth(call: &CallSite<'_, '_>) -> RuleSeverity {
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
fn python_shell(call: &CallSite<'_, '_>, _: &TaintFacts) -> Option<RuleSeverity> {
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
    starts_shell(call, &parts(list)).then_some((Severity::High, true))
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
fn prepared_shell(call: &CallSite<'_, '_>, _: &TaintFacts) -> Option<RuleSeverity> {
    let given = call.positional();
    let name = call.names(*given.first()?);
    let always = CALLS[0].callees.contains(&name.as_str());
    let asked = CALLS[1].callees.contains(&name.as_str()) && switch(call) == ShellSwitch::On;
    let open = given.get(1).is_some_and(|command| !is_fixed(call.source, *command));
    (always || asked).then_some((Severity::High, open))
}

fn parts(list: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = list.walk();
    let all = list.named_children(&mut cursor).filter(|one| !one.is_extra());
    all.take(16).collect()
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
fn rust_shell(call: &CallSite<'_, '_>, _: &TaintFacts) -> Option<RuleSeverity> {
    let own = call.callee.split("::").last()?;
    if !(call.callee.contains("Command::new()") && own.starts_with("new()")) {
        return None;
    }
    let mut chain: Vec<Vec<Node<'_>>> = Vec::new();
    let mut at = Some(call.node);
    while let Some(node) = at.filter(|_| chain.len() < 16) {
        let given = node.child_by_field_name("arguments").map(parts).unwrap_or_default();
        let words = given.into_iter().flat_map(|one| match one.kind() {
            "reference_expression" => {
                one.child_by_field_name("value").map_or(vec![one], |list| {
                    if list.kind() == "array_expression" { parts(list) } else { vec![list] }
                })
            }
            "array_expression" => parts(one),
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
