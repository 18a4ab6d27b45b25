//! Real child processes: files of every sort, and readers that misbehave. The parent survives.

#![expect(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod bombs;
mod data_folder;
mod drills;
mod figures;
mod orphan;
mod outcome;
mod pdfs;
mod picture;
mod spaces;
mod typeset;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    match args.get(1).map(String::as_str) {
        Some("--child") => return jurat_ingest::serve(&[]),
        Some("--drill") => return drills::child(&args[2]),
        Some("--parent") => return orphan::parent(),
        _ => {}
    }
    let all = [
        bombs::ALL,
        drills::ALL,
        orphan::ALL,
        pdfs::ALL,
        picture::ALL,
        figures::ALL,
        data_folder::ALL,
        spaces::ALL,
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
