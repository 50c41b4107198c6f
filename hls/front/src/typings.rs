//! Inferred types by nodes of the syntax tree, which are annotated in the host code.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ty::{Prim, Ty};

/// Identifies a node of the module's syntax tree while the tree stays in place: its address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NodeKey(usize);

impl NodeKey {
    pub fn of<T>(node: &T) -> Self {
        Self(std::ptr::from_ref(node).addr())
    }
}

/// What is written into the host code.
#[derive(Debug, Default)]
pub(crate) struct Typings {
    /// Types of `let`s without one.
    pub lets: FxHashMap<NodeKey, Ty>,
    /// Types of literals without a suffix.
    pub literals: FxHashMap<NodeKey, Prim>,
    /// Calls of `min` and `max` of floats, of which Rust leaves open which zero they give, and whether the receiver is a reference.
    pub min_max: FxHashMap<NodeKey, bool>,
    /// Operations whose denormals count as zeros.
    pub flushing: FxHashMap<NodeKey, Flushing>,
    /// Calls in which a process lets others have their turns.
    pub suspensions: FxHashMap<NodeKey, Suspension>,
    /// Names of streams.
    pub streams: FxHashMap<NodeKey, String>,
    /// Bodies of functions that have an asynchronous form: those that take ends of streams, and kernels whose items depend on the
    /// others of their group.
    pub in_turns: FxHashSet<NodeKey>,
    /// The processes of dataflow regions.
    pub regions: FxHashMap<NodeKey, Vec<HostProcess>>,
}

/// What becomes of the denormals of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Flushing {
    /// How many references each operand is behind.
    pub operands: Vec<usize>,
    /// The result may be denormal.
    pub result: bool,
}

/// What is called where a process may wait for others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Suspension {
    /// A method of an end of a stream, or a barrier.
    Operation,
    /// A function that takes ends.
    Function,
    /// A function of the library, in this module: its asynchronous form, by a path that no item of the module hides.
    Library(&'static str),
}

/// A process of a dataflow region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HostProcess {
    /// The position of its statement in the region's block.
    pub position: usize,
    /// The function that it calls; empty for a loop.
    pub name: String,
    /// Variables with the ends that it has.
    pub ends: Vec<String>,
    /// Positions of the region's memory that no process before it names.
    pub memory: Vec<usize>,
    /// Each iteration of its loop is a process.
    pub each: bool,
    /// It shares memory or a result with a process before it, and starts when the one before has ended.
    pub linked: bool,
}
