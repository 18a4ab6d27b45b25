//! Statements that are put together, and what is put into them.

use super::{check, clean};
use crate::facts::SecuritySeverity as Severity;

#[test]
fn sql_that_is_put_together_is_found() {
    let sql = |path: &str, text: &str, confirmed| {
        check(path, text, "sql-from-values", Severity::High, confirmed);
    };
    sql("src/a.py", "cursor.execute(f\"SELECT * FROM t WHERE a = {name}\")\n", true);
    sql("src/a.py", "cursor.execute('DELETE FROM t WHERE a = %s' % name)\n", true);
    sql("src/a.py", "cursor.execute('SELECT a FROM ' + self.table)\n", false);
    sql("src/a.py", "cursor.execute('SELECT a FROM %s WHERE b = %%s' % name, [b])\n", false);
    sql("src/a.py", "cursor.execute(f\"DELETE FROM t WHERE a IN ({names})\")\n", true);
    sql("src/a.ts", "await db.query(`SELECT * FROM t WHERE id = ${id}`);\n", true);
    sql(
        "A.java",
        "class A { void f() { s.executeQuery(\"SELECT a FROM t WHERE b = '\" + b + \"'\"); } }\n",
        true,
    );
    sql(
        "a.go",
        "package a\nfunc f() { db.Query(fmt.Sprintf(\"SELECT a FROM t WHERE b = %s\", b)) }\n",
        true,
    );
    sql(
        "src/a.rs",
        "fn f() { c.execute(&format!(\"DELETE FROM t WHERE a = {a}\"), []); }\n",
        true,
    );
    let within = |body: &str| {
        format!("def f(self, keys, name, table):\n    q = self.quote_name\n    {body}\n")
    };
    for body in [
        // What is put in is quoted, or a place for a parameter.
        "cursor.execute('SELECT a FROM %s WHERE %s IN (%s)' % (table, self.quote_name('k'), ', '.join(['%s'] * len(keys))), keys)",
        "marks = ','.join('?' for _ in keys)\n    cursor.execute(f'SELECT a FROM t WHERE k IN ({marks})', keys)",
        "value = self.quote_name(name)\n    value = 'TO_DATE(%s)' % value\n    cursor.execute('UPDATE t SET a=%s' % value)",
        "size = int(name)\n    cursor.execute(f'SELECT a FROM t WHERE b = {size}')",
        "cursor.execute(f'SELECT a FROM {name} WHERE b = %s', [b])",
        "cursor.execute('SELECT a FROM {} WHERE b = {}'.format(name, self.quote_value(b)))",
        "cursor.execute(f'SELECT a FROM t WHERE b = {where_clause}')",
    ] {
        sql("src/a.py", &within(body), false);
    }
    for body in [
        "cursor.execute('SELECT a FROM %s WHERE b = %s' % (table, name))",
        "cursor.execute('SELECT a FROM {} WHERE b = {}'.format(table, name))",
        "value = self.read()\n    cursor.execute(f'UPDATE t SET a={value}')",
        "size = int(name)\n    size += name\n    cursor.execute(f'SELECT a FROM t WHERE b = {size}')",
        "cursor.execute(f\"INSERT INTO t VALUES (1, '{name}')\")",
        "cursor.execute('SELECT a FROM t WHERE b = ' + keys[0])",
    ] {
        sql("src/a.py", &within(body), true);
    }
    clean("src/a.py", "cursor.execute('SELECT a FROM t WHERE b = %s', (b,))\n");
    clean("src/a.py", "runner.execute(f'do {thing}')\ncursor.execute(query)\n");
    clean("src/a.ts", "db.query('SELECT a FROM t WHERE b = $1', [b]);\n");
}

