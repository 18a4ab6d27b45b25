//! No key shows anywhere: not in errors, values, words of servers, or tapes.

use std::{fmt::Debug, fs, path::Path, sync::Arc};

use jurat_llm::{ChatCassette, ChatError, ModelSettings, SettingsError, connect};
use tempfile::TempDir;

use crate::{
    PROVIDERS,
    client::{KEY, asked, block_on, keys, model, question, settings, streamed},
    replies::{stream, whole},
    server::{Act, Server, answer, open_ended},
};

#[track_caller]
fn check(what: &str, value: &impl Debug) {
    let text = format!("{value:?} {value:#?}");
    assert!(!text.contains(KEY), "{what} shows the key: {text}");
    assert!(!text.contains("tell-nobody"), "{what} shows a part of the key: {text}");
}

/// A server that knows the key, of course, and says it wherever it can.
fn tattlers(provider: &str) -> Vec<(&'static str, Vec<Act>)> {
    let says = format!("your key is {KEY}, {KEY}");
    let error = serde_json::json!({ "error": { "message": says, "type": KEY } }).to_string();
    let location = format!("Location: http://127.0.0.1:1/{KEY}\r\n");
    let host = format!("Location: http://{KEY}.example/\r\n");
    vec![
        ("400", answer("400 Bad", "", &error)),
        ("401", answer("401 Who", "", &error)),
        ("429", answer("429 Many", "", &error)),
        ("500", answer("500 Oops", "", &error)),
        ("html", answer("500 Oops", "", &says)),
        ("redirect", answer("302 Found", &location, "")),
        ("redirect to a host", answer("302 Found", &host, "")),
        ("no json", open_ended(&says)),
        ("bad header", vec![Act::Say(format!("HTTP/1.1 {KEY}\r\n\r\n").into())]),
        ("error in a stream", open_ended(format!("data: {error}\n\n{error}\n"))),
        ("reply", open_ended(whole(provider, &says).replace("plum-1-0815", KEY))),
        (
            "stream",
            open_ended(stream(provider, &["Key: sk-plum-4711-", "0815-tell-nobody", "!"])),
        ),
    ]
}

#[test]
fn a_server_cannot_make_us_show_the_key() {
    for provider in PROVIDERS {
        for (what, script) in tattlers(provider) {
            let server = Server::start(vec![script]);
            let mut settings = settings(provider, &server);
            settings.max_tries = 1;
            let found = asked(&settings);
            check(what, &found);
            if let Err(error) = found {
                assert!(!error.to_string().contains("tell-nobody"), "{what}: {error}");
                assert!(!serde_json::to_string(&error).unwrap().contains("tell-nobody"));
            }
            check(what, &streamed(&settings));
        }
    }
}

#[test]
fn a_key_in_a_reply_is_masked_and_the_rest_kept() {
    for provider in PROVIDERS {
        let body =
            stream(provider, &["Key: sk-plum-4711-", "0815-tell-nobody", "! sk-pl", "um"]);
        let server = Server::start(vec![open_ended(body)]);
        let (reply, deltas) = streamed(&settings(provider, &server));
        assert_eq!(reply.unwrap().text, "Key: [key]! sk-plum");
        assert_eq!(deltas.concat(), "Key: [key]! sk-plum");
    }
}

#[test]
fn no_key_is_on_a_tape() {
    for provider in PROVIDERS {
        for (what, script) in tattlers(provider) {
            let dir = TempDir::new().unwrap();
            let path = dir.path().join("plum.jsonl");
            let server = Server::start(vec![script]);
            let mut settings = settings(provider, &server);
            settings.max_tries = 1;
            let tape = ChatCassette::record(model(&settings).0, &path).unwrap();
            let _ = block_on(tape.chat_of_a_question());
            let text = fs::read_to_string(&path).unwrap();
            assert!(
                text.lines().count() == 2 && !text.contains("tell-nobody"),
                "{what}: {text}"
            );
        }
    }
}

trait Asked {
    fn chat_of_a_question(&self) -> impl Future<Output = Result<String, ChatError>>;
}

impl Asked for ChatCassette {
    async fn chat_of_a_question(&self) -> Result<String, ChatError> {
        use jurat_llm::ChatModel;
        self.chat(&question()).await.map(|reply| reply.text)
    }
}

fn with_file(path: &Path) -> ModelSettings {
    let mut settings = ModelSettings::new("openai", "plum-1");
    settings.key_file = Some(path.to_owned());
    settings
}

#[cfg(unix)]
#[test]
fn a_key_file_that_others_can_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("key");
    fs::write(&path, format!("{KEY}\n")).unwrap();
    for (mode, fine) in
        [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o660, false)]
    {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let found = connect(&with_file(&path), &keys).map(|_| ());
        check("an error", &found);
        match found {
            Ok(()) => assert!(fine, "{mode:o}"),
            Err(error) => {
                assert!(!fine && matches!(error, SettingsError::KeyFileOpen { .. }), "{error}");
                assert_eq!(error.hint().unwrap(), format!("chmod 600 {}", path.display()));
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_holds_no_key_is_refused_without_being_shown() {
    use std::os::unix::fs::PermissionsExt;
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("key");
    for text in ["", "two tell-nobody lines", "tell-nobody\ntell-nobody"] {
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        let error = connect(&with_file(&path), &keys).err().unwrap();
        check(text, &error);
        assert!(matches!(error, SettingsError::BadKey { .. }), "{error}");
    }
    let missing = connect(&with_file(&dir.path().join("none")), &keys).err().unwrap();
    assert!(matches!(missing, SettingsError::KeyFile { .. }), "{missing}");
}

#[test]
fn settings_name_keys_and_hold_none() {
    let server = Server::start(vec![vec![]]);
    let settings = settings("openai", &server);
    check("settings", &settings);
    assert!(!serde_json::to_string(&settings).unwrap().contains(KEY));
    let mut both = settings.clone();
    both.key_file = Some("key".into());
    assert_eq!(connect(&both, &keys).err(), Some(SettingsError::TwoKeys));
    let bad = |_: &str| Some("two tell-nobody words".to_owned());
    check("an error", &connect(&settings, &bad).err());
    let model = model(&settings).0;
    check("an identity", &(model.identity(), model.limits()));
    drop(Arc::clone(&model));
}
