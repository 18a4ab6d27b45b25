//! The page that leads to everything that a demonstration wrote.

use jurat_document::{
    CodeListing, DocumentBlock, DocumentCard, DocumentSection, DocumentTree, InlineSpan,
    InlineText, file, plain, quiet,
};
use jurat_system::System;
use jurat_systems::ALL;

use super::ShownCase;

pub(super) fn page(cases: &[ShownCase]) -> DocumentTree {
    let proofs = cases.iter().filter(|case| case.proof.is_some()).count();
    DocumentTree {
        language: "en".to_owned(),
        kicker: "jurat demo".to_owned(),
        title: "Answers and audits that carry their own proof".to_owned(),
        verdict: format!("{} systems", ALL.0.len()),
        facts: vec![format!("{} results", cases.len()), format!("{proofs} proofs, all hold")],
        blocks: ALL.0.iter().map(|system| section(system, cases)).collect(),
        disclaimer:
            "Everything here was made on this machine, with no network. The county, the ferry \
            and the orchard are fictional, and nothing on these pages is legal advice."
                .to_owned(),
        ..DocumentTree::default()
    }
}

fn section(system: &System, cases: &[ShownCase]) -> DocumentBlock {
    let ours = cases.iter().filter(|case| case.system == system.name);
    let about = DocumentBlock::said(system.demo.about);
    let blocks = [about].into_iter().chain(ours.map(card)).collect();
    let id = system.name.replace('_', "-");
    DocumentBlock::Section(DocumentSection::new(&id, system.demo.title, blocks))
}

fn card(case: &ShownCase) -> DocumentBlock {
    let mut blocks = vec![
        DocumentBlock::said(case.line.as_str()),
        DocumentBlock::Paragraph { words: links(case) },
    ];
    blocks.extend(case.proof.as_ref().map(|proof| DocumentBlock::Paragraph {
        words: vec![quiet(format!("The proof was checked: {proof}, since nobody signed it."))],
    }));
    blocks.push(DocumentBlock::Code(CodeListing { lines: case.commands.clone(), first: None }));
    DocumentBlock::Card(DocumentCard {
        id: format!("{}-{}", case.system, case.case).replace('_', "-"),
        title: case.title.to_owned(),
        chip: case.verdict.clone(),
        tone: case.tone,
        blocks,
        ..DocumentCard::default()
    })
}

/// `Look at the page, the same on paper, the data, the proof.`
fn links(case: &ShownCase) -> InlineText {
    let mut words: Vec<InlineSpan> = Vec::new();
    for (at, shown) in case.files.iter().enumerate() {
        words.push(plain(if at == 0 { "Look at " } else { ", " }));
        words.push(file(shown.path.as_str(), shown.what));
    }
    words.push(plain("."));
    words
}
