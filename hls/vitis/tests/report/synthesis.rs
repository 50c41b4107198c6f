//! Reports of Vitis HLS: files of our own, in the tool's format.

use sycl_hls_vitis::report::{
    Issue, Latency, Loop, PragmaState, Range, Resources, Synthesis, csynth_rpt, csynth_xml, module_rpt,
};

use crate::report::data;

fn xml() -> Synthesis {
    csynth_xml(&data::text("unified/hls/syn/report/csynth.xml")).expect("a report")
}

fn rpt() -> Synthesis {
    csynth_rpt(&data::text("unified/hls/syn/report/csynth.rpt")).expect("a report")
}

fn module() -> Synthesis {
    module_rpt(&data::text("unified/hls/syn/report/gemv_Pipeline_dot_csynth.rpt")).expect("a report")
}

fn names(loops: &[Loop]) -> Vec<&str> {
    loops.iter().map(|each| each.name.as_str()).collect()
}

fn find<'s>(synthesis: &'s Synthesis, name: &str) -> &'s Loop {
    synthesis.loops().map(|(_, each)| each).find(|each| each.name == name).expect("the loop")
}

/// State, kind, options, place, function and messages of every pragma, a line each.
fn pragmas(synthesis: &Synthesis) -> Vec<String> {
    let shown = |pragma: &sycl_hls_vitis::report::Pragma| {
        let place = pragma.place.as_ref().expect("a place");
        let function = pragma.function.as_deref().unwrap_or("?");
        let messages = pragma.messages.join("; ");
        format!("{:?} {} {} {place} {function} {messages}", pragma.state, pragma.kind, pragma.options)
    };
    synthesis.pragmas.as_ref().expect("a report on pragmas").iter().map(shown).collect()
}

#[test]
fn the_xml_says_what_was_made() {
    let synthesis = xml();
    assert_eq!(synthesis.kernel.as_deref(), Some("gemv"));
    assert_eq!(synthesis.version.as_deref(), Some("2024.2"));
    assert_eq!(synthesis.part.as_deref(), Some("xcu200-fsgd2104-2-e"));
    assert_eq!(synthesis.flow.as_deref(), Some("vitis"));
    assert_eq!(synthesis.clock.target_ns, Some(4.0));
    assert!(synthesis.clock.slack_ns().expect("all three").abs() < 1e-9);
    assert_eq!(synthesis.latency, Latency { min: Some(70), avg: None, max: Some(9000) });
    assert_eq!(synthesis.interval, Range { min: Some(71), max: Some(9001) });
    let used = Resources { lut: Some(3000), ff: Some(2000), bram_18k: Some(8), uram: Some(0), dsp: Some(5) };
    assert_eq!(synthesis.used, used);
    assert_eq!(synthesis.available.lut, Some(1_182_240));
}

#[test]
fn what_is_undefined_is_none_and_not_0() {
    let synthesis = xml();
    let dot = &synthesis.modules[0];
    assert_eq!(dot.latency, Latency::default());
    assert_eq!(dot.interval, Range { min: Some(45), max: Some(480) });
    assert_eq!(dot.used, Resources { ff: Some(56), ..Resources::default() });
    assert_eq!(find(&synthesis, "VITIS_LOOP_25_1").latency, Range::default());
    let empty = csynth_xml("<profile/>").expect("a report that says nothing");
    assert_eq!(empty.latency, Latency::default());
    assert_eq!(empty.used, Resources::default());
    assert_eq!(empty.pragmas, None);
}

#[test]
fn loops_are_nested_and_have_their_lines() {
    let synthesis = xml();
    let dot = find(&synthesis, "dot");
    assert_eq!((dot.ii, dot.wanted_ii, dot.depth, dot.pipelined), (Some(7), None, Some(41), Some(true)));
    assert_eq!((dot.file.as_deref(), &dot.lines[..]), (Some("gemv.cpp"), &[31][..]));
    assert_eq!(dot.trip_count, Range { min: Some(0), max: Some(64) });
    assert_eq!(dot.latency, Range { min: Some(40), max: Some(475) });
    let issue = Issue { kind: "II Violation".to_owned(), reason: Some("Memory Dependency".to_owned()) };
    assert_eq!(dot.issue.as_ref(), Some(&issue));
    let outer = find(&synthesis, "VITIS_LOOP_25_1");
    assert_eq!((outer.pipelined, outer.ii, outer.issue.as_ref()), (Some(false), None, None));
    assert_eq!(names(&outer.inner), ["VITIS_LOOP_27_2_VITIS_LOOP_28_3"]);
    assert_eq!(outer.inner[0].lines, [27, 28]);
    assert_eq!(outer.inner[0].pipelined, Some(true), "it has an interval");
}

