//! `jurat cite`: what is known of one citation, layer by layer.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use jurat_citator::{
    CardEvidence, CardRequest, CaseGraph, CaseIndex, CitationCard, CourtFacts, CourtTable,
    CoverageRow, GraphCase, ReadCases, citing_treatments, read_decision,
};
use jurat_model::CitationOutcome;
use jurat_tools::PackAuthorities;
use serde::Deserialize;

use super::tools::pack_access;
use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// The longest decision that is read.
const MOST_TEXT: u64 = 16 << 20;
/// So many decisions are read of a folder.
const MOST_FILES: usize = 20_000;

/// What to look at.
#[derive(Debug, clap::Args)]
pub(crate) struct CiteArgs {
    /// The citation, with its name and paragraph if they are to be checked
    citation: String,
    /// Look as of this day; what was decided later is not known yet
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = super::citations::day)]
    as_of: Option<String>,
    /// Words said to be in the decision
    #[arg(long, value_name = "TEXT")]
    quote: Option<String>,
    /// What it is said to stand for
    #[arg(long, value_name = "TEXT")]
    proposition: Option<String>,
    #[command(flatten)]
    known: KnownDecisionsArgs,
}

/// Where decisions are known from, beside the packs that were added and the table of leading authorities.
#[derive(Debug, clap::Args)]
pub(crate) struct KnownDecisionsArgs {
    /// A folder of decisions as texts, read for this look
    #[arg(long, value_name = "DIR")]
    decisions: Option<PathBuf>,
    /// Courts beside those of Canada: a JSON list, or a manifest that has one as `courts`
    #[arg(long, value_name = "FILE")]
    courts: Option<PathBuf>,
    /// What the folder holds of which court: a JSON list of {court, from, to, coverage: whole|part}
    #[arg(long, value_name = "FILE", requires = "decisions")]
    coverage: Option<PathBuf>,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &CiteArgs,
) -> Result<CommandExit, CommandFailure> {
    if args.citation.trim().is_empty() {
        return Err(CommandFailure::input("there is no citation in an empty text".to_owned())
            .hint("as in `jurat cite '2019 SCC 65'`"));
    }
    let known = KnownDecisions::read(app, &args.known)?;
    let asked = CardRequest {
        written: &args.citation,
        as_of: args.as_of.as_deref(),
        quote: args.quote.as_deref(),
        proposition: args.proposition.as_deref(),
    };
    let card = known.card(&asked)?;
    if app.out.json {
        output::value(&card)?;
    } else {
        output::text(&shown(&card))?;
    }
    Ok(exit(card.outcome()))
}

/// What a look stands on.
pub(crate) struct KnownDecisions {
    courts: CourtTable,
    read: Option<ReadFolder>,
    packs: PackAuthorities,
}

/// A folder of decisions, read.
struct ReadFolder {
    name: String,
    graph: CaseGraph,
    texts: BTreeMap<String, String>,
    coverage: Vec<CoverageRow>,
}

impl KnownDecisions {
    pub(crate) fn read(
        app: &AppContext,
        args: &KnownDecisionsArgs,
    ) -> Result<Self, CommandFailure> {
        let packs = PackAuthorities::open(pack_access(app))?;
        let courts = known_courts(packs.courts()?, args.courts.as_deref())?;
        let read = match &args.decisions {
            Some(folder) => {
                let coverage = match &args.coverage {
                    Some(file) => from_json::<Vec<CoverageRow>>(file)?,
                    None => Vec::new(),
                };
                Some(read_folder(folder, &courts, coverage)?)
            }
            None => None,
        };
        Ok(Self { courts, read, packs })
    }

    pub(crate) const fn courts(&self) -> &CourtTable {
        &self.courts
    }

    pub(crate) fn card(&self, asked: &CardRequest) -> Result<CitationCard, CommandFailure> {
        let read = self.read.as_ref().map(|read| ReadCases {
            name: &read.name,
            graph: &read.graph,
            texts: &read.texts,
            coverage: &read.coverage,
            courts: &self.courts,
        });
        let first: Vec<&dyn CaseIndex> =
            read.iter().map(|read| read as &dyn CaseIndex).collect();
        Ok(self.packs.card(asked, (&self.courts, &first))?)
    }
}

