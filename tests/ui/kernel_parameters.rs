#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn kernel(line: [f32; 8], flag: &f32, on: &mut bool, table: &[f32; 8], y: &mut [f32]) {
        y[0] = line[0];
    }

    #[kernel]
    pub fn items(item: Item<1>, count: &mut u32, y: &Global<u32>) {
        y.set(item.id(0), *count);
    }

    #[kernel]
    pub fn placed(#[s_axilite(offset = 0x20)] sum: &mut u32) {
        *sum = 1;
    }
}

fn main() {}
