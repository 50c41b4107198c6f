#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, x: &[u32], out: &mut [u32]) {
        break;
        continue;
        'outer: for i in 0..4 {
            break 'inner;
        }
        for i in 0..4 {
            break 'outer;
        }
        'block: {
            continue 'block;
        }
        'other: {
            break;
        }
        let c = loop {
            if n > 1 {
                break 1_u32;
            }
            break 2.0;
        };
        let d = loop {
            if n > 1 {
                break;
            }
            break 2;
        };
        let e = 'value: {
            if n > 1 {
                break 'value 1;
            }
            true
        };
        let f = x.iter().map(|v| if *v > 1 { return 3 } else { *v }).sum::<u32>();
        for i in 0..4 {
            x.iter().for_each(|v| {
                if *v > 1 {
                    break;
                }
            });
        }
        'twice: for i in 0..4 {
            'twice: for j in 0..4 {
                break 'twice;
            }
        }
    }
}

fn main() {}
