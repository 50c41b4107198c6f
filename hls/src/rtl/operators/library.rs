//! The texts of the operators.

macro_rules! texts {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../library/", $name)))),*]
    };
}

/// Verilog of the operators and of the registers between cycles, and the C++ that stands in for the floats among them in fast simulation.
const TEXTS: &[(&str, &str)] = texts![
    "operators_dpi.cpp"
    "sh_bits.v"
    "sh_delay.v"
    "sh_div.v"
    "sh_enable.v"
    "sh_f2f.v"
    "sh_f2i.v"
    "sh_fadd.v"
    "sh_fadd_dsp.v"
    "sh_fcmp.v"
    "sh_fdiv.v"
    "sh_ffma.v"
    "sh_fminmax.v"
    "sh_fmul.v"
    "sh_fround.v"
    "sh_fsqrt.v"
    "sh_i2f.v"
    "sh_line.v"
    "sh_mul.v"
    "sh_mul_fabric.v"
    "sh_pack.v"
    "sh_product.v"
    "sh_shift.v"
    "sh_unpack.v"
];

/// Name and text of every file of the operators: synthesizable Verilog, and `operators_dpi.cpp`, which a simulator
/// needs beside it where `SYCL_HLS_DPI` is defined.
#[must_use]
pub const fn library() -> &'static [(&'static str, &'static str)] {
    TEXTS
}
