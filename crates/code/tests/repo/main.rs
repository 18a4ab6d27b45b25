//! Real git in real children: repositories sound and hostile, servers that misbehave, archives.

#![expect(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod archives;
mod commits_and_groups;
mod drills;
mod encrypted;
mod fixtures;
mod hostile;
mod orphan;
mod servers;
mod valid_repos;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    match args.get(1).map(String::as_str) {
        Some("--child") => return jurat_ingest::serve(&[jurat_code::CHILD_WORK]),
        Some("--drill") => return drills::child(&args[2]),
        Some("--parent") => return orphan::parent(&args[2]),
        _ => {}
    }
    let all = [
        valid_repos::ALL,
        commits_and_groups::ALL,
        hostile::ALL,
        servers::ALL,
        encrypted::ALL,
        archives::ALL,
        drills::ALL,
        orphan::ALL,
    ];
    let trials = all.concat().into_iter().map(|(name, test)| {
        Trial::test(name, move || {
            if fixtures::git_is_there() {
                test();
            }
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
