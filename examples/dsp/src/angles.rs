//! Constants that only this crate uses.

#[sycl_hls::kernels]
pub(crate) mod angles {
    /// The steps of a rotation.
    pub const STEPS: usize = 28;

    /// The angles whose tangents are 1, 1/2, 1/4 .., where a full turn is 2^32.
    pub const ANGLES: [i32; STEPS] = [
        536_870_912,
        316_933_406,
        167_458_907,
        85_004_756,
        42_667_331,
        21_354_465,
        10_679_838,
        5_340_245,
        2_670_163,
        1_335_087,
        667_544,
        333_772,
        166_886,
        83_443,
        41_722,
        20_861,
        10_430,
        5_215,
        2_608,
        1_304,
        652,
        326,
        163,
        81,
        41,
        20,
        10,
        5,
    ];
}
