//! Bundles as the command line makes and checks them: the renderer, and what it is compared by.

use jurat_canon::Hash;
use jurat_proof::{How, Maker, PublicKey, ReportFile, Rereader, Verdict};
use jurat_system::reports::{Rechecker, ReportFormat, ReportKind, RunReport};
use jurat_systems::ALL;

use crate::originals::Originals;

/// Who this program is, as a maker of reports.
pub(crate) fn maker() -> Maker {
    Maker::ours(ALL.templates())
}

/// A report in the formats that every bundle holds, and in those that were asked for.
pub(crate) fn files(
    (kind, report): (&ReportKind, &dyn RunReport),
    asked: &[ReportFormat],
) -> Result<Vec<ReportFile>, String> {
    let wanted = |format: &ReportFormat| {
        format.is_always_held() || asked.iter().any(|one| one.name == format.name)
    };
    let file = |format: ReportFormat| {
        Ok(ReportFile {
            name: format.file(),
            media: format.media.to_owned(),
            bytes: report.render(format.name)?,
        })
    };
    (kind.formats)().into_iter().filter(wanted).map(file).collect()
}

/// What a bundle must show to be taken for whole.
#[derive(Default)]
pub(crate) struct Wanted {
    pub(crate) key: Option<PublicKey>,
    pub(crate) root: Option<Hash>,
    pub(crate) strict: bool,
    /// The files that the texts were made of, where they are to be read again.
    pub(crate) originals: Option<Originals>,
}

/// Checks a bundle with nothing at hand but its bytes.
pub(crate) fn verify(bytes: &[u8], wanted: &Wanted) -> Verdict {
    let maker = maker();
    let rereader = wanted.originals.as_ref().map(|files| files as &dyn Rereader);
    let checks = Rechecker { systems: ALL, maker: &maker, rereader };
    let how = How {
        key: wanted.key,
        expect: wanted.root,
        strict: wanted.strict,
        checks: &checks,
    };
    jurat_proof::verify(bytes, &how)
}
