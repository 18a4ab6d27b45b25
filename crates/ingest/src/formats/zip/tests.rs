//! Archives built here, sound and hostile.
#![expect(clippy::unwrap_used)]

use std::io::{Cursor, Write};

use ::zip::{ZipWriter, write::SimpleFileOptions};

use super::{names, read};
use crate::{
    FileLimits, RefusalKind,
    formats::{ReaderOutput, tests::pieces_within},
};

fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

type Seen = Vec<(String, Result<usize, RefusalKind>)>;

/// Names with sizes or refusals, and how it ended.
fn seen(bytes: &[u8], limits: &FileLimits) -> (Seen, Result<(), RefusalKind>) {
    let (all, end) = pieces_within(read, bytes, limits);
    let all = all.into_iter().map(|piece| match piece {
        ReaderOutput::Member { name, bytes } => (name, Ok(bytes.len())),
        ReaderOutput::Refused { name, refusal } => {
            (name.unwrap_or_default(), Err(refusal.kind))
        }
        other => unreachable!("{other:?}"),
    });
    (all.collect(), end.map_err(|refusal| refusal.kind))
}

#[track_caller]
fn check(
    bytes: &[u8],
    expected: &[(&str, Result<usize, RefusalKind>)],
    end: Result<(), RefusalKind>,
) {
    let (all, ended) = seen(bytes, &FileLimits::default());
    let all: Vec<_> = all.iter().map(|(name, size)| (name.as_str(), *size)).collect();
    assert_eq!((all.as_slice(), ended), (expected, end));
}

#[test]
fn members_come_out_by_name() {
    let bytes = archive(&[("a/b.txt", b"words"), ("c.txt", b"")]);
    check(&bytes, &[("a/b.txt", Ok(5)), ("c.txt", Ok(0))], Ok(()));
    let listed: Vec<&[u8]> = names(&bytes).collect();
    assert_eq!(listed, [b"a/b.txt".as_slice(), b"c.txt"]);
}

#[test]
fn a_name_without_end_is_refused_alone() {
    let (long, most) = ("n".repeat(1025), "m".repeat(1024));
    let bytes = archive(&[(&long, b"words"), (&most, b"words")]);
    let (all, end) = seen(&bytes, &FileLimits::default());
    assert_eq!(end, Ok(()));
    assert_eq!(all[0].1, Err(RefusalKind::TooLarge));
    assert_eq!(all[1], (most, Ok(5)));
}

#[test]
fn names_that_lead_elsewhere_are_refused_one_by_one() {
    for name in ["../x", "a/../../x", "/etc/x", "C:\\x", "C:/x", "a\\b", "a\nb", "a//b", "./x"]
    {
        // The writer tidies names, so the bad one is put in place of a good one of its length.
        let good = "q".repeat(name.len());
        let mut bytes = archive(&[(&good, b"words"), ("fine", b"words")]);
        let places: Vec<usize> = (0..bytes.len() - good.len())
            .filter(|at| &bytes[*at..*at + good.len()] == good.as_bytes())
            .collect();
        for at in places {
            bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
        }
        let (all, end) = seen(&bytes, &FileLimits::default());
        assert_eq!(end, Ok(()), "{name}");
        let kinds: Vec<_> = all.iter().map(|(_, size)| *size).collect();
        assert_eq!(kinds, [Err(RefusalKind::Unsafe), Ok(5)], "{name}");
    }
}

#[test]
fn links_are_refused() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer
        .add_symlink("link", "/etc/passwd", SimpleFileOptions::default())
        .unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    check(&bytes, &[("link", Err(RefusalKind::Unsafe))], Ok(()));
}

#[test]
fn a_member_with_a_password_is_told() {
    let mut bytes = archive(&[("a", b"words")]);
    // The first bit of the flags, in the local header and in the list.
    let list = bytes.windows(4).position(|seen| seen == b"PK\x01\x02").unwrap();
    bytes[6] |= 1;
    bytes[list + 8] |= 1;
    check(&bytes, &[("a", Err(RefusalKind::Encrypted))], Ok(()));
}

#[test]
fn bombs_do_not_go_off() {
    let bomb = archive(&[("small", b"x"), ("bomb", &vec![0; 64 << 20]), ("after", b"x")]);
    assert!(bomb.len() < 1 << 20);
    check(
        &bomb,
        &[("small", Ok(1)), ("bomb", Err(RefusalKind::TooLarge))],
        Err(RefusalKind::TooLarge),
    );
}

#[test]
fn limits_hold_for_all_members_together() {
    let bytes = archive(&[("a", b"12345"), ("b", b"12345"), ("c", b"1")]);
    let limits = FileLimits { bytes: 7, ..FileLimits::default() };
    let (all, end) = seen(&bytes, &limits);
    assert_eq!(all.len(), 2);
    assert_eq!(end, Err(RefusalKind::TooLarge));
    let limits = FileLimits { count: 2, ..FileLimits::default() };
    assert_eq!(seen(&bytes, &limits).1, Err(RefusalKind::TooLarge));
}

#[test]
fn members_that_share_bytes_are_refused() {
    let mut bytes = archive(&[("a", b"words"), ("b", b"words")]);
    let lists: Vec<usize> = (0..bytes.len() - 4)
        .filter(|at| &bytes[*at..*at + 4] == b"PK\x01\x02")
        .collect();
    // Both entries of the list point to the first member.
    let first: Vec<u8> = bytes[lists[0] + 42..lists[0] + 46].to_vec();
    bytes[lists[1] + 42..lists[1] + 46].copy_from_slice(&first);
    check(&bytes, &[], Err(RefusalKind::Unsafe));
}

#[test]
fn the_same_name_twice_is_told() {
    let mut bytes = archive(&[("aa", b"one"), ("ab", b"two")]);
    for at in 0..bytes.len() - 2 {
        if &bytes[at..at + 2] == b"ab" {
            bytes[at + 1] = b'a';
        }
    }
    let (all, end) = seen(&bytes, &FileLimits::default());
    assert!(all.iter().any(|(_, size)| *size == Err(RefusalKind::Unsafe)), "{all:?}");
    assert_eq!(end, Ok(()));
}

#[test]
fn an_archive_cut_or_bent_anywhere_harms_nobody() {
    let sound = archive(&[("a.txt", b"words and words and words"), ("b", b"x")]);
    for end in 0..sound.len() {
        assert!(seen(&sound[..end], &FileLimits::default()).1.is_err(), "{end}");
    }
    for at in 0..sound.len() {
        let mut bent = sound.clone();
        bent[at] ^= 0x55;
        let _ = seen(&bent, &FileLimits::default());
        let _ = names(&bent).count();
    }
}
