//! Structs in memory, wide words, and numbers with a fixed point in plain integers.

/// Elements of more than one scalar, and what scalars can stand for.
#[sycl_hls::kernels]
pub mod records {
    use sycl_hls::device::*;

    /// A reading and its sum, which are one word of the port.
    #[derive(Clone, Copy, Element)]
    pub struct Reading {
        pub samples: [i32; 3],
        pub offset: i32,
    }

    const READINGS: usize = 10;

    /// Introductory, Interface/Aggregation_Disaggregation/aggregation_of_struct and aggregation_of_m_axi_ports: all fields
    /// in one read. A port has whole structs anyway, a local memory on request.
    #[kernel]
    pub fn aggregation(
        #[m_axi(depth = READINGS)]
        #[len(READINGS)]
        readings: &[Reading],
        #[len(1)] sum: &mut [i32],
    ) {
        #[aggregate(compact = auto)]
        let mut local = [Reading { samples: [0; 3], offset: 0 }; READINGS];
        local.copy_from_slice(readings);
        let mut total = 0;
        #[pipeline]
        for reading in &local {
            total += reading.samples.iter().sum::<i32>() + reading.offset;
        }
        sum[0] = total;
    }

    /// What a nested struct holds.
    #[derive(Clone, Copy, Element)]
    pub struct Inner {
        pub sum: i32,
        pub difference: i16,
        pub either: u16,
    }

    /// A struct in a struct.
    #[derive(Clone, Copy, Element)]
    pub struct Outer {
        pub inner: Inner,
        pub copy: i32,
    }

    impl Inner {
        fn combined(&self, other: &Inner) -> Inner {
            Inner {
                sum: self.sum + other.sum,
                difference: self.difference - other.difference,
                either: (self.either != 0 || other.either != 0) as u16,
            }
        }
    }

    const OUTERS: usize = 8;
    const NOTHING: Outer = Outer { inner: Inner { sum: 0, difference: 0, either: 0 }, copy: 0 };

    /// Introductory, Interface/Aggregation_Disaggregation/aggregation_of_nested_structs: two of three memories have words
    /// of whole structs.
    #[kernel]
    pub fn nested(#[len(OUTERS)] a: &[Outer], #[len(OUTERS)] b: &[Outer], #[len(OUTERS)] out: &mut [Outer]) {
        #[aggregate(compact = byte)]
        let mut left = [NOTHING; OUTERS];
        let mut right = [NOTHING; OUTERS];
        #[aggregate(compact = byte)]
        let mut combined = [NOTHING; OUTERS];
        left.copy_from_slice(a);
        right.copy_from_slice(b);
        #[pipeline(ii = 3)]
        for i in 0..OUTERS {
            let inner = left[i].inner.combined(&right[i].inner);
            combined[i] = Outer { inner, copy: left[i].inner.difference as i32 };
        }
        out.copy_from_slice(&combined);
    }

    /// A number with its label, which no memory outside of the kernel has.
    #[derive(Clone, Copy)]
    struct Labelled {
        label: i8,
        number: i32,
    }

    /// Introductory, Interface/Aggregation_Disaggregation/disaggregation_of_axis_port: a memory for each field.
    #[kernel]
    pub fn disaggregation(
        #[len(READINGS)] labels: &[i8],
        #[len(READINGS)] numbers: &[i32],
        #[len(READINGS)] labels_out: &mut [i8],
        #[len(READINGS)] numbers_out: &mut [i32],
    ) {
        #[disaggregate]
        let mut all = [Labelled { label: 0, number: 0 }; READINGS];
        for i in 0..READINGS {
            all[i] = Labelled { label: labels[i], number: numbers[i] };
        }
        for i in 0..READINGS {
            labels_out[i] = all[i].label;
            numbers_out[i] = all[i].number;
        }
    }

    /// A colour as red, green and blue.
    #[derive(Clone, Copy, Element)]
    pub struct Rgb {
        pub r: u8,
        pub g: u8,
        pub b: u8,
        pub unused: u8,
    }

    /// A colour as hue, saturation and value, each from 0 to 255.
    #[derive(Clone, Copy, Element)]
    pub struct Hsv {
        pub h: u8,
        pub s: u8,
        pub v: u8,
        pub unused: u8,
    }

    impl Hsv {
        const BLACK: Self = Self { h: 0, s: 0, v: 0, unused: 0 };
    }

