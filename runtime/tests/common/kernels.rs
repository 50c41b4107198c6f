//! What `#[sycl_hls::kernels] mod kernels` would expand to, written by hand. The kernels are in the style of
//! kernels.
#![allow(clippy::assign_op_pattern, clippy::needless_range_loop)]

use sycl_hls::__private::*;

use super::gate::Gate;

static MODULE: ModuleInfo = ModuleInfo::new(
    r#"{"name":"kernels","abi":"a1","code":"c1","directives":"d","kernels":[
        {"name":"axpy","params":[
            {"name":"a","kind":"scalar","scalar":"f32"},
            {"name":"x","kind":"slice","element":"f32","mutable":false,"length":"argument"},
            {"name":"y","kind":"slice","element":"f32","mutable":true,"length":"argument"}]},
        {"name":"empty","params":[]},
        {"name":"affine","params":[
            {"name":"m","kind":"scalar","scalar":"u32"},
            {"name":"c","kind":"scalar","scalar":"u32"},
            {"name":"y","kind":"slice","element":"u32","mutable":true,"length":"argument"}]},
        {"name":"store","params":[
            {"name":"i","kind":"scalar","scalar":"u64"},
            {"name":"y","kind":"slice","element":"u32","mutable":true,"length":"argument"}]},
        {"name":"gated_read","params":[
            {"name":"gate","kind":"scalar","scalar":"u64"},
            {"name":"x","kind":"slice","element":"u32","mutable":false,"length":"argument"}]},
        {"name":"gated_write","params":[
            {"name":"gate","kind":"scalar","scalar":"u64"},
            {"name":"y","kind":"slice","element":"u32","mutable":true,"length":"argument"}]},
        {"name":"add","params":[
            {"name":"a","kind":"slice","element":"u32","mutable":false,"length":"argument"},
            {"name":"b","kind":"slice","element":"u32","mutable":false,"length":"argument"},
            {"name":"sum","kind":"slice","element":"u32","mutable":true,"length":"argument"}]},
        {"name":"fill","params":[
            {"name":"w","kind":"scalar","scalar":"u32"},
            {"name":"h","kind":"scalar","scalar":"u32"},
            {"name":"invert","kind":"scalar","scalar":"bool"},
            {"name":"image","kind":"slice","element":"u8","mutable":true,
             "length":{"expr":{"mul":[{"param":0},{"param":1}]}}}]},
        {"name":"arithmetic","params":[
            {"name":"op","kind":"scalar","scalar":"u8"},
            {"name":"a","kind":"scalar","scalar":"i32"},
            {"name":"b","kind":"scalar","scalar":"i32"},
            {"name":"out","kind":"slice","element":"i32","mutable":true,"length":"argument"}]},
        {"name":"modulo","params":[
            {"name":"m","kind":"scalar","scalar":"u32"},
            {"name":"y","kind":"slice","element":"u32","mutable":true,"length":"argument"}]},
        {"name":"signed_length","params":[
            {"name":"n","kind":"scalar","scalar":"i32"},
            {"name":"y","kind":"slice","element":"i32","mutable":true,"length":{"expr":{"param":0}}}]},
        {"name":"count","params":[
            {"name":"n","kind":"scalar","scalar":"u32"},
            {"name":"x","kind":"slice","element":"u32","mutable":false,"length":{"expr":{"param":0}}},
            {"name":"y","kind":"slice","element":"u32","mutable":true,"length":"argument"}]}
    ]}"#,
    &[
        NativeKernel { name: "axpy", run: axpy::run },
        NativeKernel { name: "empty", run: empty::run },
        NativeKernel { name: "affine", run: affine::run },
        NativeKernel { name: "store", run: store::run },
        NativeKernel { name: "gated_read", run: gated_read::run },
        NativeKernel { name: "gated_write", run: gated_write::run },
        NativeKernel { name: "add", run: add::run },
        NativeKernel { name: "fill", run: fill::run },
        NativeKernel { name: "arithmetic", run: arithmetic::run },
        NativeKernel { name: "modulo", run: modulo::run },
        NativeKernel { name: "signed_length", run: signed_length::run },
        NativeKernel { name: "count", run: count::run },
    ],
);

