//! One document in every renderer: what is folded, what is left out, where links lead, and that no word is obeyed.
#![expect(clippy::unwrap_used)]

use jurat_document::{
    CodeListing, CollapsibleBlock, DocumentBlock, DocumentCard, DocumentList, DocumentListItem,
    DocumentSection, DocumentTree, InlineSpan, RENDERERS, ScorePlot, StatusTone, code, file,
    link, plain, prose, strong,
};
use pulldown_cmark::{Event, Options, Parser, Tag};

const HOSTILE: &str = "</title><script>alert(1)</script>\" onload='x' | `a` ```\n\n# Fake\n- [x](javascript:alert(1)) \
    \u{1b}[31m\u{202e}gnp #eval(1) $x$ *b* https://evil.example @someone <img src=x> &lt; [[w]]\u{e000}渡";

fn exhibit(id: &str, title: &str) -> DocumentBlock {
    DocumentBlock::Card(DocumentCard {
        id: id.to_owned(),
        title: title.to_owned(),
        aside: vec![code("log.txt:3")],
        blocks: vec![DocumentBlock::Code(CodeListing {
            lines: (1..=20).map(|n| format!("lamp {n} of {id}")).collect(),
            first: Some(3),
        })],
        exhibit: true,
        ..DocumentCard::default()
    })
}

/// A document of every kind of block, its words given.
fn document(words: &str, language: &str) -> DocumentTree {
    let scale = InlineSpan::Scale(ScorePlot {
        bounds: (1, 5),
        points: vec![Some(2), None, Some(4)],
        result: Some(3),
        words: format!("{words}: 3"),
    });
    let folded = CollapsibleBlock {
        summary: "two lamps".to_owned(),
        blocks: vec![DocumentBlock::Paragraph { words: vec![link("e1", "log#1")] }],
        instead: vec![DocumentBlock::said("Two lamps are lit.")],
    };
    let item = |id: &str, said: &str| DocumentListItem {
        id: Some(id.to_owned()),
        words: vec![plain(said), plain(" "), link("e0", "log#0")],
        marked: false,
    };
    let card = DocumentCard {
        id: "c0".to_owned(),
        title: "Lamps".to_owned(),
        chip: "PASS".to_owned(),
        tone: StatusTone::Good,
        aside: vec![plain(words)],
        blocks: vec![
            DocumentBlock::Quote { words: words.to_owned(), language: "en".to_owned() },
            DocumentBlock::Pairs {
                rows: vec![(words.to_owned(), vec![strong(words)])],
            },
            DocumentBlock::Folded(folded),
        ],
        exhibit: false,
    };
    let head = [("Name", 1.0), ("Scores", 1.0)];
    let rows =
        vec![vec![[prose(words), vec![InlineSpan::Break, code(words)]].concat(), vec![scale]]];
    let main = [
        vec![
            DocumentBlock::Callout { words: prose(words) },
            DocumentBlock::Value { words: "15 days".to_owned() },
            DocumentBlock::List(DocumentList {
                from: Some(1),
                items: vec![item("s1", words), item("s2", words)],
            }),
            DocumentBlock::Card(card),
        ],
        DocumentBlock::table(&head, rows),
    ];
    let appendix = DocumentSection {
        appendix: true,
        ..DocumentSection::new(
            "log",
            "Log",
            vec![exhibit("e0", "log#0"), exhibit("e1", "log#1")],
        )
    };
    DocumentTree {
        language: language.to_owned(),
        kicker: "Watch".to_owned(),
        title: words.to_owned(),
        verdict: "Kept".to_owned(),
        facts: vec![words.to_owned()],
        date: Some("2026-01-09".to_owned()),
        blocks: vec![
            DocumentBlock::Section(DocumentSection::new("main-part", "Night", main.concat())),
            DocumentBlock::Section(appendix),
        ],
        disclaimer: words.to_owned(),
        signed: true,
    }
}

fn rendered(document: &DocumentTree, name: &str) -> String {
    let renderer = RENDERERS.iter().find(|one| one.name == name).unwrap();
    String::from_utf8((renderer.render)(document).unwrap()).unwrap()
}

#[test]
fn print_shows_what_stands_instead_and_only_exhibits_that_it_leads_to() {
    let document = document("The keeper lit the lamps", "en");
    let page = rendered(&document, "html");
    assert!(
        page.contains("two lamps") && page.contains("id=\"e0\"") && page.contains("id=\"e1\"")
    );
    assert!(page.contains("lamp 20 of e0"));
    for name in ["markdown", "text"] {
        let page = rendered(&document, name);
        assert!(page.contains("Two lamps are lit.") && !page.contains("two lamps"), "{name}");
        assert!(page.contains("lamp 12 of e0") && !page.contains("of e1"), "{name}");
        assert!(page.contains("… 8 more lines") && !page.contains("lamp 13 of e0"), "{name}");
    }
}

