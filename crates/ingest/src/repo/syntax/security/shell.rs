//! Commands that go through a shell.

use super::{
    super::call::Call,
    CallRule, Rule, Severity, Weight,
    worth::{is_composed, is_fixed, is_shell, literal},
};

static SHELL: Rule = Rule {
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
        when: |call| Some(by_worth(call)),
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
        languages: SCRIPT,
        callees: &["child_process.exec", "child_process.execSync"],
        when: |call| {
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
        callees: &["child_process.spawn", "child_process.spawnSync"],
        when: |call| {
            let options = call.written();
            let shell = options.contains("shell: true") || options.contains("shell:true");
            let command = call.first()?;
            (shell && !is_fixed(call.source, command)).then_some((Severity::High, true))
        },
    },
    CallRule {
        rule: &SHELL,
        languages: &["java"],
        callees: &["Runtime.getRuntime().exec"],
        when: |call| {
            let command = call.first()?;
            let fixed = is_fixed(call.source, command);
            (!fixed).then(|| (Severity::High, is_composed(call.source, command)))
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
        when: |call| {
            let mut given = call.positional();
            if call.last() == "CommandContext" && !given.is_empty() {
                given.remove(0);
            }
            let [program, option, command, ..] = given.as_slice() else { return None };
            let shell = literal(call.source, *program).is_some_and(is_shell)
                && matches!(
                    literal(call.source, *option),
                    Some("-c" | "/c" | "/C" | "-Command")
                );
            (shell && !is_fixed(call.source, *command)).then_some((Severity::High, true))
        },
    },
];

/// A fixed command is a matter of style; any other can be steered.
fn by_worth(call: &Call<'_, '_>) -> Weight {
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
fn python_shell(call: &Call<'_, '_>) -> Option<Weight> {
    if let Some(shell) = call.keyword("shell") {
        return match call.source.of(shell) {
            "False" | "None" | "0" => None,
            "True" | "1" => Some(by_worth(call)),
            // Who knows what it holds.
            _ => Some((Severity::High, false)),
        };
    }
    let written = call.written();
    if ["\"shell\": True", "'shell': True"]
        .iter()
        .any(|way| written.contains(way))
    {
        return Some(by_worth(call));
    }
    let list = call.first().filter(|first| first.kind() == "list")?;
    let words = call.source.shorts(list);
    let is = |at: usize, fits: fn(&str) -> bool| {
        words.get(at).is_some_and(|word| fits(word.trim_matches(['"', '\''])))
    };
    let shell = is(0, is_shell) && is(1, |word| word.starts_with('-') && word.ends_with('c'));
    (shell && !is_fixed(call.source, list)).then_some((Severity::High, true))
}

/// `Command::new("sh").arg("-c").arg(format!(…))`.
fn rust_shell(call: &Call<'_, '_>) -> Option<Weight> {
    let own = call.callee.split("::").last()?;
    if !(call.callee.contains("Command::new()") && own.starts_with("new()")) {
        return None;
    }
    let before = call.source.of(call.node.child_by_field_name("function")?);
    let before = before.get(..before.len().min(2000))?;
    let program = before.split("new(\"").nth(1)?.split('"').next()?;
    let script = before.contains("\"-c\"") || call.written().contains("\"-c\"");
    let command = call.positional().pop()?;
    (is_shell(program) && script && is_composed(call.source, command))
        .then_some((Severity::High, true))
}