pub fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
    for i in 0..y.len() {
        y[i] = a * x[i] + y[i];
    }
}

pub fn empty() {}

pub fn affine(m: u32, c: u32, y: &mut [u32]) {
    for i in 0..y.len() {
        y[i] = y[i].wrapping_mul(m).wrapping_add(c);
    }
}

pub fn store(i: usize, y: &mut [u32]) {
    y[i] = 1;
}

/// The line of the statement in `store`, for the test of its panic.
pub const STORE_LINE: u32 = line!() - 4;

pub fn gated_read(gate: u64, _x: &[u32]) {
    Gate::pass(gate);
}

pub fn gated_write(gate: u64, y: &mut [u32]) {
    Gate::pass(gate);
    for i in 0..y.len() {
        y[i] += 1;
    }
}

pub fn add(a: &[u32], b: &[u32], sum: &mut [u32]) {
    for i in 0..sum.len() {
        sum[i] = a[i] + b[i];
    }
}

pub fn fill(w: u32, h: u32, invert: bool, image: &mut [u8]) {
    assert_eq!(image.len(), (w * h) as usize);
    for i in 0..image.len() {
        image[i] = if invert { !(i as u8) } else { i as u8 };
    }
}

pub fn arithmetic(op: u8, a: i32, b: i32, out: &mut [i32]) {
    out[0] = match op {
        b'+' => a + b,
        b'/' => a / b,
        b'%' => a % b,
        b'<' => a << b,
        b'-' => -a,
        _ => panic!("no operation {op}"),
    };
}

pub fn modulo(m: u32, y: &mut [u32]) {
    for i in 0..y.len() {
        y[i] %= m;
    }
}

pub fn signed_length(_n: i32, _y: &mut [i32]) {}

pub fn count(_n: u32, x: &[u32], y: &mut [u32]) {
    y[0] = x.len() as u32;
}

macro_rules! launcher {
    ($index:literal, $name:ident($($arg:ident: $kind:tt $ty:ty),*)) => {
        pub mod $name {
            use super::*;

            #[allow(unused_mut, unused_variables)]
            pub(super) fn run(args: Args<'_>) -> Result<(), ArgError> {
                let mut args = ArgReader::new(args);
                $(let Some($arg) = launcher!(@read args, $kind, $ty) else { return args.refused() };)*
                super::$name($($arg),*);
                Ok(())
            }

            pub fn args<'h>($($arg: launcher!(@param $kind, $ty)),*) -> KernelCall<'h> {
                KernelCall::new(&MODULE, $index)$(.$kind($arg))*
            }

            #[allow(dead_code)]
            pub const fn id() -> sycl_hls::KernelId {
                sycl_hls::KernelId::new(&MODULE, $index)
            }
        }
    };
    (@read $args:ident, $kind:ident, $ty:ty) => { $args.$kind::<$ty>() };
    (@param scalar, $ty:ty) => { $ty };
    (@param slice, $ty:ty) => { Accessor<'h, $ty, impl Readable> };
    (@param slice_mut, $ty:ty) => { Accessor<'h, $ty, impl Writable> };
}

#[allow(unused_imports)]
pub(crate) use launcher;

launcher!(0, axpy(a: scalar f32, x: slice f32, y: slice_mut f32));
launcher!(1, empty());
launcher!(2, affine(m: scalar u32, c: scalar u32, y: slice_mut u32));
launcher!(3, store(i: scalar usize, y: slice_mut u32));
launcher!(4, gated_read(gate: scalar u64, x: slice u32));
launcher!(5, gated_write(gate: scalar u64, y: slice_mut u32));
launcher!(6, add(a: slice u32, b: slice u32, sum: slice_mut u32));
launcher!(7, fill(w: scalar u32, h: scalar u32, invert: scalar bool, image: slice_mut u8));
launcher!(8, arithmetic(op: scalar u8, a: scalar i32, b: scalar i32, out: slice_mut i32));
launcher!(9, modulo(m: scalar u32, y: slice_mut u32));
launcher!(11, count(n: scalar u32, x: slice u32, y: slice_mut u32));
launcher!(10, signed_length(n: scalar i32, y: slice_mut i32));
