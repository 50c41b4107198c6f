// For hw_emu.
#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn wide(a: f64, y: &mut [f64]) {
        #[bind_op(impl = fulldsp)]
        let sum = a + 0.5;
        y[0] = sum;
    }

    #[kernel]
    pub fn primitive(a: f32, y: &mut [f32]) {
        #[bind_op(op = fsub, impl = primitivedsp)]
        let mut difference = a;
        difference -= y[0];
        y[0] = difference;
    }

    #[kernel]
    pub fn product(a: f32, y: &mut [f32]) {
        #[bind_op(impl = meddsp)]
        let product = a * y[0];
        y[0] = product;
    }

    #[kernel]
    pub fn short(a: f32, y: &mut [f32]) {
        #[bind_op(impl = fulldsp, latency = 6)]
        let sum = a + y[0];
        y[0] = sum;
    }

    #[kernel]
    pub fn sound(a: f32, y: &mut [f32]) {
        #[bind_op(impl = fulldsp, latency = 9)]
        let sum = a + y[0];
        y[0] = sum;
    }
}
