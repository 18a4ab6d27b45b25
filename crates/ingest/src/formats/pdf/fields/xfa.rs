//! The data of an XFA form: every filled element under `datasets/data`.

use std::borrow::Cow;

use jurat_model::FormFieldValue;
use quick_xml::{Reader, escape::unescape, events::Event};

use crate::FileLimits;

/// Filled elements of one packet, by their path below `data`. A packet that breaks off gives what
/// came before.
pub(super) fn fields(packet: &[u8], limits: &FileLimits) -> Vec<FormFieldValue> {
    let text = String::from_utf8_lossy(packet);
    let mut reader = Reader::from_str(&text);
    reader.config_mut().check_end_names = false;
    // Lists of real forms hold `&` as it is.
    reader.config_mut().allow_dangling_amp = true;
    let mut form = XfaFormParser {
        path: Vec::new(),
        root: None,
        value: String::new(),
        fields: Vec::new(),
    };
    while let Ok(event) = reader.read_event() {
        let full = limits.count <= form.fields.len() as u64;
        if full || limits.depth as usize <= form.path.len() {
            break;
        }
        match event {
            Event::Start(start) => form.open(start.local_name().as_ref()),
            Event::End(_) => form.close(),
            Event::Text(text) => form.value.push_str(&text.xml10_content()),
            Event::CData(text) => form.value.push_str(&text.xml10_content()),
            Event::GeneralRef(entity) => form.value.push_str(&letter(&entity)),
            Event::Eof => break,
            _ => {}
        }
    }
    form.fields
}

/// Bytes of a packet in which its title or its root stands.
const HEAD: usize = 1 << 16;

/// The title in the metadata of a form.
pub(super) fn title(packet: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&packet[..HEAD.min(packet.len())]);
    let mut reader = Reader::from_str(&text);
    reader.config_mut().check_end_names = false;
    let (mut within, mut title) = (false, String::new());
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(start) if start.local_name().as_ref() == "title" => within = true,
            Event::End(end) if within && end.local_name().as_ref() == "title" => break,
            Event::Text(text) if within => title.push_str(&text.xml10_content()),
            Event::GeneralRef(entity) if within => title.push_str(&letter(&entity)),
            Event::Eof => break,
            _ => {}
        }
    }
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    (!title.is_empty()).then_some(title)
}

/// The name of a template's first part, which its data is named after.
pub(super) fn root(packet: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&packet[..HEAD.min(packet.len())]);
    let mut reader = Reader::from_str(&text);
    reader.config_mut().check_end_names = false;
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(start) if start.local_name().as_ref() == "subform" => {
                let named =
                    start.attributes().flatten().find(|one| one.key.as_ref() == "name")?;
                return Some(named.value.into_owned());
            }
            Event::Eof => break,
            _ => {}
        }
    }
    None
}

fn letter(entity: &str) -> String {
    unescape(&format!("&{entity};"))
        .map(Cow::into_owned)
        .unwrap_or_default()
}

struct XfaFormParser {
    path: Vec<String>,
    /// How deep `data` lies, once it was met.
    root: Option<usize>,
    /// What stands between the last two tags.
    value: String,
    fields: Vec<FormFieldValue>,
}

impl XfaFormParser {
    fn open(&mut self, name: &str) {
        let under = self.path.last().is_some_and(|above| above == "datasets");
        self.path.push(name.to_owned());
        if self.root.is_none() && under && name == "data" {
            self.root = Some(self.path.len());
        }
        self.value.clear();
    }

    fn close(&mut self) {
        let below = self.root.and_then(|root| self.path.get(root..)).unwrap_or_default();
        if !below.is_empty() && !self.value.trim().is_empty() {
            let value = self.value.trim().to_owned();
            self.fields.push(FormFieldValue { name: below.join("."), value });
        }
        self.value.clear();
        self.path.pop();
        if self.root.is_some_and(|root| self.path.len() < root) {
            self.root = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fields;
    use crate::FileLimits;

    #[track_caller]
    fn check(packet: &str, expected: &[(&str, &str)]) {
        let read = fields(packet.as_bytes(), &FileLimits::default());
        let read: Vec<(&str, &str)> = read
            .iter()
            .map(|field| (field.name.as_str(), field.value.as_str()))
            .collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn filled_elements_are_named_by_their_path() {
        check(
            "<xdp:xdp><xfa:datasets xmlns:xfa='x'><xfa:data><form1><page1><name>Ada &amp; Co</name>\
             <empty> </empty></page1><age>41</age></form1></xfa:data></xfa:datasets></xdp:xdp>",
            &[("form1.page1.name", "Ada & Co"), ("form1.age", "41")],
        );
    }

    #[test]
    fn lists_beside_the_data_are_skipped_whatever_they_hold() {
        check(
            "<datasets><LOVFile><LOV><X lic='1'>PA & spouse</X></LOV></LOVFile><data><a><r>1</r><r>1</r></a></data></datasets>",
            &[("a.r", "1"), ("a.r", "1")],
        );
    }

    #[test]
    fn a_form_without_data_says_its_title_and_root() {
        let title = "<x:xmpmeta><dc:title><rdf:li>IMM 5406 E :\n Family</rdf:li></dc:title></x:xmpmeta>";
        assert_eq!(super::title(title.as_bytes()).as_deref(), Some("IMM 5406 E : Family"));
        let template =
            "<template><subform name='IMM_5406'><subform name='page1'/></subform></template>";
        assert_eq!(super::root(template.as_bytes()).as_deref(), Some("IMM_5406"));
    }

    #[test]
    fn a_template_is_no_data() {
        check("<template><subform><field><value>x</value></field></subform></template>", &[]);
    }

    #[test]
    fn what_came_before_the_break_is_kept() {
        check("<datasets><data><a>1</a><b", &[("a", "1")]);
        check("not xml at all", &[]);
    }
}
