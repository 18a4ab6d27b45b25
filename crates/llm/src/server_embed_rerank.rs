//! Embeddings and reranking on servers that speak like `OpenAI`'s, through a gate and a line.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::{
    call,
    chat::{ChatError, estimated_tokens},
    embedder::{EmbedError, Embedder},
    reranker::{RerankError, Reranker},
    server_chat::{line, provider},
    settings::{ModelSettings, SettingsError},
    transport::{
        self,
        http::{HttpOutcome, ModelEndpoint},
        rate_limiter::RateLimiter,
        retry::{FailedAttempt, tried},
        timer::{RealTimer, RetryTimer},
    },
};

/// Texts of one request; servers take some hundreds at most.
const BATCH: usize = 64;
/// The one form of these services that many servers share.
const PROVIDER: &str = "openai";

/// Vectors from `/embeddings`. `dimensions` is the length that the model is known to give.
pub fn connect_embedder(
    settings: &ModelSettings,
    dimensions: usize,
    keys: &dyn Fn(&str) -> Option<String>,
) -> Result<Arc<dyn Embedder>, SettingsError> {
    let service = ServiceClient::open(settings, keys, "embeddings", "embeddings")?;
    Ok(Arc::new(ServerEmbedder { service, dimensions }))
}

/// Scores from `/rerank`, as Jina, Cohere, vLLM and llama.cpp have it.
pub fn connect_reranker(
    settings: &ModelSettings,
    keys: &dyn Fn(&str) -> Option<String>,
) -> Result<Arc<dyn Reranker>, SettingsError> {
    let service = ServiceClient::open(settings, keys, "reranking", "rerank")?;
    Ok(Arc::new(ServerReranker { service }))
}

struct ServerEmbedder {
    service: ServiceClient,
    dimensions: usize,
}

struct ServerReranker {
    service: ServiceClient,
}

struct ServiceClient {
    name: String,
    model: String,
    shared: Arc<(RateLimiter, ModelEndpoint)>,
}

impl Embedder for ServerEmbedder {
    fn name(&self) -> &str {
        &self.service.name
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let body = json!({
                "model": self.service.model,
                "input": batch,
                "encoding_format": "float",
            });
            let answer = self.service.post(&body);
            let read =
                answer.and_then(|answer| read_vectors(&answer, batch.len(), self.dimensions));
            let read = read.map_err(|error| EmbedError {
                model: self.service.name.clone(),
                message: error.to_string(),
            })?;
            vectors.extend(read);
        }
        Ok(vectors)
    }
}

impl Reranker for ServerReranker {
    fn name(&self) -> &str {
        &self.service.name
    }

    fn rerank(&self, query: &str, texts: &[&str]) -> Result<Vec<f32>, RerankError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let body = json!({
            "model": self.service.model,
            "query": query,
            "documents": texts,
            "top_n": texts.len(),
            "return_documents": false,
        });
        let answer = self.service.post(&body);
        let scores = answer.and_then(|answer| read_scores(&answer, texts.len()));
        scores.map_err(|error| RerankError {
            model: self.service.name.clone(),
            message: error.to_string(),
        })
    }
}

impl ServiceClient {
    fn open(
        settings: &ModelSettings,
        keys: &dyn Fn(&str) -> Option<String>,
        service: &'static str,
        path: &str,
    ) -> Result<Self, SettingsError> {
        let wire = provider(settings)?;
        if wire.profile().name != PROVIDER {
            let provider = settings.provider.clone();
            return Err(SettingsError::NoService { provider, service });
        }
        let (line, host) = line(settings, keys, wire, path)?;
        let timer: Arc<dyn RetryTimer> = Arc::new(RealTimer::start());
        Ok(Self {
            // Two servers may call different weights by one name.
            name: format!("{}@{host}", settings.model),
            model: settings.model.clone(),
            shared: Arc::new((RateLimiter::new(settings, timer), line)),
        })
    }

