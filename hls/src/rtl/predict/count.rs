//! Numbers of cycles and iterations that may be known only in part.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A number of which bounds are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Count {
    /// It is not less.
    pub least: u64,
    /// It is not more; `None`: it has no known bound.
    pub most: Option<u64>,
}

impl Count {
    /// None at all.
    pub const ZERO: Self = Self::exactly(0);

    /// This number.
    #[must_use]
    pub const fn exactly(number: u64) -> Self {
        Self { least: number, most: Some(number) }
    }

    /// This number, or any that is larger.
    #[must_use]
    pub const fn at_least(number: u64) -> Self {
        Self { least: number, most: None }
    }

    /// The number, if it is known.
    #[must_use]
    pub fn exact(self) -> Option<u64> {
        self.most.filter(|most| *most == self.least)
    }

    /// True if it can be this number.
    #[must_use]
    pub fn contains(self, number: u64) -> bool {
        self.least <= number && self.most.is_none_or(|most| number <= most)
    }

    /// One of the two.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.zip(other.most).map(|(own, other)| own.max(other)),
        }
    }

    /// This many times.
    #[must_use]
    pub fn times(self, times: Self) -> Self {
        let most = match (self.most, times.most) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (Some(own), Some(times)) => own.checked_mul(times),
            _ => None,
        };
        Self { least: self.least.saturating_mul(times.least), most }
    }
}

impl std::ops::Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            least: self.least.saturating_add(other.least),
            most: self.most.zip(other.most).and_then(|(own, other)| own.checked_add(other)),
        }
    }
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            Some(most) if most == self.least => write!(f, "{most}"),
            Some(most) => write!(f, "{} to {most}", self.least),
            None => write!(f, "at least {}", self.least),
        }
    }
}
