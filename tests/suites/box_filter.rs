//! The box filter of the thesis as a user runs it: kernels through queues and buffers, on the host and from an image.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use sycl_hls::{Buffer, Errc, Error, Event, FaultKind, Queue, Selector};
use sycl_hls_tests::images::{translated, write_hardware_image, write_image};
use sycl_hls_tests::kernels::box_filter::box_filter::{MAX_CHUNK, box_filter_f32, box_filter_i32};
use tempfile::TempDir;

#[path = "../../examples/box-filter/src/reference.rs"]
mod reference;

const SOURCE: &str = "../../examples/box-filter/src/kernels.rs";

/// Width and height of the thesis' images.
const WIDTH: usize = 512;
const HEIGHT: usize = 256;

static IMAGES: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().expect("a temporary folder can be made"));

static CHECKED: LazyLock<PathBuf> =
    LazyLock::new(|| write_image(&translated(SOURCE), true, IMAGES.path().join("checked.xclbin")));

static RELEASE: LazyLock<PathBuf> =
    LazyLock::new(|| write_image(&translated(SOURCE), false, IMAGES.path().join("release.xclbin")));

fn emulated(image: &Path) -> Queue {
    Queue::builder(Selector::sw_emu("u200")).with_image(image).build().expect("the board is emulated")
}

fn queues() -> [Queue; 3] {
    let host = Queue::new(Selector::host()).expect("there is a host device");
    [host, emulated(&CHECKED), emulated(&RELEASE)]
}

fn submit_i32(
    queue: &Queue,
    input: &Buffer<i32>,
    output: &Buffer<i32>,
    width: usize,
    height: usize,
    chunk: usize,
) -> Result<Event, Error> {
    queue.submit(|h| {
        let (input, output) = (input.read(h), output.write(h));
        h.single_task(box_filter_i32::args(input, output, width, height, chunk))
    })
}

fn filter_i32(queue: &Queue, image: &[i32], width: usize, height: usize, chunk: usize) -> Vec<i32> {
    let (input, output) = (Buffer::from_slice(image), Buffer::from_vec(vec![-1; image.len()]));
    submit_i32(queue, &input, &output, width, height, chunk).expect("the group is valid");
    output.into_vec().expect("the kernel succeeds")
}

fn filter_f32(queue: &Queue, image: &[f32], width: usize, height: usize, chunk: usize) -> Vec<u32> {
    let (input, output) = (Buffer::from_slice(image), Buffer::from_vec(vec![-1.0; image.len()]));
    let event = queue.submit::<Error>(|h| {
        let (input, output) = (input.read(h), output.write(h));
        h.single_task(box_filter_f32::args(input, output, width, height, chunk))
    });
    event.and_then(|event| event.wait()).expect("the kernel succeeds");
    output.into_vec().expect("the kernel succeeded").into_iter().map(f32::to_bits).collect()
}

/// Thesis, 2.2: 4 at the corners, 6 at the edges, 9 inside.
#[test]
fn nines() {
    for queue in queues() {
        let result = filter_i32(&queue, &[9; WIDTH * HEIGHT], WIDTH, HEIGHT, MAX_CHUNK);
        let count = |value| result.iter().filter(|pixel| **pixel == value).count();
        assert_eq!((count(4), count(6), count(9)), (4, 1528, 129_540));
        assert_eq!(result.iter().sum::<i32>(), 1_175_044);
    }
}

/// Thesis, 2.2: p = (x + y) % 256, in segments of any length.
#[test]
fn gradient() {
    let image: Vec<i32> = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| ((x + y) % 256) as i32)).collect();
    for queue in queues() {
        for chunk in [8, 64, 100, 511, 512] {
            let result = filter_i32(&queue, &image, WIDTH, HEIGHT, chunk);
            let at = |x, y| result[y * WIDTH + x];
            assert_eq!([at(0, 0), at(511, 0), at(0, 255), at(511, 255)], [0, 84, 84, 112]);
            assert_eq!([at(256, 128), at(1, 1)], [128, 2]);
            assert_eq!(result.iter().sum::<i32>(), 16_644_960);
            assert_eq!(result, reference::box_filter_i32(&image, WIDTH, HEIGHT));
        }
    }
}

/// Sums that round differently in another order.
#[test]
fn floats_to_the_bit() {
    let (width, height) = (37, 11);
    let image: Vec<f32> = (0..width * height).map(|i| (i as f32 * 0.7).sin() * 1e3).collect();
    let expected: Vec<u32> =
        reference::box_filter_f32(&image, width, height).into_iter().map(f32::to_bits).collect();
    for queue in queues() {
        for chunk in [1, 5, 36, 37, 512] {
            assert_eq!(filter_f32(&queue, &image, width, height, chunk), expected, "chunk {chunk}");
        }
    }
}

