//! One character as it is read: without case, accents and disguise.

use unicode_normalization::char::decompose_compatible;

/// What a character is to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GlyphClass {
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

/// Reads a character: wide and fancy forms as what they are forms of, a ligature letter by letter.
pub fn read_glyph(given: char, mut take: impl FnMut(GlyphClass)) {
    if given.is_ascii() {
        return take(plain(given));
    }
    match given {
        '\u{e0020}'..='\u{e007e}' => match plain(from_offset(given, '\u{e0020}', ' ')) {
            GlyphClass::Letter(letter) => take(GlyphClass::Smuggled(letter)),
            _ => take(GlyphClass::Gap),
        },
        '\u{fe00}'..='\u{fe0f}' | '\u{300}'..='\u{34e}' | '\u{350}'..='\u{36f}' => {
            take(GlyphClass::Mark);
        }
        '\u{1f130}'..='\u{1f149}' => take(plain(from_offset(given, '\u{1f130}', 'a'))),
        '\u{1f170}'..='\u{1f189}' => take(plain(from_offset(given, '\u{1f170}', 'a'))),
        '\u{24b6}'..='\u{24e9}' | '\u{ff01}'..='\u{ff5e}' | '\u{1d7ce}'..='\u{1d7ff}' => {
            compatible(given, take);
        }
        _ if is_unseen(given) => take(GlyphClass::Unseen),
        _ if given.is_alphabetic() => compatible(given, take),
        _ if given.is_alphanumeric() => take(GlyphClass::Letter(given)),
        _ => take(GlyphClass::Gap),
    }
}

/// The small Latin letter that one of another alphabet is drawn like.
pub fn latin_lookalike(letter: char) -> Option<char> {
    // Of these the small letter looks like another.
    let small = match letter {
        'Η' => return Some('h'),
        'Ν' => return Some('n'),
        'Υ' => return Some('y'),
        other => other.to_lowercase().next().unwrap_or(other),
    };
    Some(match small {
        'а' | 'α' | 'ɑ' => 'a',
        'в' | 'β' | 'ь' => 'b',
        'с' | 'ϲ' | 'ᴄ' => 'c',
        'ԁ' => 'd',
        'е' | 'є' | 'ε' | 'ҽ' => 'e',
        'ɡ' | 'ց' => 'g',
        'һ' | 'н' | 'հ' => 'h',
        'і' | 'ї' | 'ι' | 'ɩ' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ӏ' => 'l',
        'м' => 'm',
        'п' | 'η' | 'ո' => 'n',
        'о' | 'ο' | 'σ' | 'օ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' | 'ʋ' => 'u',
        'ѵ' | 'ν' => 'v',
        'ԝ' | 'ω' | 'ѡ' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' | 'ү' => 'y',
        'з' | 'ζ' => 'z',
        _ => return None,
    })
}

const fn plain(given: char) -> GlyphClass {
    if given.is_ascii_alphanumeric() {
        GlyphClass::Letter(given.to_ascii_lowercase())
    } else {
        GlyphClass::Gap
    }
}

/// The plain letters that one is a form of; itself where it is a form of none.
fn compatible(given: char, mut take: impl FnMut(GlyphClass)) {
    let mut any = false;
    decompose_compatible(given, |part| {
        if part.is_ascii() {
            any = true;
            take(plain(part));
        }
    });
    if !any {
        let small = given.to_lowercase().next().unwrap_or(given);
        take(GlyphClass::Letter(without_stroke(small)));
    }
}

/// Letters that decompose to nothing and are read as others.
const fn without_stroke(small: char) -> char {
    match small {
        'æ' => 'a',
        'đ' | 'ð' => 'd',
        'ı' => 'i',
        'ł' => 'l',
        'ø' | 'œ' => 'o',
        'ß' => 's',
        other => other,
    }
}

const fn is_unseen(given: char) -> bool {
    matches!(
        given,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{e0000}'..='\u{e001f}'
            | '\u{e007f}'..='\u{e0fff}'
    )
}

fn from_offset(given: char, first: char, base: char) -> char {
    let offset = u32::from(given) - u32::from(first);
    char::from_u32(u32::from(base) + offset).unwrap_or(given)
}

#[cfg(test)]
mod tests {
    use super::{GlyphClass, latin_lookalike, read_glyph};

    fn read(text: &str) -> Vec<GlyphClass> {
        let mut found = Vec::new();
        for given in text.chars() {
            read_glyph(given, |glyph| found.push(glyph));
        }
        found
    }

    #[track_caller]
    fn check(text: &str, plain: &str) {
        let letters = plain.chars().map(GlyphClass::Letter).collect::<Vec<_>>();
        assert_eq!(read(text), letters, "{text}");
    }

    #[test]
    fn letters_are_read_without_their_dress() {
        check("ÉçŁø", "eclo");
        check("Ａ𝐈𝔤ⓝ🅰", "aigna");
        check("𝑡ℎ５𝟓", "th55");
        check("ﬁﬃ", "fiffi");
        check("Жйё", "жйё");
    }

    #[test]
    fn what_is_not_seen_is_told_from_gaps() {
        assert_eq!(read("\u{e0049}"), [GlyphClass::Smuggled('i')]);
        assert_eq!(read("\u{200b}\u{3164}"), [GlyphClass::Unseen; 2]);
        assert_eq!(read("\u{301}"), [GlyphClass::Mark]);
        assert_eq!(read("—™ "), [GlyphClass::Gap; 3]);
    }

    #[test]
    fn letters_of_other_alphabets_pass_for_latin_ones() {
        let seen = |text: &str| text.chars().map(latin_lookalike).collect::<Option<String>>();
        assert_eq!(seen("ѕсоре").as_deref(), Some("scope"));
        assert_eq!(seen("ΗΕΥ").as_deref(), Some("hey"));
        assert_eq!(seen("Ж"), None);
    }
}
