//! The measure of PDFs, with this test program as the limited child.

#![expect(clippy::unwrap_used)]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use jurat_eval::{PdfFigures, pdf};
use jurat_ingest::{ChildLauncher, FileLimits};
use libtest_mimic::{Arguments, Trial};

const TESTS: [(&str, fn()); 2] =
    [("figures_say_what_was_read", small), ("pdfs_of_the_data_are_read_well_enough", gate)];

fn main() -> ExitCode {
    if env::args().nth(1).is_some_and(|arg| arg == "--child") {
        return jurat_ingest::serve(&[]);
    }
    let trials = TESTS.map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}

fn measure(data: &Path, reference: &Path) -> PdfFigures {
    let launcher = ChildLauncher {
        program: env::current_exe().unwrap(),
        args: vec!["--child".into()],
    };
    pdf(&launcher, data, reference, &FileLimits::default()).unwrap()
}

/// A PDF of one page, without a table of places: readers must look for its objects.
fn page(words: &str) -> String {
    let content = format!("BT /F1 10 Tf 20 700 Td ({words}) Tj ET");
    format!(
        "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
         2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n\
         3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2000 792] /Contents 4 0 R \
         /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n\
         4 0 obj\n<< /Length {} >>\nstream\n{content}\nendstream\nendobj\n\
         5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n\
         trailer\n<< /Root 1 0 R >>\n%%EOF\n",
        content.len()
    )
}

fn small() {
    const TEN: &str = "one two three four five six seven eight nine ten";
    let (whole, half) = (format!("{TEN} {TEN}"), format!("{TEN} x x x x x x x x x x"));
    let files = [
        ("good.pdf", page(&whole), whole.as_str()),
        ("half.pdf", page(&whole), half.as_str()),
        ("blank.pdf", page(""), ""),
        ("broken.pdf", "%PDF-1.4 no more".to_owned(), "a word"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let rows = files.map(|(file, bytes, text)| {
        fs::write(folder.path().join(file), bytes).unwrap();
        serde_json::json!({"file": file, "text": text}).to_string()
    });
    let reference = folder.path().join("reference.jsonl");
    fs::write(&reference, rows.join("\n")).unwrap();
    let figures = measure(folder.path(), &reference);
    assert_eq!((figures.files, figures.ok, figures.crashed, figures.timed_out), (4, 3, 0, 0));
    assert_eq!(figures.word_f1_files, 2);
    assert!((figures.word_f1_mean.unwrap() - 0.75).abs() < 1e-9, "{figures:?}");
    assert!((figures.empty_agree.unwrap() - 0.5).abs() < 1e-9, "{figures:?}");
    assert_eq!(figures.worst[0].file, "half.pdf");
    assert_eq!(figures.outcomes["damaged"], 1);
    assert!(0.0 < figures.worst_cpu_s && 0.0 < figures.worst_rss_mb, "{figures:?}");
}

/// The PDFs of the data, where there are any.
fn folder() -> Option<PathBuf> {
    jurat_testdata::data("pdf")
}

fn gate() {
    let Some(data) = folder() else { return };
    let figures = measure(&data, &data.join("poppler_reference.jsonl"));
    assert_eq!((figures.crashed, figures.timed_out), (0, 0), "{figures:?}");
    assert!(0.90 <= figures.word_f1_mean.unwrap(), "{figures:?}");
    assert!(figures.worst_cpu_s <= 5.0 && figures.worst_rss_mb <= 512.0, "{figures:?}");
    // The worst are listed; a real report that is well read is not among them.
    let poor = |file: &str, f1: f64| file.starts_with("reports/") && f1 < 0.97;
    assert!(!figures.worst.iter().any(|file| poor(&file.file, file.word_f1)), "{figures:?}");
}
