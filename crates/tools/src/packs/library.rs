//! The packs that were added: looked for at every call, opened once.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::SystemTime,
};

use jurat_llm::Embedder;
use jurat_pack::{CourtCodes, PackManifest, PackPartKind, PackRecord, PackShelf, PackState};

use crate::{
    ToolFailure,
    packs::{OpenPart, PackCases, PackWages, pack_laws::PackLaws, wage_table::wage_tables},
};

/// Opens the model that vectors were made by; none where there is none.
pub type EmbedderOpener =
    Arc<dyn Fn() -> Result<Option<Arc<dyn Embedder>>, String> + Send + Sync>;

/// Where packs and their corpora lie.
#[derive(Clone)]
pub struct PackAccess {
    pub shelf: PackShelf,
    /// The folder of all corpora.
    pub corpora: PathBuf,
    pub embedder: EmbedderOpener,
}

/// What tells one state of the shelf from another.
type ShelfPrint = Vec<(String, u64, Option<SystemTime>)>;

/// The packs, opened when they are first asked for, and again when others were added.
#[derive(Default)]
pub(crate) struct PackLibrary {
    access: Option<PackAccess>,
    opened: Mutex<Option<(ShelfPrint, Arc<LoadedPacks>)>>,
}

impl PackLibrary {
    pub(crate) const fn new(access: PackAccess) -> Self {
        Self { access: Some(access), opened: Mutex::new(None) }
    }

    /// The model to embed with, or why there is none.
    pub(crate) fn embedder(&self) -> Result<Arc<dyn Embedder>, String> {
        let none = "there is no model to embed with; see `jurat doctor`";
        let access = self.access.as_ref().ok_or(none)?;
        (access.embedder)()?.ok_or_else(|| none.to_owned())
    }

    /// The packs as they are now.
    pub(crate) fn packs(&self) -> Result<Arc<LoadedPacks>, ToolFailure> {
        let Some(access) = &self.access else { return Ok(Arc::default()) };
        let print = access.shelf.fingerprint();
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, packs)) = opened.as_ref()
            && *known == print
        {
            return Ok(Arc::clone(packs));
        }
        let packs = Arc::new(LoadedPacks::of(access)?);
        *opened = Some((print, Arc::clone(&packs)));
        Ok(packs)
    }
}

/// The packs of one moment.
#[derive(Default)]
pub(crate) struct LoadedPacks {
    records: Vec<Arc<PackRecord>>,
    parts: Vec<PartSlot>,
    pub(crate) courts: CourtCodes,
    cases: OnceLock<Result<PackCases, ToolFailure>>,
    laws: OnceLock<Result<PackLaws, ToolFailure>>,
    shelf: Option<PackShelf>,
    wages: OnceLock<Result<Vec<PackWages>, ToolFailure>>,
}

/// A part, opened when it is first asked.
struct PartSlot {
    record: Arc<PackRecord>,
    part: usize,
    corpus: String,
    access: PackAccess,
    opened: OnceLock<Result<OpenPart, ToolFailure>>,
}

impl LoadedPacks {
    fn of(access: &PackAccess) -> Result<Self, ToolFailure> {
        let listed = access
            .shelf
            .list()
            .map_err(|error| ToolFailure::ours("the packs", &error))?;
        // One that cannot be read, or is on its way, hides no other.
        let ready = listed.into_iter().flatten().filter(|it| it.state == PackState::Ready);
        let records: Vec<Arc<PackRecord>> = ready.map(Arc::new).collect();
        let mut parts = Vec::new();
        for record in &records {
            for (at, part) in record.manifest.parts.iter().enumerate() {
                let corpus = record.corpora.iter().find(|it| it.part == part.name);
                let Some(corpus) = corpus else { continue };
                parts.push(PartSlot {
                    record: Arc::clone(record),
                    part: at,
                    corpus: corpus.corpus.clone(),
                    access: access.clone(),
                    opened: OnceLock::new(),
                });
            }
        }
        let courts = CourtCodes::of(records.iter().map(|record| &record.manifest));
        let shelf = Some(access.shelf.clone());
        Ok(Self {
            records,
            parts,
            courts,
            cases: OnceLock::new(),
            laws: OnceLock::new(),
            shelf,
            wages: OnceLock::new(),
        })
    }

    /// What every pack says of itself.
    pub(crate) fn manifests(&self) -> impl Iterator<Item = &PackManifest> + Clone {
        self.records.iter().map(|record| &record.manifest)
    }

    /// The tables of wages, in the order of the packs.
    pub(crate) fn wages(&self) -> Result<&[PackWages], ToolFailure> {
        let read = || {
            let Some(shelf) = &self.shelf else { return Ok(Vec::new()) };
            let tables = self.records.iter().map(|record| wage_tables(shelf, record));
            Ok(tables.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
        };
        let wages = self.wages.get_or_init(read).as_ref();
        wages.map(Vec::as_slice).map_err(Clone::clone)
    }

    /// The parts of a kind. Where there is none, nothing is covered.
    pub(crate) fn parts(&self, kind: PackPartKind) -> Result<Vec<&OpenPart>, ToolFailure> {
        let parts = self.parts_if_any(kind)?;
        if parts.is_empty() {
            return Err(ToolFailure::outside(
                "packs",
                format!("no pack with {}", kind.word()),
                "nothing yet; `jurat pack add PATH` adds a pack, `jurat pack add meridia` a fictional one to try",
            ));
        }
        Ok(parts)
    }

    /// The parts of a kind, be there none.
    pub(crate) fn parts_if_any(
        &self,
        kind: PackPartKind,
    ) -> Result<Vec<&OpenPart>, ToolFailure> {
        let of_kind = |slot: &&PartSlot| slot.record.manifest.parts[slot.part].kind == kind;
        self.parts.iter().filter(of_kind).map(PartSlot::open).collect()
    }

    /// All decisions as one graph, read when it is first asked.
    pub(crate) fn cases(&self) -> Result<&PackCases, ToolFailure> {
        self.cases
            .get_or_init(|| PackCases::read(self))
            .as_ref()
            .map_err(Clone::clone)
    }

    /// All acts by what they are cited as.
    pub(crate) fn laws(&self) -> Result<&PackLaws, ToolFailure> {
        self.laws
            .get_or_init(|| PackLaws::read(self))
            .as_ref()
            .map_err(Clone::clone)
    }
}

impl PartSlot {
    fn open(&self) -> Result<&OpenPart, ToolFailure> {
        let opened = self.opened.get_or_init(|| {
            OpenPart::open(&self.access, (&self.record, self.part), &self.corpus)
        });
        opened.as_ref().map_err(Clone::clone)
    }
}
