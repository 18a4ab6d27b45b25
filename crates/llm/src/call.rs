//! One call from the gate to the reply. Runs on the loop of the transport.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use reqwest::{Response, StatusCode};
use serde_json::Value;
use tokio::time::timeout;

use crate::{
    chat::{ChatError, ChatReply, FinishReason, TokenUsage, estimated_tokens},
    providers::{PartialReply, RefusalReason},
    server_connection::{PreparedCall, SchemaMode, ServerConnection},
    settings::TokenPrice,
    transport::{
        frames::FrameDecoder,
        http::{ErrorReply, HttpOutcome},
        retry::{FailedAttempt, RetryDecision, tried},
    },
};

const MOST_MODEL_NAME: usize = 200;

struct UnderWay {
    shared: Arc<ServerConnection>,
    call: PreparedCall,
    /// Words have left for the sink: another try would say them twice.
    spoken: AtomicBool,
}

pub(crate) async fn answer(
    shared: Arc<ServerConnection>,
    call: PreparedCall,
) -> Result<ChatReply, ChatError> {
    let tokens = call.request.estimated_tokens().saturating_add(call.output_tokens);
    let way = UnderWay {
        shared: Arc::clone(&shared),
        call,
        spoken: AtomicBool::new(false),
    };
    let (partial, tries) = tried(&shared.gate, tokens, || way.attempt()).await?;
    Ok(way.reply(partial, tries))
}

impl UnderWay {
    async fn attempt(&self) -> Result<(PartialReply, u64), FailedAttempt> {
        let limit = self.shared.line.timeout;
        let done = timeout(limit, self.exchange()).await;
        let done = done.unwrap_or_else(|_| Err(self.shared.line.timed_out().into()));
        match done {
            Ok(partial) => {
                let usage = self.usage(&partial);
                Ok((partial, usage.input_tokens.saturating_add(usage.output_tokens)))
            }
            Err(failure) if self.spoken.load(Ordering::Relaxed) => {
                Err(FailedAttempt { again: RetryDecision::Never, ..failure })
            }
            Err(failure) => Err(failure),
        }
    }

    async fn exchange(&self) -> Result<PartialReply, FailedAttempt> {
        let (body, schema) = self.shared.encode(&self.call)?;
        match self.shared.line.post(body).await? {
            HttpOutcome::Coming(response) if self.call.deltas.is_some() => {
                Ok(self.stream(response).await?)
            }
            HttpOutcome::Coming(response) => Ok(self.whole(response).await?),
            HttpOutcome::Sorry(apology) => Err(self.sorry(&apology, schema)),
        }
    }

    async fn whole(&self, response: Response) -> Result<PartialReply, ChatError> {
        let body = self.shared.line.whole(response).await?;
        let body = text(&body)?;
        let body: Value = serde_json::from_str(body)
            .map_err(|error| ChatError::invalid(format!("not JSON: {error}")))?;
        let mut partial = PartialReply::default();
        let decoded = self.shared.wire.decode(&body, &mut partial);
        decoded.map_err(|error| self.tidy(error))?;
        if !partial.done {
            return Err(ChatError::cut_off("the reply is not done"));
        }
        Ok(partial)
    }

    async fn stream(&self, mut response: Response) -> Result<PartialReply, ChatError> {
        let line = &self.shared.line;
        let mut frames = FrameDecoder::new(self.shared.wire.profile().framing);
        let (mut partial, mut read, mut told) = (PartialReply::default(), 0, 0);
        while !partial.done {
            let Some(chunk) = line.chunk(&mut response).await? else { break };
            read += chunk.as_ref().len() as u64;
            if line.most < read {
                return Err(ChatError::TooLarge { most: line.most });
            }
            for message in frames.push(chunk.as_ref())? {
                self.fold(&message, &mut partial)?;
            }
            told = self.tell(&partial, told).await;
        }
        if let Some(message) = frames.finish()?.filter(|_| !partial.done) {
            self.fold(&message, &mut partial)?;
        }
        if !partial.done && partial.finish.is_none() {
            return Err(ChatError::cut_off("the stream ended before the reply did"));
        }
        self.speak(&partial.text[told..]).await;
        Ok(partial)
    }

    fn fold(&self, message: &str, partial: &mut PartialReply) -> Result<(), ChatError> {
        if partial.done {
            return Ok(());
        }
        self.shared
            .wire
            .fold(message, partial)
            .map_err(|error| self.tidy(error))
    }

    /// Passes on new words, but not what may be the start of a key.
    async fn tell(&self, partial: &PartialReply, told: usize) -> usize {
        let text = &partial.text;
        let key = self.shared.line.key.as_ref();
        let held = key.map_or(0, |key| key.started(text));
        let ready = text.len().saturating_sub(held).max(told);
        self.speak(&text[told..ready]).await;
        ready
    }

