//! Projects: `check`, `build` and `run` in a Cargo package, and `emit`.

use std::ffi::OsStr;
use std::process::Command;

use crate::cli::support::{Folder, KERNELS};

/// The host program needs no kernels: only the image does.
const MAIN: &str = r#"fn main() {
    let device = std::env::var("SYCL_HLS_DEVICE");
    println!("{device:?} {:?}", std::env::args().skip(1).collect::<Vec<_>>());
    std::fs::write("here", "").unwrap();
    std::process::exit(42);
}
"#;

fn package() -> Folder {
    let folder = Folder::new();
    folder.write("p/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2024\"\n\n[workspace]\n");
    folder.write("p/src/main.rs", MAIN);
    folder.write("p/src/device/kernels.rs", KERNELS);
    folder
}

#[test]
fn a_program_gets_its_device_and_its_arguments_and_gives_its_code() {
    let folder = package();
    let outcome = folder.run(["run", "--project", "p", "--board", "u50", "--", "-x", "two words"]);
    assert_eq!(outcome.status.code(), Some(42), "{}", outcome.stderr);
    assert_eq!(outcome.stdout, "Ok(\"sw_emu/u50\") [\"-x\", \"two words\"]\n");
    assert!(folder.path("p/build/u50/sw_emu/p.xclbin").exists());
    assert!(folder.path("here").exists(), "the program runs in the user's folder");
}

/// Vitis has built its image before, or the program says that there is none.
#[test]
fn a_program_on_a_card() {
    let folder = package();
    let run = |words: &str| folder.run(format!("run --project p --board u50 --target hw{words}").split(' '));
    let outcome = run("");
    assert_eq!((outcome.status.code(), outcome.stdout.as_str()), (Some(42), "Ok(\"xrt/u50\") []\n"));
    assert!(!folder.path("p/build").exists(), "{}", outcome.stderr);
    run(" --wave out.vcd").fails(2, &["waveforms belong to simulated hardware"]);
    run(" --gate-level").fails(2, &["--gate-level belong to simulated hardware"]);
    run(" --checks on").fails(2, &["`--checks on` has no use for hw"]);
}

#[test]
fn a_program_that_does_not_compile() {
    let folder = package();
    folder.write("p/src/main.rs", "fn main() { nonsense }\n");
    let outcome = folder.run(["run", "--project", "p", "--board", "u50"]);
    assert_eq!(outcome.status.code(), Some(101), "cargo's own code: {}", outcome.stderr);
    assert!(outcome.stderr.contains("nonsense"), "{}", outcome.stderr);
}

#[test]
fn without_cargo() {
    let folder = package();
    let outcome = folder
        .run_with(&[("CARGO", OsStr::new("no-such-cargo"))], ["run", "--project", "p", "--board", "u50"]);
    outcome.fails(3, &["no-such-cargo cannot be started", "https://rustup.rs"]);
}

#[test]
fn flag_over_environment_over_file() {
    let folder = package();
    folder.write("p/sycl-hls.toml", "[project]\nboard = \"u280\"\n");
    let built = |environment: &[(&str, &OsStr)], args: &[&str]| {
        let args = ["build", "--project", "p/src"].iter().chain(args);
        folder.run_with(environment, args).success();
        let boards = folder.list("p/build");
        std::fs::remove_dir_all(folder.path("p/build")).unwrap();
        boards
    };
    assert_eq!(built(&[], &[]), ["u280"]);
    assert_eq!(built(&[("SYCL_HLS_BOARD", OsStr::new("u250"))], &[]), ["u250"]);
    assert_eq!(built(&[("SYCL_HLS_BOARD", OsStr::new("u250"))], &["--board", "u55c"]), ["u55c"]);
}

#[test]
fn images_with_names() {
    let folder = package();
    folder.write("p/src/other.rs", KERNELS.replace("mod kernels", "mod other"));
    folder.run(["build", "--project", "p", "--board", "u200"]).fails(1, &["two kernels are named `axpy`"]);
    folder.write(
        "p/sycl-hls.toml",
        "[image.a]\nsources = [\"src/device/kernels.rs\"]\n[image.b]\nsources = [\"src/other.rs\"]\n",
    );
    folder.run(["build", "--project", "p", "--board", "u200"]).success();
    let built = folder.list("p/build/u200/sw_emu");
    assert_eq!(built, ["a.kernels", "a.xclbin", "b.kernels", "b.xclbin"]);
}

