//! How near provisions are to a question by meaning: the heading above each, and its words piece by piece. Both go through
//! the encoder, which takes longer than all else, so it is done for what is kept.

use jurat_llm::{EmbedError, Embedder};
use jurat_model::{LegalProvision, RetrievedChunk};

/// A question with its vector.
#[derive(Clone, Copy)]
pub(super) struct EmbeddedQuestion<'a> {
    pub(super) text: &'a str,
    pub(super) vector: &'a [f32],
}

/// Measures chunks. `text_of` gives the whole text that a chunk is of.
pub(super) fn measure<'t>(
    chunks: &mut [RetrievedChunk],
    embedder: &dyn Embedder,
    question: EmbeddedQuestion<'_>,
    text_of: impl Fn(&RetrievedChunk) -> Option<&'t str>,
) -> Result<(), EmbedError> {
    measure_headings(chunks, embedder, question.vector)?;
    measure_late(chunks, embedder, question.text, text_of)
}

/// How near the question is to what stands over each provision.
fn measure_headings(
    chunks: &mut [RetrievedChunk],
    embedder: &dyn Embedder,
    question: &[f32],
) -> Result<(), EmbedError> {
    for one in chunks.iter_mut() {
        let Some(provision) = one.provision.as_mut() else { continue };
        if provision.measures.meaning.is_none() {
            let vectors = embedder.embed(&[one.passage.text.as_str()])?;
            let cosine = vectors.first().map(|vector| dot(vector, question));
            provision.measures.meaning = cosine.map(rounded);
        }
    }
    let provisions = chunks.iter_mut().filter_map(|chunk| chunk.provision.as_mut());
    let mut headed: Vec<(String, &mut LegalProvision)> = provisions
        .map(|provision| (above(provision), provision))
        .filter(|(words, _)| !words.is_empty())
        .collect();
    let texts: Vec<&str> = headed.iter().map(|(words, _)| words.as_str()).collect();
    let vectors = embedder.embed(&texts)?;
    for ((_, provision), vector) in headed.iter_mut().zip(vectors) {
        provision.measures.heading = Some(rounded(dot(&vector, question)));
    }
    Ok(())
}

/// How well each provision meets the question word by word.
fn measure_late<'t>(
    chunks: &mut [RetrievedChunk],
    embedder: &dyn Embedder,
    question: &str,
    text_of: impl Fn(&RetrievedChunk) -> Option<&'t str>,
) -> Result<(), EmbedError> {
    let mut read: Vec<(String, &mut LegalProvision)> = chunks
        .iter_mut()
        .filter_map(|chunk| {
            let text = text_of(chunk)?;
            let provision = chunk.provision.as_mut()?;
            let words = provision.ranges.iter().filter_map(|range| range.of(text));
            let words: Vec<&str> = words.collect();
            Some((words.join("\n"), provision))
        })
        .collect();
    if read.is_empty() {
        return Ok(());
    }
    let texts: Vec<&str> = read.iter().map(|(words, _)| words.as_str()).collect();
    let Some(met) = embedder.late_interaction(question, &texts)? else { return Ok(()) };
    for ((_, provision), met) in read.iter_mut().zip(met) {
        provision.measures.late = Some(rounded(met));
    }
    Ok(())
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The nearest headings above a provision, and its note.
fn above(provision: &LegalProvision) -> String {
    let near = provision.path.iter().rev().take(1).rev().map(String::as_str);
    let words: Vec<&str> = near.chain([provision.note.as_str()]).collect();
    words.join("\n").trim().to_owned()
}

/// Four digits are more than a measure is worth, and are written alike everywhere.
pub(super) fn rounded(value: f32) -> f64 {
    rounded64(f64::from(value))
}

pub(super) fn rounded64(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
