//! What a Markdown file says about itself before it begins: `key: value` between two lines of
//! `---`.
//!
//! Only plain scalars count: lists and nested values are passed over.

use jurat_model::{DocumentMetadata, SourceKind};

use super::rendition_builder::one_line;

/// Keys that are read, and bytes of a value.
const MOST_KEYS: usize = 32;
const LONGEST_VALUE: usize = 256;

/// What the block says, and the text after it. Without one, the text is all there is.
pub(super) fn split(text: &str) -> (DocumentMetadata, &str) {
    let Some((block, rest)) = block(text) else { return (DocumentMetadata::default(), text) };
    let mut metadata = DocumentMetadata::default();
    for (key, value) in block.lines().filter_map(pair).take(MOST_KEYS) {
        match key {
            "title" => metadata.title = Some(one_line(value)),
            "kind" => metadata.kind = kind(value),
            _ => drop(metadata.values.insert(key.to_owned(), value.to_owned())),
        }
    }
    (metadata, rest)
}

fn block(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        let end = at + line.len();
        if matches!(line.trim_end(), "---" | "...") {
            let after = rest[end..].trim_start_matches(['\n', '\r']);
            return Some((&rest[..at], after));
        }
        at = end;
    }
    None
}

fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let plain =
        |key: &str| key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let value = value.trim();
    let bare = ['"', '\''].into_iter().find_map(|mark| {
        let inner = value.strip_prefix(mark)?;
        inner.strip_suffix(mark)
    });
    let value = bare.unwrap_or(value);
    let fits = !value.is_empty() && value.len() <= LONGEST_VALUE;
    (!key.is_empty() && plain(key) && fits).then_some((key, value))
}

/// `policy` for short; a word that names no kind leaves it open.
fn kind(word: &str) -> SourceKind {
    let word = if word == "policy" { SourceKind::PolicyManual.word() } else { word };
    word.parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use jurat_model::SourceKind;

    use super::split;

    #[track_caller]
    fn check(text: &str, kind: SourceKind, pairs: &[(&str, &str)], rest: &str) {
        let (metadata, after) = split(text);
        assert_eq!((metadata.kind, after), (kind, rest), "{text:?}");
        for (key, value) in pairs {
            assert_eq!(metadata.get(key), Some(*value));
        }
    }

    #[test]
    fn a_block_says_what_a_file_is() {
        check(
            "---\ntitle: \"Ferry rules\"\nkind: policy\ntopic: boats\nlist:\n  - a\n---\n\n# One\n",
            SourceKind::PolicyManual,
            &[("title", "Ferry rules"), ("topic", "boats")],
            "# One\n",
        );
        check("---\r\nkind: statute\r\n---\r\nx", SourceKind::Statute, &[], "x");
    }

    #[test]
    fn a_line_that_is_no_block_stays() {
        for text in ["---\nno end: here\n", "--- \nx", "# One\n---\nkind: statute\n---\n", ""] {
            check(text, SourceKind::Submitted, &[], text);
        }
    }

    #[test]
    fn what_is_not_understood_is_passed_over() {
        check("---\nkind: poem\n: x\na b: c\n---\nx", SourceKind::Submitted, &[], "x");
    }
}
