//! Every tool: what holds for all of them, what those do that search packs, and how long a search takes. Readers of packs run in
//! children of this program, so it has a `main` of its own.
#![expect(clippy::unwrap_used, clippy::print_stderr)]

mod case_graph;
mod pack_services;
mod packs;
mod rules;
mod search_speed;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(pack_services::CHILD) {
        return jurat_ingest::serve(&[]);
    }
    let all = [rules::TESTS, packs::TESTS, case_graph::TESTS, search_speed::TESTS].concat();
    let trials = all.into_iter().map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
