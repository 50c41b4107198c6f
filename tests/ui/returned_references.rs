#[sycl_hls::kernels]
mod kernels {
    fn first(x: &[f32]) -> &f32 {
        &x[0]
    }

    fn half(x: &mut [f32]) -> &mut [f32] {
        &mut x[0..4]
    }

    fn split(x: &[f32]) -> (&[f32], &[f32]) {
        (&x[0..1], &x[1..2])
    }

    fn find(x: &[f32]) -> Option<&f32> {
        None
    }

    fn nested(x: &&[f32]) -> f32 {
        x[0]
    }

    fn tuple(x: (&[f32], &[f32])) -> f32 {
        x.0[0]
    }

    fn maybe(x: Option<&f32>) -> f32 {
        0.0
    }

    fn whole(x: [f32]) -> f32 {
        x[0]
    }

    fn unit(x: ()) {}

    fn inner(x: &[&f32]) -> f32 {
        *x[0]
    }

    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        y[0] = *first(x);
        let (a, b) = split(x);
        y[1] = a[0];
    }
}

fn main() {}
