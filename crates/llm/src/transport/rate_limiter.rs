//! When a call may go out: calls at a time, requests and tokens a minute, and a server's wish.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{rate_window::RateWindow, timer::RetryTimer};
use crate::{chat::ChatError, settings::ModelSettings};

/// Shared by all calls to one connected model.
pub(crate) struct RateLimiter {
    pub(crate) timer: Arc<dyn RetryTimer>,
    pub(crate) max_tries: u32,
    calls: Arc<Semaphore>,
    rates: Mutex<RateWindows>,
}

struct RateWindows {
    requests: Option<RateWindow>,
    tokens: Option<RateWindow>,
    /// A server that said "later" to one call meant all of them.
    not_before: Duration,
}

/// A share of the minute. Given back if the request never went out.
pub(crate) struct RateReservation<'a> {
    gate: &'a RateLimiter,
    request: Option<u64>,
    tokens: Option<u64>,
    sent: bool,
}

impl RateLimiter {
    pub(crate) fn new(settings: &ModelSettings, timer: Arc<dyn RetryTimer>) -> Self {
        Self {
            timer,
            max_tries: settings.max_tries,
            calls: Arc::new(Semaphore::new(settings.concurrency)),
            rates: Mutex::new(RateWindows {
                requests: settings.requests_per_minute.map(RateWindow::new),
                tokens: settings.tokens_per_minute.map(RateWindow::new),
                not_before: Duration::ZERO,
            }),
        }
    }

    /// Waits until fewer calls are under way.
    pub(crate) async fn enter(&self) -> Result<OwnedSemaphorePermit, ChatError> {
        let permit = Arc::clone(&self.calls).acquire_owned().await;
        permit.map_err(|_| ChatError::Cancelled)
    }

    /// Waits until the minute has room for one request of so many tokens.
    pub(crate) async fn share(&self, tokens: u64) -> RateReservation<'_> {
        let now = self.timer.now();
        let (mut share, at) = self.reserve(now, tokens);
        if now < at {
            self.timer.sleep(at.saturating_sub(now)).await;
        }
        share.sent = true;
        share
    }

    /// Nobody goes out for so long.
    pub(crate) fn hold(&self, time: Duration) {
        let until = self.timer.now() + time;
        let mut rates = self.rates();
        rates.not_before = rates.not_before.max(until);
    }

    fn reserve(&self, now: Duration, tokens: u64) -> (RateReservation<'_>, Duration) {
        let mut rates = self.rates();
        let earliest = now.max(rates.not_before);
        let request = rates.requests.as_mut().map(|rate| rate.reserve(earliest, 1));
        let tokens = rates.tokens.as_mut().map(|rate| rate.reserve(earliest, tokens));
        let at = [request, tokens].into_iter().flatten().map(|(_, at)| at).max();
        let share = RateReservation {
            gate: self,
            request: request.map(|(id, _)| id),
            tokens: tokens.map(|(id, _)| id),
            sent: false,
        };
        (share, at.unwrap_or(earliest))
    }

    fn rates(&self) -> MutexGuard<'_, RateWindows> {
        self.rates.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RateReservation<'_> {
    pub(crate) fn settle(&self, tokens: u64) {
        let mut rates = self.gate.rates();
        if let (Some(rate), Some(id)) = (rates.tokens.as_mut(), self.tokens) {
            rate.settle(id, tokens);
        }
    }
}

impl Drop for RateReservation<'_> {
    fn drop(&mut self) {
        if self.sent {
            return;
        }
        self.settle(0);
        let mut rates = self.gate.rates();
        if let (Some(rate), Some(id)) = (rates.requests.as_mut(), self.request) {
            rate.settle(id, 0);
        }
    }
}
