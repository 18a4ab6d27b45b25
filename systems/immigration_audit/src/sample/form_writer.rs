//! Filled forms as PDF: one page that shows every value, and an `AcroForm` field for each.

use std::fmt::Write as _;

/// Lines of values on a page of 792 points.
const LINES: usize = 52;
/// Points from line to line, and from the page's foot to the first.
const LEADING: usize = 13;
const TOP: usize = 740;

/// A form with its title and its fields, by full name and value: `form1[0].Page1[0].FamilyName[0]`.
///
/// Parts of a name become fields of their own, each the kid of the one before, as the format wants it.
pub fn write_form(title: &str, fields: &[(String, String)]) -> Vec<u8> {
    let mut objects = FormObjects::default();
    let font = objects.add(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    );
    let pages = objects.reserve();
    let form = objects.reserve();
    let mut kids = Vec::new();
    let mut tree = FieldNode::default();
    for part in fields
        .chunks(LINES)
        .map(Some)
        .chain(fields.is_empty().then_some(None))
    {
        let part = part.unwrap_or_default();
        let page = objects.reserve();
        let content = objects.stream(&shown(title, part));
        let mut widgets = Vec::new();
        for (line, (name, value)) in part.iter().enumerate() {
            let widget = objects.reserve();
            tree.put(name, FieldLeaf { widget, page, line, value: value.clone() });
            widgets.push(format!("{widget} 0 R"));
        }
        let told = format!(
            "<< /Type /Page /Parent {pages} 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 {font} 0 R >> >> \
             /Contents {content} 0 R /Annots [{}] >>",
            widgets.join(" ")
        );
        objects.put(page, &told);
        kids.push(format!("{page} 0 R"));
    }
    let count = kids.len();
    objects
        .put(pages, &format!("<< /Type /Pages /Kids [{}] /Count {count} >>", kids.join(" ")));
    let roots: Vec<String> = tree.write(None, &mut objects);
    let roots = roots.join(" ");
    objects.put(
        form,
        &format!(
            "<< /Fields [{roots}] /DR << /Font << /F1 {font} 0 R >> >> /DA (/F1 9 Tf 0 g) >>"
        ),
    );
    let catalog =
        objects.add(&format!("<< /Type /Catalog /Pages {pages} 0 R /AcroForm {form} 0 R >>"));
    let info = objects.add(&format!("<< /Title {} >>", text_string(title)));
    objects.finished(catalog, info)
}

/// What a page shows: the title, and each value beside the last part of its name.
fn shown(title: &str, fields: &[(String, String)]) -> String {
    let mut content = format!("BT /F1 11 Tf 50 {} Td ({}) Tj ET\n", TOP + 20, escaped(title));
    for (line, (name, value)) in fields.iter().enumerate() {
        let label = name.rsplit('.').next().unwrap_or(name);
        let label = label.split('[').next().unwrap_or(label);
        let words = escaped(&format!("{label}: {value}"));
        let at = TOP - line * LEADING;
        let _ = writeln!(content, "BT /F1 9 Tf 50 {at} Td ({words}) Tj ET");
    }
    content
}

/// A field at the end of a name.
struct FieldLeaf {
    widget: usize,
    page: usize,
    line: usize,
    value: String,
}

/// A part of a name, with those below it in the order in which they came.
#[derive(Default)]
struct FieldNode {
    below: Vec<(String, FieldNode)>,
    leaf: Option<FieldLeaf>,
}

impl FieldNode {
    fn put(&mut self, name: &str, leaf: FieldLeaf) {
        let mut node = self;
        for part in name.split('.') {
            let at = node.below.iter().position(|(known, _)| known == part);
            let at = at.unwrap_or_else(|| {
                node.below.push((part.to_owned(), Self::default()));
                node.below.len() - 1
            });
            node = &mut node.below[at].1;
        }
        node.leaf = Some(leaf);
    }

