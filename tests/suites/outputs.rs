//! Scalars that kernels write into registers, on all targets: host Rust = interpreter = sw_emu = our own RTL = cards that XRT
//! emulates.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sycl_hls::{Buffer, Error, Queue, Selector};
use sycl_hls_emulation::simulator::{BankModel, Configuration};
use sycl_hls_ir::Module;
use sycl_hls_tests::images::{translated, write_hardware_image, write_image};
use sycl_hls_tests::kernels::outputs::outputs::__SYCL_HLS_MODULE as OUTPUTS;
use sycl_hls_tests::kernels::registers::registers as kernels;
use sycl_hls_tests::on_xrt::{interface, run_tests};
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Subject, Value};
use sycl_hls_types::{FaultKind, ParamKind};
use tempfile::TempDir;

fn outputs() -> &'static Subject {
    static SUBJECT: OnceLock<Subject> = OnceLock::new();
    SUBJECT.get_or_init(|| Subject::build("outputs.rs", &OUTPUTS).simulated())
}

fn registers() -> &'static Subject {
    static SUBJECT: OnceLock<Subject> = OnceLock::new();
    SUBJECT.get_or_init(|| Subject::build("registers.rs", &kernels::__SYCL_HLS_MODULE).simulated())
}

/// An output with this value before the run.
fn output<T>(value: T) -> Value
where
    Vec<T>: Into<sycl_hls_tests::value::Elements>,
{
    slice_mut(vec![value])
}

