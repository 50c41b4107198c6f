//! Loops that change places: which do, which must not, and that sums keep their bits.

use sycl_hls_compiler::pass::{FOLD, INLINE, INTERCHANGE, INTERCHANGE_ALL, Pass};
use sycl_hls_ir::interp::Arg;
use sycl_hls_ir::{Func, Module, OpKind, RegionId};

use crate::hardware::subject::{rust, same, slice};

const PASSES: &[Pass] = &[INLINE, FOLD, INTERCHANGE_ALL];

/// The loops of the first kernel, by the names of their counters: `i(j k(l))`.
fn loops(module: &Module) -> String {
    let (_, func) = module.kernels().next().unwrap();
    of_region(func, func.body).join(" ")
}

fn of_region(func: &Func, region: RegionId) -> Vec<String> {
    let ops = func.regions[region].ops.iter();
    ops.flat_map(|op| match &func.ops[*op].kind {
        OpKind::For(inner) => {
            let counter = func.regions[inner.body].params[0];
            let name = func.values[counter].name.clone().unwrap_or_default();
            let inside = of_region(func, inner.body).join(" ");
            vec![if inside.is_empty() { name } else { format!("{name}({inside})") }]
        }
        kind => kind.regions().flat_map(|inner| of_region(func, inner)).collect(),
    })
    .collect()
}

/// Floats whose sums depend on their order.
fn floats(count: usize, seed: u64) -> Arg {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / 1000.0 - 8000.0
    };
    slice(&(0..count).map(|_| next()).collect::<Vec<f32>>())
}

/// The loops after the passes, which change no result.
fn after(params: &str, body: &str, sizes: &[usize]) -> String {
    let module = rust(&format!("#[kernel] pub fn k({params}) {{ {body} }}"));
    let args = sizes.iter().zip(1..).map(|(size, seed)| floats(*size, seed)).collect();
    loops(&same(&module, PASSES, &[args]))
}

const MATRIX: &str = "#[len(10)] a: &[[f32; 12]], #[len(12)] x: &[f32], #[len(12)] y: &mut [f32]";

#[test]
fn sums_of_rows_are_added_up_side_by_side() {
    let body = "for i in 0..10 { for j in 0..12 { y[i] += a[i][j] * x[j]; } }";
    assert_eq!(after(MATRIX, body, &[120, 12, 12]), "j(i)");
}

#[test]
fn what_stands_around_becomes_loops_of_its_own() {
    let body = "for i in 0..10 { y[i] = 0.5; for j in 0..12 { y[i] += a[i][j] * x[j]; } y[i] *= 3.0; }";
    assert_eq!(after(MATRIX, body, &[120, 12, 12]), "i j(i) i");
}

#[test]
fn a_scalar_becomes_an_array() {
    let body =
        "for i in 0..10 { let mut sum = 1.5; for j in 0..12 { sum += a[i][j] * x[j]; } y[i] = sum * sum; }";
    assert_eq!(after(MATRIX, body, &[120, 12, 12]), "i j(i) i");
    let narrow = "for i in 0..10u8 { let mut sum = 1.5; for j in 0..12 { sum += a[i as usize][j]; } \
                  y[i as usize] = sum; }";
    assert_eq!(after(MATRIX, narrow, &[120, 12, 12]), "i j(i) i");
}

#[test]
fn a_loop_with_other_things_is_split() {
    let params = "#[len(10)] a: &[[f32; 12]], #[len(12)] s: &mut [f32], #[len(12)] q: &mut [f32]";
    let body = "for i in 0..10 { q[i] = 0.0; for j in 0..12 { s[j] += a[i][j]; q[i] += a[i][j] * 3.0; } }";
    assert_eq!(after(params, body, &[120, 12, 12]), "i i(j) j(i)");
}

