//! A bench: a bridge with several parameters and a C++ program around it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;

use tempfile::TempDir;

use crate::interface::tools::{run, write_library};

/// Bits of the bus and of the widest element, whether all are as wide as the bus, beats of a burst, bursts on their way,
/// capacity, whether elements are groups, with the bits of lengths and sizes, and whether all are as wide as the widest. The
/// programs know them, too.
const PARAMETERS: [[u32; 10]; 8] = [
    [32, 32, 0, 16, 128, 128, 0, 32, 2, 0],
    [64, 64, 0, 256, 128, 500, 0, 32, 2, 0],
    [512, 64, 0, 16, 128, 128, 0, 32, 2, 0],
    [128, 32, 0, 3, 2, 5, 0, 32, 2, 1],
    [32, 32, 1, 16, 128, 128, 0, 32, 2, 0],
    [64, 64, 1, 3, 2, 5, 0, 32, 2, 0],
    [512, 512, 0, 16, 128, 128, 1, 48, 7, 0],
    [256, 96, 0, 3, 2, 5, 1, 48, 7, 0],
];

/// A program that was built; removed at the end.
pub struct Bench {
    folder: TempDir,
}

impl Bench {
    /// Runs one of its scenarios with the seeds from 1 to this one.
    pub fn passes(&self, scenario: &str, seeds: u32) {
        let program = self.folder.path().join("bench");
        let said = run(program.to_str().unwrap(), &[scenario, &seeds.to_string()], self.folder.path());
        assert_eq!(said.trim(), format!("passed {scenario}"));
    }
}

/// Where Verilator's own C++ lies.
fn include() -> String {
    let root = run("verilator", &["--getenv", "VERILATOR_ROOT"], Path::new("."));
    format!("{}/include", root.trim())
}

fn compile(source: &Path, folder: &Path) {
    let object = folder.join(source.file_name().unwrap()).with_extension("o");
    let include = include();
    let standard = format!("{include}/vltstd");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface");
    let mut arguments = vec!["-std=c++17", "-O1", "-c"];
    for folder in [include.as_str(), &standard, "."] {
        arguments.extend(["-I", folder]);
    }
    arguments.extend(["-I", own.to_str().unwrap(), source.to_str().unwrap(), "-o", object.to_str().unwrap()]);
    run("g++", &arguments, folder);
}

/// Verilator's library, compiled once.
fn runtime() -> &'static Path {
    static RUNTIME: OnceLock<TempDir> = OnceLock::new();
    let folder = RUNTIME.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        for file in ["verilated.cpp", "verilated_threads.cpp"] {
            compile(&Path::new(&include()).join(file), folder.path());
        }
        folder
    });
    folder.path()
}

/// A model of the bridge with these parameters, in one C++ file.
fn model(bridge: &str, number: usize, parameters: [u32; 10], folder: &Path) -> PathBuf {
    let prefix = format!("V{bridge}{number}");
    let names = [
        "DATA_WIDTH",
        "ELEM_WIDTH",
        "WHOLE",
        "MAX_BURST",
        "OUTSTANDING",
        "CAPACITY",
        "GROUPS",
        "LEN_WIDTH",
        "SIZE_WIDTH",
        "ONE_SIZE",
    ];
    let values = names.iter().zip(parameters).map(|(name, value)| format!("-G{name}={value}"));
    let mut arguments: Vec<String> = ["--cc", "--no-timing", "-O3", "--x-initial", "unique", "--Mdir", "."]
        .map(String::from)
        .into_iter()
        .chain(crate::interface::lint::WARNINGS.iter().map(ToString::to_string))
        .chain(values)
        .collect();
    arguments.extend(["--prefix", &prefix, "--top-module"].map(String::from));
    let parts = match bridge {
        "read" => &["fifo.v", "short_fifo.v", "axi_gather.v"][..],
        _ => &["fifo.v", "axi_scatter.v"],
    };
    arguments.extend([format!("sh_axi_{bridge}"), format!("axi_{bridge}.v")]);
    arguments.extend(parts.iter().map(ToString::to_string));
    run("verilator", &arguments.iter().map(String::as_str).collect::<Vec<_>>(), folder);
    let mut made: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with(&prefix) && name.ends_with(".cpp"))
        .collect();
    made.sort();
    let text: String = made.iter().map(|name| format!("#include \"{name}\"\n")).collect();
    let all = folder.join(format!("model{number}.cc"));
    fs::write(&all, text).unwrap();
    all
}

/// Builds the bench of a bridge: `read` or `write`.
pub fn build(bridge: &str) -> Bench {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write_library(path);
    let models = PARAMETERS.iter().enumerate();
    let mut sources: Vec<PathBuf> =
        models.map(|(number, &parameters)| model(bridge, number, parameters, path)).collect();
    let headers: String =
        (0..PARAMETERS.len()).map(|number| format!("#include \"V{bridge}{number}.h\"\n")).collect();
    fs::write(path.join(format!("{bridge}_models.h")), headers).unwrap();
    sources.push(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/interface/{bridge}.cpp")));
    thread::scope(|scope| {
        for source in &sources {
            scope.spawn(|| compile(source, path));
        }
        scope.spawn(runtime);
    });
    let objects = sources.iter().map(|source| path.join(source.file_name().unwrap()).with_extension("o"));
    let library = ["verilated.o", "verilated_threads.o"].map(|name| runtime().join(name));
    let objects: Vec<String> =
        objects.chain(library).map(|object| object.to_str().unwrap().to_owned()).collect();
    let mut arguments: Vec<&str> = objects.iter().map(String::as_str).collect();
    arguments.extend(["-pthread", "-o", "bench"]);
    run("g++", &arguments, path);
    Bench { folder }
}
