//! The way to an OpenTelemetry collector.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{SdkTracer, SdkTracerProvider},
};

use crate::{failure::CommandFailure, output::CliOutput};

/// Sends spans until it is ended.
pub(crate) struct SpanSender {
    provider: SdkTracerProvider,
}

impl SpanSender {
    /// Spans go to this address, such as `http://127.0.0.1:4318/v1/traces`, and that is said.
    pub(crate) fn to(url: &str, out: CliOutput) -> Result<Self, CommandFailure> {
        let exporter = SpanExporter::builder().with_http().with_endpoint(url).build();
        let exporter = exporter
            .map_err(|error| CommandFailure::input(format!("`--otel {url}`: {error}")))?;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(Resource::builder().with_service_name("jurat").build())
            .build();
        out.note_once(&format!("spans go to {}", place(url)));
        Ok(Self { provider })
    }

    pub(crate) fn tracer(&self, name: &'static str) -> SdkTracer {
        self.provider.tracer(name)
    }

    /// Sends what is left.
    pub(crate) fn end(self) -> Result<(), CommandFailure> {
        self.provider
            .shutdown()
            .map_err(|error| CommandFailure::ours(format!("spans could not be sent: {error}")))
    }
}

/// A moment of a clock that counts milliseconds since 1970.
pub(crate) fn moment(millis: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}

/// A number as spans hold it.
pub(crate) fn count(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// An address as it may be printed: what it says of a user, and what stands behind the host, is nobody's business.
fn place(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    format!("{scheme}://{host}")
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn a_collector_is_named_by_its_host_alone() {
        for (url, expected) in [
            ("http://127.0.0.1:4318/v1/traces", "http://127.0.0.1:4318"),
            ("https://me:secret@spans.example/v1?key=1", "https://spans.example"),
            ("https://spans.example#top", "https://spans.example"),
        ] {
            assert_eq!(place(url), expected);
        }
    }
}
