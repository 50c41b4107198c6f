//! `--target hw_emu`: kernels as simulated hardware.

use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};

use npyz::{NpyFile, WriterBuilder as _};
use xclbin_tools::section::embedded_metadata::{CoreTarget, Project};
use xclbin_tools::section::{ClockFreqTopology, Connection, Connectivity, IpLayout, KeyValues, MemTopology};
use xclbin_tools::{Mode, SectionKind, Xclbin};

use crate::cli::support::{Folder, Outcome, finish};

/// Kernels that end, that access what is not theirs, and that never end.
const HARDWARE: &str = r"#[sycl_hls::kernels]
mod kernels {
    #[kernel] #[hls_allow(missed_burst)]
    #[compute_units(2)]
    #[clock(mhz = 250)]
    pub fn axpy(a: f32, x: &[f32], #[bank(DDR[2])] y: &mut [f32]) {
        for i in 0..y.len() {
            y[i] = a * x[i] + y[i];
        }
    }

    #[kernel]
    pub fn far(first: usize, x: &[i32], y: &mut [i32]) {
        y[0] = x[0];
        for i in first..first + 4 {
            y[1] = x[i] + 1;
        }
    }

    #[kernel]
    pub fn endless(x: &mut [u32]) {
        let mut n = x[0];
        while n != 0 {
            n = n * 3 + 2;
            n = n | 1;
        }
        x[0] = n;
    }
}
";

/// What is compiled is kept for all these tests, from run to run.
pub fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("hw-emu-cache")
}

fn npy<T: npyz::Serialize + npyz::AutoSerialize + Copy>(values: &[T]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let shape = [values.len() as u64];
    let options = npyz::WriteOptions::<T>::new().default_dtype().shape(&shape);
    let mut writer = options.writer(&mut bytes).begin_nd().unwrap();
    writer.extend(values.iter().copied()).unwrap();
    writer.finish().unwrap();
    bytes
}

fn values<T: npyz::Deserialize>(folder: &Folder, name: &str) -> Vec<T> {
    NpyFile::new(folder.read(name).as_slice()).unwrap().into_vec().unwrap()
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("kernels.rs", HARDWARE);
    let x: Vec<f32> = (0..200_u16).map(|n| f32::from(n) * 0.3 - 7.0).collect();
    folder.write("x.npy", npy(&x));
    folder.write("y.npy", npy(&vec![0.1_f32; 200]));
    folder.write("i.npy", npy(&[7_i32; 10]));
    folder.write("o.npy", npy(&[0_i32; 2]));
    folder.write("u.npy", npy(&[1_u32]));
    folder
}

fn call(folder: &Folder, args: &[&str]) -> Outcome {
    let cache = cache();
    let environment = [("SYCL_HLS_CACHE", cache.as_os_str())];
    folder.run_with(&environment, ["call", "kernels.rs"].iter().chain(args))
}

#[test]
fn a_kernel_gives_the_hosts_bits_and_its_cycles() {
    let folder = folder();
    let axpy = |target: &[&str], y: &str| {
        let args = [&["axpy", "a=2.5", "x=@x.npy", y], target].concat();
        call(&folder, &args).success().stderr
    };
    assert_eq!(axpy(&[], "y=@y.npy:host.npy"), "");
    let board = axpy(&["--target", "hw_emu", "--stats", "board.json"], "y=@y.npy:board.npy");
    let ideal_args = ["--target", "hw_emu", "--memory", "ideal", "--stats", "ideal.json", "-q"];
    assert_eq!(axpy(&ideal_args, "y=@y.npy:ideal.npy"), "");
    assert_eq!(folder.read("board.npy"), folder.read("host.npy"));
    assert_eq!(folder.read("ideal.npy"), folder.read("host.npy"));

    let stats =
        |name: &str| serde_json::from_slice::<serde_json::Value>(&folder.read(name)).unwrap()[0].clone();
    let (on_board, ideal) = (stats("board.json"), stats("ideal.json"));
    let told = format!("cycles: {} (axpy), with the memory of u200", on_board["cycles"]);
    assert_eq!(board.trim(), told);
    assert!(ideal["cycles"].as_u64().unwrap() < 600, "an element a cycle: {ideal}");
    assert_ne!(on_board["cycles"], ideal["cycles"], "latencies differ");
    assert_eq!((&ideal["unit"], &ideal["clock_mhz"]), (&"axpy_1".into(), &250.into()));
    assert_eq!(ideal["ports"][0]["read"]["bytes"], 800);
    assert_eq!(
        (&ideal["ports"][1]["name"], &ideal["ports"][1]["write"]["bytes"]),
        (&"gmem1".into(), &800.into())
    );

    let report = folder.run(["report", "kernels.rs", "--kernel", "axpy", "--after", "ideal.json"]);
    let text = report.success().stdout;
    let ports =
        text.split_once(&format!("ports of axpy_1 in {} cycles of simulation (done)\n", ideal["cycles"]));
    let rows: Vec<&str> = ports.unwrap_or_else(|| panic!("{text}")).1.lines().map(str::trim).collect();
    assert!(rows[0].starts_with("port"), "{text}");
    let reads = rows.iter().find(|row| row.starts_with("gmem0 reads")).unwrap_or_else(|| panic!("{text}"));
    let share = 200.0 * 100.0 / ideal["cycles"].as_f64().unwrap();
    assert!(reads.contains(" 800 ") && reads.contains(&format!("{share:.0} %")), "{text}");
    let json = folder.run(["report", "kernels.rs", "--json", "--after", "board.json"]).success().stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["runs"][0]["cycles"], on_board["cycles"]);
    for (kernel, file, complaint) in [
        ("axpy", "host.npy", "cannot read host.npy"),
        ("axpy", "kernels.rs", "kernels.rs has no figures of runs"),
        ("endless", "ideal.json", "ideal.json has no run of these kernels"),
    ] {
        folder.run(["report", "kernels.rs", "--kernel", kernel, "--after", file]).fails(1, &[complaint]);
    }
}

