//! Plans as reviewed texts, and as the option sets of public makefiles.

use std::collections::{BTreeMap, BTreeSet};

use expect_test::expect_file;
use sycl_hls_boards::{Board, Family};
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::pass;
use sycl_hls_ir::{Module, Source};
use sycl_hls_types::Target;
use sycl_hls_vitis::design::{Design, Hls, Options};
use sycl_hls_vitis::plan::Step;
use sycl_hls_vitis::settings::{Setting, Settings};
use sycl_hls_vitis::{flow, shell};

const U200: &str = "xilinx_u200_gen3x16_xdma_2_202110_1";

const VADD: &str = r#"
#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn vadd(a: &[u32], b: &[u32], sum: &mut [u32]) {
        for i in 0..sum.len() {
            sum[i] = a[i].wrapping_add(b[i]);
        }
    }
}
"#;

/// Compute units, banks of every kind, ranges, regions and a clock; a bundle that two arguments share.
const PLACED: &str = r#"
#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    #[compute_units(2)]
    #[slr(0, 1)]
    #[clock(mhz = 250)]
    pub fn scale(
        k: u32,
        #[m_axi(bundle = "both")]
        #[bank(DDR[0], DDR[1])]
        x: &[u32],
        #[m_axi(bundle = "both")]
        #[bank(PLRAM[0], PLRAM[1])]
        y: &mut [u32],
    ) {
        for i in 0..y.len() {
            y[i] = x[i].wrapping_mul(k);
        }
    }

    #[kernel]
    pub fn copy(#[bank(HBM[0:3])] x: &[u32], #[bank(HOST[0])] y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = x[i];
        }
    }
}
"#;

fn modules(text: &str) -> Vec<Module> {
    let translate = |mut module| {
        let source = Source::new("kernels.rs", Some(text.into()));
        sycl_hls_front::translate(&mut module, source).module.unwrap()
    };
    sycl_hls_front::find_modules(text).unwrap().into_iter().map(translate).collect()
}

fn design(platform: &str, family: Family, target: Target, version: Version, hls: Hls) -> Design {
    Design {
        name: "app".to_owned(),
        board: platform.split('_').nth(1).unwrap().to_owned(),
        platform: platform.to_owned(),
        family,
        target,
        version,
        hls,
        kernels: Vec::new(),
        sources: BTreeMap::new(),
        link_config: String::new(),
        options: Options::default(),
    }
}

/// The kernels of a text as hardware of our own, at 300 MHz.
fn hardware(text: &str) -> Vec<hw_emu::Kernel> {
    let kernels = modules(text).into_iter().flat_map(|mut module| {
        pass::run_all(&mut module, hw_emu::LEGALIZE);
        let kernels = module.kernels().map(|(_, func)| hw_emu::kernel(&module, func, 300).unwrap());
        kernels.collect::<Vec<_>>()
    });
    kernels.collect()
}

fn script(design: &Design) -> String {
    let plan = flow::plan(design);
    plan.check().unwrap();
    shell::script(&plan)
}

#[test]
fn a_kernel_for_one_card() {
    let design = design(U200, Family::UltraScalePlus, Target::Hw, Version::V2022_2, Hls::Classic);
    expect_file!["plans/u200-2022.2-hw.sh"].assert_eq(&script(&design.with(&modules(VADD))));
}

#[test]
fn all_that_the_linker_is_told() {
    let design = design(U200, Family::UltraScalePlus, Target::HwEmu, Version::V2024_2, Hls::Unified);
    let setting = |section: &str, key: &str, value: &str| Setting {
        section: section.to_owned(),
        key: key.to_owned(),
        value: value.to_owned(),
    };
    let mut options = Options {
        vpp_args: vec!["--optimize".to_owned(), "3".to_owned()],
        settings: Settings(vec![
            setting("profile", "data", "all:all:all"),
            setting("hls", "syn.compile.pipeline_style", "frp"),
            setting("vivado", "prop", "run.impl_1.strategy=Performance_Explore"),
        ]),
        jobs: Some(4),
        ..Options::default()
    };
    let placed = Design { options: options.clone(), ..design.with(&modules(PLACED)) };
    expect_file!["plans/placed-2024.2-hw_emu-unified.sh"].assert_eq(&script(&placed));
    options.settings.0[1] = setting("hls", "max_memory_ports", "all");
    let hw = Design { target: Target::Hw, hls: Hls::Classic, options, ..placed };
    expect_file!["plans/placed-2024.2-hw.sh"].assert_eq(&script(&hw));
}

