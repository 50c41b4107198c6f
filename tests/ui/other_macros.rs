#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, y: &mut [u32]) {
        assert!(n > 1, "n is {}", n);
        assert_eq!(n, 2, "not {n}");
        if n == 0 {
            panic!("no elements in {n}");
        }
        y[0] = max!(n, 3);
        y[1] = matches!(n) as u32;
        match n {
            0 => unreachable!("{}", n),
            _ => todo!(),
        }
    }

    #[kernel]
    pub fn no_condition(n: u32, y: &mut [u32]) {
        assert!(n, "n is not 0");
        assert_eq!(n, y[0] as u64);
        y[0] = matches!(n, -1 | true) as u32;
    }
}

fn main() {}
