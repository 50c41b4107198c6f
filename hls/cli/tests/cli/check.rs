//! `sycl-hls check`

use crate::support::Folder;

fn kernel(body: &str) -> String {
    format!("#[sycl_hls::kernels]\nmod kernels {{ #[kernel] fn kernel(y: &mut [u32]) {{ {body} }} }}")
}

/// The program says so and ends; its stack is not exhausted.
#[test]
fn deeply_nested_code_is_an_error() {
    let nested = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(10_000), close.repeat(10_000))
    };
    let folder = Folder::new();
    for body in [
        nested("(", "1", ")"),
        nested("{", "", "}"),
        nested("if true {", "", "}"),
        nested("if true {} else ", "{}", ""),
        nested("-", "1", ";"),
        nested("a + ", "a", ";"),
        nested("let a: [", "u8", "; 1]"),
        nested("&", "y", ";"),
    ] {
        folder.write("deep.rs", kernel(&body));
        folder.run(["check", "deep.rs"]).fails(1, &["error[SH0315]", "--> deep.rs:2:"]);
    }
}

#[test]
fn all_errors_of_all_files_are_shown() {
    let folder = Folder::new();
    folder.write("a.rs", kernel("y[0] = 1.0; z[0] = 1;"));
    folder.write("b.rs", "mod kernels {");
    let words = ["error[SH0401]", "error[SH0302]", "error[SH0001]", "--> a.rs:2:", "--> b.rs:1:", "3 errors"];
    folder.run(["check", "a.rs", "b.rs", "kernels.rs"]).fails(1, &words);
}
