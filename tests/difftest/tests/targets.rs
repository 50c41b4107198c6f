//! Random programs on every target, and the programs that once failed.

use std::path::{Path, PathBuf};

use sycl_hls_compiler::tool::Cancel;
use sycl_hls_difftest::bench::{Bench, Emulation};
use sycl_hls_difftest::campaign::{Campaign, Tally};
use sycl_hls_difftest::case::Case;
use sycl_hls_difftest::finding::Class;
use sycl_hls_difftest::generate;
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

/// Random kernels with random directives, random networks of processes, and programs that were once wrong as our own RTL are the
/// same there, with random back-pressure, too. With ideal memory their cycles are those of the schedule, processes of networks wait as
/// long as predicted, and channels hold as much. `make fuzz ARGS="--emulation hardware"` runs more of them.
#[test]
fn random_programs_run_in_hardware() {
    let (programs, networks) = if is_all() { (60, 200) } else { (3, 2) };
    let random = (0..programs).map(|number| Case::from(&generate::program(5, number)));
    let networks = (0..networks).map(|number| network(3, number));
    let cases: Vec<Case> =
        cases_of("regressions/hardware").into_iter().chain(networks).chain(random).collect();
    let bench = bench().with_emulation(Emulation::Hardware);
    // Those that are built at once share a simulator.
    let ends: Vec<End> = cases.chunks(50).flat_map(|some| agree(&bench, some)).flatten().collect();
    let normal = ends.iter().filter(|end| **end == End::Normal).count();
    assert!(normal >= cases.len(), "{normal} of {} runs end normally", ends.len());
}

/// Random networks of processes give the same on all targets. `make fuzz ARGS="--networks"` runs more of them.
#[test]
fn random_networks_agree() {
    let networks = if is_all() { 1000 } else { 10 };
    let cases: Vec<Case> = (0..networks).map(|number| network(3, number)).collect();
    let ends = agree(&bench(), &cases);
    assert!(ends.iter().all(|ends| *ends == [End::Normal]), "none waits for ever");
}

/// Programs on which targets once differed.
#[test]
fn regressions_stay_fixed() {
    agree(&bench(), &cases_of("regressions"));
}

/// The programs of a folder.
fn cases_of(folder: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = folder.read_dir().expect("the folder can be read");
    let mut sources: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    sources.sort();
    assert!(!sources.is_empty());
    sources.iter().map(|path| Case::read(path).expect("it is a case")).collect()
}

/// Runs programs, on which all targets agree; gives how the runs of each end.
fn agree(bench: &Bench, cases: &[Case]) -> Vec<Vec<End>> {
    let verdicts = bench.run(cases).expect("the bench works");
    let findings = cases.iter().zip(&verdicts).filter_map(|(case, verdict)| {
        verdict.finding.as_ref().map(|finding| format!("{}: {finding}\n{}\n", case.module, case.text))
    });
    let findings: String = findings.collect();
    assert!(findings.is_empty(), "{findings}");
    verdicts.into_iter().map(|verdict| verdict.ends).collect()
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
