//! Whatever the bytes, every reader comes to an end with sound spans or a refusal.
#![expect(clippy::unwrap_used)]

use std::io::{Cursor, Write};

use ::zip::{ZipWriter, write::SimpleFileOptions};
use proptest::{prelude::*, test_runner::Config};

use super::{pieces, pieces_within};
use crate::{
    FileLimits,
    formats::{ALL, ReadFunction, ReaderOutput, ReaderPlacement, detect},
};

/// All that read bytes themselves. Tests of the sandbox have those of PDF: they may be killed.
fn readers() -> impl Iterator<Item = ReadFunction> {
    let read_bytes = ALL.iter().filter(|format| {
        let is_pdf = format.media == "application/pdf";
        !is_pdf && !matches!(format.place, ReaderPlacement::Program(_))
    });
    read_bytes.map(|format| format.read)
}

const SEEDS: [&str; 8] = [
    "PART 1\n\nSection 1. Été.\n§ 2 Über\n----------\n1.2.3 Scope\n\nIN CAPITALS\n\n3.\n\nEnd\n",
    "# É\n\n- [a](b)\n  1. é\n\n|a|b|\n|-|-|\n|é|`d`|\n\n<!-- x -->\n\nT\n===\n> q\n[^1]: n\n",
    "<html lang=fr><main><h1>É</h1><ul><li>a<li hidden>b</ul><table><tr><td>é<td>c</table>\
     <a href='#x'>&eacute;</a><pre> z\n</pre><svg><p aria-hidden=true>s</main>",
    "<a xml:lang='en'><b>é</b>t&#233;<c/><![CDATA[<]]><!-- x --></a>",
    "<Statute xml:lang='fr'><Body><Heading level='1'><Label>P</Label><TitleText>é</TitleText></Heading>\
     <Section><MarginalNote>n</MarginalNote><Label>1</Label><Subsection><Label>(1)</Label><Text>é \
     <XRefInternal>2</XRefInternal><Repealed>[R]</Repealed></Text><Definition><Text><DefinedTermFr>t\
     </DefinedTermFr></Text></Definition></Subsection><HistoricalNote>h</HistoricalNote></Section></Body>\
     <Schedule><row><entry>a</entry><entry>b</entry></row><AmendedText><Section/></AmendedText></Schedule></Statute>",
    "{\"id\":\"a\",\"text\":\"é\",\"n\":[\"x\",\"y\"]}\n[{\"text\":1}]\n{\"text\":\"b\"}",
    "id;text;é\n1;\"a;é\";x\n2;b\n",
    "From: é <a@b.example>\nSubject: s\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n\
     <p hidden>é</p>w\n--b\nContent-Disposition: attachment; filename=\"../x\"\nContent-Transfer-Encoding: base64\n\nw6k=\n--b--\n",
];

fn packed(name: &str, content: &str) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file(name, SimpleFileOptions::default()).unwrap();
    writer.write_all(content.as_bytes()).unwrap();
    writer.finish().unwrap().into_inner()
}

fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = SEEDS.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    seeds.push(packed("a.txt", "words"));
    seeds.push(packed("word/document.xml", "<d><p><r><t>é</t></r></p></d>"));
    seeds
}

/// Every reader reads it, whatever it is.
fn survive(bytes: &[u8]) {
    let _ = detect("name", bytes);
    for read in readers() {
        // What `pieces` finds wrong with a rendition, it says by panicking.
        let _ = pieces(read, bytes);
    }
}

#[test]
fn a_file_cut_at_any_byte_harms_nobody() {
    for seed in seeds() {
        for end in 0..=seed.len() {
            survive(&seed[..end]);
        }
    }
}

#[test]
fn small_limits_are_kept() {
    let limits = FileLimits {
        text_bytes: 5,
        count: 1,
        depth: 2,
        bytes: 8,
        ..FileLimits::default()
    };
    for seed in seeds() {
        for read in readers() {
            let (all, _) = pieces_within(read, &seed, &limits);
            for piece in all {
                if let ReaderOutput::Document { rendition, .. } = piece {
                    assert!(rendition.text.len() <= 5);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, cases: 96, ..Config::default() })]

    #[test]
    fn changed_bytes_harm_nobody(
        at in 0..9usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        doubled in any::<prop::sample::Index>(),
    ) {
        let mut bytes = seeds().swap_remove(at);
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let from = doubled.index(bytes.len());
        let tail = bytes[from..].to_vec();
        bytes.extend(tail);
        survive(&bytes);
    }

    #[test]
    fn any_words_harm_nobody(words in "[ \\PC\n<>/&#|*`§0-9.A-Z-]{0,80}") {
        survive(words.as_bytes());
    }

    #[test]
    fn any_bytes_harm_nobody(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survive(&bytes);
    }
}
