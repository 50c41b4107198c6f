//! The commands of README, of pages in `docs` and of the templates' own pages work as they stand, line by line, for a new user.
//! Those of `docs/xrt.md` are in `tests/xrt/page.rs`.

use std::cell::Cell;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use npyz::WriterBuilder as _;

use crate::cli::help::{AXPY, STREAMS, array};
use crate::cli::support::{Folder, finish, of_projects, start};

/// A page of the tree.
fn page(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

/// The commands in the blocks of a page that are for a shell.
fn commands(page: &str) -> Vec<&str> {
    let blocks = page.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    blocks.flat_map(str::lines).filter(|line| !line.trim_start().starts_with('#')).collect()
}

/// How a page is walked.
#[derive(Default)]
struct Walk<'a> {
    /// The project in which commands run.
    project: &'a str,
    /// What stands in the page, and what a user types for it.
    typed: &'a [(&'a str, &'a str)],
    /// How commands begin that do not run here.
    passed_over: &'a [&'a str],
}

impl Walk<'_> {
    /// Runs the commands. What is typed or passed over must be in the page.
    fn all(&self, folder: &Folder, page: &str) {
        let passed: Vec<Cell<bool>> = self.passed_over.iter().map(|_| Cell::new(false)).collect();
        for (words, _) in self.typed {
            assert!(page.contains(words), "`{words}` is in the page");
        }
        for line in commands(page) {
            if let Some(at) = self.passed_over.iter().position(|start| line.starts_with(start)) {
                passed[at].set(true);
                continue;
            }
            let line =
                self.typed.iter().fold(line.to_owned(), |line, (words, typed)| line.replace(words, typed));
            self.one(folder, &line);
        }
        assert!(passed.iter().all(Cell::get), "each of {:?} is in the page", self.passed_over);
    }

    fn one(&self, folder: &Folder, line: &str) {
        let mut shell = folder.limited(self.project, "sh");
        let tool = Path::new(env!("CARGO_BIN_EXE_sycl-hls")).parent().unwrap().display();
        shell.args(["-c", line]).env("PATH", format!("{tool}:{}", std::env::var("PATH").unwrap()));
        shell.envs(of_projects()).env("XDG_CACHE_HOME", folder.path("cache"));
        let outcome = finish(start(shell));
        assert!(outcome.status.success(), "{line}\n{}\n{}", outcome.stdout, outcome.stderr);
    }
}

/// A project of this name: programs of all projects lie in one folder, by name.
fn project(name: &str, template: &str) -> Folder {
    let folder = Folder::fixed(name);
    folder.run(["new", name, "--template", template]).success();
    folder
}

#[test]
fn the_readme() {
    let readme = page("README.md");
    let name = "page-readme";
    let folder = Folder::fixed(name);
    // The main jobs, and the installation of this program.
    let walk = Walk {
        typed: &[("vadd", name)],
        passed_over: &["make run", "make test", "cargo install"],
        ..Walk::default()
    };
    walk.all(&folder, &readme);
    // The program of the page, with its kernel.
    let program = readme.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
    folder.write(&format!("{name}/src/main.rs"), program);
    walk.one(&folder, &format!("sycl-hls run --project {name} --board u200"));
    let lengths = "x.len=4096,y.len=4096,out.len=1";
    let report = folder.run(["report", &format!("{name}/src/main.rs"), "--args", lengths]).success().stdout;
    let limit = report.lines().map(str::trim).find(|line| line.starts_with("line ")).expect("a limit");
    assert!(
        readme.contains(&format!("`{limit}`")),
        "README.md and docs/schedule.png (`make picture`) say: {limit}"
    );
}

#[test]
fn the_page_about_the_command_line() {
    let name = "page-cli";
    let folder = project(name, "vadd");
    let file = |path: &str| format!("{name}/{path}");
    folder.write(&file("axpy.rs"), AXPY);
    folder.write(&file("streams.rs"), STREAMS);
    folder.write(&file("x.npy"), array());
    folder.write(&file("y.npy"), array());
    folder.write(&file("host"), "#!/bin/sh\ntest \"$XCL_EMULATION_MODE\" = sw_emu\n");
    std::fs::set_permissions(folder.path(file("host")), std::fs::Permissions::from_mode(0o755)).unwrap();
    folder.run(["build", "--project", name, "--board", "u200"]).success();
    let image = "vadd.xclbin";
    folder.write(&file(image), folder.read(&file(&format!("build/u200/sw_emu/{name}.xclbin"))));
    let walk = Walk {
        project: name,
        typed: &[
            ("[--release]", ""),
            ("[u280]", "u280"),
            ("xclbin info FILE", &format!("xclbin info {image}")),
            ("--input FILE ..", &format!("--info --input {image}")),
            ("bundle FILE.xclbin --host PROGRAM", &format!("bundle {image} --host ./host")),
        ],
        // They need Vitis, or what it has built; Slurm; or a card.
        passed_over: &[
            "sycl-hls build --board u200 --target hw --hls open",
            "sycl-hls build --board u200 --target hw --on slurm",
            "sycl-hls test  --board u200 --on slurm",
            "sycl-hls report --target hw",
            "sycl-hls devices",
            "sycl-hls deploy",
        ],
    };
    walk.all(&folder, &page("docs/cli.md"));
}

