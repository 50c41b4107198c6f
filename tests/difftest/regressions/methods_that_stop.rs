#[sycl_hls::kernels]
pub mod m_methods_that_stop {
    #[kernel]
    pub fn methods_that_stop(kind: u32, a: i32, b: i32, #[len(3)] y: &mut [i32]) {
        match kind {
            0 => {
                y[0] = a.pow(b as u32);
            }
            1 => {
                y[0] = a.abs();
            }
            2 => {
                y[0] = a.isqrt();
            }
            3 => {
                y[0] = a.ilog2() as i32;
            }
            4 => {
                y[0] = a.div_euclid(b);
            }
            5 => {
                y[0] = a.rem_euclid(b);
            }
            6 => {
                y[0] = (a as u32).div_ceil(b as u32) as i32;
            }
            7 => {
                y[0] = y[0].clamp(a, b);
            }
            8 => {
                y[0] = (1.5_f32).clamp(a as f32, b as f32) as i32;
            }
            9 => {
                y[0] = (1.5_f32).clamp(f32::NAN, b as f32) as i32;
            }
            10 => {
                y[0] = a.checked_add(b).unwrap();
            }
            11 => {
                y[0] = [a, b].iter().sum();
            }
            12 => {
                y[0] = [a, b].iter().product();
            }
            13 => {
                let t = [1, 2];
                y[1..].copy_from_slice(&t[..b as usize & 3]);
            }
            14 => {
                y[0] = y.chunks_exact(b as usize).count() as i32;
            }
            15 => {
                y[0] = y.windows(b as usize).count() as i32;
            }
            16 => {
                y[0] = (0..5).step_by(b as usize).count() as i32;
            }
            18 => {
                y[0] = (0..4).map(|i| 10 / (i - a)).take(1).sum();
            }
            19 => {
                y[0] = (0..4).map(|i| 10 / (i - a)).zip(y.iter().take(2)).map(|(p, q)| p ^ q).sum();
            }
            21 => {
                y[0] = (0..4).map(|i| 10 / (i - a)).rev().take(2).sum();
            }
            24 => {
                y.swap(a as usize & 7, b as usize & 7);
            }
            25 => {
                y[a as usize & 3..b as usize & 3].fill(1);
            }
            26 => {
                y[0] = a.wrapping_div(b);
            }
            27 => {
                y[0] = a.wrapping_rem(b);
            }
            28 => {
                y[0] = a.overflowing_mul(b).0;
            }
            29 => {
                y[0] = -a;
            }
            30 => {
                y[0] = a.unsigned_abs() as i32;
            }
            31 => {
                y[0] = (a as i8).abs() as i32;
            }
            32 => {
                y[0] = (a as i8).pow(b as u32 & 7) as i32;
            }
            33 => {
                y[0] = (a as u8).checked_shl(b as u32).unwrap_or(1) as i32;
            }
            34 => {
                y[0] = [a as u8, b as u8].iter().sum::<u8>() as i32;
            }
            35 => {
                y[0] = [a as u8, 200].iter().fold(0u8, |s, v| s + v) as i32;
            }
            36 => {
                y[0] = y[..].iter().skip(usize::MAX).count() as i32;
            }
            37 => {
                y[0] = y.iter().take(a as usize).rev().skip(1).copied().fold(1, |s, v| s ^ (v << 1));
            }
            38 => {
                y[0] = (0..y.len()).step_by(2).rev().map(|i| i as i32).fold(0, |s, v| s * 10 + v);
            }
            39 => {
                y[0] = (0..=a as u8).rev().step_by(7).skip(1).map(|i| i as i32).fold(0, |s, v| s ^ v);
            }
            40 => {
                y[0] = (a as i8..=b as i8)
                    .enumerate()
                    .skip(2)
                    .step_by(3)
                    .map(|(i, v)| v as i32 ^ i as i32)
                    .fold(0, |s, v| s ^ v);
            }
            41 => {
                y[0] =
                    y.chunks_exact(2).rev().enumerate().map(|(i, c)| c[1] ^ i as i32).fold(3, |s, v| s ^ v);
            }
            42 => {
                y[0] = y.windows(2).step_by(2).map(|w| w[0] ^ w[1]).fold(3, |s, v| s ^ v);
            }
            43 => {
                y[0] = y.iter().zip(y.windows(2)).rev().map(|(v, w)| v ^ w[1]).fold(3, |s, v| s ^ v);
            }
            44 => {
                for (i, v) in y.iter_mut().enumerate().skip(1).rev().take(2) {
                    *v ^= i as i32;
                }
            }
            45 => {
                for (p, q) in [1, 2, 3].iter().zip(y.iter_mut().rev()) {
                    *q ^= p;
                }
            }
            46 => {
                y[0] = y.iter().rev().any(|v| 10 / (v - a) > 3) as i32;
            }
            47 => {
                y[0] = y.iter().all(|v| 10 / (v - a) > 3) as i32;
            }
            _ => {}
        }
    }
}
