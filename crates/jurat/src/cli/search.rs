//! `jurat search`: the passages of a corpus that answer best.

use std::collections::BTreeMap;

use jurat_intake::SearchNotice;
use jurat_model::SourceKind;
use jurat_retrieve::{
    CorpusName, FiltersByKey, HitNarrowing, HitSnippet, MetadataFilter, PhraseHandling, Query,
    QueryWording, SearchHit, SearchLegs, query_language,
};
use jurat_text::Language;
use serde_json::json;

use crate::{
    app::AppContext,
    cli_values::{NameValuePair, pair},
    corpus_access,
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, plain},
};

/// What to look for, and where.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// The words of the question; those in quotation marks are a phrase
    #[arg(required = true, value_name = "QUERY")]
    query: Vec<String>,
    /// The corpus
    #[arg(long, value_name = "NAME", value_parser = corpus_access::name)]
    corpus: CorpusName,
    /// Another wording that puts passages forward; hits are ranked against the first
    #[arg(long, value_name = "QUERY")]
    also: Vec<String>,
    /// Only passages of which this is known; `date=2019..2021` is a range
    #[arg(long = "filter", value_name = "KEY=VALUE", value_parser = pair)]
    filters: Vec<NameValuePair>,
    /// Leave out this passage
    #[arg(long, value_name = "ID")]
    exclude: Vec<String>,
    /// At most so many hits of a kind of source
    #[arg(long = "quota", value_name = "KIND=N", value_parser = quota)]
    quotas: Vec<(SourceKind, usize)>,
    /// Only passages that hold the phrases in quotation marks
    #[arg(long)]
    phrases: bool,
    /// At most so many hits
    #[arg(short, value_name = "N", default_value_t = 10)]
    k: usize,
    /// bm25, dense, hybrid or auto
    #[arg(long, value_name = "LEGS", default_value_t = SearchLegs::Auto)]
    legs: SearchLegs,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &SearchArgs,
) -> Result<CommandExit, CommandFailure> {
    let query = query(args)?;
    let texts: Vec<String> = query.texts.iter().map(|asked| asked.text.clone()).collect();
    let hits =
        corpus_access::folder(app).search(&args.corpus, query, &|told| say(app, args, told))?;
    let asked = query_language(&args.query.join(" "));
    if app.out.json {
        output::value(&json!({
            "corpus": args.corpus.as_str(), "queries": texts, "language": asked, "hits": hits,
        }))?;
    } else if !hits.is_empty() {
        let shown: Vec<String> = hits.iter().map(shown).collect();
        output::text(&shown.join("\n\n"))?;
        let said = [abroad(asked, &hits), fewer(args.k, hits.len())];
        said.iter().flatten().for_each(|said| app.out.note(said));
    }
    if hits.is_empty() {
        app.out.note("no passage was found");
        app.out.hint(
            "try other words, or fewer filters; `jurat corpus show NAME` says what is there",
        );
        return Ok(CommandExit::Unsettled);
    }
    Ok(CommandExit::Done)
}

fn say(app: &AppContext, args: &SearchArgs, notice: SearchNotice) {
    match notice {
        SearchNotice::ReadInPart(files) => {
            let files = files.iter().map(String::as_str);
            corpus_access::say_read_in_part(app, &args.corpus, files);
        }
        SearchNotice::IndexBehind => app
            .out
            .note("the index is behind the corpus: the next `jurat ingest` brings it up"),
        SearchNotice::WordsAlone(why) => {
            let hint = "`jurat ingest` of its files makes vectors anew";
            let why = CommandFailure::from(why);
            app.out
                .note(&format!("{}: the search goes by words alone", why.message));
            app.out.hint(why.hint.as_deref().unwrap_or(hint));
        }
    }
}

fn query(args: &SearchArgs) -> Result<Query, CommandFailure> {
    let asked = |text: String| QueryWording { text, vector: None };
    let texts = [args.query.join(" ")].into_iter().chain(args.also.iter().cloned());
    Ok(Query {
        texts: texts.map(asked).collect(),
        filters: filters(&args.filters)?,
        exclude: args.exclude.clone(),
        narrowing: HitNarrowing::default(),
        quotas: args.quotas.iter().copied().collect(),
        phrases: if args.phrases { PhraseHandling::Require } else { PhraseHandling::Lift },
        k: args.k,
        legs: args.legs,
    })
}

