//! Plans that run, fail, are interrupted and run again, with a replay in the place of Vitis.

use std::collections::BTreeMap;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use sycl_hls_boards::Family;
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_types::{Digest, Restart, Target};
use sycl_hls_vitis::design::{Design, Hls, Kernel, Options};
use sycl_hls_vitis::flow;
use sycl_hls_vitis::plan::{Plan, Step};
use sycl_hls_vitis::runner::{Done, RunError, Runner, Watch};
use sycl_hls_vitis::store::Store;
use sycl_hls_vitis::tools::{Installation, Places};

/// A folder with a replay of Vitis in it. Its name has a space.
struct Bench {
    _folder: tempfile::TempDir,
    tools: Installation,
    work: PathBuf,
    store: Store,
}

/// What a watch saw.
#[derive(Default)]
struct Seen {
    began: Mutex<Vec<String>>,
    bytes: Mutex<u64>,
}

impl Watch for Seen {
    fn begins(&self, step: &Step) {
        self.began.lock().unwrap().push(step.name.clone());
    }

    fn wrote(&self, _: &Step, bytes: &[u8]) {
        *self.bytes.lock().unwrap() += bytes.len() as u64;
    }

    fn is_done(&self, _: &Step, _: Done) {}
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("a b");
        let bin = root.join("Vitis/2024.2/bin");
        std::fs::create_dir_all(&bin).unwrap();
        for name in ["v++", "platforminfo", "emconfigutil"] {
            symlink(env!("CARGO_BIN_EXE_sycl-hls-replay"), bin.join(name)).unwrap();
        }
        let places = Places { installations: vec![root.clone()], ..Places::default() };
        let tools = places.vitis().remove(0);
        std::fs::write(tools.root.join("settings64.sh"), "export ONLY_FOR_TOOLS=1\n").unwrap();
        let (work, store) = (root.join("work"), Store::new(root.join("store")));
        std::fs::create_dir_all(&work).unwrap();
        Self { _folder: folder, tools, work, store }
    }

    fn script(&self, json: &str) {
        std::fs::write(self.work.join("replay.json"), json).unwrap();
    }

    fn run_with(&self, plan: &Plan, cancel: &Cancel, keep: bool) -> (Result<(), RunError>, Seen) {
        plan.check().unwrap();
        let seen = Seen::default();
        let (tools, store, platform) = (&self.tools, &self.store, Digest::of("a platform"));
        let runner = Runner { folder: &self.work, tools, store, platform, jobs: 3, keep };
        (runner.run(plan, cancel, &seen), seen)
    }

    /// The names of the steps that ran.
    fn run(&self, plan: &Plan) -> Result<Vec<String>, RunError> {
        let (result, seen) = self.run_with(plan, &Cancel::new(), false);
        let mut began = seen.began.into_inner().unwrap();
        began.sort();
        result.map(|()| began)
    }

    fn has(&self, path: &str) -> bool {
        self.work.join(path).exists()
    }
}

fn design(kernels: &[(&str, &str)]) -> Design {
    let text = |(name, body): &(&str, &str)| {
        let (parts, source) = (Vec::new(), format!("{name}.cpp"));
        let restart = Restart::Never;
        let kernel = Kernel { name: (*name).to_owned(), source, parts, hertz: None, restart };
        (kernel, (format!("{name}.cpp"), format!("extern \"C\" void {name}() {{ {body} }}\n")))
    };
    let (kernels, sources): (Vec<Kernel>, BTreeMap<String, String>) = kernels.iter().map(text).unzip();
    Design {
        name: "app".to_owned(),
        board: "u200".to_owned(),
        platform: "xilinx_u200_gen3x16_xdma_2_202110_1".to_owned(),
        family: Family::UltraScalePlus,
        target: Target::Hw,
        version: Version::V2024_2,
        hls: Hls::Classic,
        kernels,
        sources,
        link_config: "[connectivity]\nnk=one:2\n".to_owned(),
        options: Options::default(),
    }
}

fn plan() -> Plan {
    flow::plan(&design(&[("one", ""), ("two", "")]))
}

