#[sycl_hls::kernels]
mod kernels {
    fn half(x: u32) -> Result<u32, u8> {
        if x % 2 == 0 { Ok(x / 2) } else { Err(1) }
    }

    fn other(x: u32) -> Result<u32, u16> {
        half(x)?;
        Ok(x.checked_sub(1)?)
    }

    fn none(x: u32) -> Option<u32> {
        Some(half(x)?)
    }

    fn neither(x: u32) -> u32 {
        half(x)?
    }

    fn bare(x: u32) -> Result {
        Ok(x)
    }

    #[kernel]
    pub fn kernel(x: u32, y: &mut [u32]) {
        y[0] = half(x).unwrap_or_else(|| 3);
        y[1] = x.checked_sub(1).unwrap_or_else(|e| 3);
        y[2] = half(x).filter(|v| *v > 1).unwrap_or(1);
        y[3] = x.checked_sub(1).map_err(|e| e).unwrap_or(1);
        y[4] = half(x).ok_or(3);
        y[5] = half(x).expect(y[4]);
        y[6] = half(x).map_or(|v| v + 1);
        y[7] = half(x).mapp(3);
        y[8] = match half(x) {
            Ok(v) => v,
        };
        let r = Ok(x);
        let e: Result<u32, &[u32]> = Ok(1);
        if half(x) > Ok(3) {
            y[9] = half(x) + 1;
        }
    }

    #[kernel]
    pub fn given(r: Result<u32, u8>, y: &mut [u32]) {
        y[0] = r.unwrap_or(1);
    }
}

fn main() {}
