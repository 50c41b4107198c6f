//! Calls.

use rustc_hash::FxHashSet;
use sycl_hls_ir::{CallArg, Func, FuncId, Op, OpId, OpKind, ParamKind, Place, Root, ValueId};

use super::declared::Declared;
use super::expr::{Expr, Level};
use super::func::Emitter;

/// True if the function only computes a scalar. `pure` are those of its callees that do, too.
pub(super) fn is_pure(func: &Func, pure: &FxHashSet<FuncId>) -> bool {
    let writes = func.params.iter().any(|param| {
        matches!(param.kind, ParamKind::Ref { mutable: true, .. } | ParamKind::Slice { mutable: true, .. })
    });
    let effect = |op: &OpId| match &func.ops[*op].kind {
        OpKind::TrapIf { .. } | OpKind::PanicIf { .. } => true,
        OpKind::Call { func, .. } => !pure.contains(func),
        kind => kind.is_communication(),
    };
    func.ret.is_some() && !writes && !func.ops_in_order().iter().any(effect)
}

impl Emitter<'_> {
    pub(super) fn call(&mut self, callee: FuncId, args: &[CallArg], op: &Op) {
        let call = self.call_text(callee, args);
        let written = args.iter().filter_map(|arg| match arg {
            CallArg::Place(place) | CallArg::Slice { place, .. } => Some(place.root),
            CallArg::Value(_) => None,
        });
        let written: Vec<Root> = written.filter(|root| self.func.is_writable(*root)).collect();
        self.flush(|root| written.contains(&root));
        match op.result.filter(|result| self.is_used(*result)) {
            Some(result) => {
                let name = self.func.values[result].name.clone();
                let variable = self.variable(&call, self.declared(result), name.as_deref(), op.span);
                self.set_value(result, &variable.text);
            }
            None => self.line(format!("{};", call.text), op.span),
        }
    }

    /// A call as an expression, which reads all memory that it is given.
    pub(super) fn call_text(&mut self, id: FuncId, args: &[CallArg]) -> Expr {
        let callee = &self.module.funcs[id];
        let mut texts = Vec::new();
        let mut reads = Vec::new();
        for (index, (param, arg)) in callee.params.iter().zip(args).enumerate() {
            let has_length = !self.output.unused_lengths.contains(&(id, index));
            match arg {
                CallArg::Value(value) => {
                    let value = self.operand(*value);
                    reads.extend(value.reads);
                    texts.push(value.text);
                }
                CallArg::Place(place) => {
                    let whole = self.place(place);
                    reads.extend(whole.reads);
                    reads.push(place.root);
                    texts.push(whole.text);
                    if let ParamKind::Slice { .. } = param.kind
                        && has_length
                    {
                        texts.push(self.length_of(place));
                    }
                }
                CallArg::Slice { place, lo, len } => {
                    let (start, len) = (self.start_of(place, *lo), self.operand(*len));
                    reads.extend(start.reads);
                    reads.push(place.root);
                    texts.push(start.text);
                    if has_length {
                        reads.extend(len.reads);
                        texts.push(len.text);
                    }
                }
            }
        }
        let text = format!("{}({})", self.names.func(&callee.name), texts.join(", "));
        let number = self.returned(id).and_then(Declared::number);
        Expr::primary(text).reading(reads).of(number)
    }

    /// The length of an array or slice that is passed as a slice.
    fn length_of(&mut self, place: &Place) -> String {
        match (place.root, self.dims(place).first()) {
            (_, Some(dim)) => dim.to_string(),
            (Root::Param(index), None) => self.len(index).text,
            _ => "0".to_owned(),
        }
    }

    /// The address of an element of an array or slice.
    fn start_of(&mut self, place: &Place, lo: ValueId) -> Expr {
        let zero = self.constants.get(lo).is_some_and(|lo| !lo.is_true());
        let (whole, lo) = (self.place(place), self.operand(lo));
        if zero {
            return whole;
        }
        let text = format!("{} + {}", whole.text, lo.at(Level::Mul));
        Expr::new(text, Level::Add).reading(whole.reads.into_iter().chain(lo.reads))
    }
}
