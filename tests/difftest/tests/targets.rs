//! Random programs on every target, and the programs that once failed.

use std::path::{Path, PathBuf};

use sycl_hls_compiler::tool::Cancel;
use sycl_hls_difftest::bench::{Bench, Emulation};
use sycl_hls_difftest::campaign::{Campaign, Tally};
use sycl_hls_difftest::case::Case;
use sycl_hls_difftest::finding::Class;
use sycl_hls_tests::serve::End;

/// What 300 programs exercise at least, in code that every run executes which ends normally. Far below what they do
/// now, and far above chance.
const EXERCISED: [(&str, u64); 73] = [
    ("array", 40),
    ("nested array", 15),
    ("array_partition", 10),
    ("block with a value", 30),
    ("call", 20),
    ("&mut argument", 3),
    ("cast between floats", 3),
    ("cast of a bool", 10),
    ("cast of one width", 10),
    ("cast to a float", 10),
    ("narrowing cast", 15),
    ("saturating cast", 20),
    ("widening cast", 100),
    ("comparison", 60),
    ("compound assignment", 60),
    ("division", 100),
    ("effect behind a lazy operator", 2),
    ("effect in an index", 3),
    ("hidden length", 100),
    ("stated length", 100),
    ("if", 20),
    ("if with a value", 40),
    ("index", 300),
    ("loop with known bounds", 50),
    ("loop with one iteration", 10),
    ("loop with variable bounds", 20),
    ("loop without iterations", 8),
    ("other directive of a loop", 5),
    ("pipeline", 5),
    ("unroll", 5),
    ("shadowing", 15),
    ("shift", 20),
    ("shift by another type", 30),
    ("wrapping method", 100),
    ("struct as an argument", 10),
    ("struct in a slice", 30),
    ("array in a slice", 10),
    ("type of an instance", 20),
    ("number of an instance", 20),
    ("array of a generic length", 3),
    ("any", 1),
    ("block with a label", 1),
    ("checked_add", 1),
    ("clamp", 1),
    ("deferred let", 1),
    ("destructuring assignment", 5),
    ("equality", 1),
    ("fill", 1),
    ("fold", 1),
    ("for over an array", 1),
    ("for over an iterator", 1),
    ("from_bits", 1),
    ("if let", 1),
    ("let else", 1),
    ("let pattern", 1),
    ("let reference", 1),
    ("loop", 1),
    ("loop with a value", 1),
    ("match", 1),
    ("method", 1),
    ("mul_add", 1),
    ("overflowing_add", 1),
    ("part of a slice", 1),
    ("pow", 1),
    ("rotate_left", 1),
    ("struct", 1),
    ("sum", 1),
    ("?", 1),
    ("get", 1),
    ("if let of an element", 1),
    ("split_at", 1),
    ("while", 1),
    ("while let", 1),
];

/// Runs of 300 programs that end so, at least.
const ENDS: [(End, u64); 5] =
    [(End::Normal, 400), (End::Index, 10), (End::Overflow, 3), (End::Division, 3), (End::Shift, 3)];

fn bench() -> Bench {
    Bench::new(Cancel::new())
}

fn complain(tally: &Tally) -> String {
    let finding = tally.findings.iter().map(|(program, finding)| format!("{}: {finding}\n", program.name));
    finding.collect()
}

#[test]
fn random_programs_agree() {
    let campaign = Campaign { seed: 0, first: 0, programs: 300 };
    let tally = campaign.run(&bench(), &()).expect("the bench works");
    println!("{tally}");
    assert!(tally.findings.is_empty(), "{}", complain(&tally));
    let mut rare = Vec::new();
    for (feature, least) in EXERCISED {
        let count = tally.coverage.count(feature);
        println!("{count:6} {feature}");
        if count < least {
            rare.push(feature);
        }
    }
    assert_eq!(rare, [""; 0], "exercised too rarely");
    for (end, least) in ENDS {
        let count = tally.ended(end);
        assert!(count >= least, "{end:?}: {count} runs");
    }
}

/// The emitted C++ of random programs has no undefined behaviour that the sanitizers know.
#[test]
fn sanitizers_find_nothing() {
    let bench = bench().with_emulation(Emulation::Sanitized);
    let tally = Campaign { seed: 2, first: 0, programs: 15 }.run(&bench, &()).expect("the bench works");
    assert!(tally.findings.is_empty(), "{}", complain(&tally));
    assert!(tally.ended(End::Normal) >= 20, "{tally}");
}

/// Random kernels with random directives are the same as our own RTL, with random back-pressure, too, and their cycles
/// with ideal memory are those of the schedule. `make fuzz ARGS="--emulation hardware"` runs more of them.
#[test]
fn random_programs_run_in_hardware() {
    let bench = bench().with_emulation(Emulation::Hardware);
    let tally = Campaign { seed: 5, first: 0, programs: 6 }.run(&bench, &()).expect("the bench works");
    assert!(tally.findings.is_empty(), "{}", complain(&tally));
    assert!(tally.ended(End::Normal) >= 10, "{tally}");
}

/// Programs on which targets once differed.
#[test]
fn regressions_stay_fixed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    let entries = folder.read_dir().expect("the folder can be read");
    let mut sources: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    sources.sort();
    assert!(!sources.is_empty());
    let cases: Vec<Case> = sources.iter().map(|path| Case::read(path).expect("it is a case")).collect();
    let verdicts = bench().run(&cases).expect("the bench works");
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
