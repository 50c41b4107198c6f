//! Kernels on bytes of text.

use sycl_hls_tests::subject;
use sycl_hls_tests::value::{slice, slice_mut};
use sycl_hls_types::FaultKind;

use super::{everywhere, stops, values};

subject!(texts, "texts.rs", sycl_hls_tests::kernels::texts::texts);

fn bytes(text: &str) -> sycl_hls_tests::Value {
    slice(text.as_bytes().to_vec())
}

#[test]
fn base64() {
    let args = [bytes("Many hands make light work."), slice_mut(vec![0_u8; 36])];
    let (found, _) = everywhere(texts(), "base64", &args);
    assert_eq!(found[1], values(b"TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsu"));
}

#[test]
fn runs() {
    for text in ["", "a", "aaab", "aaaaaaaaaaaaabbc"] {
        everywhere(texts(), "runs", &[bytes(text), slice_mut(vec![0_u8; 12]), slice_mut(vec![9_u32])]);
    }
    stops(
        texts(),
        "runs",
        &[bytes("abc"), slice_mut(vec![0_u8; 4]), slice_mut(vec![9_u32])],
        FaultKind::Index,
    );
}

#[test]
fn words() {
    for (text, kind) in
        [("GET", 1), ("PUT", 2), ("PUTS", 3), (" The quick\tbrown fox,\n jumps! ", 3), ("", 3)]
    {
        let args = [bytes(text), slice_mut(vec![0_u32; 8]), slice_mut(vec![0_u32; 6])];
        let (found, _) = everywhere(texts(), "words", &args);
        assert_eq!(found[2][3..5], values(&[1111 + 24 + 9_u32, kind]));
    }
}

#[test]
fn properties_of_all_bytes() {
    everywhere(texts(), "properties", &[slice_mut(vec![0_u32; 256])]);
}

#[test]
fn numbers() {
    let args = [bytes("12 -7,900 x--5"), slice_mut(vec![1_i64; 5])];
    let (found, _) = everywhere(texts(), "numbers", &args);
    assert_eq!(found[1], values(&[12_i64, -7, 900, -5, 1]));
}

#[test]
fn machine() {
    for (code, result) in
        [("p\x05dp\x03+*.", [40, 0]), ("p\x05+.", [0, 254]), ("px", [0, 255]), ("q", [0, 113])]
    {
        let (found, _) = everywhere(texts(), "machine", &[bytes(code), slice_mut(vec![0; 2])]);
        assert_eq!(found[1], values(&result));
    }
}
