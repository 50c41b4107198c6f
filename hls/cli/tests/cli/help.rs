//! The examples of the help texts work as they stand.

use npyz::WriterBuilder as _;
use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;

use crate::cli::support::{Folder, Outcome, finish, of_projects, start};

/// The commands; the first is the program itself.
const COMMANDS: [&str; 42] = [
    "",
    "new",
    "check",
    "build",
    "exec",
    "import",
    "run",
    "test",
    "call",
    "emit",
    "report",
    "fifo",
    "boards",
    "devices",
    "deploy",
    "bundle",
    "verify",
    "explain",
    "xclbin",
    "xclbin info",
    "xclbin list",
    "xclbin dump",
    "xclbin add",
    "xclbin replace",
    "xclbin remove",
    "xclbin merge",
    "xclbin create",
    "xclbin keyvalue",
    "xclbin verify",
    "xclbin diff",
    "xclbin sign",
    "xclbin validate",
    "xclbinutil",
    "xrt",
    "xrt run",
    "xrt env",
    "xrt setup",
    "doctor",
    "cluster",
    "clean",
    "completions",
    "man",
];

/// What the examples call `streams.rs`.
pub const STREAMS: &str = r#"#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn doubled(x: &[u32], #[m_axi(bundle = "out")] y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 16>();
        #[dataflow]
        {
            load(x, tx);
            store(rx, y);
        }
    }

    fn load(x: &[u32], mut tx: Sender<u32>) {
        for v in x {
            tx.send(*v);
        }
    }

    fn store(mut rx: Receiver<u32>, y: &mut [u32]) {
        for v in y.iter_mut() {
            *v = 2 * rx.recv();
        }
    }
}
"#;

/// What the examples call `axpy.rs`.
pub const AXPY: &str = r"#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
        for i in 0..y.len() {
            y[i] = a * x[i] + y[i];
        }
    }

    #[kernel]
    pub fn scale(s: f32, x: &mut [f32]) {
        for i in 0..x.len() {
            x[i] = s * x[i];
        }
    }

    #[kernel]
    pub fn offset(d: f32, x: &mut [f32]) {
        for i in 0..x.len() {
            x[i] = x[i] + d;
        }
    }
}
";

/// What the examples call `points.rs`.
const POINTS: &str = r"#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[derive(Clone, Copy, Element)]
    pub struct Point {
        pub x: f32,
        pub y: f32,
    }

    #[kernel]
    pub fn shift(by: Point, points: &mut [Point]) {
        for point in points {
            point.x += by.x;
            point.y += by.y;
        }
    }
}
";

/// What `call --stats` writes.
const STATS: &str = r#"[{
    "kernel": "axpy", "unit": "axpy_1", "status": "done", "cycles": 150, "clock_mhz": 300, "microseconds": 0.5,
    "simulation_seconds": 0.01, "cycles_per_second": 15000.0, "records": [], "records_left_out": 0,
    "ports": [{
        "name": "gmem0",
        "read": { "bursts": 1, "beats": 2, "bytes": 8 },
        "write": { "bursts": 0, "beats": 0, "bytes": 0 },
        "stalls": { "ar": 0, "r": 0, "aw": 0, "w": 0, "b": 0, "waiting_for_data": 64 }
    }]
}]"#;

/// What the examples call `ips.json`.
const IPS: &str = r#"{"ip_layout": {"m_count": 1, "m_ip_data": [
    {"m_type": "IP_DNASC", "properties": "0", "m_base_address": "not_used", "m_name": "dna"}
]}}"#;

/// A structured array as NumPy writes it.
fn points() -> Vec<u8> {
    let dtype = npyz::DType::parse("[('x', '<f4'), ('y', '<f4')]").unwrap();
    let options = npyz::WriteOptions::new_header_only().dtype(dtype).shape(&[2]);
    let mut bytes = options.writer(Vec::new()).write_header_only().unwrap();
    bytes.extend([1.0_f32, 2.0, 3.0, 4.0].iter().flat_map(|value| value.to_le_bytes()));
    bytes
}

/// An array of two floats.
pub fn array() -> Vec<u8> {
    let mut bytes = Vec::new();
    let options = npyz::WriteOptions::<f32>::new().default_dtype().shape(&[2]);
    let mut writer = options.writer(&mut bytes).begin_nd().unwrap();
    writer.extend([1.0, 2.0]).unwrap();
    writer.finish().unwrap();
    bytes
}

fn help(folder: &Folder, command: &str) -> String {
    folder.run(["help"].into_iter().chain(command.split_whitespace())).success().stdout
}

/// The lines under `Examples:`.
fn examples(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    lines.map(str::trim).take_while(|line| !line.is_empty()).collect()
}

