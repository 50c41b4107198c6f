//! Directives: what the user asks of the hardware. They change no result.
//!
//! Every directive is a struct whose fields are its options. One schema serves the attribute in Rust, the text form and
//! the documentation; [`DirectiveSet`]s hold what can stand at one place. What is wrong with a directive by itself is
//! said by its `problem`, to the user by the front end and to developers by the verifier (K14).

#[macro_use]
mod macros;

mod array;
mod bind;
mod interface;
mod loops;
mod option;
mod placement;
mod problem;
mod sets;

pub use array::{Aggregate, ArrayPartition, ArrayReshape, Compact, Disaggregate, PartitionKind, Stable};
pub use bind::{BindOp, BindStorage, BoundOp, OPERATORS, OperatorImpl, STORAGE, StorageImpl, StorageKind};
pub use interface::{
    AddressOffset, ApCtrlChain, ApCtrlHs, ApCtrlNone, AutoRestart, Cache, ControlBundle,
    FIRST_ARGUMENT_OFFSET, FunctionInstantiate, LAST_ARGUMENT_OFFSET, MAxi, SAxilite, WorkGroupSize,
};
pub use loops::{
    Allocation, Dependence, DependenceClass, DependenceKind, Dependent, Direction, ExpressionBalance,
    FlushDenormals, Inline, Latency, LoopFlatten, LoopMerge, LoopTripcount, Occurrence, Operator,
    Performance, Pipeline, PipelineStyle, Protocol, ProtocolMode, Unroll,
};
pub use option::{
    At, Directive, DirectiveSet, Entry, FuncName, Given, OptionKind, OptionSchema, OptionValue, Rules,
};
pub use placement::{BadBank, Bank, Clock, ComputeUnits, MAX_CLOCK_MHZ, MAX_COMPUTE_UNITS, Memory, Slr};
pub use problem::{Problem, ProblemKind};
pub use sets::{FuncDirectives, LoopDirectives, ParamDirectives, ScopeDirectives, SlotDirectives};
