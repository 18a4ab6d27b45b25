//! Tables of parameters against the parameters of the workflows.

#![expect(clippy::unwrap_used)]

use jurat_system::parameters::{ParameterKind, RunValues};
use jurat_systems::ALL;

#[test]
fn every_workflow_has_a_table_that_agrees_with_it() {
    for system in ALL.0 {
        let tables: Vec<&str> = system.parameters.iter().map(|table| table.workflow).collect();
        let workflows: Vec<&str> = system.workflows.iter().map(|it| it.name).collect();
        assert_eq!(tables, workflows, "{}", system.name);
    }
    for workflow in ALL.workflows() {
        let definition = ALL.definition(workflow.name).unwrap().definition;
        let table = ALL.parameters(workflow.name).unwrap();
        assert_eq!(table.disagreements(&definition), [""; 0], "{}", workflow.name);
    }
}

#[test]
fn every_document_that_is_built_in_can_be_given_by_its_name() {
    for table in ALL.0.iter().flat_map(|system| system.parameters) {
        for parameter in table.parameters {
            let ParameterKind::Document(kind) = parameter.kind else { continue };
            for name in kind.names() {
                RunValues::new(table).set(parameter.name, name).unwrap();
            }
        }
    }
}

#[test]
fn a_schema_names_every_parameter_once_and_what_must_be_given() {
    let schema = ALL.input_schema("digital_courtroom").unwrap();
    assert_eq!(schema["properties"]["samples"]["maximum"], 9);
    assert_eq!(schema["required"], serde_json::json!([]));
    assert_eq!(schema["allOf"][0]["anyOf"][1]["required"][0], "paper");
    let schema = ALL.input_schema("evidence_first").unwrap();
    assert_eq!(schema["required"], serde_json::json!(["question", "corpus"]));
    assert_eq!(schema["properties"]["policy"]["enum"], serde_json::json!(["default", "seed"]));
    assert!(schema["description"].as_str().is_some_and(|text| !text.is_empty()));
}
