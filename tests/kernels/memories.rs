//! Local memories: elements that are read soon after they were written, and arrays that are split.

#[sycl_hls::kernels]
pub mod memories {
    use sycl_hls::device::*;

    /// Elements that earlier iterations have changed, at any distance: `at` says where.
    #[kernel]
    pub fn anywhere(at: &[u8], x: &[u32], y: &mut [u32]) {
        let mut counts = [0_u32; 256];
        let mut products = [1_u32; 256];
        let mut sums = [0.5_f32; 256];
        let mut swapped = [0_u32; 256];
        for i in 0..at.len() {
            counts[at[i] as usize] += 1;
        }
        // Some iterations store nothing, and the product takes its time.
        for i in 0..at.len() {
            let bin = at[i] as usize;
            if x[i] & 3 != 0 {
                products[bin] = products[bin].wrapping_mul(x[i]).wrapping_add(1);
            }
        }
        for i in 0..at.len() {
            sums[at[i] as usize] += x[i] as f32;
        }
        // Two loads and two stores, which may all be of one element.
        for i in 0..at.len() {
            let (a, b) = (at[i] as usize, (at[i] ^ 1) as usize);
            let old = swapped[a];
            swapped[a] = swapped[b].wrapping_add(x[i]);
            if x[i] & 1 == 0 {
                swapped[b] = swapped[(x[i] & 255) as usize] ^ old;
            }
        }
        for i in 0..256 {
            y[4 * i] = counts[i];
            y[4 * i + 1] = products[i];
            y[4 * i + 2] = sums[i].to_bits();
            y[4 * i + 3] = swapped[i];
        }
    }

    /// A loop that is entered again, with its elements changed in between.
    #[kernel]
    pub fn entered(at: &[u8], y: &mut [u32]) {
        let mut counts = [0_u32; 256];
        for turn in 0..6_u32 {
            for i in 0..at.len() {
                counts[at[i] as usize] += turn + 1;
            }
            for i in 0..256 {
                y[i] = y[i].wrapping_mul(3) ^ counts[i];
                counts[i] = 100 * turn;
            }
        }
        // Nothing is stored where it is not known yet.
        let mut last = [7_u32; 256];
        for i in 0..at.len() {
            last[at[i] as usize] = i as u32;
        }
        for i in 0..256 {
            y[i] ^= last[i];
        }
    }

    /// Elements that were written a known number of iterations before.
    #[kernel]
    pub fn apart(x: &[u32], y: &mut [u32]) {
        let mut one = [0_u32; 256];
        let mut two = [7_u32; 256];
        let mut three = [9_u32; 256];
        let mut many = [11_u32; 256];
        for i in 1..256_usize {
            one[i] = one[i - 1].wrapping_mul(5).wrapping_add(x[i]);
        }
        for i in 2..256_usize {
            if x[i] & 1 != 0 {
                two[i] = (two[i - 2] ^ x[i]).wrapping_mul(x[i]);
            }
        }
        for i in 3..256_usize {
            three[i] = three[i - 3].wrapping_mul(three[i - 1]).wrapping_add(x[i]);
        }
        // Backwards, and every other element.
        for i in (0..120_usize).rev() {
            many[2 * i] = many[2 * i + 4].wrapping_mul(3) ^ many[2 * i + 1].wrapping_add(x[i]);
        }
        for i in 0..256 {
            y[4 * i] = one[i];
            y[4 * i + 1] = two[i];
            y[4 * i + 2] = three[i];
            y[4 * i + 3] = many[i];
        }
    }

    /// Arrays that are split in every way, by indices that are known and that are not.
    #[kernel]
    pub fn split(at: &[u8], x: &[u32], y: &mut [u32]) {
        #[array_partition(cyclic, factor = 4)]
        let mut four = [1_u32; 250];
        #[array_reshape(cyclic, factor = 3)]
        let mut three = [2_u32; 256];
        #[array_partition(block, factor = 5)]
        let mut blocks = [3_u32; 256];
        #[array_partition(complete, dim = 2)]
        #[array_partition(cyclic, factor = 2, dim = 1)]
        let mut both = [[4_u32; 6]; 11];
        #[unroll(factor = 4)]
        for i in 0..248 {
            four[i] = four[i + 2].wrapping_add(x[i]);
        }
        #[unroll(factor = 3)]
        for i in 0..255_usize {
            three[255 - i] ^= three[i].wrapping_mul(x[i]);
        }
        for i in 0..50_usize {
            blocks[i] = blocks[i + 104].wrapping_add(x[i]);
            blocks[i + 156] = blocks[i].wrapping_mul(3);
        }
        for i in 0..at.len() {
            let bin = at[i] as usize;
            four[bin % 250] += 1;
            three[bin] = three[bin].wrapping_mul(5).wrapping_add(x[i]);
            blocks[bin] ^= x[i];
            if x[i] & 1 == 0 {
                both[bin % 11][bin % 6] += x[i] & 255;
            }
        }
        for i in 0..256 {
            y[4 * i] = four[i % 250];
            y[4 * i + 1] = three[i];
            y[4 * i + 2] = blocks[i];
            y[4 * i + 3] = both[i % 11][i % 6];
        }
    }

