#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(a: f32, b: f32, n: i32, y: &mut [f32]) {
        #[bind_storage(type = ram_t2p, impl = lutram)]
        let mut c = [0.0_f32; 4];
        #[bind_storage(type = ram_s2p)]
        let d = [0.0_f32; 4];
        #[bind_storage(type = ram_2p, latency = 4)]
        let e = [0.0_f32; 4];
        #[bind_op(op = fadd)]
        let mut f = 0_i32;
        #[bind_storage(type = ram_1p)]
        let g = a;
        #[bind_op(op = fmul, impl = dsp)]
        let h = a * b;
        #[bind_op(latency = 10)]
        let i = a * b;
        #[bind_op(op = fadd, impl = fabric)]
        let j = a * b;
        #[bind_op(op = fdiv, impl = fabric, latency = 30)]
        let k = a / b;
        #[bind_op(impl = dsp)]
        let l = n;
        #[bind_op(impl = dsp)]
        let mut m = n;
        #[bind_op(op = mul, impl = dsp)]
        #[bind_op(op = mul, impl = fabric)]
        let mut o = n * n;
        #[bind_op(op = mul, impl = fpga)]
        let p = n * n;
        #[bind_op(op = add)]
        let mut q = 0.0_f32;
        q += 1.0;
        c[0] = 1.0;
        f += 1;
        m += p;
        o += m + l;
        y[0] = c[0] + d[0] + e[0] + f as f32 + g + h + i + j + k + o as f32 + q;
    }
}

fn main() {}
