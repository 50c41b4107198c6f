//! The verifier.
//!
//! A module is well-formed when all of this holds:
//!
//! * **K1** Functions and constants have names, each its own; so have structs, and the fields of each.
//! * **K2** A constant has as many scalars as its type, each of its type.
//! * **K3** A kernel returns nothing and takes scalars, slices with a bundle, structs by value (references that are not
//!   mutable), streams, each with a channel of its own, and outputs, which are scalars; one without an initial value is never
//!   read. The scalars have at most 64 bits, those of streams are such as Rust has
//!   ([`Scalar::NATIVE`](sycl_hls_types::Scalar::NATIVE)) or packets as numbers, and no slice, struct or output of a kernel has a `bool` or
//!   padding inside. A helper takes scalars, slices without bundle whose length is
//!   an argument, and references to anything.
//! * **K4** A length expression names scalar integer parameters.
//! * **K5** Every region and every operation stands in exactly one place.
//! * **K6** Nothing stands after a terminator. A function body ends in a terminator, or in an operation after which
//!   control never goes on ([`Func::never_goes_on`](crate::Func::never_goes_on)); so does each region that yields:
//!   those of an `if` with a result, and the condition of a `while`. `yield` stands only there, and has the type of
//!   the result. `return` has a value exactly if the function returns one. `break` and `continue` have as many loops
//!   and blocks around them as they leave, and `continue` goes to a loop.
//! * **K7** A value is defined once, before it is used, in the region of the use or around it.
//! * **K8** An operation has a result exactly if it computes one, and operands and result have fitting types.
//! * **K9** A slot is declared once, before it is used, in the region of the use or around it; a list of first
//!   values has as many as the slot has scalars.
//! * **K10** A place has `u64` indices where there are arrays and slices, and fields where there are structs; `read`
//!   and `write` reach a scalar, `fill` scalars or arrays of them, `copy` two places of one type. A part of a slice
//!   is a place, the slice itself is none.
//! * **K11** Only memory that is mutable is written.
//! * **K12** Calls name helpers, never form a cycle, and pass one fitting argument for each parameter. Memory
//!   passed to a `&mut` parameter is passed only once; fields of one struct are apart.
//! * **K13** A loop's bounds and its induction variable have one integer type, and its step is at least 1.
//! * **K14** Directives stand where they have a meaning; their numbers lie in their ranges, and nothing is wrong with
//!   them by themselves (`problem`). A binding names its operation; what `allocation` counts is a helper. There is one
//!   bank or region, or one for each compute unit. A loop that is fully unrolled, or stands inside a pipelined one or a
//!   pipelined function, has constant bounds; no `while` is or does.
//! * **K15** A trap reports the operands that its kind says.
//! * **K16** Every struct in a type is one of the module's list, where it stands after those in its fields. It has
//!   at least one field.
//! * **K17** The body of a `dataflow` holds channels, slots without first values, and processes, nothing else; channels
//!   and processes stand nowhere else. No `dataflow` stands in a pipelined loop or function.
//! * **K18** A channel is declared once, has a depth of at least 1, and is used in processes of the region that declares
//!   it, after its declaration. Regions nest: the process may be one of a region inside of that process. The channel of a
//!   port is declared by the kernel's parameter, and is used anywhere in the kernel.
//! * **K19** One process at most writes a channel, and one at most reads it: innermost processes, where regions nest, in
//!   two different processes of the region that declares the channel. `empty` and `more` are for the one that reads, `full` for
//!   the one that writes. An end that nobody uses is a matter of the run.
//! * **K20** A slot of a `dataflow` is written by one process at most, and accessed by that one and the next one only:
//!   arrays and scalars do not skip processes. Nothing that the region declares outlives it (K9, K18).
//! * **K21** Memory that was there before a `dataflow` is accessed by one of its processes, or is written by none.
//! * **K22** `break`, `continue` and `return` do not leave a process.
//! * **K23** The end that a kernel has of a port is used by one process, or by the kernel outside of its processes. Nothing uses
//!   the other end, or asks whether there is a place, or whether more comes.
//! * **K24** The channels of a slot's tokens have elements of `bool`, one depth, and stand in the `dataflow` of the slot. The
//!   process that writes both tokens accesses the slot, and the one that reads both reads it; K20 is not about it.
//! * **K25** A persistent slot is declared in the body of a kernel, outside of loops and conditions, and its first values are
//!   constants.

