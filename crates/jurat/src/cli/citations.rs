//! `jurat citations`: finds citations in a text, and checks them against an index.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read},
    path::Path,
};

use jurat_citator::{CardRequest, CitingContext, citing_treatments};
use jurat_engine::{Clock, SystemClock};
use jurat_model::{CitationOutcome, CitationStatus, LayerStatus};
use jurat_text::citations::{Citation, CitationOptions, extract};
use jurat_verify::citations::{
    CitationStatusOptions, CitationStatusRequest, DecisionIndex, IndexCompleteness,
    decisions_by_group, read_index, status,
};
use serde::Serialize;

use super::cite::{KnownDecisions, KnownDecisionsArgs};
use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// The largest text that is read.
const MOST_TEXT: u64 = 256 << 20;
/// The largest index that is read.
const MOST_INDEX: u64 = 2 << 30;

/// What to look at.
#[derive(Debug, clap::Args)]
pub(crate) struct CitationsArgs {
    /// A text in UTF-8, or `-` for standard input
    file: String,
    /// Check each citation in all layers, against the packs that were added, the table of leading authorities and decisions that are given, or an index
    #[arg(long)]
    check: bool,
    /// Known decisions, one JSON object a line: citation, name, date, court, url, treatment
    #[arg(long, value_name = "FILE", requires = "check")]
    index: Option<String>,
    /// Take the index for all that exists: what is not in it fails
    #[arg(long, requires = "index")]
    closed: bool,
    /// Look as of this day; later years are impossible, later treatment is not known
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    as_of: Option<String>,
    #[command(flatten)]
    known: KnownDecisionsArgs,
}

/// One citation, for programs.
#[derive(Debug, Serialize)]
struct CitationRow<'a> {
    text: &'a str,
    /// With the place in the authority, for people.
    #[serde(skip)]
    whole: &'a str,
    #[serde(flatten)]
    citation: &'a Citation,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<CitationOutcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<CitationStatus>,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &CitationsArgs,
) -> Result<CommandExit, CommandFailure> {
    let text = read_text(&args.file, MOST_TEXT)?;
    let index = args.index.as_deref().map(index).transpose()?;
    let now = args
        .as_of
        .as_deref()
        .map_or_else(this_year, |day| day.get(..4)?.parse().ok());
    let known = (args.check && index.is_none())
        .then(|| KnownDecisions::read(app, &args.known))
        .transpose()?;
    let found = match &known {
        Some(known) => known.courts().extract(&text, now),
        None => extract(&text, CitationOptions { now }),
    };
    let cards = known.as_ref().map(|known| CheckedText::new(&text, known, args));
    let groups = decisions_by_group(&found);
    let faces: Vec<CitationRow> = found
        .iter()
        .map(|citation| {
            let by_index = index
                .as_ref()
                .and_then(|index| checked(&text, citation, &groups, index, args));
            let status = match (by_index, &cards) {
                (None, Some(cards)) => cards.status(citation)?,
                (known, _) => known,
            };
            Ok(CitationRow {
                text: text.get(citation.span.clone()).unwrap_or_default(),
                whole: text.get(citation.whole.clone()).unwrap_or_default(),
                citation,
                outcome: status.as_ref().map(CitationStatus::outcome),
                status,
            })
        })
        .collect::<Result<_, CommandFailure>>()?;
    if app.out.json {
        output::value(&faces)?;
    } else {
        output::text(&shown(&faces, args.check))?;
    }
    app.out.note(&counted(&faces));
    Ok(exit(&faces))
}

/// The status of a citation that names an authority; pinpoints and short forms lean on another.
fn checked(
    text: &str,
    citation: &Citation,
    groups: &BTreeMap<usize, Vec<&Citation>>,
    index: &DecisionIndex,
    args: &CitationsArgs,
) -> Option<CitationStatus> {
    if !citation.kind.is_decision() && !citation.kind.is_law() {
        return None;
    }
    let world = if args.closed && citation.kind.is_decision() {
        IndexCompleteness::Closed
    } else {
        IndexCompleteness::Open
    };
    let parallel = groups.get(&citation.group).map(Vec::as_slice).unwrap_or_default();
    let name = parallel.first().and_then(|first| first.name.as_ref());
    let asked = CitationStatusRequest {
        written: text.get(citation.span.clone())?,
        citation: Some(citation),
        parallel,
        name: name.map(|name| name.text.as_str()),
        quote: None,
    };
    Some(status(&asked, index, CitationStatusOptions { world, as_of: args.as_of.as_deref() }))
}

/// A text whose citations are looked up in what is known, with the words that it quotes from each.
struct CheckedText<'a> {
    text: &'a str,
    known: &'a KnownDecisions,
    as_of: Option<&'a str>,
    contexts: Vec<CitingContext>,
}

impl<'a> CheckedText<'a> {
    fn new(text: &'a str, known: &'a KnownDecisions, args: &'a CitationsArgs) -> Self {
        Self {
            text,
            known,
            as_of: args.as_of.as_deref(),
            contexts: citing_treatments(text, known.courts(), None),
        }
    }

