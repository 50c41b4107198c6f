//! From typed HIR to KIR.
//!
//! What an expression denotes is an [`Operand`]: scalars are SSA values, everything larger lies in memory or is known
//! part by part. References exist only here: they are places, whose indices were evaluated where the reference was
//! made.

mod aggregate;
mod alternatives;
mod assemble;
mod builtin;
mod bytes;
mod call;
mod cases;
mod choose;
mod closure;
mod compare;
mod condition;
mod control;
mod cooperative;
mod count;
mod dataflow;
mod distance;
mod expr;
mod fission;
mod flush;
mod group_functions;
mod guards;
mod inline;
mod items;
mod iter;
mod known;
mod narrow;
mod nd_items;
mod number;
mod number_float;
mod numbers;
mod operand;
mod option;
mod order;
mod out_of_range;
mod outputs;
mod packet;
mod panic;
mod parts;
mod pattern;
mod peek;
mod place;
mod program;
mod reduce;
mod reduction;
mod slice_pattern;
mod stmt;
mod stream;
mod wide;

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_ir::{
    Builder, Func, FuncKind, Init, OpId, OpKind, Param, ParamDirectives, ParamKind, Place, RegionId, Root,
    Slot, SlotId, Span, Step, Type, ValueId,
};
use sycl_hls_types::{Length, Scalar, ScalarValue};

use crate::front::Signature;
use crate::hir::{Body, ExprId, ExprKind, LocalId};
use crate::ids::LoopId;
use crate::ty::Ty;
use crate::typed::{Instance, TypedBody, Types};
use cases::Cases;
use choose::Sink;
use dataflow::Regions;
use fission::Mark;
use guards::Guard;
use operand::{Operand, View};
use program::Program;
pub(crate) use program::{lower_constant, lower_module};
use reduction::Reduction;

/// The name of the parameter through which a function returns what is no scalar.
const RESULT: &str = "result";

/// Lowers one body.
struct Lowerer<'l, 'f, 'a> {
    program: &'l mut Program<'f, 'a>,
    typed: &'l Rc<TypedBody>,
    body: &'l Body,
    types: &'l Types,
    builder: Builder,
    bindings: ArenaMap<LocalId, Operand>,
    /// The loops and blocks of KIR around the code at hand, innermost last.
    levels: Vec<Option<LoopId>>,
    /// Where `break` puts the value of a loop or block.
    results: FxHashMap<LoopId, Place>,
    /// Memory that nothing writes after it was made, although it is mutable.
    settled: FxHashSet<SlotId>,
    /// Settled memory that has no name of the user's.
    temporaries: FxHashSet<SlotId>,
    /// Where the function returns what is no scalar.
    result: Option<Place>,
    /// The variable that the body ends with, and the memory that it is, since its value goes there.
    returned: Option<(LocalId, Place)>,
    /// The outputs of a kernel: where each one is written in the end, and the variable that it is until then.
    outputs: Vec<(Place, SlotId)>,
    /// The block that `return` leaves in what is lowered as a part of something else: a kernel that runs for each item of a
    /// range, a function that takes ends of streams.
    item: Option<LoopId>,
    /// The arguments of which each item has an element: the variable, and the slice's number.
    own_elements: Vec<(LocalId, usize)>,
    /// What the items of a kernel combine.
    reductions: Vec<Reduction>,
    /// What operations of a kernel with barriers are for the groups of items.
    marks: FxHashMap<OpId, Mark>,
    /// Memory of a group that is declared before its items.
    of_group: Vec<SlotId>,
    /// Numbers among the values.
    known: ArenaMap<ValueId, ScalarValue>,
    /// Values that are no denormals, because these were flushed.
    flushed: FxHashSet<ValueId>,
    /// What is known to be the opposite of what.
    opposites: ArenaMap<ValueId, ValueId>,
    /// The operations of closures and functions that are parts of what is lowered, whose places in the source are their own.
    own_places: Vec<Range<usize>>,
    /// The alternatives that are meant of patterns of which only one is looked at.
    meant: Cases,
    /// The processes around the code at hand, and what they share.
    regions: Regions,
    /// The variables of this body that have blocks, innermost last.
    guards: Vec<Guard>,
    /// True if control can reach this point. Unreachable code is lowered into a region that is not part of the function.
    reachable: bool,
}

/// The body of an instance as a function of KIR, whose head is `func`.
fn lower_fn(program: &mut Program<'_, '_>, instance: &Instance, func: Func, typed: &Rc<TypedBody>) -> Func {
    let signature = program.front.signature(instance);
    let (body, types) = (&typed.body, &typed.types);
    let mut lowerer = Lowerer::new(program, func, typed);
    lowerer.params(&signature);
    match (signature.params.first().map(|param| &param.ty), body.params.first()) {
        (Some(Ty::NdItem(_)), Some(item)) if signature.has_local_memory() || types.is_cooperative() => {
            lowerer.each_group(*item, &signature);
        }
        (Some(Ty::Item(_) | Ty::NdItem(_)), Some(item)) => lowerer.each_item(*item),
        _ => lowerer.return_tail(&signature.ret),
    }
    lowerer.unused_streams();
    lowerer.builder.finish()
}

