//! What is known of the depths of FIFOs that free a deadlock.

use std::fmt;

use crate::Location;

/// What is known of the depths that free a deadlock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Depths {
    /// Nobody has searched.
    Unknown,
    /// These do: a single one, or, where no single one does, several of which none can be left out.
    Free(Vec<Depth>),
    /// There are none.
    None,
}

/// The depth that a FIFO should have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Depth {
    /// The channel's name.
    pub channel: String,
    /// Its declaration.
    pub at: Location,
    /// How many elements it holds.
    pub now: u64,
    /// How many it should hold.
    pub needed: u64,
}

impl fmt::Display for Depths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => write!(f, "`sycl-hls report` searches for depths that free it"),
            Self::None => write!(f, "no depth of a channel frees it"),
            Self::Free(depths) => {
                let one = |depth: &Depth| {
                    format!(
                        "depth {} instead of {} for channel `{}` ({})",
                        depth.needed, depth.now, depth.channel, depth.at
                    )
                };
                let all: Vec<String> = depths.iter().map(one).collect();
                match &all[..] {
                    [one] => write!(f, "{one} frees it"),
                    _ => write!(f, "no single depth frees it, but these do: {}", all.join(", ")),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_told_with_their_declarations() {
        let depth = |channel: &str, line, needed| Depth {
            channel: channel.to_owned(),
            at: Location { file: "k.rs".to_owned(), line, column: 5 },
            now: 2,
            needed,
        };
        let one = Depths::Free(vec![depth("x", 3, 8)]);
        assert_eq!(one.to_string(), "depth 8 instead of 2 for channel `x` (k.rs:3:5) frees it");
        let two = Depths::Free(vec![depth("x", 3, 8), depth("y", 4, 3)]);
        let said = "depth 8 instead of 2 for channel `x` (k.rs:3:5), depth 3 instead of 2 for channel `y` (k.rs:4:5)";
        assert_eq!(two.to_string(), format!("no single depth frees it, but these do: {said}"));
    }
}
