//! What goes well.

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
    let Some(site) = Site::new() else { return };
    site.project.write(
        "a b/sycl-hls.toml",
        "[image.one]\nsources = [\"src/main.rs\"]\n[image.two]\nsources = [\"src/main.rs\"]\n",
    );
    site.said(&BUILD);
    for (step, count) in [("-k fill ", 1), ("-k other ", 1), ("-l ", 2), ("-p ", 2)] {
        assert_eq!(site.starts(step), count, "{step}");
    }
}
