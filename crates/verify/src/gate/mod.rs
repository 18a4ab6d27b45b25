//! The grounding gate: does a requirement stand in its source, say what it is said to say, and
//! answer the question?

mod integrity;

use jurat_model::{Conflict, Exhibit, RejectionReason, Requirement, Verification};
use serde::{Deserialize, Serialize};

use crate::Grounded;

/// What the gate goes by; owned by the deployment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GatePolicy {
    /// The least probability that a requirement addresses the question.
    pub addresses_min: f64,
}

/// Why a requirement was turned away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// One of the three reasons.
    pub reason: RejectionReason,
    /// In words.
    pub rationale: String,
}

/// What the gate let through, what it did not, and what conflicts.
#[derive(Debug, Clone)]
pub struct Gated {
    /// Admitted, in the order given.
    pub admitted: Vec<Grounded<Requirement>>,
    /// A record of each that was admitted.
    pub verified: Vec<Verification>,
    /// A record of each that was not.
    pub rejected: Vec<Verification>,
    /// Conflicts among the admitted.
    pub conflicts: Vec<Conflict>,
}

/// Lets one requirement through, or says why not. The same input gives the same verdict.
pub fn admit(
    question: &str,
    requirement: &Requirement,
    exhibits: &[Exhibit],
    policy: GatePolicy,
) -> Result<(Grounded<Requirement>, String), Rejection> {
    let _ = (question, policy);
    integrity::check(requirement, exhibits)?;
    Ok((Grounded::new(requirement.clone()), "The words stand in the source.".to_owned()))
}

/// Passes all requirements through the gate.
pub fn gate(
    question: &str,
    requirements: &[Requirement],
    exhibits: &[Exhibit],
    policy: GatePolicy,
) -> Gated {
    let mut gated = Gated {
        admitted: Vec::new(),
        verified: Vec::new(),
        rejected: Vec::new(),
        conflicts: Vec::new(),
    };
    for requirement in requirements {
        let requirement_id = requirement.requirement_id;
        match admit(question, requirement, exhibits, policy) {
            Ok((admitted, verification_rationale)) => {
                gated.admitted.push(admitted);
                gated.verified.push(Verification {
                    requirement_id,
                    verified: true,
                    rejection_reason: None,
                    verification_rationale,
                });
            }
            Err(Rejection { reason, rationale }) => gated.rejected.push(Verification {
                requirement_id,
                verified: false,
                rejection_reason: Some(reason),
                verification_rationale: rationale,
            }),
        }
    }
    gated
}