/// The main part of the package that the word-processing renderer makes.
fn document_xml(document: &DocumentTree) -> String {
    let renderer = RENDERERS.iter().find(|one| one.name == "docx").unwrap();
    let bytes = (renderer.render)(document).unwrap();
    assert_eq!(bytes, (renderer.render)(document).unwrap());
    let mut package = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    assert!(package.by_name("[Content_Types].xml").is_ok());
    std::io::read_to_string(package.by_name("word/document.xml").unwrap()).unwrap()
}

#[test]
fn what_people_edit_is_whole_and_its_links_lead_somewhere() {
    let page = document_xml(&document("The keeper lit the lamps", "en"));
    assert!(page.contains("Two lamps are lit.") && !page.contains("two lamps"));
    assert!(page.contains("lamp 12 of e0") && !page.contains("of e1"));
    let mut open = Vec::new();
    for tag in page.split('<').skip(2) {
        let tag = tag.split('>').next().unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap().to_owned());
        }
    }
    assert_eq!(open, Vec::<String>::new());
    let mut links = 0;
    for part in page.split("w:anchor=\"").skip(1) {
        let name = part.split('"').next().unwrap();
        assert_eq!(page.matches(&format!("w:name=\"{name}\"")).count(), 1, "{name}");
        links += 1;
    }
    assert!(0 < links);
}

#[test]
fn every_link_leads_somewhere() {
    let document = document("The keeper lit the lamps", "en");
    let page = rendered(&document, "html");
    for part in page.split("href=\"#").skip(1) {
        let id = part.split('"').next().unwrap();
        assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
    let page = rendered(&document, "markdown");
    assert!(page.contains("[log\\#0](#log0)") || page.contains("[log#0](#log0)"), "{page}");
    assert!(page.contains("### log#0\n"), "{page}");
}

#[test]
fn scores_are_a_picture_with_words_and_numbers_in_text() {
    let document = document("Lamps", "en");
    assert!(rendered(&document, "html").contains("aria-label=\"Lamps: 3\""));
    assert!(rendered(&document, "markdown").contains("| 2 · – · 4 |"));
}

#[test]
fn a_page_speaks_the_language_of_its_document() {
    let document = document("Le gardien allume les lampes", "fr");
    let page = rendered(&document, "html");
    assert!(page.contains("<html lang=\"fr\">") && page.contains("Aller au texte"));
    assert!(rendered(&document, "markdown").contains("## Avertissement"));
}

#[test]
fn no_word_is_obeyed() {
    let document = document(HOSTILE, HOSTILE);
    let page = rendered(&document, "html");
    let body = page.split("</style>").nth(1).unwrap();
    assert!(
        !body.contains("<script") && !body.contains("<img") && !page.contains("href=\"http")
    );
    let page = rendered(&document, "markdown");
    let mut headings = 0;
    for event in Parser::new_ext(&page, Options::all()) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => assert_eq!(&*dest_url, "#log0"),
            Event::Html(words) | Event::InlineHtml(words) => assert_eq!(&*words, ""),
            Event::Start(Tag::Heading { .. }) => headings += 1,
            Event::Start(Tag::Image { .. }) | Event::InlineMath(_) => unreachable!("{event:?}"),
            _ => {}
        }
    }
    assert_eq!(headings, 6, "{page}");
    for name in ["markdown", "text"] {
        let page = rendered(&document, name);
        let bad = |c: &char| c.is_control() && *c != '\n' || *c == '\u{202e}';
        assert_eq!(page.chars().find(bad), None, "{name}");
    }
    let body = document_xml(&document);
    assert!(!body.contains("<script") && !body.contains("<img") && !body.contains('\u{202e}'));
    let paper = RENDERERS.iter().find(|one| one.name == "pdf").unwrap();
    assert!((paper.render)(&document).unwrap().starts_with(b"%PDF"));
}

#[test]
fn a_file_beside_the_page_is_led_to_and_nothing_else_is() {
    for (path, url) in [
        ("a/report.html", "./a/report.html"),
        ("a b/é.pdf", "./a%20b/%C3%A9.pdf"),
        ("javascript:alert(1)", "./javascript%3Aalert%281%29"),
        ("//evil.example/x", "./evil.example/x"),
    ] {
        let document = DocumentTree {
            blocks: vec![DocumentBlock::Paragraph { words: vec![file(path, "the page")] }],
            ..DocumentTree::default()
        };
        let html = rendered(&document, "html");
        assert!(html.contains(&format!("<a href=\"{url}\">the page</a>")), "{html}");
        let markdown = rendered(&document, "markdown");
        assert!(markdown.contains(&format!("[the page]({url})")), "{markdown}");
        assert!(rendered(&document, "text").contains(&format!("the page ({path})")));
    }
}
