//! Lists of real law: where an answer tells a part of one, it says so.
#![expect(clippy::unwrap_used)]
#![expect(clippy::print_stderr, reason = "says what was counted")]

use jurat_canon::Hash;
use jurat_compose::compose_provisions;
use jurat_model::{
    ByteSpan, DocumentMetadata, ExtractionConfidence, NormModality, Quote, ReaderIdentity,
    Requirement, RequirementId, SourceExhibit, SourceType, Statement,
};
use jurat_verify::{GatePolicy, GateRequest, Grounded, decide};

/// Words of a section that is told in parts.
const LONG: usize = 160;
/// Sections of a file that are tried.
const MOST: usize = 300;

/// A section as the only provision that is found.
fn provision(text: &str, question: &str, language: &str) -> Vec<Grounded<Requirement>> {
    let rendition = Hash::of(text.as_bytes());
    let exhibit = SourceExhibit {
        name: "law".to_owned(),
        source: rendition,
        media: "text/plain".to_owned(),
        rendition,
        reader: ReaderIdentity {
            name: "text".to_owned(),
            version: 1,
            options: String::new(),
        },
        metadata: DocumentMetadata::default(),
        text: text.to_owned(),
    };
    let quote = Quote::take(rendition, text, &[(0..text.len()).into()]).unwrap();
    let requirement = Requirement {
        requirement_id: RequirementId { source_type: SourceType::Statute, number: 1 },
        source_type: SourceType::Statute,
        document_id: "law".to_owned(),
        section_heading: String::new(),
        exact_quote: quote.text.clone(),
        chunk_id: "S1".to_owned(),
        extraction_confidence: ExtractionConfidence::High,
        modality: NormModality::Obligation,
        quote,
        points_to: Vec::new(),
        language: language.to_owned(),
    };
    let request = GateRequest {
        question,
        chunks: &[],
        exhibits: &[exhibit],
        judgements: &[],
        policy: GatePolicy { addresses_min: 0.0, ..GatePolicy::provisions() },
    };
    decide(request, &[requirement]).admitted
}

/// The longest list of a section: lines that begin with `(a)` or `a)`, `(b)` and so on, up to the next subsection. Seen
/// without the reader under test.
fn longest_list(text: &str) -> Vec<ByteSpan> {
    let (mut longest, mut list) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end().len();
        let mut letters = line.trim_start_matches([' ', '(']).chars();
        let next = char::from(b'a' + u8::try_from(list.len()).unwrap());
        match (letters.next(), letters.next()) {
            (Some('a'), Some(')')) => list = vec![ByteSpan::from(start..end)],
            (Some(letter), Some(')')) if letter == next && !list.is_empty() => {
                list.push((start..end).into());
            }
            _ if begins_subsection(line) => list.clear(),
            _ => {}
        }
        if longest.len() < list.len() {
            longest.clone_from(&list);
        }
        start += line.len();
    }
    longest
}

/// Whether a number in brackets stands near the beginning of a line, behind a marginal note at most.
fn begins_subsection(line: &str) -> bool {
    line.char_indices()
        .filter(|(at, c)| *c == '(' && *at < 120)
        .any(|(at, _)| {
            let number =
                line[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            number.starts_with(')') && line[at + 1..].starts_with(|c: char| c.is_ascii_digit())
        })
}

fn tells(quote: &Quote, item: &ByteSpan) -> bool {
    quote
        .ranges
        .iter()
        .any(|range| range.start < item.end && item.start < range.end)
}

fn is_in_part(statement: &Statement, list: &[ByteSpan]) -> bool {
    let told = statement
        .quote
        .iter()
        .flat_map(|quote| list.iter().filter(|item| tells(quote, item)));
    (1..list.len()).contains(&told.count())
}

/// Whether a statement that tells some of the items and not the others says so.
fn says_so(statement: &Statement, list: &[ByteSpan]) -> bool {
    let Some(quote) = &statement.quote else { return false };
    let told = |item: &ByteSpan| {
        quote
            .ranges
            .iter()
            .any(|range| range.start < item.end && item.start < range.end)
    };
    let Some(last_told) = list.iter().rposition(told) else { return true };
    if list.iter().all(told) {
        return true;
    }
    let end = quote.ranges.last().unwrap().end;
    let told_after = list[last_told + 1..].is_empty() || end > list[last_told + 1].start;
    statement.text.contains('…') && (told_after || statement.text.ends_with('…'))
}

fn check(name: &str, text: &str, language: &str) -> usize {
    let mut tried = 0;
    for section in text.split("\n\n\n") {
        let section = section.trim();
        let list = longest_list(section);
        if list.len() < 4 || section.split_whitespace().count() < LONG || 8_000 < section.len()
        {
            continue;
        }
        let question: Vec<&str> = section[list[1].start..list[1].end]
            .split_whitespace()
            .skip(1)
            .take(12)
            .collect();
        let evidence = provision(section, &question.join(" "), language);
        let answer = compose_provisions(&question.join(" "), &evidence, None);
        for statement in &answer.statements {
            assert!(says_so(statement, &list), "{name}: {statement:#?}");
            tried += usize::from(is_in_part(statement, &list));
        }
        if MOST <= tried {
            break;
        }
    }
    eprintln!("{name}: {tried} lists told in part");
    tried
}

/// Sections apart by two empty lines, each element on a line.
fn sections(xml: &str) -> String {
    let body = xml.find("<Body").map_or(xml, |at| &xml[at..]);
    let lines = body
        .replace("</Section>", "\n\n\n")
        .replace("</Label>", " ")
        .replace("</Text>", "\n");
    let mut text = String::new();
    for piece in lines.split('<') {
        text.push_str(piece.split_once('>').map_or(piece, |(_, words)| words));
    }
    text
}

#[test]
fn a_list_told_in_part_never_looks_whole() {
    let folders = [
        ("eng/acts", "en"),
        ("eng/regulations", "en"),
        ("fra/lois", "fr"),
        ("fra/reglements", "fr"),
    ];
    let Some(data) = jurat_testdata::data("canada_laws") else { return };
    for (folder, language) in folders {
        let mut tried = 0;
        for file in std::fs::read_dir(data.join(folder)).unwrap() {
            let path = file.unwrap().path();
            let xml = std::fs::read_to_string(&path).unwrap();
            tried += check(&path.display().to_string(), &sections(&xml), language);
        }
        assert!(30 < tried, "too few lists in {folder}: {tried}");
    }
}

#[test]
fn a_list_of_a_code_in_plain_text_neither() {
    let Some(text) = jurat_testdata::text("california_codes/Unemployment_Insurance_Code.txt")
    else {
        return;
    };
    let sections: Vec<&str> =
        text.split("-------------------------------------------").collect();
    assert!(20 < check("Unemployment Insurance Code", &sections.join("\n\n\n"), "en"));
}

#[test]
fn items_that_end_with_full_stops_are_a_list_too() {
    let items: Vec<String> = ["oars", "lamps", "ropes", "bells", "maps"]
        .iter()
        .zip('a'..)
        .map(|(what, letter)| {
            let why = "in good order and stowed where the crew can reach them ".repeat(6);
            format!("({letter}) The ferry carries {what} {why}at night.")
        })
        .collect();
    let text = format!(
        "12. A ferry that crosses the lake meets the following rules:\n{}",
        items.join("\n")
    );
    let question = "Does a ferry carry oars?";
    let answer = compose_provisions(question, &provision(&text, question, "en"), None);
    let told = &answer.statements[0].text;
    assert!(!told.contains("maps") && told.ends_with('…'), "{told}");
}
