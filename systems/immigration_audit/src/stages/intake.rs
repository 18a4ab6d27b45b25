//! Reads the folder, and says what follows from its files.

use jurat_engine::{Patch, StageCtx, StageError};
use serde::Deserialize as _;
use serde_json::Value as Json;

use crate::{
    channels::{
        APPLICATION, AS_OF, ASSESSMENT, EXHIBITS, FILES, FINDINGS, LIMITS, PEOPLE, PROFILE,
    },
    derivation::{ReadFiles, derive},
    matter_reader::{MatterReader, ReadMatter},
    model::AuditTier,
    tiers::limits_of,
};

pub(super) fn intake(ctx: &StageCtx, reader: &dyn MatterReader) -> Result<Patch, StageError> {
    let (folder, as_of): (String, String) = (ctx.param("folder")?, ctx.param("as_of")?);
    let (tier, asked_type): (String, String) =
        (ctx.param("tier")?, ctx.param("application_type")?);
    let limits = AuditTier::deserialize(Json::String(tier))
        .map_err(|error| error.to_string())
        .and_then(limits_of)
        .map_err(StageError::permanent)?;
    let pack: String = ctx.param("pack")?;
    let own_pack = (!pack.is_empty())
        .then(|| reader.pack_text(&pack))
        .transpose()
        .map_err(StageError::permanent)?;
    let ReadMatter { files, exhibits } = reader.read(&folder).map_err(StageError::permanent)?;
    let derived = derive(&ReadFiles {
        files: &files,
        exhibits: &exhibits,
        people: &ctx.get(PEOPLE)?,
        asked_type: &asked_type,
        own_pack: own_pack.as_deref(),
        as_of: &as_of,
    })
    .map_err(StageError::permanent)?;
    Ok(Patch::of(LIMITS, limits)
        .and(AS_OF, as_of)
        .and(FILES, files)
        .and(EXHIBITS, exhibits)
        .and(PROFILE, derived.profile)
        .and(APPLICATION, derived.application)
        .and(FINDINGS, derived.findings)
        .and(ASSESSMENT, derived.assessment))
}
