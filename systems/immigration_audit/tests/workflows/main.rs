//! All six workflows in every tier over folders and a pack of decisions of our own: golden runs, each with a bundle that is made
//! again; the loop of citations; runs that are killed; the rules of checklist and delegation. Readers of documents run in
//! children of this program, so it has a `main` of its own.

#![expect(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod audited_run;
mod decision_pack;
mod golden;
mod killed;
mod loop_back;
mod reread;
mod seed_rules;
mod similar_decisions;
mod workflow_runs;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(audited_run::CHILD) {
        return jurat_ingest::serve(&[]);
    }
    let all = [
        workflow_runs::TESTS,
        golden::TESTS,
        loop_back::TESTS,
        killed::TESTS,
        reread::TESTS,
        seed_rules::TESTS,
        similar_decisions::TESTS,
    ]
    .concat();
    let trials = all.into_iter().map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
