//! The binary as its own limited child.

use jurat::wiring;
use jurat_ingest::{FileLimits, read_bytes};

use crate::cli_fixture::{BINARY, Bench};

#[test]
fn the_binary_reads_a_pdf_in_a_child_of_itself() {
    let content = "BT /F1 12 Tf 72 700 Td (The lantern is lit at dusk.) Tj ET";
    let pdf = format!(
        "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
         2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n\
         3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
         /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n\
         4 0 obj\n<< /Length {} >>\nstream\n{content}\nendstream\nendobj\n\
         5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n\
         trailer\n<< /Root 1 0 R >>\n%%EOF\n",
        content.len()
    );
    let launcher = wiring::launcher(BINARY.into());
    let read =
        read_bytes(Some(&launcher), "lamp.pdf", pdf.into_bytes(), &FileLimits::default());
    assert!(read.refusals.is_empty(), "{:?}", read.refusals);
    assert_eq!(read.documents[0].rendition.text, "The lantern is lit at dusk.");
}

#[test]
fn the_child_makes_no_store_and_is_not_in_the_help() {
    let bench = Bench::new();
    assert_eq!(bench.jurat("sandbox").code, 4);
    assert!(!bench.home().exists());
    assert!(!bench.jurat("--help").out.contains("sandbox"));
}
