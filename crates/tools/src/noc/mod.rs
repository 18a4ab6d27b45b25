//! The service `noc`: the National Occupational Classification 2021, exact by code, and by job title.

mod classification;
mod noc_keyword_search;
mod noc_lookup;
mod noc_semantic_search;
mod noc_similar;
mod noc_wages;
mod title_index;
mod title_likeness;
pub(crate) mod title_measure;
mod title_supervisors;
mod title_terms;

pub(crate) use classification::{NocTable, unit_code};
pub(crate) use title_index::TitleIndex;

use crate::{ServiceTool, ToolService};

pub(crate) const SERVICE: ToolService = ToolService {
    name: "noc",
    port: 3108,
    about: "occupations of NOC 2021: code, title, TEER, hierarchy, search by job title, wages of packs",
    tools: &[
        ServiceTool::of::<noc_keyword_search::NocKeywordSearch>(),
        ServiceTool::of::<noc_lookup::NocLookup>(),
        ServiceTool::of::<noc_semantic_search::NocSemanticSearch>(),
        ServiceTool::of::<noc_similar::NocSimilar>(),
        ServiceTool::of::<noc_wages::NocWages>(),
    ],
};
