#[sycl_hls::kernels]
pub mod m_variants_of_option {
    #[derive(Clone, Copy, PartialEq)]
    enum Kind {
        None,
        Some(i32),
    }

    fn number(kind: Kind) -> i32 {
        match kind {
            Kind::None => 7,
            Kind::Some(number) => number,
        }
    }

    #[kernel]
    pub fn variants_of_option(#[len(3)] y: &mut [i32]) {
        y[0] = number(Kind::None);
        y[1] = number(Kind::Some(4));
        let rest = None::<i32>;
        y[2] = rest.unwrap_or(Option::<i32>::None.unwrap_or(5));
    }
}
