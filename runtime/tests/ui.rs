//! Programs that must not compile, with what the compiler says.

#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass.rs");
    cases.compile_fail("tests/ui/fail_*.rs");
}
