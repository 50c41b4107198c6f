//! Structs through an image: as Rust lays them out, the emulated kernel finds them.

use sycl_hls_backend::KernelArg;
use sycl_hls_tests::images::write_image;
use sycl_hls_tests::kir::{Point, Step, structs};
use sycl_hls_tests::subject::load;
use sycl_hls_types::{FaultKind, ParamKind};
use tempfile::TempDir;

#[test]
fn kernels_read_and_write_rusts_structs() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    for checks in [true, false] {
        let image = write_image(&[structs()], checks, folder.path().join(format!("{checks}.xclbin")));
        let program = load(&image);
        let point = |x: f32| Point { x, y: 7.0, tag: -3, flags: [1, 2] };
        let weights = [[0.0_f32, 0.5], [0.0, 2.0]];
        let run = |points: &mut [Point], x: i16| {
            let by = Step { x, y: 1, count: 260 };
            let args = vec![
                KernelArg::Struct(bytemuck::bytes_of(&by)),
                KernelArg::SliceMut(bytemuck::cast_slice_mut(points)),
                KernelArg::Slice(bytemuck::cast_slice(&weights)),
                KernelArg::Scalar((-3_i16).into()),
            ];
            program.run("moved", args)
        };
        let mut points = [point(1.0), point(10.0)];
        assert_eq!(run(&mut points, 4), Ok(()));
        assert_eq!(points, [(-5.0), (-14.0)].map(|x| Point { flags: [1, 4], ..point(x) }));
        if checks {
            let fault = run(&mut [point(1.0); 3], 4).expect_err("there are two weights only");
            assert_eq!(fault.kind, FaultKind::Index, "{fault}");
            let fault = run(&mut points, 20_000).expect_err("the product is too large");
            assert!(fault.message.contains("20000 * -3 does not fit i16"), "{fault}");
        }
        let wrong = vec![
            KernelArg::Struct(&[0; 4]),
            KernelArg::SliceMut(&mut []),
            KernelArg::Slice(&[]),
            KernelArg::Scalar(1_i16.into()),
        ];
        assert!(program.run("moved", wrong).expect_err("it is too short").message.contains("`by: Step`"));
    }
}

#[test]
fn layouts_are_rusts() {
    let interface = structs().interface();
    let params = &interface.kernels[0].params;
    let ParamKind::Struct { layout } = &params[0].kind else { panic!("{params:?}") };
    let ParamKind::Slice { element, .. } = &params[1].kind else { panic!("{params:?}") };
    assert_eq!((layout.size, layout.align), (size_of::<Step>() as u64, align_of::<Step>() as u64));
    assert_eq!((element.size(), element.align()), (size_of::<Point>() as u64, align_of::<Point>() as u64));
}
