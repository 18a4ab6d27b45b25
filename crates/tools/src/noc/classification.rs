//! The classification itself: unit groups and the groups that their digits name.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolServices,
    table::{DatedVersion, RuleTable, TableStamp, in_force},
};

#[derive(Debug, Deserialize)]
pub(crate) struct NocTable {
    versions: Vec<DatedVersion<NocVersion>>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct NocVersion {
    teer: BTreeMap<String, String>,
    broad: BTreeMap<String, String>,
    major: BTreeMap<String, String>,
    sub_major: BTreeMap<String, Option<String>>,
    minor: BTreeMap<String, String>,
    /// Code and title, in the order of the codes.
    pub(super) unit_groups: Vec<(String, String)>,
}

/// A group of the hierarchy.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct NocGroup {
    pub(crate) code: String,
    /// Null where the table has no title for it.
    pub(crate) title: Option<String>,
}

/// A unit group with all that its code says.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct UnitGroup {
    pub(crate) code: String,
    pub(crate) title: String,
    /// Training, education, experience and responsibilities: 0 to 5.
    pub(crate) teer: u32,
    pub(crate) teer_means: String,
    pub(crate) broad: NocGroup,
    pub(crate) major: NocGroup,
    pub(crate) sub_major: NocGroup,
    pub(crate) minor: NocGroup,
}

impl RuleTable<NocTable> {
    pub(crate) fn version(
        &self,
        as_of: CivilDay,
    ) -> Result<(&NocVersion, TableStamp), ToolFailure> {
        let used = in_force(&self.body.versions, as_of, &self.head.title)?;
        Ok((&used.rule, TableStamp::new(self, used, as_of)))
    }

    /// The last version, which the index of titles is made for.
    pub(super) fn newest(&self) -> Result<&NocVersion, ToolFailure> {
        let newest = self.body.versions.last().map(|it| &it.rule);
        newest.ok_or_else(|| ToolFailure::ours("the table noc", &"it has no version"))
    }
}

impl NocVersion {
    pub(super) fn title(&self, code: &str) -> Option<&str> {
        let at = self
            .unit_groups
            .binary_search_by(|(it, _)| it.as_str().cmp(code))
            .ok()?;
        self.unit_groups.get(at).map(|(_, title)| title.as_str())
    }

    pub(super) fn unit(&self, code: &str) -> Option<UnitGroup> {
        let title = self.title(code)?.to_owned();
        let teer = code.get(1..2)?;
        let group = |titles: &BTreeMap<String, String>, digits: usize| {
            let code = code.get(..digits).unwrap_or_default().to_owned();
            NocGroup { title: titles.get(&code).cloned(), code }
        };
        let sub_major = code.get(..3)?.to_owned();
        Some(UnitGroup {
            code: code.to_owned(),
            title,
            teer: teer.parse().ok()?,
            teer_means: self.teer.get(teer).cloned().unwrap_or_default(),
            broad: group(&self.broad, 1),
            major: group(&self.major, 2),
            sub_major: NocGroup {
                title: self.sub_major.get(&sub_major).cloned().flatten(),
                code: sub_major,
            },
            minor: group(&self.minor, 4),
        })
    }
}

/// Says what is wrong with a code: that it is none, or that there is no such group.
pub(crate) fn unit_code(
    services: &ToolServices,
    code: &str,
    argument: &str,
) -> Result<(), ToolFailure> {
    if code.len() != 5 || !code.bytes().all(|it| it.is_ascii_digit()) {
        return Err(ToolFailure::bad(argument, format!("{code:?}"), ["five digits, as 21231"]));
    }
    match services.noc.newest()?.title(code) {
        Some(_) => Ok(()),
        None => Err(ToolFailure::NotFound {
            argument: argument.to_owned(),
            given: code.to_owned(),
            looked_in: format!("{}, which is whole", services.noc.head.title),
        }),
    }
}
