//! How runs behave, seen from outside: definitions in, journals and endings out.

#![expect(clippy::unwrap_used, clippy::panic)]

mod budgets;
mod changing_world;
mod diff;
mod failing_store;
mod failures;
mod fan_out;
mod forged_journals;
mod fork;
mod interrupts;
mod joins;
mod loops;
mod own_attempts;
mod paid;
mod pull;
mod replay;
mod resume;
mod scripted_stage;
mod slow_store;
mod stage_phases;
mod tampering;
mod test_engine;
