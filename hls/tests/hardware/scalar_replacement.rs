//! Elements that a loop works on are kept in a local, where nothing else can be that element.

use sycl_hls_compiler::pass::{FOLD, INLINE, SCALAR_REPLACEMENT};
use sycl_hls_ir::{Module, OpKind};

use crate::hardware::subject::{rust, same, slice};

/// How many accesses of arrays and slices there are in loops, and outside of them, after the pass, which changes no
/// result.
fn accesses(body: &str) -> (usize, usize) {
    let params = "n: usize, #[len(12)] x: &[i32], #[len(12)] y: &mut [i32], #[len(4)] m: &mut [[i32; 4]]";
    let module = rust(&format!("#[kernel] pub fn k({params}) {{ {body} }}"));
    let args = [0_u64, 1, 3].map(|n| {
        let numbers = |factor: i32| std::array::from_fn::<i32, 16, _>(|i| i as i32 * factor - 30);
        let (x, y) = (numbers(7), numbers(5));
        vec![crate::hardware::subject::scalar(n), slice(&x[..12]), slice(&y[..12]), slice(&numbers(3))]
    });
    let after = same(&module, &[INLINE, FOLD, SCALAR_REPLACEMENT], &args);
    (of(&after, true), of(&after, false))
}

fn of(module: &Module, inside: bool) -> usize {
    let (_, func) = module.kernels().next().unwrap();
    let innermost = |kind: &OpKind| matches!(kind, OpKind::For(_));
    let loops = func.ops_in_order().into_iter().filter(|op| innermost(&func.ops[*op].kind));
    let bodies: Vec<_> = loops.flat_map(|op| func.ops[op].kind.regions().collect::<Vec<_>>()).collect();
    let in_loops: Vec<_> = bodies.iter().flat_map(|region| func.regions[*region].ops.clone()).collect();
    let counted = func.ops_in_order().into_iter().filter(|op| {
        let of_memory = match &func.ops[*op].kind {
            OpKind::Read(place) | OpKind::Write(place, _) => !place.path.is_empty(),
            _ => false,
        };
        of_memory && in_loops.contains(op) == inside
    });
    counted.count()
}

#[test]
fn sums_are_kept() {
    assert_eq!(accesses("for i in 0..12 { y[3] += x[i]; }"), (1, 2));
    // The element is written before and read behind: only the sum is written.
    assert_eq!(accesses("y[3] = 1; for i in 0..12 { y[3] += x[i]; } y[4] = y[3] * 2;"), (1, 2));
    assert_eq!(accesses("y[3] = 1; for i in 0..12 { y[3] += x[i]; } y[3] = y[3] * 2;"), (1, 1));
    assert_eq!(accesses("let mut a = [5; 4]; for i in 0..12 { a[n] += x[i]; } y[0] = a[1] + a[n];"), (1, 5));
}

#[test]
fn without_an_iteration_nothing_is_accessed() {
    assert_eq!(accesses("for i in 0..n { y[n - 1] += x[i]; }"), (1, 2));
    assert_eq!(accesses("for i in 0..n { y[3] += x[i]; } y[3] += 1;"), (1, 2));
}

#[test]
fn elements_before_and_behind_the_counter_are_others() {
    assert_eq!(accesses("for k in 0..n { m[1][n] -= m[1][k] * x[k]; }"), (2, 2));
    assert_eq!(accesses("for k in n + 1..4 { m[n][2] += m[k][2]; }"), (1, 2));
    assert_eq!(accesses("for k in 1..=n { y[n + 1] += y[k]; }"), (1, 2));
}

#[test]
fn what_may_be_the_element_is_not_kept() {
    for (body, inside) in [
        ("for k in 0..=n { m[1][n] -= m[1][k] * x[k]; }", 4),
        ("for k in n..4 { m[n][2] += m[k][2]; }", 3),
        ("for k in 0..3 { y[3] += y[k + 2]; }", 3),
        ("for k in 0..3 { y[3] += x[k]; y[x[k].unsigned_abs() as usize % 12] = 7; }", 4),
        ("for k in 0..3 { if x[k] > 0 { y[3] += x[k]; } }", 1),
    ] {
        assert_eq!(accesses(body).0, inside, "{body}");
    }
}

#[test]
fn what_leaves_between_needs_the_element() {
    assert_eq!(accesses("for i in 0..12 { y[3] += x[i]; } if n == 1 { return; } y[3] = 5;"), (1, 3));
}
