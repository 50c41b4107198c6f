//! Outputs of kernels, `&mut T` with a scalar `T`: a variable in the body, which every `return` writes to the registers.
//!
//! An output keeps its old value where Rust does. So it has that value at the beginning, unless every way through the kernel
//! writes the variable before it reads it.

use sycl_hls_ir::{FuncId, Init, Module, OpId, OpKind, ParamKind, Place, Root, Slot, SlotId, Span, uses};
use sycl_hls_types::Scalar;

use super::Lowerer;

impl Lowerer<'_, '_, '_> {
    /// The variable that a kernel has for an output.
    pub(super) fn output_variable(&mut self, name: &str, ty: Scalar, output: &Place, span: Span) -> Place {
        let before = self.builder.read(output.clone(), ty, span);
        let slot = self.builder.declare(Slot::variable(name, ty), Init::Fill(before), span);
        self.outputs.push((output.clone(), slot));
        Place::whole(Root::Slot(slot))
    }

    /// Ends a function without a result. A kernel writes its outputs.
    pub(super) fn return_nothing(&mut self, span: Span) {
        for (output, variable) in self.outputs.clone() {
            if let Some(ty) = self.builder.func().slots[variable].ty.scalar() {
                let value = self.builder.read(Place::whole(Root::Slot(variable)), ty, span);
                self.builder.push(OpKind::Write(output, value), span);
            }
        }
        self.leave(OpKind::Return(None), span);
    }
}

/// Decides which outputs have an initial value: all had one so far.
pub(super) fn settle(module: &mut Module) {
    let kernels: Vec<FuncId> = module.kernels().map(|(id, _)| id).collect();
    for id in kernels {
        for param in 0..module.funcs[id].params.len() {
            let Some(variable) = Variable::of(module, id, param) else { continue };
            if !uses(module, &module.funcs[id], Root::Slot(variable.slot)).reads_first {
                variable.forget_initial_value(module, id, param);
            }
        }
    }
}

/// The variable of an output.
struct Variable {
    slot: SlotId,
    /// The operation that reads the output.
    read: OpId,
    declaration: OpId,
}

impl Variable {
    /// The local copy of an output, and the read that gives its first value; `None` for other parameters.
    fn of(module: &Module, kernel: FuncId, param: usize) -> Option<Self> {
        let func = &module.funcs[kernel];
        matches!(func.params[param].kind, ParamKind::Output { .. }).then_some(())?;
        let output = Place::whole(Root::Param(param));
        let ops = func.regions[func.body].ops.iter().copied();
        let read = ops.clone().find(|op| func.ops[*op].kind == OpKind::Read(output.clone()))?;
        let value = func.ops[read].result?;
        ops.into_iter().find_map(|op| match func.ops[op].kind {
            OpKind::Declare { slot, init: Init::Fill(filled) } if filled == value => {
                Some(Self { slot, read, declaration: op })
            }
            _ => None,
        })
    }

    /// Declares the local copy of an output without a first value: each path writes it before it reads it.
    fn forget_initial_value(&self, module: &mut Module, kernel: FuncId, param: usize) {
        let func = &mut module.funcs[kernel];
        if let ParamKind::Output { initial, .. } = &mut func.params[param].kind {
            *initial = false;
        }
        if let OpKind::Declare { init, .. } = &mut func.ops[self.declaration].kind {
            *init = Init::Uninit;
        }
        func.regions[func.body].ops.retain(|op| *op != self.read);
    }
}
