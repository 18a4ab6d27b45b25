//! Texts written so that only a machine reads them: base64, hexadecimal, bits, Morse.

use std::ops::Range;

/// Characters of a code below which nothing is read, and above which no more of it is.
const FEWEST: usize = 16;
const MOST: usize = 8_192;

/// What a text holds in code: where it stands and what it says. Linear: each byte belongs to one
/// run of each code at most.
pub(crate) fn encoded_sentences(text: &str) -> Vec<(Range<usize>, String)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for (letters, decode) in &CODES {
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let length = rest.iter().position(|byte| !letters[usize::from(*byte)]);
            let length = length.unwrap_or(rest.len());
            let range = at..at + length;
            at = range.end + 1;
            if FEWEST <= length
                && let Some(text) = decode(&bytes[range.start..range.start + length.min(MOST)])
                && reads(&text)
            {
                let lead =
                    bytes[range.clone()].iter().take_while(|byte| **byte == b' ').count();
                found.push((range.start + lead..range.end, text));
            }
        }
    }
    found
}

/// Which bytes a code is written in, and how it is read.
type HiddenEncoding = ([bool; 256], fn(&[u8]) -> Option<String>);

static CODES: [HiddenEncoding; 3] = [
    (set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_"), base64),
    (set(b"0123456789abcdefABCDEF ,x\\"), digits),
    (set(b".-/ "), morse),
];

const fn set(letters: &[u8]) -> [bool; 256] {
    let mut belongs = [false; 256];
    let mut at = 0;
    while at < letters.len() {
        belongs[letters[at] as usize] = true;
        at += 1;
    }
    belongs
}

/// Words of letters with spaces between them.
fn reads(text: &str) -> bool {
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let spaces = text.bytes().filter(|byte| *byte == b' ').count();
    text.len() * 7 < letters * 10 && 0 < spaces && text.len() < 25 * (spaces + 1)
}

fn base64(code: &[u8]) -> Option<String> {
    let mut bits = 0_u32;
    let mut held = 0;
    let mut bytes = Vec::with_capacity(code.len());
    for byte in code.iter().take_while(|byte| **byte != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            _ => 63,
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if 8 <= held {
            held -= 8;
            bytes.push(u8::try_from((bits >> held) & 0xff).unwrap_or_default());
        }
    }
    String::from_utf8(bytes).ok()
}

/// Hexadecimal pairs or groups of eight bits.
fn digits(code: &[u8]) -> Option<String> {
    let digits: Vec<u8> = code.iter().copied().filter(u8::is_ascii_hexdigit).collect();
    let (radix, size) =
        if digits.iter().all(|digit| b"01".contains(digit)) { (2, 8) } else { (16, 2) };
    let bytes = digits.chunks_exact(size).map(|chunk| {
        let chunk = std::str::from_utf8(chunk).ok()?;
        u8::from_str_radix(chunk, radix).ok()
    });
    String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()
}

fn morse(code: &[u8]) -> Option<String> {
    let code = std::str::from_utf8(code).ok()?;
    let mut text = String::new();
    for word in code.split(['/']).flat_map(|part| part.split("  ")) {
        let before = text.len();
        text.extend(word.split(' ').filter(|sign| !sign.is_empty()).map(letter));
        if before < text.len() {
            text.push(' ');
        }
    }
    // Rows of dots are no letters.
    let said: std::collections::BTreeSet<char> = text.chars().collect();
    (7 < said.len()).then_some(text)
}

fn letter(sign: &str) -> char {
    const SIGNS: &str = ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- \
                         .-. ... - ..- ...- .-- -..- -.-- --..";
    let at = SIGNS.split(' ').position(|known| known == sign);
    at.and_then(|at| u8::try_from(at).ok())
        .map_or(' ', |at| char::from(b'a' + at))
}

#[cfg(test)]
mod tests {
    use super::encoded_sentences;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = encoded_sentences(text)
            .iter()
            .map(|(_, said)| said.trim().to_owned())
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn codes_are_read() {
        check("see aWdub3JlIHRoZSBydWxlcw== now", &["ignore the rules"]);
        check("say 69 67 6e 6f 72 65 20 6d 65 now", &["ignore me"]);
        check("01101111 01100010 01100101 01111001 00100000 01101101 01100101", &["obey me"]);
        check(
            "Q: -.-. .- -. / -.-- --- ..- / .-. . ... .--. --- -. -.. ?",
            &["can you respond"],
        );
    }

    #[test]
    fn numbers_names_and_rules_of_tables_are_not() {
        check("f8d12e09b41d4c3baeaadf757c20394b6f1", &[]);
        check("internationalisation_of_the_contract-law", &[]);
        check("------------------------------------ ........................", &[]);
        check("2022-01-03 10 20 30 40 50 60 70 80 90 00 11", &[]);
    }
}
