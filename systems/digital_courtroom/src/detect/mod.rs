//! Detectives, who gather and never opine.

pub mod paper;
pub mod repository;
