//! What goes well.

use crate::project::U280;
use crate::site::{BUILD, Site};

#[test]
fn an_image_of_jobs_is_the_one_that_is_built_here() {
    let Some(site) = Site::new() else { return };
    let said = site.said(&BUILD);
    for line in
        ["Submitted app-", ": 4 jobs", "Queued link: job ", "Done package", "Built build/u200/hw/app.xclbin"]
    {
        assert!(said.contains(line), "{line}: {said}");
    }
    site.assert_all_once();
    let local = Site::on(site.cluster.clone());
    local.said(&["build", "--board", "u200", "--target", "hw"]);
    assert!(site.image() == local.image(), "byte for byte");
    assert!(site.path("a b/build/u200/hw/app.vitis/logs/link.log").is_file());
    let report = site.said(&["report", "--target", "hw", "--board", "u200"]);
    assert!(report.contains("300 MHz of 300 MHz asked for"), "{report}");
    let again = site.said(&BUILD);
    assert!(!again.contains("Submitted"), "nothing has changed: {again}");
    // The store of a run is that of builds here.
    std::fs::remove_dir_all(site.path("a b/build/u200")).unwrap();
    site.said(&["build", "--board", "u200", "--target", "hw"]);
    site.assert_all_once();
    let status = site.said(&["cluster", "status"]);
    assert!(status.contains("5 of 5"), "{status}");
}

#[test]
fn a_run_is_left_and_taken_up_again() {
    let Some(site) = Site::new() else { return };
    site.replay("\"takes_ms\": 300");
    let said = site.said(&[&BUILD[..], &["--detach"]].concat());
    let run = site.run_name();
    assert!(said.contains(&format!("sycl-hls cluster wait {run}")), "{said}");
    assert!(!site.path("a b/build/u200/hw/app.xclbin").exists());
    let status = site.said(&["cluster", "status", &run]);
    assert!(status.contains("package") && status.contains("queued"), "{status}");
    let said = site.said(&["cluster", "wait", &run[..8]]);
    assert!(said.contains("Built ") && site.image().len() > 100, "{said}");
    site.said(&["cluster", "resume", &run]);
    site.said(&["cluster", "wait", &format!("build/.vitis/runs/{run}")]);
    site.assert_all_once();
}

#[test]
fn jobs_ask_for_what_the_project_says() {
    let Some(site) = Site::new() else { return };
    let table = "[cluster]\nengine = \"slurm\"\npartition = \"one\"\ntime = \"30\"\noptions = [\"--comment=it's; a b\"]\n\
                 [cluster.step.link]\nlicenses = \"vitis:1\"\nmemory = \"100M\"\ncpus = 2\n";
    site.project.write("a b/sycl-hls.toml", table);
    site.replay("\"hang\": \"link\"");
    site.said(&["build", "--board", "u200", "--target", "hw", "--detach"]);
    crate::site::until("it links", || site.starts("-l ") == 1);
    let jobs = site.cluster.ask(
        "squeue",
        &[
            "--me",
            "--noheader",
            "--states=running",
            "--Format=Partition:|,Licenses:|,MinMemory:|,NumCPUs:|,Comment:|,TimeLimit:|,Name:",
        ],
    );
    let link = jobs.lines().find(|line| line.contains(&site.run_name())).unwrap();
    assert!(link.starts_with("one|vitis:1|100M|2|it's; a b|30:00|app-"), "{link}");
    site.said(&["cluster", "cancel", &site.run_name()]);
    crate::site::until("nothing runs", || site.live_jobs().is_empty());
}

#[test]
fn two_runs_of_one_store_make_what_they_share_once() {
    let Some(site) = Site::of_all() else { return };
    site.project.write(
        "a b/sycl-hls.toml",
        "[image.one]\nsources = [\"src/main.rs\"]\n[image.two]\nsources = [\"src/main.rs\"]\n",
    );
    site.said(&BUILD);
    for (step, count) in [("-k fill ", 1), ("-k other ", 1), ("-l ", 2), ("-p ", 2)] {
        assert_eq!(site.starts(step), count, "{step}");
    }
}

/// Two boards, two images, two strategies.
const MATRIX: &str = "[image.one]\nsources = [\"src/main.rs\"]\n[image.two]\nsources = [\"src/main.rs\"]\n\
                      [strategy.fast.vivado]\nprop = [\"run.impl_1.strategy=Performance_Explore\"]\n\
                      [strategy.small.vivado]\nprop = [\"run.impl_1.strategy=Area_Explore\"]\n";

/// Where a build of a matrix puts its images.
fn images(site: &Site) -> Vec<std::path::PathBuf> {
    let folder = |board, strategy| site.path(&format!("a b/build/{board}/hw/{strategy}"));
    let folders = ["u200", "u280"].map(|board| ["fast", "small"].map(|strategy| folder(board, strategy)));
    folders
        .as_flattened()
        .iter()
        .flat_map(|it| ["one", "two"].map(|name| it.join(name).with_extension("xclbin")))
        .collect()
}

