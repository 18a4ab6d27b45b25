//! Whole documents: where pages end, what goes on after them, where links lead.
#![expect(clippy::unwrap_used)]

use super::{
    BlockGap, BoxInset, EdgeStroke, FlowBlock, FontFace, FrameBlock, FrameLook, GridBlock,
    GridColumn, GridRole, InlineRun, PaperSheet, PartRole, RgbColour, RunningWords, TextBlock,
    TextPart, TextStyle, TypesetError, TypesetJob, WordFrame, WordRole, WordRun,
    galley::{PageItem, PageMark},
    lay,
    pagination::{LaidPage, LaidPages},
    typeset,
};

const INK: RgbColour = RgbColour(0, 0, 0);
const STYLE: TextStyle = TextStyle {
    face: FontFace::Serif,
    size: 10.0,
    colour: INK,
    tracking: 0.0,
    highlight: None,
};
const GAP: BlockGap = BlockGap { above: 6.0, below: 6.0, is_firm: false };
const EDGE: EdgeStroke = EdgeStroke { width: 0.6, colour: INK };
const SHEET: PaperSheet = PaperSheet {
    width: 612.0,
    height: 792.0,
    colour: RgbColour(255, 255, 255),
    top: 65.0,
    bottom: 60.0,
    side: 60.0,
};

fn words(said: &str, role: WordRole, frame: Option<WordFrame>) -> InlineRun {
    InlineRun::Words(WordRun { words: said.to_owned(), style: STYLE, role, frame })
}

fn text(role: PartRole, runs: Vec<InlineRun>) -> TextBlock {
    let parts = vec![TextPart { role, language: None, runs }];
    TextBlock {
        parts,
        leading: 5.0,
        gap: GAP,
        is_sticky: false,
        anchor: None,
    }
}

fn said(words_of: &str) -> FlowBlock {
    FlowBlock::Text(text(PartRole::Paragraph, vec![words(words_of, WordRole::Plain, None)]))
}

fn cell(words_of: &str) -> Vec<FlowBlock> {
    vec![FlowBlock::Text(text(PartRole::Bare, vec![words(words_of, WordRole::Plain, None)]))]
}

fn table(rows: Vec<Vec<Vec<FlowBlock>>>) -> FlowBlock {
    FlowBlock::Grid(GridBlock {
        role: GridRole::Table,
        columns: vec![GridColumn::Fitting, GridColumn::Share(1.0)],
        column_gap: 0.0,
        row_gap: 0.0,
        inset: 4.0,
        head: 1,
        rows,
        rules: Some((EDGE, EDGE)),
        gap: GAP,
    })
}

fn card(blocks: Vec<FlowBlock>) -> FlowBlock {
    let inset = BoxInset { left: 10.0, right: 10.0, top: 8.0, bottom: 8.0 };
    let look = FrameLook {
        fill: Some(INK),
        left: Some(EDGE),
        rest: Some(EDGE),
        inset,
    };
    FlowBlock::Frame(FrameBlock { look, gap: GAP, is_whole: false, blocks })
}

fn heading(said: &str, anchor: &str) -> FlowBlock {
    let role = PartRole::Heading { level: 2, is_outlined: true };
    FlowBlock::Text(TextBlock {
        is_sticky: true,
        anchor: Some(anchor.to_owned()),
        ..text(role, vec![words(said, WordRole::Plain, None)])
    })
}

