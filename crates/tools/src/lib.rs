//! What agents and people look things up with: plain typed functions over dated tables and packs, the same for every surface.
//!
//! A tool is one file and one line in the table of its service; a service is a folder and one line in [`ALL`].
//! No tool asks for the time: the day whose rules are meant is an argument.

mod answer_text;
mod calendar;
mod caselaw;
mod civil_day;
mod failure;
mod grid;
mod help_centre;
mod immi_tools;
mod language_tests;
mod legal_minima;
mod noc;
mod operation_manual;
mod packs;
mod services;
mod table;
mod table_text;
mod tool;

pub use answer_text::answer_text;
pub use civil_day::CivilDay;
pub use failure::ToolFailure;
pub use noc::title_measure::{TitleMeasure, TitleQuery, is_shipped_title, measure_titles};
pub use packs::{DECISION_READER, EmbedderOpener, PackAccess, PackAuthorities};
pub use services::ToolServices;
pub use table_text::{TableText, table_texts};
pub use tool::{
    AnswerOutcome, ServiceTool, ToolAnswer, ToolEffect, ToolLimits, ToolService,
    check_arguments, tool_named,
};

/// Every service.
pub const ALL: &[ToolService] = &[
    caselaw::SERVICE,
    operation_manual::SERVICE,
    help_centre::SERVICE,
    noc::SERVICE,
    immi_tools::SERVICE,
];
