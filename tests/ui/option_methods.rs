#[sycl_hls::kernels]
mod kernels {
    fn half(x: f32) -> Option<f32> {
        let y = x?;
        Some(y / 2.0)
    }

    fn first(x: &[f32]) -> f32 {
        x.first().copied()?
    }

    const fn next(x: u32) -> Option<u32> {
        let y = x.checked_add(1)?;
        Some(y)
    }

    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a = x[0].map(|v| v + 1.0);
        let b = x.first().unwrap_or(&1.0);
        let c = Some(x[0]).map_or(|v: f32| v > 1.0);
        let d = [1, 2].iter().max();
        let e = x.iter().copied().min();
        let f = x.first() == x.last();
        let g = if x[0] > 1.0 { x.first() } else { x.last() };
        let h = Some(x[0]).map(|v| Some(v)?);
        let i = Some(x[0]).inspect(|v| {});
        let j = Some(x[0]).copied();
        let k = x.get_mut(0);
        let l = x.split_at(1).2;
    }
}

fn main() {}
