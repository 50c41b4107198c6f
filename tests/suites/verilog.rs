//! The text of emitted Verilog: other tools read it without a complaint, and people as well.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::pass;
use sycl_hls_tests::images::{sources, translated};
use sycl_hls_tests::is_all;

/// Every which source is in the sample.
const SAMPLE: usize = 24;

/// Bytes of the longest text in the sample: Icarus takes minutes for the longest ones.
const LONGEST: usize = 300_000;

/// The kernels of a sample of the corpus, or of all of it in `make test-all`, each with what it is found by.
fn kernels() -> Vec<(String, hw_emu::Kernel)> {
    let step = if is_all() { 1 } else { SAMPLE };
    let mut kernels = Vec::new();
    for mut module in sources().into_iter().step_by(step).flat_map(translated) {
        pass::run_all(&mut module, hw_emu::LEGALIZE);
        let hardware = module.kernels().filter_map(|(_, func)| hw_emu::kernel(&module, func, 300).ok());
        kernels.extend(hardware.map(|kernel| (format!("{}::{}", module.name, kernel.top()), kernel)));
    }
    kernels
}

/// What Icarus says of a file, read as a generation of the language, with warnings of nets that nobody declared.
fn said_by_icarus(generation: &str, file: &Path) -> String {
    let mut icarus = Command::new("iverilog");
    let output = icarus.args([generation, "-Wimplicit", "-t", "null"]).arg(file).output().unwrap();
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The reader of SystemVerilog `slang`, for Python. Of its second part each version of Python has a wheel of its own: 3.11 to 3.13.
const SLANG: &str = "pyslang==12.1.0 \
    --hash=sha256:9d0bd72729eb85f76c0cd3259b758d1e2a692717f95ee3d41530b11c9e117f7c
nanobind-backend==1.0.0 \
    --hash=sha256:33bdec0da2f78669d5c95bd546ff2bb7744dafa43a16bb72b2eecdf83d8c3b3a \
    --hash=sha256:6aa9864050cc5fd1ff59d1f9b79740efa278515eed27af848efae07125c029b8 \
    --hash=sha256:de2c78ed4b88ef6c59a835eebe7f5e91ab6869f17f915a61c7d4eec24a1e2b85
";

/// What slang is asked to do: to read each file by itself, with all of its warnings.
const ASK_SLANG: &str = "
import sys
from pyslang import driver
for path in sys.argv[1:]:
    slang = driver.Driver()
    slang.addStandardArgs()
    if not slang.parseCommandLine('slang -Wextra ' + path, driver.CommandLineOptions()) or not slang.processOptions():
        sys.exit('slang does not take ' + path)
    slang.parseAllSources()
    slang.reportCompilation(slang.createCompilation(), True)
    slang.reportDiagnostics(True)
";

/// The folder with slang, fetched from PyPI once.
static SLANG_FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pyslang-12.1.0");
    if !home.exists() {
        let part = home.with_extension(format!("part{}", std::process::id()));
        fs::create_dir_all(&part).unwrap();
        fs::write(part.join("requirements.txt"), SLANG).unwrap();
        let pip = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"];
        let mut pip3 = Command::new("pip3");
        let output = pip3.args(pip).args(["--target", ".", "--requirement", "requirements.txt"]);
        let output = output.current_dir(&part).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // Another test program may have been faster.
        if fs::rename(&part, &home).is_err() {
            fs::remove_dir_all(&part).unwrap();
        }
    }
    home
});

