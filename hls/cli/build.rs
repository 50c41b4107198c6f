//! New files in `templates` are no reason for Cargo to compile the program again, unless it is told so.

fn main() {
    println!("cargo::rerun-if-changed=templates");
}