mod dataflow;
mod directive;
mod func;
mod op;
mod scope;
mod structs;

use la_arena::ArenaMap;
use rustc_hash::FxHashSet;
use sycl_hls_types::{Length, LengthExpr, Packet, Scalar};

use crate::{Func, FuncId, FuncKind, Module, OpKind, ParamKind, Root, Span, Type};
use structs::{Structs, check_types, is_shareable};

/// A violated invariant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{invariant} in {place}: {message}")]
pub struct CheckError {
    /// The invariant's name: `K7`.
    pub invariant: &'static str,
    /// The function or constant.
    pub place: String,
    /// The operation's source, if it is about one.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

/// Verifies every invariant of a module.
///
/// # Errors
/// All violations found, in order.
pub fn check(module: &Module) -> Result<(), Vec<CheckError>> {
    let mut errors = Vec::new();
    check_names(module, &mut errors);
    let structs = Structs::new(module, &mut errors);
    check_globals(module, &structs, &mut errors);
    for (_, func) in module.funcs.iter() {
        let mut report = Report { func, errors: &mut errors };
        check_signature(func, &mut report);
        check_types(&structs, func, &mut report);
        directive::of_func(module, func, &mut report);
        func.params.iter().for_each(|param| directive::of_param(func, param, &mut report));
        func::check_body(module, func, &mut report);
    }
    check_recursion(module, &mut errors);
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Collects violations in one function.
struct Report<'a> {
    func: &'a Func,
    errors: &'a mut Vec<CheckError>,
}

impl Report<'_> {
    fn error(&mut self, invariant: &'static str, span: Span, message: impl Into<String>) {
        let place = format!("@{}", self.func.name);
        self.errors.push(CheckError { invariant, place, span, message: message.into() });
    }
}

fn check_names(module: &Module, errors: &mut Vec<CheckError>) {
    let funcs = module.funcs.iter().map(|(_, func)| (&func.name, func.span));
    let globals = module.globals.iter().map(|(_, global)| (&global.name, global.span));
    let mut seen = FxHashSet::default();
    for (name, span) in globals.chain(funcs) {
        if name.is_empty() || !seen.insert(name) {
            let message = "the name is empty or taken".to_owned();
            errors.push(CheckError { invariant: "K1", place: format!("@{name}"), span, message });
        }
    }
}

fn check_globals(module: &Module, structs: &Structs<'_>, errors: &mut Vec<CheckError>) {
    for (_, global) in module.globals.iter() {
        let mut error = |invariant, message| {
            let place = format!("@{}", global.name);
            errors.push(CheckError { invariant, place, span: global.span, message });
        };
        if !structs.knows(&global.ty) {
            error("K16", format!("the module does not list {}", global.ty.bottom()));
        }
        let values = global.leaves.iter().map(|value| value.ty());
        if global.leaves.len() as u64 != global.ty.leaves() || !values.eq(global.ty.scalars()) {
            error("K2", format!("the values do not make a {}", global.ty));
        }
    }
}