    /// Memories of all kinds, with loads that take longer.
    #[kernel]
    pub fn bound(at: &[u8], x: &[u32], y: &mut [u32]) {
        #[bind_storage(type = ram_t2p, impl = bram, latency = 3)]
        let mut slow = [1_u32; 256];
        #[bind_storage(type = ram_s2p, impl = uram, latency = 2)]
        let mut simple = [2_u32; 256];
        #[bind_storage(type = ram_1p, impl = lutram)]
        let mut single = [3_u32; 256];
        #[bind_storage(type = ram_1wnr, impl = bram)]
        let mut read = [4_u32; 256];
        #[bind_storage(type = rom_2p, impl = bram)]
        let powers = [1_u32, 3, 9, 27, 81, 243, 729, 2187];
        for i in 0..at.len() {
            let bin = at[i] as usize;
            slow[bin] = slow[bin].wrapping_add(x[i]);
            simple[bin] = simple[bin] ^ powers[bin & 7];
        }
        for i in 0..at.len() {
            let bin = at[i] as usize;
            single[bin] = single[bin].wrapping_mul(3);
            read[i & 255] = read[bin].wrapping_add(read[bin ^ 1]).wrapping_add(read[bin ^ 2]);
        }
        for i in 0..256 {
            y[4 * i] = slow[i];
            y[4 * i + 1] = simple[i];
            y[4 * i + 2] = single[i];
            y[4 * i + 3] = read[i];
        }
    }

    /// Elements that several iterations read, in loops of any length.
    #[kernel]
    pub fn stencils(n: usize, x: &[u32], z: &[u32], y: &mut [u32]) {
        for i in 1..n + 1 {
            y[i] = x[i - 1].wrapping_mul(3).wrapping_add(x[i] ^ x[i + 1]);
        }
        // Two slices, of which one is read farther ahead; and sums that only real iterations change.
        let (mut sum, mut count) = (0_u32, 0_u32);
        for i in 0..n {
            sum = sum.wrapping_mul(3).wrapping_add(x[i] ^ x[i + 2]);
            count += z[i] & z[i + 1] & 1;
            y[300 + i] = sum.wrapping_add(count);
        }
        y[0] = sum ^ count;
        // Backwards, and in larger steps.
        for i in (0..n).rev() {
            y[600 + i] = x[i].wrapping_sub(x[i + 1]).wrapping_add(x[i + 2]);
        }
        for i in (0..n).step_by(2) {
            y[900 + i] = x[i] ^ x[i + 1].wrapping_mul(5) ^ x[i + 2];
        }
        #[array_partition(cyclic, factor = 2)]
        let mut two = [0_u32; 302];
        #[array_partition(block, factor = 3)]
        let mut blocks = [0_u32; 302];
        let mut whole = [0_u32; 302];
        for i in 0..n + 2 {
            two[i] = x[i];
            blocks[i] = x[i] ^ 1;
            whole[i] = x[i] ^ 2;
        }
        for i in 0..n {
            y[1200 + i] = (two[i] ^ two[i + 1]).wrapping_add(two[i + 2]);
        }
        for i in 0..n {
            y[1500 + i] = (blocks[i] ^ blocks[i + 1]).wrapping_add(blocks[i + 2]);
            y[1800 + i] = (whole[i] ^ whole[i + 1]).wrapping_add(whole[i + 2]);
        }
    }

    /// Arrays whose reads of one iteration are in different banks: a window, a cross in rows of no power of two, with a step of
    /// two and backwards, copies of an unrolled loop, and conditions.
    #[kernel]
    pub fn banks(n: usize, x: &[u32], y: &mut [u32]) {
        let mut image = [[0_u32; 64]; 16];
        let mut plane = [0_u32; 900];
        let mut line = [0_u32; 1024];
        for i in 0..16 {
            for j in 0..64 {
                image[i][j] = x[64 * i + j];
            }
        }
        for i in 0..900 {
            plane[i] = x[i] ^ 7;
        }
        for i in 0..1024 {
            line[i] = x[i].wrapping_mul(5);
        }
        for turn in 0..2 {
            for i in 0..14 {
                for j in 0..62 {
                    let mut sum: u32 = turn;
                    for p in 0..3 {
                        for q in 0..3 {
                            sum = sum.wrapping_mul(3) ^ image[i + p][j + q];
                        }
                    }
                    y[62 * i + j] = sum;
                }
            }
            if n > 2 {
                for i in 0..n {
                    image[i % 16][(5 * i) % 64] = i as u32;
                }
            }
        }
        for i in (30..870).step_by(2) {
            y[1000 + i] = plane[i] ^ plane[i - 1] ^ plane[i + 1] ^ (plane[i - 30] & plane[i + 30]);
        }
        for i in (30..870).rev() {
            let down = if i % 3 == 0 { plane[i + 30] } else { plane[i - 30] };
            y[2000 + i] = plane[i].wrapping_sub(plane[i - 1]) ^ plane[i + 1] ^ down;
        }
        let mut sum = 0_u32;
        #[unroll(factor = 8)]
        for i in 0..1024 {
            sum = sum.wrapping_add(line[i] ^ i as u32);
        }
        y[3000] = sum;
        for i in 0..n {
            y[3001 + i] = line[i] ^ line[i + 1] ^ line[i + 2];
        }
    }
}
