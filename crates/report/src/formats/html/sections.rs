//! The parts of the page, top to bottom.

use jurat_compose::{RejectedRequirement, Report, ReportedRequirement};
use jurat_model::{RequirementId, Statement, StatementRole};

use crate::{
    ReportView,
    escape::html as safe,
    view::{Piece, Window},
    words,
};

/// Bytes of a source shown on either side of a quote.
const CONTEXT: usize = 320;

pub(super) fn body(view: &ReportView<'_>) -> String {
    let report = view.report;
    [
        head(report),
        "<main id=\"main\">\n".to_owned(),
        answer(report),
        confidence(report),
        review(report),
        conflicts(report),
        requirements(view),
        closest(view),
        rejected(view),
        list("missing", "Missing evidence", "", &plain(&report.missing_evidence)),
        placeholders(report),
        flagged(report),
        list("notes", "Notes", "", &plain(&report.notes)),
        sources(report),
        verify(report),
        "</main>\n".to_owned(),
        format!("<footer><div><p>{}</p></div></footer>\n", safe(words::DISCLAIMER)),
    ]
    .concat()
}

fn head(report: &Report) -> String {
    let as_of = report
        .as_of
        .as_ref()
        .map(|day| format!("<li>As of {}</li>", safe(day)));
    format!(
        "<a class=\"skip\" href=\"#main\">To the answer</a>\n<header><div>\n\
         <p class=\"kicker\">Answer with evidence</p>\n<h1>{}</h1>\n\
         <ul class=\"facts\"><li class=\"result\">{}</li><li>{}</li>{}</ul>\n\
         </div></header>\n",
        safe(&report.question),
        words::result(report.result),
        fact(report),
        as_of.unwrap_or_default(),
    )
}

/// How sure it is, in a word or two.
fn fact(report: &Report) -> String {
    match words::likely(report) {
        Some(probability) => format!("Best provision: {}", words::percent(probability)),
        None => format!("Grounding: {}", words::grounding(report.grounding_confidence).0),
    }
}

fn section(id: &str, title: &str, inner: &str) -> String {
    format!(
        "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n{inner}</section>\n"
    )
}

fn answer(report: &Report) -> String {
    let message = report.message.as_ref();
    let mut inner: Vec<String> = message
        .map(|words| {
            format!(
                "<p class=\"message\">{}</p>
",
                safe(words)
            )
        })
        .into_iter()
        .collect();
    let value = report.answer.as_ref().and_then(|answer| answer.value.as_ref());
    inner.extend(value.map(|value| format!("<p class=\"value\">{}</p>\n", safe(value))));
    for one in report.answer.iter().flat_map(|answer| &answer.statements) {
        let class = match one.role {
            StatementRole::Requirement => "statement",
            StatementRole::Conflict => "statement conflict",
        };
        inner.push(format!(
            "<p class=\"{class}\">{}{}</p>
",
            words::place_of(one, report)
                .map(|place| format!("<span class=\"cite\">{}</span><br>", safe(place)))
                .unwrap_or_default(),
            marked(one)
        ));
    }
    section("answer", "Answer", &inner.concat())
}

/// A statement with its marks as links.
fn marked(statement: &Statement) -> String {
    let marks: Vec<String> = statement.marks.iter().map(|mark| link(*mark)).collect();
    let (words, end) = words::split_end(statement);
    format!("{} {}{end}", safe(words), marks.join(" "))
}

fn link(id: RequirementId) -> String {
    format!("<a class=\"mark\" href=\"#{id}\">[{id}]</a>")
}

fn confidence(report: &Report) -> String {
    let row = |name: &str, (grade, meaning): (&str, &str)| {
        format!("<dt>{name}</dt><dd><strong>{grade}</strong>: {meaning}</dd>\n")
    };
    let mut inner = vec![match words::likely(report) {
        Some(probability) => row(
            "Likely to answer",
            (
                &words::percent(probability),
                "the best provision, by a probability that was calibrated on other questions",
            ),
        ),
        None => row("Grounding", words::grounding(report.grounding_confidence)),
    }];
    if let (Some(answer), None) = (&report.answer, words::likely(report)) {
        inner.push(row("Composition", words::composition(answer.composition_confidence)));
    }
    inner.push(format!(
        "<dt>Evidence</dt><dd>{}</dd>
",
        words::counts(report)
    ));
    section(
        "confidence",
        "Confidence",
        &format!(
            "<dl>
{}</dl>
",
            inner.concat()
        ),
    )
}

