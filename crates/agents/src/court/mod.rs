//! Detectives, who gather and never opine, and the bench, whose opinions certify nothing.

pub mod bench;
pub mod paper;
pub mod repository;