    /// The status of a citation that names an authority.
    fn status(&self, citation: &Citation) -> Result<Option<CitationStatus>, CommandFailure> {
        if !citation.kind.is_decision() && !citation.kind.is_law() {
            return Ok(None);
        }
        let context = self.contexts.iter().find(|one| {
            one.mention.start <= citation.span.start && citation.span.end <= one.mention.end
        });
        let place =
            context.map_or(citation.whole.clone(), |one| one.mention.start..one.mention.end);
        let quote = context.and_then(|one| one.quote);
        let card = self.known.card(&CardRequest {
            written: self.text.get(place).unwrap_or_default(),
            as_of: self.as_of,
            quote: quote.and_then(|quote| self.text.get(quote.start..quote.end)),
            proposition: None,
        })?;
        let layers = card.layers.into_iter().map(|layer| LayerStatus {
            layer: layer.layer,
            outcome: layer.outcome,
            reason: layer.reason,
            asked: layer.asked,
        });
        Ok(Some(CitationStatus {
            citation: self.text.get(citation.span.clone()).unwrap_or_default().to_owned(),
            known_as: card.known_as,
            layers: layers.collect(),
        }))
    }
}

/// The worst of what was checked.
fn exit(faces: &[CitationRow]) -> CommandExit {
    match faces.iter().filter_map(|face| face.outcome).max() {
        None | Some(CitationOutcome::Verified) => CommandExit::Done,
        Some(CitationOutcome::Unverified) => CommandExit::Unsettled,
        Some(CitationOutcome::Failed) => CommandExit::Refused,
    }
}

fn shown(faces: &[CitationRow], with_status: bool) -> String {
    if with_status {
        return with_layers(faces);
    }
    let rows = faces.iter().map(|face| {
        let citation = face.citation;
        let place = format!("{}..{}", citation.whole.start, citation.whole.end);
        let impossible = citation.impossible.as_ref().map(ToString::to_string);
        vec![
            place,
            citation.kind.word().to_owned(),
            squeezed(face.whole),
            citation.normal.join(" | "),
            citation
                .name
                .as_ref()
                .map(|name| name.text.clone())
                .unwrap_or_default(),
            citation.pinpoint.clone().unwrap_or_default(),
            citation.group.to_string(),
            impossible.unwrap_or_default(),
        ]
    });
    let head =
        ["bytes", "kind", "text", "normal", "name", "pinpoint", "authority", "impossible"];
    output::table(&head, rows)
}

fn with_layers(faces: &[CitationRow]) -> String {
    let rows = faces.iter().filter_map(|face| Some((face, face.status.as_ref()?)));
    let rows = rows.flat_map(|(face, status)| {
        let first = std::iter::once(vec![
            squeezed(face.whole),
            String::new(),
            status.outcome().to_string(),
            String::new(),
        ]);
        let asked = status.layers.iter().filter(|layer| layer.asked);
        let layers = asked.map(|layer| {
            let word = layer.layer.word().to_owned();
            vec![String::new(), word, layer.outcome.to_string(), layer.reason.clone()]
        });
        first.chain(layers).collect::<Vec<_>>()
    });
    output::table(&["citation", "layer", "outcome", "reason"], rows)
}

/// A citation on one line.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn counted(faces: &[CitationRow]) -> String {
    let count = |outcome| faces.iter().filter(|face| face.outcome == Some(outcome)).count();
    let (verified, failed) = (count(CitationOutcome::Verified), count(CitationOutcome::Failed));
    let unverified = count(CitationOutcome::Unverified);
    if verified + failed + unverified == 0 {
        return format!("{} citations", faces.len());
    }
    format!("{verified} verified, {failed} failed, {unverified} could not be checked")
}

fn index(path: &str) -> Result<DecisionIndex, CommandFailure> {
    let text = read_text(path, MOST_INDEX)?;
    read_index(&text).map_err(|error| {
        CommandFailure::input(format!("{path}, line {}: {}", error.line, error.message))
            .hint("each line is a JSON object with at least `citation` and `name`")
    })
}

pub(super) fn read_text(path: &str, most: u64) -> Result<String, CommandFailure> {
    let cannot =
        |error: io::Error| CommandFailure::input(format!("cannot read `{path}`: {error}"));
    let mut bytes = Vec::new();
    if path == "-" {
        io::stdin()
            .lock()
            .take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(cannot)?;
    } else {
        let file = File::open(Path::new(path)).map_err(cannot)?;
        file.take(most + 1).read_to_end(&mut bytes).map_err(cannot)?;
    }
    if most < bytes.len() as u64 {
        return Err(CommandFailure::input(format!("`{path}` has more than {most} bytes"))
            .hint("split it, and look at the parts"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        CommandFailure::input(format!("`{path}` is no text in UTF-8: byte {at} is not of it"))
    })
}

pub(super) fn day(given: &str) -> Result<String, String> {
    given
        .parse::<jiff::civil::Date>()
        .map(|day| day.to_string())
        .map_err(|_| "expected a day, as in 2024-03-01".to_owned())
}

fn this_year() -> Option<u16> {
    let now = jiff::Timestamp::from_millisecond(SystemClock.now_ms()).ok()?;
    u16::try_from(now.to_zoned(jiff::tz::TimeZone::UTC).year()).ok()
}