fn review(report: &Report) -> String {
    list("review", "What the review found", "", &plain(&words::review(report)))
}

fn conflicts(report: &Report) -> String {
    let item = |one: &jurat_model::Conflict| {
        let (over, difference) = (words::over(one.over), safe(&one.difference));
        format!("{} and {}. {over}: {difference}", link(one.one), link(one.other))
    };
    let items: Vec<String> = report.conflicts.iter().map(item).collect();
    list("conflicts", "Conflicts", "", &items)
}

/// A section with a list; nothing where the list is empty.
fn list(id: &str, title: &str, lead: &str, items: &[String]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let lead = if lead.is_empty() { String::new() } else { format!("<p>{lead}</p>\n") };
    let items: Vec<String> = items.iter().map(|item| format!("<li>{item}</li>\n")).collect();
    let items = items.concat();
    section(id, title, &format!("{lead}<ul>\n{items}</ul>\n"))
}

fn plain(words: &[String]) -> Vec<String> {
    words.iter().map(|words| safe(words)).collect()
}

fn requirements(view: &ReportView<'_>) -> String {
    let all = &view.report.requirements;
    if all.is_empty() {
        return String::new();
    }
    let inner: String = all.iter().map(|one| requirement(one, view)).collect();
    section("requirements", words::evidence(view.report), &inner)
}

fn requirement(one: &ReportedRequirement, view: &ReportView<'_>) -> String {
    let requirement = &one.requirement;
    let (id, language) = (requirement.requirement_id, safe(&requirement.language));
    let heading = match requirement.section_heading.as_str() {
        "" => String::new(),
        heading => format!(" · {}", safe(heading)),
    };
    let used = words::used(one.used_in_answer);
    let points: Vec<String> = requirement
        .points_to
        .iter()
        .map(|to| {
            let found = to.target.as_ref().map_or("not found", |quote| quote.text.as_str());
            format!("<dt>Points to</dt><dd>{}: {}</dd>\n", safe(&to.reference), safe(found))
        })
        .collect();
    let points = points.concat();
    format!(
        "<article class=\"requirement\" id=\"{id}\">\n<div class=\"head\"><h3>{id}</h3>\
         <span class=\"cite\">{sort}: {cite}{heading}</span></div>\n\
         <blockquote lang=\"{language}\"><bdi>“{quote}”</bdi></blockquote>\n<dl>\n\
         <dt>Place</dt><dd>{name}, {place}, chunk {chunk}</dd>\n\
         <dt>Admitted</dt><dd>{why}</dd>\n\
         <dt>Extraction</dt><dd>confidence {sure}; {used}</dd>\n{points}</dl>\n{source}</article>\n",
        sort = words::sort(requirement.source_type),
        cite = safe(&requirement.document_id),
        quote = safe(&requirement.exact_quote),
        name = safe(&one.source_name),
        place = words::place(&requirement.quote.ranges),
        chunk = safe(&requirement.chunk_id),
        why = safe(&one.verification_rationale),
        sure = words::extraction(requirement.extraction_confidence),
        source = in_source(one, view, &language),
    )
}

/// The quote in its place.
fn in_source(one: &ReportedRequirement, view: &ReportView<'_>, language: &str) -> String {
    let windows = view.windows(&one.requirement, CONTEXT);
    if windows.is_empty() {
        return "<p class=\"cite\">The text of the source is not at hand.</p>\n".to_owned();
    }
    let open = if one.used_in_answer { " open" } else { "" };
    let shown: Vec<String> = windows
        .iter()
        .map(|window| {
            format!("<div class=\"source\" lang=\"{language}\">{}</div>\n", shown(window))
        })
        .collect();
    let shown = shown.concat();
    format!("<details{open}><summary>In its source</summary>\n{shown}</details>\n")
}

fn shown(window: &Window<'_>) -> String {
    let piece = |piece: &Piece<'_>| match piece {
        Piece::Plain(words) => safe(words),
        Piece::Quoted(words) => format!("<mark>{}</mark>", safe(words)),
    };
    let words: String = window.pieces.iter().map(piece).collect();
    let before = if window.before { "… " } else { "" };
    let after = if window.after { " …" } else { "" };
    format!("{before}{}{after}", words.trim())
}

