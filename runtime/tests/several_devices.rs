//! Several devices in one program: emulated boards with images of their own, and the host (S20 §3.7.1.2).

use std::sync::LazyLock;
use std::thread;

use crate::common::gate::Gate;
use crate::common::host;
use sycl_hls::{Buffer, Download, Error, Event, Queue, QueueBuilder, Selector, Status};
use sycl_hls_boards::Board;
use sycl_hls_types::ModuleInterface;
use tempfile::TempDir;
use xclbin_tools::Mode;

/// `y = 10 y + digit`, where every image has another digit, and the host has none.
mod digits {
    use sycl_hls::__private::*;

    use crate::common::kernels::launcher;

    pub const INTERFACE: &str = r#"{"name":"digits","abi":"a","code":"c","directives":"d","kernels":[
        {"name":"digit","params":[
            {"name":"y","kind":"slice","element":"u64","mutable":true,"length":"argument"}]}]}"#;

    static MODULE: ModuleInfo =
        ModuleInfo::new(INTERFACE, &[NativeKernel { name: "digit", run: digit::run }]);

    pub fn digit(y: &mut [u64]) {
        y.iter_mut().for_each(|y| *y *= 10);
    }

    launcher!(0, digit(y: slice_mut u64));
}

/// Where images lie; one file for each pair of board and digit, whoever writes it.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

fn builder(board: &str, digit: u32) -> QueueBuilder {
    let module: ModuleInterface = serde_json::from_str(digits::INTERFACE).unwrap();
    let source = format!(
        "extern \"C\" int32_t sycl_hls_sw_emu_run_digit(const void *const *args, uint64_t *) {{
            uint64_t *y = (uint64_t *)args[0], len = *(const uint64_t *)args[1];
            for (uint64_t i = 0; i < len; i++) y[i] = 10 * y[i] + {digit};
            return 0;
        }}"
    );
    let object = crate::images::shared_object(&module, vec![], &source);
    let platform = &Board::by_name(board).unwrap().platform;
    let path = FOLDER.path().join(format!("{board}-{digit}.xclbin"));
    std::fs::write(&path, crate::images::image_for(platform, Mode::SwEmu, &[&module], &object)).unwrap();
    Queue::builder(Selector::sw_emu(board)).with_image(path)
}

fn board(name: &str, digit: u32) -> Queue {
    builder(name, digit).build().unwrap()
}

fn digit(q: &Queue, y: &Buffer<u64>) -> Event {
    q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(digits::digit::args(y))
    })
    .unwrap()
}

#[test]
fn queues_on_one_board_run_the_kernels_of_their_own_images() {
    let (first, second, y) = (board("u200", 1), board("u200", 2), Buffer::from_vec(vec![0_u64]));
    assert_eq!(first.device(), second.device());
    for q in [&first, &second, &second, &first] {
        digit(q, &y);
    }
    assert_eq!(y.into_vec().unwrap(), [1221]);
}

/// Rows: F017, F018, F303.
#[test]
fn boards_and_the_host_share_buffers_in_the_order_of_submission() {
    let queues = [host(), board("u200", 1), board("u280", 2), board("u55c", 3)];
    let names: Vec<&str> = queues.iter().map(|q| q.device().info().id.as_str()).collect();
    assert_eq!(names, ["host", "sw_emu/u200", "sw_emu/u280", "sw_emu/u55c"]);
    for _ in 0..20 {
        let (x, y) = (Buffer::from_vec(vec![0_u64; 3]), Buffer::from_vec(vec![0_u64; 3]));
        for turn in [1, 2, 0, 3, 1] {
            digit(&queues[turn], &x);
        }
        queues[2].copy(&x, &y).unwrap();
        digit(&queues[3], &x);
        digit(&queues[1], &y);
        assert_eq!((x.into_vec().unwrap(), y.into_vec().unwrap()), (vec![120_313; 3], vec![120_311; 3]));
    }
}

#[test]
fn a_command_waits_for_one_of_another_device() {
    let (host, u50, gate) = (host(), board("u50", 7), Gate::closed());
    let (x, y) = (Buffer::from_vec(vec![0_u32]), Buffer::from_vec(vec![0_u64]));
    let first = crate::common::gated_write(&host, &gate, &x);
    let awaited = first.clone();
    thread::spawn(move || awaited.wait().unwrap());
    gate.await_arrivals(1);
    let after = u50.submit(|h| {
        h.depends_on(&first);
        let y = y.write(h);
        h.single_task(digits::digit::args(y))
    });
    let free = Buffer::from_vec(vec![4_u64]);
    digit(&u50, &free).wait().unwrap();
    assert_eq!((first.status(), after.as_ref().unwrap().status()), (Status::Running, Status::Submitted));
    gate.open();
    after.unwrap().wait().unwrap();
    assert_eq!((y.into_vec().unwrap(), free.into_vec().unwrap()), (vec![7], vec![47]));
}

#[test]
fn queues_in_order_on_two_boards_keep_their_order_and_are_independent() {
    let queues = ["u200", "u250"].map(|name| builder(name, 5).in_order().build().unwrap());
    let y = Buffer::from_vec(vec![0_u64]);
    let downloads: Vec<Download<u64>> = (0..6).map(|_| Download::new()).collect();
    for (i, copied) in downloads.iter().enumerate() {
        digit(&queues[i % 2], &y);
        queues[i % 2].copy(&y, copied).unwrap();
    }
    queues.iter().for_each(|q| q.wait().unwrap());
    let values: Vec<u64> = downloads.iter().filter_map(Download::take).map(|data| data[0]).collect();
    assert_eq!(values, [5, 55, 555, 5_555, 55_555, 555_555]);
}

#[test]
fn the_failure_of_one_device_reaches_the_commands_of_another() {
    let (host, u200) = (host(), board("u200", 1));
    let (x, y) = (Buffer::from_vec(vec![0_u32]), Buffer::from_vec(vec![0_u32]));
    crate::common::failing(&host, &x);
    let copied = u200.copy(&x, &y).unwrap();
    assert!(matches!(copied.wait(), Err(Error::Poisoned(fault)) if fault.kernel == "store"));
    assert!(matches!(u200.wait(), Err(Error::Poisoned(_))), "each queue reports its own commands");
    assert!(matches!(host.wait(), Err(Error::Kernel(_))));
}
