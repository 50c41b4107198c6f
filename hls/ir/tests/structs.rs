//! Structs, parts of slices, and functions with memory: text, verifier and interpreter.

use crate::common::{checked, violates};
use sycl_hls_ir::interp::{self, Arg, Options};
use sycl_hls_ir::{Module, Root, Type, check, parse};
use sycl_hls_types::{ParamKind, ScalarValue};

const TYPES: &str = "module m from \"m.rs\"
struct @Point { x: f32, y: f32 } @1:1-1:9
struct @Body { 0: [@Point; 2], id: u32 }
const @HERE: @Point = [1.0, 2.0]
";

fn module(funcs: &str) -> Module {
    let text = format!("{TYPES}{funcs}");
    assert_eq!(checked(&text), Ok(()));
    parse(&text).unwrap()
}

fn floats(values: &[f32]) -> Arg {
    Arg::Slice(values.iter().map(|value| (*value).into()).collect())
}

fn call(module: &Module, name: &str, args: &mut [Arg]) -> Option<ScalarValue> {
    interp::call(module, module.func(name).unwrap(), args, Options::default()).unwrap()
}

#[test]
fn places_go_through_fields_and_indices() {
    let module = module(
        "fn @f(&0.bodies: mut [@Body], &1.out: mut @Point) -> u32 {
           %0 = const 1: u64
           slot $0.b: mut @Body = copy &0.bodies[%0]
           copy $0[.0.0, %0], @HERE
           copy &1.out, $0.b[.0, %0]
           %1 = const 9.5: f32
           write &1[.0.x], %1
           copy &0.bodies[%0], $0
           slot $1.p: @Point = [%1, %1]
           %2 = read $1[.1.y]: f32
           write &0[%0, .0.0, %0, .1.y], %2
           %3 = const 0: u64
           %4 = read &0[%3, .1.id]: u32
           return %4
         }",
    );
    let scalars: Vec<ScalarValue> = vec![
        1_f32.into(),
        2_f32.into(),
        3_f32.into(),
        4_f32.into(),
        77_u32.into(),
        5_f32.into(),
        6_f32.into(),
        7_f32.into(),
        8_f32.into(),
        78_u32.into(),
    ];
    let mut args = [Arg::Slice(scalars.clone()), floats(&[0.0, 0.0])];
    assert_eq!(call(&module, "f", &mut args), Some(77_u32.into()));
    let mut expected = scalars;
    (expected[7], expected[8]) = (1_f32.into(), 9.5_f32.into());
    assert_eq!(args, [Arg::Slice(expected), floats(&[9.5, 2.0])]);
}

#[test]
fn names_of_places_follow_their_fields() {
    let module = module(
        "fn @f(&0.bodies: [@Body]) {\n%0 = const 1: u64\n%1 = read &0[%0, .0, %0, .1]: f32\nreturn\n}",
    );
    let (_, func) = module.funcs.iter().next().unwrap();
    let place = func.ops.iter().find_map(|(_, op)| match &op.kind {
        sycl_hls_ir::OpKind::Read(place) => Some(place),
        _ => None,
    });
    assert_eq!(module.place_name(func, place.unwrap()), "bodies.0.y");
    assert_eq!(func.root_name(Root::Param(0)), Some("bodies"));
}

#[test]
fn parts_of_slices_and_arrays_are_slices() {
    let module = module(
        "fn @sum(&0.x: [@Point]) -> u64 {
           %0 = len &0.x: u64
           return %0
         }
         fn @second(&0.x: [@Point]) -> f32 {
           %0 = const 1: u64
           %1 = read &0[%0, .0]: f32
           return %1
         }
         fn @f(%0.lo: u64, %1.len: u64, &2.x: mut [@Point]) -> f32 {
           %2 = call @second(&2.x slice(%0, %1)): f32
           slot $0.a: mut [[@Point; 3]; 2]
           %3 = const 1: u64
           %4 = const 2: u64
           copy $0[%3, %4], @HERE
           %5 = call @second($0.a[%3] slice(%3, %4)): f32
           %6 = add %2, %5: f32
           %7 = call @sum(&2 slice(%0, %1)): u64
           %8 = cast %7: f32
           %9 = add %6, %8: f32
           return %9
         }",
    );
    let mut args = [Arg::Scalar(1_u64.into()), Arg::Scalar(2_u64.into()), floats(&[1., 2., 3., 4., 5., 6.])];
    assert_eq!(call(&module, "f", &mut args), Some((5_f32 + 1.0 + 2.0).into()));
    args[1] = Arg::Scalar(3_u64.into());
    let error = interp::call(&module, module.func("f").unwrap(), &mut args, Options::default());
    assert!(error.unwrap_err().to_string().contains("1 + 3 elements"));
}

#[test]
fn what_was_never_written_comes_back_as_zero() {
    let module = module("fn @f(&0.out: mut @Point) {\nslot $0.p: mut @Point\ncopy &0, $0\nreturn\n}");
    let mut args = [floats(&[3.0, 4.0])];
    assert_eq!(call(&module, "f", &mut args), None);
    assert_eq!(args, [floats(&[0.0, 0.0])]);
}

