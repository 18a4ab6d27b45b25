//! What a worker shows with its report: it is of this attempt, of this instance, of this run.

use jurat_canon::Hash;

use crate::{RunId, instance::InstanceKey, state::RunState};

/// Nothing of it is stored: the same attempt has the same token, and no other has it.
pub(super) fn claim_token(run: RunId, instance: &str, attempt: u32) -> String {
    let parts: [&[u8]; 4] =
        [b"claim", run.as_bytes(), instance.as_bytes(), &attempt.to_le_bytes()];
    Hash::of_parts(&parts).to_string()
}

/// The token of the attempt of an instance that is due.
pub(super) fn due_token(run: RunId, state: &RunState, key: InstanceKey) -> String {
    let attempt = state.open.get(&key).map_or(1, |open| open.attempt);
    claim_token(run, &state.plan.text(key), attempt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_instance_and_attempt_all_count() {
        let token = |run, at, attempt| claim_token(RunId::from_number(run), at, attempt);
        let first = token(1, "a@0#0", 1);
        assert_eq!(first, token(1, "a@0#0", 1));
        for other in [token(2, "a@0#0", 1), token(1, "a@1#0", 1), token(1, "a@0#0", 2)] {
            assert_ne!(first, other);
        }
    }
}
