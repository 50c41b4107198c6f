//! Reductions where they cannot be, and of what cannot be combined.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn of_one_task(x: &[f32], sum: &mut Reducer<f32, Plus>) {
        for x in x {
            sum.combine(*x);
        }
    }

    #[kernel]
    pub fn shared(item: Item<1>, sum: &Reducer<f32, Plus>) {
        sum.combine(item.id(0) as f32);
    }

    #[kernel]
    pub fn of_truths(item: Item<1>, x: &[u32], all: &mut Reducer<bool, LogicalAnd>) {
        all.combine(x[item.id(0)] != 0);
    }

    #[kernel]
    pub fn too_wide(item: Item<1>, x: &[u64], sum: &mut Reducer<u128, Plus>) {
        sum.combine(u128::from(x[item.id(0)]));
    }

    type Sum = Reducer<f32, Plus>;
    type Index = Item<1>;

    #[kernel]
    pub fn by_an_alias(item: Index, x: &[f32], sum: &mut Sum) {
        sum.combine(x[item.id(0)]);
    }

    #[kernel]
    pub fn of_another_type(item: Item<1>, x: &[u32], sum: &mut Reducer<u64, Plus>) {
        sum.combine(x[item.id(0)]);
    }
}

fn main() {}
