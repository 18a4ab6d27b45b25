//! What may be asked.

/// Questions beyond this many bytes are refused: no person asks so.
const LONGEST: usize = 8_000;

/// The question on one line, without signs that no screen shows; or why it cannot be asked.
pub(crate) fn tidy(question: &str) -> Result<String, String> {
    if LONGEST < question.len() {
        return Err(format!(
            "the question has {} bytes; at most {LONGEST} are read",
            question.len()
        ));
    }
    let shown = |char: &char| !char.is_control() || char.is_whitespace();
    let shown: String = question.chars().filter(shown).collect();
    let tidy: Vec<&str> = shown.split_whitespace().collect();
    if !tidy.iter().any(|word| word.chars().any(char::is_alphanumeric)) {
        return Err("the question is empty".to_owned());
    }
    Ok(tidy.join(" "))
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn a_question_is_one_line_of_words() {
        assert_eq!(tidy(" who\nmust\u{7} report? "), Ok("who must report?".to_owned()));
        for wrong in ["", " \n", "???", "\u{0}"] {
            assert!(tidy(wrong).is_err(), "{wrong:?}");
        }
        assert!(tidy(&"a ".repeat(4_001)).is_err());
    }
}
