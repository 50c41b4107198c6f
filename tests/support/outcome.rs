//! What a run gave, and whether two targets gave the same.

use sycl_hls_types::{Fault, ScalarValue};

use crate::Value;

/// What a run gave: the arguments afterwards, or why it stopped.
pub type Outcome = Result<Vec<Value>, Fault>;

/// An outcome as plain values, one list for each argument.
pub type Values = Result<Vec<Vec<ScalarValue>>, Fault>;

/// The plain values of an outcome.
///
/// # Errors
/// The outcome's own.
pub fn values(outcome: &Outcome) -> Values {
    outcome.as_ref().map(|values| values.iter().map(Value::values).collect()).map_err(Clone::clone)
}

/// Where the outcome of another target differs from the host's; `None` where they are the same. All NaNs are.
#[must_use]
pub fn difference(host: &Values, other: &Values) -> Option<Difference> {
    match (host, other) {
        (Ok(host), Ok(other)) => host.iter().zip(other).enumerate().find_map(|(argument, (host, other))| {
            if let Some(element) = host.iter().zip(other).position(|(host, other)| !host.same_result(other)) {
                let values = [host[element].clone(), other[element].clone()];
                return Some(Difference::Value { argument, element, values });
            }
            // A stream may have more or fewer elements.
            let lengths = [host.len(), other.len()];
            (lengths[0] != lengths[1]).then_some(Difference::Length { argument, lengths })
        }),
        (Err(host), Err(other)) => {
            // A panic inside of Rust's library (`abs`, `pow`, `sum`) has its place there, which the host leaves out:
            // only the kind can be compared.
            let place = |fault: &Fault| fault.at.as_ref().map(|at| (at.line, at.column));
            let same_place = host.at.is_none() || place(host) == place(other);
            let same = host.kind == other.kind && same_place;
            (!same).then(|| Difference::Fault([host.to_string(), other.to_string()]))
        }
        (Err(host), Ok(_)) => Some(Difference::OnlyHostStopped(host.to_string())),
        (Ok(_), Err(other)) => Some(Difference::OnlyOtherStopped(other.to_string())),
    }
}

/// A difference between the host's outcome and another target's.
#[derive(Clone, PartialEq, Debug)]
pub enum Difference {
    /// An element of an argument, with its two values.
    Value {
        /// The argument's position.
        argument: usize,
        /// The element's position.
        element: usize,
        /// The host's value and the other one.
        values: [ScalarValue; 2],
    },
    /// An argument with more or fewer elements.
    Length {
        /// The argument's position.
        argument: usize,
        /// How many the host has and the other one.
        lengths: [usize; 2],
    },
    /// Both stopped, for different reasons or at different places.
    Fault([String; 2]),
    /// The host stopped and the other did not.
    OnlyHostStopped(String),
    /// The other stopped and the host did not.
    OnlyOtherStopped(String),
}

impl Difference {
    /// What is the same for differences of one kind.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Value { .. } => "another value",
            Self::Length { .. } => "another length",
            Self::Fault(_) => "another fault",
            Self::OnlyHostStopped(_) => "only the host stopped",
            Self::OnlyOtherStopped(_) => "only the other stopped",
        }
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Value { argument, element, values: [host, other] } => {
                write!(f, "argument {argument}, element {element}: host {host:?}, other {other:?}")
            }
            Self::Length { argument, lengths: [host, other] } => {
                write!(f, "argument {argument}: host has {host} elements, other {other}")
            }
            Self::Fault([host, other]) => write!(f, "host: {host}; other: {other}"),
            Self::OnlyHostStopped(host) => write!(f, "only the host stopped: {host}"),
            Self::OnlyOtherStopped(other) => write!(f, "only the other stopped: {other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_elements_are_a_difference() {
        let stream = |count: u32| Ok(vec![vec![], (0..count).map(ScalarValue::from).collect()]);
        assert_eq!(difference(&stream(3), &stream(3)), None);
        for other in [2, 4] {
            let lengths = [3, other as usize];
            assert_eq!(
                difference(&stream(3), &stream(other)),
                Some(Difference::Length { argument: 1, lengths })
            );
        }
    }
}
