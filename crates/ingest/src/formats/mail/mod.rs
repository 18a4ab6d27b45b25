//! Mails as they are saved: who wrote what to whom and when, and each attachment as a file within the file.
//!
//! Of a mail that says the same as plain text and as HTML, the plain text is read. An attachment is never read as words of
//! the mail: it is handed out and read as what it is.

mod attachment_names;

#[cfg(test)]
mod tests;

use jurat_model::{DocumentMetadata, ReaderIdentity, Rendition};
use mail_parser::{Address, Message, MessageParser, MessagePart, PartType};

use self::attachment_names::AttachmentNames;
use super::{
    DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement,
    html::HTML,
    rendition_builder::{RenditionBuilder, one_line},
};
use crate::{FileLimits, ReadRefusal, RefusalKind};

pub(super) const MAIL: DocumentFormat = DocumentFormat {
    name: "mail",
    media: "message/rfc822",
    extensions: &["eml"],
    sniff: |_| false,
    place: ReaderPlacement::Sandbox,
    read,
};

fn read(
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let mail = MessageParser::default().parse(input.bytes).filter(is_mail);
    let Some(mail) = mail else {
        let message = "it has no lines From, To, Date or Subject: no mail";
        return Err(ReadRefusal::new(RefusalKind::Damaged, message));
    };
    let rendition = written(&mail, input);
    let has_words = !rendition.text.is_empty();
    if has_words {
        let metadata = metadata(&mail);
        hand_out(ReaderOutput::Document { name: None, raw: None, rendition, metadata });
    }
    let attached = attachments(&mail, input.limits, hand_out)?;
    if !has_words && attached == 0 {
        return Err(ReadRefusal::new(RefusalKind::Empty, "the mail has no words"));
    }
    Ok(())
}

fn is_mail(mail: &Message<'_>) -> bool {
    let addressed = mail.from().is_some() || mail.to().is_some();
    addressed || mail.date().is_some() || mail.subject().is_some()
}

/// The lines of its head that people read, then its words.
fn written(mail: &Message<'_>, input: &ReaderInput<'_>) -> Rendition {
    let mut script = RenditionBuilder::new(input.limits);
    let mut head = |name: &str, value: String| {
        if !value.is_empty() {
            script.line();
            script.words(&format!("{name}: {value}"));
        }
    };
    head("From", people(mail.from()));
    head("To", people(mail.to()));
    head("Cc", people(mail.cc()));
    head("Date", mail.header_raw("Date").map(one_line).unwrap_or_default());
    head("Subject", mail.subject().map(one_line).unwrap_or_default());
    let mut warnings = Vec::new();
    for part in mail.text_bodies() {
        match &part.body {
            PartType::Text(words) => {
                script.blank();
                script.lines(words);
            }
            PartType::Html(page) => {
                if let Some(page) = page_words(page, input) {
                    script.blank();
                    script.lines(&page.text);
                    warnings.extend(page.warnings);
                }
            }
            _ => {}
        }
    }
    for mut warning in warnings {
        // Its place was one in the page.
        warning.span = None;
        script.warn(warning.kind, None, warning.message);
    }
    script.finish(reader())
}

/// The words of a mail that is a page alone, by the reader of pages.
fn page_words(page: &str, input: &ReaderInput<'_>) -> Option<Rendition> {
    let inner = ReaderInput { bytes: page.as_bytes(), ..*input };
    let mut read = None;
    let mut keep = |piece| {
        if let ReaderOutput::Document { rendition, .. } = piece {
            read = Some(rendition);
        }
    };
    // A page without words leaves the head of the mail.
    let _ = (HTML.read)(&inner, &mut keep);
    read
}

/// `Name <address>`, parted by commas.
fn people(address: Option<&Address<'_>>) -> String {
    let all = address.into_iter().flat_map(Address::iter);
    let each = all.filter_map(|one| match (one.name(), one.address()) {
        (Some(name), Some(address)) => Some(format!("{} <{address}>", one_line(name))),
        (Some(one), None) | (None, Some(one)) => Some(one_line(one)),
        (None, None) => None,
    });
    each.collect::<Vec<_>>().join(", ")
}

fn metadata(mail: &Message<'_>) -> DocumentMetadata {
    let mut metadata = DocumentMetadata {
        title: mail.subject().map(one_line).filter(|subject| !subject.is_empty()),
        ..DocumentMetadata::default()
    };
    if let Some(day) = mail.date() {
        let day = format!("{:04}-{:02}-{:02}", day.year, day.month, day.day);
        metadata.values.insert("date".to_owned(), day);
    }
    metadata
}

/// Hands out what is attached, and says how many files those were.
fn attachments(
    mail: &Message<'_>,
    limits: &FileLimits,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<u64, ReadRefusal> {
    let mut names = AttachmentNames::default();
    let mut count = 0;
    for part in mail.attachments() {
        count += 1;
        if limits.count < count {
            let message = format!("it has more than {} attachments", limits.count);
            return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
        }
        let name = names.of(part);
        hand_out(ReaderOutput::Member { name, bytes: bytes_of(part) });
    }
    Ok(count)
}

fn bytes_of(part: &MessagePart<'_>) -> Vec<u8> {
    match &part.body {
        PartType::Message(inner) => inner.raw_message().to_vec(),
        _ => part.contents().to_vec(),
    }
}

fn reader() -> ReaderIdentity {
    ReaderIdentity {
        name: MAIL.name.to_owned(),
        version: 1,
        options: String::new(),
    }
}
