//! A program that has been compiled without backends but the host.

use sycl_hls::{BackendKind, Buffer, Device, Errc, Error, Platform, Queue, Selector, is_active};

const ACTIVE: [bool; 3] =
    [is_active(BackendKind::Host), is_active(BackendKind::SwEmu), is_active(BackendKind::Xrt)];

fn main() -> Result<(), Error> {
    assert_eq!(ACTIVE, [true, false, false]);
    let platforms = Platform::all();
    assert_eq!(platforms.iter().map(Platform::backend).collect::<Vec<_>>(), BackendKind::ALL);
    for platform in &platforms[1..] {
        let feature = match platform.backend() {
            BackendKind::SwEmu | BackendKind::HwEmu => "emulation",
            _ => "xrt",
        };
        assert!(!is_active(platform.backend()) && platform.devices().is_empty());
        assert!(platform.unavailable().unwrap().contains(&format!("without the feature `{feature}`")));
    }
    assert_eq!(Device::all().len(), 1);
    let error = Queue::new(Selector::sw_emu("u200")).unwrap_err();
    assert!(error.code() == Errc::Runtime && error.to_string().contains("`emulation`"), "{error}");
    let y = Buffer::from_vec(vec![1_u32, 2]);
    Queue::new(Selector::host())?.fill(&y, 3)?;
    assert_eq!(y.into_vec()?, [3, 3]);
    Ok(())
}