/// Provisions that were not used, whole, each with the reason.
fn closest(view: &ReportView<'_>) -> String {
    let (shown, _) = view.not_used();
    if shown.is_empty() {
        return String::new();
    }
    let card = |one: &RejectedRequirement| {
        let extracted = &one.requirement;
        let heading = match extracted.section_heading.as_str() {
            "" => String::new(),
            heading => format!(" · {}", safe(heading)),
        };
        format!(
            "<article class=\"requirement\" id=\"{id}\">\n<div class=\"head\"><h3>{id}</h3>\
             <span class=\"cite\">{cite}{heading}</span></div>\n\
             <blockquote><bdi>“{quote}”</bdi></blockquote>\n<dl>\n\
             <dt>Not used</dt><dd>{why}</dd>\n</dl>\n</article>\n",
            id = extracted.requirement_id,
            cite = safe(&extracted.document_id),
            quote = safe(&extracted.exact_quote),
            why = safe(&one.verification_rationale),
        )
    };
    let cards: String = shown.into_iter().map(card).collect();
    section("closest", "Closest provisions", &format!("<p>{}</p>\n{cards}", words::CLOSEST))
}

fn rejected(view: &ReportView<'_>) -> String {
    let (_, listed) = view.not_used();
    if listed.is_empty() {
        return String::new();
    }
    let short = |one: &RejectedRequirement| match one.probability {
        Some(_) => words::in_short(&one.requirement.exact_quote),
        None => one.requirement.exact_quote.clone(),
    };
    let rows: Vec<String> = listed
        .iter()
        .map(|one| {
            let extracted = &one.requirement;
            format!(
                "<tr><td>{}</td><td>“{}”<br><span class=\"cite\">{}</span></td>\
                 <td><strong>{}</strong>: {}</td></tr>\n",
                extracted.requirement_id,
                safe(&short(one)),
                safe(&extracted.document_id),
                words::reason(one.rejection_reason),
                safe(&one.verification_rationale),
            )
        })
        .collect();
    let (count, rows) = (rows.len(), rows.concat());
    section(
        "rejected",
        "Rejected",
        &format!(
            "<details><summary>Extracted and turned away by the gate: {count}</summary>\n<table>\n<thead><tr><th scope=\"col\">Requirement</th><th scope=\"col\">Quote</th>\
             <th scope=\"col\">Reason</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</details>\n"
        ),
    )
}

fn placeholders(report: &Report) -> String {
    let item = |one: &jurat_compose::Placeholder| {
        format!("{}: {}", safe(&one.document_id), safe(&one.words))
    };
    let items: Vec<String> = report.placeholders.iter().map(item).collect();
    list("placeholders", "Placeholders", words::PLACEHOLDERS, &items)
}

fn flagged(report: &Report) -> String {
    let item = |one: &jurat_compose::FlaggedPassage| {
        format!("{}: “{}” ({})", safe(&one.chunk_id), safe(&one.words), safe(&one.why))
    };
    let items: Vec<String> = report.flagged.iter().map(item).collect();
    list("flagged", "Flagged passages", words::FLAGGED, &items)
}

fn sources(report: &Report) -> String {
    if report.sources.is_empty() {
        return String::new();
    }
    let rows: Vec<String> = report
        .sources
        .iter()
        .map(|one| {
            format!(
                "<tr><td>{}<br><span class=\"cite\">{}, read by {} {}</span></td>\
                 <td>file <code>{}</code><br>text <code>{}</code></td></tr>\n",
                safe(&one.name),
                safe(&one.media),
                safe(&one.reader.name),
                one.reader.version,
                one.source,
                one.rendition,
            )
        })
        .collect();
    let rows = rows.concat();
    section(
        "sources",
        "Sources",
        &format!(
            "<table>\n<thead><tr><th scope=\"col\">Source</th><th scope=\"col\">BLAKE3</th></tr>\
             </thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
        ),
    )
}

fn verify(report: &Report) -> String {
    let words = words::how_to_verify(report);
    let words: Vec<String> = words.iter().map(|words| format!("<p>{words}</p>\n")).collect();
    let inner = format!("<pre><code>jurat verify FILE</code></pre>\n{}", words.concat());
    section("verify", "How to verify", &inner)
}
