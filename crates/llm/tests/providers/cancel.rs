//! A call that is dropped is aborted, on any executor.

use std::{
    task::{Context, Waker},
    thread,
    time::Duration,
};

use crate::{
    client::{block_on, model, question, settings},
    replies::whole,
    server::{Act, Server, answer},
};

#[test]
fn dropping_a_call_hangs_up() {
    let server =
        Server::start(vec![vec![Act::Hang], answer("200 OK", "", whole("openai", "Plums."))]);
    let mut settings = settings("openai", &server);
    settings.concurrency = 1;
    let (model, _) = model(&settings);
    let request = question();
    let mut call = model.chat(&request);
    assert!(
        call.as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
            .is_pending()
    );
    while server.heard().is_empty() {
        thread::sleep(Duration::from_millis(5));
    }
    drop(call);
    assert!(server.sees_gone(1));
    // Its place is free again.
    assert_eq!(block_on(model.chat(&request)).unwrap().text, "Plums.");
}

#[test]
fn a_call_that_is_never_polled_sends_nothing() {
    let server = Server::start(vec![vec![Act::Hang]]);
    let (model, _) = model(&settings("openai", &server));
    drop(model.chat(&question()));
    thread::sleep(Duration::from_millis(50));
    assert_eq!(server.heard().len(), 0);
}
