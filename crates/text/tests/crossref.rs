//! Cross-references and what they name. All laws are invented.

#![expect(clippy::unwrap_used, reason = "a value that cannot be written should stop loudly")]

use jurat_text::crossref::cross_references;

/// References as `unit: path path-path | law`.
fn read(text: &str) -> Vec<String> {
    let joined = |steps: &[String]| steps.join("/");
    cross_references(text)
        .iter()
        .map(|found| {
            let unit = serde_json::to_value(found.unit).unwrap();
            let paths: Vec<String> = found
                .paths
                .iter()
                .map(|path| {
                    let to = if path.is_range() { joined(&path.to) } else { String::new() };
                    [joined(&path.from), to].join("-").trim_end_matches('-').to_owned()
                })
                .collect();
            let tail = found
                .tail
                .as_ref()
                .map_or(String::new(), |tail| format!(" | {}", tail.of));
            format!("{}: {}{tail}", unit.as_str().unwrap(), paths.join(" "))
        })
        .collect()
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(read(text), expected, "{text:?}");
}

#[test]
fn english_references() {
    check("under subsection 25(1)", &["subsection: 25/1"]);
    check("see s. 40(1)(a)(ii) here", &["section: 40/1/a/ii"]);
    check("subsections 25(1) and 25.1(1) of this Act", &["subsection: 25/1 25.1/1 | this Act"]);
    check("sections 3 to 7 apply", &["section: 3-7"]);
    check("ss. 3, 4 and 5.", &["section: 3 4 5"]);
    check("Rule 8.10.1(2)(b) applies", &["rule: 8.10.1/2/b"]);
    check("§ 1983 and §§ 12–14", &["section: 1983 12-14"]);
    check("paragraph (a) or (b)", &["paragraph: a b"]);
    check("Part IV and Schedule 2", &["part: iv", "schedule: 2"]);
    check("Article 5(1) of the Harbour Convention", &["article: 5/1 | Harbour Convention"]);
    check(
        "section 12A of the Boats and Barges Act, as amended",
        &["section: 12a | Boats and Barges Act"],
    );
    check("Regulation 4 of these Regulations", &["regulation: 4 | these Regulations"]);
    check("section 5, 30 days later", &["section: 5"]);
    check("s 91 of the Act", &["section: 91 | Act"]);
    check("section 25 (1) and (2)", &["section: 25/1 2"]);
    check("section 3 (2019)", &["section: 3"]);
    check("Chapter 3.2.1 of the General Rulebook", &["chapter: 3.2.1 | General Rulebook"]);
}

#[test]
fn french_references() {
    check("l’article 5 de la présente loi", &["article: 5 | la présente loi"]);
    check("à l’alinéa 40(1)a) et au paragraphe 25(1)", &["item: 40/1/a", "paragraph: 25/1"]);
    check("les articles 3 à 7", &["article: 3-7"]);
    check("l'art. 12 du Règlement", &["article: 12 | Règlement"]);
    check("aux paragraphes 25(1) et 25.1(1)", &["paragraph: 25/1 25.1/1"]);
}

#[test]
fn portuguese_references() {
    check("o art. 5º da Lei", &["article: 5 | Lei"]);
    check("arts. 3 e 4 desta Lei", &["article: 3 4 | desta Lei"]);
    check("art. 7º, § 1º, inciso II", &["article: 7", "section: 1", "item: ii"]);
    check("alínea a do inciso III", &["item: a", "item: iii"]);
}

#[test]
fn what_is_no_reference() {
    check("a section of the road", &[]);
    check("articles of clothing", &[]);
    check("the parts are 5", &[]);
    check("This article is long", &[]);
    check("Rules are rules", &[]);
    check("in part a mistake", &[]);
    check("dissections 5", &[]);
}
