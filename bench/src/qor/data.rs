//! Arguments that look random.

use sycl_hls_ir::interp::Arg;
use sycl_hls_ir::{Func, ParamKind};
use sycl_hls_types::{Length, Scalar, ScalarValue};

/// Numbers that look random.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// Floats from -1 to 1, so that each order of a sum has a rounding of its own; small integers.
    fn scalar(&mut self, ty: Scalar) -> ScalarValue {
        let number = self.next();
        let float = number as f64 / f64::from(1 << 30) - 1.0;
        match ty {
            Scalar::F32 => (float as f32).into(),
            Scalar::F64 => float.into(),
            _ => ScalarValue::from_bits(ty, number % 1000 + 1),
        }
    }
}

/// Arguments of a kernel whose slices' lengths are known.
pub fn arguments(func: &Func) -> Vec<Arg> {
    let mut noise = Noise(0x5eed);
    let args = func.params.iter().map(|param| match &param.kind {
        ParamKind::Scalar(value) => Arg::Scalar(noise.scalar(func.ty(*value))),
        ParamKind::Slice { element, length: Length::Expr(length), .. } => {
            let count = length.eval(&|_| None).unwrap_or_default();
            let scalars = (0..count).flat_map(|_| element.scalars().collect::<Vec<_>>());
            Arg::Slice(scalars.map(|ty| noise.scalar(ty)).collect())
        }
        ParamKind::Stream { .. } => Arg::Stream(Vec::new()),
        ParamKind::Slice { .. } | ParamKind::Ref { .. } | ParamKind::Output { .. } => Arg::Slice(Vec::new()),
    });
    args.collect()
}