fn with_job<T>(body: &[FlowBlock], then: impl FnOnce(TypesetJob<'_>) -> T) -> T {
    let running = RunningWords {
        head: ("The lamps of the quay".to_owned(), STYLE),
        head_end: ("LOG".to_owned(), STYLE),
        rule: EDGE,
        foot: ("Kept by the keeper".to_owned(), STYLE),
        page: "Page".to_owned(),
    };
    then(TypesetJob {
        title: "The lamps",
        language: "en",
        creator: "jurat",
        date: Some([2026, 1, 9]),
        sheet: &SHEET,
        head: &[heading("The lamps", "top")],
        body,
        running: &running,
    })
}

/// The pages of a body; nothing on them stands beyond their margins.
fn pages(body: &[FlowBlock]) -> LaidPages {
    let laid = with_job(body, |job| lay(job).unwrap().1);
    for page in &laid.pages {
        for item in &page.items {
            let right = item.x + width(item);
            assert!(right <= SHEET.width - SHEET.side + 1.0, "{right}: {item:?}");
            assert!(item.y <= SHEET.height - SHEET.bottom + 1.0, "{item:?}");
        }
        for frame in &page.frames {
            assert!(
                frame.top < frame.bottom && frame.bottom <= SHEET.height - SHEET.bottom + 0.1
            );
        }
    }
    laid
}

/// How wide an item is, blanks at its end left out.
fn width(item: &PageItem) -> f64 {
    match &item.mark {
        PageMark::Glyphs(run) => {
            let seen = run.glyphs.len() - usize::from(run.text.ends_with(' '));
            run.glyphs[..seen].iter().map(|glyph| glyph.advance * run.size).sum()
        }
        PageMark::Shape(shape) => shape.x + shape.width,
        PageMark::Link { width, .. } => *width,
    }
}

fn shown(page: &LaidPage) -> String {
    let texts = page.items.iter().filter_map(|item| match &item.mark {
        PageMark::Glyphs(run) => Some(run.text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("|")
}

#[test]
fn a_long_table_repeats_its_head_and_shows_each_row_once() {
    let mut rows = vec![vec![cell("Lamp"), cell("State")]];
    rows.extend((0..300).map(|n| vec![cell(&format!("row{n}.")), cell("lit and trimmed")]));
    let laid = pages(&[table(rows)]);
    assert!(5 < laid.pages.len());
    let all: Vec<String> = laid.pages.iter().map(shown).collect();
    assert!(all.iter().all(|page| page.matches("Lamp|State").count() == 1), "{all:?}");
    for n in 0..300 {
        let many: usize =
            all.iter().map(|page| page.matches(&format!("row{n}.")).count()).sum();
        assert_eq!(many, 1, "row {n}");
    }
    let read = laid.pages[1].items.iter().filter(|item| {
        matches!(&item.mark, PageMark::Glyphs(run) if run.text == "Lamp") && item.tag.is_some()
    });
    assert_eq!(read.count(), 0, "a head that is shown again is read aloud once");
}

#[test]
fn a_card_goes_on_over_pages_with_its_edges() {
    let lines = |n: usize| format!("The keeper lit lamp {n}. ").repeat(12);
    let laid = pages(&[card((0..40).map(|n| said(&lines(n))).collect())]);
    assert!(2 < laid.pages.len());
    for page in &laid.pages {
        let [frame] = page.frames.as_slice() else {
            unreachable!("{:?}", page.frames);
        };
        let tops = page.items.iter().map(|item| item.y);
        assert!(
            tops.clone()
                .all(|y| frame.top < y && y < frame.bottom || y <= SHEET.top)
        );
    }
    assert!((laid.pages[1].frames[0].top - SHEET.top).abs() < 0.01);
}

#[test]
fn a_cell_higher_than_a_page_is_parted() {
    let rows = vec![
        vec![cell("Lamp"), cell("State")],
        vec![cell("first"), cell(&"The keeper lit the lamps. ".repeat(900))],
    ];
    assert!(2 < pages(&[table(rows)]).pages.len());
}

#[test]
fn a_heading_stands_on_the_page_of_what_follows() {
    for before in 30..60 {
        let mut body: Vec<FlowBlock> = (0..before).map(|_| said("A lamp.")).collect();
        body.push(heading("Storm", "storm"));
        body.push(said("It blew."));
        for columns in [false, true] {
            if columns {
                let blocks = body.split_off(before + 1);
                body.push(FlowBlock::Columns { count: 2, between: 17.0, blocks });
            }
            let laid = pages(&body);
            let page = &laid.pages[laid.anchors["storm"].page];
            assert!(shown(page).contains("Storm|It blew."), "{before}");
        }
    }
}

#[test]
fn a_link_leads_to_the_page_of_its_anchor() {
    let link = words("see the storm", WordRole::Link("storm".to_owned()), None);
    let mut body = vec![FlowBlock::Text(text(PartRole::Paragraph, vec![link]))];
    body.extend((0..200).map(|_| said("A lamp.")));
    body.push(heading("Storm", "storm"));
    body.push(said("It blew."));
    let laid = pages(&body);
    let last = laid.pages.len();
    assert_eq!(laid.anchors["storm"].page + 1, last);
    let bytes = with_job(&body, |job| typeset(job).unwrap());
    let file = String::from_utf8_lossy(&bytes);
    let annotation = file.split("/Subtype/Link").nth(1).unwrap();
    assert!(annotation.contains("/Dest(storm)"), "{annotation}");
    assert!(annotation.contains(&format!("(see the storm, Page {last})")), "{annotation}");
}

#[test]
fn a_link_that_leads_nowhere_is_a_fault() {
    let link = words("nowhere", WordRole::Link("none".to_owned()), None);
    let body = [FlowBlock::Text(text(PartRole::Paragraph, vec![link]))];
    let error = with_job(&body, typeset).unwrap_err();
    assert_eq!(error, TypesetError::new("nothing has the anchor `none`"));
}

#[test]
fn a_word_of_ten_thousand_letters_fits_wherever_it_stands() {
    let word = "w".repeat(10_000);
    let frame = WordFrame { inset: (3.0, 2.0), ..WordFrame::default() };
    let chip = words(&word, WordRole::Plain, Some(frame));
    let body = [
        said(&word),
        heading(&word, "word"),
        card(vec![said(&word)]),
        table(vec![vec![cell(&word), cell(&word)], vec![cell(&word), cell(&word)]]),
        FlowBlock::Columns {
            count: 2,
            between: 17.0,
            blocks: vec![said(&word), said("end")],
        },
    ];
    let laid = pages(&body);
    assert!(laid.pages.last().is_some_and(|page| shown(page).ends_with("end")));
    with_job(&body, |job| typeset(job).unwrap());
    let body = [FlowBlock::Text(text(PartRole::Paragraph, vec![chip]))];
    with_job(&body, |job| typeset(job).unwrap());
}

#[test]
fn columns_fill_one_after_the_other() {
    let lines: Vec<FlowBlock> = (0..130).map(|n| said(&format!("lamp {n};"))).collect();
    let body = [
        said("before"),
        FlowBlock::Columns { count: 2, between: 17.0, blocks: lines },
        said("after"),
    ];
    let laid = pages(&body);
    let all = laid.pages.iter().map(shown).collect::<Vec<_>>().join("|");
    let mut from = 0;
    for n in 0..130 {
        from += all[from..].find(&format!("lamp {n};")).unwrap();
    }
    assert!(all[from..].contains("after"));
    let left = laid.pages[0].items.iter().filter(|item| item.x < 306.0).count();
    assert!(0 < left && left < laid.pages[0].items.len());
}

#[test]
fn boxes_without_end_are_refused() {
    let mut block = said("x");
    for _ in 0..40 {
        block = card(vec![block]);
    }
    assert!(with_job(&[block], typeset).is_err());
    assert!(with_job(&[card(Vec::new()), said("")], typeset).is_ok());
}
