//! What stands before the functions: includes, and the helper functions that the module uses.

use sycl_hls_ir::{BinaryOp, Module, UnaryOp};
use sycl_hls_types::{Packet, Scalar};

use super::{Output, bits, overflow, wrap};
use crate::abi::{packet_type, type_name};

/// A C++ function of our own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Helper {
    /// `as` from a float to an integer.
    Saturate { from: Scalar, to: Scalar },
    /// `min` and `max`.
    Extreme { op: BinaryOp, ty: Scalar },
    /// An operation on the bits of an integer.
    Bits { op: UnaryOp, ty: Scalar },
    /// The bits of a float as an integer, or the other way round.
    Reinterpret { from: Scalar, to: Scalar },
    /// True if the operation would overflow.
    Overflows { op: Checked, ty: Scalar },
    /// A float without denormals.
    Flush(Scalar),
    /// Stops the kernel. Checked code only.
    Trap,
    /// Channels, and how processes start.
    Processes,
    /// Streams of blocks: an include, before any other that includes it.
    Blocks,
    /// Processes that run again and again.
    Tasks,
    /// Infinities and NaNs: an include.
    Limits,
    /// Functions on floats: an include.
    Math,
    /// `offsetof`: an include.
    Offsets,
    /// Integers of any width: an include.
    Integers,
    /// Packets of a port as numbers.
    Packet(Packet),
}

/// The operations that can overflow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Checked {
    Add,
    Sub,
    Mul,
    /// Division and remainder overflow alike.
    Div,
}

impl Checked {
    pub const fn of(op: BinaryOp) -> Self {
        match op {
            BinaryOp::Sub => Self::Sub,
            BinaryOp::Mul => Self::Mul,
            BinaryOp::Div | BinaryOp::Rem => Self::Div,
            _ => Self::Add,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Mul => "mul",
            Self::Div => "div",
        }
    }
}

impl Helper {
    /// The function's name.
    pub fn name(self) -> String {
        match self {
            Self::Saturate { from, to } => format!("{from}_as_{to}"),
            Self::Extreme { op, ty } => format!("{}_{ty}", op.name()),
            Self::Bits { op, ty } => format!("{}_{ty}", op.name()),
            Self::Reinterpret { from, to } => format!("{from}_bits_as_{to}"),
            Self::Overflows { op, ty } => format!("{}_overflows_{ty}", op.name()),
            Self::Flush(ty) => format!("flush_{ty}"),
            Self::Trap => "trap".to_owned(),
            Self::Packet(Packet { data, user, id, dest }) => format!("packet_{data}_{user}_{id}_{dest}"),
            Self::Processes
            | Self::Blocks
            | Self::Tasks
            | Self::Limits
            | Self::Math
            | Self::Offsets
            | Self::Integers => String::new(),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Saturate { from, to } => saturate(self.name(), from, to),
            Self::Extreme { op, ty } => extreme(self.name(), op, ty),
            Self::Bits { op, ty } => bits::function(self.name(), op, ty),
            Self::Reinterpret { from, to } => bits::reinterpret(self.name(), from, to),
            Self::Overflows { op, ty } => overflow::helper(&self.name(), op, ty),
            Self::Flush(ty) => flush(&self.name(), ty),
            Self::Trap => "// Ends the kernel's run: check number `site` failed with these operands.\n\
                           [[noreturn]] static void trap(uint32_t site, uint64_t a, uint64_t b);\n"
                .to_owned(),
            Self::Processes => PROCESSES.to_owned(),
            Self::Blocks => BLOCKS.to_owned(),
            Self::Tasks => TASKS.to_owned(),
            Self::Packet(packet) => self::packet(&self.name(), packet),
            Self::Limits | Self::Math | Self::Offsets | Self::Integers => String::new(),
        }
    }
}

/// Software emulation has defined these macros and a `hls::stream` of its own before.
const PROCESSES: &str = "// A process of a dataflow region. The second one starts when the process before it has ended.\n\
    // Emulation counts an element that a process has taken ahead and does not use as left.\n\
    #ifndef PROCESS\n\
    #include \"hls_stream.h\"\n\
    #define PROCESS(function) function\n\
    #define NEXT_PROCESS(function) function\n\
    #define UNREAD(stream) (void)0\n\
    #endif\n";

