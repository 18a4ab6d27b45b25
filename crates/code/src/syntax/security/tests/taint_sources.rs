//! Whose data is run, and what finding that out may cost.

use super::{check, found};
use crate::facts::SecuritySeverity as Severity;

#[test]
fn data_of_others_is_not_taken_for_the_operators() {
    for (path, text) in [
        ("src/a.py", "def f(sock):\n    code = sock.makefile().readline()\n    eval(code)\n"),
        ("src/a.py", "def f():\n    args = request.args\n    eval(args.get('code'))\n"),
        ("src/a.py", "def f(args):\n    eval(args.code)\n"),
        ("src/a.py", "def f(**options):\n    eval(options['code'])\n"),
        ("src/a.js", "function h(options) { eval(options.code) }\n"),
        ("src/a.py", "def f(text, name):\n    exec(compile(text, name, 'exec'))\n"),
        ("src/a.py", "def f(text):\n    exec(compile(text, text, 'exec'))\n"),
        (
            "src/a.py",
            "def f(path, other):\n    with open(other) as f:\n        exec(compile(f.read(), path, 'exec'))\n",
        ),
        (
            "src/a.py",
            "def f():\n    code = request.json['code']\n    if not code:\n        code = input()\n    exec(code)\n",
        ),
        ("src/a.py", "def f():\n    eval(get_input())\n"),
        ("src/a.py", "def f(x):\n    eval(input() + x)\n"),
        ("src/a.py", "def f():\n    code = input()\n    code += fetch()\n    eval(code)\n"),
    ] {
        check(path, text, "code-from-data", Severity::High, true);
    }
    for text in [
        "def f():\n    code = input()\n    if not code:\n        code = sys.stdin.readline()\n    exec(code)\n",
        "def f(args: argparse.Namespace):\n    eval(args.code)\n",
        "args = parser.parse_args()\ndef f():\n    eval(args.code)\n",
        "def f():\n    code = sys.argv[1].strip()\n    eval('x = ' + code)\n",
        "def f(path):\n    exec(compile(open(path).read(), path, 'exec'))\n",
        "def f(path):\n    exec(compile(path.read_text(), path, 'exec'))\n",
        "def f(path):\n    with open(path) as f:\n        text = f.read()\n    exec(compile(text, path, 'exec'))\n",
    ] {
        check("src/a.py", text, "code-from-data", Severity::Medium, false);
    }
}

#[test]
fn names_that_hang_on_many_names_end() {
    let put =
        |name: &str, value: &str| format!("{name} = f\"{}\"\n", value.repeat(60)).repeat(10);
    let run = format!("cur.execute(f\"SELECT a FROM t WHERE b = '{}'\")\n", "{a}".repeat(40));
    let text = format!("{}{}{run}", put("a", "{b}"), put("b", "{1}"));
    check("src/a.py", &text, "sql-from-values", Severity::High, false);
    let text = format!("{}{}b = raw\n{run}", put("a", "{b}"), put("b", "{1}"));
    check("src/a.py", &text, "sql-from-values", Severity::High, true);
}

#[test]
fn many_calls_of_one_function_end() {
    let calls = "    eval(a)\n".repeat(20_000);
    let told = found("src/a.py", &format!("def f():\n    a = input()\n{calls}"));
    assert!(told.iter().all(|one| !one.confirmed), "asked for once, told each time");
    let sent = found("src/a.py", &format!("def f(a):\n{calls}"));
    assert!(sent.iter().all(|one| one.confirmed), "anybody's");
    let many: Vec<String> = (0..20_000)
        .map(|n| format!("    a{n} = a{}\n    eval(a{n})\n", n + 1))
        .collect();
    let many = many.concat();
    assert!(
        found("src/a.py", &format!("def f():\n{many}"))
            .iter()
            .all(|one| one.confirmed)
    );
}

#[test]
fn functions_within_functions_end() {
    let deep = 20_000;
    let text = format!("{}1{}\n", "x => (y = 1, eval(a), ".repeat(deep), ")".repeat(deep));
    assert!(found("src/a.js", &text).iter().all(|one| one.confirmed), "nothing is known of it");
}
