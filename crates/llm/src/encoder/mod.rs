//! Encoders on the processor: tokens, a small BERT, the mean over tokens, length one.
//!
//! Our own for law lies in the program; a published one is read from its folder.

mod attention;
mod bert;
mod bundled_law;
mod config;
mod kernels;
mod late_interaction;
mod math;
mod matrix;
mod quantized_rows;
mod tensors;
mod tokenizer;

use std::{fs, path::Path};

use jurat_canon::hex;
use pulp::Arch;
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use sha2::{Digest, Sha256};

use self::{
    bert::{BertEncoder, BertShape, PackedBatch},
    config::BertConfig,
    tensors::WeightTensors,
    tokenizer::WordPieceTokenizer,
};
use crate::{EmbedError, Embedder};

/// An encoder reads so many tokens, the two that frame a text included.
const MOST_TOKENS: usize = 256;
/// Tokens that go through the layers together: weights are read once for all of them.
const BATCH_TOKENS: usize = 1024;
const PUBLISHED: &str = "minilm";

#[derive(Debug, Clone, Copy)]
pub struct EncoderOptions {
    pub threads: usize,
}

pub struct Encoder {
    name: String,
    dimensions: usize,
    pieces: WordPieceTokenizer,
    bert: BertEncoder,
    pool: ThreadPool,
}

impl Encoder {
    /// Our own encoder for law in English and French. The same text has the same vector, to the
    /// bit, on every machine.
    pub fn law(options: EncoderOptions) -> Result<Self, EmbedError> {
        let parts = || {
            let bert = BertEncoder::new(
                bundled_law::SHAPE,
                &WeightTensors::read(bundled_law::WEIGHTS)?,
                Arch::new(),
            )?;
            Ok((bert, WordPieceTokenizer::listed(bundled_law::PIECES)?))
        };
        Self::of(bundled_law::NAME, bundled_law::SHAPE, parts(), options)
    }

    /// Loads `model.safetensors`, `tokenizer.json` and `config.json` of a folder.
    pub fn open(folder: &Path, options: EncoderOptions) -> Result<Self, EmbedError> {
        let read = |file: &str| {
            let path = folder.join(file);
            let found = fs::read(&path);
            found.map_err(|error| {
                failed(PUBLISHED)(format!("cannot read {}: {error}", path.display()))
            })
        };
        let shape = BertConfig::read(&read("config.json")?)
            .map_err(failed(PUBLISHED))?
            .shape();
        let (pieces, weights) = (read("tokenizer.json")?, read("model.safetensors")?);
        let sum = hex(&Sha256::digest(&weights));
        let parts = || {
            let bert = BertEncoder::new(shape, &WeightTensors::read(&weights)?, Arch::new())?;
            Ok((bert, WordPieceTokenizer::published(&pieces)?))
        };
        Self::of(&format!("{PUBLISHED}-{}", &sum[..12]), shape, parts(), options)
    }

    fn of(
        name: &str,
        shape: BertShape,
        parts: Result<(BertEncoder, WordPieceTokenizer), String>,
        options: EncoderOptions,
    ) -> Result<Self, EmbedError> {
        let (bert, pieces) = parts.map_err(failed(name))?;
        let pool = ThreadPoolBuilder::new().num_threads(options.threads.max(1)).build();
        let pool = pool.map_err(|error| failed(name)(error.to_string()))?;
        Ok(Self {
            name: name.to_owned(),
            dimensions: shape.wide,
            pieces,
            bert,
            pool,
        })
    }

    fn vectors(&self, texts: &[&[u32]]) -> Result<Vec<Vec<f32>>, String> {
        let flat = self.bert.forward(&PackedBatch::new(texts))?;
        Ok(flat.chunks_exact(self.dimensions).map(<[f32]>::to_vec).collect())
    }

    fn embedded(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        let tokens: Vec<_> = texts.par_iter().map(|text| self.pieces.of(text)).collect();
        let tokens: Vec<&[u32]> = tokens.iter().map(Vec::as_slice).collect();
        let batches = batches(&tokens);
        let vectors: Result<Vec<_>, _> =
            batches.par_iter().map(|batch| self.vectors(batch)).collect();
        Ok(vectors?.into_iter().flatten().collect())
    }
}

impl Embedder for Encoder {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.pool.install(|| self.embedded(texts)).map_err(failed(&self.name))
    }

    fn late_interaction(
        &self,
        question: &str,
        texts: &[&str],
    ) -> Result<Option<Vec<f32>>, EmbedError> {
        let met = self.pool.install(|| self.met_by_piece(question, texts));
        met.map(Some).map_err(failed(&self.name))
    }
}

/// Texts in order, cut where a batch is full. Nothing is padded, so lengths need not agree.
fn batches<'a>(texts: &'a [&'a [u32]]) -> Vec<&'a [&'a [u32]]> {
    let mut batches = Vec::new();
    let mut start = 0;
    let mut tokens = 0;
    for (at, text) in texts.iter().enumerate() {
        if start < at && BATCH_TOKENS < tokens + text.len() {
            batches.push(&texts[start..at]);
            start = at;
            tokens = 0;
        }
        tokens += text.len();
    }
    if start < texts.len() {
        batches.push(&texts[start..]);
    }
    batches
}

fn failed(model: &str) -> impl FnOnce(String) -> EmbedError {
    move |message| EmbedError { model: model.into(), message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lengths: &[usize], expected: &[usize]) {
        let texts: Vec<Vec<u32>> = lengths.iter().map(|length| vec![0; *length]).collect();
        let texts: Vec<&[u32]> = texts.iter().map(Vec::as_slice).collect();
        let found: Vec<usize> = batches(&texts).iter().map(|batch| batch.len()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn batches_are_cut_when_full() {
        check(&[], &[]);
        check(&[256], &[1]);
        check(&[512, 512, 1], &[2, 1]);
        check(&[512, 511, 1, 2], &[3, 1]);
        check(&[1200, 1], &[1, 1]);
    }
}
