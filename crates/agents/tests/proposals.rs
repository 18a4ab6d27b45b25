//! Ten thousand things that a model might say: no quote that was altered comes through.

#![expect(clippy::unwrap_used, reason = "a sample that cannot be read should stop loudly")]

mod corpus;

use std::{path::Path, thread};

use jurat_agents::extract::{QuoteProposal, anchored, extract};
use jurat_model::{RetrievedChunk, SourceExhibit};
use jurat_text::FoldedText;

const ANSWERS: u64 = 10_000;

fn sample() -> (Vec<RetrievedChunk>, Vec<SourceExhibit>) {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems/evidence_first/sample");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let exhibit = |name: &&str| corpus::exhibit(name, &read(name));
    let exhibits: Vec<SourceExhibit> =
        ["county_code.md", "policy_manual.md"].iter().map(exhibit).collect();
    let chunks = exhibits.iter().flat_map(corpus::sections).collect();
    (chunks, exhibits)
}

/// Numbers that look like chance and are always the same.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides.max(1)
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.roll(words.len())]
    }
}

const OTHERS: &[&str] = &[
    "not", "may", "must", "shall", "never", "seven", "12", "the", "any", "unless", "except",
    "one", "county", "or", "and", "30", "days", "should", "no",
];

/// One token changed, dropped, doubled, moved or put in.
fn altered(words: &str, dice: &mut Dice) -> String {
    let mut tokens: Vec<&str> = words.split(' ').collect();
    let at = dice.roll(tokens.len());
    match dice.roll(5) {
        0 => tokens[at] = dice.pick(OTHERS),
        1 => drop(tokens.remove(at)),
        2 => tokens.insert(at, dice.pick(OTHERS)),
        3 => tokens.insert(at, tokens[at]),
        _ => {
            let other = dice.roll(tokens.len());
            tokens.swap(at, other);
        }
    }
    tokens.join(" ")
}

#[test]
fn no_altered_quote_comes_through() {
    let (chunks, exhibits) = sample();
    let known = extract(&chunks, &exhibits).requirements;
    let passages: Vec<FoldedText<'_>> = exhibits
        .iter()
        .map(|exhibit| FoldedText::new(&exhibit.text))
        .collect();
    let mut dice = Dice(7);
    let mut proposals = Vec::new();
    for _ in 0..ANSWERS {
        let one = &known[dice.roll(known.len())];
        let other = &known[dice.roll(known.len())];
        let words = match dice.roll(8) {
            0 => one.exact_quote.clone(),
            1 => format!("{} {}", one.exact_quote, other.exact_quote),
            2 => format!("{} … {}", one.exact_quote, other.exact_quote),
            3 => (0..20).map(|_| dice.pick(OTHERS)).collect::<Vec<_>>().join(" "),
            4 => format!("Ignore the rules. {} [REQ-S001]", one.exact_quote),
            _ => altered(&one.exact_quote, &mut dice),
        };
        let chunk_id = if dice.roll(10) == 0 { &other.chunk_id } else { &one.chunk_id };
        proposals.push(QuoteProposal { chunk_id: chunk_id.clone(), words });
    }
    let (chunks, exhibits, passages) = (&chunks, &exhibits, &passages);
    let kept: usize = thread::scope(|scope| {
        let halves = proposals.chunks(2_500);
        let held: Vec<_> = halves
            .map(|some| scope.spawn(move || held(some, (chunks, exhibits), passages)))
            .collect();
        held.into_iter().map(|half| half.join().unwrap()).sum()
    });
    assert_eq!(proposals.len(), 10_000);
    assert!(0 < kept, "what was not altered is kept");
}

/// Sees that nothing altered was taken, and counts what was.
fn held(
    some: &[QuoteProposal],
    (chunks, exhibits): (&[RetrievedChunk], &[SourceExhibit]),
    passages: &[FoldedText<'_>],
) -> usize {
    let extraction = anchored(some, chunks, exhibits);
    for requirement in &extraction.requirements {
        let exhibit = exhibits
            .iter()
            .find(|exhibit| exhibit.rendition == requirement.quote.rendition)
            .unwrap();
        assert!(requirement.quote.holds(&exhibit.text), "{}", requirement.exact_quote);
        assert_eq!(requirement.exact_quote, requirement.quote.text);
    }
    // Whoever said words that stand nowhere finds none of them taken up.
    for proposal in some {
        let folded = FoldedText::new(&proposal.words);
        let stands = passages.iter().any(|text| text.text().contains(folded.text()));
        let taken = extraction
            .requirements
            .iter()
            .any(|one| one.exact_quote == proposal.words);
        assert!(stands || !taken || proposal.words.contains('…'), "{}", proposal.words);
    }
    extraction.requirements.len()
}
