//! `sycl-hls boards`, `explain` and `completions`: questions that need no project.

use crate::cli::support::Folder;

#[test]
fn boards_are_listed_and_described() {
    let folder = Folder::new();
    let list = folder.run(["boards"]).success().stdout;
    for words in [
        "u280     8 GiB HBM, 32 GiB DDR4  300 MHz  sw_emu, hw_emu  Vitis\n",
        "Vitis 2024.1, AFI",
        "not supported: v70, v80",
    ] {
        assert!(list.contains(words), "{list}");
    }
    let one = folder.run(["boards", "u280"]).success().stdout;
    for words in [
        "xcu280-fsvh2892-2L-e",
        "default bank     HBM[0]",
        "HBM[0:31]   HBM     256 MiB  SLR0",
        "  SLR1     333000   675000     936   320  2877  DDR[1]\n",
        "other platforms  xilinx_u280_xdma_201920_3",
        "  - UG1120, page of the U280",
    ] {
        assert!(one.contains(words), "{one}");
    }
    assert_eq!(folder.run(["boards", "XILINX_U280_XDMA_201920_3"]).success().stdout, one);
    folder.run(["boards", "u28"]).fails(2, &["did you mean `u280`"]);
    folder
        .run(["boards", "xilinx_u280_xdma_201910_3"])
        .fails(2, &["did you mean `xilinx_u280_xdma_201920_3`"]);
    let why = ["the board v80 (AMD Alveo V80) is not supported", "Vivado", "= help: take the C++"];
    folder.run(["boards", "v80"]).fails(3, &why);
    folder.run(["build", "--board", "V80", "--source", "kernels.rs", "-o", "out"]).fails(3, &why);
}

#[test]
fn pages_of_boards_fit_a_terminal() {
    let folder = Folder::new();
    let page = |words: &[&str]| folder.run(words).success().stdout;
    let list = page(&["boards"]);
    let names: Vec<&str> =
        list.lines().skip(1).map_while(|line| line.split(' ').next().filter(|it| !it.is_empty())).collect();
    assert_eq!(names, ["u200", "u250", "u280", "u50", "u55c", "vck5000", "aws-f1", "aws-f2"], "{list}");
    let pages = names.iter().map(|name| page(&["boards", name]));
    for line in pages.collect::<String>().lines().chain(list.lines()) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(page(&["boards", "aws-f2"]).contains("all 3   -    -"), "what is not known is said");
}

#[test]
fn versions_that_do_not_build_for_a_board_are_refused() {
    let folder = Folder::new();
    let plan = |words: &str| {
        let build = "build --target hw --dry-run --source kernels.rs -o out";
        folder.run(build.split(' ').chain(words.split(' ')))
    };
    let why = ["Vitis 2025.2 does not build hw for aws-f2", "what does: 2024.1", "sycl-hls boards aws-f2"];
    plan("--board aws-f2 --vitis 2025.2").fails(3, &why);
    let afi = plan("--board aws-f2 --vitis 2024.1").success().stderr;
    assert!(
        afi.contains("Emulation only cards of aws-f2 load an Amazon FPGA image, and no .xclbin"),
        "{afi}"
    );
    let afi = plan("--board aws-f1").success().stderr;
    assert!(
        afi.contains("cards of aws-f1 load an Amazon FPGA image") && afi.contains("boards aws-f1"),
        "{afi}"
    );
    assert!(!plan("--board u200").success().stderr.contains("Amazon"));
    let versal = plan("--board vck5000 --vitis 2022.2").success().stdout;
    assert!(versal.contains(".xsa"), "{versal}");
    plan("--board vck5000 --vitis 2022.1").fails(3, &["what does: 2022.2"]);
    plan("--board vck5000 --vitis 2022.1 --platform xilinx_vck5000_gen4x8_xdma_2_202210_1").success();
}

#[test]
fn boards_as_json() {
    let folder = Folder::new();
    let json = |words: &[&str]| -> serde_json::Value {
        serde_json::from_str(&folder.run(words).success().stdout).unwrap()
    };
    let all = json(&["boards", "--json"]);
    assert_eq!(all.as_array().unwrap().len(), 8);
    let one = json(&["boards", "u200", "--json"]);
    assert_eq!(one["banks"][1]["tag"], "DDR[1]");
    assert_eq!(one["banks"][1]["bytes"], 16_u64 << 30);
    assert_eq!(one["default_bank"], "DDR[1]");
    assert_eq!((&one["banks"][3]["slr"], &one["banks"][3]["max_masters"]), (&2.into(), &15.into()));
    assert_eq!(one["regions"][1]["luts"], 159_854);
    assert_eq!(one["interface_uuid"], serde_json::Value::Null);
    let versal = json(&["boards", "vck5000", "--json"]);
    assert_eq!((&versal["vitis"]["links_xsa"], &versal["vitis"]["hw"][0]), (&true.into(), &"2022.2".into()));
    assert!(all.as_array().unwrap().contains(&one));
}

#[test]
fn codes_are_explained() {
    let folder = Folder::new();
    let page = folder.run(["explain", "SH0107"]).success().stdout;
    assert!(page.starts_with("SH0107: recursion\n") && page.contains("    mod kernels {"), "{page}");
    assert!(!page.contains("```") && !page.contains("##"), "{page}");
    assert_eq!(folder.run(["explain", "error[sh0107]"]).success().stdout, page);
    let list = folder.run(["explain", "--list"]).success().stdout;
    assert!(list.lines().any(|line| line == "SH0107  Hardware has no call stack."), "{list}");
    for (code, _) in sycl_hls_front::CATALOGUE {
        assert!(folder.run(["explain", code.0]).success().stdout.starts_with(code.0));
    }
    folder.run(["explain", "E0308"]).fails(2, &["there is no code `E0308`", "explain --list"]);
}

#[test]
fn completions_know_every_command() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.run(["completions", shell]).success().stdout;
        for command in [
            "new", "check", "build", "run", "test", "call", "emit", "report", "boards", "explain", "xclbin",
            "clean",
        ] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}