#[test]
fn the_page_about_configuration() {
    let name = "page-configuration";
    let folder = project(name, "vadd");
    let page = page("docs/configuration.md");
    Walk { project: name, ..Walk::default() }.all(&folder, &page);
    // It still has the name of the board that it is a copy of.
    std::fs::remove_file(folder.path(format!("{name}/boards/mine.toml"))).unwrap();
    // The example of the file, with the kernels that it names.
    folder.write(&format!("{name}/src/kernels.rs"), AXPY);
    let example = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    folder.write(&format!("{name}/sycl-hls.toml"), example);
    let plan = folder.run(["build", "--project", name, "--target", "hw", "--dry-run"]).success().stdout;
    assert!(plan.contains("nk=axpy:2\nsp=axpy_1.x:HBM[0]\nsp=axpy_2.x:HBM[1]\n"), "{plan}");
}

#[test]
fn the_page_about_emulation() {
    let name = "page-emulation";
    let folder = project(name, "vadd");
    folder.write(&format!("{name}/axpy.rs"), AXPY);
    for file in ["x.npy", "y.npy"] {
        folder.write(&format!("{name}/{file}"), array());
    }
    // A release build of all that the project depends on has nothing to show here.
    let typed: &[(&str, &str)] = &[("--board u200 --release", "--board u200 --checks off")];
    Walk { project: name, typed, ..Walk::default() }.all(&folder, &page("docs/emulation.md"));
}

#[test]
fn the_page_about_ci() {
    let folder = project("page-ci", "vadd");
    // Nobody has that repository: see `ci.rs`.
    Walk { project: "page-ci", passed_over: &["sycl-hls new vadd --git"], ..Walk::default() }
        .all(&folder, &page("docs/ci.md"));
}

#[test]
fn the_page_about_vitis() {
    let folder = project("page-vitis", "vadd");
    // What is no dry run needs Vitis, or what it has built.
    let needs_vitis = [
        "sycl-hls build --board u200 --target hw  ",
        "sycl-hls build --board u200 --target hw --plan",
        "sycl-hls report",
        "sycl-hls exec",
        "sycl-hls import",
    ];
    Walk { project: "page-vitis", passed_over: &needs_vitis, ..Walk::default() }
        .all(&folder, &page("docs/vitis.md"));
}

#[test]
fn the_page_about_images() {
    let name = "page-images";
    let folder = project(name, "vadd");
    folder.run(["build", "--project", name]).success();
    let image = folder.read(&format!("{name}/build/u200/sw_emu/{name}.xclbin"));
    for file in ["vadd.xclbin", "old.xclbin"] {
        folder.write(&format!("{name}/{file}"), &image);
    }
    for file in ["notes.txt", "k.so", "design.bit", "d.pdi"] {
        folder.write(&format!("{name}/{file}"), "some bytes");
    }
    folder.write(&format!("{name}/sections.json"), "{}");
    let page = page("docs/xclbin.md");
    let block = |language: &str| {
        let start = format!("```{language}\n");
        page.split(&start)
            .nth(1)
            .and_then(|rest| rest.split("```").next())
            .expect("the page has such a block")
    };
    folder.write(&format!("{name}/kernels.json"), block("json"));
    let body = block("c").replacen(';', "{ return n; }", 1);
    folder.write(&format!("{name}/mix.c"), format!("typedef struct xrtHandles xrtHandles;\n{body}"));
    let compile = "cd $1 && gcc -g -shared -fPIC -o mix.so mix.c";
    let compiled = Command::new("sh").args(["-c", compile, "sh"]).arg(folder.path(name)).status();
    assert!(compiled.unwrap().success());
    // What another image has that this one lacks.
    let notes = format!("USER_METADATA:RAW:{name}/notes.txt");
    let other = format!("{name}/other.xclbin");
    folder.run(["xclbin", "create", &other, "--platform", "P", "--target", "sw_emu", &notes]).success();
    folder.make_key(&format!("{name}/key.pem"), &format!("{name}/cert.pem"));
    let differ = "diff old.xclbin new.xclbin";
    let walk = Walk {
        project: name,
        typed: &[(differ, &format!("{differ} || test $? -eq 1 # "))],
        passed_over: &[],
    };
    walk.all(&folder, &page);
}

#[test]
fn the_pages_of_templates() {
    for template in ["vadd", "image", "struct"] {
        let name = format!("page-{template}");
        let folder = project(&name, template);
        folder.write(&format!("{name}/in.npy"), particles());
        let page = String::from_utf8(folder.read(&format!("{name}/README.md"))).unwrap();
        // A release build of all that the project depends on has nothing to show here.
        let image: &[(&str, &str)] = &[("-- photo.png", "-- edges.png"), ("run --release", "run")];
        let typed = if template == "image" { image } else { &[] };
        Walk { project: &name, typed, ..Walk::default() }.all(&folder, &page);
    }
}

/// Two particles as the template's own kernels take them.
fn particles() -> Vec<u8> {
    let fields = "[('position', '<f4', (2,)), ('velocity', '<f4', (2,)), ('bounces', '<u4')]";
    let dtype = npyz::DType::parse(fields).unwrap();
    let options = npyz::WriteOptions::new_header_only().dtype(dtype).shape(&[2]);
    let mut bytes = options.writer(Vec::new()).write_header_only().unwrap();
    bytes.extend([0.0_f32; 10].iter().flat_map(|value| value.to_le_bytes()));
    bytes
}
