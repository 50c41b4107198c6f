//! What the real XRT reads from an image that we built.

use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::expect;
use sycl_hls_tests::images::{translated, write_image, write_image_for};
use sycl_hls_tests::kir;
use tempfile::TempDir;

/// Seconds, far more than the compiler or XRT ever need: whoever takes longer hangs.
const TIME_LIMIT: &str = "120";

fn run(program: impl Into<PathBuf>, args: &[&Path]) -> String {
    let program = program.into();
    let output =
        Command::new("timeout").args(["--signal=KILL", TIME_LIMIT]).arg(&program).args(args).output();
    let output = output.expect("timeout is part of the system");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{}: {stderr}\n(`make test` installs g++ and libxrt-dev)",
        program.display()
    );
    String::from_utf8(output.stdout).expect("it writes text")
}

/// The program of `xclbin-tools` that prints an `xrt::xclbin`.
fn compiled_dump(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../xclbin-tools/tests/xrt/dump.cpp");
    let program = folder.join("dump");
    let flags = ["-std=c++17", "-I/usr/include/xrt", "-o"].map(Path::new);
    let libraries = ["-lxrt_coreutil", "-luuid"].map(Path::new);
    run("g++", &[&flags[..], &[&program, &source], &libraries].concat());
    program
}

/// Structs in memory have the names of their types; those by value have the name of which XRT's C interface takes a pointer.
#[test]
fn structs_in_registers_and_memory() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let image = write_image(&[kir::structs()], true, folder.path().join("structs.xclbin"));
    let dump = run(compiled_dump(folder.path()), &[&image]);
    // Those of the compute unit are the same.
    let shown: Vec<&str> = dump.lines().filter_map(|line| line.strip_prefix(" arg ")).collect();
    expect![[r#"
        0 by offset 16 size 8 port S_AXI_CONTROL banks type uint*
        1 points offset 28 size 8 port M_AXI_GMEM0 banks 0 1 type Point*
        2 points_len offset 40 size 8 port S_AXI_CONTROL banks type unsigned long
        3 weights offset 52 size 8 port M_AXI_GMEM1 banks 0 1 type float*
        4 weights_len offset 64 size 8 port S_AXI_CONTROL banks type unsigned long
        5 scale offset 76 size 4 port S_AXI_CONTROL banks type int"#]]
    .assert_eq(&shown.join("\n"));
}

/// A length of its own (`axpy`), and one that is stated (`saxpy`).
#[test]
fn kernels_with_registers_and_banks() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let image = write_image(&translated("algorithms.rs"), true, folder.path().join("algorithms.xclbin"));
    let dump = run(compiled_dump(folder.path()), &[&image]);
    let of_kernels = dump.lines().filter(|line| !line.starts_with("uuid"));
    let shown: Vec<&str> = of_kernels.take_while(|line| *line != "kernel fir").collect();
    expect![[r#"
        platform xilinx_u200_gen3x16_xdma_2_202110_1
        fpga xcu200-fsgd2104-2-e
        target sw_emu
        mem 0 DDR[0] type 1 used 1 base 274877906944 kib 16777216
        mem 1 DDR[1] type 1 used 1 base 343597383680 kib 16777216
        mem 2 DDR[2] type 1 used 0 base 412316860416 kib 16777216
        mem 3 DDR[3] type 1 used 0 base 481036337152 kib 16777216
        mem 4 PLRAM[0] type 2 used 0 base 549755813888 kib 128
        mem 5 PLRAM[1] type 2 used 0 base 549755944960 kib 128
        mem 6 PLRAM[2] type 2 used 0 base 549756076032 kib 128
        mem 7 HOST[0] type 2 used 0 base 618475290624 kib 16777216
        kernel axpy
         arg 0 a offset 16 size 4 port S_AXI_CONTROL banks type int
         arg 1 x offset 24 size 8 port M_AXI_GMEM0 banks 0 1 type int*
         arg 2 x_len offset 36 size 8 port S_AXI_CONTROL banks type unsigned long
         arg 3 y offset 48 size 8 port M_AXI_GMEM1 banks 0 1 type int*
         arg 4 y_len offset 60 size 8 port S_AXI_CONTROL banks type unsigned long
         cu axpy:axpy_1 base 25165824 range 4096 control 1
          arg 0 a offset 16 size 4 port S_AXI_CONTROL banks type int
          arg 1 x offset 24 size 8 port M_AXI_GMEM0 banks 0 1 type int*
          arg 2 x_len offset 36 size 8 port S_AXI_CONTROL banks type unsigned long
          arg 3 y offset 48 size 8 port M_AXI_GMEM1 banks 0 1 type int*
          arg 4 y_len offset 60 size 8 port S_AXI_CONTROL banks type unsigned long
        kernel saxpy
         arg 0 n offset 16 size 8 port S_AXI_CONTROL banks type unsigned long
         arg 1 a offset 28 size 4 port S_AXI_CONTROL banks type float
         arg 2 x offset 36 size 8 port M_AXI_GMEM0 banks 0 1 type float*
         arg 3 y offset 48 size 8 port M_AXI_GMEM1 banks 0 1 type float*
         cu saxpy:saxpy_1 base 25231360 range 4096 control 1
          arg 0 n offset 16 size 8 port S_AXI_CONTROL banks type unsigned long
          arg 1 a offset 28 size 4 port S_AXI_CONTROL banks type float
          arg 2 x offset 36 size 8 port M_AXI_GMEM0 banks 0 1 type float*
          arg 3 y offset 48 size 8 port M_AXI_GMEM1 banks 0 1 type float*"#]]
    .assert_eq(&shown.join("\n"));
}

/// A control bundle and a register of its own (`ports`); compute units with banks each (`placed`).
#[test]
fn what_directives_say_of_registers_units_and_banks() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let image = write_image(&translated("directives.rs"), true, folder.path().join("directives.xclbin"));
    let dump = run(compiled_dump(folder.path()), &[&image]);
    let of_kernels = dump.lines().skip_while(|line| *line != "kernel ports");
    let shown: Vec<&str> = of_kernels.filter(|line| !line.contains("_len ")).collect();
    expect![[r#"
        kernel ports
         arg 0 n offset 64 size 4 port S_AXI_CTRL banks type uint
         arg 1 a offset 16 size 8 port M_AXI_INPUTS banks 0 1 type uint*
         arg 3 b offset 40 size 8 port M_AXI_INPUTS banks 0 1 type uint*
         arg 5 y offset 68 size 8 port M_AXI_GMEM0 banks 0 1 type uint*
         arg 7 table offset 92 size 8 port M_AXI_GMEM1 banks 0 1 type uint*
         cu ports:ports_1 base 25690112 range 4096 control 0
          arg 0 n offset 64 size 4 port S_AXI_CTRL banks type uint
          arg 1 a offset 16 size 8 port M_AXI_INPUTS banks 0 1 type uint*
          arg 3 b offset 40 size 8 port M_AXI_INPUTS banks 0 1 type uint*
          arg 5 y offset 68 size 8 port M_AXI_GMEM0 banks 0 1 type uint*
          arg 7 table offset 92 size 8 port M_AXI_GMEM1 banks 0 1 type uint*
        kernel placed
         arg 0 x offset 16 size 8 port M_AXI_GMEM0 banks 0 1 type uint*
         arg 2 y offset 40 size 8 port M_AXI_GMEM1 banks 0 2 3 type uint*
         arg 4 z offset 64 size 8 port M_AXI_GMEM2 banks 0 7 type uint*
         arg 6 w offset 88 size 8 port M_AXI_GMEM3 banks 0 1 type uint*
         cu placed:placed_1 base 25755648 range 4096 control 1
          arg 0 x offset 16 size 8 port M_AXI_GMEM0 banks 0 1 type uint*
          arg 2 y offset 40 size 8 port M_AXI_GMEM1 banks 0 2 type uint*
          arg 4 z offset 64 size 8 port M_AXI_GMEM2 banks 0 7 type uint*
          arg 6 w offset 88 size 8 port M_AXI_GMEM3 banks 0 1 type uint*
         cu placed:placed_2 base 25821184 range 4096 control 1
          arg 0 x offset 16 size 8 port M_AXI_GMEM0 banks 0 1 type uint*
          arg 2 y offset 40 size 8 port M_AXI_GMEM1 banks 0 3 type uint*
          arg 4 z offset 64 size 8 port M_AXI_GMEM2 banks 0 7 type uint*
          arg 6 w offset 88 size 8 port M_AXI_GMEM3 banks 0 1 type uint*
        kernel exchanged
         arg 0 a offset 28 size 4 port S_AXI_CONTROL banks type uint
         arg 1 b offset 36 size 4 port S_AXI_CONTROL banks type uint
         arg 2 sum offset 44 size 4 port S_AXI_CONTROL banks type uint
         cu exchanged:exchanged_1 base 25886720 range 4096 control 1
          arg 0 a offset 28 size 4 port S_AXI_CONTROL banks type uint
          arg 1 b offset 36 size 4 port S_AXI_CONTROL banks type uint
          arg 2 sum offset 44 size 4 port S_AXI_CONTROL banks type uint"#]]
    .assert_eq(&shown.join("\n"));
}

/// Names and banks of the slices of compute units; banks are numbers in the board's list.
fn banks_of_units(dump: &str) -> String {
    let mut unit = "";
    let mut shown = Vec::new();
    for line in dump.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["cu", name, ..] => unit = name.split_once(':').map_or(*name, |(_, unit)| unit),
            ["arg", _, name, rest @ ..] if line.starts_with("  ") => {
                let banks = rest.iter().skip_while(|word| **word != "banks").skip(1);
                let banks: Vec<&str> = banks.take_while(|word| **word != "type").copied().collect();
                if banks.is_empty() {
                    continue;
                }
                shown.push(format!("{unit} {name}: {}", banks.join(" ")));
            }
            _ => {}
        }
    }
    shown.join("\n")
}

/// Units with memories of different kinds (`asymmetrical_units`), slices in several pseudo-channels (`hbm_range`), and
/// units with pseudo-channels of their own (`hbm_channels`).
#[test]
fn units_in_banks_of_all_kinds() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let image = folder.path().join("system.xclbin");
    let image = write_image_for("u280", &translated("port/system.rs"), true, image);
    let dump = run(compiled_dump(folder.path()), &[&image]);
    expect![[r#"
        compute_units_1 a: 0
        compute_units_1 b: 0
        compute_units_1 sum: 0
        compute_units_2 a: 0
        compute_units_2 b: 0
        compute_units_2 sum: 0
        compute_units_3 a: 0
        compute_units_3 b: 0
        compute_units_3 sum: 0
        compute_units_4 a: 0
        compute_units_4 b: 0
        compute_units_4 sum: 0
        asymmetrical_units_1 a: 0 32
        asymmetrical_units_1 b: 0 32
        asymmetrical_units_1 sum: 0 32
        asymmetrical_units_2 a: 0 33
        asymmetrical_units_2 b: 0 33
        asymmetrical_units_2 sum: 0 33
        asymmetrical_units_3 a: 0 34
        asymmetrical_units_3 b: 0 34
        asymmetrical_units_3 sum: 0 34
        asymmetrical_units_4 a: 0 35
        asymmetrical_units_4 b: 0 35
        asymmetrical_units_4 sum: 0 35
        hbm_range_1 a: 0 1 2 3
        hbm_range_1 b: 0 1 2 3
        hbm_range_1 sums: 0 1 2 3
        hbm_channels_1 a: 0
        hbm_channels_1 b: 0 1
        hbm_channels_1 sums: 0 2
        hbm_channels_1 products: 0 3
        hbm_channels_2 a: 0 4
        hbm_channels_2 b: 0 5
        hbm_channels_2 sums: 0 6
        hbm_channels_2 products: 0 7
        hbm_channels_3 a: 0 8
        hbm_channels_3 b: 0 9
        hbm_channels_3 sums: 0 10
        hbm_channels_3 products: 0 11
        slr_multiply_1 a: 0
        slr_multiply_1 b: 0
        slr_multiply_1 products: 0
        slr_add_1 products: 0
        slr_add_1 c: 0
        slr_add_1 sums: 0
        clocked_1 a: 0
        clocked_1 b: 0
        clocked_1 sum: 0
        mailbox_1 sum: 0
        mailbox_1 product: 0
        plram_1 small: 0 34
        plram_1 large: 0 32
        plram_1 out: 0 35"#]]
    .assert_eq(&banks_of_units(&dump));
}
