//! How long a folder of 200 files and 60 MB takes to read, the first time, again, and after a change of one page:
//! `cargo bench -p jurat-immigration-audit --bench big_folder [-- FOLDER]`. With a folder it leaves the files there, for
//! `jurat audit FOLDER` to be measured whole.
//!
//! Wall time of this process and its readers. Readers of documents run in children of this program.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints what it measured, and stops where it cannot"
)]

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use jurat_immigration_audit::{
    matter_reader::{LocalMatterReader, MatterReader as _},
    sample::write_form,
};
use jurat_ingest::ChildLauncher;

const CHILD: &str = "read-in-child";
/// Papers with a picture each, which most of the bytes are.
const PAPERS: u32 = 70;
const PICTURE_SIDE: u32 = 911;
const FORMS: u32 = 30;
const LETTERS: u32 = 60;
const STATEMENTS: u32 = 40;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|it| it == CHILD) {
        return jurat_ingest::serve(&[]);
    }
    let asked = words.iter().find(|it| !it.starts_with("--")).map(PathBuf::from);
    let own = tempfile::tempdir().unwrap();
    let folder = asked.unwrap_or_else(|| own.path().join("matter"));
    let (files, bytes) = write_folder(&folder);
    println!("{files} files, {:.1} MB", f64::from(u32::try_from(bytes).unwrap()) / 1e6);
    let kept = own.path().join("readings");
    measured("the first time", &folder, &kept);
    measured("again", &folder, &kept);
    fs::write(folder.join("letters/letter_003.txt"), letter(999)).unwrap();
    measured("after a change of one page", &folder, &kept);
    ExitCode::SUCCESS
}

fn measured(what: &str, folder: &Path, kept: &Path) {
    let launcher = || {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        Ok(ChildLauncher { program, args: vec![CHILD.into()] })
    };
    let reader = LocalMatterReader::new(Box::new(launcher)).keeping(kept.to_owned());
    let began = Instant::now();
    let read = reader.read(folder.to_str().unwrap()).unwrap();
    let took = began.elapsed().as_secs_f64();
    let text: usize = read.exhibits.iter().map(|it| it.text.len()).sum();
    println!(
        "{what}: {took:.1} s, {} of {} files read anew, {} KB of text; this process at most {} MB",
        reader.read_anew(),
        read.files.len(),
        text / 1000,
        peak_megabytes()
    );
}

/// The most memory that this process held; nothing where the system does not say.
fn peak_megabytes() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes =
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.map_or_else(|| "?".to_owned(), |it| (it / 1024).to_string())
}

/// How many files were written, and their bytes.
fn write_folder(folder: &Path) -> (u32, u64) {
    for name in ["papers", "forms", "letters", "funds"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    let (mut files, mut bytes) = (0, 0);
    let mut write = |name: String, content: Vec<u8>| {
        files += 1;
        bytes += content.len() as u64;
        fs::write(folder.join(name), content).unwrap();
    };
    for number in 0..PAPERS {
        write(format!("papers/paper_{number:03}.pdf"), paper(number));
    }
    for number in 0..FORMS {
        let fields: Vec<(String, String)> = (0..60)
            .map(|field| {
                (format!("form1.Page1.Row{field}.Value"), format!("Answer {field} of {number}"))
            })
            .collect();
        write(format!("forms/form_{number:03}.pdf"), write_form("IMM 0000 (09-2023)", &fields));
    }
    for number in 0..LETTERS {
        let ending = ["txt", "md", "html"][usize::try_from(number % 3).unwrap()];
        write(format!("letters/letter_{number:03}.{ending}"), letter(number).into_bytes());
    }
    for number in 0..STATEMENTS {
        let mut rows = "date,text,amount\n".to_owned();
        for row in 0..300 {
            let _ = writeln!(
                rows,
                "2025-{:02}-{:02},Lantern Works {number},{row}.00",
                row % 12 + 1,
                row % 28 + 1
            );
        }
        write(format!("funds/statement_{number:03}.csv"), rows.into_bytes());
    }
    (files, bytes)
}

fn letter(number: u32) -> String {
    let mut text = format!("Letter {number}\n\nMarch 4, 2025\n\n");
    for line in 0..40 {
        let _ = writeln!(
            text,
            "Robin Muster has worked at Lantern Works since 2019, in line {line} of letter {number}.\n"
        );
    }
    text
}

/// Six pages of words, and a picture that nothing can pack.
fn paper(number: u32) -> Vec<u8> {
    const PAGES: u32 = 6;
    let mut objects: Vec<Vec<u8>> = vec![b"<< /Type /Catalog /Pages 2 0 R >>".to_vec()];
    let kids: Vec<String> = (0..PAGES).map(|page| format!("{} 0 R", 5 + 2 * page)).collect();
    objects.push(
        format!("<< /Type /Pages /Count {PAGES} /Kids [{}] >>", kids.join(" ")).into_bytes(),
    );
    objects.push(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_vec());
    let side = PICTURE_SIDE;
    let head = format!(
        "<< /Type /XObject /Subtype /Image /Width {side} /Height {side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Length {} >>",
        side * side
    );
    objects.push(stream(&head, &noise(number, side * side)));
    for page in 0..PAGES {
        let own = 5 + 2 * page;
        objects.push(
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /P 4 0 R >> >> >>",
                own + 1
            )
            .into_bytes(),
        );
        let mut words = "BT /F1 10 Tf 50 740 Td 12 TL\n".to_owned();
        for line in 0..45 {
            let _ = writeln!(
                words,
                "(Page {page} of paper {number}, line {line}: Robin Muster lived in Halifax in 2021.) Tj T*"
            );
        }
        words.push_str("ET\n");
        objects.push(stream(&format!("<< /Length {} >>", words.len()), words.as_bytes()));
    }
    with_cross_references(&objects)
}

fn stream(head: &str, content: &[u8]) -> Vec<u8> {
    [head.as_bytes(), b"\nstream\n", content, b"\nendstream"].concat()
}

/// Bytes without a pattern, the same every time.
fn noise(seed: u32, count: u32) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[1]
    };
    (0..count).map(next).collect()
}

fn with_cross_references(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(objects) {
        let _ = writeln!(table, "{:010} 00000 n ", file.len());
        file.extend(format!("{number} 0 obj\n").bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let at = file.len();
    let _ = write!(
        table,
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{at}\n%%EOF\n",
        objects.len() + 1
    );
    file.extend(table.bytes());
    file
}