    fn post(&self, body: &Value) -> Result<Value, ChatError> {
        let body = serde_json::to_vec(body);
        let body = body.map_err(|error| ChatError::invalid(error.to_string()))?;
        let shared = Arc::clone(&self.shared);
        let tokens = estimated_tokens(body.len());
        transport::wait(async move {
            let (gate, line) = &*shared;
            let done = tried(gate, tokens, || attempt(line, body.clone(), tokens)).await;
            done.map(|(answer, _)| answer)
        })
    }
}

async fn attempt(
    line: &ModelEndpoint,
    body: Vec<u8>,
    tokens: u64,
) -> Result<(Value, u64), FailedAttempt> {
    let done = timeout(line.timeout, exchange(line, body)).await;
    let answer = done.unwrap_or_else(|_| Err(line.timed_out()))?;
    let took = answer.pointer("/usage/total_tokens").and_then(Value::as_u64);
    Ok((answer, took.unwrap_or(tokens)))
}

async fn exchange(line: &ModelEndpoint, body: Vec<u8>) -> Result<Value, ChatError> {
    match line.post(body).await? {
        HttpOutcome::Coming(response) => {
            let body = line.whole(response).await?;
            let parsed = serde_json::from_str(call::text(&body)?);
            parsed.map_err(|error| ChatError::invalid(format!("not JSON: {error}")))
        }
        HttpOutcome::Sorry(apology) => {
            let words = String::from_utf8_lossy(&apology.body);
            Err(call::by_status(&apology, line.words(&words)))
        }
    }
}

fn read_vectors(
    answer: &Value,
    texts: usize,
    dimensions: usize,
) -> Result<Vec<Vec<f32>>, ChatError> {
    let rows = rows(answer, &["data"], texts)?;
    let vectors = rows.into_iter().map(|row| {
        let numbers = row["embedding"].as_array();
        let numbers =
            numbers.filter(|numbers| numbers.len() == dimensions).ok_or_else(|| {
                ChatError::invalid(format!("a vector does not have {dimensions} numbers"))
            })?;
        let vector: Option<Vec<f64>> = numbers.iter().map(Value::as_f64).collect();
        let vector = vector.ok_or_else(|| ChatError::invalid("a vector holds no numbers"))?;
        unit(&vector)
    });
    vectors.collect()
}

fn read_scores(answer: &Value, texts: usize) -> Result<Vec<f32>, ChatError> {
    let rows = rows(answer, &["results", "data"], texts)?;
    let scores = rows.into_iter().map(|row| {
        let score = row["relevance_score"].as_f64().or_else(|| row["score"].as_f64());
        let score = score.filter(|score| score.is_finite()).map(narrow);
        score.ok_or_else(|| ChatError::invalid("a result has no score"))
    });
    scores.collect()
}

/// The rows of an answer in the order of the texts: each text exactly once.
fn rows<'a>(
    answer: &'a Value,
    names: &[&str],
    texts: usize,
) -> Result<Vec<&'a Value>, ChatError> {
    let list = names
        .iter()
        .find_map(|name| answer.get(name))
        .unwrap_or(answer)
        .as_array();
    let list = list.ok_or_else(|| ChatError::invalid("there is no list in the answer"))?;
    let mut rows: Vec<Option<&Value>> = vec![None; texts];
    for row in list {
        let at = row["index"].as_u64().and_then(|at| usize::try_from(at).ok());
        let slot = at.and_then(|at| rows.get_mut(at));
        let slot = slot.filter(|slot| slot.is_none());
        *slot
            .ok_or_else(|| ChatError::invalid("an index is missing, wrong or there twice"))? =
            Some(row);
    }
    let rows: Option<Vec<&Value>> = rows.into_iter().collect();
    rows.ok_or_else(|| {
        ChatError::invalid(format!("there is not one row for each of {texts} texts"))
    })
}

fn unit(vector: &[f64]) -> Result<Vec<f32>, ChatError> {
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    if !length.is_finite() || length <= 0.0 {
        return Err(ChatError::invalid("a vector has no direction"));
    }
    Ok(vector.iter().map(|x| narrow(x / length)).collect())
}

#[expect(clippy::cast_possible_truncation, reason = "half of the digits are enough")]
fn narrow(number: f64) -> f32 {
    number as f32
}
