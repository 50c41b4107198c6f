//! `sycl-hls check`

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};

use crate::cli::support::Folder;

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

/// Their hosts are in a checkout of the user's (`make test-hosts`), the kernels here.
#[test]
fn kernels_for_hosts_of_others_are_well_formed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vitis_hosts");
    let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let kernels: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect();
    let table = std::fs::read_to_string(folder.join("run.py")).unwrap();
    for path in &kernels {
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            table.split('"').skip(1).step_by(2).any(|names| names.split(' ').any(|it| it == name)),
            "no host runs the kernels of {name}"
        );
    }
    let args = [std::ffi::OsStr::new("check")].into_iter().chain(kernels.iter().map(|path| path.as_os_str()));
    Folder::new().run(args).success();
}

#[test]
fn all_errors_of_all_files_are_shown() {
    let folder = Folder::new();
    folder.write("a.rs", kernel("y[0] = 1.0; z[0] = 1;"));
    folder.write("b.rs", "mod kernels {");
    let words = ["error[SH0401]", "error[SH0302]", "error[SH0001]", "--> a.rs:2:", "--> b.rs:1:", "3 errors"];
    folder.run(["check", "a.rs", "b.rs", "kernels.rs"]).fails(1, &words);
}

/// A line of JSON as cargo_metadata reads it, which is what rust-analyzer reads it with.
fn diagnostics(stdout: &str) -> Vec<Diagnostic> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn json_is_that_of_rustc() {
    let folder = Folder::new();
    let text = kernel("let ß = y[0]; y[0] = 1.5; y[zz] = ß; static mut W: u32 =\n        1;");
    folder.write("a.rs", &text);
    folder.write("b.rs", "#[sycl_hls::kernels]\nmod kernels { fn f() {} fn f() {} }");
    let outcome = folder.run(["check", "a.rs", "b.rs", "--message-format", "json"]);
    assert_eq!(outcome.status.code(), Some(1), "{}", outcome.stderr);
    assert!(outcome.stdout.lines().all(|line| line.starts_with("{\"$message_type\":\"diagnostic\"")));
    let found = diagnostics(&outcome.stdout);
    let code = |diagnostic: &Diagnostic| diagnostic.code.as_ref().unwrap().code.clone();
    let codes: Vec<String> = found.iter().map(code).collect();
    assert_eq!(codes, ["SH0401", "SH0302", "SH0101", "SH0109"]);
    let mismatch = &found[0];
    assert_eq!(mismatch.level, DiagnosticLevel::Error);
    let span = &mismatch.spans[0];
    assert!(span.is_primary && span.file_name == "a.rs" && (span.line_start, span.line_end) == (2, 2));
    let marked = &text[span.byte_start as usize..span.byte_end as usize];
    let line = &span.text[0];
    let by_columns: String =
        line.text.chars().skip(span.column_start - 1).take(span.column_end - span.column_start).collect();
    assert_eq!(by_columns, marked, "bytes and columns are one place");
    assert_eq!((line.highlight_start, line.highlight_end), (span.column_start, span.column_end));
    assert!(mismatch.rendered.as_ref().unwrap().starts_with("error[SH0401]: "));
    assert!(mismatch.code.as_ref().unwrap().explanation.as_ref().unwrap().contains("# SH0401"));
    let help = &mismatch.children[0];
    assert!(help.level == DiagnosticLevel::Help && help.spans.is_empty() && help.code.is_none());
    let span = &found[2].spans[0];
    assert_eq!((span.line_start, span.line_end), (2, 3));
    let lines: Vec<_> = span.text.iter().map(|line| (line.highlight_start, line.highlight_end)).collect();
    let first_end = text.lines().nth(1).unwrap().chars().count() + 1;
    assert_eq!(lines, [(span.column_start, first_end), (1, span.column_end)]);
    let twice = &found[3];
    assert_eq!(twice.spans.iter().filter(|span| span.is_primary).count(), 1);
    assert!(twice.spans.iter().any(|span| !span.is_primary && span.label.is_some()), "{twice:?}");
}

#[test]
fn json_of_right_kernels_is_empty() {
    let folder = Folder::new();
    let outcome = folder.run(["check", "kernels.rs", "--message-format=json"]).success();
    assert_eq!(outcome.stdout, "");
}

#[test]
fn short_messages_are_a_line_each() {
    let folder = Folder::new();
    folder.write("a.rs", kernel("y[0] = 1.0; z[0] = 1;"));
    let outcome = folder.run(["check", "a.rs", "--message-format", "short"]);
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{}", outcome.stderr);
    assert!(
        lines[0].starts_with("a.rs:2:") && lines[0].contains(": error[SH0401]: expected"),
        "{}",
        lines[0]
    );
    assert!(lines[2].ends_with("2 errors"));
}

/// A sum that waits for itself.
const SLOW: &str = "#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    fn kernel(x: &[f32], #[len(1)] y: &mut [f32]) {
        let mut sum = 0.0;
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            sum += x[i];
        }
        y[0] = sum;
    }
}
";

#[test]
fn warnings_are_shown_and_counted_and_fail_only_where_they_are_denied() {
    let folder = Folder::new();
    folder.write("a.rs", SLOW);
    let outcome = folder.run(["check", "a.rs"]).success();
    assert!(outcome.stderr.contains("warning[SH0604]: ") && outcome.stderr.contains("--> a.rs:6:9"));
    assert!(outcome.stderr.contains("1 kernel in 1 module: no errors, 1 warning"), "{}", outcome.stderr);
    let words =
        ["warning[SH0604]", "in our own hardware", "f32 add (line 8)", "1 warning, and warnings are denied"];
    folder.run(["check", "--deny-warnings", "a.rs"]).fails(1, &words);
    folder.run(["check", "--deny-warnings", "kernels.rs"]).success();
    folder.write("a.rs", SLOW.replace("#[kernel]", "#[kernel] #[hls_deny(serial_accumulation)]"));
    folder.run(["check", "a.rs"]).fails(1, &["error[SH0604]: "]);
    folder.write("a.rs", SLOW.replace("#[kernel]", "#[kernel] #[hls_deny(missed_interval)]"));
    folder.run(["check", "a.rs"]).fails(1, &["error[SH0610]: ", "f32 add (line 8)"]);
    folder.write("a.rs", SLOW.replace("#[kernel]", "#[kernel] #[hls_allow(serial_accumulation)]"));
    folder.run(["check", "--deny-warnings", "a.rs"]).fails(1, &["warning[SH0610]: "]);
    let allowed = "#[kernel] #[hls_allow(serial_accumulation, missed_interval)]";
    folder.write("a.rs", SLOW.replace("#[kernel]", allowed));
    folder.run(["check", "--deny-warnings", "a.rs"]).success();
}

#[test]
fn json_has_warnings_as_warnings() {
    let folder = Folder::new();
    folder.write("a.rs", SLOW);
    let outcome = folder.run(["check", "a.rs", "--message-format", "json"]).success();
    let found = diagnostics(&outcome.stdout);
    assert_eq!(found.len(), 1, "{}", outcome.stdout);
    assert_eq!(found[0].level, DiagnosticLevel::Warning);
    assert!(found[0].rendered.as_ref().unwrap().starts_with("warning[SH0604]: "));
}
