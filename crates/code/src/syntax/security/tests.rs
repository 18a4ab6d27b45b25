//! True findings and near misses.

mod aliases;
mod committed_keys;
mod sql;
mod taint_sources;

use super::super::tests::read;
use crate::facts::{
    FindingExposure, SecurityFinding, SecuritySeverity as Severity, SkippedFile,
};

fn found(path: &str, text: &str) -> Vec<SecurityFinding> {
    read(&[(path, text)], &[])
        .1
        .findings
        .into_iter()
        .map(|found| found.value)
        .collect()
}

/// The only finding is of this rule, this bad, proven or not.
fn check(path: &str, text: &str, rule: &str, severity: Severity, confirmed: bool) {
    let found = found(path, text);
    let shown: Vec<_> = found
        .iter()
        .map(|one| (one.rule.as_str(), one.severity, one.confirmed))
        .collect();
    assert_eq!(shown, [(rule, severity, confirmed)], "{path}: {text}");
    assert!(
        found
            .iter()
            .all(|one| one.cwe.starts_with("CWE-") && !one.remediation.is_empty())
    );
}

fn clean(path: &str, text: &str) {
    assert_eq!(found(path, text), [], "{path}: {text}");
}

#[test]
fn shells_are_found_in_python() {
    let shell = |text: &str, severity, confirmed| {
        check("src/a.py", text, "shell-command", severity, confirmed);
    };
    shell("import os\nos.system('rm ' + name)\n", Severity::High, true);
    shell("from os import system as s\ns(f'ls {name}')\n", Severity::High, true);
    shell("import os\nos.popen(cmd)\n", Severity::High, true);
    shell("import os\nos.system('clear')\n", Severity::Low, false);
    shell("import subprocess as sp\nsp.run(cmd, shell=True)\n", Severity::High, true);
    shell(
        "from subprocess import check_output as out\nout(['ls', x], shell=True)\n",
        Severity::High,
        true,
    );
    shell("import subprocess\nsubprocess.run('ls -l', shell=True)\n", Severity::Low, false);
    shell("import os\nBUILD = 'make'\nos.system(BUILD)\n", Severity::Low, false);
}

#[test]
fn near_misses_of_shells_are_clean() {
    clean("src/a.py", "import subprocess\nsubprocess.run(['ls', name], check=True)\n");
    clean("src/a.py", "import subprocess\nsubprocess.run(cmd, shell=False)\n");
    clean(
        "src/a.py",
        "# never call os.system(cmd)\nx = \"os.system(cmd)\"\n\"\"\"os.system(cmd)\"\"\"\n",
    );
    clean("src/a.py", "class Mine:\n    def go(self, c):\n        self.os.system(c)\n");
    clean("src/a.py", "import os\nos.path.join(a, b)\n");
}

#[test]
fn shells_are_found_in_other_languages() {
    let shell = |path: &str, text: &str, severity, confirmed| {
        check(path, text, "shell-command", severity, confirmed);
    };
    shell(
        "src/a.ts",
        "import { exec } from 'child_process';\nexec(`ls ${dir}`);\n",
        Severity::High,
        true,
    );
    shell(
        "src/a.js",
        "const cp = require('node:child_process');\ncp.execSync('ls ' + dir);\n",
        Severity::High,
        true,
    );
    shell(
        "src/a.js",
        "const cp = require('child_process');\ncp.exec(command);\n",
        Severity::High,
        false,
    );
    shell(
        "src/a.js",
        "const cp = require('child_process');\ncp.spawn(cmd, [], { shell: true });\n",
        Severity::High,
        true,
    );
    shell(
        "A.java",
        "class A { void f(String x) { Runtime.getRuntime().exec(\"ls \" + x); } }\n",
        Severity::High,
        true,
    );
    shell(
        "src/a.rs",
        "use std::process::Command;\nfn f(x: &str) { Command::new(\"sh\").arg(\"-c\").arg(format!(\"ls {x}\")).spawn(); }\n",
        Severity::High,
        true,
    );
    shell(
        "a.go",
        "package a\nimport \"os/exec\"\nfunc f(x string) { exec.Command(\"sh\", \"-c\", \"ls \"+x) }\n",
        Severity::High,
        true,
    );
    clean(
        "a.go",
        "package a\nimport \"os/exec\"\nfunc f(x string) { exec.Command(\"ls\", x) }\n",
    );
    clean(
        "src/a.rs",
        "use std::process::Command;\nfn f(x: &str) { Command::new(\"ls\").arg(x).arg(format!(\"{x}\")).spawn(); }\n",
    );
    clean("src/a.ts", "const re = /a/;\nre.exec(`x ${y}`);\n");
    clean("src/a.ts", "import { execFile } from 'child_process';\nexecFile('ls', [dir]);\n");
}

