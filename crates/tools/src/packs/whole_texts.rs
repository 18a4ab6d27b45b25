//! Decisions and provisions of the packs whole, for whoever reads a source rather than searches it.

use jurat_citator::{CaseIndex as _, KnownProvision, ProvisionLookup, ProvisionStanding};
use jurat_pack::PackPartKind;
use serde::Serialize;
use serde_json::Value as Json;

use crate::{
    CivilDay, ToolFailure, ToolServices,
    caselaw::whole_decision,
    packs::{LoadedPacks, OpenPart, PackBasis, pack_laws::ActShelf},
};

/// A provision, or all of an act.
#[derive(Debug, Serialize)]
struct WholeProvision {
    act: String,
    /// How the provision is cited; null for all of the act.
    label: Option<String>,
    heading: Option<String>,
    text: String,
    standing: &'static str,
    /// The first day of these words, where the source says it.
    in_force: Option<String>,
    /// The day up to which the pack is known to be right.
    known_until: String,
    twin: Option<TwinFace>,
    corpus_version: String,
    basis: PackBasis,
}

/// The same provision in the other language.
#[derive(Debug, Serialize)]
struct TwinFace {
    language: String,
    act: String,
    heading: Option<String>,
}

impl ToolServices {
    /// A decision with all its paragraphs, by its citation in any form. It is told as of the last day for which its packs
    /// speak.
    pub fn decision_whole(
        &self,
        citation: &str,
        language: Option<&str>,
    ) -> Result<Json, ToolFailure> {
        let packs = self.packs.packs()?;
        let as_of = last_day(&packs.parts(PackPartKind::Decisions)?)?;
        written(&whole_decision(self, as_of, (citation, language))?)
    }

    /// A provision of an act by how both are cited; without one all of the act.
    pub fn provision_whole(
        &self,
        act: &str,
        section: Option<&str>,
    ) -> Result<Json, ToolFailure> {
        let packs = self.packs.packs()?;
        let parts = packs.parts(PackPartKind::Act)?;
        let as_of = last_day(&parts)?;
        let normal = match section {
            Some(section) => format!("{act}, s {section}"),
            None => act.to_owned(),
        };
        let shelf = ActShelf { parts: parts.clone(), laws: packs.laws()? };
        match shelf.provision(&normal) {
            ProvisionLookup::Found(found) => {
                written(&face(*found, PackBasis::new(as_of, &parts)))
            }
            ProvisionLookup::NoProvision(missing) if missing.whole => {
                Err(ToolFailure::NotFound {
                    argument: "section".to_owned(),
                    given: format!("{:?}", missing.label),
                    looked_in: format!("{}, as of {}", missing.act, missing.known_until),
                })
            }
            ProvisionLookup::NoProvision(missing) => {
                let covers = format!("{}, not as a whole", missing.act);
                Err(ToolFailure::outside("section", format!("{:?}", missing.label), covers))
            }
            ProvisionLookup::NoAct => {
                let held = titles(&packs)?;
                Err(ToolFailure::outside("act", format!("{act:?}"), held))
            }
        }
    }
}

fn face(found: KnownProvision, basis: PackBasis) -> WholeProvision {
    WholeProvision {
        act: found.act,
        label: found.label,
        heading: found.heading,
        text: found.text,
        standing: match found.standing {
            ProvisionStanding::InForce => "in_force",
            ProvisionStanding::NotYet => "not_yet_in_force",
            ProvisionStanding::Repealed => "repealed",
            ProvisionStanding::Elsewhere => "of_another_act",
        },
        in_force: found.in_force,
        known_until: found.known_until,
        twin: found.twin.map(|twin| TwinFace {
            language: twin.language,
            act: twin.act,
            heading: twin.heading,
        }),
        corpus_version: found.source,
        basis,
    }
}

/// The last day for which all of them speak.
fn last_day(parts: &[&OpenPart]) -> Result<CivilDay, ToolFailure> {
    let day = parts.iter().map(|part| part.as_of()).min().unwrap_or_default();
    day.parse()
        .map_err(|()| ToolFailure::ours("the packs", &format!("`{day}` is no day")))
}

/// The acts that are held, as many as a sentence bears.
fn titles(packs: &LoadedPacks) -> Result<String, ToolFailure> {
    const MOST: usize = 20;
    let mut titles = packs.laws()?.titles();
    let more = titles.len().saturating_sub(MOST);
    titles.truncate(MOST);
    let named = titles.join("; ");
    Ok(if 0 < more { format!("{named}; and {more} more") } else { named })
}

fn written(value: &impl Serialize) -> Result<Json, ToolFailure> {
    serde_json::to_value(value).map_err(|error| ToolFailure::ours("the packs", &error))
}