/// Several values of one key are alternatives.
fn filters(pairs: &[NameValuePair]) -> Result<FiltersByKey, CommandFailure> {
    let mut filters: FiltersByKey = BTreeMap::new();
    for NameValuePair { name, value } in pairs {
        let range = value.split_once("..").map(|(from, to)| {
            let bound = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            MetadataFilter::Between { from: bound(from), to: bound(to) }
        });
        match (filters.get_mut(name), range) {
            (None, Some(range)) => drop(filters.insert(name.clone(), range)),
            (None, None) => {
                filters.insert(name.clone(), MetadataFilter::Is(vec![value.clone()]));
            }
            (Some(MetadataFilter::Is(values)), None) => values.push(value.clone()),
            (Some(_), _) => {
                return Err(CommandFailure::input(format!(
                    "`{name}` is filtered by more than a range"
                ))
                .hint("give one range, or values alone"));
            }
        }
    }
    Ok(filters)
}

fn quota(text: &str) -> Result<(SourceKind, usize), String> {
    let (kind, count) = text.split_once('=').ok_or("expected KIND=N")?;
    let kind = kind.parse::<SourceKind>().map_err(|error| error.to_string())?;
    let count = count.parse().map_err(|_| format!("`{count}` is no number"))?;
    Ok((kind, count))
}

/// That hits are in another language than the question, where they are.
fn abroad(asked: Option<Language>, hits: &[SearchHit]) -> Option<String> {
    let asked = asked?;
    let other: Vec<&SearchHit> = hits.iter().filter(|hit| hit.language != asked).collect();
    let language = other.first()?.language.name();
    let (words, meaning) =
        (other.iter().any(|hit| 0.0 < hit.bm25), other.iter().any(|hit| hit.cosine.is_some()));
    let how = match (words, meaning) {
        (true, true) => "by meaning and by words that both have",
        (true, false) => "by words that both have",
        (false, _) => "by meaning",
    };
    let (count, all, asked) = (other.len(), hits.len(), asked.name());
    Some(format!(
        "the question is in {asked}; {count} of {all} hits are in {language}, found {how}"
    ))
}

/// That the list is shorter than was asked for: what shares no word and is far in meaning is left out.
fn fewer(asked: usize, found: usize) -> Option<String> {
    (found < asked)
        .then(|| format!("{found} of {asked} hits: nothing else comes near the question"))
}

/// A hit for people: where, how well, and the words.
fn shown(hit: &SearchHit) -> String {
    let passage = &hit.passage;
    let label = passage
        .label
        .as_deref()
        .map(|label| format!("  [{}]", plain(label)))
        .unwrap_or_default();
    let cosine = hit
        .cosine
        .map(|cosine| format!(", cosine {cosine:.3}"))
        .unwrap_or_default();
    let mut lines = vec![format!(
        "{:>2}. {}{label}  {:.0} % likely (score {:.3}, bm25 {:.3}{cosine})",
        hit.rank,
        plain(&passage.id),
        100.0 * hit.probability,
        hit.score,
        hit.bm25
    )];
    if !passage.headings.is_empty() {
        lines.push(format!("    {}", plain(&passage.headings.join(" › "))));
    }
    lines.push(format!("    {}", marked(&hit.snippet)));
    lines.join("\n")
}

/// The snippet in one line, with `*` around the words that match.
fn marked(snippet: &HitSnippet) -> String {
    let mut text = String::new();
    let mut done = 0;
    let at = |place: usize| place.saturating_sub(snippet.span.start);
    for span in &snippet.matches {
        let (start, end) = (at(span.start), at(span.end));
        let (Some(before), Some(word)) =
            (snippet.text.get(done..start), snippet.text.get(start..end))
        else {
            continue;
        };
        text.push_str(before);
        text.push('*');
        text.push_str(word);
        text.push('*');
        done = end;
    }
    text.push_str(snippet.text.get(done..).unwrap_or_default());
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use jurat_retrieve::HitSnippet;

    #[test]
    fn matching_words_are_marked_where_they_stand() {
        let snippet = HitSnippet {
            text: "A ferry\nmust carry a lamp.".to_owned(),
            span: (100..126).into(),
            matches: vec![(102..107).into(), (121..125).into()],
        };
        assert_eq!(super::marked(&snippet), "A *ferry* must carry a *lamp*.");
    }
}