impl<'l, 'f, 'a> Lowerer<'l, 'f, 'a> {
    fn new(program: &'l mut Program<'f, 'a>, func: Func, typed: &'l Rc<TypedBody>) -> Self {
        Self {
            program,
            typed,
            body: &typed.body,
            types: &typed.types,
            builder: Builder::new(func),
            bindings: ArenaMap::default(),
            levels: Vec::new(),
            results: FxHashMap::default(),
            settled: FxHashSet::default(),
            temporaries: FxHashSet::default(),
            result: None,
            returned: None,
            outputs: Vec::new(),
            item: None,
            own_elements: Vec::new(),
            reductions: Vec::new(),
            own_places: Vec::new(),
            meant: Cases::default(),
            marks: FxHashMap::default(),
            of_group: Vec::new(),
            regions: Regions::default(),
            guards: Vec::new(),
            known: ArenaMap::default(),
            flushed: FxHashSet::default(),
            opposites: ArenaMap::default(),
            reachable: true,
        }
    }

    /// Adds the parameters of a function to that of KIR, and binds its variables to them.
    fn params(&mut self, signature: &Signature) {
        let kernel = self.builder.func().kind == FuncKind::Kernel;
        let has_constant_groups = !self.builder.func().directives.work_group.is_empty();
        let extents = items::range_params(&signature.params, has_constant_groups);
        for (param, &local) in signature.params.iter().zip(&self.body.params) {
            if let Ty::Item(_) | Ty::NdItem(_) = param.ty {
                self.bind_range(local, &param.ty, param.span);
                continue;
            }
            if let (true, Ty::Local(..)) = (kernel, param.ty.deref()) {
                continue;
            }
            if param.is_own {
                self.own_element(local, param, &signature.params);
                continue;
            }
            let whole = Place::whole(Root::Param(self.builder.func().params.len()));
            let reduced = self.program.front.reduced(&param.ty).filter(|_| kernel).cloned();
            let (kind, operand) = match (&param.ty, self.scalar_type(&param.ty)) {
                (_, Some(scalar)) => {
                    let value = self.builder.value(scalar, Some(&param.name));
                    (ParamKind::Scalar(value), Operand::Value(value))
                }
                (Ty::Ref { mutable, inner }, _) => {
                    let mutable = *mutable;
                    let inner = reduced.as_ref().unwrap_or(inner);
                    if let Ty::Slice(element) | Ty::Global(element) | Ty::Local(element, _) = inner {
                        let mutable = mutable || !matches!(inner, Ty::Slice(_));
                        let Some(element) = self.ir_type(element) else { continue };
                        let bundle = param.bundle.clone().filter(|_| kernel);
                        let length = match (&param.length, extents) {
                            (Length::Expr(length), Some(count)) => {
                                Length::Expr(items::shifted(length, count - 1))
                            }
                            (length, _) => length.clone(),
                        };
                        let kind = ParamKind::Slice { element, mutable, length, bundle };
                        (kind, Operand::Slice(View::whole(whole)))
                    } else if let (true, Some(scalar)) = (kernel, self.scalar_type(inner)) {
                        let local = self.output_variable(&param.name, scalar, &whole, param.span);
                        (
                            ParamKind::Output { pointee: Type::Scalar(scalar), initial: true },
                            Operand::Ref(local),
                        )
                    } else {
                        let Some(pointee) = self.ir_type(inner) else { continue };
                        if kernel {
                            let zero = self.constant(0_u64, param.span);
                            let (length, bundle) = (param.length.clone(), param.bundle.clone());
                            let kind = ParamKind::Slice { element: pointee, mutable, length, bundle };
                            (kind, Operand::Ref(whole.then(Step::Index(zero))))
                        } else {
                            (ParamKind::Ref { pointee, mutable }, Operand::Ref(whole))
                        }
                    }
                }
                (Ty::End(end, element), _) => {
                    let Some(channel) = self.port(element, &param.name, param.span) else { continue };
                    let packet = self.program.front.packet_of(element);
                    let kind = ParamKind::Stream { channel, end: *end, packet };
                    (kind, Operand::End(Rc::from([channel])))
                }
                (ty, _) => {
                    let Some(pointee) = self.ir_type(ty) else { continue };
                    (ParamKind::Ref { pointee, mutable: false }, Operand::Place(whole))
                }
            };
            match reduced {
                Some(_) => self.reductions.push(Reduction::new(local, param, operand)),
                None => _ = self.bindings.insert(local, operand),
            }
            let directives = param.directives.set.clone();
            let param = Param { name: param.name.clone(), kind, directives, span: param.span };
            self.builder.func_mut().params.push(param);
        }
        self.result_param(&signature.ret);
        for &local in &self.body.params {
            if let (true, Some(operand)) =
                (self.body.locals[local].mutable, self.bindings.get(local).cloned())
                && !matches!(operand, Operand::Ref(_) | Operand::Slice(_) | Operand::End(_))
            {
                let span = self.body.locals[local].span;
                self.declare_local(local, operand, span);
            }
        }
    }

