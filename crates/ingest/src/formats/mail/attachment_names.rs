//! What attachments are called: their own names, made safe and told apart.

use std::collections::BTreeSet;

use mail_parser::{MessagePart, MimeHeaders};

use crate::formats::rendition_builder::one_line;

/// The most letters of a name that are kept.
const LONGEST: usize = 200;

/// The names that are taken.
#[derive(Default)]
pub(super) struct AttachmentNames {
    taken: BTreeSet<String>,
}

impl AttachmentNames {
    /// A name that leads nowhere and that no attachment before it has.
    pub(super) fn of(&mut self, part: &MessagePart<'_>) -> String {
        let number = self.taken.len() + 1;
        let own = part.attachment_name().map(plain).filter(|name| !name.is_empty());
        let name = own.unwrap_or_else(|| {
            let ending = if part.is_message() { ".eml" } else { "" };
            format!("attachment-{number}{ending}")
        });
        let name = if self.taken.contains(&name) { format!("{number}-{name}") } else { name };
        self.taken.insert(name.clone());
        name
    }
}

/// The last step of a path, without what no name needs.
fn plain(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let plain: String = one_line(last).chars().filter(|letter| !letter.is_control()).collect();
    let cut: String = plain.chars().take(LONGEST).collect();
    if cut.chars().all(|letter| letter == '.') { String::new() } else { cut }
}
