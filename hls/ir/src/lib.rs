//! KIR, the kernel IR: structured regions over typed arenas.
//!
//! A [`Module`] holds the functions of one `#[sycl_hls::kernels] mod`. Loops and ifs stay whole as operations
//! with regions, so that back ends can hang directives on them; operands are SSA values; a mutable local is a
//! [`Slot`] that only memory operations touch. Names and spans are debug data.
//!
//! * [`print()`] and [`parse()`] are the text form, [`check()`] lists and verifies every invariant, and
//!   [`interp`] runs kernels: it defines what KIR means.
//! * Operations wrap, and division is total, as on hardware. Where Rust stops with an error, a checked build
//!   has explicit [`OpKind::TrapIf`] operations, which a pass inserts.
//! * [`Diagnostic`] is the one form in which the compiler speaks of the user's source.
//!
//! Architecture invariant: nothing here knows syn, files or terminals.

pub mod analysis;
mod builder;
mod check;
mod cloning;
mod constants;
pub mod dataflow;
pub mod depths;
mod diag;
pub mod directive;
mod eval;
mod flow;
mod func;
mod identifier;
mod initial;
mod interface;
pub mod interp;
mod module;
mod op;
mod operator;
mod parse;
mod print;
mod source;
mod span;
mod trap;
mod ty;
mod visit;

pub use builder::Builder;
pub use check::{CheckError, check};
pub use cloning::{Remap, clone_region};
pub use constants::Constants;
pub use diag::{Code, Diagnostic, Severity};
pub use directive::{
    ArrayPartition, FuncDirectives, LoopDirectives, ParamDirectives, PartitionKind, Pipeline,
    ScopeDirectives, SlotDirectives, Unroll,
};
pub use eval::{binary, bits, cast, compare, fma, is_least, overflows, successor, unary};
pub use func::{
    Channel, ChannelId, Func, FuncKind, PORT_DEPTH, Param, ParamKind, Region, RegionId, Slot, SlotId, Token,
    TokenKind, Value, ValueId,
};
pub use identifier::c_identifier;
pub use initial::{Uses, uses};
pub use la_arena;
pub use module::{FuncId, Global, GlobalId, Module, Object};
pub use op::{
    CallArg, ChannelAccess, ChannelEnd, ForLoop, Init, Op, OpId, OpKind, Overflow, Place, Root, Step, Trap,
};
pub use operator::{BinaryOp, CompareOp, UnaryOp};
pub use parse::{ParseError, parse};
pub use print::{PrintOptions, print, print_with};
pub use source::{Source, SourceText};
pub use span::{Pos, Span};
pub use ty::{Field, Struct, Type};