    impl Rgb {
        fn to_hsv(self) -> Hsv {
            let low = self.r.min(self.g).min(self.b);
            let high = self.r.max(self.g).max(self.b);
            if high == 0 {
                return Hsv::BLACK;
            }
            let range = i32::from(high - low);
            let s = (255 * range / i32::from(high)) as u8;
            if s == 0 {
                return Hsv { v: high, ..Hsv::BLACK };
            }
            let (r, g, b) = (self.r as i32, self.g as i32, self.b as i32);
            let hue = if high == self.r {
                43 * (g - b) / range
            } else if high == self.g {
                85 + 43 * (b - r) / range
            } else {
                171 + 43 * (r - g) / range
            };
            Hsv { h: hue as u8, s, v: high, unused: 0 }
        }
    }

    /// Accel, cpp_kernels/custom_datatype: colours of one kind to colours of another.
    #[kernel]
    pub fn rgb_to_hsv(image: &[Rgb], out: &mut [Hsv]) {
        #[pipeline(ii = 1)]
        #[loop_tripcount(min = 16384, max = 16384)]
        for (from, to) in image.iter().zip(out) {
            *to = from.to_hsv();
        }
    }

    const LANES: usize = 16;

    /// 512 bits, which is as wide as a port to the card's memory can be.
    #[derive(Clone, Copy, Element)]
    pub struct Wide {
        pub lanes: [u32; LANES],
    }

    impl Wide {
        fn plus(&self, other: &Wide) -> Wide {
            let mut sum = Wide { lanes: [0; LANES] };
            #[unroll]
            for i in 0..LANES {
                sum.lanes[i] = self.lanes[i].wrapping_add(other.lanes[i]);
            }
            sum
        }
    }

    const BUFFER: usize = 128;

