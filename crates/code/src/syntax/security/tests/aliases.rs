//! Shells behind other names, and names that only look like it.

use super::{check, clean, found};
use crate::facts::SecuritySeverity as Severity;

#[test]
fn shells_behind_other_names_are_found() {
    let shell = |text: &str, severity, confirmed| {
        check("src/a.py", text, "shell-command", severity, confirmed);
    };
    for text in [
        "import os\ngetattr(os, 'system')(cmd)\n",
        "__import__('os').system(cmd)\n",
        "import importlib\nimportlib.import_module('os').system(cmd)\n",
        "from importlib import import_module as load\nload('os').system(cmd)\n",
        "import os\nrun = os.system\nrun(cmd)\n",
        "import os\ndef go(cmd):\n    run(cmd)\nrun = os.system\n",
        "import os\ndef go(cmd):\n    run = os.system\n    run(cmd)\n",
        "import os\nclass A:\n    run = os.system\n    def go(self, cmd):\n        self.run(cmd)\n",
        "import os\nclass A:\n    def __init__(self):\n        self.run = os.system\n    def go(self, cmd):\n        self.run(cmd)\n",
        "import os\nclass A:\n    run = os.system\nA.run(cmd)\n",
        "import os\nrun = getattr(os, 'system')\nrun(cmd)\n",
        "import os\nos.__dict__['system'](cmd)\n",
        "import os\nvars(os)['system'](cmd)\n",
        "import os\n(run := os.system)(cmd)\n",
        "import subprocess\nsp = subprocess\nsp.run(cmd, shell=True)\n",
        "import subprocess\nS = True\nsubprocess.run(cmd, shell=S)\n",
        "import subprocess\ndef go(cmd):\n    on = True\n    subprocess.run(cmd, shell=on)\n",
        "import subprocess\nOPTIONS = {'shell': True}\nsubprocess.run(cmd, **OPTIONS)\n",
        "import os\nfrom functools import partial\npartial(os.system, cmd)\n",
        "import subprocess\nsubprocess.run(cmd, **{'cwd': d, 'shell': True})\n",
        "import subprocess\nsubprocess.run(cmd, **dict(shell=True))\n",
        "import subprocess\nsubprocess.run(['bash', '-l', '-c', cmd])\n",
        "import subprocess\nsubprocess.run(['bash', '--norc', '-eo', 'pipefail', '-c', cmd])\n",
    ] {
        shell(text, Severity::High, true);
    }
    shell(
        "import subprocess\nimport functools\nsh = functools.partial(subprocess.run, shell=True)\n",
        Severity::High,
        false,
    );
    let both =
        found("src/a.py", "import os\nimport functools\nfunctools.partial(os.system)(cmd)\n");
    assert!(both.iter().any(|one| one.confirmed), "{both:?}");
    check("src/a.py", "e = eval\ne(text)\n", "code-from-data", Severity::High, true);
}

#[test]
fn names_that_stand_for_something_else_by_then_are_clean() {
    for text in [
        "import os\ndef one():\n    run = os.system\n    return run\ndef two(run, cmd):\n    run(cmd)\n",
        "import os\nrun = os.system\ndef two(run, cmd):\n    run(cmd)\n",
        "import os\nrun = os.system\nrun = print\nrun(cmd)\n",
        "import os\ndef one():\n    run = os.system\n    run = mine\n    run(cmd)\n",
        "import os\nclass A:\n    run = os.system\nclass B:\n    def go(self, cmd):\n        self.run(cmd)\n",
        "import os\ngetattr(os, 'getcwd')()\ngetattr(os, name)\n",
        "import subprocess\nS = False\nsubprocess.run(cmd, shell=S)\n",
        "from functools import partial\npartial(print, cmd)\n",
        "import subprocess\nsubprocess.run(['rg', 'shell=True', path])\n",
        "import subprocess\nsubprocess.run(cmd,  # a list, never shell=True\n)\n",
        "import subprocess\nsubprocess.run(cmd, **{'note': 'shell=True'})\n",
        "import subprocess\nsubprocess.run(cmd, **{'shell': False})\n",
        "import subprocess\nsubprocess.run(['bash', 'run.sh', '-c', cmd])\n",
        "import subprocess\nsubprocess.run(['bash', '-l', '-c', 'ls', cmd])\n",
        "import subprocess\nsubprocess.run(['sh', '-c', 'ls \"$1\"', 'sh', name])\n",
    ] {
        clean("src/a.py", text);
    }
    for (command, shell, confirmed) in [
        ("cmd", "on", false),
        ("cmd", "os.name == 'nt'", false),
        ("cmd", "bool(1)", true),
        ("f'ls {d}'", "not False", true),
        ("['ls', d]", "on", false),
        ("'ls'", "bool(1)", false),
    ] {
        let text = format!("import subprocess\nsubprocess.run({command}, shell={shell})\n");
        check("src/a.py", &text, "shell-command", Severity::High, confirmed);
    }
}

