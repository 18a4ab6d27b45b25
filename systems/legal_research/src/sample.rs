//! The sample corpus: outlines, decisions and an act of Varrow, a place that does not exist.

use jurat_system::{demo::SampleFile, sample_files};

/// The files, in the order of reading.
pub const FILES: &[SampleFile] = sample_files!("../sample/":
    "outline_torts.md",
    "outline_contracts.md",
    "outline_evidence.md",
    "outline_criminal_law.md",
    "statute_sales_act.md",
    "decision_orrin_v_hale_ferry.md",
    "decision_pell_v_marsh_lantern_works.md",
    "decision_public_advocate_v_quillon.md",
    "decision_public_advocate_v_sedge.md",
    "decision_brindle_mills_v_tolland_grain.md",
);

/// Questions that the sample answers, or that it does not, with what is to be expected.
pub const QUESTIONS: &str = include_str!("../sample/questions.json");
