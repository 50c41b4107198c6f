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
    /// DSP slices and look-up tables.
    pub area: [u32; 2],
    /// The ratio that is wanted of this kernel by itself.
    pub limit: Option<f64>,
}

const fn peer(kernel: &'static str, cycles: u64, area: [u32; 2]) -> Peer {
    Peer { kernel, cycles, area, limit: None }
}

const fn limited(kernel: &'static str, cycles: u64, area: [u32; 2], limit: f64) -> Peer {
    Peer { kernel, cycles, area, limit: Some(limit) }
}

/// What Vitis leaves of a period for what is not known before placement.
pub const UNCERTAINTY: f64 = 0.27;

pub const ROWS: &[Row] = &[
    Row {
        number: 2,
        title: "PolyBench medium, f32, 300 MHz scheduled at 2.43 ns, plain source",
        peer: "Vitis 2023.2, RTL",
        target: "0.15x, atax 0.3x, gemm 1.0x; DSP at most 2x",
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
    limited("two_mm", 117_648_026, [10, 1_453], 0.15),
    limited("three_mm", 127_680_022, [19, 2_018], 0.15),
    limited("atax", 1_288_583, [5, 954], 0.3),
    limited("bicg", 1_279_602, [6, 819], 0.15),
    limited("gemm", 10_609_802, [9, 1_057], 1.0),
    limited("gesummv", 500_020, [6, 883], 0.15),
    limited("mvt", 2_560_019, [6, 1_069], 0.15),
];

/// HLSFactory's set of hlsyn, the points without pragmas.
const DOUBLE: &[Peer] = &[
    peer("two_mm", 1_807_243, [14, 2_836]),
    peer("three_mm", 2_529_139, [29, 3_986]),
    peer("atax", 118_568, [11, 1_831]),
    peer("bicg", 100_836, [12, 1_979]),
    peer("doitgen_red", 2_753_559, [11, 2_066]),
    peer("fdtd_2d", 581_009, [20, 5_168]),
    peer("gemm_blocked", 1_630_361, [11, 1_873]),
    peer("gemm_ncubed", 1_581_077, [11, 1_718]),
    peer("gemm_p", 352_289, [20, 2_074]),
    peer("gemver", 216_196, [22, 4_639]),
    peer("gesummv", 56_827, [12, 2_048]),
    peer("jacobi_1d", 12_247, [14, 4_271]),
    peer("jacobi_2d", 638_705, [20, 9_377]),
    peer("mvt", 187_354, [11, 2_530]),
    peer("stencil_3d", 104_878, [27, 3_829]),
    peer("stencil_2d", 24_226, [37, 2_684]),
    peer("atax_medium", 1_290_929, [11, 1_888]),
    peer("bicg_medium", 1_119_735, [12, 2_000]),
    peer("gemver_medium", 2_400_477, [24, 4_697]),
    peer("mvt_medium", 2_080_438, [12, 2_556]),
];

/// Calyx's evaluation, standard programs.
const CALYX: &[Peer] = &[
    peer("two_mm", 15_571, [12, 4_055]),
    peer("three_mm", 17_487, [9, 560]),
    peer("atax", 2_255, [6, 1_297]),
    peer("bicg", 1_083, [6, 311]),
    peer("cholesky", 2_514, [6, 568]),
    peer("doitgen", 49_479, [3, 260]),
    peer("durbin", 905, [12, 812]),
    peer("gemm", 9_265, [9, 2_432]),
    peer("gemver", 3_719, [18, 2_375]),
    peer("gesummv", 2_209, [12, 2_334]),
    peer("gramschmidt", 18_613, [9, 4_691]),
    peer("lu", 3_191, [6, 460]),
    peer("ludcmp", 4_203, [12, 1_207]),
    peer("mvt", 1_861, [6, 1_331]),
    peer("symm", 9_721, [21, 669]),
    peer("syr2k", 17_183, [15, 2_682]),
    peer("syrk", 12_075, [9, 1_572]),
    peer("trisolv", 460, [3, 375]),
    peer("trmm", 5_255, [6, 312]),
];
