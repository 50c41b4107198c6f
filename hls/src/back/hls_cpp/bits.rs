//! Functions on bits.

use sycl_hls_ir::UnaryOp;
use sycl_hls_types::Scalar;

use super::number::is_class;
use crate::abi::type_name;

/// A function that counts or moves the bits of an integer.
pub(super) fn function(name: String, op: UnaryOp, ty: Scalar) -> String {
    if is_class(ty) {
        return of_class(&name, op, ty);
    }
    let (width, cxx, unsigned) = (ty.bits(), type_name(ty), type_name(ty.unsigned()));
    // What the compilers' functions take.
    let (word, suffix) = if width == 64 { ("uint64_t", "ll") } else { ("uint32_t", "") };
    let bits = if word == unsigned { format!("({word})x") } else { format!("({word})({unsigned})x") };
    let count = |text: String| format!("return {text};");
    let (result, body) = match op {
        UnaryOp::CountOnes => ("uint32_t", count(format!("(uint32_t)__builtin_popcount{suffix}({bits})"))),
        UnaryOp::LeadingZeros => {
            let unused = width.max(32) - width;
            let unused = if unused == 0 { String::new() } else { format!(" - {unused}") };
            let zeros = format!("(uint32_t)__builtin_clz{suffix}({bits}){unused}");
            ("uint32_t", count(format!("x == 0 ? {width} : {zeros}")))
        }
        UnaryOp::TrailingZeros => {
            let zeros = format!("(uint32_t)__builtin_ctz{suffix}({bits})");
            ("uint32_t", count(format!("x == 0 ? {width} : {zeros}")))
        }
        UnaryOp::SwapBytes if width == 8 => (cxx, "return x;".to_owned()),
        UnaryOp::SwapBytes => (cxx, count(format!("({cxx})__builtin_bswap{width}(({unsigned})x)"))),
        _ => (cxx, reverse(word, &bits, cxx, width)),
    };
    format!("static inline {result} {name}({cxx} x) {{\n    {body}\n}}\n")
}

/// The same of an integer of any width, bit by bit.
fn of_class(name: &str, op: UnaryOp, ty: Scalar) -> String {
    let (width, cxx) = (ty.bits(), type_name(ty));
    let bit = "(uint32_t)ap_uint<1>(x >> i)";
    let up = format!("int i = 0; i < {width}; ++i");
    let down = format!("int i = {width} - 1; i >= 0; --i");
    let (result, first, steps, step) = match op {
        UnaryOp::CountOnes => ("uint32_t", "0".to_owned(), up, format!("result += {bit};")),
        UnaryOp::LeadingZeros => {
            let step = format!("if ({bit} != 0) result = {} - i;", width - 1);
            ("uint32_t", width.to_string(), up, step)
        }
        UnaryOp::TrailingZeros => {
            ("uint32_t", width.to_string(), down, format!("if ({bit} != 0) result = i;"))
        }
        UnaryOp::SwapBytes => {
            let step = format!("result = {cxx}({cxx}(result << 8) | {cxx}(ap_uint<8>(x >> i)));");
            (cxx, format!("{cxx}(0)"), format!("int i = 0; i < {width}; i += 8"), step)
        }
        _ => {
            let step = format!("result = {cxx}({cxx}(result << 1) | {cxx}(ap_uint<1>(x >> i)));");
            (cxx, format!("{cxx}(0)"), up, step)
        }
    };
    format!(
        "static inline {result} {name}({cxx} x) {{\n\
         \x20   {result} result = {first};\n\
         \x20   for ({steps}) {{\n\
         #pragma HLS UNROLL\n\
         \x20       {step}\n\
         \x20   }}\n\
         \x20   return result;\n}}\n"
    )
}

/// A loop that tools unroll to wires.
fn reverse(word: &str, bits: &str, cxx: &str, width: u32) -> String {
    format!(
        "const {word} bits = {bits};\n\
         \x20   {word} reversed = 0;\n\
         \x20   for (int i = 0; i < {width}; ++i) {{\n\
         #pragma HLS UNROLL\n\
         \x20       reversed = (reversed << 1) | ((bits >> i) & 1);\n\
         \x20   }}\n\
         \x20   return ({cxx})reversed;"
    )
}

/// The bits of one type as another one.
pub(super) fn reinterpret(name: String, from: Scalar, to: Scalar) -> String {
    let (from, to) = (type_name(from), type_name(to));
    format!(
        "static inline {to} {name}({from} x) {{\n\
         \x20   union {{\n        {from} from;\n        {to} to;\n    }} bits;\n\
         \x20   bits.from = x;\n    return bits.to;\n}}\n"
    )
}