#[test]
fn all_steps_run_once_and_never_again() {
    let bench = Bench::new();
    let all = ["compile-one", "compile-two", "link", "package", "platform"];
    assert_eq!(bench.run(&plan()).unwrap(), all);
    assert!(bench.has("app.xclbin") && bench.has("logs/link.log"));
    assert!(bench.has("reports/compile-one/reports/one/hls_reports/one_csynth.rpt"));
    assert!(!bench.has("compile-one/one"), "intermediate files are deleted");
    assert!(bench.run(&plan()).unwrap().is_empty());
    // Whatever was lost comes out of the store.
    std::fs::remove_dir_all(&bench.work).unwrap();
    std::fs::create_dir_all(&bench.work).unwrap();
    assert!(bench.run(&plan()).unwrap().is_empty());
    assert!(
        bench.has("app.xclbin") && bench.has("reports/link/link/vivado/vpl/prj/prj.runs/impl_1/runme.log")
    );
}

#[test]
fn what_is_there_already_is_left_alone() {
    let bench = Bench::new();
    bench.run(&plan()).unwrap();
    let report = bench.work.join("reports/compile-one/reports/one/hls_reports/one_csynth.rpt");
    let (image, folder) = (bench.work.join("app.xclbin"), report.parent().unwrap().to_owned());
    let number = |path: &Path| path.metadata().unwrap().ino();
    let (first, changed) =
        (std::fs::read(&image).unwrap(), |path: &Path| path.metadata().unwrap().ctime_nsec());
    let (numbers, times) = ([number(&image), number(&report)], [changed(&image), changed(&folder)]);
    assert!(bench.run(&plan()).unwrap().is_empty());
    assert_eq!([number(&image), number(&report)], numbers);
    assert_eq!([changed(&image), changed(&folder)], times);
    // What somebody else put there, or took away, is as the steps left it again.
    std::fs::remove_file(&image).unwrap();
    std::fs::write(&image, "another").unwrap();
    std::fs::write(folder.join("two_csynth.rpt"), "another").unwrap();
    std::fs::remove_file(&report).unwrap();
    assert!(bench.run(&plan()).unwrap().is_empty());
    assert_eq!(std::fs::read(&image).unwrap(), first);
    assert_eq!(number(&report), numbers[1]);
    assert!(!folder.join("two_csynth.rpt").exists());
}

#[test]
fn a_change_makes_what_depends_on_it() {
    let bench = Bench::new();
    bench.run(&plan()).unwrap();
    let changed = flow::plan(&design(&[("one", ""), ("two", "int x;")]));
    assert_eq!(bench.run(&changed).unwrap(), ["compile-two", "link", "package"]);
    let placed = Design {
        link_config: "[connectivity]\nnk=one:3\n".to_owned(),
        ..design(&[("one", ""), ("two", "")])
    };
    assert_eq!(bench.run(&flow::plan(&placed)).unwrap(), ["link", "package"]);
    // The first plan's results are still there.
    assert!(bench.run(&plan()).unwrap().is_empty());
}

#[test]
fn the_unified_compiler_and_emulation() {
    let bench = Bench::new();
    let unified = Design { hls: Hls::Unified, target: Target::HwEmu, ..design(&[("one", "")]) };
    let ran = bench.run(&flow::plan(&unified)).unwrap();
    assert_eq!(ran, ["compile-one", "devices", "link", "package", "platform"]);
    assert!(bench.has("compile-one/one.xo") && bench.has("emconfig.json"));
    assert!(bench.has("reports/compile-one/hls/syn/report/csynth.rpt") && !bench.has("compile-one/hls"));
    assert!(bench.run(&flow::plan(&unified)).unwrap().is_empty());
}

#[test]
fn intermediate_files_stay_where_they_are_asked_for() {
    let bench = Bench::new();
    bench.run_with(&plan(), &Cancel::new(), true).0.unwrap();
    assert!(bench.has("compile-one/one/one/one.tcl"));
}

