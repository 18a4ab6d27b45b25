//! Bundles as the command line makes and checks them: the renderer, and what it is compared by.

use jurat_agents::court::{
    bench::opinions,
    paper::{drawn, said},
};
use jurat_canon::Hash;
use jurat_compose::{Report, court::CourtReport, review};
use jurat_model::{Exhibit, Rendition, court::Evidence};
use jurat_proof::{
    Checked, Checks, FinalState, How, Maker, PublicKey, ReportFile, Verdict,
    court::DigitalCourtroom,
    evidence::{EvidenceFirst, Renderer, Rereader},
};
use jurat_systems::{digital_courtroom::shipped, evidence_first::report_of};
use serde_json::Value as Json;

use crate::{
    originals::Originals,
    product::{Answer, Face, Product},
};

/// Who this program is, as a maker of reports.
pub(crate) fn maker() -> Maker {
    let templates = jurat_report::templates().into_iter();
    Maker {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        templates: templates
            .map(|(name, text)| (name.to_owned(), Hash::of(text.as_bytes())))
            .collect(),
    }
}

/// A product in the formats that every bundle holds, and in those that were asked for.
pub(crate) fn files<P: Product>(
    product: &P,
    asked: &[Face],
) -> Result<Vec<ReportFile>, String> {
    let wanted = |face: &Face| face.always() || asked.iter().any(|one| one.name == face.name);
    let file = |face: Face| {
        Ok(ReportFile {
            name: face.file(),
            media: face.media.to_owned(),
            bytes: product.render(face.name)?,
        })
    };
    P::faces().into_iter().filter(wanted).map(file).collect()
}

/// What a bundle must show to be taken for whole.
#[derive(Default)]
pub(crate) struct Wanted {
    pub(crate) key: Option<PublicKey>,
    pub(crate) root: Option<Hash>,
    pub(crate) strict: bool,
    /// The files that the texts were made of, where they are to be read again.
    pub(crate) originals: Option<Originals>,
}

/// Checks a bundle with nothing at hand but its bytes.
pub(crate) fn verify(bytes: &[u8], wanted: &Wanted) -> Verdict {
    let checks = ByWorkflow {
        maker: maker(),
        rereader: wanted.originals.as_ref().map(|files| files as &dyn Rereader),
    };
    let how = How {
        key: wanted.key,
        expect: wanted.root,
        strict: wanted.strict,
        checks: &checks,
    };
    jurat_proof::verify(bytes, &how)
}

/// Each kind of run has checks of its own.
struct ByWorkflow<'a> {
    maker: Maker,
    rereader: Option<&'a dyn Rereader>,
}

impl Checks for ByWorkflow<'_> {
    fn check(&self, state: &FinalState, files: &[ReportFile]) -> Checked {
        if state.workflow == "digital_courtroom" {
            let renderer = Ours::<CourtReport> { maker: &self.maker, read: court };
            let checks = DigitalCourtroom {
                load: Some(&shipped::load),
                opine: Some(&opinions),
                paper: Some(&of_paper),
                renderer: Some(&renderer),
                rereader: self.rereader,
            };
            return checks.check(state, files);
        }
        let compose = |channels: &Json| {
            let report = report_of(channels)?;
            serde_json::to_value(report).map_err(|error| error.to_string())
        };
        let renderer = Ours::<Answer> { maker: &self.maker, read: answer };
        let checks = EvidenceFirst {
            review: Some(&review),
            compose: Some(&compose),
            renderer: Some(&renderer),
            rereader: self.rereader,
        };
        checks.check(state, files)
    }
}

/// All that the text of a paper says and draws.
fn of_paper(name: &str, rendition: &Rendition, terms: &[String]) -> Vec<Evidence> {
    let mut all = said(name, rendition, terms);
    all.extend(drawn(name, rendition));
    all
}

/// Renders what can be read out of a report value.
struct Ours<'a, P> {
    maker: &'a Maker,
    read: fn(&Json, &[Exhibit]) -> Result<P, String>,
}

fn answer(report: &Json, exhibits: &[Exhibit]) -> Result<Answer, String> {
    let report: Report =
        serde_json::from_value(report.clone()).map_err(|error| error.to_string())?;
    Ok(Answer { report, exhibits: exhibits.to_vec() })
}

fn court(report: &Json, _: &[Exhibit]) -> Result<CourtReport, String> {
    serde_json::from_value(report.clone()).map_err(|error| error.to_string())
}

impl<P: Product> Renderer for Ours<'_, P> {
    fn maker(&self) -> &Maker {
        self.maker
    }

    fn render(
        &self,
        report: &Json,
        exhibits: &[Exhibit],
        file: &str,
    ) -> Result<Vec<u8>, String> {
        let face = P::faces().into_iter().find(|face| face.file() == file);
        let face = face.ok_or_else(|| format!("no format of ours makes `{file}`"))?;
        (self.read)(report, exhibits)?.render(face.name)
    }
}