#[test]
fn what_a_name_may_hold_besides_is_not_forgotten() {
    let python = |text: &str| {
        let text = text.replace("RUN", "cur.execute(f\"SELECT a FROM t WHERE id = '{name}'\")");
        ("src/a.py", text)
    };
    let script = |text: &str| {
        let text = text.replace("RUN", "db.query(`SELECT a FROM t WHERE id = '${q}'`);");
        ("src/a.js", text)
    };
    for (path, text) in [
        python("def f(cur, name):\n    if name is None:\n        name = 'all'\n    RUN\n"),
        python("def f(cur, name='all'):\n    name = 'all'\n    RUN\n"),
        python("def f(cur, *name):\n    name = 'all'\n    RUN\n"),
        python("def f(cur, names):\n    name = ''\n    for name in names:\n        RUN\n"),
        python("def f(cur, names):\n    name = ''\n    for i, name in names:\n        RUN\n"),
        python("def f(cur, raw):\n    name = ''\n    name, b = raw\n    RUN\n"),
        python("def f(cur, raw):\n    name = ''\n    with raw as name:\n        RUN\n"),
        python("def f(cur, raw):\n    name = ''\n    if (name := raw):\n        RUN\n"),
        python("def f(cur, raw):\n    name = ''\n    name += raw\n    RUN\n"),
        python("def f(cur, raw):\n    global name\n    name = ''\n    RUN\n"),
        python("def f(cur, raw):\n    name = unquote(raw)\n    RUN\n"),
        python("def f(cur, raw):\n    name = html.unescape(raw)\n    RUN\n"),
        python("def f(cur, name):\n    name = f'{name}'\n    RUN\n"),
        python("from b import name\nname = f'{name}'\nRUN\n"),
        python("def f(cur, raw):\n    other = raw\n    name = f'{other}'\n    RUN\n"),
        python("def f(cur, raw):\n    d = {'name': 1}\n    RUN\n"),
        script("let q = ''; q += req.query.id; RUN\n"),
        script("function f(q) { q = ''; RUN }\n"),
        script("const f = q => { q = ''; RUN };\n"),
        script("function f({ q }) { q = ''; RUN }\n"),
        script("let q = ''; for (q of all) { RUN }\n"),
        script("let q = ''; [q] = all; RUN\n"),
        script("let q = ''; all.forEach(one => { q = one; }); RUN\n"),
        (
            "A.java",
            "class A { void f(String b) { String q = \"\"; q += b; s.execute(\"SELECT a FROM t WHERE b = '\" + q + \"'\"); } }\n"
                .to_owned(),
        ),
        (
            "a.go",
            "package a\nfunc f(b string) { q := \"\"\n q += b\n db.Query(fmt.Sprintf(\"SELECT a FROM t WHERE b = %s\", q)) }\n"
                .to_owned(),
        ),
    ] {
        check(path, &text, "sql-from-values", Severity::High, true);
    }
    for (path, text) in [
        python("def f(cur, raw):\n    name = 'all'\n    if raw:\n        name = 'none'\n    RUN\n"),
        python("def f(cur, raw):\n    name = quote(raw)\n    name = f'{name}'\n    RUN\n"),
        python("def f(cur, raw):\n    first = int(raw)\n    name = f'{first}'\n    RUN\n"),
        python("def f(cur, raw):\n    name = 'a'\n    counts[name] += 1\n    RUN\n"),
        python("def f(cur):\n    name = 'a'\n    def g(name):\n        pass\n    RUN\n"),
        script("function f(x) { const q = Number(x); RUN }\n"),
        (
            "a.go",
            "package a\nfunc f() { q := \"a\"\n db.Query(fmt.Sprintf(\"SELECT a FROM t WHERE b = %s\", q)) }\n"
                .to_owned(),
        ),
    ] {
        check(path, &text, "sql-from-values", Severity::High, false);
    }
}

#[test]
fn what_somebody_sends_is_open_where_a_value_stands() {
    let python = |value: &str| {
        let text = format!("cur.execute(f\"SELECT a FROM t WHERE b = '{{{value}}}'\")\n");
        ("src/a.py", text)
    };
    let script = |value: &str| {
        ("src/a.js", format!("db.query(`SELECT a FROM t WHERE b = '${{{value}}}'`);\n"))
    };
    let filled = |rest: &str| {
        ("src/a.py", format!("cur.execute(\"SELECT a FROM t WHERE b = '%(x)s'\" % {rest})\n"))
    };
    for (path, text) in [
        filled("{'x': request.args['id']}"),
        filled("{'y': 1, 'x': name}"),
        python("request.args.get('id')"),
        python("request.form['id']"),
        python("self.request.GET.get('id')"),
        python("sys.argv[1]"),
        python("input()"),
        script("req.query.id"),
        script("req.params.id.trim()"),
        (
            "A.java",
            "class A { void f() { s.execute(\"SELECT a FROM t WHERE b = '\" + request.getParameter(\"b\") + \"'\"); } }\n"
                .to_owned(),
        ),
    ] {
        check(path, &text, "sql-from-values", Severity::High, true);
    }
    for (path, text) in [
        filled("{'x': self.quote_value(name)}"),
        filled("given"),
        python("request.args.get('id', type=int)"),
        python("quote(request.args.get('id'))"),
        python("int(request.args.get('id'))"),
        python("request.user.pk"),
        python("self.meta.name"),
        script("db.escape(req.query.id)"),
        script("req.query.id.replace(a, b)"),
        script("req.app.prefix"),
    ] {
        check(path, &text, "sql-from-values", Severity::High, false);
    }
}