    async fn speak(&self, words: &str) {
        let Some(deltas) = self.call.deltas.as_ref().filter(|_| !words.is_empty()) else {
            return;
        };
        self.spoken.store(true, Ordering::Relaxed);
        // The sink has gone only if the call has been dropped.
        let _ = deltas.send(self.masked(words.to_owned())).await;
    }

    fn sorry(&self, apology: &ErrorReply, schema: SchemaMode) -> FailedAttempt {
        let body: Value = serde_json::from_slice(&apology.body).unwrap_or(Value::Null);
        let sorry = self.shared.wire.sorry(apology.status, &body);
        let reword = self.shared.falls_back
            && schema == SchemaMode::Held
            && apology.status.is_client_error()
            && matches!(sorry, RefusalReason::NoSchemas(_));
        let error = match sorry {
            RefusalReason::TooLong { limit, needed } => {
                ChatError::ContextTooLong { limit, needed }
            }
            RefusalReason::QuotaSpent => ChatError::QuotaSpent,
            RefusalReason::Words(words) | RefusalReason::NoSchemas(words) => {
                by_status(apology, self.shared.line.words(&words))
            }
        };
        if reword {
            self.shared.no_schemas.store(true, Ordering::Relaxed);
            return FailedAttempt { error, again: RetryDecision::Otherwise };
        }
        error.into()
    }

    /// Words of a server that a stream held, made fit to print.
    fn tidy(&self, mut error: ChatError) -> ChatError {
        if let ChatError::Server { message, .. } | ChatError::Invalid { message } = &mut error {
            *message = self.shared.line.words(message);
        }
        error
    }

    fn reply(&self, partial: PartialReply, tries: u32) -> ChatReply {
        let usage = self.usage(&partial);
        let model = partial.model.unwrap_or_else(|| self.shared.model.clone());
        let mut reply = ChatReply {
            text: self.masked(partial.text),
            finish: partial.finish.unwrap_or(FinishReason::Stop),
            usage,
            cost: None,
            model: self.shared.line.words(&model).chars().take(MOST_MODEL_NAME).collect(),
            tries,
        };
        reply.cost = cost(self.shared.price.as_ref(), &reply);
        reply
    }

    fn usage(&self, partial: &PartialReply) -> TokenUsage {
        let counted = partial.input_tokens.zip(partial.output_tokens);
        let (input_tokens, output_tokens) = counted.unwrap_or_else(|| {
            let input = partial
                .input_tokens
                .unwrap_or_else(|| self.call.request.estimated_tokens());
            (input, partial.output_tokens.unwrap_or(estimated_tokens(partial.text.len())))
        });
        TokenUsage {
            input_tokens,
            output_tokens,
            estimated: counted.is_none(),
        }
    }

    fn masked(&self, text: String) -> String {
        match &self.shared.line.key {
            Some(key) => key.mask(text),
            None => text,
        }
    }
}

fn cost(price: Option<&TokenPrice>, reply: &ChatReply) -> Option<crate::chat::CallCost> {
    let price = price?;
    #[expect(clippy::cast_precision_loss, reason = "no call has 2^52 tokens")]
    let micros = reply.usage.input_tokens as f64 * price.input_per_million
        + reply.usage.output_tokens as f64 * price.output_per_million;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a float that is too large becomes the largest number, and none is below 0"
    )]
    let micros = micros.round() as u64;
    Some(crate::chat::CallCost { micros, currency: price.currency.clone() })
}

pub(crate) fn text(body: &[u8]) -> Result<&str, ChatError> {
    let text = std::str::from_utf8(body);
    let text = text.map_err(|_| ChatError::invalid("the answer is not UTF-8"))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// What a status means. A server's words are not repeated where they are about the key.
pub(crate) fn by_status(apology: &ErrorReply, message: String) -> ChatError {
    let status = apology.status.as_u16();
    match apology.status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => ChatError::Refused { status },
        StatusCode::TOO_MANY_REQUESTS => {
            ChatError::RateLimited { tries: 1, retry_after_s: apology.retry_after_s }
        }
        StatusCode::REQUEST_TIMEOUT => ChatError::Server { status, message, tries: 1 },
        // A server that is too busy may also say when it will not be.
        StatusCode::SERVICE_UNAVAILABLE if apology.retry_after_s.is_some() => {
            ChatError::RateLimited { tries: 1, retry_after_s: apology.retry_after_s }
        }
        _ if apology.status.is_server_error() => {
            ChatError::Server { status, message, tries: 1 }
        }
        _ => ChatError::Rejected { status, message },
    }
}
