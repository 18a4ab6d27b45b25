//! What one question costs from the search to the checked bundle, as `jurat ask` answers it: in a
//! fresh process, after the index is open.
//!
//! `cargo bench -p jurat-systems --bench ask -- [--questions N] [--sizes 1300,13000]
//! [--layouts rows,books] [--hashes]`. Each question is asked in a process of its own, once as a
//! whole and once step by step; what is measured is the CPU time of all its threads. With
//! `--hashes` the hash of everything that came out is printed too: bundles of two builds can be
//! compared by it.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a bench stops at the first thing that is not as it should be, and prints"
)]

mod asking;
mod corpus;
mod invented;
mod proving;
mod steps;
mod table;

use std::{path::Path, process::Command};

use serde_json::Value as Json;

use corpus::{Given, Layout};
use table::Table;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1).cloned()
    };
    if let Some(folder) = value("--whole") {
        return println!(
            "{}",
            asking::whole(Path::new(&folder), &value("--question").unwrap())
        );
    }
    if let Some(folder) = value("--steps") {
        return println!("{}", steps::steps(Path::new(&folder), &value("--question").unwrap()));
    }
    let questions = value("--questions").map_or(20, |count| count.parse().unwrap());
    let sizes = value("--sizes").unwrap_or_else(|| "1300,13000".to_owned());
    let layouts = value("--layouts").unwrap_or_else(|| "rows,books".to_owned());
    let hashes = args.iter().any(|arg| arg == "--hashes");
    let given = Given::find(questions);
    println!("{} questions to {}", given.questions.len(), given.from);
    for layout in layouts.split(',').map(Layout::named) {
        let sizes = sizes.split(',').map(|size| size.parse().unwrap());
        let tables: Vec<Table> =
            sizes.map(|size| table(&given, layout, size, hashes)).collect();
        table::growth(&tables);
    }
}

/// Builds a corpus of a size and asks it everything.
fn table(given: &Given, layout: Layout, size: usize, hashes: bool) -> Table {
    let folder = tempfile::tempdir().unwrap();
    let built = given.build(folder.path(), layout, size);
    let mut table = Table::new(built);
    for question in &given.questions {
        let whole = child("--whole", folder.path(), question);
        if hashes {
            println!("{} {question}", whole["hash"].as_str().unwrap());
        }
        table.whole(&whole);
        table.steps(&child("--steps", folder.path(), question));
    }
    table.print();
    table
}

#[expect(clippy::disallowed_methods, reason = "a fresh process is what is measured")]
fn child(what: &str, folder: &Path, question: &str) -> Json {
    let mut child = Command::new(std::env::current_exe().unwrap());
    let output = child
        .arg(what)
        .arg(folder)
        .arg("--question")
        .arg(question)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{question}\n{said}");
    serde_json::from_slice(&output.stdout).unwrap()
}
