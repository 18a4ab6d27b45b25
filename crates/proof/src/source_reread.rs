//! Sources read again: whether a text follows from the bytes that it was made of.

use jurat_canon::Hash;
use jurat_model::{ReaderIdentity, SourceExhibit};

use crate::LayerFindings;

/// Finds sources and makes text of them again.
pub trait SourceRereader {
    /// The raw bytes of an exhibit's source; nothing where they are not at hand. Bytes that are
    /// others than the exhibit names do no harm: they are not read. The exhibit comes out of the
    /// bundle: its name is a name that somebody gave, not a path to open.
    fn source(&self, exhibit: &SourceExhibit) -> Option<Vec<u8>>;

    /// Makes text of these bytes as the exhibit's reader does, told the same. Where only another
    /// version of that reader is at hand, its reading says so and is not compared.
    fn read(&self, exhibit: &SourceExhibit, bytes: &[u8]) -> Result<RereadRendition, String>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RereadRendition {
    pub reader: ReaderIdentity,
    pub text: String,
}

enum RereadOutcome {
    Same,
    /// The first byte that is another.
    Differs {
        at: usize,
    },
    OtherReader {
        has: ReaderIdentity,
    },
    NoSource(&'static str),
    Failed(String),
}

/// Reads again what can be read again. Where nobody asked for that, it comes back as recorded; where somebody did, what
/// cannot be read again is open, and no pass.
pub fn check(
    exhibits: &[SourceExhibit],
    rereader: Option<&dyn SourceRereader>,
    findings: &mut LayerFindings,
) -> Vec<String> {
    let mut recorded = Vec::new();
    for exhibit in exhibits {
        let SourceExhibit { name, reader, .. } = exhibit;
        let line = format!(
            "that the text of {name} follows from its source (reader {})",
            named(reader)
        );
        let Some(rereader) = rereader else {
            recorded.push(line);
            continue;
        };
        match reread(exhibit, rereader) {
            RereadOutcome::Same => findings.held("reread"),
            RereadOutcome::Differs { at } => {
                let message =
                    format!("read again, its source gives another text from byte {at} on");
                findings.failed("reread", name, message);
            }
            RereadOutcome::OtherReader { has } => {
                let message = format!("not re-read: the reader here is {}", named(&has));
                findings.unchecked("reread", name, message);
            }
            RereadOutcome::NoSource(why) => {
                findings.unchecked("reread", name, format!("not re-read: {why}"));
            }
            RereadOutcome::Failed(why) => {
                let message = format!("not re-read: its reader gives up: {why}");
                findings.unchecked("reread", name, message);
            }
        }
    }
    recorded
}

fn reread(exhibit: &SourceExhibit, rereader: &dyn SourceRereader) -> RereadOutcome {
    let Some(bytes) = rereader.source(exhibit) else {
        return RereadOutcome::NoSource("its source is not at hand");
    };
    if Hash::of(&bytes) != exhibit.source {
        return RereadOutcome::NoSource("the file of its name has other bytes than its source");
    }
    match rereader.read(exhibit, &bytes) {
        Err(why) => RereadOutcome::Failed(why),
        Ok(RereadRendition { reader, .. }) if reader != exhibit.reader => {
            RereadOutcome::OtherReader { has: reader }
        }
        Ok(RereadRendition { text, .. }) if text == exhibit.text => RereadOutcome::Same,
        Ok(RereadRendition { text, .. }) => {
            let both = text.bytes().zip(exhibit.text.bytes());
            let alike = both.take_while(|(one, other)| one == other).count();
            RereadOutcome::Differs { at: alike }
        }
    }
}

fn named(reader: &ReaderIdentity) -> String {
    let ReaderIdentity { name, version, options } = reader;
    if options.is_empty() {
        format!("{name} {version}")
    } else {
        format!("{name} {version} with {options}")
    }
}
