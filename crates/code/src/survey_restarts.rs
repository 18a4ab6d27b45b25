//! A child is given all files; where one of them kills it, another child goes on without that one.

use std::collections::BTreeSet;

use jurat_ingest::{
    FileLimits, ReadRefusal, RefusalKind,
    sandbox::{JobRequest, JobResult, job_in_child},
};

use super::{SurveyContext, survey_wire, syntax::CodeSurvey};
use crate::facts::{AstQuery, FileFact, SkippedFile};

/// What a child may say for each byte that it reads, and besides.
const TIMES: u64 = 4;
const BESIDES: u64 = 64 << 20;

/// What is said first of a file whose reader died of it: another machine may read it.
pub const KILLED_ITS_READER: &str = "it killed its reader";

pub(super) struct RepoTextFile {
    pub(super) fact: FileFact,
    pub(super) text: String,
}

pub(super) struct SurveyOutcome {
    pub(super) survey: CodeSurvey,
    /// Files that killed their reader.
    pub(super) lost: Vec<SkippedFile>,
}

/// Looks into files, in their order, for groups of queries. What is learnt of each is put into its fact.
pub(super) fn ask(
    intake: &SurveyContext<'_>,
    sources: &mut [RepoTextFile],
    wanted: &[Vec<AstQuery>],
) -> Result<SurveyOutcome, ReadRefusal> {
    let mut lost: Vec<SkippedFile> = Vec::new();
    let mut without = BTreeSet::new();
    let mut left = intake.limits.survey_seconds;
    loop {
        let kept: Vec<usize> = (0..sources.len()).filter(|at| !without.contains(at)).collect();
        let looked = once(intake, sources, &kept, wanted, left)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "seconds fit"
        )]
        let spent = looked.usage.cpu_seconds.ceil() as u64;
        left = left.saturating_sub(spent);
        let refusal = match looked.end {
            Ok(survey) => {
                fill(sources, &kept, &looked.items)?;
                return Ok(SurveyOutcome { survey, lost });
            }
            Err(refusal) => refusal,
        };
        // The one that it had not told of yet.
        let Some(at) = kept.get(looked.items.len()).filter(|_| deadly(refusal.kind)) else {
            return Err(refusal);
        };
        if intake.limits.restarts <= u32::try_from(lost.len()).unwrap_or(u32::MAX) || left == 0
        {
            let message = format!("too many of its files kill their reader: {refusal}");
            return Err(ReadRefusal::new(refusal.kind, message));
        }
        let path = sources
            .get(*at)
            .map(|source| source.fact.path.clone())
            .unwrap_or_default();
        let why = format!("{KILLED_ITS_READER}: {}", refusal.message);
        lost.push(SkippedFile { path, why });
        without.insert(*at);
    }
}

const fn deadly(kind: RefusalKind) -> bool {
    matches!(kind, RefusalKind::TimedOut | RefusalKind::OutOfMemory | RefusalKind::Crashed)
}

fn once(
    intake: &SurveyContext<'_>,
    sources: &[RepoTextFile],
    kept: &[usize],
    wanted: &[Vec<AstQuery>],
    left: u64,
) -> Result<JobResult<FileFact, CodeSurvey>, ReadRefusal> {
    let unwritable =
        |error: std::io::Error| ReadRefusal::new(RefusalKind::TooLarge, error.to_string());
    let chosen: Vec<&RepoTextFile> = kept.iter().filter_map(|at| sources.get(*at)).collect();
    let heads = chosen
        .iter()
        .map(|source| survey_wire::head(&source.fact, source.text.as_bytes()));
    let heads = heads.collect::<Result<Vec<_>, _>>().map_err(unwritable)?;
    let parts: Vec<&[u8]> = heads
        .iter()
        .zip(&chosen)
        .flat_map(|(head, source)| [head.as_slice(), source.text.as_bytes()])
        .collect();
    let bytes: u64 = parts.iter().map(|part| part.len() as u64).sum();
    let limits = FileLimits {
        wall_seconds: intake.limits.survey_seconds,
        ..intake.limits.for_child(left, left)
    };
    let files = u32::try_from(chosen.len()).unwrap_or(u32::MAX);
    #[expect(clippy::cast_precision_loss, reason = "seconds fit")]
    let stall = intake.limits.file_seconds as f64;
    let asked = JobRequest {
        name: survey_wire::SURVEY.name,
        limits,
        items: files,
        settings: serde_json::to_value(wanted).map_err(|error| unwritable(error.into()))?,
        bytes: &parts,
        stall,
        most: bytes.saturating_mul(TIMES).saturating_add(BESIDES),
    };
    Ok(job_in_child(intake.launcher, &asked))
}

/// What a child says of a file is only what it can know from looking into it.
fn fill(
    sources: &mut [RepoTextFile],
    kept: &[usize],
    told: &[FileFact],
) -> Result<(), ReadRefusal> {
    let astray = || ReadRefusal::new(RefusalKind::Crashed, "its reader told of other files");
    if kept.len() != told.len() {
        return Err(astray());
    }
    for (at, told) in kept.iter().zip(told) {
        let fact = sources
            .get_mut(*at)
            .map(|source| &mut source.fact)
            .ok_or_else(astray)?;
        if fact.path != told.path {
            return Err(astray());
        }
        fact.role = told.role;
        fact.language = told.language.clone().filter(|language| is_word(language));
        fact.hollow = told.hollow;
        fact.unchecked = told.unchecked;
        // A file has no more lines of code than it has bytes.
        let bytes = u32::try_from(fact.size).unwrap_or(u32::MAX);
        fact.code_lines = told.code_lines.min(bytes);
    }
    Ok(())
}

fn is_word(language: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#-".contains(&byte);
    !language.is_empty() && language.len() <= 32 && language.bytes().all(plain)
}
