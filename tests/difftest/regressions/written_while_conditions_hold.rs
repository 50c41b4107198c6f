#[sycl_hls::kernels]
pub mod m_written_while_conditions_hold {
    #[kernel]
    pub fn written_while_conditions_hold(n: u64, #[len(6)] y: &mut [u64]) {
        if let (1..=3, mut at) = (n, n) && ({
            at += 4;
            at
        }) > 5 {
            y[0] = at;
        } else {
            y[1] = n;
        }
        let mut read = (Some(n), 2);
        if let (Some(first), second) = read && {
            read = (Some(y[0]), 7);
            true
        } {
            y[2] = first;
            y[3] = second;
        }
        if let Some(behind) = &mut read.0 && {
            *behind += 1;
            true
        } {
            y[4] = *behind;
        }
        let mut turn = n;
        while let Some(mut next) = Some(turn) && {
            next += 2;
            turn = next;
            next < 9
        } {
            y[5] += next;
        }
    }
}
