#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn left_out(x: &[i16], y: &mut i32) {
        match x {
            [] => *y = 1,
            [_, 3] => *y = 4,
            [_, _, .., 2] => *y = 3,
            [_] => *y = 4,
        }
        let [a, ..] = x;
        match x {
            [.., 5] => {}
            [] => {}
        }
        match (x, *y) {
            ([_, rest @ ..], 3) => *y = rest.len() as i32,
            ([], _) => {}
        }
        match x {
            [] | [_] => {}
            [_, _, ..] if *y > 0 => {}
        }
    }
}

mod types {
    #[sycl_hls::kernels]
    mod kernels {
        #[kernel]
        pub fn mixed(x: &[i16], y: &mut [u8]) {
            if let [first, 300_u16, ..] = x {
                y[0] = *first;
            }
            if let [first, rest @ ..] = x {
                rest[0] = *first;
            }
            if let [[a]] = x {
                y[0] = *a as u8;
            }
        }
    }
}

fn main() {}
