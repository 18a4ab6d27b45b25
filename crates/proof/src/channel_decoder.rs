//! The channels of a run, decoded; what cannot be is a finding.

use jurat_engine::Channel;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::{FinalState, LayerFindings, RulesVersion};

pub struct ChannelDecoder<'a> {
    pub state: &'a FinalState,
    pub findings: &'a mut LayerFindings,
}

impl ChannelDecoder<'_> {
    /// A channel that every run of its kind fills.
    pub fn needed<T: DeserializeOwned>(&mut self, channel: Channel<T>) -> Option<T> {
        if self.json(channel.name()).is_null() {
            let message = "the run left nothing in this channel";
            self.findings.unchecked("channel", channel.name(), message);
            return None;
        }
        self.maybe(channel)
    }

    /// A channel that a run may leave empty.
    pub fn maybe<T: DeserializeOwned>(&mut self, channel: Channel<T>) -> Option<T> {
        let channel = channel.name();
        let json = self.json(channel);
        if json.is_null() {
            return None;
        }
        match T::deserialize(json) {
            Ok(value) => {
                self.findings.held("channel");
                Some(value)
            }
            Err(error) => {
                match self.state.rules() {
                    RulesVersion::Ours => self.findings.failed("channel", channel, error),
                    RulesVersion::Of(version) => {
                        let message = format!("jurat {version} wrote it otherwise: {error}");
                        self.findings.unchecked("channel", channel, message);
                    }
                }
                None
            }
        }
    }

    /// A channel, or the parameter of that name.
    fn json(&self, name: &str) -> &Json {
        let channel = &self.state.channels[name];
        if channel.is_null() { &self.state.params[name] } else { channel }
    }
}
