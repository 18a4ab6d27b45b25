//! One self-contained page without script: each mark leads to its requirement, each requirement
//! shows its quote in its source.

mod sections;

use super::Format;
use crate::{RenderError, ReportView, escape::html as safe};

pub(super) const FORMAT: Format = Format {
    name: "html",
    extension: "html",
    media: "text/html; charset=utf-8",
    render,
};

const STYLE: &str = include_str!("html/page.css");

/// Nothing may be loaded, run, sent or framed; only our own style applies.
const SECURITY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

#[expect(clippy::unnecessary_wraps, reason = "formats that can fail have the same form")]
fn render(view: &ReportView<'_>) -> Result<Vec<u8>, RenderError> {
    let title = safe(&view.report.question);
    let body = sections::body(view);
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{SECURITY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    );
    Ok(page.into_bytes())
}
