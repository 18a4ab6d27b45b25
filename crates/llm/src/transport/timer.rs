//! Waiting and chance, as a port, so that tests need neither.

use std::{
    collections::hash_map::RandomState,
    future::Future,
    hash::BuildHasher,
    pin::Pin,
    time::{Duration, Instant},
};

/// Time between tries. How long a single try may take is not its matter.
pub trait RetryTimer: Send + Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;

    /// Ends when the time is over.
    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>>;

    /// A number from 0 to 1, another each time: clients that failed together must not come
    /// back together.
    fn jitter(&self) -> f64;
}

#[derive(Debug)]
pub struct RealTimer {
    start: Instant,
}

impl RealTimer {
    pub fn start() -> Self {
        Self { start: Instant::now() }
    }
}

impl RetryTimer for RealTimer {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(async move { tokio::time::sleep(time).await })
    }

    fn jitter(&self) -> f64 {
        let drawn = u32::try_from(RandomState::new().hash_one(0_u8) >> 32).unwrap_or(0);
        f64::from(drawn) / f64::from(u32::MAX)
    }
}
