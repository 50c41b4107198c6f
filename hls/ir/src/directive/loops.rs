//! Directives of loops, functions and blocks.

use super::option::{FuncName, Rules};
use super::problem::{Problem, exclusive, ordered};
use crate::Root;

words! {
    /// How a pipeline waits when it has no input (UG1399, "pragma HLS pipeline", `style`).
    pub enum PipelineStyle {
        /// Stalls as a whole.
        Stalled = "stp",
        /// Goes on with what is in it.
        Flushable = "flp",
        /// Never stalls.
        FreeRunning = "frp",
    }

    /// Where iterations meet: of one loop or of several.
    pub enum DependenceKind {
        /// Different iterations.
        Inter = "inter",
        /// The same iteration.
        Intra = "intra",
    }

    /// What a dependence is about when no variable is named.
    pub enum DependenceClass {
        /// All pointers.
        Pointer = "pointer",
        /// All arrays.
        Array = "array",
    }

    /// Which access comes first.
    pub enum Direction {
        /// Read after write.
        ReadAfterWrite = "RAW",
        /// Write after read.
        WriteAfterRead = "WAR",
        /// Write after write.
        WriteAfterWrite = "WAW",
    }

    /// Whether a dependence exists.
    pub enum Dependent {
        /// It does, and is enforced.
        True = "true",
        /// It does not: the tool need not wait.
        False = "false",
    }

    /// How a block keeps its clock cycles.
    pub enum ProtocolMode {
        /// Statements around may move into the block's cycles.
        Floating = "floating",
        /// They may not.
        Fixed = "fixed",
    }

    /// Operations whose number can be limited.
    pub enum Operator {
        /// Integer sums.
        Add = "add",
        /// Integer differences.
        Sub = "sub",
        /// Integer products.
        Mul = "mul",
        /// Unsigned integer quotients.
        UnsignedDiv = "udiv",
        /// Signed integer quotients.
        SignedDiv = "sdiv",
        /// Unsigned integer remainders.
        UnsignedRem = "urem",
        /// Signed integer remainders.
        SignedRem = "srem",
        /// Integer comparisons.
        Compare = "icmp",
        /// Shifts left.
        ShiftLeft = "shl",
        /// Logical shifts right.
        LogicalShiftRight = "lshr",
        /// Arithmetic shifts right.
        ArithmeticShiftRight = "ashr",
        /// `f32` sums.
        FloatAdd = "fadd",
        /// `f32` differences.
        FloatSub = "fsub",
        /// `f32` products.
        FloatMul = "fmul",
        /// `f32` quotients.
        FloatDiv = "fdiv",
        /// `f64` sums.
        DoubleAdd = "dadd",
        /// `f64` differences.
        DoubleSub = "dsub",
        /// `f64` products.
        DoubleMul = "dmul",
        /// `f64` quotients.
        DoubleDiv = "ddiv",
    }
}