/// What Vivado is given for kernels of our own hardware, but for their Verilog and for what is the same in all scripts.
#[test]
fn kernels_of_our_own_hardware() {
    let design = design(U200, Family::UltraScalePlus, Target::Hw, Version::V2022_2, Hls::Open);
    let plan = flow::plan(&design.clone().with_hardware(&hardware(PLACED), &[], "xcu200-fsgd2104-2-e"));
    plan.check().unwrap();
    let verilog = plan.files.keys().filter(|name| name.ends_with(".v"));
    let mut text = format!("# Verilog: {}\n", verilog.cloned().collect::<Vec<_>>().join(" "));
    let others = plan.files.iter().filter(|(name, _)| !name.ends_with(".v"));
    let differing = |content: &str| content.split("# What is the same").next().unwrap().to_owned();
    text += &others.map(|(name, content)| format!("\n# {name}\n{}", differing(content))).collect::<String>();
    text += &plan.steps.iter().map(|it| format!("\n{}\n", shell::command(it))).collect::<String>();
    expect_file!["plans/placed-2022.2-hw-open.txt"].assert_eq(&text);
}

/// The commands of every version, board, target and compiler; equal ones stand once, with all whose they are.
#[test]
fn every_version_and_board() {
    let (modules, hardware) = (modules(VADD), hardware(VADD));
    let mut whose: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for hls in [Hls::Classic, Hls::Unified, Hls::Open] {
        for target in [Target::HwEmu, Target::Hw] {
            for version in Version::ALL.into_iter().filter(|version| hls.is_in(*version)) {
                let mut boards: BTreeMap<String, Vec<&str>> = BTreeMap::new();
                for board in Board::all() {
                    let design = design(&board.platform, board.family, target, version, hls);
                    let design = match hls {
                        Hls::Open => design.with_hardware(&hardware, &[], &board.part),
                        Hls::Classic | Hls::Unified => design.with(&modules),
                    };
                    let plan = flow::plan(&design);
                    plan.check().unwrap();
                    let commands: Vec<String> = plan.steps.iter().map(shell::command).collect();
                    let commands = commands.join("\n").replace(&board.platform, "PLATFORM");
                    boards.entry(commands).or_default().push(&board.name);
                }
                for (commands, boards) in boards {
                    let name = format!("{} {target} {hls:?}: {}", version.name(), boards.join(" "));
                    whose.entry(commands).or_default().push(name);
                }
            }
        }
    }
    let mut texts: Vec<String> =
        whose.iter().map(|(commands, names)| format!("# {}\n{commands}\n", names.join("\n# "))).collect();
    texts.sort();
    expect_file!["plans/every-version-and-board.sh"].assert_eq(&texts.join("\n"));
}

/// Options with their values, and what is no option.
fn options(args: &[String]) -> (BTreeSet<(String, String)>, Vec<String>) {
    let (mut options, mut rest) = (BTreeSet::new(), Vec::new());
    let mut args = args.iter().peekable();
    while let Some(arg) = args.next() {
        let alone = ["-c", "-l", "-p", "--save-temps"].contains(&arg.as_str());
        if !arg.starts_with('-') {
            rest.push(arg.clone());
        } else {
            let value = if alone { None } else { args.next() };
            options.insert((arg.clone(), value.cloned().unwrap_or_default()));
        }
    }
    (options, rest)
}

/// What the makefiles of Vitis_Accel_Examples (hello_world, branches 2022.2 and 2025.2: the same) give v++ for each step.
/// Ours say where logs and reports go, too, and name their files otherwise.
#[test]
fn options_are_those_of_public_makefiles() {
    const PUBLIC: [(&str, &[&str]); 3] = [
        ("compile-vadd", &["-c", "--save-temps", "-t", "--platform", "-k", "--temp_dir", "-o"]),
        ("link", &["-l", "--save-temps", "-t", "--platform", "--temp_dir", "-o"]),
        ("package", &["-p", "--save-temps", "-t", "--platform", "--package.out_dir", "-o"]),
    ];
    const OURS: [&str; 4] = ["--config", "--log_dir", "--report_dir", "--temp_dir"];
    for version in [Version::V2022_2, Version::V2025_2] {
        for target in [Target::HwEmu, Target::Hw] {
            let design = design(U200, Family::UltraScalePlus, target, version, Hls::Classic);
            let plan = flow::plan(&design.with(&modules(VADD)));
            for (name, public) in PUBLIC {
                let step: &Step = plan.steps.iter().find(|step| step.name == name).unwrap();
                let (options, _) = options(&step.args);
                let mut names: BTreeSet<&str> = options.iter().map(|(name, _)| name.as_str()).collect();
                let public: BTreeSet<&str> = public.iter().copied().collect();
                assert!(public.is_subset(&names), "{name}: {names:?}");
                names.retain(|name| !public.contains(name));
                assert!(names.iter().all(|name| OURS.contains(name)), "{name}: {names:?}");
                let value =
                    |name: &str| options.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str());
                assert_eq!((value("-t"), value("--platform")), (Some(target.name()), Some(U200)));
            }
        }
    }
}
