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
        let part: [u32; 2];
        part = [n; 2];
        part[0] = 1;
        let added: u32;
        added = 1;
        added += 1;
        y[0] = again + in_loop + part[0] + added;
    }

    /// What rustc accepts.
    #[kernel]
    pub fn right(n: u32, y: &mut [u32]) {
        let a: u32;
        if n > 1 {
            a = 1;
        } else if n == 0 {
            return;
        } else {
            a = 2;
        }
        let b: u32;
        loop {
            if n > 2 {
                b = a;
                break;
            }
            b = 3;
            break;
        }
        let c: u32;
        if n > 3 && {
            c = 4;
            c > b
        } {
            y[1] = c;
        }
        let mut d: [u32; 2];
        d = [a, b];
        d[1] = 5;
        let e: u32;
        match n {
            0 => return,
            1 | 2 => e = 1,
            other => e = other,
        }
        for i in 0..4_u32 {
            let f: u32;
            if i == n {
                continue;
            }
            f = i;
            y[2] = f;
        }
        let g: u32;
        (g, d[0]) = (1, 2);
        let Some(h) = Some(e) else { return };
        let i = 'found: {
            if n == h {
                break 'found g;
            }
            7
        };
        y[0] = sum(&d) + i;
    }
}

fn main() {}