directives! {
    /// Iterations of a loop, or calls of a function, overlap (UG1399, "pragma HLS pipeline").
    #[derive(Default)]
    pub struct Pipeline = "pipeline" {
        /// the number of cycles from the start of one iteration to the start of the next
        ii: Option<u32> [1, u32::MAX],
        /// how the pipeline waits for input
        style: Option<PipelineStyle>,
        /// the loop starts again without a gap when it has ended
        rewind: bool,
        /// our own hardware is not built if iterations start less often than asked for, or than every cycle
        strict: bool,
        /// the loop is not pipelined, and the tool does not do so by itself
        off: bool,
    }

    /// The body of a loop stands several times side by side (UG1399, "pragma HLS unroll").
    #[derive(Default)]
    pub struct Unroll = "unroll" {
        /// the number of copies of the loop's body; without it, all iterations
        factor: Option<u32> [1, u32::MAX],
        /// no test for the end between the copies: the count is a multiple of the factor
        skip_exit_check: bool,
        /// the loop is not unrolled, and the tool does not do so by itself
        off: bool,
    }

    /// How often a loop runs, for reports only (UG1399, "pragma HLS loop_tripcount").
    pub struct LoopTripcount = "loop_tripcount" {
        /// the least number of iterations
        min: Option<u32>,
        /// the greatest number of iterations
        max: u32,
        /// the usual number of iterations
        avg: Option<u32>,
    }

    /// Nested loops become one (UG1399, "pragma HLS loop_flatten").
    #[derive(Default)]
    pub struct LoopFlatten = "loop_flatten" {
        /// they stay apart
        off: bool,
    }

    /// Consecutive loops become one (UG1399, "pragma HLS loop_merge").
    #[derive(Default)]
    pub struct LoopMerge = "loop_merge" {
        /// also where the tool sees a reason against it
        force: bool,
    }

    /// How many cycles it takes (UG1399, "pragma HLS latency").
    #[derive(Default)]
    pub struct Latency = "latency" {
        /// the least number of cycles
        min: Option<u32>,
        /// the greatest number of cycles
        max: Option<u32>,
    }

    /// What waits for what (UG1399, "pragma HLS dependence").
    pub struct Dependence = "dependence" {
        /// the array or slice that it is about
        variable: Option<Root>,
        /// what it is about when no variable is named
        class: Option<DependenceClass>,
        /// between iterations or inside of one
        kind as "type": Option<DependenceKind>,
        /// which access comes first
        direction: Option<Direction>,
        /// the number of iterations from one access to the other
        distance: Option<u32> [1, u32::MAX],
        /// the word for whether the accesses wait for each other; `false` is a promise that the tool trusts
        dependent: Dependent,
    }

    /// How often a loop starts, as a goal (UG1399, "pragma HLS performance").
    #[derive(Default)]
    pub struct Performance = "performance" {
        /// the number of cycles from one start of the loop to the next
        target_ti: Option<u32> [1, u32::MAX],
        /// the number of cycles from the start of the loop to its end
        target_tl: Option<u32> [1, u32::MAX],
    }

    /// A block is needed once in several iterations (UG1399, "pragma HLS occurrence").
    pub struct Occurrence = "occurrence" {
        /// once in this many iterations of the pipelined loop around it
        cycle: u32 [1, u32::MAX],
    }

    /// The cycles of a block stay as they are written (UG1399, "pragma HLS protocol").
    pub struct Protocol = "protocol" {
        /// whether statements around it may share its cycles
        mode: Option<ProtocolMode>,
    }

    /// Long sums are made of short ones side by side (UG1399, "pragma HLS expression_balance").
    #[derive(Default)]
    pub struct ExpressionBalance = "expression_balance" {
        /// they stay as they are written
        off: bool,
    }

    /// Arithmetic of floats knows no denormals, as AMD's operators know none (PG060).
    pub struct FlushDenormals = "flush_denormals" {}

    /// At most so many of something (UG1399, "pragma HLS allocation").
    pub struct Allocation = "allocation" {
        /// the helper function whose copies are counted
        function: Option<FuncName>,
        /// the operation whose operators are counted
        operation: Option<Operator>,
        /// the greatest number of them
        limit: u32 [1, u32::MAX],
    }

    /// A function becomes part of those that call it (UG1399, "pragma HLS inline").
    #[derive(Default)]
    pub struct Inline = "inline" {
        /// the functions that it calls, too
        recursive: bool,
        /// it stays a module of its own
        off: bool,
    }
}

impl Pipeline {
    /// True if it makes a pipeline.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        !self.off
    }
}

impl Rules for Pipeline {
    fn problem(&self) -> Option<Problem> {
        let note = "Vitis reports an error for such a pragma, or ignores it";
        if self.off {
            let other = [
                ("ii", self.ii.is_some()),
                ("style", self.style.is_some()),
                ("rewind", self.rewind),
                ("strict", self.strict),
            ];
            let (name, _) = other.into_iter().find(|(_, given)| *given)?;
            return Some(exclusive("pipeline", "off", name, note));
        }
        let style = self.style.filter(|style| self.rewind && *style != PipelineStyle::Stalled)?;
        let style = format!("style = {}", style.name());
        Some(exclusive("pipeline", "rewind", &style, "only pipelines of style `stp` rewind (HLS 207-5512)"))
    }
}

