#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Pair {
        a: u32,
        b: u32,
    }

    fn sum(values: &[u32; 2]) -> u32 {
        values[0] + values[1]
    }

    #[kernel]
    pub fn parts(x: &[u32], y: &mut [u32]) {
        let mut a: [u32; 4];
        a[0] = x[0];
        y[1] = a[3];
        let mut pair: Pair;
        pair.a = 1;
        let mut count: u32;
        count += 1;
        let borrowed: [u32; 2];
        y[0] = sum(&borrowed) + count + pair.b;
    }

    #[kernel]
    pub fn ways(n: u32, y: &mut [u32]) {
        let one_branch: u32;
        if n > 1 {
            one_branch = 1;
        }
        let one_arm: u32;
        match n {
            0 => one_arm = 1,
            1 if n > 0 => one_arm = 2,
            _ => {}
        }
        let in_loop: u32;
        for i in 0..1 {
            in_loop = i;
            break;
        }
        let after_break: u32;
        let mut i = 0;
        while i < 4 {
            if i == n {
                break;
            }
            i += 1;
            after_break = 3;
            break;
        }
        let lazy: u32;
        let _ = n > 3 && {
            lazy = 1;
            true
        };
        y[0] = one_branch + one_arm + in_loop + after_break + lazy;
    }

    #[kernel]
    pub fn closures(y: &mut [u32]) {
        let seen: u32;
        let mut kept: u32;
        let total: u32 = (0..4_u32).map(|i| i + seen).sum();
        (0..4_u32).for_each(|i| kept = i);
        y[0] = total + kept;
    }

    #[kernel]
    pub fn twice(n: u32, y: &mut [u32]) {
        let again: u32;
        if n > 0 {
            again = 1;
        }
        again = 2;
        let in_loop: u32;
        loop {
            in_loop = n;
            if n > 3 {
                break;
            }
        }
        y[0] = again + in_loop;
    }

    #[kernel]
    pub fn changed(n: u32, y: &mut [u32]) {
        let part: [u32; 2];
        part = [n; 2];
        part[0] = 1;
        let added: u32;
        added = 1;
        added += 1;
        y[0] = part[0] + added;
    }
}

fn main() {}
