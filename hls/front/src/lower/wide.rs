//! Integers of 128 bits from and to floats.

use sycl_hls_ir::{CallArg, OpKind, Span, ValueId};
use sycl_hls_types::Scalar;

use super::Lowerer;
use crate::typed::Instance;

impl Lowerer<'_, '_, '_> {
    /// `value as ty` of one of them: a call of the library.
    pub(super) fn cast_wide(&mut self, value: ValueId, ty: Scalar, span: Span) -> Option<ValueId> {
        let is_float = self.builder.func().ty(value).is_float();
        let value = if is_float { self.cast_number(value, Scalar::F64, span) } else { value };
        let func = self.program.front.of_wide(self.builder.func().ty(value), ty)?;
        let func = self.program.func(&Instance { func, generics: Vec::new() });
        let kind = OpKind::Call { func, args: vec![CallArg::Value(value)] };
        Some(self.builder.compute(kind, ty, span))
    }
}
