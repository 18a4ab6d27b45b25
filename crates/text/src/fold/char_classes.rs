//! What folding does to a single character.

/// How a character folds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FoldingClass {
    /// Collapses with its neighbours to one space.
    Space,
    /// Divides words, or joins them: what follows decides.
    Hyphen,
    /// Seen only where a line ends.
    SoftHyphen,
    Dash,
    /// Any quotation mark or apostrophe.
    Quote,
    Hidden,
    Other,
}

pub(super) fn class(c: char) -> FoldingClass {
    match c {
        '-' | '\u{2010}' => FoldingClass::Hyphen,
        // Some PDF readers write the last two for a hyphen that divides a word.
        '\u{ad}' | '\u{2}' | '\u{FFFE}' => FoldingClass::SoftHyphen,
        '\u{2011}'..='\u{2015}'
        | '\u{2212}'
        | '\u{2E3A}'
        | '\u{2E3B}'
        | '\u{FE58}'
        | '\u{FE63}'
        | '\u{FF0D}'
        | '\u{2043}' => FoldingClass::Dash,
        '\''
        | '"'
        | '`'
        | '´'
        | '«'
        | '»'
        | '\u{2BC}'
        | '\u{2018}'..='\u{201F}'
        | '\u{2032}'..='\u{2037}'
        | '\u{2039}'
        | '\u{203A}'
        | '\u{FF02}'
        | '\u{FF07}'
        | '\u{301D}'..='\u{301F}' => FoldingClass::Quote,
        '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}'
        | '\u{180E}'
        | '\u{34F}'
        | '\u{61C}'
        | '\u{FE00}'..='\u{FE0F}' => FoldingClass::Hidden,
        _ if c.is_whitespace() => FoldingClass::Space,
        _ if c.is_control() => FoldingClass::Hidden,
        _ => FoldingClass::Other,
    }
}

/// Whether a byte is ASCII that folds at most in case.
pub(super) const fn is_plain(byte: u8) -> bool {
    PLAIN[byte as usize]
}

const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        plain[byte as usize] = !matches!(byte, b'-' | b'"' | b'\'' | b'`');
        byte += 1;
    }
    plain
};

/// Letters of Latin-1 and Latin Extended-A, which normalisation leaves alone and whose small
/// form is one character.
pub(super) const fn is_latin_letter(c: char) -> bool {
    matches!(c, 'À'..='Ö' | 'Ø'..='Þ' | 'à'..='ö' | 'ø'..='ÿ' | 'Œ' | 'œ' | 'Ÿ' | 'Š' | 'š')
}

pub(super) const fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// How a quotation mark folds. Beside a number, single and double ones are feet and inches.
pub(super) fn folded_quote(mark: char, text: &str) -> char {
    let double = matches!(
        mark,
        '"' | '«'
            | '»'
            | '\u{201C}'..='\u{201F}'
            | '\u{2033}'
            | '\u{2034}'
            | '\u{2036}'
            | '\u{2037}'
            | '\u{FF02}'
            | '\u{301D}'..='\u{301F}'
    );
    if double && text.ends_with(|c: char| c.is_ascii_digit()) { '"' } else { '\'' }
}

/// What keeps a character apart from letters and digits beside it, once normalisation has made
/// plain ones of it: `10²` is not `102`, and `1½` not `11/2`.
pub(super) const fn apart(c: char) -> Option<char> {
    match c {
        '¼'..='¾' | '\u{2150}'..='\u{215F}' | '\u{2189}' => Some(' '),
        '²'
        | '³'
        | '¹'
        // Places between these are nobody's, or signs that normalisation leaves as they are.
        | '\u{2070}'
        | '\u{2071}'
        | '\u{2074}'..='\u{208E}'
        | '\u{2460}'..='\u{24EA}'
        | '\u{3251}'..='\u{325F}'
        | '\u{32B1}'..='\u{32BF}'
        | '\u{1F100}'..='\u{1F10A}' => Some('^'),
        _ => None,
    }
}

/// Writes a character without its case.
pub(super) fn push_folded(c: char, text: &mut String) {
    match c {
        'ß' | 'ẞ' => text.push_str("ss"),
        'ς' => text.push('σ'),
        // The fraction slash, which normalisation makes of `½`.
        '\u{2044}' => text.push('/'),
        _ => text.extend(c.to_lowercase()),
    }
}
