//! Arguments: places of the callee as places of the caller.

use rustc_hash::FxHashMap;
use sycl_hls_ir::directive::{At, Dependence, Dependent};
use sycl_hls_ir::{
    BinaryOp, CallArg, Func, LoopDirectives, Module, Object, OpKind, Overflow, Place, Root, SlotId, Step,
    Type, ValueId,
};
use sycl_hls_types::Scalar;

use crate::pass::rewrite::Emit;

/// The length of what a slice parameter stands for.
pub(super) enum Len {
    /// A value.
    Value(ValueId),
    /// That of a slice parameter of the caller.
    Param(usize),
    /// A constant.
    Const(u64),
}

/// The length of an argument that is a slice.
pub(super) fn len(module: &Module, caller: &Func, arg: &CallArg) -> Option<Len> {
    let place = match arg {
        CallArg::Value(_) => return None,
        CallArg::Slice { len, .. } => return Some(Len::Value(*len)),
        CallArg::Place(place) => place,
    };
    if let (true, Root::Param(index), Some(Object::Slice(_))) =
        (place.path.is_empty(), place.root, module.object(caller, place.root))
    {
        return Some(Len::Param(index));
    }
    match module.place_type(caller, place) {
        Some(Type::Array(_, len)) => Some(Len::Const(*len)),
        _ => None,
    }
}

/// The caller's place for one of the callee that begins at the parameter with this argument. An index into a part of a
/// slice is counted from the part's beginning: what computes the caller's is emitted.
pub(super) fn place(arg: &CallArg, path: &[Step], emit: &mut Emit<'_>) -> Option<Place> {
    let (whole, path) = match (arg, path) {
        (CallArg::Value(_), _) => return None,
        (CallArg::Slice { place, lo, .. }, [Step::Index(index), rest @ ..]) => {
            let add =
                OpKind::Binary { op: BinaryOp::Add, overflow: Overflow::Wrapping, lhs: *lo, rhs: *index };
            let index = emit.compute(add, Scalar::U64);
            (place.then(Step::Index(index)), rest)
        }
        (CallArg::Place(place) | CallArg::Slice { place, .. }, path) => (place.clone(), path),
    };
    Some(Place { root: whole.root, path: whole.path.into_iter().chain(path.iter().copied()).collect() })
}

/// Lets dependences that name the callee's variables name the caller's. That an access need not wait is said of an
/// argument's object only where no other argument is a part of it; of constants nothing needs to be said.
pub(super) fn name_objects(
    directives: &mut LoopDirectives,
    args: &[CallArg],
    slots: &FxHashMap<SlotId, SlotId>,
) {
    directives.dependences.retain_mut(|dependence| {
        let (root, users) = match dependence.variable {
            None | Some(Root::Global(_)) => return true,
            Some(Root::Slot(slot)) => (slots.get(&slot).copied().map(Root::Slot), 1),
            Some(Root::Param(index)) => {
                let root = args.get(index).and_then(root_of);
                (root, args.iter().filter(|arg| root_of(arg) == root).count())
            }
        };
        dependence.value.variable = root;
        root.is_some_and(|root| !matches!(root, Root::Global(_))) && (users == 1 || is_enforced(dependence))
    });
}

fn is_enforced(dependence: &At<Dependence>) -> bool {
    dependence.dependent == Dependent::True
}

fn root_of(arg: &CallArg) -> Option<Root> {
    match arg {
        CallArg::Value(_) => None,
        CallArg::Place(place) | CallArg::Slice { place, .. } => Some(place.root),
    }
}
