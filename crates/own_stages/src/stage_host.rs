//! What stages of one's own ask of the place that they run in.

use std::sync::Arc;

use jurat_engine::TaskQueue;
use jurat_ingest::ChildLauncher;

/// The user's own settings decide behind this port: a definition may come from anyone.
pub trait StageHost: Send + Sync {
    /// How a program is started under limits.
    fn launcher(&self) -> Result<ChildLauncher, String>;

    /// Where workers look for tasks.
    fn queue(&self) -> Result<Arc<dyn TaskQueue>, String>;

    /// Whether the user lets stages call an address; if not, why, and what to do.
    fn may_call(&self, url: &str) -> Result<(), String>;

    /// The user's Ed25519 signature under a request, so that a service can tell who asks.
    fn sign(&self, message: &[u8]) -> Result<[u8; 64], String>;

    /// Hears what is used and what is waited for, for people; the same words may come often.
    fn tell(&self, words: &str);
}

/// A place without any of it.
pub struct NoStageHost;

const NOTHING: &str = "stages of one's own cannot run here";

impl StageHost for NoStageHost {
    fn launcher(&self) -> Result<ChildLauncher, String> {
        Err(NOTHING.into())
    }

    fn queue(&self) -> Result<Arc<dyn TaskQueue>, String> {
        Err(NOTHING.into())
    }

    fn may_call(&self, _: &str) -> Result<(), String> {
        Err(NOTHING.into())
    }

    fn sign(&self, _: &[u8]) -> Result<[u8; 64], String> {
        Err(NOTHING.into())
    }

    fn tell(&self, _: &str) {}
}
