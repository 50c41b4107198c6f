//! Kernels that import other kernels modules.

use std::path::Path;

use sycl_hls_tests::images::translated;
use sycl_hls_tests::subject;
use sycl_hls_tests::value::{Value, records, scalar, slice, slice_mut};
use sycl_hls_types::{FaultKind, Scalar};

use crate::corpus::{everywhere, values};

subject!(libraries, "libraries.rs", sycl_hls_tests::kernels::libraries::libraries);

fn points(of: &[i32]) -> Value {
    let bytes: Vec<u8> = of.iter().flat_map(|part| part.to_le_bytes()).collect();
    Value::SliceMut(records(&bytes, &[Scalar::I32, Scalar::I32]).into())
}

#[test]
fn what_is_imported_agrees() {
    let samples = slice_mut(vec![1.0_f32, 0.0, 2.0]);
    let args = [scalar(2_i32), points(&[5, 7, 0, 0]), samples.clone()];
    let (found, _) = everywhere(libraries(), "imported", &args);
    assert_eq!(found[1], values(&[4 + 2, 21, 7, 0]));
    let args = [points(&[1000, 0, 0, 1000]), slice(vec![1 << 30, i32::MIN])];
    let found = libraries().run("turns", &args).agree("turns").expect("the run ends");
    assert_eq!(found[0].values(), values(&[0, 1000, 0, -1000]));
}

/// A fault is where the code stands, in whatever file.
#[test]
fn faults_in_other_modules_have_their_places() {
    let args = [scalar(0_i32), points(&[5, 7, 1, 1]), slice_mut(vec![1.0_f32])];
    let fault = libraries().run("imported", &args).agree("imported").expect_err("the run stops");
    assert_eq!(fault.kind, FaultKind::Division, "{fault}");
    let module = translated("libraries.rs").pop().expect("a module");
    let file = |of: &sycl_hls_ir::Source| of.file.clone();
    let files: Vec<String> = module.source.files().map(file).collect();
    assert!(files.iter().any(|file| Path::new(file).ends_with("examples/dsp/src/lib.rs")), "{files:?}");
}
