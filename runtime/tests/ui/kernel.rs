//! What `#[sycl_hls::kernels]` makes of `fn copy(x: &[f32], y: &mut [f32])`.

use sycl_hls::__private::*;

static MODULE: ModuleInfo = ModuleInfo::new(
    r#"{"name":"kernels","abi":"a","code":"c","directives":"d","kernels":[{"name":"copy","params":[
        {"name":"x","kind":"slice","element":"f32","mutable":false,"length":"argument"},
        {"name":"y","kind":"slice","element":"f32","mutable":true,"length":"argument"}]}]}"#,
    &[NativeKernel {
        name: "copy",
        run: |args| {
            let mut args = ArgReader::new(args);
            let (Some(x), Some(y)) = (args.slice::<f32>(), args.slice_mut()) else {
                return args.refused();
            };
            y.copy_from_slice(x);
            Ok(())
        },
    }],
);

pub fn args<'h>(x: impl ReadSlice<'h, f32>, y: impl WrittenSlice<'h, f32>) -> KernelCall<'h> {
    KernelCall::new(&MODULE, 0).slice(x).slice_mut(y)
}
