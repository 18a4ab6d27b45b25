//! `SIGNATURE_MISSING`: a filled form without a signature that it asks for.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    matter_view::whole_file,
    signers::{FormSigner, signers},
    spoken::listed,
};
use crate::model::{FileStanding, FindingCategory, FindingSeverity, FormIdentity, MatterFile};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "SIGNATURE_MISSING",
    category: FindingCategory::Documentation,
    run,
};

const ACTION: &str =
    "Have it signed and dated; a form without a required signature is returned.";

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    view.files
        .iter()
        .filter_map(|file| told(file, file.form.as_ref()?))
        .collect()
}

fn told(file: &MatterFile, form: &FormIdentity) -> Option<FindingDraft> {
    if !form.filled {
        return None;
    }
    let signers = signers(form);
    let missing: Vec<&FormSigner> = signers.iter().filter(|it| !it.has_signed(file)).collect();
    let fields = missing.iter().map(|it| format!("{}.signature", it.role));
    let who: Vec<String> = missing.iter().map(|it| it.who.clone()).collect();
    match form.signed {
        // One has signed in the form itself, so that the other's empty box says something.
        Some(true) if !missing.is_empty() && missing.len() < signers.len() => Some(
            shown(
                file,
                format!(
                    "`{}` ({}) is signed, and not by {}.",
                    file.path,
                    form.number,
                    listed(&who)
                ),
            )
            .about(fields),
        ),
        Some(true) => None,
        Some(false) => {
            let by =
                if who.is_empty() { String::new() } else { format!(" by {}", listed(&who)) };
            Some(
                shown(file, format!("`{}` ({}) is not signed{by}.", file.path, form.number))
                    .about(fields),
            )
        }
        None if missing.is_empty() => None,
        None => Some(unseen(file, form, &listed(&who)).about(fields)),
    }
}

fn shown(file: &MatterFile, message: String) -> FindingDraft {
    FindingDraft::shown(FindingSeverity::High, message)
        .at([whole_file(file, "signature")])
        .action(ACTION)
}

/// Hands sign on paper: an empty box of a file shows nothing.
fn unseen(file: &MatterFile, form: &FormIdentity, who: &str) -> FindingDraft {
    let message =
        format!("No signature of {who} was seen in `{}` ({}).", file.path, form.number);
    let unread = (file.standing != FileStanding::Whole).then(|| file.path.clone());
    let looked = format!("signature of {who}");
    FindingDraft::not_seen(FindingSeverity::Low, message, &looked, unread.into_iter().collect())
        .at([whole_file(file, "signature")])
        .action("See to it that the copy that is filed is signed and dated.")
}
