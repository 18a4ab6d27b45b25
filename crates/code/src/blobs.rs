//! The bytes of files out of the clone, each held against its id.

use jurat_canon::git_blob_id;
use jurat_ingest::{ReadRefusal, RefusalKind, sandbox::KillReason};

use super::git::GitRunner;
use crate::git_refusal;

/// The longest line before the bytes of a file.
const LONGEST: usize = 256;

/// The bytes of these blobs, in their order. `(id, size)` as they were listed.
pub(super) fn read_blobs(
    git: &GitRunner<'_>,
    wanted: &[(&str, u64)],
) -> Result<Vec<Vec<u8>>, ReadRefusal> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let ids: String = wanted.iter().flat_map(|(id, _)| [*id, "\n"]).collect();
    let mut call = git.reading(&["cat-file", "--batch"], git.intake.limits.log_seconds);
    call.bytes = ids.as_bytes();
    let mut batch = BlobBatch {
        wanted,
        done: Vec::new(),
        head: Vec::new(),
        body: None,
    };
    let said = git.stream(&call, &mut |chunk| batch.take(chunk))?;
    match git_refusal::refusal_of(&said) {
        Some(refusal) => Err(refusal),
        None if batch.done.len() == wanted.len() => Ok(batch.done),
        None => Err(ReadRefusal::new(RefusalKind::Damaged, "some of its files are missing")),
    }
}

struct BlobBatch<'a> {
    wanted: &'a [(&'a str, u64)],
    done: Vec<Vec<u8>>,
    /// What came so far of the line before the bytes.
    head: Vec<u8>,
    /// What came so far of the bytes, and how many there are, with the line end after them.
    body: Option<(Vec<u8>, usize)>,
}

impl BlobBatch<'_> {
    fn take(&mut self, mut chunk: &[u8]) -> Result<(), KillReason> {
        while !chunk.is_empty() {
            chunk = match self.body.take() {
                None => self.line(chunk)?,
                Some((bytes, whole)) => self.bytes(chunk, bytes, whole)?,
            };
        }
        Ok(())
    }

    fn line<'b>(&mut self, chunk: &'b [u8]) -> Result<&'b [u8], KillReason> {
        let Some(end) = chunk.iter().position(|byte| *byte == b'\n') else {
            self.head.extend_from_slice(chunk);
            return if LONGEST < self.head.len() { Err(KillReason::Babble) } else { Ok(&[]) };
        };
        self.head.extend_from_slice(&chunk[..end]);
        let (id, size) = self.wanted.get(self.done.len()).ok_or(KillReason::Babble)?;
        if self.head != format!("{id} blob {size}").as_bytes() {
            return Err(KillReason::Babble);
        }
        self.head.clear();
        let whole = usize::try_from(*size).map_err(|_| KillReason::Babble)? + 1;
        self.body = Some((Vec::with_capacity(whole), whole));
        Ok(&chunk[end + 1..])
    }

    fn bytes<'b>(
        &mut self,
        chunk: &'b [u8],
        mut bytes: Vec<u8>,
        whole: usize,
    ) -> Result<&'b [u8], KillReason> {
        let (now, later) = chunk.split_at(chunk.len().min(whole - bytes.len()));
        bytes.extend_from_slice(now);
        if bytes.len() < whole {
            self.body = Some((bytes, whole));
            return Ok(later);
        }
        bytes.pop();
        let (id, _) = self.wanted.get(self.done.len()).ok_or(KillReason::Babble)?;
        if git_blob_id(&bytes, id).as_deref() != Some(*id) {
            return Err(KillReason::Babble);
        }
        self.done.push(bytes);
        Ok(later)
    }
}

#[cfg(test)]
mod tests {
    use jurat_ingest::sandbox::KillReason;

    use super::BlobBatch;

    const ONE: &str = "ce013625030ba8dba906f756967f9e9ca394464a";
    const NONE: &str = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

    #[track_caller]
    fn check(said: &str, expected: Result<usize, KillReason>) {
        for size in 1..said.len() {
            let wanted = [(ONE, 6), (NONE, 0)];
            let mut batch = BlobBatch {
                wanted: &wanted,
                done: Vec::new(),
                head: Vec::new(),
                body: None,
            };
            let taken = said.as_bytes().chunks(size).try_for_each(|chunk| batch.take(chunk));
            assert_eq!(taken.map(|()| batch.done.len()), expected, "{size}");
        }
    }

    #[test]
    fn blobs_come_in_any_pieces_and_are_what_their_id_says() {
        check(&format!("{ONE} blob 6\nhello\n\n{NONE} blob 0\n\n"), Ok(2));
        check(&format!("{ONE} blob 6\nhullo\n\n{NONE} blob 0\n\n"), Err(KillReason::Babble));
        check(&format!("{NONE} blob 6\nhello\n\n"), Err(KillReason::Babble));
        check(&format!("{ONE} missing\n"), Err(KillReason::Babble));
    }
}
