//! The program of which those in `ui` are variants that must not compile.

#[path = "ui/pass.rs"]
mod pass;

#[test]
fn a_program_with_nothing_wrong_runs() {
    pass::main().unwrap();
}