#[test]
fn data_that_is_run_is_found() {
    let code =
        |path: &str, text: &str| check(path, text, "code-from-data", Severity::High, true);
    code("src/a.py", "eval(text)\n");
    code("src/a.py", "exec(compile(text, 'x', 'exec'))\n");
    code("src/a.js", "eval(input.value);\n");
    code("src/a.js", "const f = new Function('a', body);\n");
    for text in [
        "def ask():\n    code = input()\n    return eval(code)\n",
        "import sys\nexec(sys.stdin.read())\n",
        "def handle(self, **options):\n    exec(options['command'])\n",
        "def run(path):\n    with open(path) as f:\n        exec(compile(f.read(), path, 'exec'))\n",
    ] {
        check("src/a.py", text, "code-from-data", Severity::Medium, false);
    }
    check(
        "src/a.py",
        "args = parser.parse_args()\neval(args.expression)\n",
        "code-from-data",
        Severity::Medium,
        false,
    );
    check(
        "src/a.py",
        "options = parser.parse_args()\ngiven = options.__dict__\nname = given.pop('name')\neval(name)(**given)\n",
        "code-from-data",
        Severity::Medium,
        false,
    );
    code("src/a.py", "def view():\n    return eval(request.args['x'])\n");
    code("src/a.py", "def view(request):\n    return eval(request.GET['x'])\n");
    code("src/a.py", "def run(answer):\n    code = answer.content\n    exec(code)\n");
    clean("src/a.py", "import ast\nast.literal_eval(text)\nmodel.eval()\neval('1 + 1')\n");
    clean("src/a.js", "page.eval(x);\n");
    let read = |text: &str, severity, confirmed| {
        check("src/a.py", text, "unsafe-deserialisation", severity, confirmed);
    };
    read("import pickle\npickle.loads(data)\n", Severity::Medium, false);
    read("import yaml\nyaml.load(f)\n", Severity::High, true);
    read("import yaml\nyaml.load(f, Loader=yaml.Loader)\n", Severity::High, true);
    clean(
        "src/a.py",
        "import yaml, json\nyaml.safe_load(f)\nyaml.load(f, Loader=yaml.SafeLoader)\njson.load(f)\n",
    );
    check(
        "src/a.py",
        "from lxml import etree\netree.XMLParser(resolve_entities=True)\n",
        "xml-external-entity",
        Severity::High,
        true,
    );
    check(
        "A.java",
        "import javax.xml.parsers.DocumentBuilderFactory;\nclass A { void f() { DocumentBuilderFactory.newInstance(); } }\n",
        "xml-external-entity",
        Severity::Medium,
        false,
    );
    clean("src/a.py", "from lxml import etree\netree.XMLParser(resolve_entities=False)\n");
}

#[test]
fn connections_that_trust_anyone_are_found() {
    let tls =
        |path: &str, text: &str| check(path, text, "tls-not-verified", Severity::High, true);
    tls("src/a.py", "import requests\nrequests.get(url, verify=False)\n");
    tls("src/a.py", "ctx.verify_mode = ssl.CERT_NONE\n");
    tls("a.go", "package a\nvar c = tls.Config{InsecureSkipVerify: true}\n");
    tls("src/a.ts", "const agent = new https.Agent({ rejectUnauthorized: false });\n");
    tls("src/a.rs", "fn f() { b.danger_accept_invalid_certs(true); }\n");
    clean(
        "src/a.py",
        "import requests\nrequests.get(url, verify=True)\nrequests.get(url, verify=bundle)\n",
    );
    clean("a.go", "package a\nvar c = tls.Config{InsecureSkipVerify: false}\n");
}

