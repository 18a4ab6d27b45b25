//! The packets of an XFA form, deciphered where the document is encrypted without a password.

use std::collections::BTreeSet;

use pdf_oxide::{
    PdfDocument,
    encryption::EncryptionHandler,
    object::{Object, ObjectRef},
};

use super::super::objects::resolve;

/// Each packet with its name; one that cannot be read is left out, the others stand.
pub(super) fn packets(document: &PdfDocument) -> Vec<(String, Vec<u8>)> {
    let Some(form) = form_data(document) else { return Vec::new() };
    let cipher = cipher(document);
    match &form {
        Object::Array(pairs) => pairs
            .chunks_exact(2)
            .filter_map(|pair| {
                let [name, stream] = pair else { return None };
                Some((name_of(name), bytes(document, stream, cipher.as_ref())?))
            })
            .collect(),
        whole => bytes(document, whole, cipher.as_ref())
            .map(|bytes| vec![("xdp".to_owned(), bytes)])
            .unwrap_or_default(),
    }
}

/// What the catalogue's form says of XFA: an array of names and streams, or the reference to one stream.
fn form_data(document: &PdfDocument) -> Option<Object> {
    let catalog = document.catalog().ok()?;
    let form = resolve(document, catalog.as_dict()?.get("AcroForm")?)?;
    let data = form.as_dict()?.get("XFA")?.clone();
    let is_array = |object: &Object| matches!(object, Object::Array(_));
    Some(resolve(document, &data).filter(is_array).unwrap_or(data))
}

fn name_of(name: &Object) -> String {
    match name {
        Object::Name(name) => name.clone(),
        Object::String(name) => String::from_utf8_lossy(name).into_owned(),
        _ => String::new(),
    }
}

fn bytes(
    document: &PdfDocument,
    stream: &Object,
    cipher: Option<&EncryptionHandler>,
) -> Option<Vec<u8>> {
    let reference = stream.as_reference()?;
    let stream = document.load_object(reference).ok()?;
    let ObjectRef { id, r#gen: generation } = reference;
    let generation = u32::from(generation);
    let decrypt = |data: &[u8]| match cipher {
        Some(cipher) => cipher.decrypt_stream(data, id, generation),
        None => Ok(data.to_vec()),
    };
    stream
        .decode_stream_data_with_decryption(Some(&decrypt), id, generation)
        .ok()
}

/// What deciphers a document that opens with no password.
fn cipher(document: &PdfDocument) -> Option<EncryptionHandler> {
    let trailer = document.trailer().as_dict()?;
    let mut told = resolve(document, trailer.get("Encrypt")?)?.as_dict()?.clone();
    let keys: BTreeSet<_> = told.keys().cloned().collect();
    for key in keys {
        if let Some(found) = told.get(&key).and_then(|value| resolve(document, value)) {
            told.insert(key, found);
        }
    }
    let id = match trailer.get("ID").and_then(|id| resolve(document, id)) {
        Some(Object::Array(parts)) => parts
            .first()
            .and_then(Object::as_string)
            .map(<[u8]>::to_vec)
            .unwrap_or_default(),
        _ => Vec::new(),
    };
    let mut handler = EncryptionHandler::new(&Object::Dictionary(told), id).ok()?;
    handler.authenticate(b"").ok()?.then_some(handler)
}
