#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn arrays(x: &[i32], y: &mut [i32]) {
        let mut line = [0; 512];
        #[bind_storage(type = ram_1p, impl = bram)]
        let mut single = [0; 512];
        let mut matrix = [[0; 64]; 8];
        for i in 0..512 {
            line[i] = x[i];
            single[i] = x[i];
            matrix[i / 64][i % 64] = x[i];
        }
        #[pipeline(ii = 1)]
        for i in 0..500 {
            y[i] = line[i] + line[i + 1] + line[i + 2];
        }
        #[pipeline]
        for i in 0..500 {
            single[i] = single[i] + 1;
        }
        #[pipeline(ii = 2)]
        for i in 0..64 {
            let mut sum = 0;
            for row in 0..8 {
                sum += matrix[row][i];
            }
            y[i] = sum + single[i];
        }
    }

    #[derive(Clone, Copy)]
    struct Pixel {
        channels: [u8; 4],
        weight: u32,
    }

    #[kernel]
    pub fn structs(x: &[u8], y: &mut [u32]) {
        let mut pixels = [Pixel { channels: [0; 4], weight: 0 }; 64];
        for i in 0..64 {
            pixels[i].channels[i % 4] = x[i];
        }
        #[pipeline(ii = 1)]
        for i in 0..64 {
            let mut sum = pixels[i].weight;
            for k in 0..4 {
                sum += u32::from(pixels[i].channels[k]);
            }
            y[i] = sum;
        }
    }

    #[kernel]
    pub fn ports(
        #[m_axi(bundle = "shared")] a: &[i32],
        #[m_axi(bundle = "shared")] b: &[i32],
        stencil: &[i32],
        y: &mut [i32],
    ) {
        #[pipeline(ii = 1)]
        for i in 0..a.len() {
            y[i] = a[i] + b[i];
        }
        #[pipeline(ii = 1)]
        for i in 1..stencil.len() - 1 {
            y[i] = near(stencil, i);
        }
    }

    fn near(x: &[i32], i: usize) -> i32 {
        x[i - 1] + x[i] + x[i + 1]
    }
}
