#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn a_kernel_whose_name_is_too_long(y: &mut [f32]) {
        y[0] = 1.0;
    }

    #[kernel]
    pub fn a_kernel_whose_name_just_fits0(y: &mut [f32]) {
        y[0] = 1.0;
    }

    #[kernel]
    #[compute_units(10)]
    pub fn a_kernel_whose_units_are_many0(y: &mut [f32]) {
        y[0] = 1.0;
    }

    #[kernel(instances((A = -1000, B = 1000), (A = 1, B = 2)))]
    pub fn a_kernel_with_parameters<const A: i32, const B: i32>(y: &mut [i32]) {
        y[0] = A + B;
    }

    #[kernel]
    pub fn größte_und_kleinste_werte_a(y: &mut [f32]) {
        y[0] = 1.0;
    }

    #[kernel]
    pub fn a__kernel_whose_name__just_fits0(y: &mut [f32]) {
        y[0] = 1.0;
    }
}

fn main() {}
