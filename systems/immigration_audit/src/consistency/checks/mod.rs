//! The table of checks: one file a check.

mod date_conflict;

use super::ConsistencyCheck;

/// Every check.
pub const ALL: &[ConsistencyCheck] = &[date_conflict::CHECK];
