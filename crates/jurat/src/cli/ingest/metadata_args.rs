//! What the command line says of the documents, and how much one file may take.

use jurat_ingest::FileLimits;
use jurat_intake::MetadataOverlay;
use jurat_model::SourceKind;
use jurat_system::parameters::DATE;

/// Metadata for every document; what a document says of itself gives way to it.
#[derive(Debug, clap::Args)]
pub(super) struct MetadataArgs {
    /// What sort of authority it is
    #[arg(long, value_name = "KIND")]
    kind: Option<SourceKind>,
    /// The court
    #[arg(long, value_name = "TEXT")]
    court: Option<String>,
    /// The date, as 2019-05-08
    #[arg(long, value_name = "DATE", value_parser = DATE.read)]
    date: Option<String>,
    /// The language, as en, fr or pt
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// The section
    #[arg(long, value_name = "TEXT")]
    section: Option<String>,
    /// The topic
    #[arg(long, value_name = "TEXT")]
    topic: Option<String>,
    /// The part of the topic
    #[arg(long, value_name = "TEXT")]
    sub_section: Option<String>,
    /// The category
    #[arg(long, value_name = "TEXT")]
    category: Option<String>,
}

impl MetadataArgs {
    pub(super) fn overlay(&self) -> MetadataOverlay {
        MetadataOverlay {
            kind: self.kind,
            court: self.court.clone(),
            date: self.date.clone(),
            language: self.language.clone(),
            section: self.section.clone(),
            topic: self.topic.clone(),
            sub_section: self.sub_section.clone(),
            category: self.category.clone(),
        }
    }
}

/// Limits on one file.
#[derive(Debug, clap::Args)]
pub(super) struct LimitArgs {
    /// At most so many bytes a file, with all that is packed in it
    #[arg(long = "limit-bytes", value_name = "BYTES")]
    bytes: Option<u64>,
    /// At most so many seconds a document
    #[arg(long = "limit-seconds", value_name = "SECONDS")]
    seconds: Option<u64>,
    /// At most so many bytes of memory for one reader
    #[arg(long = "limit-memory", value_name = "BYTES")]
    memory: Option<u64>,
    /// At most so many pages a document
    #[arg(long = "limit-pages", value_name = "N")]
    pages: Option<u32>,
    /// At most so many files, members or rows
    #[arg(long = "limit-count", value_name = "N")]
    count: Option<u64>,
}

impl LimitArgs {
    pub(super) fn limits(&self) -> FileLimits {
        let usual = FileLimits::default();
        let seconds = self.seconds;
        FileLimits {
            bytes: self.bytes.unwrap_or(usual.bytes),
            cpu_seconds: seconds.unwrap_or(usual.cpu_seconds),
            wall_seconds: seconds.map_or(usual.wall_seconds, |s| s.saturating_mul(2)),
            memory: self.memory.unwrap_or(usual.memory),
            pages: self.pages.unwrap_or(usual.pages),
            count: self.count.unwrap_or(usual.count),
            ..usual
        }
    }
}
