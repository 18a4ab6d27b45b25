//! Names of files as they are shown: text that no terminal acts on.

use std::fmt::Write;

/// Bytes that are no UTF-8, and control characters, as `\xNN`.
pub(super) fn shown(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars() {
            if letter.is_control() {
                letter
                    .encode_utf8(&mut [0; 4])
                    .bytes()
                    .for_each(|byte| escape(&mut text, byte));
            } else {
                text.push(letter);
            }
        }
        chunk.invalid().iter().for_each(|byte| escape(&mut text, *byte));
    }
    text
}

fn escape(text: &mut String, byte: u8) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\\x{byte:02x}");
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn names_hold_no_controls_and_are_text() {
        assert_eq!(shown("src/é.py".as_bytes()), "src/é.py");
        assert_eq!(shown(b"a\nb\xff\x1b[0m"), "a\\x0ab\\xff\\x1b[0m");
    }
}
