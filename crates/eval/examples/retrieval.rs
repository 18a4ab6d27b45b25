//! Measures retrieval from the command line, with vectors from a file where there are some.
//!
//! `cargo run --release -p jurat-eval --example retrieval -- DIR [key=value…]`, with the keys
//! queries, legs, fields, query-fields, part, cache, vectors, query-vectors. Vectors are `npy`
//! files of 32-bit floats, a row each in the order of `corpus.jsonl` and the queries.
#![expect(clippy::print_stdout, reason = "a program for developers")]

use std::{collections::BTreeMap, error::Error, fs, path::PathBuf, sync::Arc};

use jurat_canon::Hash;
use jurat_eval::{Part, RetrievalOptions, measured, retrieval, texts_to_embed};
use jurat_llm::{EmbedError, Embedder};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let data = PathBuf::from(arguments.next().ok_or("which folder?")?);
    let given: BTreeMap<String, String> = arguments
        .filter_map(|pair| pair.split_once('=').map(|(key, value)| (key.into(), value.into())))
        .collect();
    let get = |key: &str| given.get(key).map(String::as_str);
    let list = |key: &str| -> Vec<String> {
        get(key)
            .map(|value| value.split(',').map(str::to_owned).collect())
            .unwrap_or_default()
    };
    let cache =
        get("cache").map_or_else(|| std::env::temp_dir().join("jurat-eval"), PathBuf::from);
    let mut options = RetrievalOptions {
        queries: get("queries").map(|name| data.join(name)),
        data,
        legs: get("legs").unwrap_or("auto").parse()?,
        fields: list("fields"),
        query_fields: list("query-fields"),
        part: get("part").unwrap_or("report").parse::<Part>()?,
        embedder: None,
        cache,
    };
    if let (Some(vectors), Some(queries)) = (get("vectors"), get("query-vectors")) {
        options.embedder = Some(Arc::new(Fixed::read(&options, vectors, queries)?));
    }
    let figures = measured(|| retrieval(&options))?;
    println!("{}", serde_json::to_string_pretty(&figures)?);
    Ok(())
}

/// Vectors that were made elsewhere, by the text they are of.
struct Fixed {
    name: String,
    vectors: BTreeMap<[u8; 32], Vec<f32>>,
}

impl Fixed {
    fn read(
        options: &RetrievalOptions,
        vectors: &str,
        queries: &str,
    ) -> Result<Self, Box<dyn Error>> {
        let texts = texts_to_embed(options)?;
        let mut all = BTreeMap::new();
        for (path, texts) in [vectors, queries].into_iter().zip(&texts) {
            for (text, vector) in texts.iter().zip(numbers(&fs::read(path)?)?) {
                all.insert(*Hash::of(text.as_bytes()).as_bytes(), vector);
            }
        }
        Ok(Self { name: format!("{vectors} {queries}"), vectors: all })
    }
}

/// Rows of an `npy` file of version 1 with 384 columns.
fn numbers(bytes: &[u8]) -> Result<Vec<Vec<f32>>, Box<dyn Error>> {
    let header = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let body = bytes.get(10 + header..).ok_or("no `npy` file")?;
    let floats: Vec<f32> = body
        .as_chunks::<4>()
        .0
        .iter()
        .map(|four| f32::from_le_bytes(*four))
        .collect();
    Ok(floats.chunks_exact(384).map(<[f32]>::to_vec).collect())
}

impl Embedder for Fixed {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        384
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vector = |text: &&str| {
            let known = self.vectors.get(Hash::of(text.as_bytes()).as_bytes());
            known.cloned().ok_or_else(|| EmbedError {
                model: self.name.clone(),
                message: "a text without a vector".to_owned(),
            })
        };
        texts.iter().map(vector).collect()
    }
}