/// As hardware, cycle by cycle, with the memory of the board: both kernels of one image, several runs at a time.
#[test]
fn simulated_hardware_gives_the_same_bits() {
    let image = write_hardware_image(&translated(SOURCE), IMAGES.path().join("hardware.xclbin"));
    let selector = Selector::hw_emu("u200");
    let queue = Queue::builder(selector).with_image(&image).build().expect("the board is emulated");
    let (width, height) = (37, 11);
    let whole: Vec<i32> = (0..width * height).map(|i| (i * 7919 % 1009) as i32 - 500).collect();
    let floats: Vec<f32> = (0..width * height).map(|i| (i as f32 * 0.7).sin() * 1e3).collect();
    let expected: Vec<u32> =
        reference::box_filter_f32(&floats, width, height).into_iter().map(f32::to_bits).collect();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let result = filter_i32(&queue, &whole, width, height, 5);
            assert_eq!(result, reference::box_filter_i32(&whole, width, height));
        });
        scope.spawn(|| assert_eq!(filter_f32(&queue, &floats, width, height, 512), expected));
    });
    assert_eq!(filter_i32(&queue, &[], 0, 5, 4), Vec::<i32>::new());
}

#[test]
fn images_of_one_row_one_column_and_nothing() {
    for (width, height) in [(7, 1), (1, 7), (1, 1), (0, 5), (5, 0)] {
        let image: Vec<i32> = (0..).map(|i| i * 9).take(width * height).collect();
        let expected = reference::box_filter_i32(&image, width, height);
        for queue in queues() {
            assert_eq!(filter_i32(&queue, &image, width, height, 4), expected, "{width} x {height}");
        }
    }
}

/// A segment that does not fit the line buffers; the event and `wait` say where, and the process goes on.
#[test]
fn a_chunk_that_is_too_long() {
    let (width, height) = (600, 2);
    for queue in &queues()[..2] {
        let (input, output) =
            (Buffer::from_vec(vec![1; width * height]), Buffer::from_vec(vec![0; width * height]));
        let event = submit_i32(queue, &input, &output, width, height, 600).expect("the group is valid");
        let error = event.wait().expect_err("the kernel stops");
        let Error::Kernel(fault) = &error else { panic!("{error}") };
        assert_eq!((fault.kernel.as_str(), fault.kind), ("box_filter_i32", FaultKind::Index));
        let text = error.to_string();
        assert!(text.contains("`line`") || queue.device().info().id == "host", "{text}");
        assert!(text.contains("601") && text.contains("514"), "{text}");
        let at = fault.at.as_ref().expect("the fault has a place");
        assert!(at.file.ends_with("kernels.rs"), "{at}");
        assert!(matches!(output.into_vec(), Err(Error::Poisoned(_))));
        assert_eq!(filter_i32(queue, &[9], 1, 1, 1), [1]);
    }
}

/// The length that `#[len(width * height)]` states is compared with the buffers before anything runs.
#[test]
fn a_buffer_that_is_too_short() {
    for queue in queues() {
        let (input, output) = (Buffer::from_vec(vec![1; 6]), Buffer::from_vec(vec![0; 5]));
        let error = submit_i32(&queue, &input, &output, 2, 3, 4)
            .and_then(|event| event.wait())
            .expect_err("too short");
        assert_eq!(error.code(), Errc::Invalid, "{error}");
        let text = error.to_string();
        assert!(text.contains("output") && text.contains('6') && text.contains('5'), "{text}");
    }
}

/// An image of the same kernels with another sum; only the digests tell.
#[test]
fn an_image_of_other_kernels() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels").join(SOURCE))
        .expect("it is there");
    let source = folder.path().join("kernels.rs");
    std::fs::write(&source, text.replace("(top + center + bottom) / 9;", "(top + center + bottom) / 8;"))
        .expect("it can be written");
    let image = write_image(&translated(source), false, folder.path().join("other.xclbin"));
    let queue = emulated(&image);
    let (input, output) = (Buffer::from_vec(vec![9]), Buffer::from_vec(vec![0]));
    let error =
        submit_i32(&queue, &input, &output, 1, 1, 1).and_then(|event| event.wait()).expect_err("it is stale");
    let Error::StaleImage(stale) = &error else { panic!("{error}") };
    assert_eq!((stale.what, stale.module.as_str()), ("code", "box_filter"));
    assert!(error.to_string().contains("sycl-hls build --board u200"), "{error}");
}
