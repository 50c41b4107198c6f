#[sycl_hls::kernels]
pub mod m_guard_asked_again {
    #[kernel]
    pub fn guard_asked_again(n: u64, #[len(6)] y: &mut [u64]) {
        match (n % 2 == 0, n > 3, n) {
            (_, taken, at) | (taken, _, at) if taken => y[0] = at,
            _ => y[1] = n,
        }
        match n {
            1 | _ if {
                y[2] += 1;
                y[2] > 2
            } => y[3] = 1,
            1 | 2 | 3 if {
                y[2] += 10;
                false
            } => y[3] = 2,
            _ => y[3] += 3,
        }
        match &(Some(n), [n, 7, 9]) {
            (Some(first), [_, second, _] | [second, ..]) | (Some(first), [.., second]) if *second < *first => {
                y[4] = *second;
            }
            (Some(0..=4) | None, _) | (_, [0..=9, ..]) if n > 5 => y[4] = 100,
            _ => y[5] = 1,
        }
    }
}
