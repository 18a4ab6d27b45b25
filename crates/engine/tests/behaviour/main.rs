//! How runs behave, seen from outside: definitions in, journals and endings out.

#![expect(clippy::unwrap_used, clippy::panic)]

mod act;
mod budgets;
mod diff;
mod failures;
mod fan_out;
mod forged;
mod fork;
mod interrupts;
mod joins;
mod loops;
mod mortal;
mod paid;
mod pull;
mod replay;
mod resume;
mod rig;
mod slow;
mod tampering;
mod world;
