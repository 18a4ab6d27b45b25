//! A vault: what is kept of people, sealed under one key. Beside each sealed record lies a chain of its events that holds
//! nothing personal, so that a record can be erased and its chain still verifies.
//!
//! What events mean is not known here; clocks, settings and where a key comes from are the caller's.

mod event_chain;
mod sealed_bytes;
mod vault_error;
mod vault_folder;
mod vault_key;
mod vault_record;

pub use event_chain::{ChainLink, EventChain};
pub use vault_error::VaultError;
pub use vault_folder::{ChainCheck, ERASED, EXPIRED, VaultFolder};
pub use vault_key::VaultKey;
pub use vault_record::{RecordedEvent, VaultRecord};
