//! Tiny PDFs of our own making.

use std::fmt::Write as _;

/// A PDF of these objects, the first of which is the catalog.
pub(crate) fn pdf(objects: &[String]) -> Vec<u8> {
    trailed(objects, "")
}

/// The same, with more in its trailer.
pub(crate) fn trailed(objects: &[String], trailer: &str) -> Vec<u8> {
    let mut out = String::from("%PDF-1.7\n");
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(out.len());
        write!(out, "{} 0 obj\n{object}\nendobj\n", at + 1).unwrap();
    }
    let xref = out.len();
    write!(out, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
    for place in places {
        writeln!(out, "{place:010} 00000 n ").unwrap();
    }
    write!(
        out,
        "trailer\n<< /Size {} /Root 1 0 R {trailer} >>\nstartxref\n{xref}\n%%EOF\n",
        objects.len() + 1
    )
    .unwrap();
    out.into_bytes()
}

/// A stream with these operators or this XML in it.
pub(crate) fn stream(content: &str) -> String {
    format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len())
}

/// One page per entry, each with these operators; `catalog` is added to the catalog and `page` to
/// each page, and both may refer to the objects in `more`, which come first after the pages' tree:
/// numbers 4 and up.
pub(crate) fn pages(
    contents: &[&str],
    catalog: &str,
    page: &str,
    more: &[String],
) -> Vec<String> {
    let first = 4 + more.len();
    let kids: Vec<String> = (0..contents.len())
        .map(|at| format!("{} 0 R", first + 2 * at))
        .collect();
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R {catalog} >>"),
        format!("<< /Type /Pages /Count {} /Kids [{}] >>", contents.len(), kids.join(" ")),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    objects.extend(more.iter().cloned());
    for (at, content) in contents.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R >> {page} >> >>",
            first + 2 * at + 1
        ));
        objects.push(stream(content));
    }
    objects
}

/// Pages of plain operators.
pub(crate) fn plain(contents: &[&str]) -> Vec<u8> {
    pdf(&pages(contents, "", "", &[]))
}

/// Operators that show a line.
pub(crate) fn line(y: u32, words: &str) -> String {
    format!("BT /F1 12 Tf 72 {y} Td ({words}) Tj ET\n")
}
