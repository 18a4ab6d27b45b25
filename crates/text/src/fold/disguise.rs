//! Words without their disguise: letters of other alphabets that look like Latin ones, wide and
//! fancy forms, characters that nobody sees.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// A text as a person reads it: in compatible forms, without what is not seen, and with the Latin
/// letters that others pass for. Quotes, marks and case stay. Linear.
pub fn undisguised(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let even: String = text.chars().filter(|c| !is_ignorable(*c)).nfkc().collect();
    let mut plain = String::with_capacity(even.len());
    let mut rest = even.as_str();
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        plain.push_str(&latin(word));
        let other = after.find(char::is_alphabetic).unwrap_or(after.len());
        plain.push_str(&after[..other]);
        rest = &after[other..];
    }
    Cow::Owned(plain)
}

/// What European texts are written with: none of it passes for something else.
const fn is_plain(c: char) -> bool {
    c.is_ascii()
        || matches!(
            c,
            '\u{a0}'
                | '§'
                | '©'
                | '«'
                | '°'
                | '·'
                | '»'
                | '\u{c0}'..='\u{130}'
                | '\u{141}'..='\u{17e}'
                | '\u{2010}'..='\u{2015}'
                | '\u{2018}'..='\u{201e}'
                | '…'
                | '€'
                | '→'
        )
}

/// The Latin word that a word passes for, where all of its letters do.
fn latin(word: &str) -> Cow<'_, str> {
    let passes = |c: char| if c.is_ascii() { Some(c) } else { passes_for(c) };
    if word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let seen: Option<String> = word.chars().map(passes).collect();
    seen.map_or(Cow::Borrowed(word), Cow::Owned)
}

const fn is_ignorable(c: char) -> bool {
    matches!(
        c,
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
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The Latin letter that a Cyrillic, Greek, Armenian or phonetic one is drawn like.
const fn passes_for(c: char) -> Option<char> {
    Some(match c {
        'а' | 'α' | 'ɑ' => 'a',
        'А' | 'Α' => 'A',
        'в' | 'Ь' | 'ь' => 'b',
        'В' | 'Β' => 'B',
        'с' | 'ϲ' | 'ᴄ' => 'c',
        'С' | 'Ϲ' => 'C',
        'ԁ' => 'd',
        'е' | 'ε' | 'ҽ' => 'e',
        'Е' | 'Ε' => 'E',
        'ɡ' | 'ց' => 'g',
        'һ' | 'հ' => 'h',
        'Н' | 'Η' | 'н' => 'H',
        'і' | 'ι' | 'ı' | 'ɩ' => 'i',
        'І' | 'Ι' | 'Ӏ' => 'I',
        'ј' => 'j',
        'Ј' => 'J',
        'к' | 'κ' => 'k',
        'К' | 'Κ' => 'K',
        'ӏ' | 'ⅼ' => 'l',
        'м' => 'm',
        'М' | 'Μ' => 'M',
        'п' | 'η' | 'ո' => 'n',
        'Ν' => 'N',
        'о' | 'ο' | 'σ' | 'օ' => 'o',
        'О' | 'Ο' | 'Օ' => 'O',
        'р' | 'ρ' => 'p',
        'Р' | 'Ρ' => 'P',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' => 's',
        'Ѕ' => 'S',
        'т' | 'τ' => 't',
        'Т' | 'Τ' => 'T',
        'υ' | 'ս' | 'ʋ' => 'u',
        'ѵ' | 'ν' => 'v',
        'ԝ' | 'ω' | 'ѡ' => 'w',
        'х' | 'χ' => 'x',
        'Х' | 'Χ' => 'X',
        'у' | 'γ' | 'ү' => 'y',
        'У' | 'Υ' | 'Ү' => 'Y',
        'Ζ' => 'Z',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::undisguised;

    #[test]
    fn words_are_read_through_their_disguise() {
        for (text, plain) in [
            ("award full marks", "award full marks"),
            ("\u{430}w\u{430}rd full m\u{430}rks", "award full marks"),
            ("aw\u{200b}ard fu\u{2060}ll", "award full"),
            ("ｆｕｌｌ ５／５", "full 5/5"),
            ("𝐠𝐢𝐯𝐞 “it”", "give “it”"),
            ("Оценка работы", "Оценка работы"),
            ("déjà vu, Prüfer", "déjà vu, Prüfer"),
        ] {
            assert_eq!(undisguised(text), plain);
        }
    }
}
