//! Published figures.

use sycl_hls_compiler::rtl::Clock;

/// A table of kernels of one peer.
pub struct Row {
    pub number: u32,
    pub title: &'static str,
    /// Whose figures they are.
    pub peer: &'static str,
    pub target: &'static str,
    /// Where our kernels are.
    pub file: &'static str,
    pub clock: Clock,
    pub peers: &'static [Peer],
}

/// What a peer needs for a kernel.
pub struct Peer {
    /// The name of our kernel.
    pub kernel: &'static str,
    pub cycles: u64,
    /// The ratio that is wanted of this kernel by itself.
    pub limit: Option<f64>,
}

const fn peer(kernel: &'static str, cycles: u64) -> Peer {
    Peer { kernel, cycles, limit: None }
}

const fn limited(kernel: &'static str, cycles: u64, limit: f64) -> Peer {
    Peer { kernel, cycles, limit: Some(limit) }
}

/// What Vitis leaves of a period for what is not known before placement.
const UNCERTAINTY: f64 = 0.27;

pub const ROWS: &[Row] = &[
    Row {
        number: 2,
        title: "PolyBench medium, f32, 300 MHz scheduled at 2.43 ns, plain source",
        peer: "Vitis 2023.2, RTL",
        target: "0.15x, atax 0.3x, gemm 1.0x",
        file: "single.rs",
        clock: Clock { mhz: 300.0, uncertainty: UNCERTAINTY },
        peers: SINGLE,
    },
    Row {
        number: 3,
        title: "PolyBench and MachSuite, f64, 250 MHz, with copies to local arrays, plain source",
        peer: "Vitis 2025.1, csynth",
        target: "geomean 0.5x",
        file: "double.rs",
        clock: Clock { mhz: 250.0, uncertainty: UNCERTAINTY },
        peers: DOUBLE,
    },
    Row {
        number: 4,
        title: "PolyBench as Calyx has it, u32, 7 ns",
        peer: "Calyx (ASPLOS 21)",
        target: "geomean 0.2x",
        file: "calyx.rs",
        clock: Clock { mhz: 1000.0 / 7.0, uncertainty: UNCERTAINTY },
        peers: CALYX,
    },
];

/// Stream-HLS's table, the column of Vitis without directives.
const SINGLE: &[Peer] = &[
    limited("two_mm", 117_648_026, 0.15),
    limited("three_mm", 127_680_022, 0.15),
    limited("atax", 1_288_583, 0.3),
    limited("bicg", 1_279_602, 0.15),
    limited("gemm", 10_609_802, 1.0),
    limited("gesummv", 500_020, 0.15),
    limited("mvt", 2_560_019, 0.15),
];

/// HLSFactory's set of hlsyn, the points without pragmas.
const DOUBLE: &[Peer] = &[
    peer("two_mm", 1_807_243),
    peer("three_mm", 2_529_139),
    peer("atax", 118_568),
    peer("bicg", 100_836),
    peer("doitgen_red", 2_753_559),
    peer("fdtd_2d", 581_009),
    peer("gemm_blocked", 1_630_361),
    peer("gemm_ncubed", 1_581_077),
    peer("gemm_p", 352_289),
    peer("gemver", 216_196),
    peer("gesummv", 56_827),
    peer("jacobi_1d", 12_247),
    peer("jacobi_2d", 638_705),
    peer("mvt", 187_354),
    peer("stencil_3d", 104_878),
    peer("stencil_2d", 24_226),
    peer("atax_medium", 1_290_929),
    peer("bicg_medium", 1_119_735),
    peer("gemver_medium", 2_400_477),
    peer("mvt_medium", 2_080_438),
];

/// Calyx's evaluation, standard programs.
const CALYX: &[Peer] = &[
    peer("two_mm", 15_571),
    peer("three_mm", 17_487),
    peer("atax", 2_255),
    peer("bicg", 1_083),
    peer("cholesky", 2_514),
    peer("doitgen", 49_479),
    peer("durbin", 905),
    peer("gemm", 9_265),
    peer("gemver", 3_719),
    peer("gesummv", 2_209),
    peer("gramschmidt", 18_613),
    peer("lu", 3_191),
    peer("ludcmp", 4_203),
    peer("mvt", 1_861),
    peer("symm", 9_721),
    peer("syr2k", 17_183),
    peer("syrk", 12_075),
    peer("trisolv", 460),
    peer("trmm", 5_255),
];
