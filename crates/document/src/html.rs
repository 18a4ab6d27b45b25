//! One self-contained page without script: every mark opens the words it rests on.

use crate::{
    DocumentError, DocumentRenderer,
    anchors::{AnchorIndex, OutputMedium, unfolded},
    escape::{file_url, html as safe, visible},
    graph_svg, graph_text,
    page_strings::{PageWords, words},
    tree::{
        CodeListing, DocumentBlock, DocumentCard, DocumentList, DocumentSection, DocumentTable,
        DocumentTree, ExcerptSegment, GraphFigure, InlineSpan, InlineText, ScorePlot,
        StatusTone,
    },
};

pub(super) const RENDERER: DocumentRenderer = DocumentRenderer {
    name: "html",
    extension: "html",
    media: "text/html; charset=utf-8",
    render,
    template: ("document/html", include_str!("html.rs")),
};

const STYLE: &str = include_str!("page.css");

/// Nothing may be loaded, run, sent or framed; only our own style applies.
const SECURITY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

#[expect(clippy::unnecessary_wraps, reason = "renderers that can fail have the same form")]
fn render(document: &DocumentTree) -> Result<Vec<u8>, DocumentError> {
    let page = HtmlWriter {
        anchors: AnchorIndex::of(document, OutputMedium::Screen),
        words: words(&document.language),
    };
    let facts = each(&document.facts, |fact| format!("<li>{}</li>", safe(fact)));
    let whole = format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{SECURITY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">{skip}</a>\n<header><div>\n\
         <p class=\"kicker\">{kicker}</p>\n<h1>{title}</h1>\n\
         <ul class=\"facts\"><li class=\"result\">{verdict}</li>{facts}</ul>\n</div></header>\n\
         <main id=\"main\">\n{body}</main>\n\
         <footer><div><p>{foot}</p></div></footer>\n</body>\n</html>\n",
        language = safe(&document.language),
        title = safe(&document.title),
        skip = safe(&page.words.skip),
        kicker = safe(&document.kicker),
        verdict = safe(&document.verdict),
        body = page.blocks(&document.blocks),
        foot = safe(&document.disclaimer),
    );
    Ok(whole.into_bytes())
}

struct HtmlWriter {
    anchors: AnchorIndex,
    words: PageWords,
}

impl HtmlWriter {
    fn blocks(&self, blocks: &[DocumentBlock]) -> String {
        blocks.iter().map(|block| self.block(block)).collect()
    }

    fn block(&self, block: &DocumentBlock) -> String {
        match block {
            DocumentBlock::Section(section) => self.section(section),
            DocumentBlock::Paragraph { words } => format!("<p>{}</p>\n", self.line(words)),
            DocumentBlock::Callout { words } => {
                format!("<p class=\"message\">{}</p>\n", self.line(words))
            }
            DocumentBlock::Value { words } => {
                format!("<p class=\"value\">{}</p>\n", safe(words))
            }
            DocumentBlock::List(list) => self.list(list),
            DocumentBlock::Pairs { rows } => {
                let row = |(name, words): &(String, InlineText)| {
                    format!("<dt>{}</dt><dd>{}</dd>\n", safe(name), self.line(words))
                };
                format!("<dl>\n{}</dl>\n", rows.iter().map(row).collect::<String>())
            }
            DocumentBlock::Table(table) => self.table(table),
            DocumentBlock::Card(card) if card.exhibit => self.exhibit(card),
            DocumentBlock::Card(card) => self.card(card),
            DocumentBlock::Quote { words, language } => format!(
                "<blockquote lang=\"{}\"><bdi>“{}”</bdi></blockquote>\n",
                safe(language),
                safe(words)
            ),
            DocumentBlock::Source { stretches, language, open } => {
                self.source(stretches, language, *open)
            }
            DocumentBlock::Code(code) => lines(code),
            DocumentBlock::Graph(figure) => self.graph(figure),
            DocumentBlock::Folded(folded) => format!(
                "<details><summary>{}</summary>\n{}</details>\n",
                safe(&folded.summary),
                self.blocks(unfolded(folded, OutputMedium::Screen))
            ),
            DocumentBlock::Legend { series, result } => legend(series, result),
        }
    }

