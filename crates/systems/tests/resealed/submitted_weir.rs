//! A repository and the paper about it, neither of which exists, brought before the court as a clerk would.

use jurat_canon::{Hash, git_blob_id};
use jurat_code::facts::{AstSelection, RepoFacts};
use jurat_digital_courtroom::{
    model::PaperIdentity,
    submission_reader::{RepositoryRequest, SubmissionReader, SubmittedPaper},
};
use jurat_model::{
    DocumentMetadata, LocatedValue, PaperFigure, ReaderIdentity, Rendition, SourceExhibit,
};
use serde_json::json;

const CODE: &str = "import tides\n\ndef gauge():\n    return tides.level()\n";
const PATH: &str = "src/gauge.py";
const PAPER: &str = "Gauges\n\nThe level is read in `src/gauge.py` and `src/weir.py`.\n";

pub(crate) struct WeirReader;

impl SubmissionReader for WeirReader {
    /// One file, in which each query of the rubric finds one call.
    fn repository(&self, asked: &RepositoryRequest) -> Result<RepoFacts, String> {
        let blob = git_blob_id(CODE.as_bytes(), &"0".repeat(40)).unwrap();
        let form = if asked.address.contains("://") { "url" } else { "folder" };
        if form == "url" && !asked.hosts.iter().any(|host| asked.address.contains(host)) {
            return Err("its host is not on the list".to_owned());
        }
        let call = json!({
            "value": {
                "is": "call", "callee": "tides.level", "arguments": [], "keywords": [],
                "within": "gauge",
            },
            "at": {
                "artifact": "repo", "path": PATH, "blob": blob,
                "lines": { "start": 4, "end": 4 },
            },
            "snippet": "    return tides.level()",
        });
        let selected = AstSelection {
            total: 1,
            facts: vec![serde_json::from_value(call).unwrap()],
            hollow: Vec::new(),
            problem: None,
        };
        let facts = json!({
            "identity": { "address": asked.address, "commit": null, "branch": null, "form": form },
            "history": null,
            "files": [{
                "path": PATH, "blob": blob, "size": CODE.len(), "role": "product",
                "mode": "regular", "language": "python", "code_lines": 3, "hollow": false,
            }],
            "symbols": [], "graphs": [], "findings": [], "addressed": [], "skipped": [],
            "cut": [], "libraries": [],
            "selected": vec![selected; asked.wanted.len()],
            "held": [{ "blob": blob, "path": PATH, "text": CODE }],
        });
        serde_json::from_value(facts).map_err(|error| error.to_string())
    }

    fn paper(&self, path: &str) -> Result<SubmittedPaper, String> {
        let name = path.rsplit('/').next().unwrap().to_owned();
        let reader = ReaderIdentity {
            name: "plain".to_owned(),
            version: 1,
            options: String::new(),
        };
        let rendition = Rendition::plain(reader.clone(), PAPER.to_owned());
        let exhibit = SourceExhibit {
            name: name.clone(),
            source: Hash::of(PAPER.as_bytes()),
            media: "text/plain".to_owned(),
            rendition: rendition.hash(),
            reader,
            metadata: DocumentMetadata::default(),
            text: PAPER.to_owned(),
        };
        let paper = PaperIdentity {
            name,
            source: exhibit.source,
            rendition: exhibit.rendition,
            pages: 0,
            unreadable: Vec::new(),
            words: PAPER.split_whitespace().count() as u64,
        };
        Ok(SubmittedPaper { paper, exhibit, rendition })
    }

    fn figures(&self, _: &str, _: Hash) -> Result<Vec<LocatedValue<PaperFigure>>, String> {
        Ok(Vec::new())
    }
}
