//! The sample corpus: the code and the policy manual of a county that does not exist.

/// A file of the sample.
pub struct SampleFile {
    pub name: &'static str,
    pub text: &'static str,
}

/// The files, in the order of reading.
pub const FILES: &[SampleFile] = &[
    SampleFile {
        name: "county_code.md",
        text: include_str!("../sample/county_code.md"),
    },
    SampleFile {
        name: "policy_manual.md",
        text: include_str!("../sample/policy_manual.md"),
    },
    SampleFile {
        name: "visitor_letter.txt",
        text: include_str!("../sample/visitor_letter.txt"),
    },
    SampleFile {
        name: "avis_public.md",
        text: include_str!("../sample/avis_public.md"),
    },
    SampleFile {
        name: "aviso_publico.md",
        text: include_str!("../sample/aviso_publico.md"),
    },
];

/// Questions that the sample answers, or that it does not, with what is to be expected.
pub const QUESTIONS: &str = include_str!("../sample/questions.json");
