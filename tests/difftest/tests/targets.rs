//! Random programs on every target, and the programs that once failed.

use std::path::{Path, PathBuf};

use sycl_hls_compiler::tool::Cancel;
use sycl_hls_difftest::bench::{Bench, Emulation};
use sycl_hls_difftest::campaign::{Campaign, Tally};
use sycl_hls_difftest::case::Case;
use sycl_hls_difftest::finding::Class;
use sycl_hls_difftest::network::network;
use sycl_hls_tests::is_all;
use sycl_hls_tests::serve::End;

/// Programs of a sample, and of what `make test-all` runs.
const PROGRAMS: [u64; 2] = [36, 300];

fn bench() -> Bench {
    Bench::new(Cancel::new())
}

fn complain(tally: &Tally) -> String {
    let finding = tally.findings.iter().map(|(program, finding)| format!("{}: {finding}\n", program.name));
    finding.collect()
}

/// `make fuzz ARGS="--seed 0"` runs more of them.
///
/// Rows: F257, F363.
#[test]
fn random_programs_agree() {
    let campaign = Campaign { seed: 0, first: 0, programs: PROGRAMS[usize::from(is_all())] };
    println!("{campaign:?}");
    let tally = campaign.run(&bench(), &()).expect("the bench works");
    println!("{tally}");
    assert!(tally.findings.is_empty(), "{}", complain(&tally));
    assert!(tally.ended(End::Normal) > campaign.programs, "{tally}");
}

/// The emitted C++ of random programs has no undefined behaviour that the sanitizers know.
#[test]
fn sanitizers_find_nothing() {
    let bench = bench().with_emulation(Emulation::Sanitized);
    let programs = if is_all() { 60 } else { 4 };
    let tally = Campaign { seed: 2, first: 0, programs }.run(&bench, &()).expect("the bench works");
    assert!(tally.findings.is_empty(), "{}", complain(&tally));
    assert!(tally.ended(End::Normal) >= programs, "{tally}");
}

/// Random kernels with random directives are the same as our own RTL, with random back-pressure, too, and their cycles
/// with ideal memory are those of the schedule. `make fuzz ARGS="--emulation hardware"` runs more of them.
#[test]
fn random_programs_run_in_hardware() {
    let bench = bench().with_emulation(Emulation::Hardware);
    let programs = if is_all() { 60 } else { 3 };
    let tally = Campaign { seed: 5, first: 0, programs }.run(&bench, &()).expect("the bench works");
    assert!(tally.findings.is_empty(), "{}", complain(&tally));
    assert!(tally.ended(End::Normal) >= programs, "{tally}");
}

/// Random networks of processes give the same on all targets. `make fuzz ARGS="--networks"` runs more of them.
#[test]
fn random_networks_agree() {
    let networks = if is_all() { 1000 } else { 10 };
    networks_agree(&bench(), 0..networks);
}

/// With ideal memory they take the cycles that are predicted, processes wait as long, and channels hold as much.
#[test]
fn random_networks_run_in_hardware() {
    let networks = if is_all() { 200 } else { 2 };
    networks_agree(&bench().with_emulation(Emulation::Hardware), 0..networks);
}

fn networks_agree(bench: &Bench, numbers: std::ops::Range<u64>) {
    let cases: Vec<Case> = numbers.map(|number| network(3, number)).collect();
    let verdicts = bench.run(&cases).expect("the bench works");
    let ended = verdicts.iter().filter(|verdict| verdict.ends == [End::Normal]).count();
    let findings = cases.iter().zip(&verdicts).filter_map(|(case, verdict)| {
        verdict.finding.as_ref().map(|finding| format!("{}: {finding}\n{}\n", case.module, case.text))
    });
    let findings: String = findings.collect();
    assert!(findings.is_empty(), "{findings}");
    assert_eq!(ended, cases.len(), "none waits for ever");
}

/// Programs on which targets once differed.
#[test]
fn regressions_stay_fixed() {
    stay_fixed("regressions", &bench());
}

/// Programs that were once wrong as our own RTL.
#[test]
fn regressions_of_hardware_stay_fixed() {
    stay_fixed("regressions/hardware", &bench().with_emulation(Emulation::Hardware));
}

/// The programs of a folder agree.
fn stay_fixed(folder: &str, bench: &Bench) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = folder.read_dir().expect("the folder can be read");
    let mut sources: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    sources.sort();
    assert!(!sources.is_empty());
    let cases: Vec<Case> = sources.iter().map(|path| Case::read(path).expect("it is a case")).collect();
    let verdicts = bench.run(&cases).expect("the bench works");
    let findings = sources.iter().zip(verdicts).filter_map(|(source, verdict)| {
        verdict.finding.map(|finding| format!("{}: {finding}\n", source.display()))
    });
    let findings: String = findings.collect();
    assert!(findings.is_empty(), "{findings}");
}

/// What can go wrong with a program is found, and belongs to that program.
#[test]
fn failures_are_findings() {
    let case = |module: &str, body: &str, jobs: &str| Case {
        module: module.to_owned(),
        text: format!("#[sycl_hls::kernels]\npub mod {module} {{\n{body}\n}}\n"),
        jobs: serde_json::from_str(jobs).expect("the jobs are JSON"),
    };
    let kernel = "#[kernel] pub fn k(#[len(1)] out: &mut [u64])";
    let job = r#"[{"kernel":"k","args":[{"kind":"slice_mut","ty":"u64","bits":[7]}]}]"#;
    let short = job.replace('7', "");
    let cases = [
        case("fine", &format!("{kernel} {{ out[0] = 1; }}"), job),
        case("front", &format!("{kernel} {{ out[0] = missing; }}"), job),
        case("borrow", &format!("{kernel} {{ let a = [0; 2]; f(&mut out[0]); }}"), job),
        // The host's slice is shorter than its parameter says: the other targets take that on trust.
        case("differs", &format!("{kernel} {{ out[0] /= 1; }}"), &short),
    ];
    let classes = bench().run(&cases).expect("the bench works").into_iter();
    let classes: Vec<_> = classes.map(|verdict| verdict.finding.map(|finding| finding.class)).collect();
    assert_eq!(classes[0], None);
    assert_eq!(classes[1], Some(Class::Rejected("SH0302".to_owned())));
    assert!(matches!(classes[2], Some(Class::Rejected(_))), "{:?}", classes[2]);
    assert!(matches!(classes[3], Some(Class::Differs(..) | Class::Died("run", _))), "{:?}", classes[3]);
}