#[test]
fn waveforms_and_gates() {
    let folder = folder();
    let args = ["axpy", "a=2.5", "x=@x.npy", "y=@y.npy:y.out.npy", "then", "axpy", "a=1", "x=@x.npy"];
    let args = [&args[..], &["y=@y.npy", "--target", "hw_emu", "--gate-level", "--wave", "out.vcd"]].concat();
    call(&folder, &args).success();
    call(&folder, &["axpy", "a=2.5", "x=@x.npy", "y=@y.npy:host.npy"]).success();
    assert_eq!(folder.read("y.out.npy"), folder.read("host.npy"));
    for name in ["out.vcd", "out-2.vcd"] {
        let text = String::from_utf8(folder.read(name)).unwrap();
        for signal in ["ap_done", "m_axi_gmem0_ARADDR", "module core", "arg_a"] {
            assert!(text.contains(signal), "{name}: {signal}");
        }
    }
}

/// An access outside of every buffer names the argument, the index and the line, not the signal.
#[test]
fn an_access_that_is_out_of_bounds() {
    let folder = folder();
    let far = |first: &str, output: &str| {
        let (first, y) = (format!("first={first}"), format!("y=@o.npy:{output}"));
        call(&folder, &["far", "--target", "hw_emu", &first, "x=@i.npy", &y])
    };
    far("6", "inside.npy").success();
    assert_eq!(values::<i32>(&folder, "inside.npy"), [7, 8]);
    far("7", "outside.npy").fails(
        1,
        &[
            "kernel `far`: read outside of every buffer",
            "the length of `x` is 10 but the index is 10",
            "kernels.rs:",
        ],
    );
    assert!(!folder.path("outside.npy").exists());
}

/// Beats carry four of the bytes, and as many of the words: what lies behind a slice's end comes with them.
const BESIDE: &str = r"#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn sums(first: usize, bytes: &[u8], words: &[i32], out: &mut [i32]) {
        let mut sum = 0;
        for i in first..first + 4 {
            sum += bytes[i] as i32;
        }
        let mut total = 0;
        #[unroll(factor = 4)]
        for i in first..first + 8 {
            total += words[i];
        }
        out[0] = sum;
        out[1] = total;
    }
}
";

#[test]
fn an_access_behind_the_end_and_in_the_last_beat() {
    let folder = folder();
    folder.write("kernels.rs", BESIDE);
    let sums = |bytes: u8, words: i32| {
        folder.write("b.npy", npy(&(0..bytes).collect::<Vec<u8>>()));
        folder.write("w.npy", npy(&(0..words).collect::<Vec<i32>>()));
        let args =
            ["sums", "--target", "hw_emu", "first=2", "bytes=@b.npy", "words=@w.npy", "out=@o.npy:s.npy"];
        call(&folder, &args)
    };
    sums(6, 10).success();
    assert_eq!(values::<i32>(&folder, "s.npy"), [14, 44]);
    let outside = "kernel `sums`: read outside of every buffer";
    sums(5, 10).fails(1, &[outside, "the length of `bytes` is 5 but the index is 5", "kernels.rs:7:"]);
    sums(6, 9).fails(1, &[outside, "the length of `words` is 9 but the index is 9", "kernels.rs:"]);
}

