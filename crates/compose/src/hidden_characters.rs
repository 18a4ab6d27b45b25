//! Characters that cannot be seen.

/// Whether an eye would miss a character that a machine reads.
pub(crate) fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e007f}'
    ) || c.is_control() && !c.is_whitespace()
}
