//! Arguments of kernels that nothing uses, and that rustc does not complain of.

use rustc_hash::FxHashMap;
use sycl_hls_ir::{CallArg, Func, FuncId, Init, Module, OpKind, ParamKind, Place, Root};
use sycl_hls_types::Length;

use super::{Finding, UNUSED_ARGUMENT};

/// How a parameter is used.
#[derive(Clone, Copy, Default)]
struct Use {
    /// Its value, or an element.
    used: bool,
    /// Its length, or by a helper that does not use it.
    mentioned: bool,
}

/// How parameters are used, each looked at once: several functions may call the same one.
struct Uses<'m> {
    module: &'m Module,
    known: FxHashMap<(FuncId, usize), Use>,
}

/// Checks the arguments of a kernel.
pub(super) fn check(module: &Module, id: FuncId, kernel: &Func, findings: &mut Vec<Finding>) {
    let mut uses = Uses { module, known: FxHashMap::default() };
    for (index, param) in kernel.params.iter().enumerate() {
        let how = uses.of(id, index);
        if matches!(param.kind, ParamKind::Stream { .. }) {
            continue;
        }
        // rustc has said it already where the name is not there at all.
        if how.used || in_lengths(kernel, index) || !(how.mentioned || param.name.starts_with('_')) {
            continue;
        }
        let name = &param.name;
        let slice = matches!(param.kind, ParamKind::Slice { .. });
        let (message, note) = if slice {
            (
                format!("no element of `{name}` is read or written"),
                "the kernel has an AXI master port for it all the same, and the host a buffer that it passes",
            )
        } else {
            (
                format!("the kernel does not use `{name}`"),
                "it has a register for it all the same, which the host writes for each run",
            )
        };
        let finding = Finding::new(UNUSED_ARGUMENT, param.span, message).note(note).site(kernel.span);
        findings.push(match (slice, how.mentioned) {
            (true, true) => finding.help("if it is there for its length, pass the length: `n: usize`"),
            _ => finding.help("remove it"),
        });
    }
}

impl Uses<'_> {
    /// How a function uses a parameter, also in functions that it calls.
    fn of(&mut self, func: FuncId, param: usize) -> Use {
        if let Some(known) = self.known.get(&(func, param)) {
            return *known;
        }
        let found = self.find(func, param);
        self.known.insert((func, param), found);
        found
    }

    /// Calls of a helper never form a cycle, so this ends.
    fn find(&mut self, func: FuncId, param: usize) -> Use {
        let func = &self.module.funcs[func];
        let value = match func.param(param).map(|param| &param.kind) {
            Some(ParamKind::Scalar(value)) => Some(*value),
            _ => None,
        };
        let mut found = Use::default();
        for op in func.ops_in_order() {
            let kind = &func.ops[op].kind;
            let is_root = |place: &Place| value.is_none() && place.root == Root::Param(param);
            match kind {
                OpKind::Len(index) => found.mentioned |= value.is_none() && *index == param,
                OpKind::Call { func: callee, args } => {
                    for (index, arg) in args.iter().enumerate() {
                        let passed = match arg {
                            CallArg::Value(arg) => value == Some(*arg),
                            CallArg::Place(place) | CallArg::Slice { place, .. } => is_root(place),
                        };
                        if passed {
                            found.mentioned = true;
                            found.used |= self.of(*callee, index).used;
                        }
                        found.used |= indexes(arg, value);
                    }
                }
                _ => {
                    let mut touches = |place: &Place| found.used |= is_root(place);
                    kind.for_each_read(&mut touches);
                    kind.for_each_write(|_| true, &mut touches);
                    if let OpKind::Declare { init: Init::Copy(place), .. } = kind {
                        touches(place);
                    }
                    kind.for_each_operand(&mut |operand| found.used |= value == Some(operand));
                }
            }
        }
        found
    }
}

/// True if the value is an index or a bound of an argument.
fn indexes(arg: &CallArg, value: Option<sycl_hls_ir::ValueId>) -> bool {
    let is_value = |other| value == Some(other);
    match arg {
        CallArg::Value(_) => false,
        CallArg::Place(place) => place.indices().any(is_value),
        CallArg::Slice { place, lo, len } => place.indices().any(is_value) || is_value(*lo) || is_value(*len),
    }
}

/// True if the length of a slice is made of it.
fn in_lengths(kernel: &Func, index: usize) -> bool {
    kernel.params.iter().any(|param| match &param.kind {
        ParamKind::Slice { length: Length::Expr(length), .. } => length.params().contains(&index),
        _ => false,
    })
}
