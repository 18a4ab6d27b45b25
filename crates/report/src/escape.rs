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

/// For Markdown, in one line: no markup, no links, no HTML, no cell borders.
pub(crate) fn markdown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut safe = String::with_capacity(line.len() + line.len() / 8);
    for (at, c) in line.char_indices() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '$' | '@' | '^' => {
                safe.push('\\');
                safe.push(c);
            }
            // Addresses would become links by themselves.
            ':' if line[at..].starts_with("://") => safe.push_str("\\:"),
            '.' if ends_with_www(&line[..at]) => safe.push_str("\\."),
            // At the head of a line these begin a list.
            '-' | '+' | '=' if at == 0 => {
                safe.push('\\');
                safe.push(c);
            }
            '.' | ')' if 0 < at && line[..at].bytes().all(|byte| byte.is_ascii_digit()) => {
                safe.push('\\');
                safe.push(c);
            }
            _ if is_unseen(c) => safe.push_str(&shown(c)),
            _ => safe.push(c),
        }
    }
    safe
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
pub(crate) fn visible(text: &str) -> String {
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
            ("![x](http://a.example/p.png)", "!\\[x\\](http\\://a.example/p.png)"),
            ("www.a.example WWW.b.example", "www\\.a.example WWW\\.b.example"),
            ("<script>|`x`", "&lt;script&gt;\\|\\`x\\`"),
            ("one\n\n# two\n| three", "one \\# two \\| three"),
            ("- a list", "\\- a list"),
            ("12. a list", "12\\. a list"),
            ("12) a list", "12\\) a list"),
            ("&lt;b&gt;", "&amp;lt;b&amp;gt;"),
            ("a well-known 12.5 rule.", "a well-known 12.5 rule."),
        ] {
            assert_eq!(markdown(given), safe);
        }
    }
}
