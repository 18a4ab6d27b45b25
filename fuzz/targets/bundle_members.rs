//! Fuzzes `bundle_members`: see `bodies.rs`.
#![no_main]

#[path = "../bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(
    // A panic in the replay of a forged journal is caught where it happens and counts as a failed
    // proof; the hook that is there would end the process first. One that gets out still does.
    init: std::panic::set_hook(Box::new(|_| ())),
    |data: &[u8]| bodies::forged(data)
);