#[test]
fn sums_that_need_each_other_stay() {
    for body in [
        // A sum for all iterations.
        "for i in 0..10 { for j in 0..12 { y[0] += a[i][j] * x[j]; } }",
        // What an iteration of the outer loop reads was written by the one before.
        "for i in 1..10 { for j in 0..12 { y[i] += a[i][j] * y[i - 1]; } }",
        // The next iteration goes on with the sum.
        "let mut sum = 0.0; for i in 0..10 { for j in 0..12 { sum += a[i][j]; } y[i] = sum; }",
        // What comes behind the loop is needed by the next one.
        "for i in 0..10 { for j in 0..12 { y[i] += a[i][j] * x[j]; } if i < 9 { y[i + 1] = y[i]; } }",
        "for i in 0..10 { for j in 0..12 { y[i] += a[i][j] * x[j]; } y[11] = y[i]; }",
        // Two counters make the index.
        "for i in 0..9 { for j in 0..3 { y[i + j] += a[i][j] * x[j]; y[i] -= x[j]; } }",
        // The bounds are of the outer counter.
        "for i in 0..10 { for j in 0..i { y[i] += a[i][j] * x[j]; } }",
        // Few sums.
        "for i in 0..4 { for j in 0..12 { y[i] += a[i][j] * x[j]; } }",
    ] {
        let found = after(MATRIX, body, &[120, 12, 12]);
        assert!(found.ends_with("i(j)"), "{found}: {body}");
    }
}

const TWO: &str = "#[len(10)] a: &[[f32; 12]], #[len(10)] b: &mut [[f32; 12]]";

#[test]
fn loops_of_a_body_get_loops_of_their_own() {
    let fill_and_add = "for i in 0..10 { for j in 0..12 { b[i][j] = 0.5; } for k in 0..3 { for j in 0..12 { \
                        b[i][j] = a[i][j] - b[i][j]; } } }";
    assert_eq!(after(TWO, fill_and_add, &[120, 120]), "i(j) i(k(j))");
    // Behind AXI the order of addresses is worth more.
    let module = rust(&format!("#[kernel] pub fn k({TWO}) {{ {fill_and_add} }}"));
    let args = vec![floats(120, 1), floats(120, 2)];
    assert_eq!(loops(&same(&module, &[INLINE, FOLD, INTERCHANGE], &[args])), "i(j k(j))");
    for body in [
        // What the second loop reads the next iteration of the outer one writes anew.
        "for i in 0..9 { for j in 0..12 { b[i + 1][j] = 0.5; } for j in 0..12 { b[i][j] = b[i][j] - a[i][j]; } }",
        "for i in 1..10 { for j in 0..12 { b[i][j] = a[i][j]; } for j in 0..12 { b[0][j] = b[i - 1][j]; } }",
        // There is something between them, or a directive.
        "for i in 0..10 { for j in 0..12 { b[i][j] = 0.5; } b[i][3] = 7.0; for j in 0..12 { b[i][j] *= a[i][j]; } }",
        "for i in 0..10 { for j in 0..12 { b[i][j] = 0.5; } #[pipeline] for j in 0..12 { b[i][j] *= a[i][j]; } }",
    ] {
        assert_eq!(after(TWO, body, &[120, 120]), "i(j j)", "{body}");
    }
}

#[test]
fn loops_with_directives_stay() {
    let body = "#[pipeline(off)] for i in 0..10 { for j in 0..12 { y[i] += a[i][j] * x[j]; } }";
    assert_eq!(after(MATRIX, body, &[120, 12, 12]), "i(j)");
    let body = "for i in 0..10 { #[pipeline] for j in 0..12 { y[i] += a[i][j] * x[j]; } }";
    assert_eq!(after(MATRIX, body, &[120, 12, 12]), "i(j)");
}

#[test]
fn integers_do_not_wait() {
    let module = rust(
        "#[kernel] pub fn k(#[len(10)] a: &[[u32; 12]], #[len(10)] y: &mut [u32]) { \
         for i in 0..10 { for j in 0..12 { y[i] = y[i].wrapping_add(a[i][j]); } } }",
    );
    let args = vec![slice(&[7_u32; 120]), slice(&[1_u32; 10])];
    assert_eq!(loops(&same(&module, PASSES, &[args])), "i(j)");
}

#[test]
fn slices_behind_axi_keep_their_order() {
    let module = rust(&format!(
        "#[kernel] pub fn k({MATRIX}) {{ \
         let mut sums = [0.0; 10]; let mut rows = [[0.0; 12]; 10]; \
         for i in 0..10 {{ for j in 0..12 {{ rows[i][j] = a[i][j]; }} }} \
         for i in 0..10 {{ for j in 0..12 {{ sums[i] += rows[i][j]; }} }} \
         for i in 0..10 {{ for k in 0..12 {{ y[i] += a[i][k] * x[k]; }} y[i] += sums[i]; }} }}"
    ));
    let args = vec![floats(120, 1), floats(12, 2), floats(12, 3)];
    assert_eq!(loops(&same(&module, &[INLINE, FOLD, INTERCHANGE], &[args])), "i(j) j(i) i(k)");
}
