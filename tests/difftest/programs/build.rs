//! Which programs are compiled: those of the file that `SYCL_HLS_PROGRAMS` names, or none.

fn main() {
    let none = concat!(env!("CARGO_MANIFEST_DIR"), "/none.rs").to_owned();
    let programs = std::env::var("SYCL_HLS_PROGRAMS").unwrap_or(none);
    println!("cargo::rerun-if-env-changed=SYCL_HLS_PROGRAMS");
    println!("cargo::rustc-env=PROGRAMS={programs}");
}
