//! What tools work on: the tables, read once, and the packs, opened when they are asked for.

use crate::{
    ToolFailure,
    calendar::HolidayTable,
    grid::PointsGrid,
    language_tests::LanguageTests,
    legal_minima::LegalMinima,
    noc::{NocTable, TitleIndex},
    packs::{PackAccess, PackLibrary},
    table::RuleTable,
};

/// What tools work on.
pub struct ToolServices {
    pub(crate) crs: RuleTable<PointsGrid>,
    pub(crate) fsw: RuleTable<PointsGrid>,
    pub(crate) language_tests: RuleTable<LanguageTests>,
    pub(crate) minima: RuleTable<LegalMinima>,
    pub(crate) holidays: RuleTable<HolidayTable>,
    pub(crate) noc: RuleTable<NocTable>,
    pub(crate) titles: TitleIndex,
    pub(crate) packs: PackLibrary,
}

impl ToolServices {
    /// The tables that are part of the program.
    pub fn built_in() -> Result<Self, ToolFailure> {
        let noc = RuleTable::read("noc", include_str!("../data/noc.json"))?;
        let titles = TitleIndex::built_in(&noc)?;
        Ok(Self {
            crs: RuleTable::read("crs", include_str!("../data/crs.json"))?,
            fsw: RuleTable::read("fsw67", include_str!("../data/fsw67.json"))?,
            language_tests: RuleTable::read("clb", include_str!("../data/clb.json"))?,
            minima: RuleTable::read("minima", include_str!("../data/minima.json"))?,
            holidays: RuleTable::read("holidays", include_str!("../data/holidays.json"))?,
            noc,
            titles,
            packs: PackLibrary::default(),
        })
    }

    /// The same, with the packs that were added. They are opened when a tool first asks for them.
    #[must_use]
    pub fn with_packs(self, access: PackAccess) -> Self {
        Self { packs: PackLibrary::new(access), ..self }
    }
}