#[test]
fn the_verifier_knows_structs() {
    let with = |text: &str| format!("{TYPES}{text}\n");
    for (invariant, text) in [
        ("K16", "struct @Empty { }"),
        ("K1", "struct @Again { z: f32 }\nstruct @Again { z: f32 }"),
        ("K1", "struct @Twice { z: f32, z: f32 }"),
        ("K2", "const @A: @Point = [1.0]"),
        ("K3", "kernel @k(&0: [bool] bundle \"g\") {\nreturn\n}"),
        ("K3", "kernel @k(&0: mut @Point) {\nreturn\n}"),
        ("K3", "kernel @k(&0: [f32; 2]) {\nreturn\n}"),
        ("K9", "fn @f(%0: f32) {\nslot $0: @Point = [%0]\nreturn\n}"),
        ("K8", "fn @f(%0: u32) {\nslot $0: @Point = [%0, %0]\nreturn\n}"),
        ("K8", "fn @f(%0: f32) {\nslot $0: @Point = %0\nreturn\n}"),
        ("K8", "fn @f() {\nslot $0: @Body = copy @HERE\nreturn\n}"),
        ("K8", "fn @f(%0: f32) {\nslot $0: mut @Point\nfill $0, %0\nreturn\n}"),
        ("K10", "fn @f(&0: @Point) {\n%0 = read &0[.2]: f32\nreturn\n}"),
        ("K10", "fn @f(&0: [@Point], %0: u64) {\n%1 = read &0[.0]: f32\nreturn\n}"),
        ("K10", "fn @f(&0: @Point, %0: u64) {\n%1 = read &0[%0]: f32\nreturn\n}"),
        ("K10", "fn @f(&0: [@Point], &1: mut [@Point]) {\ncopy &1, &0\nreturn\n}"),
        ("K11", "fn @f(&0: @Point, %0: f32) {\nwrite &0[.0], %0\nreturn\n}"),
        (
            "K12",
            "fn @f(&0: mut [f32]) {\ncall @g(&0, &0)\nreturn\n}\nfn @g(&0: mut [f32], &1: [f32]) {\nreturn\n}",
        ),
        (
            "K12",
            "fn @f(&0: mut @Point) {\ncall @g(&0[.0], &0)\nreturn\n}\nfn @g(&0: mut f32, &1: @Point) {\nreturn\n}",
        ),
        (
            "K12",
            "fn @f(&0: [f32], %0: u32) {\ncall @g(&0 slice(%0, %0))\nreturn\n}\nfn @g(&0: [f32]) {\nreturn\n}",
        ),
        (
            "K12",
            "fn @f(&0: [f32], %0: u64) {\ncall @g(&0 slice(%0, %0))\nreturn\n}\nfn @g(&0: [u32]) {\nreturn\n}",
        ),
    ] {
        violates(invariant, &with(text));
    }
    violates("K3", "module m\nstruct @P { a: u8, b: u32 }\nkernel @k(&0: [@P] bundle \"g\") {\nreturn\n}\n");
    violates("K3", "module m\nstruct @P { a: bool, b: u8 }\nkernel @k(&0: @P) {\nreturn\n}\n");
    let fields_apart = "fn @f(&0: mut @Point) {\ncall @g(&0[.0], &0[.1])\nreturn\n}\nfn @g(&0: mut f32, &1: mut f32) {\nreturn\n}";
    assert_eq!(checked(&with(fields_apart)), Ok(()));
    let mut unlisted = module("fn @f(&0: @Point) {\nreturn\n}");
    unlisted.structs.clear();
    let errors = check(&unlisted).unwrap_err();
    assert!(errors.iter().all(|error| error.invariant == "K16"), "{errors:?}");
    assert_eq!(
        parse("module m\nfn @f(&0: @Nobody) {\nreturn\n}").unwrap_err().message,
        "there is no struct @Nobody"
    );
}

/// Where nobody computes with it, it is used all the same; what is not called is not.
#[test]
fn interfaces_name_the_kernels_that_use_f64() {
    let module = module(
        "fn @half(%0: f64) -> f64 {
           return %0
         }
         fn @through() {
           %0 = const 1.0: f64
           %1 = call @half(%0): f64
           return
         }
         kernel @none(&0.p: @Point, %0: f32) {
           return
         }
         kernel @calls() {
           call @through()
           return
         }
         kernel @scalar(%0: f64) {
           return
         }
         kernel @slice(&0.x: [f64] bundle \"g\") {
           return
         }
         kernel @local() {
           slot $0.x: mut [f64; 2]
           return
         }",
    );
    assert_eq!(module.interface().fp64, ["calls", "scalar", "slice", "local"]);
}

#[test]
fn interfaces_have_layouts() {
    let module = module("kernel @k(&0.p: @Point, &1.b: mut [@Body] bundle \"g\") {\nreturn\n}");
    let interface = module.interface();
    let params = &interface.kernels[0].params;
    let ParamKind::Struct { layout } = &params[0].kind else { panic!("{params:?}") };
    assert_eq!((layout.name.as_str(), layout.size, layout.align), ("Point", 8, 4));
    let ParamKind::Slice { element, .. } = &params[1].kind else { panic!("{params:?}") };
    assert_eq!((element.to_string().as_str(), element.size()), ("Body", 20));
    assert_eq!(element, &Type::Struct(module.structs[1].clone()).layout());
}
