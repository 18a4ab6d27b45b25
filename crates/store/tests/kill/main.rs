//! A real process is killed at every commit point and the run taken over by another: same bytes,
//! nothing committed runs twice, no paid call is repeated but those in flight.

#![expect(clippy::unwrap_used, clippy::print_stdout, clippy::panic)]

mod child;
mod killer;
mod pausing_store;
mod tests;
mod workflow;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|arg| arg == "--child") {
        return child::main(&args[2..]);
    }
    let trials = tests::ALL.iter().map(|(name, test)| {
        Trial::test(*name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
