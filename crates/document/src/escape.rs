//! Words of documents made harmless: whatever they hold, they are shown and never obeyed.

/// For HTML, in text and in quoted attributes.
pub(crate) fn html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ if is_unseen(c) => safe.push_str(&shown(c)),
            _ => safe.push(c),
        }
    }
    safe
}

/// The path of a file as an address below the page's own folder: no scheme, no host, no root.
pub(crate) fn file_url(path: &str) -> String {
    let sign = |byte: u8| {
        let is_plain = byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
        if is_plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    let path = path.trim_start_matches('/');
    ["./".to_owned()].into_iter().chain(path.bytes().map(sign)).collect()
}

/// For Markdown, in one line: no markup, no links, no HTML, no cell borders, nobody called by name.
/// Only what a reader of Markdown would take for one of these is changed; words between single
/// backticks stay code.
pub fn markdown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut safe = String::with_capacity(line.len() + line.len() / 8);
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        if let Some(span) = code_span(&line, at) {
            safe.push_str(&visible(&line[at..span]));
            at = span;
            continue;
        }
        match c {
            '<' => safe.push_str("&lt;"),
            '>' if at == 0 => safe.push_str("&gt;"),
            '&' if begins_entity(&line[at..]) => safe.push_str("&amp;"),
            '@' if is_mention(&line, at) => safe.push_str("@&#8203;"),
            _ if is_unseen(c) => safe.push_str(&shown(c)),
            _ => {
                if is_markup(&line, at, c) {
                    safe.push('\\');
                }
                safe.push(c);
            }
        }
        at += c.len_utf8();
    }
    safe
}

/// Where the code ends that begins here with a single backtick; a bar in it could end a cell.
fn code_span(line: &str, at: usize) -> Option<usize> {
    let inner = line[at..].strip_prefix('`')?;
    if line[..at].ends_with('`') {
        return None;
    }
    let end = inner.find('`').filter(|end| 0 < *end)?;
    let is_single = !inner[end + 1..].starts_with('`');
    let is_plain = !inner[..end].contains('|');
    (is_single && is_plain).then_some(at + end + 2)
}

/// Whether a sign would be markup at its place.
fn is_markup(line: &str, at: usize, c: char) -> bool {
    let (before, after) = (&line[..at], &line[at + c.len_utf8()..]);
    match c {
        '\\' | '`' | '*' | '|' | '~' | '$' => true,
        '_' => !is_within_word(line, at),
        // A link, a footnote or a task; a bare pair of brackets is none of these.
        '[' => at == 0 || after.starts_with(['^', '[']),
        ']' => after.is_empty() || after.starts_with(['(', '[', ':']),
        // A heading begins or ends.
        '#' => at == 0 || before.ends_with(' '),
        // Addresses would become links by themselves.
        ':' => after.starts_with("//"),
        '.' => ends_with_www(before) || is_number(before),
        // At the head of a line these begin a list.
        ')' => is_number(before),
        '-' | '+' | '=' => at == 0,
        _ => false,
    }
}

/// Whether a run of underscores stands between letters or digits, where it is no emphasis.
fn is_within_word(line: &str, at: usize) -> bool {
    // No name has longer runs, and no text is looked through again and again.
    const RUN: usize = 4;
    let before = line[..at].chars().rev().take(RUN).find(|c| *c != '_');
    let after = line[at..].chars().take(RUN).find(|c| *c != '_');
    before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)
}

/// Whether somebody would be called by name, or a link to write to them be made, as forges do.
fn is_mention(line: &str, at: usize) -> bool {
    line[at + 1..].chars().next().is_some_and(char::is_alphanumeric)
}

/// Whether an ampersand would be read together with what follows.
fn begins_entity(rest: &str) -> bool {
    rest[1..].starts_with(|c: char| c == '#' || c.is_ascii_alphabetic())
}

/// Whether a text is the number of an item; none has more digits.
fn is_number(text: &str) -> bool {
    (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// For paper: signs that no font of ours has are shown by their number.
pub(crate) fn paper(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' | '\r' => safe.push(c),
            _ if is_unseen(c) || !jurat_typeset::has_glyph(c) => safe.push_str(&shown(c)),
            _ => safe.push(c),
        }
    }
    safe
}

/// As it is, in one line, with what hides or commands shown by its number: for places where nothing
/// has a meaning, such as a terminal or a block of code.
pub fn visible(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => safe.push_str("    "),
            _ if is_unseen(c) || matches!(c, '\n' | '\r') => safe.push_str(&shown(c)),
            _ => safe.push(c),
        }
    }
    safe
}

fn ends_with_www(text: &str) -> bool {
    text.len()
        .checked_sub(3)
        .and_then(|at| text.get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case("www"))
}

/// Characters that hide, or turn the direction of what follows.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}'
    ) || c.is_control() && !matches!(c, '\n' | '\t' | '\r')
}

fn shown(c: char) -> String {
    format!("⟨U+{:04X}⟩", u32::from(c))
}

#[cfg(test)]
mod tests {
    use super::{html, markdown};

    #[test]
    fn html_is_shown_as_text() {
        assert_eq!(
            html("<script>alert('x')</script> & \"y\""),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;y&quot;"
        );
        assert_eq!(html("a\u{202e}b"), "a⟨U+202E⟩b");
    }

    #[test]
    fn markdown_is_shown_as_text() {
        for (given, safe) in [
            ("[x](javascript:alert(1))", "\\[x\\](javascript:alert(1))"),
            ("see [x](javascript:alert(1))", "see [x\\](javascript:alert(1))"),
            ("![x](http://a.example/p.png)", "![x\\](http\\://a.example/p.png)"),
            ("a [x][y] [z]: /u [^1] [[w]]", "a [x\\][y] [z\\]: /u \\[^1] \\[[w]\\]"),
            ("www.a.example WWW.b.example", "www\\.a.example WWW\\.b.example"),
            ("<script>|`x", "&lt;script>\\|\\`x"),
            ("> quoted", "&gt; quoted"),
            ("one\n\n# two\n| three", "one \\# two \\| three"),
            ("- a list", "\\- a list"),
            ("12. a list", "12\\. a list"),
            ("12) a list", "12\\) a list"),
            ("[x] a task", "\\[x] a task"),
            ("&lt;b&gt; &#60; a & b", "&amp;lt;b&amp;gt; &amp;#60; a & b"),
            ("*a* _b_ ~~c~~ $d$ \\", "\\*a\\* \\_b\\_ \\~\\~c\\~\\~ \\$d\\$ \\\\"),
            ("@someone, (@them) a@b", "@&#8203;someone, (@&#8203;them) a@&#8203;b"),
            ("`<b>` and ``x`` `a|b`", "`<b>` and \\`\\`x\\`\\` \\`a\\|b\\`"),
            ("`a\u{202e}b` `open", "`a⟨U+202E⟩b` \\`open"),
        ] {
            assert_eq!(markdown(given), safe);
        }
    }

    #[test]
    fn markdown_leaves_alone_what_is_no_markup() {
        for given in [
            "a well-known 12.5 rule.",
            "weighted_mean of [repo#104, repo#105] at 03988c5a5ba2",
            "a -> b, `operator.ior` and a__b",
            "not met (2 of 3); needed: 3",
        ] {
            assert_eq!(markdown(given), given);
        }
    }
}