#[test]
fn a_command_that_is_fixed_either_way_is_low() {
    for command in ["'cls' if os.name == 'nt' else 'clear'", "f'echo {VERSION}'"] {
        let text = format!("import os\nVERSION = '1'\nos.system({command})\n");
        check("src/a.py", &text, "shell-command", Severity::Low, false);
    }
    for command in ["'cls' if nt else command", "f'echo {version}'", "f'{VERSION} {name}'"] {
        let text = format!("import os\nVERSION = '1'\nos.system({command})\n");
        check("src/a.py", &text, "shell-command", Severity::High, true);
    }
}

#[test]
fn shells_behind_other_names_are_found_in_other_languages() {
    let shell = |path: &str, text: &str, severity, confirmed| {
        check(path, text, "shell-command", severity, confirmed);
    };
    for (path, text) in [
        ("src/a.js", "const { exec } = require('child_process');\nexec('ls ' + dir);\n"),
        ("src/a.js", "require('child_process').exec('ls ' + dir);\n"),
        ("src/a.js", "const cp = require('child_process');\ncp['exec'](`ls ${dir}`);\n"),
        (
            "src/a.js",
            "const cp = require('child_process');\nconst { exec: run } = cp;\nrun(`ls ${dir}`);\n",
        ),
        (
            "src/a.js",
            "const util = require('util');\nconst { exec } = require('child_process');\nconst run = util.promisify(exec);\nrun(`ls ${dir}`);\n",
        ),
        ("src/a.js", "const cp = await import('node:child_process');\ncp.exec(`ls ${dir}`);\n"),
        ("src/a.js", "const cp = require('child_process');\ncp.spawn('sh', ['-c', line]);\n"),
        (
            "a.go",
            "package a\nimport \"os/exec\"\nfunc f(x string) { exec.Command(\"sh\", \"-c\", x) }\n",
        ),
        (
            "src/a.rs",
            "use std::process::Command;\nfn f(x: &str) { Command::new(\"sh\").arg(\"-c\").arg(x).spawn(); }\n",
        ),
        (
            "src/a.rs",
            "use std::process::Command;\nfn f(x: &str) { Command::new(\"sh\").args([\"-c\", x]).spawn(); }\n",
        ),
        (
            "src/a.rs",
            "use std::process::Command;\nfn f(x: &str) { Command::new(\"bash\").arg(\"-l\").arg(\"-c\").arg(x).spawn(); }\n",
        ),
        (
            "A.java",
            "class A { void f(String x) { Runtime r = Runtime.getRuntime(); r.exec(\"ls \" + x); } }\n",
        ),
        (
            "A.java",
            "class A { private Runtime r = Runtime.getRuntime(); void f(String x) { this.r.exec(\"ls \" + x); } }\n",
        ),
        ("A.java", "class A { void f(Runtime r, String x) { r.exec(\"ls \" + x); } }\n"),
        (
            "A.java",
            "class A { void f(String x) { new ProcessBuilder(\"sh\", \"-c\", x).start(); } }\n",
        ),
    ] {
        shell(path, text, Severity::High, true);
    }
    clean(
        "src/a.rs",
        "use std::process::Command;\nfn f(x: &str) { Command::new(\"sh\").arg(\"-c\").arg(\"ls $0\").arg(x).spawn(); }\n",
    );
    clean(
        "src/a.js",
        "const cp = require('child_process');\ncp.spawn('rg', ['shell: true', path]);\n",
    );
    clean("A.java", "class A { void f(Tool r, String x) { r.exec(\"ls \" + x); } }\n");
}