/// What slang says of files.
fn said_by_slang(files: &[PathBuf]) -> String {
    let mut python = Command::new("python3");
    let output =
        python.env("PYTHONPATH", &*SLANG_FOLDER).args(["-c", ASK_SLANG]).args(files).output().unwrap();
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Nets that are not declared are an error under `default_nettype none`, and in SystemVerilog more words are keywords. What a
/// kernel instantiates is in its text, and each file of the library in it is wanted.
#[test]
fn other_tools_read_every_kernel_as_verilog_and_as_systemverilog() {
    let mut used = HashMap::new();
    let (kernels, folder, mut files) = (kernels(), tempfile::tempdir().unwrap(), Vec::new());
    for (number, (name, kernel)) in kernels.iter().enumerate() {
        let own = kernel.verilog();
        hw_emu::files(&own).iter().for_each(|(name, _)| *used.entry((*name).to_owned()).or_insert(0) += 1);
        let text = hw_emu::one_text(std::slice::from_ref(kernel));
        if text.len() > LONGEST && !is_all() {
            continue;
        }
        assert_eq!(text.matches("`default_nettype").count(), 2, "{name}");
        let path = folder.path().join(format!("{number}.v"));
        fs::write(&path, text).unwrap();
        for generation in ["-g2005", "-g2012"] {
            assert_eq!(said_by_icarus(generation, &path), "", "{name} {generation}");
        }
        files.push(path);
    }
    assert_eq!(said_by_slang(&files), "");
    println!("{} kernels; files by kernels that have them: {used:?}", kernels.len());
    assert!(kernels.len() > if is_all() { 200 } else { 10 }, "{}", kernels.len());
    assert!(
        used.get("sh_fdiv.v").is_none_or(|count| *count < kernels.len()),
        "a kernel without divisions has no divider"
    );
}

/// slang finds what is no SystemVerilog, and values that do not fit.
#[test]
fn slang_complains() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.v");
    fs::write(&path, "module wrong;\n  localparam [1:0] FOUR = 4;\n  reg global;\nendmodule\n").unwrap();
    let said = said_by_slang(&[path]);
    for told in ["-Wconstant-conversion", "global"] {
        assert!(said.contains(told), "{said}");
    }
}

const AXPY: &str = "#[sycl_hls::kernels]
mod k {
    #[kernel]
    fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
        for i in 0..y.len() {
            let scaled = a * x[i];
            y[i] = scaled - 2.5;
        }
    }
}
";

/// The Verilog of a kernel at 300 MHz.
fn core_and_top(text: &str) -> [String; 2] {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("k.rs");
    fs::write(&path, text).unwrap();
    let mut module = translated(&path).remove(0);
    pass::run_all(&mut module, hw_emu::LEGALIZE);
    let (_, func) = module.kernels().next().unwrap();
    hw_emu::kernel(&module, func, 300).unwrap().verilog().map(|(_, text)| text)
}

/// On a variable, for the kind of operation that is assigned to it; on a result.
#[test]
fn operators_are_those_that_are_asked_for() {
    let [core, _] = core_and_top(BOUND);
    for unit in [
        "sh_fadd_dsp #(.EXP(8), .MAN(23), .LATENCY(9))",
        "sh_fadd #(.EXP(8), .MAN(23), .LATENCY(6))",
        "sh_mul_fabric #(.WIDTH(32), .LATENCY(3))",
        "sh_mul #(.WIDTH(32), .LATENCY(4))",
    ] {
        assert_eq!(core.matches(unit).count(), 1, "{unit} in\n{core}");
    }
}

const BOUND: &str = "
#[sycl_hls::kernels]
mod k {
    #[kernel]
    fn bound(a: f32, k: &[u32], y: &mut [f32], z: &mut [u32]) {
        #[bind_op(op = fadd, impl = fulldsp, latency = 9)]
        #[bind_op(op = fsub, impl = fabric)]
        let mut sum = a;
        sum += y[0];
        sum -= y[1];
        y[0] = sum;
        #[bind_op(impl = fabric)]
        let square = k[0].wrapping_mul(k[1]);
        #[bind_op(impl = dsp, latency = 4)]
        let cube = square.wrapping_mul(k[0]);
        z[0] = cube;
    }
}
";

/// Values are called as in Rust, what is computed stands behind its line, and what is known is not computed.
#[test]
fn text_leads_to_the_rust_source() {
    let [core, top] = core_and_top(AXPY);
    let lines: Vec<&str> = core.lines().collect();
    let multiplies = lines.iter().position(|line| line.trim_start().starts_with("sh_fmul")).unwrap();
    let place = lines[..multiplies].iter().rfind(|line| line.contains("// Line")).unwrap();
    assert!(place.contains("// Line 6, cycle "), "{place}");
    assert!(lines[multiplies].contains(".q(scaled_b"), "{}", lines[multiplies]);
    // Less 2.5 is more by -2.5, and both accesses of a beat are of one length.
    assert!(core.contains(".b(32'hc0200000)") && !core.contains("? 2'h2 :"), "{core}");
    for told in ["Resets: ", "Stalls: "] {
        assert!(core.contains(told), "{told}");
    }
    for told in ["ap_ctrl_chain", "reset", "Stalls: ", "0x10 to 0x13  a, 32 bits"] {
        assert!(top.contains(told), "{told}");
    }
}
