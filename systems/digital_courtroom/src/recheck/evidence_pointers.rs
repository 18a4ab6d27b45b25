//! Evidence against the bytes it points to: ids, blobs, files, lines, spans.

use std::collections::BTreeMap;

use jurat_canon::git_blob_id;
use jurat_code::facts::{FileFact, HeldBlob};
use jurat_model::{SourceExhibit, SubmissionArtifact};
use jurat_proof::LayerFindings;

use super::DecodedChannels;
use crate::model::{Evidence, EvidenceFact};

type FilesByPath<'a> = BTreeMap<&'a str, Vec<&'a FileFact>>;

/// Texts and files that evidence may point into.
struct PointerTargets<'a> {
    /// By the id of their bytes.
    held: BTreeMap<&'a str, &'a str>,
    /// By path. Names that are no UTF-8 may look the same.
    files: FilesByPath<'a>,
    exhibits: &'a [SourceExhibit],
    commit: Option<&'a str>,
}

/// Every piece of evidence is what its id names, lies where it may lie, and its words stand there.
pub(super) fn check(values: &DecodedChannels, findings: &mut LayerFindings) {
    let mut files = FilesByPath::new();
    for file in &values.index.files {
        files.entry(&file.path).or_default().push(file);
    }
    let repository = values.submission.as_ref().and_then(|it| it.repository.as_ref());
    let known = PointerTargets {
        held: held(&values.held, &files, findings),
        files,
        exhibits: values.exhibits.as_deref().unwrap_or_default(),
        commit: repository.and_then(|it| it.commit.as_deref()),
    };
    let in_order = values.evidences.clone().in_order();
    let message = "evidence is not in the order of its ids";
    findings.expect("order", in_order == values.evidences, "evidences", message);
    for artifact in SubmissionArtifact::ALL {
        for one in values.evidences.part(artifact) {
            let own = one.location.artifact == artifact;
            let message = "it lies among the evidence of another part";
            findings.expect("part", own, &one.id, message);
        }
    }
    for one in values.evidences.all().chain(&values.crossed) {
        let message = "it does not follow from what its id names";
        findings.expect("evidence", one.is_whole(), &one.id, message);
        known.place(one, findings);
        known.words(one, findings);
    }
}

/// The texts by the id of their bytes, each as git names them and as the index lists them.
fn held<'a>(
    blobs: &'a [HeldBlob],
    files: &FilesByPath<'_>,
    findings: &mut LayerFindings,
) -> BTreeMap<&'a str, &'a str> {
    let mut held = BTreeMap::new();
    for one in blobs {
        let again = git_blob_id(one.text.as_bytes(), &one.blob);
        let same = again.as_deref() == Some(&one.blob);
        findings.expect("blob", same, &one.path, "its bytes have another id");
        let mut of_path = files.get(&*one.path).into_iter().flatten();
        let listed = of_path.any(|file| file.blob == one.blob);
        let message = "the repository has no such file with these bytes";
        findings.expect("file", listed, &one.path, message);
        if same {
            held.insert(one.blob.as_str(), one.text.as_str());
        }
    }
    held
}

impl PointerTargets<'_> {
    /// It lies in what was submitted: this commit, a file that is listed, a paper that is held.
    fn place(&self, one: &Evidence, findings: &mut LayerFindings) {
        let at = &one.location;
        if at.artifact != SubmissionArtifact::Repo {
            let there = self.exhibit(&at.path).is_some();
            let message = "no paper of that name was submitted";
            return findings.expect("paper", there, &one.id, message);
        }
        let commit = match &one.fact {
            EvidenceFact::Commit(commit) => Some(&*commit.id),
            _ => self.commit,
        };
        let message = "it lies at another commit than the one that was read";
        findings.expect("commit", at.commit.as_deref() == commit, &one.id, message);
        let listed = || self.files.get(&*at.path).into_iter().flatten();
        let there = match &at.blob {
            Some(blob) => listed().any(|file| file.blob == *blob),
            // The repository as a whole.
            None => at.path.is_empty() && at.lines.is_none(),
        };
        let message = "the repository has no such file with these bytes";
        findings.expect("file", there, &one.id, message);
        if let EvidenceFact::File(fact) = &one.fact {
            let own = at.path == fact.path && at.blob.as_ref() == Some(&fact.blob);
            let same = own && listed().any(|file| *file == fact);
            findings.expect("file", same, &one.id, "it is listed otherwise");
        }
    }

    /// The words of a piece of evidence, read again where the text is here. A place without lines
    /// has none.
    fn words(&self, one: &Evidence, findings: &mut LayerFindings) {
        let (at, content) = (&one.location, &*one.content);
        let stands = match (at.artifact, at.lines, at.span) {
            (SubmissionArtifact::Repo, Some(lines), _) => {
                let text = at.blob.as_deref().and_then(|blob| self.held.get(blob));
                text.map(|text| lines.of(text).as_deref() == Some(content))
            }
            (SubmissionArtifact::Docs | SubmissionArtifact::Vision, _, Some(span)) => self
                .exhibit(&at.path)
                .filter(|exhibit| exhibit.is_whole())
                .map(|exhibit| span.of(&exhibit.text) == Some(content)),
            (_, None, None) if content.is_empty() => return,
            _ => None,
        };
        match stands {
            Some(holds) => findings.expect("words", holds, &one.id, "other words stand there"),
            None if content.is_empty() => {
                findings.failed("words", &one.id, "it points to words and shows none");
            }
            None => findings.unchecked("words", &one.id, "the text it points into is not held"),
        }
    }

    fn exhibit(&self, name: &str) -> Option<&SourceExhibit> {
        self.exhibits.iter().find(|exhibit| exhibit.name == name)
    }
}
