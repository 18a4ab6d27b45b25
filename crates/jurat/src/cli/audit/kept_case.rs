//! What an audit takes up of its case, and leaves in it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use jurat_immigration_audit::{
    model::{AuditReport, AuditedResult, PeopleRecord},
    people::papers_hash,
};
use jurat_vault::VaultKey;
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

use crate::{
    app::AppContext,
    case_vault::{AUDITED, AuditedEvent, BUNDLE, CaseVault, OpenCase, case_name, event},
    cli::case::people_of,
    failure::CommandFailure,
    output::CliOutput,
    publish::OutputArgs,
    run_driver::ReportedRun,
};

/// The case of a folder, from before its audit to after it.
pub(super) struct KeptCase {
    vault: CaseVault,
    key: VaultKey,
    name: String,
    people: PeopleRecord,
    out: CliOutput,
}

impl KeptCase {
    /// Finds the key before any work is done, and what people said of the folder before.
    pub(super) fn begin(app: &AppContext, folder: &Path) -> Result<Self, CommandFailure> {
        let vault = CaseVault::of(app);
        let key = vault.key_to_keep()?;
        let folder = fs::canonicalize(folder).map_err(|error| {
            CommandFailure::input(format!("cannot read {}: {error}", folder.display()))
        })?;
        let name = case_name(&folder);
        let id = key.id_of(&name);
        let people = if vault.folder.is_kept(&id) {
            let record = vault.folder.open(&key, &id)?;
            people_of(app, &vault, &OpenCase { id, key: key.clone(), record })?
        } else {
            PeopleRecord::default()
        };
        Ok(Self { vault, key, name, people, out: app.out })
    }

    /// The channels that are filled before the run.
    pub(super) fn input(&self) -> BTreeMap<String, Json> {
        if self.people.is_empty() {
            return BTreeMap::new();
        }
        BTreeMap::from([("people".to_owned(), json!(self.people))])
    }

    /// Seals what the audit came to.
    pub(super) fn keep(
        self,
        audited: &ReportedRun,
        places: &OutputArgs,
    ) -> Result<(), CommandFailure> {
        let report = AuditReport::deserialize(&audited.state["report"])
            .map_err(|_| CommandFailure::ours("the report of the audit cannot be read"))?;
        let (bundle, root) = audited.finished.bundle(&*audited.store)?;
        let told = AuditedEvent {
            workflow: word(&report.workflow),
            tier: word(&report.tier),
            application_type: report.summary.application_type.clone(),
            verification: report.verification_status.clone(),
            result: AuditedResult {
                papers: papers_hash(&report.files),
                as_of: report.as_of.clone(),
                verdict: report.judgment.verdict,
                recommendation: report.judgment.recommendation,
                score: report.judgment.current_score,
            },
            questions: report.assessment.questions,
            root,
            reports: written(places),
        };
        let event = event(AUDITED, None, &told)?;
        let files: &[(&str, &[u8])] = &[(BUNDLE, &bundle)];
        self.vault.folder.record(&self.key, &self.name, event, files)?;
        let (id, days) = (self.key.id_of(&self.name), self.vault.days());
        self.out.note(&format!(
            "case      {id}  sealed, kept {days} days (`jurat case show {id}`)"
        ));
        Ok(())
    }
}

fn word(value: &impl serde::Serialize) -> String {
    json!(value).as_str().unwrap_or_default().to_owned()
}

/// Where reports went, from the root of the disk.
fn written(places: &OutputArgs) -> Vec<PathBuf> {
    let all = places.reports.iter().chain(&places.bundle).chain(&places.out);
    let whole = |path: &PathBuf| fs::canonicalize(path).unwrap_or_else(|_| path.clone());
    let mut all: Vec<PathBuf> = all.map(whole).collect();
    all.sort();
    all
}
