//! What becomes of a finished run: files for people, and the bundle that proves them.

use jurat_canon::Hash;
use jurat_engine::{RunId, RunStore};
use jurat_proof::{
    BundleCheckOptions, BundleMaker, BundleStatus, BundleVerdict, PublicKey, ReportFile,
    SigningKey, SourceRereader, verify, write,
};
use serde_json::{Value as Json, json};

use crate::{
    SystemSet,
    reports::{BundleRechecker, OriginalRepository, ReportFormat, ReportKind, RunReport},
};

/// A run at its end.
pub struct FinishedRun {
    /// What it came to.
    pub report: Box<dyn RunReport>,
    /// What such reports have in common.
    pub kind: &'static ReportKind,
    run: RunId,
}

/// A bundle, and what its checking came to.
pub struct Bundle {
    pub bytes: Vec<u8>,
    pub root: String,
    /// Never that it fails.
    pub status: BundleStatus,
}

/// What a bundle must show to be taken for whole.
#[derive(Default)]
pub struct BundleAcceptance<'a> {
    /// Who must have signed it.
    pub key: Option<PublicKey>,
    /// The root that it must have.
    pub root: Option<Hash>,
    /// Whether everything must be checkable.
    pub strict: bool,
    /// Reads sources again, where they are at hand.
    pub rereader: Option<&'a dyn SourceRereader>,
    /// The repository that a run looked at, where it is at hand.
    pub repository: Option<&'a OriginalRepository<'a>>,
}

impl SystemSet {
    /// Who this program is, as a maker of reports.
    pub fn maker(self) -> BundleMaker {
        BundleMaker::ours(self.templates())
    }

    /// Checks a bundle with nothing at hand but its bytes.
    pub fn verify(self, bytes: &[u8], demands: &BundleAcceptance<'_>) -> BundleVerdict {
        let maker = self.maker();
        let checks = BundleRechecker {
            systems: self,
            maker: &maker,
            rereader: demands.rereader,
            repository: demands.repository,
        };
        let how = BundleCheckOptions {
            key: demands.key,
            expect: demands.root,
            strict: demands.strict,
            checks: &checks,
        };
        verify(bytes, &how)
    }

    /// What a run came to, out of its final state; none where it came to nothing, or comes to no report.
    pub fn finished(
        self,
        (run, workflow): (RunId, &str),
        state: &Json,
    ) -> Result<Option<FinishedRun>, String> {
        let kind = self.report_kind(workflow);
        let Some(kind) = kind.filter(|kind| !state[kind.channel].is_null()) else {
            return Ok(None);
        };
        let report = (kind.read)(state)?;
        Ok(Some(FinishedRun { report, kind, run }))
    }
}

impl FinishedRun {
    /// The report in the formats that every bundle holds, and in those that were asked for.
    fn files(&self, asked: &[ReportFormat]) -> Result<Vec<ReportFile>, String> {
        let wanted = |format: &ReportFormat| {
            format.is_always_held() || asked.iter().any(|one| one.name == format.name)
        };
        let file = |format: ReportFormat| {
            Ok(ReportFile {
                name: format.file(),
                media: format.media.to_owned(),
                bytes: self.report.render(format.name)?,
            })
        };
        (self.kind.formats)().into_iter().filter(wanted).map(file).collect()
    }

    /// The bundle that proves it, checked before it is said to be there.
    pub fn bundle(
        &self,
        systems: SystemSet,
        store: &dyn RunStore,
        (asked, key): (&[ReportFormat], Option<&SigningKey>),
    ) -> Result<Bundle, String> {
        let files = self.files(asked)?;
        let bytes = write(self.run, store, &files, systems.maker(), key)
            .map_err(|error| error.to_string())?;
        let verdict = systems.verify(&bytes, &BundleAcceptance::default());
        if verdict.meaning == BundleStatus::Fails {
            return Err(format!(
                "the bundle does not hold:\n  {}",
                verdict.lines().join("\n  ")
            ));
        }
        let root = verdict.root.map(|root| root.to_string()).unwrap_or_default();
        Ok(Bundle { bytes, root, status: verdict.meaning })
    }

    /// What a folder's manifest says: the report in short, and the hash of each file.
    pub fn manifest(&self, made_by: &str, files: &[(String, Vec<u8>)]) -> Json {
        let entry = |(name, bytes): &(String, Vec<u8>)| json!({ "name": name, "bytes": bytes.len(), "blake3": Hash::of(bytes) });
        let mut manifest = self.report.about();
        manifest["made_by"] = json!(made_by);
        manifest["files"] = files.iter().map(entry).collect();
        manifest
    }
}
