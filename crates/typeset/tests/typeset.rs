//! Documents: the same bytes each time, fonts inside, of their standards, and every word shown as it is.
#![expect(clippy::unwrap_used)]

use jurat_typeset::{
    BlockGap, EdgeStroke, FlowBlock, FontFace, InlineRun, PaperSheet, PartRole, RgbColour,
    RunningWords, TextBlock, TextPart, TextStyle, TypesetJob, WordRole, WordRun, has_glyph,
    typeset,
};

const INK: RgbColour = RgbColour(0, 0, 0);
const STYLE: TextStyle = TextStyle {
    face: FontFace::Serif,
    size: 10.0,
    colour: INK,
    tracking: 0.5,
    highlight: Some(RgbColour(255, 255, 0)),
};
const SHEET: PaperSheet = PaperSheet {
    width: 612.0,
    height: 792.0,
    colour: RgbColour(255, 255, 255),
    top: 60.0,
    bottom: 60.0,
    side: 60.0,
};

fn text(role: PartRole, said: &str) -> FlowBlock {
    let words = said.to_owned();
    let run = WordRun {
        words,
        style: STYLE,
        role: WordRole::Plain,
        frame: None,
    };
    let runs = vec![InlineRun::Words(run)];
    FlowBlock::Text(TextBlock {
        parts: vec![TextPart { role, language: None, runs }],
        leading: 5.0,
        gap: BlockGap { above: 6.0, below: 6.0, is_firm: false },
        is_sticky: false,
        anchor: Some("title".to_owned()),
    })
}

fn set(said: &str, date: Option<[u16; 3]>) -> Vec<u8> {
    let running = RunningWords {
        head: ("A page".to_owned(), STYLE),
        head_end: ("PAGES".to_owned(), STYLE),
        rule: EdgeStroke { width: 0.6, colour: INK },
        foot: ("A foot".to_owned(), STYLE),
        page: "Page".to_owned(),
    };
    let heading = PartRole::Heading { level: 1, is_outlined: true };
    let job = TypesetJob {
        title: said,
        language: "en",
        creator: "a test",
        date,
        sheet: &SHEET,
        head: &[text(heading, said)],
        body: &[text(PartRole::Paragraph, said)],
        running: &running,
    };
    typeset(job).unwrap()
}

#[test]
fn the_same_job_gives_the_same_bytes() {
    let words = "shall *must* fi ff — ✓ שלום ⟨U+202E⟩ e\u{301}";
    let first = set(words, None);
    assert!(first.starts_with(b"%PDF-1.7"));
    assert_eq!(first, set(words, None));
    let threads: Vec<_> =
        (0..4).map(|_| std::thread::spawn(move || set(words, None))).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), first);
    }
    assert_ne!(first, set("may", None));
}

#[test]
fn words_are_shown_and_never_run() {
    let bytes = set("#read(1) $x$ <b> %PDF", None);
    let file = String::from_utf8_lossy(&bytes);
    assert!(file.contains("/T(#read(1) $x$ <b> %PDF)"));
}

#[test]
fn a_dated_document_is_fit_for_archives() {
    for (date, is_archival) in [(Some([2026, 1, 9]), true), (None, false)] {
        let bytes = set("lamps", date);
        let file = String::from_utf8_lossy(&bytes);
        assert!(file.contains("pdfuaid:part>1<"), "{date:?}");
        assert_eq!(file.contains("pdfaid:part>2<"), is_archival, "{date:?}");
        assert_eq!(file.contains("pdfaid:conformance>A<"), is_archival, "{date:?}");
    }
}

#[test]
fn nothing_is_a_page_too() {
    assert!(set("", None).starts_with(b"%PDF"));
}

#[test]
fn glyphs_are_known() {
    for (sign, here) in [('a', true), ('é', true), ('§', true), ('…', true), ('渡', false)]
    {
        assert_eq!(has_glyph(sign), here, "{sign}");
    }
}