#[test]
fn a_kernel_that_never_ends() {
    let folder = folder();
    let args = ["endless", "--target", "hw_emu", "--timeout", "2", "--stats", "s.json", "x=@u.npy:never.npy"];
    call(&folder, &args).fails(4, &["kernel `endless`: it was still running in cycle ", "kernels.rs:23:9"]);
    assert!(!folder.path("never.npy").exists());
}

/// Paths may have spaces and apostrophes.
const BUILD: [&str; 9] =
    ["build", "--board", "u200", "--source", "kernels.rs", "-o", "a b'", "--target", "hw_emu"];

/// Two builds take turns, and the second one finds the work done; a third one, too.
#[test]
fn an_image_is_built_once_and_describes_what_software_emulation_does() {
    let folder = folder();
    folder.write(
        "kernels.rs",
        HARDWARE.split("    #[kernel]\n    pub fn far").next().unwrap().to_owned() + "}\n",
    );
    let children = [(); 2].map(|()| folder.spawn(&[], BUILD));
    let said = children.map(|child| finish(child).success().stderr);
    let count = |word: &str| said.iter().filter(|text| text.contains(word)).count();
    assert_eq!((count("Built"), count("Fresh")), (1, 1), "{said:?}");
    assert!(folder.run(BUILD).success().stderr.contains("Fresh"));
    assert_eq!(
        folder.list("a b'/kernels.kernels"),
        [".lock", ".objects", "axpy.v", "library.v", "manifest.json"]
    );
    // Host code moves lines: the image says others, but no simulator is built again.
    folder.write(
        "kernels.rs",
        ["fn host() {}\n\n", &String::from_utf8(folder.read("kernels.rs")).unwrap()].concat(),
    );
    let moved = folder.run(BUILD).success().stderr;
    assert!(moved.contains("Built") && !moved.contains("Compiling"), "{moved}");

    let hardware = Xclbin::open(&folder.path("a b'/kernels.xclbin")).unwrap();
    folder.run(&BUILD[..7]).success();
    let software = Xclbin::open(&folder.path("a b'/kernels.xclbin")).unwrap();
    assert_eq!((hardware.mode(), software.mode()), (Mode::HwEmu, Mode::SwEmu));
    assert_eq!(hardware.parse::<IpLayout>().unwrap(), software.parse().unwrap());
    // In software emulation all arguments reach memory 0, too, behind their own.
    let mut topology: MemTopology = hardware.parse().unwrap().unwrap();
    topology.banks[0].used = true;
    assert_eq!(Some(topology), software.parse().unwrap());
    let connections = |image: &Xclbin| image.parse::<Connectivity>().unwrap().unwrap().connections;
    let own = connections(&hardware);
    let defaults = own.iter().map(|own| Connection { mem_data_index: 0, ..*own });
    assert_eq!(connections(&software), own.iter().copied().chain(defaults).collect::<Vec<_>>());
    let keys: KeyValues = software.parse().unwrap().unwrap();
    assert_eq!(keys.get("sycl_hls.connections"), Some(&*own.len().to_string()));
    assert_eq!(hardware.parse::<ClockFreqTopology>().unwrap(), software.parse().unwrap());
    let project = |image: &Xclbin| image.parse::<Project>().unwrap().unwrap();
    let of_software = Project { target: Some(CoreTarget::Cosim), ..project(&software) };
    assert_eq!(project(&hardware), of_software);

    let archive = hardware.section(SectionKind::BITSTREAM).unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    names.sort();
    let files = ["axpy", "simulate.sh", "sycl-hls.json"];
    assert_eq!(names, files.map(|name| format!("behav_waveform/xsim/{name}")));
    let mut script = String::new();
    archive.by_name(&names[1]).unwrap().read_to_string(&mut script).unwrap();
    assert!(script.starts_with("#!/bin/sh\n"), "{script}");
}

#[test]
fn without_verilator() {
    let folder = folder();
    let outcome = folder.run_with(&[("VERILATOR", std::ffi::OsStr::new("no-such-verilator"))], BUILD);
    outcome.fails(3, &["Verilator was not found (looked for no-such-verilator)", "apt install verilator"]);
    folder.write("kernels.rs", HARDWARE.replace("a * x[i]", "a % x[i]"));
    folder.run(BUILD).fails(1, &["SH0517", "the remainder of floats", "kernels.rs:8:20"]);
    assert!(!folder.path("a b'").exists());
}
