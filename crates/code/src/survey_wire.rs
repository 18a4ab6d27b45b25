//! Files on their way to the child that looks into them, and the child's own work.
//!
//! On the wire a file is two lengths, its fact as JSON and its bytes.

use std::io::{self, Read};

use jurat_ingest::{
    ReadRefusal, RefusalKind,
    sandbox::{JobInput, JobOutput, NamedJob},
};

use super::syntax::SyntaxReader;
use crate::facts::{AstQuery, FileFact};

/// The longest head of a file.
const HEAD: u32 = 1 << 20;
const BODY: u32 = 1 << 30;

/// The child's work, by its name.
pub(super) const SURVEY: NamedJob = NamedJob { name: "survey", run: look_into };

/// What goes ahead of a file's bytes.
pub(super) fn head(file: &FileFact, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let fact = serde_json::to_vec(file)?;
    let length = |length: usize| u32::try_from(length).map_err(io::Error::other);
    let mut head = Vec::with_capacity(fact.len() + 8);
    head.extend(length(fact.len())?.to_le_bytes());
    head.extend(length(bytes.len())?.to_le_bytes());
    head.extend(fact);
    Ok(head)
}

/// Looks into one file after the other and tells of each, then of all.
fn look_into(input: JobInput<'_>, output: &mut JobOutput<'_>) -> Result<(), ReadRefusal> {
    let broken = |error: io::Error| {
        ReadRefusal::new(RefusalKind::Crashed, format!("its files did not arrive: {error}"))
    };
    let JobInput { items, settings, from } = input;
    let wanted: Vec<Vec<AstQuery>> =
        serde_json::from_value(settings).map_err(|error| broken(error.into()))?;
    let mut reader = SyntaxReader::for_groups(&wanted);
    for _ in 0..items {
        let (mut file, bytes) = next(from).map_err(broken)?;
        reader.read(&mut file, &bytes);
        output.item(&file);
    }
    output.result(&reader.finish());
    Ok(())
}

fn next(from: &mut dyn Read) -> io::Result<(FileFact, Vec<u8>)> {
    let mut lengths = [[0; 4]; 2];
    for length in &mut lengths {
        from.read_exact(length)?;
    }
    let [head, body] = lengths.map(u32::from_le_bytes);
    if HEAD < head || BODY < body {
        return Err(io::Error::other("a file is longer than it may be"));
    }
    let mut all = Vec::new();
    let whole = u64::from(head) + u64::from(body);
    from.take(whole).read_to_end(&mut all)?;
    if all.len() as u64 != whole {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let bytes = all.split_off(usize::try_from(head).map_err(io::Error::other)?);
    Ok((serde_json::from_slice(&all)?, bytes))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{head, next};
    use crate::facts::{FileFact, FileMode, FileRole};

    #[test]
    fn a_file_arrives_as_it_was_sent() {
        let file = FileFact {
            path: "a.py".to_owned(),
            blob: "00".to_owned(),
            size: 3,
            role: FileRole::Binary,
            mode: FileMode::Regular,
            language: None,
            code_lines: 0,
            hollow: false,
            unchecked: None,
        };
        let mut wire = head(&file, b"x\0y").unwrap();
        wire.extend(b"x\0y");
        assert_eq!(next(&mut &*wire).unwrap(), (file, b"x\0y".to_vec()));
        assert!((0..wire.len()).all(|end| next(&mut &wire[..end]).is_err()));
        assert!(next(&mut &b"\xff\xff\xff\xff\0\0\0\0"[..]).is_err());
    }
}
