#[sycl_hls::kernels]
mod kernels {
    #[no_mangle]
    #[kernel]
    pub fn kernel(y: &mut [f32]) {
        y[0] = 1.0;
    }

    #[test]
    fn works() {}

    #[cfg(test)]
    mod tests {}
}

fn main() {}