/// Software emulation has defined these, too. AMD's header has classes that acquire and release by functions of their own if this
/// macro is defined before (UG1399, "Limitations" of stream-of-blocks).
const BLOCKS: &str = "// Blocks of memory that one process hands over to another one.\n\
    #ifndef SYCL_HLS_BLOCKS\n\
    #define EXPLICIT_ACQUIRE_RELEASE\n\
    #include \"hls_streamofblocks.h\"\n\
    #endif\n";

/// Software emulation has defined these, too.
const TASKS: &str = "// A process that runs again and again, as long as elements come.\n\
    #ifndef TASK\n\
    #include \"hls_task.h\"\n\
    #define TASK(function, ...) hls_thread_local hls::task function##_task(function, __VA_ARGS__)\n\
    #define WHILE_MORE(stream)\n\
    #endif\n";

/// The type of a port's packets, and functions that make a number of one and one of a number. The types of AMD's members tell
/// how many bits each has.
fn packet(name: &str, packet: Packet) -> String {
    let number = type_name(packet.number());
    let member = |signal: &str| signal.trim_start_matches('T').to_lowercase();
    let (mut low, mut joined, mut parted) = (0, String::new(), String::new());
    for (signal, width) in packet.present() {
        let member = member(signal);
        if low == 0 {
            joined.push_str(&format!("    {number} bits = {number}(packet.{member});\n"));
            parted.push_str(&format!("    packet.{member} = ap_uint<{width}>(bits);\n"));
        } else {
            joined.push_str(&format!("    bits = bits | ({number}(packet.{member}) << {low});\n"));
            parted.push_str(&format!("    packet.{member} = ap_uint<{width}>(bits >> {low});\n"));
        }
        low += width;
    }
    format!(
        "// A packet of an AXI-stream port, and its bits: data, keep, strb, last, user, id and dest, upwards.\n\
         // Emulation has streams of these bits.\n\
         #ifdef SYCL_HLS_INTEGERS\n\
         typedef {number} {name};\n\
         static inline {number} {name}_bits({number} packet) {{\n    return packet;\n}}\n\
         static inline {number} {name}_of({number} bits) {{\n    return bits;\n}}\n\
         #else\n\
         #include \"ap_axi_sdata.h\"\n\
         typedef {} {name};\n\
         static inline {number} {name}_bits(const {name} &packet) {{\n{joined}    return bits;\n}}\n\
         static inline {name} {name}_of(const {number} &bits) {{\n    {name} packet;\n{parted}    return packet;\n}}\n\
         #endif\n",
        packet_type(packet)
    )
}

/// Software emulation has defined integers of its own before.
const INTEGERS: &str = "#ifndef SYCL_HLS_INTEGERS\n#include \"ap_int.h\"\n#endif\n";

/// The beginning of the text.
pub(super) fn head(module: &Module, output: &Output) -> String {
    let mut text = format!(
        "// The kernels of `mod {}`, translated from Rust by sycl-hls.\n// Source: {}\n",
        module.name,
        module.source.file.replace(['\n', '\\'], "/").replace("??", "? ?")
    );
    let includes = [(Helper::Math, "cmath"), (Helper::Offsets, "cstddef"), (Helper::Limits, "limits")];
    text += "#include <cstdint>\n";
    for (_, header) in includes.iter().filter(|(helper, _)| output.helpers.contains(helper)) {
        text += &format!("#include <{header}>\n");
    }
    if output.helpers.contains(&Helper::Integers) {
        text += INTEGERS;
    }
    text += "\n#ifndef __SYNTHESIS__\n#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"\n\
             #pragma GCC diagnostic ignored \"-Wunused-parameter\"\n#endif\n\n";
    for helper in &output.helpers {
        let definition = helper.text();
        if !definition.is_empty() {
            text += &wrap::text(&definition);
            text.push('\n');
        }
    }
    text
}

/// The bounds are powers of two, or one below where the float has no room for less: exact in every float type.
fn saturate(name: String, from: Scalar, to: Scalar) -> String {
    let (Some((min, max)), float, int) = (to.range(), type_name(from), type_name(to)) else {
        return String::new();
    };
    let suffix = if from == Scalar::F32 { "f" } else { "" };
    let literal = |number: i128| format!("{number}.0{suffix}");
    // 2^n is exact where 2^n - 1 is not.
    let above = literal(max + 1);
    let (low, below) = if min == 0 { ("0", format!("!(x > {})", literal(0))) } else { ("", String::new()) };
    let body = if min == 0 {
        format!("return {below} ? {low} : x >= {above} ? {} : ({int})x;", maximum(to))
    } else {
        format!(
            "return x != x ? 0 : x <= {} ? {} : x >= {above} ? {} : ({int})x;",
            literal(min),
            super::literal::literal(&sycl_hls_types::ScalarValue::wrapping(to, min)),
            maximum(to)
        )
    };
    format!(
        "// Rust's `as`: truncates, saturates, and gives 0 for NaN.\n\
         static inline {int} {name}({float} x) {{\n    {body}\n}}\n"
    )
}