#[test]
fn files_and_archives_are_watched() {
    check(
        "src/a.py",
        "import tempfile\ntempfile.mktemp()\n",
        "temporary-name",
        Severity::Medium,
        true,
    );
    check(
        "src/a.py",
        "import tarfile\nwith tarfile.open(p) as tar:\n    tar.extractall(d)\n",
        "archive-escape",
        Severity::Medium,
        true,
    );
    clean("src/a.py", "import tarfile\ntarfile.open(p).extractall(d, filter='data')\n");
    clean("src/a.py", "import zipfile\nzipfile.ZipFile(p).extractall(d)\n");
    clean("src/a.py", "import tempfile\ntempfile.mkdtemp()\n");
    let here = |text: &str| check("src/a.py", text, "clone-in-place", Severity::Medium, true);
    here("import subprocess\nsubprocess.run(['git', 'clone', url])\n");
    here("import subprocess\nsubprocess.run(['git', 'clone', '--depth', '1', url, 'repo'])\n");
    clean(
        "src/a.py",
        "import subprocess\nsubprocess.run(['git', 'clone', '--quiet', url, str(folder)])\n",
    );
    clean("src/a.py", "import subprocess\nsubprocess.run(['git', 'clone', url], cwd=folder)\n");
}

#[test]
fn weak_digests_count_for_passwords_alone() {
    check(
        "src/a.py",
        "import hashlib\nhashlib.md5(password.encode())\n",
        "weak-password-hash",
        Severity::Medium,
        true,
    );
    check(
        "src/a.ts",
        "import crypto from 'crypto';\ncrypto.createHash('md5').update(password);\n",
        "weak-password-hash",
        Severity::Medium,
        true,
    );
    clean("src/a.py", "import hashlib\nhashlib.md5(data)\nhashlib.sha1(blob)\n");
}

#[test]
fn markup_from_values_is_found() {
    check(
        "src/a.ts",
        "el.innerHTML = `<b>${name}</b>`;\n",
        "unescaped-markup",
        Severity::Medium,
        true,
    );
    check(
        "src/a.tsx",
        "const A = () => <p dangerouslySetInnerHTML={{ __html: body }} />;\n",
        "unescaped-markup",
        Severity::Medium,
        false,
    );
    clean(
        "src/a.ts",
        "el.innerHTML = '';\nel.textContent = name;\nel.innerHTML = DOMPurify.sanitize(name);\n",
    );
    clean(
        "src/a.tsx",
        "const A = () => <p dangerouslySetInnerHTML={{ __html: '<b>x</b>' }} />;\n",
    );
}

#[test]
fn markup_of_escaped_parts_is_clean() {
    let page = |body: &str| {
        format!(
            "function esc(s) {{ return escapeHtml(s); }}\nexport function render(el, cols, rows) {{\n{body}\n}}\n"
        )
    };
    for body in [
        "const head = cols.map((c) => `<th>${escapeHtml(String(c))}</th>`).join('');\nel.innerHTML = `<tr>${head}</tr>`;",
        "const body = rows.slice(0, 9).map((row) => { const tds = row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join(''); return `<tr>${tds}</tr>`; }).join('');\nel.innerHTML = `<table>${body}</table>`;",
        "let html = '';\nfor (const c of cols) { html += '<li>' + escapeHtml(c) + '</li>'; }\nel.innerHTML = `<ul>${html}</ul>`;",
        "const cell = (c) => `<td>${esc(c)}</td>`;\nel.innerHTML = `<tr>${cols.map(cell).join('')}</tr>`;",
        "el.innerHTML = `<b>${rows.length} of ${cols.length ? 'many' : 'none'}</b>`;",
    ] {
        clean("src/a.js", &page(body));
    }
    for body in [
        "const head = cols.map((c) => `<th>${c}</th>`).join('');\nel.innerHTML = `<tr>${head}</tr>`;",
        "let html = escapeHtml(cols[0]);\nhtml += cols[1];\nel.innerHTML = `<b>${html}</b>`;",
        "const head = cols.map((c) => { if (c) { return c; } return escapeHtml(c); }).join('');\nel.innerHTML = `<b>${head}</b>`;",
        "el.innerHTML = `<b>${cols}</b>`;",
        "for (const row of rows) { el.innerHTML = `<b>${row}</b>`; }",
    ] {
        check("src/a.js", &page(body), "unescaped-markup", Severity::Medium, true);
    }
}

