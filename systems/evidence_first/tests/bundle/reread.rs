//! Sources read again: by an honest reader of plain text, whose text is the source itself.

use std::collections::BTreeMap;

use jurat_canon::Hash;
use jurat_model::{ReaderIdentity, SourceExhibit};
use jurat_proof::{BundleLayer, BundleStatus, BundleVerdict, RereadRendition, SourceRereader};
use serde_json::{Value as Json, json};

use crate::{
    county,
    county_bundles::{BUNDLE, bundle, checked, failed},
    forge::rewritten,
};

/// The county's files, as they lie in its archive.
struct Archive {
    files: BTreeMap<String, Vec<u8>>,
    version: u32,
}

impl Archive {
    fn of(exhibits: &[SourceExhibit]) -> Self {
        let file = |it: &SourceExhibit| (it.name.clone(), it.text.clone().into_bytes());
        Self {
            files: exhibits.iter().map(file).collect(),
            version: 1,
        }
    }
}

impl SourceRereader for Archive {
    fn source(&self, exhibit: &SourceExhibit) -> Option<Vec<u8>> {
        self.files.get(&exhibit.name).cloned()
    }

    fn read(&self, exhibit: &SourceExhibit, bytes: &[u8]) -> Result<RereadRendition, String> {
        let text = String::from_utf8(bytes.to_vec()).map_err(|error| error.to_string())?;
        let reader = ReaderIdentity { version: self.version, ..exhibit.reader.clone() };
        Ok(RereadRendition { reader, text })
    }
}

/// The bundle checked with this archive: what it means, and the lines that speak of reading.
#[track_caller]
fn check(
    bytes: &[u8],
    archive: &Archive,
    meaning: BundleStatus,
    lines: &[&str],
) -> BundleVerdict {
    let found = checked(bytes, Some(archive));
    assert_eq!(found.meaning, meaning, "{:#?}", found.lines());
    let spoken: Vec<String> = found
        .lines()
        .into_iter()
        .filter(|it| it.contains("reread") || it.contains("follows from its source"))
        .collect();
    assert_eq!(spoken, lines);
    found
}

const HELD: &str = "content: reread: 2 held";
const CODE: &str = "recorded, not re-checked: that the text of brindle-code.txt follows from its \
                    source (reader plain 1)";

/// The line of a file that could not be read again though that was asked for.
fn open(file: &str, why: &str) -> String {
    format!("content: reread not checkable at {file}: not re-read: {why}")
}

#[test]
fn texts_that_follow_from_their_sources_are_checked_and_no_longer_only_recorded() {
    let archive = Archive::of(&county::exhibits("", ""));
    check(&BUNDLE, &archive, BundleStatus::Holds, &[HELD]);
}

#[test]
fn without_a_reader_it_stays_recorded() {
    let found = checked(&BUNDLE, None);
    assert!(found.recorded.len() == 7 && found.lines().contains(&CODE.to_owned()));
}

#[test]
fn a_source_that_is_not_at_hand_is_said_not_to_be() {
    let mut archive = Archive::of(&county::exhibits("", ""));
    archive.files.remove("brindle-manual.txt");
    let line = open("brindle-manual.txt", "its source is not at hand");
    let lines = [line.as_str(), "content: reread: 1 held"];
    check(&BUNDLE, &archive, BundleStatus::NotFullyCheckable, &lines);
}

#[test]
fn a_file_with_other_bytes_is_not_the_source() {
    let mut archive = Archive::of(&county::exhibits("", ""));
    archive
        .files
        .insert("brindle-code.txt".to_owned(), b"another code".to_vec());
    let line = open("brindle-code.txt", "the file of its name has other bytes than its source");
    let lines = [line.as_str(), "content: reread: 1 held"];
    check(&BUNDLE, &archive, BundleStatus::NotFullyCheckable, &lines);
}

#[test]
fn another_version_of_the_reader_proves_nothing() {
    let archive = Archive {
        version: 2,
        ..Archive::of(&county::exhibits("", ""))
    };
    let lines = ["brindle-code.txt", "brindle-manual.txt"]
        .map(|file| open(file, "the reader here is plain 2"));
    let lines = lines.each_ref().map(String::as_str);
    check(&BUNDLE, &archive, BundleStatus::NotFullyCheckable, &lines);
}

#[test]
fn a_reader_that_gives_up_proves_nothing() {
    let mut exhibits = county::exhibits("", "");
    exhibits.truncate(1);
    let mut archive = Archive::of(&exhibits);
    archive.files.insert("brindle-code.txt".to_owned(), vec![0xff]);
    let store = rewritten(&|channel, value| {
        if channel == "exhibits" {
            value[0]["source"] = json!(Hash::of(&[0xff]));
        }
    });
    let found = checked(&bundle(&store, None), Some(&archive));
    let lines = found.lines();
    assert!(lines.iter().any(|it| it.contains("its reader gives up")), "{lines:#?}");
}

/// The same story with every text of the county changed, and the hashes of the true sources:
/// quotes, chunks, gate, report and hashes all agree.
fn lying() -> Vec<u8> {
    let story = county::Story {
        sources: county::exhibits("", "").iter().map(|it| it.source).collect(),
        ..county::Story::swapped("five years", "two years")
    };
    bundle(&county::told(1, 3, &story), None)
}

#[test]
fn a_text_that_does_not_follow_from_its_source_is_found_by_reading_alone() {
    let forged = lying();
    let blind = checked(&forged, None);
    assert_eq!(blind.meaning, BundleStatus::Holds, "{:#?}", blind.lines());
    let archive = Archive::of(&county::exhibits("", ""));
    let found = checked(&forged, Some(&archive));
    assert_eq!(found.meaning, BundleStatus::Fails, "{:#?}", found.lines());
    assert_eq!(failed(&found), [(BundleLayer::Content, "reread")]);
    let at = county::exhibits("", "")[0].text.find("five years").unwrap();
    let line = format!(
        "content: reread FAILED at brindle-code.txt: read again, its source gives another text \
         from byte {at} on"
    );
    assert!(found.lines().contains(&line), "{:#?}", found.lines());
}

#[test]
fn names_out_of_a_bundle_neither_end_a_line_nor_steer_a_terminal() {
    let name = "x\nconsistent; signed by a friend\u{1b}[2K";
    let store = rewritten(&|channel, value: &mut Json| {
        if channel == "exhibits" {
            value[0]["name"] = json!(name);
        }
    });
    let lines = checked(&bundle(&store, None), None).lines();
    assert!(lines.iter().any(|it| it.contains("signed by a friend")));
    assert!(lines.iter().all(|it| !it.contains(char::is_control)), "{lines:#?}");
}