    /// Drawn; told in words where there is too much of it.
    fn graph(&self, figure: &GraphFigure) -> String {
        let Some(drawn) = graph_svg::drawing(figure) else {
            let told = graph_text::told(figure);
            let told = each(&told, |line| format!("<li>{}</li>\n", safe(line)));
            return format!("<ul>\n{told}</ul>\n");
        };
        let back = match graph_text::back(figure) {
            back if back.is_empty() => String::new(),
            back => format!("{}: {}", self.words.leads_back, back.join(", ")),
        };
        format!(
            "<figure class=\"graph\"><div class=\"wide\">{drawn}</div><figcaption>{}</figcaption></figure>\n",
            safe(&back)
        )
    }

    fn section(&self, section: &DocumentSection) -> String {
        let DocumentSection { id, title, level, blocks, .. } = section;
        let (id, title, inner) = (safe(id), safe(title), self.blocks(blocks));
        if *level < 3 {
            return format!(
                "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n{inner}</section>\n"
            );
        }
        format!("<h3 id=\"{id}\" class=\"within\">{title}</h3>\n{inner}")
    }

    fn card(&self, card: &DocumentCard) -> String {
        let tone = tone(card.tone);
        let chip = match card.chip.as_str() {
            "" => String::new(),
            word => format!("<span class=\"chip {tone}\">{}</span>", safe(word)),
        };
        format!(
            "<article class=\"card {tone}\" id=\"{id}\">\n<div class=\"head\"><h3>{title}</h3>{chip}\
             <span class=\"cite\">{aside}</span></div>\n{inner}</article>\n",
            id = safe(&card.id),
            title = safe(&card.title),
            aside = self.line(&card.aside),
            inner = self.blocks(&card.blocks),
        )
    }

    /// The anchor lies inside, so that whoever follows a mark finds it opened.
    fn exhibit(&self, card: &DocumentCard) -> String {
        if !self.anchors.shows(card) {
            return String::new();
        }
        format!(
            "<details class=\"exhibit\"><summary><span class=\"alias\">{title}</span> {aside}</summary>\n\
             <div id=\"{id}\" class=\"opened\">\n{inner}</div></details>\n",
            id = safe(&card.id),
            title = safe(&card.title),
            aside = self.line(&card.aside),
            inner = self.blocks(&card.blocks),
        )
    }

    fn list(&self, list: &DocumentList) -> String {
        let item = |item: &crate::tree::DocumentListItem| {
            let id = item.id.as_ref().map(|id| format!(" id=\"{}\"", safe(id)));
            let class = if item.marked { " class=\"marked\"" } else { "" };
            format!("<li{}{class}>{}</li>\n", id.unwrap_or_default(), self.line(&item.words))
        };
        let items: String = list.items.iter().map(item).collect();
        match list.from {
            Some(1) => format!("<ol>\n{items}</ol>\n"),
            Some(from) => format!("<ol start=\"{from}\">\n{items}</ol>\n"),
            None => format!("<ul>\n{items}</ul>\n"),
        }
    }

    fn table(&self, table: &DocumentTable) -> String {
        let head = each(&table.head, |cell| format!("<th scope=\"col\">{}</th>", safe(cell)));
        let row = |row: &Vec<InlineText>| {
            let cells = each(row, |cell| format!("<td>{}</td>", self.line(cell)));
            format!("<tr>{cells}</tr>\n")
        };
        let rows: String = table.rows.iter().map(row).collect();
        format!(
            "<div class=\"wide\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
        )
    }

    fn source(&self, stretches: &[ExcerptSegment], language: &str, open: bool) -> String {
        if stretches.is_empty() {
            return format!("<p class=\"cite\">{}</p>\n", safe(&self.words.not_at_hand));
        }
        let shown = |one: &ExcerptSegment| {
            let words = safe(&one.words);
            if one.quoted { format!("<mark>{words}</mark>") } else { words }
        };
        let shown: String = stretches.iter().map(shown).collect();
        format!(
            "<details{}><summary>{}</summary>\n<div class=\"source\" lang=\"{}\">{}</div>\n</details>\n",
            if open { " open" } else { "" },
            safe(&self.words.in_source),
            safe(language),
            shown.trim(),
        )
    }

    fn line(&self, words: &[InlineSpan]) -> String {
        words.iter().map(|span| self.span(span)).collect()
    }

