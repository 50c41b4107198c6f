//! `sycl-hls build --target hw` with a replay in the place of Vitis.

use sycl_hls_vitis::plan::Plan;
use xclbin_tools::Xclbin;

use crate::project::{KERNEL, NOT_CPP, Project, U200};

#[test]
fn an_image_is_built_once_and_says_what_it_is_of() {
    let project = Project::new();
    let said = project.built(&["--target", "hw"]);
    assert!(said.contains("v++ compile-fill") && said.contains("build/u200/hw/app.xclbin"), "{said}");
    assert!(said.contains("Reached link: routing, about 57 %"), "{said}");
    let image = Xclbin::open(&project.path("a b/build/u200/hw/app.xclbin")).unwrap();
    let values = image.key_values().unwrap();
    assert_eq!(values.get("sycl_hls.target"), Some("hw"));
    assert!(values.iter().any(|(key, value)| key.starts_with("sycl_hls.") && value.contains("\"fill\"")));
    let manifest = std::fs::read(project.path("a b/build/u200/hw/app.kernels/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!((&manifest["target"], &manifest["platform"]), (&"hw".into(), &image.platform_vbnv().into()));
    assert_eq!(manifest["build"].as_str(), values.get("sycl_hls.build"));
    assert!(manifest["tools"]["vitis"].is_string() && manifest.get("kernels").is_none(), "{manifest}");
    let image = project.path("a b/build/u200/hw/app.xclbin");
    let inode = || std::os::unix::fs::MetadataExt::ino(&std::fs::metadata(&image).unwrap());
    let before = inode();
    assert!(!project.built(&["--target", "hw"]).contains("Running"), "nothing has changed");
    assert_eq!(inode(), before, "the image is the very one");
    let bytes = std::fs::read(&image).unwrap();
    std::fs::write(&image, &bytes[..bytes.len() - 1]).unwrap();
    project.built(&["--target", "hw"]);
    assert_eq!(std::fs::read(&image).unwrap().len(), bytes.len(), "a damaged one is replaced");
    project.write("a b/src/main.rs", &format!("{KERNEL}\nfn main() {{ println!(\"the host\"); }}\n"));
    assert!(!project.built(&["--target", "hw"]).contains("Running"), "only the host has changed");
    project.write("a b/src/main.rs", &KERNEL.replace('7', "8"));
    let said = project.built(&["--target", "hw"]);
    assert!(said.contains("compile-fill") && !said.contains("platforminfo"), "{said}");
}

#[test]
fn hardware_emulation_of_vitis() {
    let project = Project::new();
    project.built(&["--target", "hw_emu", "--toolchain", "vitis"]);
    assert!(project.path("a b/build/u200/hw_emu/app.vitis/emconfig.json").is_file());
    let (code, message) = Project::refused(project.build(&["--target", "sw_emu", "--toolchain", "vitis"]));
    assert!(code == Some(2) && message.contains("Vitis has no sw_emu"), "{message}");
}

#[test]
fn a_plan_needs_no_vitis() {
    let project = Project::new();
    let plan = project.path("plan.json");
    let args = ["--target", "hw", "--dry-run", "--vitis", "2023.1", "--plan", plan.to_str().unwrap()];
    let output = project.build_with(None, &args);
    let script = String::from_utf8(output.stdout).unwrap();
    assert!(script.contains("v++ -l -t hw") && script.contains("sp=fill_1.x:DDR[0]"), "{script}");
    let plan = Plan::from_json(&std::fs::read_to_string(plan).unwrap()).unwrap();
    assert_eq!((plan.vitis.as_str(), plan.platform.as_str()), ("2023.1", U200));
    assert!(!project.path("a b/build").exists());
}

#[test]
fn what_is_missing_is_named() {
    let project = Project::new();
    let (code, message) = Project::refused(project.build_with(None, &["--target", "hw"]));
    assert!(code == Some(3) && message.contains("Vitis was not found"), "{message}");
    let (code, message) = Project::refused(project.build(&["--target", "hw", "--vitis", "2020.2"]));
    assert!(code == Some(3) && message.contains("Vitis 2020.2 was not found"), "{message}");
    let (code, message) = Project::refused(project.build(&["--target", "hw", "--hls", "unified"]));
    assert!(code == Some(2) && message.contains("has no `v++ --mode hls`"), "{message}");
    let near = U200.replace("_2_2021", "_1_2021");
    let (code, message) = Project::refused(project.build(&["--target", "hw", "--platform", &near]));
    assert!(code == Some(3) && message.contains(&format!("did you mean `--platform {U200}`?")), "{message}");
    let (code, message) = Project::refused(project.build(&["--target", "hw", "--platform", "no.xpfm"]));
    assert!(code == Some(3) && message.contains("there is no platform no.xpfm"), "{message}");
}

#[test]
fn a_failure_shows_what_the_tool_said() {
    let project = Project::new();
    let script = "a b/build/u200/hw/app.vitis/replay.json";
    project.write(script, r#"{"fail": ["link", "[VPL 101-2] design did not meet timing"]}"#);
    let (code, message) = Project::refused(project.build(&["--target", "hw"]));
    assert_eq!(code, Some(1), "{message}");
    assert!(message.contains("the step `link` failed") && message.contains("[VPL 101-2]"), "{message}");
    assert!(message.contains("logs/link.log"), "{message}");
    assert!(!project.path("a b/build/u200/hw/app.xclbin").exists());
    project.write(script, "{}");
    assert!(!project.built(&["--target", "hw"]).contains("compile-fill"), "what was finished is kept");
}

#[test]
fn reports_are_summed_up() {
    let project = Project::new();
    project.write("a b/build/u200/hw/app.vitis/replay.json", r#"{"mhz": 270.0, "ii": 2}"#);
    let said = project.built(&["--target", "hw"]);
    assert!(
        said.contains("fill: 2.92 ns of 3.33 ns expected, LUT 3000, FF 2000, DSP 5, BRAM18 8, URAM 0"),
        "{said}"
    );
    assert!(said.contains("kernels run at 270 MHz of 300 MHz"), "{said}");
    project.write("a b/sycl-hls.toml", "[build]\nmin_mhz = 280\n");
    let (code, message) = Project::refused(project.build(&["--target", "hw"]));
    assert!(code == Some(1) && message.contains("kernels run at 270 MHz; at least 280 MHz"), "{message}");
}

#[test]
fn a_kernel_that_is_not_compiled_is_told_by_its_line_of_rust() {
    let project = Project::new();
    project.write(
        "a b/build/u200/hw/app.vitis/replay.json",
        &format!(r#"{{"fail": ["compile", "{NOT_CPP}"]}}"#),
    );
    let (code, message) = Project::refused(project.build(&["--target", "hw"]));
    assert!(code == Some(1) && message.contains("the step `compile-fill` failed"), "{message}");
    assert!(message.contains("--> src/main.rs:9:13") && message.contains("x[i] = 7;"), "{message}");
}

#[test]
fn what_the_tool_passed_over_fails_the_build_in_the_users_source() {
    let project = Project::new();
    let piped = KERNEL.replace("for i in", "#[pipeline(ii = 1, strict)]\n        for i in");
    project.write("a b/src/main.rs", &piped);
    let script = "a b/build/u200/hw/app.vitis/replay.json";
    project.write(script, r#"{"drop": "pipeline"}"#);
    let (code, message) = Project::refused(project.build(&["--target", "hw"]));
    assert!(code == Some(1) && message.contains("Vitis HLS dropped the pragma `pipeline"), "{message}");
    assert!(message.contains("src/main.rs:9:"), "{message}");
    assert!(!project.path("a b/build/u200/hw/app.xclbin").exists(), "the image is not put in its place");

    let project = Project::new();
    project.write("a b/src/main.rs", &piped);
    project.write(script, r#"{"ii": 3}"#);
    let (code, message) = Project::refused(project.build(&["--target", "hw"]));
    assert!(code == Some(1) && message.contains("an interval of 3, not of 1"), "{message}");
    assert!(message.contains("for i in 0..x.len()"), "{message}");

    let project = Project::new();
    project.write(script, r#"{"slack": -0.5}"#);
    let (code, message) = Project::refused(project.build(&["--target", "hw"]));
    assert!(code == Some(1) && message.contains("the design misses its clocks"), "{message}");
}

#[test]
fn the_projects_own_options_reach_the_linker() {
    let project = Project::new();
    project.write("a b/sycl-hls.toml", "[build]\nkeep = true\nvpp_args = [\"--report_level\", \"2\"]\n");
    let said = project.built(&["--target", "hw", "-v"]);
    assert!(said.contains("--report_level 2"), "{said}");
    assert!(project.path("a b/build/u200/hw/app.vitis/compile-fill/fill").is_dir());
}

#[test]
fn files_that_options_name_belong_to_the_build() {
    let project = Project::new();
    project.write("a b/place.tcl", "puts one");
    let words = "\"--linkhook.do_first\", \"vpl.impl.place_design,place.tcl\"";
    project.write("a b/sycl-hls.toml", &format!("[build]\nvpp_args = [{words}]\n"));
    project.built(&["--target", "hw"]);
    assert!(!project.built(&["--target", "hw"]).contains("Running"), "nothing has changed");
    project.write("a b/place.tcl", "puts two");
    let said = project.built(&["--target", "hw"]);
    assert!(said.contains("v++ link") && !said.contains("compile-fill"), "{said}");
    let script = project.build(&["--target", "hw", "--dry-run"]).stdout;
    let script = String::from_utf8(script).unwrap();
    assert!(
        script.contains("place.tcl' inputs/place.tcl") && script.contains("place_design,inputs/place.tcl"),
        "{script}"
    );
    project.write(
        "a b/sycl-hls.toml",
        "[vitis.vivado]\nprop = \"run.impl_1.STEPS.ROUTE_DESIGN.TCL.PRE=no.tcl\"\n",
    );
    let (code, message) = Project::refused(project.build(&["--target", "hw", "--dry-run"]));
    assert!(code == Some(2) && message.contains("`vivado.prop` names "), "{message}");
}

#[test]
fn scripts_for_vitis_hls_and_its_projects() {
    let project = Project::new();
    project.write("a b/hls/directives.tcl", "config_compile");
    let keys = "[vitis.hls]\npre_tcl = \"hls/directives.tcl\"\nexport_project = \"projects\"\n";
    project.write("a b/sycl-hls.toml", keys);
    project.built(&["--target", "hw"]);
    let path = |path: &str| project.path("a b/build/u200/hw/app.vitis").join(path);
    assert_eq!(
        std::fs::read_to_string(path("compile.cfg")).unwrap(),
        "[hls]\npre_tcl=inputs/directives.tcl\n"
    );
    assert!(path("projects/fill/fill.tcl").is_file());
    project.write("a b/hls/directives.tcl", "config_compile -x");
    assert!(project.built(&["--target", "hw"]).contains("compile-fill"), "it belongs to the kernel");
    project.write("a b/sycl-hls.toml", &keys.replace("projects\"", "../projects\""));
    let (code, message) = Project::refused(project.build(&["--target", "hw"]));
    assert!(
        code == Some(2) && message.contains("`../projects` is no folder in the build's own"),
        "{message}"
    );
    project.write("a b/sycl-hls.toml", keys);
    let unified = ["--target", "hw", "--vitis", "2024.2", "--hls", "unified", "--dry-run"];
    let (code, message) = Project::refused(project.build(&unified));
    assert!(code == Some(2) && message.contains("`export_project` is no key of this compiler"), "{message}");
}

#[test]
fn sections_of_configuration_files_reach_the_tools() {
    let project = Project::new();
    let vitis = "[vitis.vivado]\nimpl.jobs = 8\nprop = [\"run.impl_1.strategy=Performance_Explore\", \"run.synth_1.x=1\"]\n\
                 [vitis.profile]\ndata = \"all:all:all\"\n[vitis.hls]\nmax_memory_ports = \"all\"\n";
    project.write("a b/sycl-hls.toml", vitis);
    project.built(&["--target", "hw"]);
    let config = |name: &str| {
        std::fs::read_to_string(project.path(&format!("a b/build/u200/hw/app.vitis/{name}"))).unwrap()
    };
    let linker =
        "[profile]\ndata=all:all:all\n[vivado]\nimpl.jobs=8\nprop=run.impl_1.strategy=Performance_Explore\n";
    assert!(config("link.cfg").contains(linker), "{}", config("link.cfg"));
    assert_eq!(config("compile.cfg"), "[hls]\nmax_memory_ports=all\n");
    let unified = ["--target", "hw", "--vitis", "2024.2", "--hls", "unified", "--dry-run"];
    let (code, message) = Project::refused(project.build(&unified));
    assert!(
        code == Some(2) && message.contains("`max_memory_ports` is no key of this compiler"),
        "{message}"
    );
    project.write("a b/sycl-hls.toml", "[vitis.hls.syn]\ncompile.pipeline_style = \"frp\"\n");
    let said = String::from_utf8(project.build(&unified).stdout).unwrap();
    assert!(said.contains("\nsyn.compile.pipeline_style=frp\n"), "{said}");
    project.write("a b/sycl-hls.toml", "[vitis.vivado]\nimpl.job = 8\n");
    let (code, message) = Project::refused(project.build(&["--target", "hw"]));
    assert!(code == Some(2) && message.contains("`[vitis.vivado.impl]` has no key `job`"), "{message}");
}

#[test]
fn the_platform_goes_before_the_boards_file() {
    let project = Project::new();
    let script = "a b/build/u200/hw/app.vitis/replay.json";
    let segment =
        |index: u32, slr: u32| format!("Segment Index: {index}\\nConsumption: automatic\\nSLR: SLR{slr}\\n");
    project
        .write(script, &format!(r#"{{"platform": "Bus SP Tag: DDR\n{}{}"}}"#, segment(1, 1), segment(3, 2)));
    let (code, message) = Project::refused(project.build(&["--target", "hw"]));
    assert!(message.contains("Platform DDR[0]: missing, not there"), "{message}");
    assert!(code == Some(1) && message.contains("has no memory bank DDR[0]"), "{message}");
    assert!(!message.contains("Running v++"), "{message}");
    // Another platform under the same name is asked again.
    project.write(script, &format!(r#"{{"platform": "Bus SP Tag: DDR\n{}"}}"#, segment(0, 2)));
    project.write(&format!("platforms/{U200}/hw/{U200}.xsa"), "new");
    let said = project.built(&["--target", "hw"]);
    assert!(said.contains("Platform DDR[0]'s region: 2, not 0"), "{said}");
    assert!(
        !project.built(&["--target", "hw"]).contains("Platform"),
        "nothing is asked when nothing is to be done"
    );
}

#[test]
fn what_does_not_fit_is_said_before_anything_runs() {
    let project = Project::new();
    let large = KERNEL.replace("for i in", "let mut t = [0u32; 4_000_000];\n        for i in").replace(
        "x[i] = 7;",
        "let at = x[i] as usize % 4_000_000;\n            x[i] = t[at];\n            t[at] = u32::MAX - x[i];",
    );
    project.write("a b/src/main.rs", &large);
    project.write("a b/sycl-hls.toml", "[image.app.kernel.fill]\nslr = 1\n");
    let (code, message) = Project::refused(project.build(&["--target", "hw"]));
    assert!(code == Some(1) && message.contains("the kernels do not fit SLR1 of u200: about "), "{message}");
    assert!(message.contains("and there are 160") && !message.contains("Running v++"), "{message}");
    let (code, message) = Project::refused(project.build(&["--target", "hw", "--dry-run"]));
    assert!(code == Some(1) && message.contains("the kernels do not fit"), "{message}");
    project.built(&["--target", "hw", "--over-capacity"]);

    let project = Project::new();
    project.write("a b/sycl-hls.toml", "[image.app.kernel.fill]\ncus = 16\n");
    let (code, message) = Project::refused(project.build(&["--target", "hw"]));
    assert!(
        code == Some(1) && message.contains("16 ports of kernels reach DDR[0], which serves 15 on u200"),
        "{message}"
    );
}

#[test]
fn our_own_hardware_is_packaged_and_linked() {
    let project = Project::new();
    let said = project.built(&["--target", "hw", "--hls", "open"]);
    assert!(said.contains("vivado compile-fill") && said.contains("v++ link"), "{said}");
    assert!(said.contains("fill: our own schedule for 300 MHz, LUT "), "{said}");
    assert!(said.contains("line 8: interval 1, depth 1"), "{said}");
    assert!(!said.contains("Unknown") && !said.contains("Unused"), "{said}");
    let path = |path: &str| project.path("a b/build/u200/hw").join(path);
    let log = std::fs::read_to_string(path("app.vitis/logs/compile-fill.log")).unwrap();
    assert!(log.contains("package_xo -force -xo_path compile-fill/fill.xo -kernel_name fill"), "{log}");
    let image = Xclbin::open(&path("app.xclbin")).unwrap();
    assert!(image.key_values().unwrap().iter().any(|(_, value)| value.contains("\"fill\"")));
    assert!(!project.built(&["--target", "hw", "--hls", "open"]).contains("Running"), "nothing has changed");
    project.built(&["--target", "hw_emu", "--toolchain", "vitis", "--hls", "open"]);
}

#[test]
fn our_own_hardware_is_made_for_the_clock_of_the_platform() {
    let project = Project::new();
    let open = ["--target", "hw", "--hls", "open"];
    let top = || {
        let path = "a b/build/u200/hw/app.vitis/src/fill/core.v";
        std::fs::read_to_string(project.path(path)).unwrap()
    };
    // A product of 64 bits takes more cycles at 300 MHz than at 60.
    let product =
        KERNEL.replace("x[i] = 7", "x[i] = (x[i] as u64 * x[i] as u64 * 0x1_0000_0001u64 >> 7) as u32");
    project.write("a b/src/main.rs", &product);
    project.built(&open);
    let fast = top();
    let clock = "Default Clock Index: 0\\nClock Index: 0\\nFrequency: 60\\n";
    project.write("a b/build/u200/hw/app.vitis/replay.json", &format!(r#"{{"platform": "{clock}"}}"#));
    project.write(&format!("platforms/{U200}/hw/{U200}.xsa"), "new");
    let said = project.built(&open);
    assert!(said.contains("Platform the kernels' clock in MHz: 60, not 300"), "{said}");
    assert!(
        said.contains("fill: our own schedule for 60 MHz") && said.contains("vivado compile-fill"),
        "{said}"
    );
    assert!(top() != fast, "the Verilog is that of the schedule");
    let again = project.built(&open);
    assert!(!again.contains("Running") && again.contains("for 60 MHz"), "{again}");
}

#[test]
fn our_own_hardware_says_what_it_lacks() {
    let project = Project::new();
    let open = ["--target", "hw", "--hls", "open"];
    let refused = |kernel: &str, words: &str| {
        project.write("a b/src/main.rs", kernel);
        let (code, message) = Project::refused(project.build(&open));
        assert!(code == Some(1) && message.contains(words), "{message}");
        assert!(message.contains("--> src/main.rs:"), "{message}");
    };
    refused(&KERNEL.replace("pub fn fill", "pub fn read"), "underscore, as `read_` does in Verilog");
    let other = KERNEL.replace("#[kernel]", "#[kernel]\n    #[s_axilite(bundle = \"regs\")]");
    refused(&other, "control registers in the bundle `control`, not in `regs`");
    let limits = [
        "latency(max = 9)",
        "allocation(operation = mul, limit = 1)",
        "allocation(operation = icmp, limit = 1)",
    ];
    let limited: String = limits.iter().map(|limit| format!("#[{limit}]\n        ")).collect();
    project.write("a b/src/main.rs", &KERNEL.replace("for i in", &format!("{limited}for i in")));
    let said = project.built(&open);
    let unused = |name: &str, line: u32| {
        said.contains(&format!("our own hardware takes no notice of `{name}` in line {line}"))
    };
    assert!(unused("latency", 8) && unused("allocation", 10), "{said}");
    assert!(!unused("allocation", 9), "products are counted: {said}");
    let strict = KERNEL.replace("for i in", "#[pipeline(ii = 1, strict)]\n        for i in");
    let strict = strict.replace("x[i] = 7", "x[i] = x[i / 2 + 1]");
    project.write("a b/src/main.rs", &strict);
    let (code, message) = Project::refused(project.build(&open));
    assert!(code == Some(1) && message.contains("SH0518"), "{message}");
    std::fs::remove_dir_all(project.path("tools/Vivado/2022.2")).unwrap();
    project.write("a b/src/main.rs", KERNEL);
    let (code, message) = Project::refused(project.build(&open));
    assert!(code == Some(3) && message.contains("Vivado was not found beside Vitis"), "{message}");
}
