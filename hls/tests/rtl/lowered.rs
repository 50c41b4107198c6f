//! What lowering knows by itself, without the passes before it.

use sycl_hls_compiler::pass::HARDWARE;
use sycl_hls_compiler::rtl::{Clock, Slices, lower, text};

use crate::hardware::subject::{after, kir, rust};

const CLOCK: Clock = Clock { mhz: 300.0, uncertainty: 0.27 };

/// The design of a kernel that writes the result of this operation, on a `u8` `%0`, an `i8` `%1` and a `bool` `%2`, and on `%3` to
/// `%6`, which are their edges, and `%7`, which is true.
fn lowered(operation: &str) -> String {
    let text = format!(
        "kernel @k(%0.a: u8, %1.b: i8, %2.c: bool, &3.y: mut [u8] bundle \"g\") {{
           %3 = const 255: u8
           %4 = const 0: u8
           %5 = const 127: i8
           %6 = const -128: i8
           %7 = const true: bool
           %8 = const 0: u64
           %9 = {operation}: bool
           %10 = cast %9: u8
           write &3[%8], %10
           return
         }}"
    );
    let module = kir(&text);
    let (_, func) = module.kernels().next().unwrap();
    text::print(&lower(&module, func, Slices::Masters, CLOCK).unwrap())
}

/// Every value is at least the least one of its type, and at most the greatest one.
#[test]
fn edges_of_types_decide_comparisons() {
    let holds = ["le %0, %3", "ge %0, %4", "ge %3, %0", "le %4, %0", "le %1, %5", "ge %1, %6"];
    let fails = ["gt %0, %3", "lt %0, %4", "lt %3, %0", "gt %4, %0", "gt %1, %5", "lt %1, %6"];
    for (operations, value) in [(holds, true), (fails, false)] {
        for operation in operations {
            let design = lowered(operation);
            let is_computed = design.contains(&format!("= {} (", &operation[..2]));
            assert!(
                !is_computed && design.contains(&format!("bool = const {value}")),
                "{operation}: {design}"
            );
        }
    }
    assert!(lowered("le %0, %0").contains("= le ("));
}

#[test]
fn what_is_true_stays_true_with_an_alternative() {
    for operation in ["or %2, %7", "or %7, %2"] {
        let design = lowered(operation);
        assert!(!design.contains("= or ("), "{operation}: {design}");
    }
}

#[test]
fn structs_have_registers_of_their_size() {
    let code =
        "use sycl_hls::device::*; #[derive(Clone, Copy, Element)] pub struct S { a: u32, b: u32, c: u64 }
                #[kernel] pub fn k(s: S, y: &mut [u64]) { y[0] = s.c + (s.a + s.b) as u64; }";
    let module = after(&rust(code), HARDWARE);
    let (_, func) = module.kernels().next().unwrap();
    let design = lower(&module, func, Slices::Masters, CLOCK).unwrap();
    assert_eq!(design.args.iter().map(|arg| arg.bits).collect::<Vec<_>>(), [128, 64, 64]);
}
