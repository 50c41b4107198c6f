//! Helpers that tell whether an operation overflows.
//!
//! The compilers' own builtins are the fastest; whether the high-level synthesis of Vitis has them is not known, so it
//! gets arithmetic (`__SYNTHESIS__`, UG1399).

use sycl_hls_types::{Scalar, ScalarValue};

use super::literal::literal;
use super::number::is_class;
use super::prelude::Checked;
use crate::abi::type_name;

/// The helper as a function of two values of the type `ty`.
pub(super) fn helper(name: &str, op: Checked, ty: Scalar) -> String {
    let cxx = type_name(ty);
    let function = |body: &str| format!("static inline bool {name}({cxx} a, {cxx} b) {{\n{body}}}\n");
    if op == Checked::Div && is_class(ty) {
        let [one, least] =
            [ScalarValue::wrapping(ty, -1), ScalarValue::least(ty)].map(|value| literal(&value));
        return function(&format!("    return b == {one} && a == {least};\n"));
    }
    if is_class(ty) {
        return of_class(&function, op, cxx);
    }
    if op == Checked::Div {
        return function(&format!("    return b == -1 && a == std::numeric_limits<{cxx}>::min();\n"));
    }
    let builtin = format!("    {cxx} exact;\n    return __builtin_{}_overflow(a, b, &exact);\n", op.name());
    format!("#ifdef __SYNTHESIS__\n{}#else\n{}#endif\n", function(&arithmetic(op, ty)), function(&builtin))
}

/// The same for an integer of any width. AMD's operators give exact results, emulation's wrap.
fn of_class(function: &impl Fn(&str) -> String, op: Checked, cxx: &str) -> String {
    let symbol = match op {
        Checked::Sub => "-",
        Checked::Mul => "*",
        _ => "+",
    };
    let builtin = format!(
        "    {cxx}::Value exact;\n\
         \x20   const bool lost = __builtin_{}_overflow(a.value(), b.value(), &exact);\n\
         \x20   return lost || {cxx}::extended(exact) != exact;\n",
        op.name()
    );
    let exact = format!("    return a {symbol} b != {cxx}(a {symbol} b);\n");
    format!("#ifdef SYCL_HLS_INTEGERS\n{}#else\n{}#endif\n", function(&builtin), function(&exact))
}

/// The same without builtins.
fn arithmetic(op: Checked, ty: Scalar) -> String {
    let cxx = type_name(ty);
    match (op, ty.is_signed(), ty.bits()) {
        (Checked::Add, false, _) => format!("    return ({cxx})~a < b;\n"),
        (Checked::Sub, false, _) => "    return a < b;\n".to_owned(),
        (Checked::Mul, false, 64) => format!("{}    return high != 0;\n", upper_half("a", "b")),
        (_, false, bits) => format!("    return (uint64_t)a * b >> {bits} != 0;\n"),
        (Checked::Add, true, 64) => signs("+", "(uint64_t)b ^ sum"),
        (Checked::Sub, true, 64) => signs("-", "(uint64_t)a ^ (uint64_t)b"),
        (_, true, 64) => format!(
            "    const uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;\n\
             \x20   const uint64_t y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;\n\
             {}    const uint64_t limit = 0x7fffffffffffffffULL + ((a < 0) != (b < 0));\n\
             \x20   return high != 0 || x * y > limit;\n",
            upper_half("x", "y")
        ),
        (op, true, _) => format!(
            "    const int64_t exact = (int64_t)a {} b;\n    return exact != (int64_t)({cxx})exact;\n",
            match op {
                Checked::Add => "+",
                Checked::Sub => "-",
                _ => "*",
            }
        ),
    }
}

/// A sum or difference of 64 bits overflows where its sign cannot be.
fn signs(operator: &str, other: &str) -> String {
    format!(
        "    const uint64_t sum = (uint64_t)a {operator} (uint64_t)b;\n\
         \x20   return (((uint64_t)a ^ sum) & ({other})) >> 63 != 0;\n"
    )
}

/// The upper 64 of the product's 128 bits as `high`, of products of 32 bits.
fn upper_half(a: &str, b: &str) -> String {
    format!(
        "    const uint64_t low = ({a} & 0xffffffffU) * ({b} & 0xffffffffU);\n\
         \x20   const uint64_t left = ({a} >> 32) * ({b} & 0xffffffffU) + (low >> 32);\n\
         \x20   const uint64_t right = ({a} & 0xffffffffU) * ({b} >> 32) + (left & 0xffffffffU);\n\
         \x20   const uint64_t high = ({a} >> 32) * ({b} >> 32) + (left >> 32) + (right >> 32);\n"
    )
}
