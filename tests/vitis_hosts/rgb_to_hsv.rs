//! `rgb_to_hsv` of pixels that are structs of 4 bytes.

#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy, Element)]
    pub struct Rgb {
        r: u8,
        g: u8,
        b: u8,
        unused: u8,
    }

    #[derive(Clone, Copy, Element)]
    pub struct Hsv {
        h: u8,
        s: u8,
        v: u8,
        unused: u8,
    }

    #[kernel]
    pub fn rgb_to_hsv(#[len(size)] r#in: &[Rgb], #[len(size)] out: &mut [Hsv], size: i32) {
        for i in 0..size as usize {
            out[i] = converted(r#in[i]);
        }
    }

    fn converted(pixel: Rgb) -> Hsv {
        let r = pixel.r as i32;
        let g = pixel.g as i32;
        let b = pixel.b as i32;
        let v = r.max(g).max(b);
        let range = v - r.min(g).min(b);
        let s = if v == 0 { 0 } else { 255 * range / v };
        let h = if s == 0 {
            0
        } else if v == r {
            43 * (g - b) / range
        } else if v == g {
            85 + 43 * (b - r) / range
        } else {
            171 + 43 * (r - g) / range
        };
        Hsv { h: h as u8, s: s as u8, v: v as u8, unused: 0 }
    }
}
