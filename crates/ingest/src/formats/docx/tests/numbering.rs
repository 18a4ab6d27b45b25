//! Numbers of lists: what Word shows before a paragraph stands in the text.

use jurat_model::PartKind;

use super::{document_with, paragraph};
use crate::formats::{docx::read, tests::outcome};

/// Contract clauses: `Article I`, `1.1`, `(a)`, `(i)`.
const CLAUSES: &str = r#"<w:abstractNum w:abstractNumId="1">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:pStyle w:val="Article"/><w:lvlText w:val="Article %1"/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Clause"/><w:isLgl/><w:lvlText w:val="%1.%2"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl>
<w:lvl w:ilvl="3"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="(%4)"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>"#;
const STYLES: &str = r#"<w:styles xmlns:w="w">
<w:style w:styleId="Article"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:styleId="Clause"><w:name w:val="Clause"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:styleId="Firm"><w:basedOn w:val="Clause"/></w:style>
<w:style w:styleId="Plain"><w:basedOn w:val="Clause"/><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr></w:style>
</w:styles>"#;

fn at(list: u32, level: u32, words: &str) -> String {
    let list = format!("<w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='{list}'/></w:numPr>");
    paragraph(&list, words)
}

fn styled(style: &str, words: &str) -> String {
    paragraph(&format!("<w:pStyle w:val='{style}'/>"), words)
}

/// The lines of a document of these paragraphs, whose lists are these.
#[track_caller]
fn check(lists: &str, body: &[String], expected: &[&str]) {
    let lists = format!("<w:numbering xmlns:w='w'>{lists}</w:numbering>");
    let bytes = document_with(&body.concat(), STYLES, &lists);
    let (made, _) = outcome(read, &bytes).unwrap();
    let lines: Vec<&str> = made.text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, expected);
}

/// A sort of list with one line for each level: its form and its mark, and more if need be.
fn sort(levels: &[(&str, &str, &str)]) -> String {
    let level = |(at, (form, text, more)): (usize, &(&str, &str, &str))| {
        format!(
            "<w:lvl w:ilvl='{at}'><w:start w:val='1'/><w:numFmt w:val='{form}'/>\
             <w:lvlText w:val='{text}'/>{more}</w:lvl>"
        )
    };
    let levels: String = levels.iter().enumerate().map(level).collect();
    format!("<w:abstractNum w:abstractNumId='5'>{levels}</w:abstractNum>")
}

fn list(id: u32, overrides: &str) -> String {
    format!("<w:num w:numId='{id}'><w:abstractNumId w:val='5'/>{overrides}</w:num>")
}

#[test]
fn articles_clauses_and_paragraphs_are_numbered_as_they_are_shown() {
    let body = [
        styled("Article", "Moorings"),
        styled("Clause", "The owner keeps the pier."),
        at(1, 2, "by day; and"),
        at(1, 2, "by night,"),
        at(1, 3, "with a lamp."),
        styled("Firm", "The pier is closed in storms."),
        styled("Plain", "A note without a number."),
        at(1, 2, "begins anew"),
        styled("Article", "Fees"),
        styled("Clause", "A fee is due."),
    ];
    check(
        CLAUSES,
        &body,
        &[
            "Article I Moorings",
            "1.1 The owner keeps the pier.",
            "(a) by day; and",
            "(b) by night,",
            "(i) with a lamp.",
            "1.2 The pier is closed in storms.",
            "A note without a number.",
            "(a) begins anew",
            "Article II Fees",
            "2.1 A fee is due.",
        ],
    );
}

#[test]
fn a_heading_is_cited_by_its_number() {
    let lists = format!("<w:numbering xmlns:w='w'>{CLAUSES}</w:numbering>");
    let bytes = document_with(&styled("Article", "Moorings"), STYLES, &lists);
    let (made, _) = outcome(read, &bytes).unwrap();
    let section = made.parts.iter().find(|part| part.kind == PartKind::Section);
    assert_eq!(section.unwrap().label.as_deref(), Some("Article I"));
}

