//! Archives that climb out, point elsewhere or blow up.

use std::{fs, io::Write};

use flate2::{Compression, write::GzEncoder};
use jurat_code::RepoLimits;
use jurat_ingest::RefusalKind;
use tar::{Builder, EntryType, Header};

use crate::fixtures::{Made, paths, refused, survey_at};

pub(crate) const ALL: &[(&str, fn())] = &[
    ("members_that_climb_out_are_passed_over_alone", climbs),
    ("links_and_devices_are_passed_over_alone", links),
    ("a_bomb_is_too_large", bomb),
    ("too_many_members_are_too_large", many),
    ("an_archive_cut_short_is_damaged", cut_short),
    ("an_archive_without_members_is_empty", empty),
    ("a_zip_that_climbs_out_is_passed_over_alone", zip),
];

/// A tar file of members given by name, kind and bytes. Names are written as they are.
fn tar(members: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (name, kind, bytes) in members {
        let mut header = Header::new_ustar();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(*kind);
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        if matches!(kind, EntryType::Symlink | EntryType::Link) {
            header.set_link_name_literal("/etc/passwd").unwrap();
        }
        header.set_cksum();
        builder.append(&header, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

const FILE: EntryType = EntryType::Regular;

/// What comes of an archive: paths and what was passed over, or the refusal.
#[track_caller]
fn check(bytes: &[u8], limits: RepoLimits, files: &[&str], skipped: usize) {
    let made = Made::empty();
    let path = made.beside("archive");
    fs::write(&path, bytes).unwrap();
    let facts = survey_at(&path, limits).unwrap();
    let seen = (paths(&facts), facts.skipped.len());
    assert_eq!(seen, (files.to_vec(), skipped), "{:?}", facts.skipped);
    assert!(!made.beside("evil").exists());
    assert!(facts.history.is_none());
}

#[track_caller]
fn check_refused(bytes: &[u8], limits: RepoLimits, expected: RefusalKind) {
    let made = Made::empty();
    let path = made.beside("archive");
    fs::write(&path, bytes).unwrap();
    let (kind, says) = refused(survey_at(&path, limits));
    assert_eq!(kind, expected, "{says}");
}

fn climbs() {
    let bytes = tar(&[
        ("../evil", FILE, b"x"),
        ("/tmp/evil", FILE, b"x"),
        ("a/../../evil", FILE, b"x"),
        ("./b.py", FILE, b"x = 1\n"),
        ("b.py", FILE, b"x = 2\n"),
        ("c\\..\\evil", FILE, b"x"),
    ]);
    check(&bytes, RepoLimits::default(), &["b.py"], 5);
}

fn links() {
    let bytes = tar(&[
        ("a", EntryType::Symlink, b""),
        ("b", EntryType::Link, b""),
        ("c", EntryType::Char, b""),
        ("d", EntryType::Fifo, b""),
        ("e/", EntryType::Directory, b""),
        ("f.py", FILE, b"x = 1\n"),
    ]);
    check(&bytes, RepoLimits::default(), &["f.py"], 4);
}

fn bomb() {
    let limits = RepoLimits { disk_bytes: 8 << 20, ..RepoLimits::default() };
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed
        .write_all(&tar(&[("zeros", FILE, &vec![0; 32 << 20])]))
        .unwrap();
    let packed = packed.finish().unwrap();
    assert!(packed.len() < 1 << 20);
    check_refused(&packed, limits, RefusalKind::TooLarge);
}

fn many() {
    let members = vec![("a", FILE, b"x".as_slice()); 20];
    let limits = RepoLimits { tree_entries: 10, ..RepoLimits::default() };
    check_refused(&tar(&members), limits, RefusalKind::TooLarge);
}

fn cut_short() {
    let whole = tar(&[("a.py", FILE, &[b'x'; 2000])]);
    check_refused(&whole[..1000], RepoLimits::default(), RefusalKind::Damaged);
    check_refused(b"\x1f\x8b\x08nonsense", RepoLimits::default(), RefusalKind::Damaged);
    check_refused(b"PK\x03\x04nonsense", RepoLimits::default(), RefusalKind::Damaged);
}

fn empty() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&[0; 1024]).unwrap();
    check_refused(&packed.finish().unwrap(), RepoLimits::default(), RefusalKind::Empty);
}

fn zip() {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, bytes) in [("qq/evil", "x"), ("b.py", "x = 1\n")] {
        writer.start_file(name, options).unwrap();
        writer.write_all(bytes.as_bytes()).unwrap();
    }
    writer.add_symlink("link", "/etc/passwd", options).unwrap();
    let mut bytes = writer.finish().unwrap().into_inner();
    // The writer tidies names, so the bad one is put in place of a good one of its length.
    for at in 0..bytes.len() - 7 {
        if &bytes[at..at + 7] == b"qq/evil" {
            bytes[at..at + 2].copy_from_slice(b"..");
        }
    }
    check(&bytes, RepoLimits::default(), &["b.py"], 2);
}