    /// Accel, cpp_kernels/wide_mem_rw: sixteen sums in a cycle, words of 512 bits through local buffers.
    #[kernel]
    pub fn wide_memory(
        words: usize,
        #[len(words)] a: &[Wide],
        #[len(words)] b: &[Wide],
        #[len(words)] sums: &mut [Wide],
    ) {
        #[aggregate]
        let mut left = [Wide { lanes: [0; LANES] }; BUFFER];
        #[aggregate]
        let mut result = [Wide { lanes: [0; LANES] }; BUFFER];
        #[loop_flatten(off)]
        #[loop_tripcount(min = 8, max = 8)]
        for start in (0..words).step_by(BUFFER) {
            let count = (words - start).min(BUFFER);
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = BUFFER, max = BUFFER)]
            for i in 0..count {
                left[i] = a[start + i];
            }
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = BUFFER, max = BUFFER)]
            for i in 0..count {
                result[i] = left[i].plus(&b[start + i]);
            }
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = BUFFER, max = BUFFER)]
            for i in 0..count {
                sums[start + i] = result[i];
            }
        }
    }

    /// Sixteen numbers that are computed with as one.
    #[derive(Clone, Copy, Element)]
    pub struct Float16 {
        pub lanes: [f32; LANES],
    }

    impl Float16 {
        fn zip(&self, other: &Self, subtract: bool) -> Self {
            let mut result = *self;
            for (lane, by) in result.lanes.iter_mut().zip(&other.lanes) {
                *lane += if subtract { -*by } else { *by };
            }
            result
        }

        fn largest(&self) -> f32 {
            self.lanes.iter().fold(f32::NEG_INFINITY, |best, lane| best.max(*lane))
        }
    }

    /// Introductory, Modeling/using_vectors: vectors are values.
    #[kernel]
    pub fn vectors(
        #[m_axi(bundle = "gmem0", depth = 32)] a: &[Float16],
        #[m_axi(bundle = "gmem1", depth = 32)] b: &[Float16],
        #[m_axi(bundle = "gmem0", depth = 32)] sums: &mut [Float16],
        #[len(1)] largest: &mut [f32],
    ) {
        let mut best = f32::NEG_INFINITY;
        #[pipeline(ii = 1)]
        #[loop_tripcount(max = 32)]
        for i in 0..sums.len() {
            let sum = a[i].zip(&b[i], i % 2 == 1);
            best = best.max(sum.largest());
            sums[i] = sum;
        }
        largest[0] = best;
    }

    const MARK: usize = 16;
    const WATERMARK: [[u32; MARK]; MARK] = watermark();

    /// A diagonal cross in grey.
    const fn watermark() -> [[u32; MARK]; MARK] {
        let mut mark = [[0; MARK]; MARK];
        let mut i = 1;
        while i < MARK - 1 {
            mark[i][i] = 0x0f_0f0f;
            mark[i][MARK - 1 - i] = 0x0f_0f0f;
            i += 1;
        }
        mark
    }

    /// The sum of two colours, each channel at most 255.
    fn saturated_sum(a: u32, b: u32) -> u32 {
        let mut sum = 0;
        for shift in (0..24).step_by(8) {
            let (x, y) = ((a >> shift) as u8, (b >> shift) as u8);
            sum |= u32::from(x.saturating_add(y)) << shift;
        }
        sum
    }

    /// Accel, cpp_kernels/gmem_2banks: a watermark over an image, which is read from one memory and written to another.
    #[kernel]
    pub fn two_banks(
        width: usize,
        words: usize,
        #[m_axi(bundle = "gmem0")]
        #[bank(DDR[0])]
        #[len(words)]
        image: &[Wide],
        #[m_axi(bundle = "gmem1")]
        #[bank(DDR[1])]
        #[len(words)]
        out: &mut [Wide],
    ) {
        let (mut x, mut y) = (0, 0);
        #[pipeline(ii = 1)]
        #[loop_tripcount(min = 49152, max = 49152)]
        for word in 0..words {
            let mut pixels = image[word];
            #[unroll]
            for (i, pixel) in pixels.lanes.iter_mut().enumerate() {
                let wraps = x + i >= width;
                let column = if wraps { x + i - width } else { x + i };
                let row = if wraps { y + 1 } else { y };
                *pixel = saturated_sum(*pixel, WATERMARK[row % MARK][column % MARK]);
            }
            out[word] = pixels;
            x += LANES;
            if x >= width {
                x -= width;
                y += 1;
            }
        }
    }

    /// An unsigned number of 8 bits before the point and 2 after it.
    struct Fixed8_2(u16);

    /// A signed number of 3 bits before the point and 3 after it.
    struct Fixed3_3(i8);

    impl Fixed8_2 {
        /// Rounds half up and saturates.
        fn of(value: f32) -> Self {
            Self((value * 4.0 + 0.5).floor().clamp(0.0, 1023.0) as u16)
        }
    }

    impl Fixed3_3 {
        /// Rounds half up and wraps around.
        fn of(value: f32) -> Self {
            let bits = (value * 8.0 + 0.5).floor() as i32;
            Self(((bits << 26) >> 26) as i8)
        }
    }

    /// Introductory, Modeling/using_fixed_point: a product of numbers that were rounded in two ways.
    #[kernel]
    pub fn fixed_point(a: &[f32], b: &[f32], products: &mut [f32]) {
        #[pipeline(ii = 1)]
        for i in 0..products.len() {
            let (x, y) = (Fixed8_2::of(a[i]), Fixed3_3::of(b[i]));
            products[i] = (i32::from(x.0) * i32::from(y.0)) as f32 / 32.0;
        }
    }

    /// The root of a number with 16 bits after the point, digit by digit without restoring.
    #[pipeline]
    fn root(value: u32) -> u32 {
        let mut rest = 0_i64;
        let mut root = 0_i64;
        #[unroll]
        for step in 0..24_u32 {
            let digits = if step < 16 { (value >> (30 - 2 * step)) & 3 } else { 0 };
            let shifted = rest << 2 | i64::from(digits);
            rest = if rest >= 0 { shifted - (root << 2 | 1) } else { shifted + (root << 2 | 3) };
            root = root << 1 | (rest >= 0) as i64;
        }
        root as u32
    }

    /// Introductory, Modeling/fixed_point_sqrt: square roots with 16 bits after the point.
    #[kernel]
    #[ap_ctrl_hs]
    pub fn fixed_point_sqrt(values: &[u32], roots: &mut [u32]) {
        #[pipeline(ii = 1)]
        for (value, to) in values.iter().zip(roots) {
            *to = root(*value);
        }
    }

    /// A number times a power of two: an addition to its exponent.
    fn times_power_of_two(x: f32, n: i8) -> f32 {
        let bits = x.to_bits();
        let exponent = (bits >> 23 & 0xff) as i32;
        if exponent == 0 || exponent == 0xff {
            return x;
        }
        match exponent + i32::from(n) {
            i32::MIN..=0 => 0.0_f32.copysign(x),
            255.. => f32::INFINITY.copysign(x),
            sum => f32::from_bits(bits & 0x807f_ffff | (sum as u32) << 23),
        }
    }

    /// Introductory, Modeling/using_float_and_double: floats by their bits.
    #[kernel]
    pub fn float_bits(x: &[f32], n: &[i8], out: &mut [f32]) {
        #[pipeline(ii = 1)]
        for i in 0..out.len() {
            out[i] = times_power_of_two(x[i], n[i]);
        }
    }
}