#[test]
fn a_failure_names_its_step_and_log_and_what_was_made_stays() {
    let bench = Bench::new();
    bench.script(r#"{"fail": ["link", "[VPL 101-2] design did not meet timing"]}"#);
    let error = bench.run(&plan()).unwrap_err();
    let RunError::Tool { step, log, .. } = &error else { panic!("{error}") };
    assert_eq!(step, "link");
    assert!(std::fs::read_to_string(log).unwrap().contains("[VPL 101-2] design did not meet timing"));
    assert!(!bench.has("app.xclbin"));
    bench.script("{}");
    assert_eq!(bench.run(&plan()).unwrap(), ["link", "package"]);
}

#[test]
fn what_was_not_written_is_missed() {
    let bench = Bench::new();
    bench.script(r#"{"forget": "package"}"#);
    let error = bench.run(&plan()).unwrap_err();
    assert!(error.to_string().contains("`package` ended well, but did not write app.xclbin"), "{error}");
    bench.script("{}");
    assert_eq!(bench.run(&plan()).unwrap(), ["package"]);
}

#[test]
fn what_the_replay_refuses_fails() {
    let bench = Bench::new();
    let unknown = Options { vpp_args: vec!["--no-such-option".to_owned()], ..Options::default() };
    let error = bench.run(&flow::plan(&Design { options: unknown, ..design(&[("one", "")]) })).unwrap_err();
    let RunError::Tool { log, .. } = error else { panic!("{error}") };
    assert!(std::fs::read_to_string(log).unwrap().contains("unrecognised option '--no-such-option'"));
    let mut mixed = plan();
    mixed.steps[1].args[2] = "hw_emu".to_owned();
    let RunError::Tool { step, .. } = bench.run(&mixed).unwrap_err() else { panic!("another error") };
    assert_eq!(step, "link");
}

#[test]
fn an_interruption_ends_all_tools_and_the_next_run_goes_on() {
    let bench = Bench::new();
    bench.script(r#"{"hang": "link"}"#);
    let cancel = Cancel::new();
    let plan = plan();
    let start = Instant::now();
    let error = thread::scope(|scope| {
        let build = scope.spawn(|| bench.run_with(&plan, &cancel, false).0.unwrap_err());
        while !bench.has("logs/link.log") {
            assert!(start.elapsed() < Duration::from_secs(60), "the linker never began");
            thread::sleep(Duration::from_millis(10));
        }
        cancel.cancel();
        build.join().unwrap()
    });
    assert!(error.is_interruption(), "{error}");
    assert!(start.elapsed() < Duration::from_secs(60));
    bench.script("{}");
    assert_eq!(bench.run(&plan).unwrap(), ["link", "package"]);
}

#[test]
fn steps_run_side_by_side() {
    let bench = Bench::new();
    bench.script(r#"{"takes_ms": 1500}"#);
    let start = Instant::now();
    bench.run(&flow::plan(&design(&[("one", ""), ("two", ""), ("three", "")]))).unwrap();
    // One after another: 7.5 s; side by side 4.5 s.
    assert!(start.elapsed() < Duration::from_millis(7000), "{:?}", start.elapsed());
}

#[test]
fn long_logs_are_no_trouble() {
    let bench = Bench::new();
    bench.script(r#"{"lines": 200000}"#);
    let (result, seen) = bench.run_with(&plan(), &Cancel::new(), false);
    result.unwrap();
    let log = std::fs::metadata(bench.work.join("logs/link.log")).unwrap().len();
    assert!(log > 8_000_000 && seen.bytes.into_inner().unwrap() > 4 * 8_000_000);
}

#[test]
fn two_builds_share_a_store() {
    let bench = Bench::new();
    let other = Bench::new();
    let plan = plan();
    bench.script(r#"{"takes_ms": 200}"#);
    other.script(r#"{"takes_ms": 200}"#);
    let run = |work: &Path| {
        let (tools, store, platform) = (&bench.tools, &bench.store, Digest::of("a platform"));
        let runner = Runner { folder: work, tools, store, platform, jobs: 2, keep: false };
        runner.run(&plan, &Cancel::new(), &Seen::default()).unwrap();
    };
    thread::scope(|scope| {
        scope.spawn(|| run(&bench.work));
        scope.spawn(|| run(&other.work));
    });
    assert!(bench.has("app.xclbin") && other.has("app.xclbin"));
}
