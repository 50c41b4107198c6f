use super::*;
use crate::settings::{Setting, Settings};

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn options(words: &[&str], settings: &[(&str, &str, &str)]) -> Options {
    let owned = |(section, key, value): &(&str, &str, &str)| Setting {
        section: (*section).to_owned(),
        key: (*key).to_owned(),
        value: (*value).to_owned(),
    };
    Options {
        vpp_args: words.iter().map(|word| (*word).to_owned()).collect(),
        settings: Settings(settings.iter().map(owned).collect()),
        ..Options::default()
    }
}

#[test]
fn files_that_options_name_are_taken_and_named_as_in_the_plan() {
    let folder = folder(&[
        ("hooks/a.tcl", "one"),
        ("other/a.tcl", "two"),
        ("k.xo", "object"),
        ("more.cfg", "# paths: /x\n[linkhook]\ncustom=preSysLink,hooks/a.tcl\n[vivado]\nimpl.jobs=8\n"),
    ]);
    let absolute = folder.path().join("other/a.tcl").display().to_string();
    let post = format!("run.impl_1.STEPS.ROUTE_DESIGN.TCL.POST={absolute}");
    let words = ["--config", "more.cfg", "k.xo", "--optimize", "3", "--linkhook.do_last=x,hooks/a.tcl"];
    let mut options = options(&words, &[("vivado", "prop", &post), ("hls", "pre_tcl", "hooks/a.tcl")]);
    take(&mut options, folder.path(), true).unwrap();
    assert_eq!(
        options.vpp_args,
        [
            "--config",
            "inputs/more.cfg",
            "inputs/k.xo",
            "--optimize",
            "3",
            "--linkhook.do_last=x,inputs/a.tcl"
        ]
    );
    let values: Vec<&str> = options.settings.0.iter().map(|it| it.value.as_str()).collect();
    assert_eq!(values, ["run.impl_1.STEPS.ROUTE_DESIGN.TCL.POST=inputs/2/a.tcl", "inputs/a.tcl"]);
    let inputs = &options.inputs;
    assert_eq!(
        inputs.texts["inputs/more.cfg"],
        "# paths: /x\n[linkhook]\ncustom=preSysLink,inputs/a.tcl\n[vivado]\nimpl.jobs=8\n"
    );
    assert_eq!(inputs.files["inputs/2/a.tcl"].sha256, Digest::of("two"));
    assert_eq!(inputs.files["inputs/a.tcl"].from, folder.path().join("hooks/a.tcl"));
    assert!(inputs.of_compiler.iter().eq(["inputs/a.tcl"]));
    assert!(inputs.of_linker.iter().eq(["inputs/2/a.tcl", "inputs/a.tcl", "inputs/k.xo", "inputs/more.cfg"]));
}

#[test]
fn what_does_not_travel_is_refused_only_where_it_would_have_to() {
    let folder = folder(&[("ip/a.xml", ""), ("c.cfg", "[advanced]\nmisc=x=/a/b\n")]);
    let tries: [(&[&str], &str); 3] = [
        (&["--user_ip_repo_paths", "ip"], "names the folder"),
        (&["--new_option", "/a/b"], "`/a/b` names a place of this machine"),
        (&["--config", "c.cfg"], "`advanced.misc x=/a/b` names a place"),
    ];
    for (words, why) in tries {
        let error = take(&mut options(words, &[]), folder.path(), true).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        take(&mut options(words, &[]), folder.path(), false).unwrap();
    }
    let mut here = options(&["--user_ip_repo_paths", "ip"], &[]);
    take(&mut here, folder.path(), false).unwrap();
    assert_eq!(here.vpp_args[1], folder.path().join("ip").display().to_string(), "v++ runs elsewhere");
    for travels in [false, true] {
        let error = take(&mut options(&["--reuse_impl", "no.dcp"], &[]), folder.path(), travels).unwrap_err();
        assert!(error.to_string().starts_with("`reuse_impl` names "), "{error}");
    }
}
