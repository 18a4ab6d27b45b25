//! Detectives, who gather and never opine.

pub mod not_read;
pub mod paper;
pub mod repository;
