//! Directives of arrays and structs.

use super::option::Rules;
use super::problem::{Problem, ProblemKind};

words! {
    /// How a partitioned array's elements are distributed.
    pub enum PartitionKind {
        /// Consecutive blocks.
        Block = "block",
        /// Element `i` goes to memory `i mod factor`.
        Cyclic = "cyclic",
        /// Every element is a register of its own.
        Complete = "complete",
    }

    /// How closely a struct's fields are packed (UG1399, "pragma HLS aggregate", `compact`).
    pub enum Compact {
        /// To bits.
        Bit = "bit",
        /// To bytes.
        Byte = "byte",
        /// Not at all.
        None = "none",
        /// As the tool likes.
        Auto = "auto",
    }
}

directives! {
    /// An array is split into several memories (UG1399, "pragma HLS array_partition").
    pub struct ArrayPartition = "array_partition" {
        /// how elements are distributed
        kind as "type": PartitionKind,
        /// the number of memories
        factor: Option<u32> [1, u32::MAX],
        /// the dimension, counted from 1, or 0 for all of them
        dim: Option<u32>,
    }

    /// An array is split like a partition, and the parts are put side by side into wider words (UG1399, "pragma HLS
    /// array_reshape").
    pub struct ArrayReshape = "array_reshape" {
        /// how elements are distributed
        kind as "type": PartitionKind,
        /// the number of elements in a word
        factor: Option<u32> [1, u32::MAX],
        /// the dimension, counted from 1, or 0 for all of them
        dim: Option<u32>,
    }

    /// The fields of a struct become one wide word (UG1399, "pragma HLS aggregate").
    #[derive(Default)]
    pub struct Aggregate = "aggregate" {
        /// how closely they are packed
        compact: Option<Compact>,
    }

    /// The fields of a struct become variables of their own (UG1399, "pragma HLS disaggregate").
    #[derive(Default)]
    pub struct Disaggregate = "disaggregate" {}

    /// Whoever reads it need not wait for it: it does not change while the region runs (UG1399, "pragma HLS stable").
    #[derive(Default)]
    pub struct Stable = "stable" {}
}

impl ArrayPartition {
    /// What is wrong with it for an array with these dimensions.
    #[must_use]
    pub fn problem_with(&self, dims: &[u64]) -> Option<Problem> {
        split_problem("partition", self.kind, self.factor, self.dim, dims)
    }
}

impl ArrayReshape {
    /// What is wrong with it for an array with these dimensions.
    #[must_use]
    pub fn problem_with(&self, dims: &[u64]) -> Option<Problem> {
        split_problem("reshape", self.kind, self.factor, self.dim, dims)
    }
}

fn split_problem(
    what: &str,
    kind: PartitionKind,
    factor: Option<u32>,
    dim: Option<u32>,
    dims: &[u64],
) -> Option<Problem> {
    let name = kind.name();
    let array = |message: String, note: &str, help: String| {
        Some(Problem::new(ProblemKind::Array, message, note, help))
    };
    match (kind, factor) {
        (PartitionKind::Complete, Some(_)) => {
            return array(
                format!("a `complete` {what} has no factor"),
                "it takes every element apart, and Vitis ignores the factor",
                "leave the factor away, or split into this many parts with `cyclic` or `block`".to_owned(),
            );
        }
        (PartitionKind::Block | PartitionKind::Cyclic, None) => {
            return array(
                format!("a `{name}` {what} needs a factor"),
                "it is the number of parts, and Vitis drops the pragma without one",
                "add the number of elements that are needed in one cycle: `factor = 4`".to_owned(),
            );
        }
        _ => {}
    }
    let dim = dim.unwrap_or(1) as usize;
    let chosen = match dim {
        0 => dims,
        dim => dims.get(dim - 1..dim).unwrap_or_default(),
    };
    if chosen.is_empty() {
        return array(
            format!("an array with {} dimension(s) has no dimension {dim}", dims.len()),
            "dimensions count from 1, the outermost first, and 0 means all of them",
            format!("use a `dim` of at most {}", dims.len()),
        );
    }
    let factor = factor?;
    let len = chosen.iter().find(|len| u64::from(factor) > **len)?;
    array(
        format!("a dimension of {len} element(s) cannot be split into {factor} parts"),
        "each part needs an element",
        format!("use a factor of at most {len}"),
    )
}

impl Rules for ArrayPartition {}
impl Rules for ArrayReshape {}
impl Rules for Aggregate {}
impl Rules for Disaggregate {}
impl Rules for Stable {}
