//! From a pack to corpora, one a part, and back to nothing again.

use std::collections::BTreeSet;

use jurat_ingest::{ChildLauncher, FileLimits};
use jurat_pack::{
    CheckedPack, DecisionReader, PackCorpus, PackError, PackPart, PackPartKind, PackRecord,
    PackShelf, PackState, describe, stage,
};
use jurat_retrieve::{CorpusError, CorpusName, discard, list};

use crate::{
    CorpusFolder, CorpusLifetime, DocumentDescriber, IntakeError, IntakeListener,
    IntakeOutcome, IntakeRequest, MetadataOverlay,
};

/// What is asked besides the pack itself.
#[derive(Debug, Clone)]
pub struct PackIntakeRequest {
    /// Where the pack came from, for the record.
    pub source: String,
    /// Whether vectors are made, where there is a model.
    pub with_vectors: bool,
    /// Who reads off decisions what the pack does not say of them.
    pub reader: Option<DecisionReader>,
}

/// What became of a pack.
#[derive(Debug)]
pub struct PackIntakeOutcome {
    pub record: PackRecord,
    /// Whether it was there already, all of it: nothing was done.
    pub was_there: bool,
    /// What became of each part that was read.
    pub parts: Vec<IntakeOutcome>,
    /// Whether someone asked for an end before all was done; the same again goes on.
    pub interrupted: bool,
}

impl CorpusFolder {
    /// Takes a pack in, part by part. What was taken in before and has not changed is left alone; what an older version of it
    /// had and this one has not is taken out.
    pub fn add_pack(
        &self,
        shelf: &PackShelf,
        (pack, request): (&CheckedPack, &PackIntakeRequest),
        launcher: &ChildLauncher,
        listener: &dyn IntakeListener,
    ) -> Result<PackIntakeOutcome, IntakeError> {
        let mut record = PackRecord::begin(pack, request.source.clone(), request.with_vectors);
        let name = record.manifest.name.clone();
        let before = shelf.record(&name)?;
        let there = self.names()?;
        if let Some(known) = before.as_ref().filter(|it| is_whole(it, &record, &there)) {
            let record = known.clone();
            return Ok(outcome(record, Vec::new(), IntakeEnd::WasThere));
        }
        let old = before.map(|it| it.corpora).unwrap_or_default();
        refuse_taken(&record, &old, &there)?;
        let leftover: Vec<PackCorpus> =
            old.into_iter().filter(|it| !record.corpora.contains(it)).collect();
        // What is to go belongs to the pack until it is gone: a kill must not leave it to nobody.
        let mut begun = record.clone();
        begun.corpora.extend(leftover.iter().cloned());
        shelf.write(&begun)?;
        let mut parts = Vec::new();
        for part in &pack.manifest.parts {
            if part.kind == PackPartKind::Table {
                stage(pack, part, &shelf.tables(&name))?;
                continue;
            }
            let staged = stage(pack, part, &shelf.staged(&name))?;
            let asked = part_request(pack, (part, &record), staged.folder, request)?;
            let taken = self.take_in(&asked, launcher, listener)?;
            let interrupted = taken.interrupted;
            record.note_unread(&part.name, unread(&taken));
            parts.push(taken);
            if interrupted {
                return Ok(outcome(begun, parts, IntakeEnd::Interrupted));
            }
        }
        for gone in &leftover {
            self.discard_corpus(&gone.corpus)?;
        }
        record.state = PackState::Ready;
        shelf.write(&record)?;
        shelf.clear_staged(&name)?;
        Ok(outcome(record, parts, IntakeEnd::Done))
    }

    /// Takes away a pack: its own corpora, and nothing else.
    pub fn remove_pack(
        &self,
        shelf: &PackShelf,
        name: &str,
    ) -> Result<PackRecord, IntakeError> {
        let record = shelf.required(name)?;
        for corpus in &record.corpora {
            self.discard_corpus(&corpus.corpus)?;
        }
        shelf.forget(name)?;
        Ok(record)
    }

    fn names(&self) -> Result<BTreeSet<String>, IntakeError> {
        Ok(list(&self.corpora)?.iter().map(ToString::to_string).collect())
    }

    fn discard_corpus(&self, corpus: &str) -> Result<(), IntakeError> {
        match discard(&self.corpora, &corpus.parse::<CorpusName>()?) {
            Err(CorpusError::Unknown(_)) => Ok(()),
            done => Ok(done?),
        }
    }
}

#[derive(Clone, Copy)]
enum IntakeEnd {
    WasThere,
    Interrupted,
    Done,
}

fn outcome(record: PackRecord, parts: Vec<IntakeOutcome>, end: IntakeEnd) -> PackIntakeOutcome {
    PackIntakeOutcome {
        record,
        was_there: matches!(end, IntakeEnd::WasThere),
        parts,
        interrupted: matches!(end, IntakeEnd::Interrupted),
    }
}

/// Whether all that is wanted is there.
fn is_whole(known: &PackRecord, wanted: &PackRecord, there: &BTreeSet<String>) -> bool {
    known.state == PackState::Ready
        && known.unread.is_empty()
        && known.hash == wanted.hash
        && (known.with_vectors || !wanted.with_vectors)
        && wanted.corpora.iter().all(|it| there.contains(&it.corpus))
}

/// The files of which something could not be read.
fn unread(taken: &IntakeOutcome) -> Vec<String> {
    let files = taken.files.iter().filter(|file| !file.refused.is_empty());
    files.map(|file| file.file.clone()).collect()
}

/// A corpus of the user's own is never written over.
fn refuse_taken(
    record: &PackRecord,
    ours: &[PackCorpus],
    there: &BTreeSet<String>,
) -> Result<(), PackError> {
    let own = |corpus: &str| ours.iter().any(|it| it.corpus == corpus);
    let taken = record
        .corpora
        .iter()
        .find(|it| there.contains(&it.corpus) && !own(&it.corpus));
    match taken {
        Some(taken) => Err(PackError::CorpusTaken { corpus: taken.corpus.clone() }),
        None => Ok(()),
    }
}

fn part_request(
    pack: &CheckedPack,
    (part, record): (&PackPart, &PackRecord),
    folder: std::path::PathBuf,
    request: &PackIntakeRequest,
) -> Result<IntakeRequest, IntakeError> {
    let corpus = record.corpora.iter().find(|it| it.part == part.name);
    let corpus = corpus.map(|it| it.corpus.as_str()).unwrap_or_default();
    let (version, describe) = describe(&pack.manifest, part, request.reader);
    Ok(IntakeRequest {
        paths: vec![folder],
        corpus: corpus.parse::<CorpusName>()?,
        metadata: MetadataOverlay::default(),
        describer: Some(DocumentDescriber { version, describe }),
        limits: FileLimits::default(),
        prune: true,
        again: false,
        with_vectors: request.with_vectors,
        lifetime: CorpusLifetime::Corpus,
    })
}
