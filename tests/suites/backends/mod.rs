//! One suite of what queues do, on every backend (GEN, "The backend model"): nothing in it knows what runs the kernels.
#![allow(clippy::all)]

mod behaviour;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use sycl_hls::{BackendKind, Platform, Queue, QueueBuilder, Selector, is_active};
use sycl_hls_tests::images::{translated, write_hardware_image, write_image};
use sycl_hls_tests::on_xrt::{interface, on_each, run_tests};
use tempfile::TempDir;

use crate::ui::library;

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    /// What it does does not commute.
    #[kernel]
    pub fn affine(m: u32, c: u32, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = y[i] * m + c;
        }
    }

    #[kernel]
    pub fn add(a: &[u32], b: &[u32], #[len(2)] sum: &mut [u32]) {
        for i in 0..sum.len() {
            sum[i] = a[i] + b[i];
        }
    }

    /// Every item tells its indices.
    #[kernel]
    pub fn items(item: Item<3>, y: &Global<u32>) {
        let ids = item.id(0) * 100 + item.id(1) * 10 + item.id(2);
        y.set(item.linear_id(), (item.range(0) * 1000 + ids) as u32);
    }

    /// Every item has an element, and a pair of elements.
    #[kernel]
    pub fn own(item: Item<2>, #[each] x: &u32, #[each(2)] y: &mut [u32; 2]) {
        y[0] += *x * 10 + item.id(1) as u32;
        y[1] = *x;
    }

    /// The sum of each group's elements, in each of them.
    #[kernel]
    #[reqd_work_group_size(2, 2)]
    pub fn sums(item: NdItem<2>, #[each] y: &mut u32) {
        *y = item.group().sum(*y);
    }

    /// Every item tells its group and its place there.
    #[kernel]
    #[reqd_work_group_size(1, 2)]
    pub fn groups(item: NdItem<2>, y: &Global<u32>) {
        let (row, column) =
            (item.group_id(0) * 10 + item.local_id(0), item.group_id(1) * 10 + item.local_id(1));
        y.set(item.global_linear_id(), (row * 100 + column) as u32);
    }
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("suites/backends/mod.rs")
}

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().unwrap());

/// Rows: F020.
#[test]
fn the_host() {
    behaviour::all(&|| Queue::builder(Selector::host()));
}

/// Rows: F020.
#[test]
fn software_emulation() {
    let image = write_image(&translated(file()), true, FOLDER.path().join("software.xclbin"));
    behaviour::all(&|| Queue::builder(Selector::sw_emu("u200")).with_image(&image));
}

/// Rows: F020.
#[test]
fn hardware_emulation() {
    let image = write_hardware_image(&translated(file()), FOLDER.path().join("hardware.xclbin"));
    behaviour::all(&|| Queue::builder(Selector::hw_emu("u200")).with_image(&image));
}

/// Rows: F020, F195, F196.
#[test]
fn cards_of_xrt_and_its_opencl() {
    let image = write_image(&translated(file()), true, FOLDER.path().join("cards.xclbin"));
    on_each(|interface| {
        let variables = [("SYCL_HLS_XCLBIN", image.as_path())];
        let said = run_tests(interface, "sw_emu", &variables, &["--ignored", "backends::on_a_card"]);
        assert!(said.contains("1 passed"), "{said}");
    });
}

/// What has been compiled in is active, and available only where its library is.
///
/// Rows: F002, F005.
#[test]
fn backends_can_be_left_out() {
    assert!(BackendKind::ALL.into_iter().all(is_active));
    assert!(Platform::of_backend(BackendKind::Xrt).unwrap().unavailable().is_some());
    let library = library(&["build", "--package", "sycl-hls", "--lib", "--no-default-features"]);
    let mut rustc = Command::new("rustc");
    let source = file().with_file_name("host_only.rs");
    rustc
        .args(["--edition=2024", "--crate-name=host_only", "--extern"])
        .arg(format!("sycl_hls={}", library.display()));
    rustc.arg("-L").arg(library.with_file_name("deps")).arg("--out-dir").arg(FOLDER.path()).arg(source);
    for mut command in [rustc, Command::new(FOLDER.path().join("host_only"))] {
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
#[ignore = "a program that another test runs"]
fn on_a_card() {
    let queue = || -> QueueBuilder { Queue::builder(Selector::by_name(&format!("{}/sw_emu", interface()))) };
    behaviour::all(&queue);
}