    fn span(&self, span: &InlineSpan) -> String {
        match span {
            InlineSpan::Text { words } => safe(words),
            InlineSpan::Strong { words } => format!("<strong>{}</strong>", safe(words)),
            InlineSpan::Quiet { words } => {
                format!("<span class=\"cite\">{}</span>", safe(words))
            }
            InlineSpan::Cite { words } => {
                format!("<span class=\"cite\">{}</span><br>", safe(words))
            }
            InlineSpan::Toned { words, tone: of } => {
                format!("<span class=\"toned {}\">{}</span>", tone(*of), safe(words))
            }
            InlineSpan::Chip { words, tone: of } => {
                format!("<span class=\"chip {}\">{}</span>", tone(*of), safe(words))
            }
            InlineSpan::Link { to, words, mark } if self.anchors.heading(to).is_some() => {
                let class = if *mark { " class=\"mark\"" } else { "" };
                format!("<a{class} href=\"#{}\">{}</a>", safe(to), safe(words))
            }
            InlineSpan::Code { words } | InlineSpan::Link { words, .. } => {
                format!("<code>{}</code>", safe(words))
            }
            InlineSpan::File { path, words } => {
                format!("<a href=\"{}\">{}</a>", safe(&file_url(path)), safe(words))
            }
            InlineSpan::Break => "<br>".to_owned(),
            InlineSpan::Scale(scale) => plot(scale),
        }
    }
}

/// Each value as it is shown, one after the other.
fn each<T>(values: &[T], shown: impl Fn(&T) -> String) -> String {
    let shown: Vec<String> = values.iter().map(shown).collect();
    shown.concat()
}

pub(crate) const fn tone(tone: StatusTone) -> &'static str {
    match tone {
        StatusTone::Plain => "plain",
        StatusTone::Good => "good",
        StatusTone::Fair => "fair",
        StatusTone::Bad => "bad",
        StatusTone::Open => "open",
    }
}

fn lines(code: &CodeListing) -> String {
    let row = |(number, line): (u32, &String)| {
        let line = safe(&visible(line.strip_suffix('\r').unwrap_or(line)));
        let number = code.first.map_or_else(String::new, |_| number.to_string());
        format!("<tr><th scope=\"row\">{number}</th><td>{line}</td></tr>\n")
    };
    let rows: String = (code.first.unwrap_or(0)..=u32::MAX)
        .zip(&code.lines)
        .map(row)
        .collect();
    format!("<div class=\"source code\"><table>\n<tbody>\n{rows}</tbody>\n</table></div>\n")
}

const LEFT: u32 = 10;
const STEP: u32 = 40;
const TOP: u32 = 9;
const ROW: u32 = 14;

/// A row a series, and the result across, with its words for those who do not see it.
fn plot(scale: &ScorePlot) -> String {
    let (least, most) = scale.bounds;
    let place = |value: u8| LEFT + STEP * u32::from(value.saturating_sub(least));
    let tick = |value: u8| {
        let x = place(value);
        format!("<path class=\"tick\" d=\"M{x} 2v42\"/><text x=\"{x}\" y=\"57\">{value}</text>")
    };
    let axis: String = (least..=most).map(tick).collect();
    let result = scale.result.map_or_else(String::new, |value| {
        let x = place(value) - 2;
        format!("<rect class=\"final\" x=\"{x}\" y=\"1\" width=\"4\" height=\"44\" rx=\"1\"/>")
    });
    let points: String = (0..)
        .zip(&scale.points)
        .filter_map(|(series, value)| Some(shape(series, place((*value)?), TOP + ROW * series)))
        .collect();
    let width = place(most) + LEFT;
    format!(
        "<svg class=\"plot\" width=\"{width}\" height=\"60\" viewBox=\"0 0 {width} 60\" role=\"img\" \
         aria-label=\"{}\">{axis}{result}{points}</svg>",
        safe(&scale.words)
    )
}

/// A triangle, a circle, a square: shapes tell series apart where colours do not.
fn shape(series: u32, x: u32, y: u32) -> String {
    match series % 3 {
        0 => format!("<path class=\"series0\" d=\"M{x} {}l5 10h-10z\"/>", y - 5),
        1 => format!("<circle class=\"series1\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>"),
        _ => {
            let (x, y) = (x - 5, y - 5);
            format!("<rect class=\"series2\" x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\"/>")
        }
    }
}

fn legend(series: &[String], result: &str) -> String {
    let key = |(at, name): (u32, &String)| {
        format!(
            "<svg width=\"12\" height=\"12\" aria-hidden=\"true\">{}</svg> {} ",
            shape(at, 6, 6),
            safe(name)
        )
    };
    let keys: String = (0..).zip(series).map(key).collect();
    format!(
        "<p class=\"legend\">{keys}<svg width=\"12\" height=\"12\" aria-hidden=\"true\">\
         <rect class=\"final\" x=\"4\" y=\"0\" width=\"4\" height=\"12\"/></svg> {}</p>\n",
        safe(result)
    )
}
