//! Channels of Rust against channels of the workflows.

#![expect(clippy::unwrap_used)]

use jurat_engine::load;
use jurat_systems::ALL;

#[test]
fn every_channel_of_rust_is_declared_with_its_type() {
    for system in ALL.0 {
        let texts = system.workflows.iter().map(|workflow| workflow.text);
        let definitions: Vec<_> = texts.map(|text| load(text).unwrap().definition).collect();
        for definition in &definitions {
            assert_eq!(ALL.channel_disagreements(definition), [""; 0], "{}", definition.name);
        }
        for channel in system.channels {
            let mut all = definitions.iter();
            assert!(
                all.any(|definition| definition.channels.contains_key(channel.name)),
                "no workflow of {} has `{}`",
                system.name,
                channel.name
            );
        }
    }
}
