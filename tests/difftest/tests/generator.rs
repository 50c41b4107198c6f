//! What the generator promises.

use sycl_hls_difftest::case::Case;
use sycl_hls_difftest::generate;
use sycl_hls_tests::is_all;

/// Programs that the front end is given in a sample, and in `make test-all`.
const PROGRAMS: [u64; 2] = [200, 600];

#[test]
fn the_front_end_accepts_every_program() {
    let mut rejected = 0;
    let programs = PROGRAMS[usize::from(is_all())];
    for number in 0..programs {
        let case = Case::from(&generate::program(1, number));
        if let Err(why) = case.translate() {
            rejected += 1;
            let line = why.split(':').next().and_then(|line| line.parse::<usize>().ok()).unwrap_or(1);
            println!("program {number}: {why}\n{}", case.text.lines().nth(line - 1).unwrap_or(""));
        }
    }
    assert_eq!(rejected, 0, "of {programs}");
}

#[test]
fn a_program_is_always_the_same() {
    for number in 0..20 {
        let [first, second] = [(); 2].map(|()| Case::from(&generate::program(7, number)));
        assert_eq!(first.text, second.text);
        assert_eq!(first.jobs, second.jobs);
        assert_ne!(first.text, Case::from(&generate::program(8, number)).text);
    }
}