    /// Adds the parameter for a result that is returned through memory.
    fn result_param(&mut self, ret: &Ty) {
        if matches!(ret, Ty::Unit) || self.scalar_type(ret).is_some() {
            return;
        }
        let Some(pointee) = self.ir_type(ret) else { return };
        let params = &mut self.builder.func_mut().params;
        self.result = Some(Place::whole(Root::Param(params.len())));
        let kind = ParamKind::Ref { pointee, mutable: true };
        let directives = ParamDirectives::default();
        params.push(Param { name: RESULT.to_owned(), kind, directives, span: Span::NONE });
    }

    /// Lowers the value that a body ends with, and returns it.
    fn return_tail(&mut self, ret: &Ty) {
        let body = self.body;
        self.stmts(&body.block);
        let span = body.block.tail.map_or(body.block.span, |tail| body.exprs[tail].span);
        match body.block.tail {
            Some(tail) => self.return_value(Some(tail), ret, span),
            None => match self.scalar_type(ret) {
                Some(ty) => {
                    let value = self.behind_panic(ty, span);
                    value.into_iter().for_each(|value| self.leave(OpKind::Return(Some(value)), span));
                }
                None => self.return_nothing(span),
            },
        }
    }

    /// Lowers a `return`.
    fn return_value(&mut self, value: Option<ExprId>, ret: &Ty, span: Span) {
        if let Some(item) = self.item {
            return self.break_expr(item, value, span);
        }
        let Some(value) = value else { return self.return_nothing(span) };
        if let Some(ty) = self.scalar_type(ret) {
            if let Some(value) = self.sink(value, &Sink::Value(ty)) {
                self.leave(OpKind::Return(Some(value)), span);
            }
            return;
        }
        match self.result.clone() {
            Some(place) => self.store(&place, value, span),
            None => {
                self.effect(value);
            }
        }
        self.return_nothing(span);
    }

    /// Ends the region at hand; what follows is out of reach.
    fn leave(&mut self, terminator: OpKind, span: Span) {
        self.builder.push(terminator, span);
        self.unreachable();
    }

    fn unreachable(&mut self) {
        self.reachable = false;
        let nowhere = self.builder.new_region(Vec::new());
        self.builder.switch_to(nowhere);
    }

    /// Appends an operation with regions, after which control may never go on.
    fn push_control(&mut self, kind: OpKind, span: Span) {
        let op = self.builder.push(kind, span);
        if self.builder.func().never_goes_on(op) {
            self.unreachable();
        }
    }

    /// A new region filled by `fill`.
    fn with_region(&mut self, fill: impl FnOnce(&mut Self)) -> RegionId {
        let region = self.builder.new_region(Vec::new());
        self.in_region(region, fill);
        region
    }

    /// Lowers into a region, and comes back to the one before.
    fn in_region(&mut self, region: RegionId, fill: impl FnOnce(&mut Self)) {
        let outer = self.builder.switch_to(region);
        let reachable = self.reachable;
        fill(self);
        self.reachable = reachable;
        self.builder.switch_to(outer);
    }

    fn ir_type(&mut self, ty: &Ty) -> Option<Type> {
        self.program.front.ir_type(ty)
    }

    /// The scalar that a value of the type is in KIR, if it is one.
    fn scalar_type(&mut self, ty: &Ty) -> Option<Scalar> {
        match ty {
            Ty::Prim(prim) => Some(prim.scalar()),
            Ty::Number(number) => number.scalar(),
            Ty::Adt(_) => self.ir_type(ty)?.scalar(),
            _ => None,
        }
    }

    fn span(&self, id: ExprId) -> Span {
        self.body.exprs[id].span
    }

    fn kind(&self, id: ExprId) -> &'l ExprKind {
        &self.body.exprs[id].kind
    }

    /// A constant of KIR.
    fn constant(&mut self, value: impl Into<ScalarValue>, span: Span) -> ValueId {
        let value = value.into();
        let constant = self.builder.constant(value.clone(), span);
        self.known.insert(constant, value);
        constant
    }

    /// New memory without a name of its own.
    fn temporary(&mut self, name: &str, ty: Type, init: Init, span: Span) -> Place {
        let mutable = matches!(init, Init::Uninit);
        let slot = Slot { mutable, ..Slot::variable(name, ty) };
        let slot = self.builder.declare(slot, init, span);
        self.settled.insert(slot);
        self.temporaries.insert(slot);
        Place::whole(Root::Slot(slot))
    }
}
