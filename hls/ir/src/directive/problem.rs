//! What is wrong with a directive by itself.

/// How a directive is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// Options that contradict each other, or one without which another means nothing.
    Contradiction,
    /// A number or word that this directive cannot have.
    Value,
    /// The hardware has no such combination.
    Binding,
    /// An array cannot be split or packed so.
    Array,
}

/// What is wrong with a directive, why, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// How it is wrong.
    pub kind: ProblemKind,
    /// What is wrong: one sentence without a full stop.
    pub message: String,
    /// Why the rule exists.
    pub note: String,
    /// The way out.
    pub help: String,
}

impl Problem {
    pub(super) fn new(
        kind: ProblemKind,
        message: impl Into<String>,
        note: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self { kind, message: message.into(), note: note.into(), help: help.into() }
    }

    pub(super) fn contradiction(
        message: impl Into<String>,
        note: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self::new(ProblemKind::Contradiction, message, note, help)
    }
}

/// Two options of which one only is meant.
pub(super) fn exclusive(directive: &str, first: &str, second: &str, note: &str) -> Problem {
    let message = format!("`{first}` and `{second}` of `#[{directive}]` exclude each other");
    Problem::contradiction(message, note, "leave one of them away")
}

/// `min` above `max`.
pub(super) fn ordered(directive: &str, numbers: &[(&str, Option<u32>)]) -> Option<Problem> {
    let given: Vec<(&str, u32)> =
        numbers.iter().filter_map(|(name, number)| number.map(|number| (*name, number))).collect();
    let pair = given.windows(2).find(|pair| pair[0].1 > pair[1].1)?;
    let [(low, less), (high, greater)] = pair else { return None };
    let message =
        format!("`{low}` of `#[{directive}]` is {less} and `{high}` is {greater}: that leaves nothing");
    Some(Problem::contradiction(
        message,
        "Vitis takes it without a message",
        format!("swap `{low}` and `{high}`"),
    ))
}