fn check_signature(func: &Func, report: &mut Report<'_>) {
    let kernel = func.kind == FuncKind::Kernel;
    if kernel && func.ret.is_some() {
        report.error("K3", func.span, "a kernel returns nothing");
    }
    for (index, param) in func.params.iter().enumerate() {
        let fits = match &param.kind {
            ParamKind::Scalar(value) => !kernel || !func.ty(*value).is_wide(),
            ParamKind::Slice { element, bundle, length, .. } => {
                bundle.is_some() == kernel
                    && if kernel { is_shareable(element) } else { *length == Length::Argument }
            }
            ParamKind::Output { pointee, initial } => {
                let is_read = || reads(func, Root::Param(index));
                kernel && pointee.scalar().is_some() && is_shareable(pointee) && (*initial || !is_read())
            }
            ParamKind::Stream { channel, packet, .. } => {
                let is_it = |(_, id, _): &(_, _, _)| id == channel;
                let element = func.channels[*channel].element;
                let fits = packet.map_or(element.is_native(), |packet| is_packet(packet, element));
                kernel && fits && func.ports().filter(is_it).count() == 1
            }
            ParamKind::Ref { pointee, mutable } => {
                !kernel || (!mutable && matches!(pointee, Type::Struct(_)) && is_shareable(pointee))
            }
        };
        if !fits {
            report.error(
                "K3",
                param.span,
                format!("the parameter `{}` does not fit the function", param.name),
            );
        }
        if let ParamKind::Slice { length: Length::Expr(expr), .. } = &param.kind {
            check_length(func, expr, param.span, report);
        }
    }
}

/// True if a port can have these signals, and its elements are these numbers.
fn is_packet(packet: Packet, element: Scalar) -> bool {
    let widths = [packet.user, packet.id, packet.dest];
    let is_data = packet.data.is_native() && packet.data != Scalar::Bool;
    let fits = widths.iter().all(|bits| *bits <= Packet::MOST) && element.bits() <= Packet::WIDEST;
    is_data && fits && packet.number() == element
}

/// True if a function reads an object.
fn reads(func: &Func, root: Root) -> bool {
    func.ops_in_order().iter().any(|op| {
        let mut is_read = false;
        func.ops[*op].kind.for_each_read(&mut |place| is_read |= place.root == root);
        is_read
    })
}

fn check_length(func: &Func, expr: &LengthExpr, span: Span, report: &mut Report<'_>) {
    match expr {
        LengthExpr::Const(_) => {}
        LengthExpr::Param(index) => {
            let scalar = match func.param(*index).map(|param| &param.kind) {
                Some(ParamKind::Scalar(value)) => Some(func.ty(*value)),
                _ => None,
            };
            if !scalar.is_some_and(sycl_hls_types::Scalar::is_integer) {
                report.error("K4", span, format!("parameter {index} is no integer"));
            }
        }
        LengthExpr::Add(a, b) | LengthExpr::Sub(a, b) | LengthExpr::Mul(a, b) | LengthExpr::Div(a, b) => {
            check_length(func, a, span, report);
            check_length(func, b, span, report);
        }
    }
}

/// K12: the call graph has no cycle. The depth-first search has a stack of its own: chains of calls may be long.
fn check_recursion(module: &Module, errors: &mut Vec<CheckError>) {
    // True for what was left again.
    let mut seen: ArenaMap<FuncId, bool> = ArenaMap::default();
    for (root, _) in module.funcs.iter() {
        let mut stack = vec![(root, None)];
        while let Some((id, callees)) = stack.pop() {
            let mut callees: std::vec::IntoIter<FuncId> = match (callees, seen.get(id)) {
                (Some(callees), _) => callees,
                (None, None) => module.funcs[id].callees().into_iter(),
                (None, Some(true)) => continue,
                (None, Some(false)) => {
                    let func = &module.funcs[id];
                    let message = "the function calls itself".to_owned();
                    let place = format!("@{}", func.name);
                    errors.push(CheckError { invariant: "K12", place, span: func.span, message });
                    continue;
                }
            };
            let callee = callees.next();
            seen.insert(id, callee.is_none());
            if let Some(callee) = callee {
                stack.push((id, Some(callees)));
                stack.push((callee, None));
            }
        }
    }
}

impl Func {
    /// The functions this one calls, in order of appearance, each once.
    #[must_use]
    pub fn callees(&self) -> Vec<FuncId> {
        let mut callees = Vec::new();
        for op in self.ops_in_order() {
            if let OpKind::Call { func, .. } = self.ops[op].kind
                && !callees.contains(&func)
            {
                callees.push(func);
            }
        }
        callees
    }
}
