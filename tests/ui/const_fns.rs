#[sycl_hls::kernels]
mod kernels {
    const fn square(x: u32) -> u32 {
        x * x
    }

    fn plain(x: u32) -> u32 {
        x
    }

    const fn endless() -> u32 {
        let mut n = 0;
        loop {
            n = 1 - n;
        }
    }

    const fn index(i: usize) -> u32 {
        [1, 2, 3][i]
    }

    const fn half(n: u32) -> u32 {
        n / (n - n)
    }

    const fn itself(n: u32) -> u32 {
        itself(n)
    }

    const fn none(n: u32) -> u32 {
        n.checked_sub(1).unwrap()
    }

    const fn table() -> [u32; 4] {
        let mut t = [0; 4];
        let mut i = 0;
        while i < 5 {
            t[i] = 1;
            i += 1;
        }
        t
    }

    const A: u32 = square(65536);
    const B: u32 = plain(1);
    const C: u32 = endless();
    const D: u32 = index(3);
    const E: u32 = half(1);
    const F: u32 = itself(1);
    const G: u32 = none(0);
    const H: [u32; 4] = table();
    const I: [u32; 4] = [square(1), square(2), square(3)];
    const J: f32 = square(2);
    const K: usize = { let x = 4; x * n };

    #[kernel]
    pub fn kernel(n: usize, y: &mut [u32]) {
        let a = [0_u32; square(n)];
        let b = [0_u32; square(2) as usize];
        y[0] = b[0] + I[0];
    }
}

fn main() {}
