//! The last documents that were set: who checks a file right after it was written waits once.

use std::sync::{Mutex, PoisonError};

use jurat_canon::Hash;

use crate::{TypesetError, TypesetJob};

/// Documents that are kept.
const KEPT: usize = 4;

static LAST: Mutex<Vec<(Hash, Vec<u8>)>> = Mutex::new(Vec::new());

/// The bytes of this very job, set now or before.
pub(crate) fn remembered(
    job: TypesetJob<'_>,
    set: impl FnOnce(TypesetJob<'_>) -> Result<Vec<u8>, TypesetError>,
) -> Result<Vec<u8>, TypesetError> {
    let archival = [u8::from(job.archival)];
    let parts = [job.template.as_bytes(), job.data, job.creator.as_bytes(), &archival];
    let hash = Hash::of_parts(&parts);
    if let Some(bytes) = find(hash) {
        return Ok(bytes);
    }
    let bytes = set(job)?;
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    last.truncate(KEPT - 1);
    last.insert(0, (hash, bytes.clone()));
    Ok(bytes)
}

fn find(hash: Hash) -> Option<Vec<u8>> {
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    last.iter()
        .find(|(kept, _)| *kept == hash)
        .map(|(_, bytes)| bytes.clone())
}
