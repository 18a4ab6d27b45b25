//! Sources read again: whether a text follows from the bytes that it was made of.

use jurat_canon::Hash;
use jurat_model::{Exhibit, Reader};

use crate::Findings;

/// Finds sources and makes text of them again.
pub trait Rereader {
    /// The raw bytes of an exhibit's source; nothing where they are not at hand. Bytes that are
    /// others than the exhibit names do no harm: they are not read. The exhibit comes out of the
    /// bundle: its name is a name that somebody gave, not a path to open.
    fn source(&self, exhibit: &Exhibit) -> Option<Vec<u8>>;

    /// Makes text of these bytes as the exhibit's reader does, told the same. Where only another
    /// version of that reader is at hand, its reading says so and is not compared.
    fn read(&self, exhibit: &Exhibit, bytes: &[u8]) -> Result<Reading, String>;
}

/// What a reader made of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Who read.
    pub reader: Reader,
    /// The text.
    pub text: String,
}

/// What reading a source again came to.
enum Reread {
    Same,
    /// The first byte that is another.
    Differs {
        at: usize,
    },
    OtherReader {
        has: Reader,
    },
    NoSource(&'static str),
    Failed(String),
}

/// Reads again what can be read again; what cannot comes back as recorded, each with why.
pub fn check(
    exhibits: &[Exhibit],
    rereader: Option<&dyn Rereader>,
    findings: &mut Findings,
) -> Vec<String> {
    let mut recorded = Vec::new();
    for exhibit in exhibits {
        let Exhibit { name, reader, .. } = exhibit;
        let line = format!(
            "that the text of {name} follows from its source (reader {})",
            named(reader)
        );
        let Some(rereader) = rereader else {
            recorded.push(line);
            continue;
        };
        match reread(exhibit, rereader) {
            Reread::Same => findings.held("reread"),
            Reread::Differs { at } => {
                let message =
                    format!("read again, its source gives another text from byte {at} on");
                findings.failed("reread", name, message);
            }
            Reread::OtherReader { has } => {
                recorded
                    .push(format!("{line}; not re-read: the reader here is {}", named(&has)));
            }
            Reread::NoSource(why) => recorded.push(format!("{line}; not re-read: {why}")),
            Reread::Failed(why) => {
                recorded.push(format!("{line}; not re-read: its reader gives up: {why}"));
            }
        }
    }
    recorded
}

fn reread(exhibit: &Exhibit, rereader: &dyn Rereader) -> Reread {
    let Some(bytes) = rereader.source(exhibit) else {
        return Reread::NoSource("its source is not at hand");
    };
    if Hash::of(&bytes) != exhibit.source {
        return Reread::NoSource("the file of its name has other bytes than its source");
    }
    match rereader.read(exhibit, &bytes) {
        Err(why) => Reread::Failed(why),
        Ok(Reading { reader, .. }) if reader != exhibit.reader => {
            Reread::OtherReader { has: reader }
        }
        Ok(Reading { text, .. }) if text == exhibit.text => Reread::Same,
        Ok(Reading { text, .. }) => {
            let both = text.bytes().zip(exhibit.text.bytes());
            let alike = both.take_while(|(one, other)| one == other).count();
            Reread::Differs { at: alike }
        }
    }
}

fn named(reader: &Reader) -> String {
    let Reader { name, version, options } = reader;
    if options.is_empty() {
        format!("{name} {version}")
    } else {
        format!("{name} {version} with {options}")
    }
}
