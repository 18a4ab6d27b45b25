//! all-MiniLM-L6-v2 on the processor: tokens, a small BERT, the mean over tokens, length one.

mod bert;
mod config;
mod kernels;
mod math;

use std::{fs, path::Path};

use candle_core::{Device, safetensors};
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use sha2::{Digest, Sha256};
use tokenizers::{Tokenizer, TruncationParams};

use self::{
    bert::{Bert, Packed},
    config::Config,
};
use crate::{EmbedError, Embedder, weights::hex};

/// The model was trained to read so many tokens, the two that frame a text included.
const MOST_TOKENS: usize = 256;
/// More than the tokens of any text that could fill them; spares us from splitting whole books.
const MOST_BYTES: usize = 1 << 16;
/// Tokens that go through the layers together: weights are read once for all of them.
const BATCH_TOKENS: usize = 512;
const NAME: &str = "minilm";

/// How to run it.
#[derive(Debug, Clone, Copy)]
pub struct MiniLmOptions {
    /// Threads that compute.
    pub threads: usize,
}

/// Sentence embeddings by all-MiniLM-L6-v2.
pub struct MiniLm {
    name: String,
    dimensions: usize,
    tokenizer: Tokenizer,
    bert: Bert,
    pool: ThreadPool,
}

impl MiniLm {
    /// Loads `model.safetensors`, `tokenizer.json` and `config.json` of a folder.
    pub fn open(folder: &Path, options: MiniLmOptions) -> Result<Self, EmbedError> {
        let read = |file: &str| {
            let path = folder.join(file);
            fs::read(&path).map_err(|error| {
                failed(NAME)(format!("cannot read {}: {error}", path.display()))
            })
        };
        let config = Config::read(&read("config.json")?).map_err(failed(NAME))?;
        let tokenizer = tokenizer(&read("tokenizer.json")?)?;
        let weights = read("model.safetensors")?;
        let sum = hex(&Sha256::digest(&weights));
        let name = format!("{NAME}-{}", &sum[..12]);
        let tensors = safetensors::load_buffer(&weights, &Device::Cpu);
        let bert = tensors.and_then(|tensors| Bert::new(&config, tensors));
        let bert = bert.map_err(|error| failed(&name)(error.to_string()))?;
        let pool = ThreadPoolBuilder::new().num_threads(options.threads.max(1)).build();
        let pool = pool.map_err(|error| failed(&name)(error.to_string()))?;
        Ok(Self {
            dimensions: config.hidden_size,
            name,
            tokenizer,
            bert,
            pool,
        })
    }

    fn tokens(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        let text = &text[..text.floor_char_boundary(MOST_BYTES)];
        let encoded = self.tokenizer.encode_fast(text, true);
        let encoded = encoded.map_err(|error| failed(&self.name)(error.to_string()))?;
        Ok(encoded.get_ids().to_vec())
    }

    fn vectors(&self, texts: &[Vec<u32>]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let packed = Packed::new(texts);
        let flat = self.bert.forward(&packed);
        let flat = flat.map_err(|error| failed(&self.name)(error.to_string()))?;
        Ok(flat.chunks_exact(self.dimensions).map(<[f32]>::to_vec).collect())
    }
}

impl Embedder for MiniLm {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.pool.install(|| {
            let tokens: Result<Vec<_>, _> =
                texts.par_iter().map(|text| self.tokens(text)).collect();
            let tokens = tokens?;
            let batches = batches(&tokens);
            let vectors: Result<Vec<_>, _> =
                batches.par_iter().map(|batch| self.vectors(batch)).collect();
            Ok(vectors?.into_iter().flatten().collect())
        })
    }
}

/// Texts in order, cut where a batch is full. Nothing is padded, so lengths need not agree.
fn batches(texts: &[Vec<u32>]) -> Vec<&[Vec<u32>]> {
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

fn tokenizer(bytes: &[u8]) -> Result<Tokenizer, EmbedError> {
    let wrong = |error: tokenizers::Error| failed(NAME)(format!("tokenizer.json: {error}"));
    let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(wrong)?;
    let truncation = TruncationParams {
        max_length: MOST_TOKENS,
        ..TruncationParams::default()
    };
    tokenizer.with_truncation(Some(truncation)).map_err(wrong)?;
    tokenizer.with_padding(None);
    Ok(tokenizer)
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
        let found: Vec<usize> = batches(&texts).iter().map(|batch| batch.len()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn batches_are_cut_when_full() {
        check(&[], &[]);
        check(&[256], &[1]);
        check(&[256, 256, 1], &[2, 1]);
        check(&[256, 255, 1, 2], &[3, 1]);
        check(&[600, 1], &[1, 1]);
    }
}