fn maximum(ty: Scalar) -> String {
    super::literal::literal(&sycl_hls_types::ScalarValue::wrapping(ty, ty.range().map_or(0, |(_, max)| max)))
}

/// Rust's `min` or `max`: of floats a NaN counts as missing, and -0 is below +0.
fn extreme(name: String, op: BinaryOp, ty: Scalar) -> String {
    let (cxx, less) = (type_name(ty), if op == BinaryOp::Min { "<" } else { ">" });
    if !ty.is_float() {
        return format!(
            "static inline {cxx} {name}({cxx} a, {cxx} b) {{\n    return a {less} b ? a : b;\n}}\n"
        );
    }
    let (negative, positive) = if op == BinaryOp::Min { ("a", "b") } else { ("b", "a") };
    format!(
        "// Rust's `{}`: a NaN counts as missing, and -0 is below +0.\n\
         static inline {cxx} {name}({cxx} a, {cxx} b) {{\n\
         \x20   if (a != a || b != b) return a != a ? b : a;\n\
         \x20   if (a == b) return std::signbit(a) ? {negative} : {positive};\n\
         \x20   return a {less} b ? a : b;\n}}\n",
        op.name()
    )
}

/// Denormals as zeros, where AMD's operators do not make zeros of them by themselves (PG060).
fn flush(name: &str, ty: Scalar) -> String {
    let cxx = type_name(ty);
    format!(
        "// A zero of its sign in place of a denormal, as AMD's operators have it.\n\
         static inline {cxx} {name}({cxx} x) {{\n\
         #ifndef __SYNTHESIS__\n\
         \x20   if (std::fpclassify(x) == FP_SUBNORMAL) return std::copysign({cxx}(0), x);\n\
         #endif\n\
         \x20   return x;\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::Names;

    /// All helpers that are functions.
    fn helpers() -> impl Iterator<Item = Helper> {
        let integers = || Scalar::NATIVE.into_iter().filter(|ty| ty.is_integer());
        let saturate = move |from| integers().map(move |to| Helper::Saturate { from, to });
        let overflows = move |op| integers().map(move |ty| Helper::Overflows { op, ty });
        let floats = [Scalar::F32, Scalar::F64].into_iter().flat_map(saturate);
        let checked =
            [Checked::Add, Checked::Sub, Checked::Mul, Checked::Div].into_iter().flat_map(overflows);
        let extreme = [BinaryOp::Min, BinaryOp::Max]
            .into_iter()
            .flat_map(|op| Scalar::NATIVE.into_iter().map(move |ty| Helper::Extreme { op, ty }));
        let of_bits = UnaryOp::ALL.into_iter().filter(|op| op.is_of_bits());
        let bits = of_bits.flat_map(move |op| integers().map(move |ty| Helper::Bits { op, ty }));
        let reinterpret = Scalar::NATIVE
            .into_iter()
            .flat_map(|from| Scalar::NATIVE.into_iter().map(move |to| Helper::Reinterpret { from, to }));
        let arithmetic = floats.chain(checked).chain(extreme).chain(bits).chain(reinterpret);
        arithmetic.chain([Helper::Trap]).chain([Scalar::F32, Scalar::F64].map(Helper::Flush))
    }

    #[test]
    fn no_item_of_a_kernel_has_the_name_of_a_helper() {
        let module = Module::new("m", sycl_hls_ir::Source::default());
        let names = Names::new(&module);
        for helper in helpers() {
            let name = helper.name();
            assert_eq!(names.local().take(&name), format!("{name}_"));
        }
        for free in [
            "f64_as_f32",
            "max_u",
            "shl_overflows_i32",
            "count_ones_f32",
            "u8_as_u16",
            "min",
            "as_u8",
            "flush",
            "flush_u32",
        ] {
            assert_eq!(names.local().take(free), free);
        }
    }
}
