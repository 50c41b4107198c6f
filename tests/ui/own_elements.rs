#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn no_items(n: usize, #[each] y: &mut u32) {
        *y = n as u32;
    }

    #[kernel]
    pub fn by_value(item: Item<1>, #[each] x: u32, #[each] y: &mut u32) {
        *y = x + item.id(0) as u32;
    }

    #[kernel]
    pub fn slices(item: Item<1>, #[each] x: &[u32], #[each] y: &Global<u32>) {
        y.set(item.id(0), x[0]);
    }

    #[kernel]
    pub fn blocks(item: Item<1>, #[each(4)] x: &[u32; 3], #[each(2)] y: &mut u32, #[each = 3] z: &mut u8) {
        *y = x[0] + item.id(0) as u32;
        *z = 1;
    }

    #[kernel]
    pub fn no_element(item: Item<1>, #[each] x: &bool, #[each] y: &mut u128, #[each] z: &mut (u8, u8)) {
        *y = u128::from(*x) + item.id(0) as u128;
        z.0 = 1;
    }

    #[kernel]
    pub fn lengths(item: Item<1>, n: usize, #[each] #[len(n)] y: &mut u32) {
        *y = item.id(0) as u32;
    }

    #[kernel]
    pub fn unshared(item: Item<1>, y: &mut [u32], z: &mut u32) {
        y[item.id(0)] = 1;
        *z = 2;
    }

    fn helper(#[each] x: &u32) -> u32 {
        *x
    }

    #[kernel]
    pub fn read_only(item: Item<1>, #[each] x: &u32) {
        *x = helper(x) + item.id(0) as u32;
    }
}

fn main() {}
