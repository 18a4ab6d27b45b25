//! Reads the paper once, for both detectives who look at it.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::{Rendition, court::Availability};

use super::{NoSettings, told, value};
use crate::{
    channels::{DOC_CONTEXT, EXHIBITS, REMARKS, SUBMISSION},
    clerk::{Clerk, DocContext, PaperRead},
};

pub(crate) fn preprocess(
    ctx: &StageCtx,
    _: &NoSettings,
    clerk: &dyn Clerk,
) -> Result<Patch, StageError> {
    Ok(match clerk.paper(&ctx.param::<String>("paper")?) {
        Ok(read) => readable(read),
        Err(why) => unreadable(&why),
    })
}

fn readable(read: PaperRead) -> Patch {
    let PaperRead { paper, exhibit, rendition } = read;
    let remarks: Vec<String> = rendition
        .warnings
        .iter()
        .map(|warning| warning.message.clone())
        .collect();
    let submission = told([("docs", value(&Availability::Read)), ("paper", value(&paper))]);
    let outline = Rendition { text: String::new(), ..rendition };
    Patch::of(SUBMISSION, submission)
        .and(REMARKS, remarks)
        .and(EXHIBITS, vec![exhibit])
        .and(DOC_CONTEXT, Some(DocContext { paper, outline }))
}

/// An unreadable paper is never a clean one.
fn unreadable(why: &str) -> Patch {
    let unread = || value(&Availability::Unreadable(why.to_owned()));
    Patch::of(SUBMISSION, told([("docs", unread()), ("vision", unread())]))
        .and(REMARKS, vec![format!("the paper could not be read: {why}")])
}