#[test]
fn secrets_are_found_and_never_shown() {
    // Put together here so that this file holds none.
    let aws = format!("AKIA{}", "Q3W7ZP2LK9XN5RTV");
    let generic = format!("9fK2mQ{}", "x7Lp0Zr4Tb8Vw1Nc3Hd6Js");
    for (path, text, severity, confirmed) in [
        ("src/a.py", format!("KEY = '{aws}'\n"), Severity::High, true),
        ("src/a.py", format!("client = make(api_key=\"{generic}\")\n"), Severity::Medium, true),
        (
            "src/a.py",
            format!("PEM = '''-----BEGIN PRIVATE KEY-----\n{}\n'''\n", "Qk3Zx9".repeat(30)),
            Severity::High,
            true,
        ),
        (".env", format!("API_TOKEN={generic}\n"), Severity::Medium, true),
        ("config/app.yaml", format!("db:\n  aws: {aws}\n"), Severity::High, true),
    ] {
        check(path, &text, "hard-coded-secret", severity, confirmed);
        let survey = read(&[(path, &text)], &[]).1;
        let told = serde_json::to_string(&survey.findings).unwrap_or_default();
        assert!(
            !told.contains(&aws[6..])
                && !told.contains(&generic[6..])
                && !told.contains("Qk3Zx9")
        );
        assert!(told.contains("on line"), "{told}");
        assert_eq!(
            (survey.findings[0].at.lines, survey.findings[0].snippet.as_str()),
            (None, "")
        );
    }
}

#[test]
fn what_only_stands_for_a_secret_is_clean() {
    clean(
        "src/a.py",
        "API_KEY = 'your-api-key-goes-here-1234'\nTOKEN = os.environ['API_TOKEN']\n",
    );
    clean("src/a.py", "KEY = 'AKIAIOSFODNN7EXAMPLE'\nMARK = '-----BEGIN PRIVATE KEY-----'\n");
    clean(
        "src/a.py",
        "password = 'correct horse battery staple 12'\nTOKEN_URL = 'https://x.org/token1234567890'\n",
    );
    clean("src/a.py", "token = 'csrf-middleware-token-field-1'\n");
    clean(".env.example", "API_TOKEN=9fK2mQx7Lp0Zr4Tb8Vw1Nc3Hd6Js\n");
}

#[test]
fn what_nothing_proves_takes_no_room_from_what_is_proven() {
    let unproven = "import os\nos.system('clear')\n";
    let proven = "import os\nos.system(f'ls {x}')\n";
    assert!(!found("src/a.py", unproven)[0].confirmed, "the sample is proven");
    assert!(found("src/a.py", proven)[0].confirmed, "the sample is not proven");
    let many = format!("import os\n{}", "os.system('clear')\n".repeat(1200));
    let files = [("src/a.py", many.as_str()), ("src/b.py", proven)];
    let (_, survey) = read(&files, &[]);
    assert_eq!(survey.findings.len(), 1000);
    let is_proven = |one: &&jurat_model::LocatedValue<SecurityFinding>| {
        one.value.confirmed && one.at.path == "src/b.py"
    };
    assert!(survey.findings.last().is_some_and(|last| is_proven(&last)));
    let told =
        |one: &SkippedFile| one.path.is_empty() && one.why.starts_with("security findings:");
    assert!(survey.problems.iter().any(told), "{:?}", survey.problems);
}

#[test]
fn tests_and_code_of_others_are_marked_as_such() {
    let exposure = |path: &str| found(path, "import os\nos.system(cmd)\n").remove(0).exposure;
    assert_eq!(exposure("src/a.py"), FindingExposure::Reachable);
    assert_eq!(exposure("setup.py"), FindingExposure::Reachable);
    let made = "# @generated by a tool\nimport os\nos.system(cmd)\n";
    let made = found("dist/a.py", made).remove(0);
    assert_eq!((made.exposure, made.confirmed), (FindingExposure::Reachable, false));
    assert!(found("dist/a.py", "import os\nos.system(cmd)\n").remove(0).confirmed);
    assert_eq!(exposure("tests/test_a.py"), FindingExposure::TestOnly);
    assert_eq!(exposure("examples/a.py"), FindingExposure::TestOnly);
    assert_eq!(exposure("vendor/a.py"), FindingExposure::TestOnly);
}