fn agree(subject: &Subject, kernel: &str, args: &[Value]) {
    subject.run(kernel, args).agree(kernel).unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn outputs_of_a_reduction() {
    for x in [vec![3, -5, 9, 2], vec![], vec![i32::MIN; 30]] {
        agree(registers(), "total", &[slice(x), output(77_i64), output(78_i32)]);
    }
}

#[test]
fn a_kernel_with_mailboxes_is_an_ordinary_one_to_hosts_that_do_not_know() {
    for (a, b) in [(3, 4), (-7, i32::MAX)] {
        let args = [slice_mut(vec![41_u32]), scalar(a), scalar(b), output(1_i32), output(2_i32)];
        agree(registers(), "exchanged", &args);
        agree(registers(), "combined", &args[1..]);
    }
}

#[test]
fn what_is_not_written_keeps_its_value() {
    for n in [5_u32, 7, 200] {
        agree(registers(), "count", &[scalar(n), output(4_000_000_000_u32), output(3_u8)]);
    }
    agree(outputs(), "find", &[slice(vec![4_u32, 5, 6]), scalar(5_u32), output(9_u64), output(9_u32)]);
    agree(outputs(), "find", &[slice(Vec::<u32>::new()), scalar(5_u32), output(9_u64), output(9_u32)]);
}

#[test]
fn outputs_of_each_type() {
    for x in [0_i64, -1, 0x1234_5678_9abc_def0, i64::MIN] {
        let small =
            [output(0xff_u8), output(-1_i8), output(0_u16), output(0_i16), output(0_u32), output(0_i32)];
        let wide = [output(u64::MAX), output(0_i64), output(0.5_f32), output(0.5_f64)];
        agree(outputs(), "kinds", &[&[scalar(x)], &small[..], &wide[..]].concat());
    }
    let before = [output(100_u8), output(-300_i16), output(i64::MAX), output(1.5_f32), output(-0.1_f64)];
    for n in [0_u64, 1, 5] {
        agree(outputs(), "doubled", &[&before[..], &[scalar(n)]].concat());
    }
}

#[test]
fn helpers_write_outputs() {
    agree(
        outputs(),
        "division",
        &[scalar(1000_u32), scalar(7_u32), output(0_u32), output(0_u32), output(41_u32)],
    );
}

#[test]
fn outputs_of_loops_and_processes() {
    for n in [0_u32, 1, 1000] {
        agree(outputs(), "bits", &[scalar(n), output(99_u32)]);
    }
    agree(outputs(), "last_of_four", &[slice(vec![1_u32, 2, 3, 4]), output(9_u32)]);
    agree(outputs(), "streamed", &[slice(vec![1_u32, 2, 3]), output(9_u32), slice_mut(vec![0_u32])]);
}

#[test]
fn a_run_that_stops_is_an_error() {
    let args = [slice(vec![1_u32, 2, 3]), scalar(3_u64), output(9_u32)];
    let fault = outputs().run("checked", &args).agree("checked").expect_err("the index is out of bounds");
    assert_eq!(fault.kind, FaultKind::Index);
    agree(outputs(), "checked", &[slice(vec![1_u32, 2, 3]), scalar(2_u64), output(9_u32)]);
}

/// An output has a register for its value before exactly if the kernel uses that value, or may keep it.
#[test]
fn only_outputs_whose_value_before_matters_have_an_initial_value() {
    let modules = [translated("registers.rs"), translated("outputs.rs")].concat();
    let mut found = Vec::new();
    for (_, func) in modules.iter().flat_map(Module::kernels) {
        for param in func.interface().params {
            if let ParamKind::Output { initial: true, .. } = param.kind {
                found.push(format!("{}.{}", func.name, param.name));
            }
        }
    }
    let doubled = ["a", "b", "c", "d", "e"].map(|name| format!("doubled.{name}"));
    let expected = ["count.counter", "count.last"]
        .into_iter()
        .map(ToOwned::to_owned)
        .chain(doubled)
        .chain(["division.times", "find.at"].map(ToOwned::to_owned));
    assert_eq!(found, expected.collect::<Vec<_>>());
}

/// `count(n, counter, last)`: n at 0x10; counter before at 0x18, after at 0x20, its `ap_vld` at 0x24; last likewise from 0x28.
#[test]
fn registers_are_those_of_vitis() {
    let mut device = registers().device("count");
    device.configure(&Configuration::of(BankModel::Ideal));
    device.pass(&[scalar(5_u32), output(10_u32), output(3_u8)], 0);
    let mut read = |offset| device.simulator.read_register(offset).unwrap();
    assert_eq!([0x10, 0x18, 0x20, 0x24, 0x28, 0x30, 0x34].map(&mut read), [5, 10, 0, 0, 3, 0, 0]);
    assert!(device.run(1000).cycles > 0);
    let mut read = |offset| device.simulator.read_register(offset).unwrap();
    // Reading `ap_vld` clears it.
    assert_eq!([0x18, 0x20, 0x24, 0x24, 0x30, 0x34, 0x34].map(&mut read), [10, 15, 1, 0, 3, 1, 0]);
    device.simulator.write_register(0x20, 99).unwrap();
    device.simulator.write_register(0x24, 1).unwrap();
    let mut read = |offset| device.simulator.read_register(offset).unwrap();
    assert_eq!([0x20, 0x24].map(&mut read), [15, 0], "hosts do not write it");
    device.run(1000);
    let mut read = |offset| device.simulator.read_register(offset).unwrap();
    assert_eq!([0x20, 0x24].map(&mut read), [15, 1], "the value before is still in its register");
}

/// `exchanged(runs, a, b, sum, product)`: `runs` at 0x1c, behind the mailboxes, then a at 0x28, b at 0x30, sum at 0x38, product at
/// 0x40. A host starts five runs and changes the arguments while the first of them is under way.
#[test]
fn hosts_exchange_values_with_a_kernel_that_starts_itself_again() {
    let mut device = registers().device("exchanged");
    device.configure(&Configuration::of(BankModel::Ideal));
    device.pass(&[slice_mut(vec![0_u32]), scalar(3_i32), scalar(4_i32), output(0_i32), output(0_i32)], 0);
    device.simulator.write_register(0x10, 5).unwrap();
    device.run(1000);
    let mut registers = |offset| device.simulator.read_register(offset).unwrap();
    assert_eq!([0x38, 0x3c, 0x40].map(&mut registers), [7, 1, 12], "after the first run");
    while registers(0) & 0b10 == 0 {}
    assert_eq!([0x10, 0x14, 0x18].map(&mut registers), [0, 1, 1]);
    device.simulator.write_register(0x14, 0).unwrap();
    device.simulator.write_register(0x28, 100).unwrap();
    device.run(1000);
    let mut registers = |offset| device.simulator.read_register(offset).unwrap();
    assert_eq!([0x28, 0x38, 0x40].map(&mut registers), [100, 7, 12], "not released");
    device.simulator.write_register(0x14, 1).unwrap();
    device.run(1000);
    let mut registers = |offset| device.simulator.read_register(offset).unwrap();
    assert_eq!([0x38, 0x40, 0x10].map(&mut registers), [104, 400, 0]);
}

/// A queue on a device runs `count`, `total` and `exchanged`.
fn queue_runs(device: &str) {
    let q = Queue::new(Selector::by_name(device)).unwrap();
    let x = Buffer::from_vec(vec![3, -5, 9, 2]);
    let (sum, largest) = (Buffer::from_vec(vec![0_i64]), Buffer::from_vec(vec![0_i32]));
    let (counter, last) = (Buffer::from_vec(vec![10_u32]), Buffer::from_vec(vec![3_u8]));
    for n in [5, 6] {
        q.submit(|h| {
            let (counter, last) = (counter.read_write(h), last.read_write(h));
            h.single_task(kernels::count::args(n, counter, last))
        })
        .unwrap();
    }
    let done = q.submit(|h| {
        let (x, sum, largest) = (x.read(h), sum.write(h), largest.write(h));
        h.single_task(kernels::total::args(x, sum, largest))
    });
    done.unwrap().wait().unwrap();
    assert_eq!((sum.into_vec().unwrap(), largest.into_vec().unwrap()), (vec![9], vec![9]));
    assert_eq!((counter.into_vec().unwrap(), last.into_vec().unwrap()), (vec![21], vec![3]));
    let (runs, sum, product) = (Buffer::from_vec(vec![0_u32]), Buffer::zeroed([1]), Buffer::zeroed([1]));
    let (runs, sum, product) = (runs, sum.unwrap(), product.unwrap());
    for (a, expected) in [(5, (12, 35)), (-5, (2, -35))] {
        let done = q.submit(|h| {
            let (runs, sum, product) = (runs.read_write(h), sum.write(h), product.write(h));
            h.single_task(kernels::exchanged::args(runs, a, 7, sum, product))
        });
        done.unwrap().wait().unwrap();
        assert_eq!((sum.host_read().unwrap()[0], product.host_read().unwrap()[0]), expected);
    }
    assert_eq!(runs.into_vec().unwrap(), [2]);
}

#[test]
fn a_queue_on_the_host() {
    queue_runs("host");
}

#[test]
fn an_output_is_one_element_of_a_buffer_of_its_own() {
    let q = Queue::new(Selector::by_name("host")).unwrap();
    let (long, last) = (Buffer::from_vec(vec![1_u32, 2]), Buffer::from_vec(vec![3_u8]));
    let submitted = q.submit(|h| {
        let (counter, last) = (long.read_write(h), last.read_write(h));
        h.single_task(kernels::count::args(1, counter, last))
    });
    let Err(Error::Invalid(message)) = submitted else { panic!("it was accepted") };
    assert!(message.contains("argument `counter` is one value, but is bound to 2 elements"), "{message}");
    let largest = Buffer::from_vec(vec![1_i32]);
    let sum = Buffer::from_vec(vec![1_i64]);
    let submitted = q.submit(|h| {
        let (x, sum, largest) = (largest.read(h), sum.write(h), largest.write(h));
        h.single_task(kernels::total::args(x, sum, largest))
    });
    let Err(Error::Invalid(message)) = submitted else { panic!("it was accepted") };
    assert!(message.contains("are the same buffer"), "{message}");
}

/// The card of a program that another test runs.
fn card() -> String {
    let mode = std::env::var("XCL_EMULATION_MODE").unwrap();
    format!("{}/{mode}", interface())
}

#[test]
#[ignore = "a program that another test runs"]
fn on_a_card() {
    queue_runs(&card());
}

#[test]
#[ignore = "a program that another test runs"]
fn refused_on_a_card() {
    let q = Queue::new(Selector::by_name(&card())).unwrap();
    let (counter, last) = (Buffer::from_vec(vec![1_u32]), Buffer::from_vec(vec![3_u8]));
    let submitted = q.submit(|h| {
        let (counter, last) = (counter.read_write(h), last.read_write(h));
        h.single_task(kernels::count::args(1, counter, last))
    });
    let message = submitted.unwrap_err().to_string();
    let expected =
        "cannot run `count`, which writes scalars into registers: XRT's OpenCL has no call that reads";
    assert!(message.contains(expected), "{message}");
}

/// Runs one of the ignored tests with an image of the kernels.
fn on_cards(interface: &str, target: &str, image: impl Fn(PathBuf) -> PathBuf, test: &str) {
    let folder = TempDir::new().unwrap();
    let image = image(folder.path().join("outputs.xclbin"));
    let said = run_tests(
        interface,
        target,
        &[("SYCL_HLS_XCLBIN", Path::new(&image))],
        &["--ignored", "--exact", &format!("outputs::{test}")],
    );
    assert!(said.contains("test result: ok. 1 passed"), "{said}");
}

#[test]
fn a_queue_on_a_card_of_xrts_software_emulation() {
    on_cards("xrt", "sw_emu", |image| write_image(&translated("registers.rs"), true, image), "on_a_card");
}

#[test]
fn a_queue_on_a_card_of_xrts_hardware_emulation() {
    on_cards("xrt", "hw_emu", |image| write_hardware_image(&translated("registers.rs"), image), "on_a_card");
}

#[test]
fn opencl_refuses_what_it_cannot_read() {
    on_cards(
        "opencl",
        "sw_emu",
        |image| write_image(&translated("registers.rs"), true, image),
        "refused_on_a_card",
    );
}