#[test]
fn projects_that_are_wrong() {
    let folder = package();
    let build = |project: &str| folder.run(["build", "--board", "u200", "--project", project]);
    folder.write("p/sycl-hls.toml", "[project]\nbord = \"u200\"\n");
    build("p").fails(2, &["sycl-hls.toml:2:1", "bord", "did you mean `board`"]);
    folder.write("p/sycl-hls.toml", "[image.a]\nsources = [\"src/nowhere.rs\"]\n");
    build("p").fails(1, &["cannot read", "src/nowhere.rs"]);
    folder.write("p/sycl-hls.toml", "[project]\ntarget = \"hw\"\n");
    build("p").fails(3, &["Vitis was not found", "--dry-run"]);
    std::fs::remove_file(folder.path("p/sycl-hls.toml")).unwrap();
    std::fs::remove_file(folder.path("p/src/device/kernels.rs")).unwrap();
    build("p").fails(1, &["the image `p` has no kernels"]);
    folder.write("p/Cargo.toml", "[package\n");
    build("p").fails(2, &["Cargo.toml"]);
    build("/").fails(2, &["no Cargo package", "--project DIR", "`sycl-hls new NAME`"]);
}

#[test]
fn checking() {
    let folder = package();
    let checked = folder.run(["check", "--project", "p"]).success();
    assert!(checked.stderr.contains("2 kernels in 1 module: no errors"), "{}", checked.stderr);
    folder.run(["check", "kernels.rs"]).success();
    folder.write("wrong.rs", KERNELS.replace("a * x[i]", "b * x[i]").replace("y[i] * 2", "y[i] * 2.0"));
    let wrong = folder.run(["check", "kernels.rs", "wrong.rs"]);
    wrong.fails(1, &["wrong.rs:6:20", "wrong.rs:13:27", "2 errors"]);
}

#[test]
fn a_manifest_names_a_project_too() {
    let folder = package();
    folder.run(["check", "--manifest-path", "p/Cargo.toml"]).success();
    folder.run(["check", "--manifest-path", "p"]).fails(2, &["p is no Cargo.toml"]);
    folder.run(["check", "--manifest-path", "q/Cargo.toml"]).fails(2, &["q/Cargo.toml is no Cargo.toml"]);
    let both = ["check", "--manifest-path", "p/Cargo.toml", "--project", "p"];
    folder.run(both).fails(2, &["cannot be used with"]);
}

/// What decides the image are the kernels.
#[test]
fn a_change_of_the_host_program_builds_no_image() {
    let folder = package();
    let build = || folder.run(["build", "--project", "p", "--board", "u50"]).success().stderr;
    assert!(build().contains("Built"));
    folder.write("p/src/main.rs", MAIN.replace("42", "43"));
    folder.write("p/sycl-hls.toml", "[build]\njobs = 1\n");
    let said = build();
    assert!(said.contains("Fresh") && !said.contains("Compiling"), "{said}");
}

#[test]
fn emitting() {
    let folder = Folder::new();
    let kir = folder.run(["emit", "--as", "kir", "kernels.rs"]).success().stdout;
    assert!(kir.contains("kernel @axpy("), "{kir}");
    assert!(sycl_hls_ir::parse(&kir).is_ok());
    let cpp = folder.run(["emit", "--as", "hls-cpp", "kernels.rs"]).success().stdout;
    assert!(cpp.contains("extern \"C\" void axpy("), "{cpp}");
    assert_eq!(folder.run(["emit", "--as", "hls-cpp", "kernels.rs", "-o", "k.cpp"]).success().stdout, "");
    assert_eq!(folder.read("k.cpp"), cpp.as_bytes());
    folder.run(["emit", "--as", "hls-cpp", "kernels.rs", "-o", "nowhere/k.cpp"]).fails(1, &["nowhere/k.cpp"]);
    let verilog = |args: &[&str]| {
        folder.run(["emit", "--as", "verilog", "kernels.rs"].iter().chain(args)).success().stdout
    };
    let text = verilog(&[]);
    for module in
        ["module axpy (", "module axpy_core (", "module double_ (", "module sh_fadd ", "module sh_axi_read "]
    {
        assert_eq!(text.matches(module).count(), 1, "{module}");
    }
    assert_eq!(verilog(&["--board", "u50"]), text, "its clock is that of no board in particular");
    folder.write("k.v", text);
    let lint = Command::new("iverilog")
        .args(["-g2001", "-t", "null", "-s", "axpy"])
        .arg(folder.path("k.v"))
        .output();
    let lint = lint.unwrap();
    assert!(lint.status.success(), "{}", String::from_utf8_lossy(&lint.stderr));
    folder.write("rem.rs", KERNELS.replace("a * x[i]", "a % x[i]"));
    folder
        .run(["emit", "--as", "verilog", "rem.rs"])
        .fails(1, &["SH0517", "rem.rs:6:20", "the remainder of floats"]);
    folder.run(["emit", "--as", "vhdl", "kernels.rs"]).fails(2, &["vhdl", "hls-cpp"]);
}

