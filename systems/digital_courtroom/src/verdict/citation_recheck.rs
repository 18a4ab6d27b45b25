//! Cited places looked at again before the verdict: the words that stand there are read in the
//! texts that the case holds, and compared by their hash.

use std::collections::{BTreeMap, BTreeSet};

use jurat_canon::Hash;
use jurat_code::facts::HeldBlob;
use jurat_model::{LineRange, SourceExhibit, SubmissionArtifact};

use crate::{
    model::{CitationCheck, Evidence, EvidenceId, EvidenceSet, Opinion, Rubric},
    verdict::{adjudication_index::by_name, rules::variance_threshold, scores::spread},
};

/// Seen where the words were read again and are the same.
const SAME: &str = "the same words stand there";
const NO_WORDS: &str = "it points to a place, not to words";
const NO_LINES: &str = "the place has no lines";

/// Looks again at everything that is cited on a criterion over which the bench differs. In order
/// of ids, each once.
///
/// A place without words holds. Where the text is not held, the words cannot be read again: that
/// is said, and nothing speaks against it, since its id follows from what it says.
pub fn recheck(
    rubric: &Rubric,
    opinions: &[Opinion],
    evidences: &EvidenceSet,
    crossed: &[Evidence],
    held: &[HeldBlob],
    exhibits: &[SourceExhibit],
) -> Vec<CitationCheck> {
    let named = by_name(evidences.all().chain(crossed));
    let texts = HeldTexts::of(held, exhibits);
    let over: BTreeSet<&str> = differing(rubric, opinions).into_iter().collect();
    let cited: BTreeSet<&EvidenceId> = opinions
        .iter()
        .filter(|opinion| over.contains(opinion.criterion_id.as_str()))
        .flat_map(|opinion| &opinion.cited_evidence)
        .map(|id| named.get(id.as_str()).map_or(id, |one| &one.id))
        .collect();
    let check = |id: &EvidenceId| {
        let looked = match named.get(id.as_str()) {
            None => Err("there is no such evidence".to_owned()),
            Some(one) => texts.look(one),
        };
        let holds = looked.is_ok();
        let (Ok(why) | Err(why)) = looked;
        CitationCheck { evidence: id.clone(), holds, why }
    };
    cited.into_iter().map(check).collect()
}

/// Whether the words of a place were read again: the others could not be, and `why` says so.
pub(crate) fn was_read(check: &CitationCheck) -> bool {
    !check.holds || check.why == SAME
}

/// Criteria over which opinions differ so much that the rubric wants a second look.
pub fn differing<'a>(rubric: &'a Rubric, opinions: &[Opinion]) -> Vec<&'a str> {
    let mut scores: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for opinion in opinions {
        scores.entry(&opinion.criterion_id).or_default().push(opinion.score);
    }
    let over = |id: &str| {
        let given = scores.get(id).map_or(&[][..], Vec::as_slice);
        let threshold = variance_threshold(&rubric.synthesis, id);
        threshold.is_some_and(|least| 1 < given.len() && least <= spread(given.iter().copied()))
    };
    let ids = rubric.criteria.iter().map(|criterion| criterion.id.as_str());
    ids.filter(|id| over(id)).collect()
}

/// The texts that a case holds.
struct HeldTexts<'a> {
    blobs: BTreeMap<&'a str, &'a HeldBlob>,
    files: BTreeMap<&'a str, &'a HeldBlob>,
    exhibits: &'a [SourceExhibit],
}

impl<'a> HeldTexts<'a> {
    fn of(held: &'a [HeldBlob], exhibits: &'a [SourceExhibit]) -> Self {
        Self {
            blobs: held.iter().map(|one| (one.blob.as_str(), one)).collect(),
            files: held.iter().map(|one| (one.path.as_str(), one)).collect(),
            exhibits,
        }
    }

    /// What was seen; an error where the evidence does not hold.
    fn look(&self, one: &Evidence) -> Result<String, String> {
        if !one.is_whole() {
            return Err("its id does not follow from what it says".to_owned());
        }
        let Some(snippet) = one.location.snippet else {
            return Ok(NO_WORDS.to_owned());
        };
        let at = &one.location;
        match (at.artifact, at.lines, at.span) {
            (SubmissionArtifact::Repo, Some(lines), _) => match self.file(one) {
                Some(file) => in_lines(&file.text, lines, snippet),
                None => Ok(not_held(&at.path)),
            },
            (SubmissionArtifact::Docs | SubmissionArtifact::Vision, _, Some(span)) => {
                match self.paper(&at.path) {
                    Some(paper) if !paper.is_whole() => Err(format!(
                        "the text of {} is not the one that its hash names",
                        at.path
                    )),
                    Some(paper) => {
                        let words = span.of(&paper.text);
                        same(words.is_some_and(|words| Hash::of(words.as_bytes()) == snippet))
                    }
                    None => Ok(not_held(&at.path)),
                }
            }
            _ => Ok(NO_LINES.to_owned()),
        }
    }

    /// By the id of its bytes where the evidence gives one, else by its path.
    fn file(&self, one: &Evidence) -> Option<&'a HeldBlob> {
        match &one.location.blob {
            Some(blob) => self.blobs.get(blob.as_str()).copied(),
            None => self.files.get(one.location.path.as_str()).copied(),
        }
    }

    fn paper(&self, name: &str) -> Option<&'a SourceExhibit> {
        self.exhibits.iter().find(|exhibit| exhibit.name == name)
    }
}

fn not_held(path: &str) -> String {
    format!("the text of {path} is not held")
}

fn in_lines(text: &str, lines: LineRange, snippet: Hash) -> Result<String, String> {
    let Some(words) = lines.of(text) else {
        return Err(format!("there are no lines {} to {}", lines.start, lines.end));
    };
    same(Hash::of(words.as_bytes()) == snippet)
}

fn same(same: bool) -> Result<String, String> {
    if same { Ok(SAME.to_owned()) } else { Err("other words stand there".to_owned()) }
}
