//! One character as it is read: without case, accents and disguise.

/// What a character is to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GlyphClass {
    /// Part of a word.
    Letter(char),
    /// Not seen, and no part of anything: joins what is around it.
    Unseen,
    /// Not seen, yet it stands for a letter.
    Smuggled(char),
    /// A mark on the letter before it.
    Mark,
    Gap,
}

pub(super) fn glyph(given: char) -> GlyphClass {
    if given.is_ascii() {
        return if given.is_ascii_alphanumeric() {
            GlyphClass::Letter(given.to_ascii_lowercase())
        } else {
            GlyphClass::Gap
        };
    }
    match given {
        '\u{ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{180e}'
        | '\u{feff}'
        | '\u{e0000}'..='\u{e001f}'
        | '\u{e007f}'..='\u{e0fff}' => GlyphClass::Unseen,
        '\u{fe00}'..='\u{fe0f}' | '\u{300}'..='\u{36f}' => GlyphClass::Mark,
        '\u{e0020}'..='\u{e007e}' => match from_offset(given, '\u{e0020}', ' ') {
            letter if letter.is_ascii_alphanumeric() => {
                GlyphClass::Smuggled(letter.to_ascii_lowercase())
            }
            _ => GlyphClass::Gap,
        },
        _ => seen(given),
    }
}

fn seen(given: char) -> GlyphClass {
    let plain = match given {
        '\u{ff01}'..='\u{ff5e}' => from_offset(given, '\u{ff01}', '!'),
        // Letters of mathematics come in alphabets of 26, small after capital.
        '\u{1d400}'..='\u{1d6a3}' => alphabet(u32::from(given) - 0x1_d400),
        '\u{1d7ce}'..='\u{1d7ff}' => digit((u32::from(given) - 0x1_d7ce) % 10),
        '\u{24b6}'..='\u{24cf}' => from_offset(given, '\u{24b6}', 'a'),
        '\u{24d0}'..='\u{24e9}' => from_offset(given, '\u{24d0}', 'a'),
        '\u{1f130}'..='\u{1f149}' => from_offset(given, '\u{1f130}', 'a'),
        '\u{1f170}'..='\u{1f189}' => from_offset(given, '\u{1f170}', 'a'),
        other => other,
    };
    if !plain.is_alphanumeric() {
        return GlyphClass::Gap;
    }
    let small = plain.to_lowercase().next().unwrap_or(plain);
    GlyphClass::Letter(without_accent(small))
}

fn from_offset(given: char, first: char, base: char) -> char {
    let offset = u32::from(given) - u32::from(first);
    char::from_u32(u32::from(base) + offset).unwrap_or(given)
}

fn alphabet(offset: u32) -> char {
    char::from_u32(u32::from('a') + offset % 26).unwrap_or('a')
}

fn digit(value: u32) -> char {
    char::from_digit(value, 10).unwrap_or('0')
}

const fn without_accent(small: char) -> char {
    match small {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'æ' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' | 'ð' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => 'i',
        'ĺ' | 'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'œ' => 'o',
        'ŕ' | 'ŗ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ß' => 's',
        'ţ' | 'ť' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    }
}

/// The Latin letter that a Greek or Cyrillic one passes for.
pub(super) const fn passes_for(letter: char) -> Option<char> {
    Some(match letter {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'є' | 'ε' => 'e',
        'һ' | 'н' => 'h',
        'і' | 'ї' | 'ι' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ӏ' => 'l',
        'м' => 'm',
        'п' | 'η' => 'n',
        'о' | 'ο' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' => 'u',
        'ѵ' | 'ν' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'з' => 'z',
        _ => return None,
    })
}

/// The letter that a digit stands for in words written with digits.
pub(super) const fn stands_for(digit: char) -> char {
    match digit {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{GlyphClass, glyph, passes_for};

    #[test]
    fn letters_are_read_without_their_dress() {
        for (given, plain) in [
            ('É', 'e'),
            ('ç', 'c'),
            ('Ａ', 'a'),
            ('𝐈', 'i'),
            ('𝔤', 'g'),
            ('ⓝ', 'n'),
            ('Ж', 'ж'),
        ] {
            assert_eq!(glyph(given), GlyphClass::Letter(plain), "{given}");
        }
        assert_eq!(glyph('\u{e0049}'), GlyphClass::Smuggled('i'));
        assert_eq!(glyph('\u{200b}'), GlyphClass::Unseen);
        assert_eq!(glyph('—'), GlyphClass::Gap);
        assert_eq!(passes_for('о'), Some('o'));
    }
}