#[test]
fn a_paragraph_without_words_is_counted() {
    let deleted = "<w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='3'/></w:numPr>\
                   <w:rPr><w:del w:id='1'/></w:rPr></w:pPr>\
                   <w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>";
    let body = [at(3, 0, "one"), at(3, 0, ""), deleted.to_owned(), at(3, 0, "three")];
    let lists = sort(&[("decimal", "%1.", "")]) + &list(3, "");
    check(&lists, &body, &["1. one", "3. three"]);
}

#[test]
fn lists_of_a_sort_go_on_until_one_starts_anew() {
    let anew = "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='4'/></w:lvlOverride>";
    let lists = sort(&[("decimal", "%1)", "")]) + &list(1, "") + &list(2, "") + &list(3, anew);
    let body = [at(1, 0, "a"), at(2, 0, "b"), at(3, 0, "c"), at(3, 0, "d"), at(1, 0, "e")];
    check(&lists, &body, &["1) a", "2) b", "4) c", "5) d", "6) e"]);
}

#[test]
fn a_list_may_have_levels_of_its_own() {
    let own = "<w:lvlOverride w:ilvl='0'><w:lvl w:ilvl='0'><w:start w:val='2'/>\
               <w:numFmt w:val='upperLetter'/><w:lvlText w:val='Annex %1'/></w:lvl></w:lvlOverride>";
    let lists = sort(&[("decimal", "%1.", ""), ("decimal", "%1-%2", "")]) + &list(1, own);
    check(&lists, &[at(1, 0, "a"), at(1, 1, "b")], &["Annex B a", "B-1 b"]);
}

#[test]
fn a_level_restarts_only_where_it_says_so() {
    let never = "<w:lvlRestart w:val='0'/>";
    let lists = sort(&[("upperRoman", "%1.", ""), ("decimal", "§ %2", never)]) + &list(1, "");
    let body = [at(1, 0, "A"), at(1, 1, "b"), at(1, 0, "C"), at(1, 1, "d")];
    check(&lists, &body, &["I. A", "§ 1 b", "II. C", "§ 2 d"]);
    let after_first = "<w:lvlRestart w:val='1'/>";
    let lists = sort(&[
        ("decimal", "%1", ""),
        ("decimal", "%1.%2", ""),
        ("lowerLetter", "(%3)", after_first),
    ]) + &list(1, "");
    let body = [
        at(1, 0, "A"),
        at(1, 1, "b"),
        at(1, 2, "c"),
        at(1, 1, "d"),
        at(1, 2, "e"),
        at(1, 0, "F"),
        at(1, 2, "g"),
    ];
    check(&lists, &body, &["1 A", "1.1 b", "(a) c", "1.2 d", "(b) e", "2 F", "(a) g"]);
}

#[test]
fn a_sort_may_be_taken_from_a_style() {
    let taken = "<w:abstractNum w:abstractNumId='7'><w:numStyleLink w:val='Marks'/></w:abstractNum>\
                 <w:num w:numId='9'><w:abstractNumId w:val='7'/></w:num>";
    let lists = sort(&[("ordinalText", "%1:", "")]);
    let lists = lists.replacen("<w:lvl ", "<w:styleLink w:val='Marks'/><w:lvl ", 1) + taken;
    check(&lists, &[at(9, 0, "a"), at(9, 0, "b")], &["First: a", "Second: b"]);
}

#[test]
fn bullets_zeros_and_levels_out_of_order_are_read() {
    let lists = "<w:abstractNum w:abstractNumId='5'>\
        <w:lvl w:ilvl='1'><w:numFmt w:val='bullet'/><w:lvlText w:val='\u{f0b7}'/></w:lvl>\
        <w:lvl w:ilvl='0'><w:start w:val='0'/><w:numFmt w:val='decimal'/><w:lvlText w:val='%1.'/></w:lvl>\
        </w:abstractNum>";
    let lists = lists.to_owned() + &list(1, "");
    let body = [at(1, 0, "a"), at(1, 1, "b"), at(1, 0, "c"), at(1, 8, "d"), at(4, 0, "e")];
    check(&lists, &body, &["0. a", "- b", "1. c", "d", "e"]);
}