impl Unroll {
    /// True if all iterations are unrolled.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        !self.off && self.factor.is_none()
    }
}

impl Rules for Unroll {
    fn problem(&self) -> Option<Problem> {
        let note = "Vitis ignores such a pragma";
        match self {
            Self { off: true, factor: Some(_), .. } => Some(exclusive("unroll", "off", "factor", note)),
            Self { off: true, skip_exit_check: true, .. } => {
                Some(exclusive("unroll", "off", "skip_exit_check", note))
            }
            Self { factor: None, skip_exit_check: true, .. } => Some(Problem::contradiction(
                "`skip_exit_check` of `#[unroll]` means nothing without `factor`",
                "a loop that is unrolled fully has no test for its end",
                "give a factor that divides the number of iterations, or leave `skip_exit_check` away",
            )),
            _ => None,
        }
    }
}

impl Rules for LoopTripcount {
    fn problem(&self) -> Option<Problem> {
        ordered("loop_tripcount", &[("min", self.min), ("avg", self.avg), ("max", Some(self.max))])
    }
}

impl Rules for Latency {
    fn problem(&self) -> Option<Problem> {
        if self.min.is_none() && self.max.is_none() {
            return Some(Problem::contradiction(
                "`#[latency]` says neither `min` nor `max`",
                "without either it asks for nothing",
                "write `#[latency(min = 2, max = 8)]`, or one of the two",
            ));
        }
        ordered("latency", &[("min", self.min), ("max", self.max)])
    }
}

impl Rules for Dependence {
    fn problem(&self) -> Option<Problem> {
        if self.variable.is_some() && self.class.is_some() {
            let note = "a variable is of one class anyway";
            return Some(exclusive("dependence", "variable", "class", note));
        }
        let distance = self.distance?;
        let distance = format!("distance = {distance}");
        if self.kind == Some(DependenceKind::Intra) {
            let note = "a distance is counted in iterations; Vitis ignores it inside of one (UG1399)";
            return Some(exclusive("dependence", "type = intra", &distance, note));
        }
        let note = "where nothing depends, there is no distance between the accesses";
        (self.dependent == Dependent::False)
            .then(|| exclusive("dependence", "dependent = false", &distance, note))
    }
}

impl Rules for Performance {
    fn problem(&self) -> Option<Problem> {
        match (self.target_ti, self.target_tl) {
            (None, None) => Some(Problem::contradiction(
                "`#[performance]` lacks its goal",
                "without one it asks for nothing",
                "write `#[performance(target_ti = 1000)]`, the cycles from one start of the loop to the next",
            )),
            (Some(_), Some(_)) => {
                Some(exclusive("performance", "target_ti", "target_tl", "a loop has one goal (UG1399)"))
            }
            _ => None,
        }
    }
}

impl Rules for Allocation {
    fn problem(&self) -> Option<Problem> {
        match (&self.function, self.operation) {
            (Some(_), Some(_)) => {
                let note = "one pragma limits one thing";
                Some(exclusive("allocation", "function", "operation", note))
            }
            (None, None) => Some(Problem::contradiction(
                "`#[allocation]` does not say what it limits",
                "Vitis ignores such a pragma",
                "write `#[allocation(operation = mul, limit = 2)]` or `#[allocation(function = helper, limit = 1)]`",
            )),
            _ => None,
        }
    }
}

impl Rules for Inline {
    fn problem(&self) -> Option<Problem> {
        let note = "a function that stays apart takes no others in";
        (self.off && self.recursive).then(|| exclusive("inline", "off", "recursive", note))
    }
}

impl Rules for LoopFlatten {}
impl Rules for LoopMerge {}
impl Rules for Occurrence {}
impl Rules for Protocol {}
impl Rules for ExpressionBalance {}
impl Rules for FlushDenormals {}