    /// Writes what lies below; the references to it.
    fn write(&self, parent: Option<usize>, objects: &mut FormObjects) -> Vec<String> {
        let mut references = Vec::new();
        for (part, node) in &self.below {
            let parent_entry =
                parent.map_or_else(String::new, |it| format!("/Parent {it} 0 R "));
            let name = text_string(part);
            let number = if let Some(leaf) = &node.leaf {
                let (low, high) =
                    (TOP - leaf.line * LEADING - 3, TOP - leaf.line * LEADING + 9);
                let told = format!(
                    "<< /Type /Annot /Subtype /Widget /FT /Tx {parent_entry}/T {name} /V {} /Rect [300 {low} 560 {high}] \
                     /F 4 /P {} 0 R /DA (/F1 9 Tf 0 g) >>",
                    text_string(&leaf.value),
                    leaf.page
                );
                objects.put(leaf.widget, &told);
                leaf.widget
            } else {
                let number = objects.reserve();
                let kids = node.write(Some(number), objects).join(" ");
                objects.put(number, &format!("<< {parent_entry}/T {name} /Kids [{kids}] >>"));
                number
            };
            references.push(format!("{number} 0 R"));
        }
        references
    }
}

/// The objects of a file, by their numbers from 1.
#[derive(Default)]
struct FormObjects {
    bodies: Vec<Vec<u8>>,
}

impl FormObjects {
    fn reserve(&mut self) -> usize {
        self.bodies.push(Vec::new());
        self.bodies.len()
    }

    fn put(&mut self, number: usize, body: &str) {
        self.bodies[number - 1] = body.as_bytes().to_vec();
    }

    fn add(&mut self, body: &str) -> usize {
        let number = self.reserve();
        self.put(number, body);
        number
    }

    fn stream(&mut self, content: &str) -> usize {
        let bytes = windows_1252(content);
        let number = self.reserve();
        let mut body = format!("<< /Length {} >>\nstream\n", bytes.len()).into_bytes();
        body.extend(bytes);
        body.extend(b"\nendstream");
        self.bodies[number - 1] = body;
        number
    }

    /// The file: header, objects, the table of where they begin, and where that table begins.
    fn finished(self, catalog: usize, info: usize) -> Vec<u8> {
        let mut file = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec();
        let mut starts = Vec::new();
        for (at, body) in self.bodies.iter().enumerate() {
            starts.push(file.len());
            file.extend(format!("{} 0 obj\n", at + 1).into_bytes());
            file.extend(body);
            file.extend(b"\nendobj\n");
        }
        let table = file.len();
        let count = starts.len() + 1;
        let mut tail = format!("xref\n0 {count}\n0000000000 65535 f \n");
        for start in starts {
            let _ = writeln!(tail, "{start:010} 00000 n ");
        }
        let _ = write!(
            tail,
            "trailer\n<< /Size {count} /Root {catalog} 0 R /Info {info} 0 R >>\nstartxref\n{table}\n%%EOF\n"
        );
        file.extend(tail.into_bytes());
        file
    }
}

/// A text of the format: UTF-16 in hexadecimal, which needs no escapes.
fn text_string(text: &str) -> String {
    let mut told = String::from("<FEFF");
    for unit in text.encode_utf16() {
        let _ = write!(told, "{unit:04X}");
    }
    told.push('>');
    told
}

fn escaped(text: &str) -> String {
    text.replace('\\', r"\\").replace('(', r"\(").replace(')', r"\)")
}

/// One byte a letter; what the encoding lacks becomes a question mark on the page, and stays whole in the field.
fn windows_1252(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| u8::try_from(u32::from(letter)).unwrap_or(b'?'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::write_form;

    fn field(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn the_same_values_give_the_same_bytes_and_every_object_is_where_the_table_says() {
        let fields = [
            field("form1[0].Page1[0].FamilyName[0]", "Hallström"),
            field("form1[0].Page1[0].GivenName[0]", "Annika (Ann)"),
        ];
        let file = write_form("IMM 0000", &fields);
        assert_eq!(file, write_form("IMM 0000", &fields));
        let text = String::from_utf8_lossy(&file);
        assert!(text.contains("/AcroForm") && text.ends_with("%%EOF\n"));
        let starts = file.windows(7).filter(|it| it.ends_with(b" 0 obj")).count();
        assert!(6 < starts);
    }
}
