//! The suite that every run store must pass.
