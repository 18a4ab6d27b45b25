//! Tries again what may go better: capped backoff with jitter, and `Retry-After` where given.

use std::{future::Future, time::Duration};

use super::rate_limiter::RateLimiter;
use crate::chat::{ChatError, ErrorClass};

const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// Beyond it a call gives up, and says for how long the server wants peace.
const LONGEST_PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct FailedAttempt {
    pub(crate) error: ChatError,
    pub(crate) again: RetryDecision,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RetryDecision {
    /// As the error's class says.
    ByClass,
    /// At once, and it does not count: the request was not understood and is put otherwise.
    Otherwise,
    /// Never: words of it have been shown already.
    Never,
}

impl From<ChatError> for FailedAttempt {
    fn from(error: ChatError) -> Self {
        Self { error, again: RetryDecision::ByClass }
    }
}

/// Tries until it works, cannot work, or was tried often enough; gives the value and how often it was tried. `attempt`
/// gives its value and the tokens that it took.
pub(crate) async fn tried<T, F>(
    gate: &RateLimiter,
    tokens: u64,
    mut attempt: impl FnMut() -> F,
) -> Result<(T, u32), ChatError>
where
    F: Future<Output = Result<(T, u64), FailedAttempt>>,
{
    let _permit = gate.enter().await?;
    let (mut tries, mut reworded) = (0, false);
    loop {
        let share = gate.share(tokens).await;
        tries += 1;
        let failure = match attempt().await {
            Ok((value, took)) => {
                share.settle(took);
                return Ok((value, tries));
            }
            Err(failure) => failure,
        };
        if failure.again == RetryDecision::Otherwise && !reworded {
            reworded = true;
            tries -= 1;
            continue;
        }
        let wait = wait_after(&failure, tries, gate);
        let Some(wait) = wait else { return Err(failure.error.after(tries)) };
        gate.timer.sleep(wait).await;
    }
}

fn wait_after(failure: &FailedAttempt, tries: u32, gate: &RateLimiter) -> Option<Duration> {
    let backoff = backoff(tries, gate.timer.jitter());
    let wait = match failure.error.class() {
        ErrorClass::Permanent => return None,
        ErrorClass::Transient | ErrorClass::RateLimited { retry_after: None } => backoff,
        ErrorClass::RateLimited { retry_after: Some(wished) } => {
            gate.hold(wished.min(LONGEST_PATIENCE));
            if LONGEST_PATIENCE < wished {
                return None;
            }
            // A little later than wished, and not all at the same moment.
            wished + backoff / 4
        }
    };
    (failure.again == RetryDecision::ByClass && tries < gate.max_tries).then_some(wait)
}

/// From half to all of a time that doubles with each try.
fn backoff(tries: u32, jitter: f64) -> Duration {
    let doubled = 1_u32 << tries.saturating_sub(1).min(16);
    let whole = FIRST_WAIT.saturating_mul(doubled).min(LONGEST_WAIT);
    whole.mul_f64(0.5 + 0.5 * jitter.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tries: u32, jitter: f64, expected: u64) {
        assert_eq!(backoff(tries, jitter).as_millis(), u128::from(expected));
    }

    #[test]
    fn waits_double_up_to_a_cap() {
        check(1, 1.0, 500);
        check(2, 1.0, 1_000);
        check(6, 1.0, 16_000);
        check(7, 1.0, 20_000);
        check(4_000_000_000, 1.0, 20_000);
    }

    #[test]
    fn jitter_takes_off_half_at_most() {
        check(1, 0.0, 250);
        check(7, 0.5, 15_000);
        check(7, -9.0, 10_000);
    }
}
