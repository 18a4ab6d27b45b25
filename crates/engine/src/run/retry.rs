//! Whether a failed attempt is made again, and after which pause.

use jurat_canon::Hash;

use crate::{FailureClass, RunId, StageDef, StageError};

const BACKOFF_MS: u64 = 200;
const CAP_MS: u64 = 30_000;

/// The pause before the next attempt; `None` if there is none.
///
/// Doubles each time up to a cap. The jitter comes from a hash of the attempt's name, so that many
/// instances spread out and yet nothing depends on chance.
pub(crate) fn retry_pause(
    def: &StageDef,
    tries: u32,
    error: &StageError,
    (run, at, attempt): (RunId, &str, u32),
) -> Option<u64> {
    let again = matches!(
        error.class,
        FailureClass::Transient | FailureClass::RateLimited | FailureClass::Timeout
    );
    if !again || def.retry_limit <= tries {
        return None;
    }
    let first = def.retry_backoff_ms.unwrap_or(BACKOFF_MS);
    let cap = def.retry_cap_ms.unwrap_or(CAP_MS);
    let backoff = first
        .saturating_mul(1_u64.checked_shl(tries).unwrap_or(u64::MAX))
        .min(cap);
    let name = Hash::of_parts(&[run.as_bytes(), at.as_bytes(), &attempt.to_le_bytes()]);
    let jitter = backoff.saturating_mul(u64::from(name.as_bytes()[0])) / 512;
    let pause = (backoff / 2 + jitter).max(1);
    Some(error.retry_after_ms.map_or(pause, |asked| asked.min(cap).max(pause)))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    fn check(tries: u32, error: &StageError) -> Option<u64> {
        let def =
            r#"{"id": "s", "retry_limit": 3, "retry_backoff_ms": 100, "retry_cap_ms": 300}"#;
        let def: StageDef = serde_json::from_str(def).unwrap();
        retry_pause(&def, tries, error, (RunId::from_number(1), "s@0#0", tries + 1))
    }

    #[test]
    fn pauses_grow_up_to_the_cap() {
        let pauses: Vec<u64> = (0..3)
            .map(|tries| check(tries, &StageError::transient("x")).unwrap())
            .collect();
        assert!((50..=100).contains(&pauses[0]), "{pauses:?}");
        assert!((100..=200).contains(&pauses[1]), "{pauses:?}");
        assert!((150..=300).contains(&pauses[2]), "{pauses:?}");
    }

    #[test]
    fn the_limit_ends_it() {
        assert_eq!(check(3, &StageError::transient("x")), None);
    }

    #[test]
    fn what_will_fail_again_is_not_tried_again() {
        assert_eq!(check(0, &StageError::permanent("x")), None);
        assert_eq!(check(0, &StageError::of(FailureClass::Panic, "x")), None);
    }

    #[test]
    fn patience_is_granted_up_to_the_cap() {
        assert_eq!(check(0, &StageError::rate_limited("x", 250)), Some(250));
        assert_eq!(check(0, &StageError::rate_limited("x", 9999)), Some(300));
    }
}
