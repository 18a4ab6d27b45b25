//! Our own agents do the stages of a run that a host drives, by the loop that hosts know.

use serde_json::{Value as Json, json};

use crate::mcp_fixture::{HttpServer, STATELESS};

const SERVICES: [&str; 5] = ["mcp", "jurat", "workflow", "--http", "0"];

fn server() -> HttpServer {
    HttpServer::with(&SERVICES, &[])
}

#[track_caller]
fn answer(server: &HttpServer, tool: &str, arguments: &Json) -> Json {
    let result = &server.call(STATELESS, tool, arguments)["result"];
    assert_eq!(result["isError"], false, "{tool}: {result}");
    result["structuredContent"].clone()
}

#[track_caller]
fn refused(server: &HttpServer, arguments: &Json) -> Json {
    let result = &server.call(STATELESS, "audit_task", arguments)["result"];
    assert_eq!(result["isError"], true, "{result}");
    result["structuredContent"].clone()
}

fn started(server: &HttpServer, workflow: &str) -> Json {
    answer(server, "workflow_start", &json!({ "workflow": workflow }))["session_id"].clone()
}

fn run(server: &HttpServer, id: &Json) -> Json {
    let uri = format!("jurat://runs/{}", id.as_str().unwrap());
    let read = server.ask(STATELESS, "resources/read", json!({ "uri": uri }));
    serde_json::from_str(read["result"]["contents"][0]["text"].as_str().unwrap()).unwrap()
}

#[test]
fn a_run_that_a_host_drives_with_our_agents_comes_to_what_ours_comes_to() {
    let server = server();
    let session = started(&server, "orchard");
    let mut by_hand = Vec::new();
    loop {
        let due = answer(&server, "workflow_next", &json!({ "session_id": session }));
        if due["status"] == "complete" {
            break;
        }
        let task = json!({ "subagent_type": due["agent"], "prompt": "Do it." });
        let made = server.call(STATELESS, "audit_task", &task)["result"].clone();
        let output = if made["isError"] == true {
            // What acts outside is left to whoever answers for it.
            by_hand.push(due["stage"].clone());
            json!({})
        } else {
            made["structuredContent"].clone()
        };
        let report =
            json!({ "session_id": session, "stage_id": due["stage"], "output": output });
        let done = answer(&server, "workflow_complete", &report);
        assert_eq!(done["completed"], due["stage"]);
    }
    assert_eq!(by_hand, [json!("ship")]);
    let own = answer(&server, "system_run", &json!({ "workflow": "orchard" }));
    let (driven, own) = (run(&server, &session), run(&server, &own["run"]));
    assert_eq!(driven["status"], own["status"]);
    // What nobody shipped is in no report.
    for channel in ["counts", "prices", "soils", "sale", "notes"] {
        assert_eq!(driven["state"][channel], own["state"][channel], "{channel}");
    }
}

#[test]
fn asking_again_does_nothing_again_and_the_run_stays_as_it_was() {
    let server = server();
    let session = started(&server, "orchard");
    let status = || answer(&server, "workflow_status", &json!({ "session_id": session }));
    let before = status();
    let task = json!({ "subagent_type": "counter", "prompt": "Count.", "session_id": session });
    let first = answer(&server, "audit_task", &task);
    assert_eq!(first, answer(&server, "audit_task", &task));
    assert_eq!(before, status());
}

#[test]
fn who_is_due_and_where_is_said() {
    let server = server();
    let task = |agent: &str| json!({ "subagent_type": agent, "prompt": "Do it." });
    let none = refused(&server, &task("counter"));
    assert_eq!(
        (&none["outcome"], &none["argument"]),
        (&json!("not_found"), &json!("session_id"))
    );
    let session = started(&server, "orchard");
    let mut wrong = task("weaver");
    wrong["session_id"] = session.clone();
    let wrong = refused(&server, &wrong);
    assert_eq!(wrong["argument"], "subagent_type", "{wrong}");
    assert!(wrong["allowed"].as_array().unwrap().contains(&json!("counter")), "{wrong}");
    let other = started(&server, "orchard");
    let both = refused(&server, &task("counter"));
    assert_eq!(both["argument"], "session_id", "{both}");
    for run in [&session, &other] {
        assert!(both["allowed"].as_array().unwrap().contains(run), "{both}");
    }
    let pulled = started(&server, "harvest_pull");
    let mut bare = task("intake");
    bare["session_id"] = pulled;
    let bare = refused(&server, &bare);
    assert_eq!(bare["outcome"], "bad_argument", "{bare}");
    assert!(bare["message"].as_str().unwrap().contains("from outside only"), "{bare}");
    let empty = refused(
        &server,
        &json!({ "subagent_type": "counter", "prompt": "", "session_id": session }),
    );
    assert_eq!(empty["argument"], "prompt", "{empty}");
}