const PLACED: &str = "#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[compute_units(2)]
    #[clock(mhz = 250)]
    pub fn copy(#[cache] x: &[u32], #[bank(HBM[0], HBM[1])] #[len(4)] y: &mut [u32]) {
        #[unroll(off)]
        for i in 0..4 {
            y[i] = x[i];
        }
    }
}
";

#[test]
fn emitting_for_the_linker_a_board_and_a_version() {
    let folder = Folder::new();
    folder.write("placed.rs", PLACED);
    let config = folder.run(["emit", "--as", "config", "placed.rs"]).success().stdout;
    assert!(config.starts_with("[connectivity]\nnk=copy:2\nsp=copy_1.y:HBM[0]\n"), "{config}");
    folder.run(["emit", "--as", "config", "--board", "u280", "placed.rs"]).success();
    let missing = folder.run(["emit", "--as", "config", "--board", "u200", "placed.rs"]);
    let missing =
        missing.fails(1, &["SH0515", "no memory bank HBM[0], HBM[1]", "placed.rs:6:37", "`--board u280`"]);
    assert_eq!(missing.stderr.matches("error").count(), 1, "{}", missing.stderr);
    folder.run(["emit", "--as", "config", "--board", "u2", "placed.rs"]).fails(2, &["u2"]);
    let emit = |version| folder.run(["emit", "--as", "hls-cpp", "--vitis", version, "placed.rs"]);
    assert!(emit("2024.1").success().stdout.contains("UNROLL off=true"));
    emit("2023.1").fails(1, &["SH0516", "Vitis HLS 2023.1 has no `cache`", "placed.rs:6:17"]);
    emit("2019.2").fails(2, &["no version `2019.2`"]);
}

#[test]
fn checking_for_the_projects_board() {
    let folder = package();
    folder.write("p/src/device/kernels.rs", PLACED);
    folder.run(["check", "--project", "p"]).success();
    folder.write("p/sycl-hls.toml", "[project]\nboard = \"u200\"\n");
    folder.run(["check", "--project", "p"]).fails(1, &["SH0515", "the board u200", "`--board u280`"]);
    folder.write("p/sycl-hls.toml", "[project]\nboard = \"u280\"\n");
    folder.run(["check", "--project", "p"]).success();
}

#[test]
fn building_for_a_board_without_the_banks() {
    let folder = Folder::new();
    folder.write("placed.rs", PLACED);
    let build = |board| folder.run(["build", "--source", "placed.rs", "-o", "out", "--board", board]);
    build("u50").success();
    let manifest = String::from_utf8(folder.read("out/placed.kernels/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let kernel = &manifest["kernels"][0];
    assert_eq!(kernel["clock_mhz"], 250);
    assert_eq!(kernel["units"][1]["name"], "copy_2");
    assert_eq!(kernel["units"][1]["banks"]["y"][0], "HBM[1]");
    assert_eq!(kernel["units"][1]["banks"]["x"][0], "HBM[0]");
    let banks = "u250 has DDR[0] to DDR[3], PLRAM[0] to PLRAM[3]";
    build("u250").fails(1, &["SH0515", "no memory bank HBM[0]", banks, "`--board u280`"]);
}
