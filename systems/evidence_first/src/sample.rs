//! The sample corpus: the code and the policy manual of a county that does not exist.

use jurat_system::{demo::SampleFile, sample_files};

/// The files, in the order of reading.
pub const FILES: &[SampleFile] = sample_files!("../sample/":
    "county_code.md",
    "policy_manual.md",
    "visitor_letter.txt",
    "avis_public.md",
    "aviso_publico.md",
);

/// Questions that the sample answers, or that it does not, with what is to be expected.
pub const QUESTIONS: &str = include_str!("../sample/questions.json");