#[test]
fn boards_images_and_strategies_are_one_run() {
    let Some(site) = Site::new() else { return };
    let matrix = ["build", "--board", "u200,u280", "--target", "hw", "--strategy", "fast,small"];
    let prepare = |site: &Site| {
        site.project.write(&format!("platforms/{U280}/{U280}.xpfm"), "");
        site.project.write("a b/sycl-hls.toml", MATRIX);
    };
    prepare(&site);
    site.replay("\"takes_ms\": 2500");
    let run = site.start(&[&matrix[..], &["--on", "slurm"]].concat());
    let name = "u280/hw/small/two/link";
    // An array has its first task's name.
    let row = || {
        let status = site.run(&["cluster", "status", "8-images"]).stdout;
        let status = String::from_utf8(status).unwrap();
        status.lines().find(|row| row.starts_with(name)).unwrap_or_default().to_owned()
    };
    let mut links = String::new();
    crate::site::until("it links", || {
        links = row();
        links.contains("running")
    });
    site.cluster.ask("scancel", &[links.split_whitespace().nth(2).unwrap()]);
    assert_eq!(run.wait_with_output().unwrap().status.code(), Some(4));
    let made = |site: &Site| images(site).iter().filter(|image| image.is_file()).count();
    assert_eq!(made(&site), 7, "what does not need it is in its place");
    site.replay("");
    let said = site.said(&["cluster", "resume", "8-images"]);
    assert!(said.contains("Queued u280/hw/small/two/link") && said.contains(": 2 jobs"), "{said}");
    // Kernels are compiled once for each board, whatever the images and strategies.
    for (step, count) in [("-k fill ", 2), ("-k other ", 2), ("-p ", 8)] {
        assert_eq!(site.starts(step), count, "{step}");
    }
    let local = Site::on(site.cluster.clone());
    prepare(&local);
    local.said(&matrix);
    for (here, there) in images(&local).iter().zip(images(&site)) {
        assert!(std::fs::read(here).unwrap() == std::fs::read(there).unwrap(), "byte for byte");
    }
    assert_eq!((local.starts("-k fill "), local.starts("-l ")), (2, 8));
}

#[test]
fn steps_that_two_runs_reach_at_once_are_made_once() {
    let Some(site) = Site::new() else { return };
    site.replay("\"takes_ms\": 700");
    let one = site.start(&BUILD);
    // The same kernels for another image.
    let toml = "[image.other]\nsources = [\"src/main.rs\"]\n";
    site.project.write("c/sycl-hls.toml", toml);
    for file in ["Cargo.toml", "src/main.rs"] {
        let text = std::fs::read_to_string(site.path(&format!("a b/{file}"))).unwrap();
        site.project.write(&format!("c/{file}"), &text);
    }
    std::fs::create_dir_all(site.path("c/build")).unwrap();
    std::fs::create_dir_all(site.path("a b/build/.vitis")).unwrap();
    std::os::unix::fs::symlink(site.path("a b/build/.vitis"), site.path("c/build/.vitis")).unwrap();
    let other = site.command(&BUILD).current_dir(site.path("c")).spawn().unwrap();
    // And once more the first one, by somebody else.
    let again = site.start(&BUILD);
    for each in [one, other, again] {
        assert!(each.wait_with_output().unwrap().status.success());
    }
    for (step, count) in [("-k fill ", 1), ("-k other ", 1), ("-l ", 2), ("-p ", 2)] {
        assert_eq!(site.starts(step), count, "{step}");
    }
    let claims = std::fs::read_dir(site.path("a b/build/.vitis/claims")).unwrap();
    assert_eq!(claims.count(), 0, "they are given back");
}

#[test]
fn a_claim_of_a_job_that_is_no_more_is_taken_over() {
    let Some(site) = Site::new() else { return };
    site.replay("\"hang\": \"link\"");
    let mut build = site.start(&BUILD);
    crate::site::until("it links", || site.starts("-l ") == 1);
    // Nothing of it has a chance to give anything back.
    let here = site.path("a b").display().to_string();
    site.kill_processes(&["cluster task", &here]);
    assert_eq!(build.wait().unwrap().code(), Some(1));
    let claims = site.path("a b/build/.vitis/claims");
    assert_eq!(std::fs::read_dir(&claims).unwrap().count(), 1);
    site.replay("");
    let said = site.said(&["cluster", "resume", "app"]);
    assert!(said.contains("Built ") && site.starts("-l ") == 2, "{said}");
    assert_eq!(std::fs::read_dir(&claims).unwrap().count(), 0);
}

#[test]
fn jobs_ask_for_what_earlier_ones_needed() {
    let Some(site) = Site::alone(&["OverTimeLimit=0"]) else { return };
    let limits = || site.limits("a b", ".link");
    site.said(&BUILD);
    assert!(limits()[0].ends_with("|0"), "nothing is known: {:?}", limits());
    // Another design, and a link that takes longer than those before.
    let changed = |value: u32| {
        let text = crate::site::two_kernels().replace("= 7", &format!("= {value}"));
        site.project.write("a b/src/main.rs", &text);
    };
    changed(9);
    site.said(&BUILD);
    let second = limits();
    assert!(second.iter().any(|limit| limit.starts_with("6:00|")), "twice, and five minutes: {second:?}");
    let needs = site.path("a b/build/.vitis/needs/u200-hw-app-2022.2/link");
    assert_eq!(std::fs::read_dir(&needs).unwrap().count(), 2);
    // Slurm's limits are minutes: what is known is made so small that the next one is too short.
    changed(11);
    site.project.write("a b/sycl-hls.toml", "[cluster.step.link]\nmemory = \"77M\"\ntime = \"0:01\"\n");
    site.replay("\"hang\": \"link\"");
    assert_eq!(site.refused(&BUILD).0, Some(4));
    assert_eq!(std::fs::read_dir(&needs).unwrap().count(), 3, "it needs more");
    site.replay("");
    site.project.write("a b/sycl-hls.toml", "[cluster.step.link]\nmemory = \"77M\"\n");
    site.said(&BUILD);
    assert!(limits().iter().any(|limit| limit == "6:00|77M"), "{:?}", limits());
}