#[test]
fn pragmas_are_told_apart_in_both_forms() {
    let expected = [
        "Valid pipeline II=1 gemv.cpp:32 gemv ",
        "Warned array_partition variable=tmp dim=3 gemv.cpp:24 gemv Ignored: 'tmp' has 1 dimension",
        "Ignored data_pack variable=x gemv.cpp:22 gemv unknown pragma",
    ];
    let from_xml = pragmas(&xml());
    assert_eq!(from_xml[1..4], expected);
    assert_eq!(from_xml[4], "Inferred pipeline  gemv.cpp:28 gemv syn.compile.pipeline_loops=64");
    let mut from_text = pragmas(&rpt());
    from_text.sort();
    assert_eq!(from_text[0], expected[2]);
    assert_eq!(from_text[1], "Inferred pipeline  gemv.cpp:28:5 gemv syn.compile.pipeline_loops=64");
    assert_eq!(from_text[2], expected[0]);
    assert_eq!(from_text[3], expected[1].replace(" has", "; has"));
}

#[test]
fn a_report_without_a_part_on_pragmas_knows_none() {
    let text = data::text("unified/hls/syn/report/csynth.rpt");
    let (older, _) = text.split_once("== Pragma Report").expect("the part");
    assert_eq!(csynth_rpt(older).expect("a report").pragmas, None);
    let none = format!("{older}== Pragma Report\n====\n  No pragmas found\n");
    assert_eq!(csynth_rpt(&none).expect("a report").pragmas, Some(Vec::new()));
    assert!(pragmas(&xml()).iter().any(|line| line.starts_with(&format!("{:?}", PragmaState::Ignored))));
}

#[test]
fn the_table_in_text_has_modules_and_loops() {
    let synthesis = rpt();
    let modules: Vec<&str> = synthesis.modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(modules, ["gemv", "gemv_Pipeline_dot"]);
    assert_eq!(names(&synthesis.modules[0].loops), ["VITIS_LOOP_25_1", "last"]);
    assert_eq!(names(&synthesis.modules[0].loops[0].inner), ["VITIS_LOOP_27_2_VITIS_LOOP_28_3"]);
    assert_eq!(names(&synthesis.modules[1].loops), ["dot"], "a module that is called twice is one");
    let dot = find(&synthesis, "dot");
    assert_eq!((dot.ii, dot.iteration_latency.max), (Some(7), Some(41)));
    assert_eq!(dot.trip_count, Range { min: None, max: Some(64) }, "the table shows the most");
    assert_eq!(dot.issue, find(&xml(), "dot").issue);
    assert_eq!(synthesis.modules[0].issue.as_ref().expect("an issue").kind, "Timing Violation");
    assert_eq!((synthesis.used.lut, synthesis.used.uram), (Some(3000), None));
}

#[test]
fn the_report_of_a_module_knows_what_was_asked_for() {
    let synthesis = module();
    assert_eq!(synthesis.kernel.as_deref(), Some("gemv_Pipeline_dot"));
    assert_eq!(synthesis.clock.estimated_ns, Some(2.92));
    assert_eq!(synthesis.latency, Latency { min: Some(43), avg: None, max: Some(478) });
    assert_eq!(synthesis.interval, Range { min: Some(44), max: Some(479) });
    assert_eq!((synthesis.used.lut, synthesis.available.lut), (Some(129), Some(1_182_240)));
    let loops = &synthesis.modules[0].loops;
    assert_eq!(names(loops), ["outer", "dot"]);
    assert_eq!(names(&loops[0].inner), ["dot"]);
    assert_eq!(names(&loops[0].inner[0].inner), ["inner"]);
    assert_eq!((loops[1].wanted_ii, loops[1].ii), (Some(1), Some(7)));
    assert_eq!((loops[0].wanted_ii, loops[0].latency), (None, Range::default()));
}

#[test]
fn reports_complete_each_other() {
    let mut synthesis = xml();
    synthesis.complete(rpt());
    synthesis.complete(module());
    assert_eq!(synthesis.kernel.as_deref(), Some("gemv"), "a module is not the kernel");
    assert_eq!(synthesis.latency.max, Some(9000));
    let dot = find(&synthesis, "dot");
    assert_eq!((dot.wanted_ii, dot.ii), (Some(1), Some(7)));
    assert_eq!(dot.trip_count.min, Some(0), "the XML knows better than the table");
    assert_eq!(synthesis.modules[0].latency.min, Some(43));
    assert_eq!(synthesis.modules[0].used.lut, Some(129));
}

#[test]
fn what_is_no_report_is_an_error() {
    for (text, why) in [
        ("", "no element"),
        ("<html></html>", "root is `html`"),
        ("<profile><a>", "ends within"),
        ("<profile></wrong>", "before byte"),
    ] {
        let error = csynth_xml(text).expect_err(text);
        assert!(error.to_string().contains(why), "{error}");
    }
    let deep = format!("{}{}", "<profile>".repeat(5000), "</profile>".repeat(5000));
    assert!(csynth_xml(&deep).expect_err("too deep").to_string().contains("nested too deeply"));
    assert!(csynth_rpt("nothing").is_err());
    assert!(module_rpt("nothing").is_err());
}
