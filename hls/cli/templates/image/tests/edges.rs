//! `cargo test` runs this on the host, `sycl-hls test` on the emulated board.

use sycl_hls::{Queue, Selector};

use {{crate}}::edges;
use {{crate}}::kernels::filters::MAX_WIDTH;
use {{crate}}::picture::Picture;

/// Sobel as one would write it without a thought to hardware.
fn reference(picture: &Picture) -> Picture {
    let Picture {
        width,
        height,
        pixels,
    } = picture;
    let at = |x: usize, y: usize| i32::from(pixels[y * width + x]);
    let mut result = vec![0; width * height];
    for y in 1..height - 1 {
        for x in 1..width - 1 {
            let column = |x: usize| at(x, y - 1) + 2 * at(x, y) + at(x, y + 1);
            let row = |y: usize| at(x - 1, y) + 2 * at(x, y) + at(x + 1, y);
            let sum = (column(x + 1) - column(x - 1)).abs() + (row(y + 1) - row(y - 1)).abs();
            result[y * width + x] = u8::try_from(sum).unwrap_or(255);
        }
    }
    Picture {
        width: *width,
        height: *height,
        pixels: result,
    }
}

#[test]
fn edges_are_those_of_the_host() {
    let queue = Queue::new(Selector::from_env()).unwrap();
    for (width, height) in [(64, 48), (33, 5), (2, 2), (MAX_WIDTH, 3)] {
        let pixels = (0..width * height).map(|i| (i * i % 251) as u8).collect();
        for picture in [
            Picture::disc(width, height),
            Picture {
                width,
                height,
                pixels,
            },
        ] {
            let (found, expected) = (edges(&queue, &picture).unwrap(), reference(&picture));
            assert_eq!(found.pixels.len(), expected.pixels.len());
            for (i, (found, expected)) in found.pixels.iter().zip(&expected.pixels).enumerate() {
                let (x, y) = (i % width, i / width);
                assert_eq!(found, expected, "pixel {x}, {y} of {width}x{height}");
            }
        }
    }
}

#[test]
#[should_panic = "too wide"]
fn a_picture_that_is_too_wide_is_refused() {
    let queue = Queue::new(Selector::from_env()).unwrap();
    let _ = edges(&queue, &Picture::disc(MAX_WIDTH + 1, 2));
}