pub(crate) const fn exit(outcome: CitationOutcome) -> CommandExit {
    match outcome {
        CitationOutcome::Verified => CommandExit::Done,
        CitationOutcome::Failed => CommandExit::Refused,
        CitationOutcome::Unverified => CommandExit::Unsettled,
    }
}

/// The courts that are known, and those of a file.
pub(crate) fn known_courts(
    mut table: CourtTable,
    file: Option<&Path>,
) -> Result<CourtTable, CommandFailure> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum CourtsFile {
        List(Vec<CourtFacts>),
        Manifest { courts: Vec<CourtFacts> },
    }
    if let Some(file) = file {
        let (CourtsFile::List(courts) | CourtsFile::Manifest { courts }) = from_json(file)?;
        for court in courts {
            table.add(court);
        }
    }
    Ok(table)
}

fn from_json<T: for<'de> Deserialize<'de>>(file: &Path) -> Result<T, CommandFailure> {
    let text = super::citations::read_text(&file.display().to_string(), MOST_TEXT)?;
    serde_json::from_str(&text).map_err(|error| {
        CommandFailure::input(format!("`{}` cannot be used: {error}", file.display()))
    })
}

/// Reads every text of a folder; one without a citation of its own is left out.
fn read_folder(
    folder: &Path,
    courts: &CourtTable,
    coverage: Vec<CoverageRow>,
) -> Result<ReadFolder, CommandFailure> {
    let cannot = |error: std::io::Error| {
        CommandFailure::input(format!("cannot read `{}`: {error}", folder.display()))
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(cannot)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .take(MOST_FILES)
        .collect();
    files.sort();
    let mut texts = BTreeMap::new();
    let mut cases = Vec::new();
    for file in files {
        let text = super::citations::read_text(&file.display().to_string(), MOST_TEXT)?;
        let record = read_decision(&text, courts);
        let Some(key) = record.citation.as_ref().map(|one| one.value.clone()) else { continue };
        let contexts = citing_treatments(&text, courts, Some(&key));
        cases.push((GraphCase::read(key.clone(), record), contexts));
        texts.entry(key).or_insert(text);
    }
    Ok(ReadFolder {
        name: folder.display().to_string(),
        graph: CaseGraph::new(cases),
        texts,
        coverage,
    })
}

fn shown(card: &CitationCard) -> String {
    let mut lines = vec![output::plain(&card.written)];
    let facts = [
        ("normal form", &card.normal),
        ("known as", &card.known_as),
        ("court", &card.court),
        ("date", &card.date),
        ("as of", &card.as_of),
        ("stands for", &card.stands_for),
    ];
    for (label, value) in facts {
        lines.extend(value.iter().map(|value| format!("{label}: {}", output::plain(value))));
    }
    let rows = card.layers.iter().map(|layer| {
        let outcome = if layer.asked { layer.outcome.to_string() } else { "-".to_owned() };
        vec![layer.layer.word().to_owned(), outcome, layer.reason.clone()]
    });
    let table = output::table(&["layer", "outcome", "reason"], rows);
    lines.push(table.trim_end().to_owned());
    let mut shown: Vec<&CardEvidence> = Vec::new();
    for evidence in card.layers.iter().flat_map(|layer| &layer.evidence) {
        if !shown.contains(&evidence) {
            lines.push(told(evidence));
            shown.push(evidence);
        }
    }
    for one in &card.treatments {
        let date = one.date.as_deref().unwrap_or("no date");
        lines.push(format!("{}: {}, {date}", one.kind.word().replace('_', " "), one.by));
        lines.push(told(&one.evidence));
    }
    if let Some(proposition) = &card.proposition {
        lines.push(format!("proposition: {}, {}", proposition.outcome, proposition.reason));
        lines.extend(proposition.nearest.as_ref().map(told));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn told(evidence: &CardEvidence) -> String {
    let paragraph = evidence
        .paragraph
        .map(|number| format!(" at para {number}"))
        .unwrap_or_default();
    format!(
        "  {}{paragraph}: {}",
        output::plain(&evidence.source),
        output::plain(&evidence.words)
    )
}
