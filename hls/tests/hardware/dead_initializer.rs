//! Arrays that are overwritten before they are read are not filled; all others are.

use sycl_hls_compiler::pass::{DEAD_INITIALIZER, FOLD, INLINE};
use sycl_hls_ir::{Init, OpKind};

use crate::hardware::subject::{count, rust, same, slice};

/// How many arrays are filled after the pass, which changes no result.
fn filled(body: &str) -> usize {
    let params = "#[len(12)] x: &[i32], #[len(12)] y: &mut [i32]";
    let point = "#[derive(Clone, Copy)] struct Point { x: i32, y: i32 }";
    let module = rust(&format!("{point} #[kernel] pub fn k({params}) {{ {body} }}"));
    let args = vec![slice(&std::array::from_fn::<i32, 12, _>(|i| i as i32 * 7 - 30)), slice(&[1_i32; 12])];
    let after = same(&module, &[INLINE, FOLD, DEAD_INITIALIZER], &[args]);
    count(&after, |kind| matches!(kind, OpKind::Declare { init: Init::Fill(_) | Init::List(_), .. }))
}

#[test]
fn what_is_overwritten_is_not_filled() {
    for body in [
        "let mut a = [0; 12]; for i in 0..12 { a[i] = x[i]; } for i in 0..12 { y[i] = a[11 - i]; }",
        "let mut a = [[0; 4]; 3]; for i in 0..3 { for j in 0..4 { a[i][j] = x[i * 4 + j]; } } y[0] = a[2][3];",
        "let mut a = [[0; 4]; 3]; for j in 0..=3 { for i in 0..3 { a[i][j] = x[i]; } } y[0] = a[2][3];",
        "let mut a = [0; 12]; for i in 0..12 { a[i] = 3; for j in 0..5 { a[i] += x[j]; } } y[0] = a[7];",
        "let mut a = [0; 4]; for r in 0..3 { for p in 0..4 { a[p] = x[r]; } for p in 0..4 { y[p] += a[3 - p]; } }",
        "let mut a = [Point { x: 0, y: 0 }; 12]; for i in 0..12 { a[i] = Point { x: x[i], y: 3 }; a[i].y += a[i].x; } \
         y[0] = a[5].y;",
    ] {
        assert_eq!(filled(body), 0, "{body}");
    }
}

#[test]
fn what_is_read_or_left_is_filled() {
    for body in [
        "let mut a = [0; 12]; for i in 0..11 { a[i] = x[i]; } for i in 0..12 { y[i] = a[11 - i]; }",
        "let mut a = [0; 12]; for i in 1..12 { a[i] = x[i]; } for i in 0..12 { y[i] = a[11 - i]; }",
        "let mut a = [5; 12]; for i in 0..12 { a[i] += x[i]; } y[0] = a[3];",
        "let mut a = [5; 12]; for i in 0..12 { a[i] = x[i]; if i < 11 { y[i] = a[i + 1]; } }",
        "let mut a = [5; 12]; for i in 0..12 { if x[i] > 0 { a[i] = x[i]; } } for i in 0..12 { y[i] = a[i]; }",
        "let mut a = [5; 12]; for i in 0..12 { if x[i] == 5 { continue; } a[i] = x[i]; } y[0] = a[5];",
        "let mut a = [[7; 3]; 3]; for i in 0..3 { a[i][i] = x[i]; } y[0] = a[1][2] + a[1][1];",
        "let mut a = [[7; 4]; 3]; for i in 0..3 { for j in 0..4 { a[i][j] = x[j]; } y[i] = a[2][i]; }",
        "let mut a = [Point { x: 1, y: 2 }; 12]; for i in 0..12 { a[i].x = x[i]; } y[0] = a[5].y;",
        "let mut a = [Point { x: 1, y: 2 }; 12]; for i in 0..12 { a[i] = Point { x: 3, y: a[11 - i].y }; } y[0] = a[5].y;",
        "let a = [Point { x: 1, y: 2 }; 12]; let mut b = [Point { x: 0, y: 0 }; 12]; b.copy_from_slice(&a); y[0] = b[5].y;",
        "let mut a = [0; 12]; for i in (0..12).step_by(2) { a[i] = x[i]; } for i in 0..12 { y[i] = a[i]; }",
    ] {
        assert_eq!(filled(body), 1, "{body}");
    }
}
