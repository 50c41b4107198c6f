#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn kernel(x: &[u32], y: &mut [u32]) {
        #[persistent]
        let mut untyped = 0_u32;
        #[persistent]
        let mut empty: u32;
        #[persistent]
        let fixed: u32 = 3;
        #[persistent]
        let (mut a, mut b): (u32, u32) = (1, 2);
        #[persistent]
        let mut computed: u32 = y[0];
        #[persistent]
        let mut slice: &[u32] = x;
        #[persistent]
        let mut huge: [u64; 1 << 26] = [0; 1 << 26];
        #[persistent(reset)]
        let mut option: u32 = 0;
        for i in 0..x.len() {
            #[persistent]
            let mut inner: u32 = 0;
            inner += x[i];
            y[i] = inner;
        }
        y[0] = untyped + fixed + a + b + computed;
        a = 1;
        b = 2;
    }

    fn helper(x: u32) -> u32 {
        #[persistent]
        let mut sum: u32 = 0;
        sum += x;
        sum
    }

    #[kernel]
    pub fn items(item: Item<1>, y: &Global<u32>) {
        #[persistent]
        let mut sum: u32 = 0;
        sum += 1;
        y.set(item.id(0), sum);
    }

    #[persistent]
    const COUNT: u32 = 0;
}

fn main() {}
