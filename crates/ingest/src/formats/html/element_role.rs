//! What each element of a page is for, and whether it is seen.

use scraper::node::Element;

/// How an element is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HtmlElementRole {
    Left,
    /// Around the main part of a page.
    Frame,
    Heading(u8),
    Block,
    /// Starts a line after an empty one.
    Paragraph,
    List,
    Item,
    Row,
    Cell,
    Link,
    Verbatim,
    Break,
    Inline,
}

pub(super) fn role(name: &str) -> HtmlElementRole {
    match name {
        "head" | "script" | "style" | "template" | "noscript" | "iframe" | "object"
        | "embed" | "canvas" | "audio" | "video" | "svg" | "math" | "select" | "datalist"
        | "textarea" | "input" | "title" => HtmlElementRole::Left,
        "nav" | "header" | "footer" | "aside" => HtmlElementRole::Frame,
        "h1" => HtmlElementRole::Heading(1),
        "h2" => HtmlElementRole::Heading(2),
        "h3" => HtmlElementRole::Heading(3),
        "h4" => HtmlElementRole::Heading(4),
        "h5" => HtmlElementRole::Heading(5),
        "h6" => HtmlElementRole::Heading(6),
        "p" | "blockquote" | "table" | "figure" | "fieldset" | "dl" | "hr" => {
            HtmlElementRole::Paragraph
        }
        "ul" | "ol" | "menu" => HtmlElementRole::List,
        "li" => HtmlElementRole::Item,
        "tr" => HtmlElementRole::Row,
        "td" | "th" => HtmlElementRole::Cell,
        "a" => HtmlElementRole::Link,
        "pre" | "listing" | "xmp" => HtmlElementRole::Verbatim,
        "br" => HtmlElementRole::Break,
        "html" | "body" | "div" | "section" | "article" | "main" | "address" | "caption"
        | "dt" | "dd" | "details" | "summary" | "dialog" | "form" | "figcaption" | "legend"
        | "thead" | "tbody" | "tfoot" | "hgroup" | "center" | "option" | "search" => {
            HtmlElementRole::Block
        }
        _ => HtmlElementRole::Inline,
    }
}

/// Why an element is not seen, if it is not.
pub(super) fn hidden(element: &Element) -> Option<&'static str> {
    if element.attr("hidden").is_some() {
        return Some("the attribute `hidden`");
    }
    hiding(element.attr("style")?)
}

/// Which of these declarations hides, if any does.
pub(super) fn hiding(style: &str) -> Option<&'static str> {
    let style: String = style.chars().filter(|letter| !letter.is_whitespace()).collect();
    style.to_ascii_lowercase().split(';').find_map(|rule| {
        let (property, value) = rule.split_once(':')?;
        let value = value.trim_end_matches("!important");
        match (property, value) {
            ("display", "none") => Some("`display: none`"),
            ("visibility", "hidden" | "collapse") => Some("`visibility: hidden`"),
            ("opacity", "0" | "0%" | "0.0") => Some("`opacity: 0`"),
            ("font-size", size) if is_nothing(size) => Some("`font-size: 0`"),
            ("color", "transparent") => Some("`color: transparent`"),
            ("left" | "top" | "text-indent" | "margin-left", place) if is_far_off(place) => {
                Some("a place off the screen")
            }
            _ => None,
        }
    })
}

/// `0`, `0px`, `0.0em`, and a single point, which nobody reads.
fn is_nothing(size: &str) -> bool {
    let number =
        size.trim_end_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '%');
    number.parse::<f32>().is_ok_and(|number| number <= 0.0) || matches!(size, "1px" | "1pt")
}

/// Further to the left or above than any screen reaches.
fn is_far_off(place: &str) -> bool {
    let number = place.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    number.parse::<f32>().is_ok_and(|number| number <= -500.0)
}