/// Runs an example as a shell does, in the project.
fn run(folder: &Folder, example: &str) -> Outcome {
    // A release build of all that the project depends on has nothing to show here.
    let builds_project = ["sycl-hls run ", "sycl-hls test "].iter().any(|start| example.starts_with(start));
    let example = if builds_project { &example.replace("--release", "--checks off") } else { example };
    let line = example.replacen("sycl-hls", env!("CARGO_BIN_EXE_sycl-hls"), 1);
    let mut command = folder.limited("vadd", "sh");
    command.args(["-c", &line]).envs(of_projects());
    command.env("XDG_CACHE_HOME", folder.path("cache"));
    command.env("XDG_STATE_HOME", folder.path("state"));
    // Programs that examples start are on the path.
    let programs = std::path::Path::new(env!("CARGO_BIN_EXE_sycl-hls")).parent().unwrap().display();
    command.env("PATH", format!("{programs}:{}", std::env::var("PATH").unwrap()));
    if example_needs_vitis(example) {
        command.env("XILINX_VITIS", folder.path("Vitis/2022.2"));
        command.env("PLATFORM_REPO_PATHS", folder.path("platforms"));
    }
    finish(start(command))
}

fn example_needs_vitis(example: &str) -> bool {
    example.starts_with("sycl-hls exec ")
}

/// What stands in for Vitis: each tool copies an image to where it is to write.
const VITIS: &str = r#"#!/bin/sh
for word; do
    case $before in -o|--output) cp "$(dirname "$0")/../image" "$word" ;; esac
    before=$word
done
"#;

/// Bundles the project, runs that and brings it back.
fn build_elsewhere(folder: &Folder, image: &[u8]) {
    folder.write("Vitis/2022.2/image", image);
    folder.write("platforms/xilinx_u200_gen3x16_xdma_2_202110_1.xpfm", "");
    for tool in ["v++", "platforminfo"] {
        folder.write(&format!("Vitis/2022.2/bin/{tool}"), VITIS);
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(format!("Vitis/2022.2/bin/{tool}")), executable).unwrap();
    }
    let bundle = "sycl-hls build --board u200 --target hw --vitis 2022.2 --bundle p.tar";
    for example in [bundle, "sycl-hls exec p.tar", "sycl-hls import p.results.tar"] {
        let outcome = run(folder, example);
        assert!(outcome.status.success(), "{example}: {}", outcome.stderr);
    }
}

/// A project such as the examples are about.
fn project(command: &str) -> Folder {
    let folder = Folder::fixed(&format!("help {command}"));
    folder.run(["new", "vadd"]).success();
    folder.write("vadd/axpy.rs", AXPY);
    folder.write("vadd/streams.rs", STREAMS);
    folder.write("vadd/x.npy", array());
    folder.write("vadd/y.npy", array());
    folder.write("vadd/points.rs", POINTS);
    folder.write("vadd/points.npy", points());
    folder.write("vadd/stats.json", STATS);
    folder.write("vadd/host", "#!/bin/sh\ntest \"$XCL_EMULATION_MODE\" = sw_emu\n");
    std::fs::set_permissions(folder.path("vadd/host"), std::fs::Permissions::from_mode(0o755)).unwrap();
    folder.run(["build", "--project", "vadd"]).success();
    let image = folder.read("vadd/build/u200/sw_emu/vadd.xclbin");
    folder.write("vadd/a.xclbin", &image);
    folder.write("vadd/other.xclbin", &image);
    folder.run(["bundle", "vadd/a.xclbin", "--host", "vadd/host", "--out", "vadd/vadd.tar"]).success();
    if ["exec", "import", "report"].contains(&command) {
        build_elsewhere(&folder, &image);
    }
    folder.write("vadd/ips.json", IPS);
    folder.write("vadd/k.so", "an object");
    folder.write("vadd/design.pdi", "a design");
    folder.make_key("vadd/key.pem", "vadd/cert.pem");
    folder
}

#[test]
fn every_example_works() {
    let images = project("xclbin");
    for command in COMMANDS {
        // Commands for images do not touch the project.
        let own = (!command.starts_with("xclbin")).then(|| project(command));
        let folder = own.as_ref().unwrap_or(&images);
        let text = help(folder, command);
        let examples = examples(&text);
        assert!(!examples.is_empty(), "`{command}` has examples:\n{text}");
        for example in examples {
            assert!(example.starts_with("sycl-hls "), "{example}");
            let outcome = run(folder, example);
            assert!(outcome.status.success(), "{example}: {}", outcome.stderr);
        }
    }
}

#[test]
fn every_command_is_looked_at() {
    let folder = Folder::new();
    let listed = |text: &str| -> BTreeSet<String> {
        let lines = text.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = lines
            .take_while(|line| !line.is_empty())
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        names
            .filter_map(|line| line.split_whitespace().next())
            .filter(|name| *name != "help")
            .map(str::to_owned)
            .collect()
    };
    let mut found = listed(&help(&folder, ""));
    for command in ["xclbin", "xrt"] {
        found.extend(listed(&help(&folder, command)).iter().map(|name| format!("{command} {name}")));
    }
    let expected: BTreeSet<String> =
        COMMANDS.iter().filter(|name| !name.is_empty()).map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

/// Help fits the terminal.
#[test]
fn lines_are_no_longer_than_100() {
    let folder = Folder::new();
    for command in COMMANDS {
        let text = help(&folder, command);
        let long = text.lines().find(|line| line.chars().count() > 100);
        assert_eq!(long, None, "{command}");
        // Examples are not wrapped.
        let long = examples(&text).into_iter().find(|example| example.chars().count() > 78);
        assert_eq!(long, None, "{command}");
    }
}
