//! Taking a lock.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock. A thread that panicked while it held one left plain data behind; stage functions
/// never run under a lock.
pub(crate) fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
