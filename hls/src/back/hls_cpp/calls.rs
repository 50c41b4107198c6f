//! Calls.

use sycl_hls_ir::{CallArg, Func, Op, ParamKind, Place, Root, ValueId};

use super::expr::{Expr, Level};
use super::func::Emitter;

impl Emitter<'_> {
    pub(super) fn call(&mut self, callee: &Func, args: &[CallArg], op: &Op) {
        let mut texts = Vec::new();
        let mut written = Vec::new();
        for (param, arg) in callee.params.iter().zip(args) {
            let place = match arg {
                CallArg::Value(value) => {
                    texts.push(self.operand(*value).text);
                    continue;
                }
                CallArg::Place(place) => {
                    texts.push(self.place(place).text);
                    if let ParamKind::Slice { .. } = param.kind {
                        texts.push(self.length_of(place));
                    }
                    place
                }
                CallArg::Slice { place, lo, len } => {
                    texts.push(self.start_of(place, *lo));
                    texts.push(self.operand(*len).text);
                    place
                }
            };
            if self.func.is_writable(place.root) {
                written.push(place.root);
            }
        }
        self.flush(|root| written.contains(&root));
        let text = format!("{}({})", self.names.func(&callee.name), texts.join(", "));
        match op.result.filter(|result| self.is_used(*result)) {
            Some(result) => {
                let name = self.func.values[result].name.clone();
                let variable =
                    self.variable(&Expr::primary(text), self.func.ty(result), name.as_deref(), op.span);
                self.set_value(result, &variable.text);
            }
            None => self.line(format!("{text};"), op.span),
        }
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
    fn start_of(&mut self, place: &Place, lo: ValueId) -> String {
        let zero = self.constants.get(lo).is_some_and(|lo| lo.bits() == 0);
        let (whole, lo) = (self.place(place), self.operand(lo));
        if zero { whole.text } else { format!("{} + {}", whole.text, lo.at(Level::Mul)) }
    }
}
