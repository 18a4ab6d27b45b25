//! The other languages.

use super::check;
use crate::facts::AstKind;

#[test]
fn rust_has_derives_impls_paths_and_macros() {
    let text = "use std::{process::Command as Cmd, fmt::{self, Display}};\nuse serde::*;\n\
        #[derive(Clone, Debug)]\npub struct Store<T> { pub size: u32, names: Vec<T> }\n\
        pub trait Keep: Send + Sync { fn keep(&self, what: &str); }\n\
        impl<T> Keep for Store<T> {\n    #[inline]\n    fn keep(&self, what: &str) { println!(\"{what}\"); Cmd::new(\"ls\").arg(what).spawn(); }\n}\n";
    check(
        "src/store.rs",
        text,
        AstKind::Import,
        &["std::process::Command", "std::fmt", "std::fmt::Display", "serde::*"],
    );
    check(
        "src/store.rs",
        text,
        AstKind::Class,
        &[
            "Store(Clone, Debug) {size: u32; names: Vec<T>}",
            "Keep(Send, Sync) {}",
            "Store(Keep) {}",
        ],
    );
    check(
        "src/store.rs",
        text,
        AstKind::Function,
        &["Keep.keep(&self, what: &str)", "#[inline] Store.keep(&self, what: &str)"],
    );
    check(
        "src/store.rs",
        text,
        AstKind::Call,
        &[
            "println!(\"{what}\") in Store.keep",
            "std::process::Command::new().arg().spawn() in Store.keep",
            "std::process::Command::new().arg(what) in Store.keep",
            "std::process::Command::new(\"ls\") in Store.keep",
        ],
    );
    check(
        "src/store.rs",
        text,
        AstKind::Annotation,
        &[
            "Store.size: u32",
            "Store.names: Vec<T>",
            "Keep.keep.what: &str",
            "Store.keep.what: &str",
        ],
    );
}

#[test]
fn tests_within_a_file_of_rust_are_no_product() {
    let text = "fn a() { go(1); }\n#[cfg(test)]\nmod tests {\n    fn b() { go(2); }\n}\n#[test]\nfn c() { go(3); }\nfn d() { go(4); }\n";
    check("src/a.rs", text, AstKind::Call, &["go(1) in a", "go(4) in d"]);
    let text = "#[allow(unused)]\nuse a::b;\nfn f() {}\n";
    check("src/a.rs", text, AstKind::Function, &["f()"]);
}

#[test]
fn typescript_has_heritage_arrow_functions_and_requires() {
    let text = "import fs, { readFile as rf } from \"node:fs\";\nimport * as path from 'path';\nimport './side';\n\
        interface Shape extends Base { size: number; }\n\
        @sealed\nexport class Store extends Keeper<Shape> implements Shape {\n  size: number = 1;\n  async load(id: string): Promise<void> { rf(id); fs.rmSync(id); }\n}\n\
        export const make = (n: number) => new Store(n);\nconst { exec: run } = require('child_process');\nrun(`ls`);\n";
    check("src/a.ts", text, AstKind::Import, &["fs.default", "fs.readFile", "path", "./side"]);
    check(
        "src/a.ts",
        text,
        AstKind::Class,
        &["Shape(Base) {size: number}", "Store(Keeper<Shape>, Shape) {size: number = 1}"],
    );
    check("src/a.ts", text, AstKind::Function, &["Store.load(id: string)", "make(n: number)"]);
    check(
        "src/a.ts",
        text,
        AstKind::Call,
        &[
            "fs.readFile(id) in Store.load",
            "fs.rmSync(id) in Store.load",
            "Store(n) in make",
            "require('child_process') in ",
            "child_process.exec(`ls`) in ",
        ],
    );
}

#[test]
fn tsx_and_javascript_are_read_too() {
    check("src/a.tsx", "const A = () => <p>{show(1)}</p>;\n", AstKind::Call, &["show(1) in A"]);
    check(
        "src/a.js",
        "class A extends B { m() { return go(1); } }\n",
        AstKind::Class,
        &["A(B) {}"],
    );
    check(
        "src/a.mjs",
        "class A extends B { m() { return go(1); } }\n",
        AstKind::Function,
        &["A.m()"],
    );
}

#[test]
fn go_has_embedded_structs_receivers_and_packages() {
    let text = "package main\nimport (\n\t\"os/exec\"\n\tlog \"github.com/x/logs/v2\"\n)\n\
        type Store struct {\n\tBase\n\tsize int\n}\n\
        func (s *Store) Load(id string) error { log.Print(id); return exec.Command(\"ls\", id).Run() }\n\
        func main() {}\n";
    check("a.go", text, AstKind::Import, &["os/exec", "github.com/x/logs/v2"]);
    check("a.go", text, AstKind::Class, &["Store(Base) {size int}"]);
    check("a.go", text, AstKind::Function, &["Store.Load(id string)", "main()"]);
    check(
        "a.go",
        text,
        AstKind::Call,
        &[
            "github.com/x/logs/v2.Print(id) in Store.Load",
            "os/exec.Command().Run() in Store.Load",
            "os/exec.Command(\"ls\", id) in Store.Load",
        ],
    );
}

#[test]
fn java_has_interfaces_annotations_and_constructors() {
    let text = "package a;\nimport java.util.List;\nimport java.io.*;\n\
        public class Store extends Base implements Keep, Show<String> {\n  private List<String> names;\n\
        @Override\n  public void load(String id) { new File(id).delete(); Runtime.getRuntime().exec(id); help(); }\n}\n\
        record Pair(int left, int right) implements Keep {}\n";
    check("a/Store.java", text, AstKind::Import, &["java.util.List", "java.io.*"]);
    check(
        "a/Store.java",
        text,
        AstKind::Class,
        &[
            "Store(Base, Keep, Show<String>) {private List<String> names;}",
            "Pair(Keep) {int left; int right}",
        ],
    );
    check("a/Store.java", text, AstKind::Function, &["@Override Store.load(String id)"]);
    check(
        "a/Store.java",
        text,
        AstKind::Call,
        &[
            "File().delete() in Store.load",
            "File(id) in Store.load",
            "Runtime.getRuntime().exec(id) in Store.load",
            "Runtime.getRuntime() in Store.load",
            "help() in Store.load",
        ],
    );
}
