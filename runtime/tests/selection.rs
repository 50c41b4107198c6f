//! Choosing devices (S20 §4.6.1.1), and what platforms and devices tell about themselves (S20 §4.6.2, §4.6.4).

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sycl_hls::{
    Aspect, BackendKind, Buffer, Device, DeviceInfo, DeviceKind, Errc, Error, FpConfig, LocalMemoryKind,
    MemoryOrder, MemoryScope, Platform, Queue, Scalar, Selector,
};
use sycl_hls_boards::Board;

/// The id of the device that a selector chooses.
fn chosen(selector: Selector) -> Result<String, Error> {
    Ok(Queue::new(selector)?.device().info().id.clone())
}

fn score_of(device: &Device, scores: &[(&str, i32)]) -> i32 {
    scores.iter().find(|(id, _)| *id == device.info().id).map_or(-1, |&(_, score)| score)
}

fn by_scores(scores: &'static [(&str, i32)]) -> Result<String, Error> {
    chosen(Selector::by_score(move |device| score_of(device, scores)))
}

/// Rows: F025, F026.
#[test]
fn the_highest_score_wins() {
    assert_eq!(by_scores(&[("host", 1), ("sw_emu/u50", 7), ("sw_emu/u280", 3)]).unwrap(), "sw_emu/u50");
    assert_eq!(by_scores(&[("host", i32::MAX), ("sw_emu/u50", 7)]).unwrap(), "host");
    // Zero is enough, and of equal scores the first one in the list is taken.
    assert_eq!(by_scores(&[("sw_emu/u55c", 0)]).unwrap(), "sw_emu/u55c");
    assert_eq!(by_scores(&[("sw_emu/u280", 4), ("sw_emu/u250", 4)]).unwrap(), "sw_emu/u250");
}

/// Rows: F025.
#[test]
fn a_negative_score_never_wins() {
    let error = by_scores(&[("host", -1), ("sw_emu/u50", i32::MIN)]).unwrap_err();
    assert_eq!(error.code(), Errc::Runtime);
    assert_eq!(
        error.to_string(),
        "no device has a score of at least 0; there are host, sw_emu/u200, sw_emu/u250, sw_emu/u280, \
         sw_emu/u50, sw_emu/u55c, sw_emu/vck5000, sw_emu/aws-f1, sw_emu/aws-f2, hw_emu/u200, hw_emu/u250, \
         hw_emu/u280, hw_emu/u50, hw_emu/u55c, hw_emu/vck5000, hw_emu/aws-f1, hw_emu/aws-f2"
    );
}

#[test]
fn every_device_is_rated_once_for_each_queue() {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    let selector = Selector::by_score(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        5
    });
    assert_eq!(calls.load(Ordering::Relaxed), 0);
    assert_eq!(chosen(selector.clone()).unwrap(), "host");
    assert_eq!(calls.load(Ordering::Relaxed), Device::all().len());
    chosen(selector).unwrap();
    assert_eq!(calls.load(Ordering::Relaxed), 2 * Device::all().len());
}

/// Rows: F028, F029, F030.
#[test]
fn aspects_select_the_first_device_that_has_them() {
    let by = |all_of: &[Aspect], none_of: &[Aspect]| chosen(Selector::by_aspects(all_of, none_of));
    assert_eq!(by(&[], &[]).unwrap(), "host");
    assert_eq!(by(&[Aspect::Cpu], &[]).unwrap(), "host");
    assert_eq!(by(&[Aspect::Accelerator, Aspect::Fp64], &[]).unwrap(), "sw_emu/u200");
    assert_eq!(by(&[], &[Aspect::Cpu]).unwrap(), "sw_emu/u200");
    assert_eq!(chosen(Selector::cpu()).unwrap(), "host");
    assert_eq!(chosen(Selector::accelerator()).unwrap(), "sw_emu/u200");
    for (error, start) in [
        (chosen(Selector::gpu()), "no device has all of gpu; there are host,"),
        (by(&[Aspect::Cpu, Aspect::Accelerator], &[]), "no device has all of cpu, accelerator; "),
        (
            by(&[Aspect::Accelerator], &[Aspect::Emulated]),
            "no device has all of accelerator and none of emulated; ",
        ),
        (by(&[], &[Aspect::Cpu, Aspect::Emulated]), "no device has none of cpu, emulated; "),
    ] {
        let error = error.unwrap_err();
        assert!(error.to_string().starts_with(start), "{error}");
        assert_eq!(error.code(), Errc::Runtime);
    }
}

#[test]
fn a_device_selects_itself() {
    for device in Device::all() {
        assert_eq!(Queue::new(Selector::device(&device)).unwrap().device(), &device);
        assert_eq!(chosen(Selector::by_name(&device.info().id)).unwrap(), device.info().id);
    }
    assert_eq!(chosen(Selector::sw_emu("u50")).unwrap(), "sw_emu/u50");
    assert_eq!(chosen(Selector::hw_emu("u50")).unwrap(), "hw_emu/u50");
}

#[test]
fn selectors_tell_what_they_select() {
    let texts = [
        (Selector::sw_emu("u200"), "Selector(\"sw_emu/u200\")"),
        (Selector::device(&Device::all()[0]), "Selector(\"host\")"),
        (Selector::gpu(), "Selector(\"has all of gpu\")"),
    ];
    for (selector, text) in texts {
        assert_eq!(format!("{selector:?}"), text);
    }
}

/// Rows: F001, F003, F007, F008, F014.
#[test]
fn there_is_a_platform_for_every_backend_and_those_that_cannot_be_used_say_why() {
    let platforms = Platform::all();
    let backends: Vec<BackendKind> = platforms.iter().map(Platform::backend).collect();
    assert_eq!(backends, BackendKind::ALL);
    assert_eq!(platforms, Platform::all());
    for platform in &platforms {
        assert!(!platform.info().name.is_empty());
        let kind = platform.backend();
        match kind {
            BackendKind::Host | BackendKind::SwEmu | BackendKind::HwEmu => {
                assert_eq!(platform.unavailable(), None);
                assert!(!platform.info().vendor.is_empty() && !platform.info().version.is_empty());
            }
            _ => {
                let reason = platform.unavailable().unwrap();
                assert!(reason.contains("start the program with `sycl-hls xrt run"), "{reason}");
                assert!(platform.devices().is_empty());
            }
        }
    }
    assert_eq!(format!("{:?}", platforms[1]), "Platform(SwEmu)");
}

/// Rows: F011, F012.
#[test]
fn platforms_have_all_devices_once() {
    let of_platforms: Vec<Device> = Platform::all().iter().flat_map(Platform::devices).collect();
    assert_eq!(of_platforms, Device::all());
    for device in Device::all() {
        let id = &device.info().id;
        assert!(id.starts_with(device.platform().backend().name()), "{id}");
        assert!(device.platform().devices().contains(&device));
    }
    let [host, boards, ..] = &Platform::all()[..] else { panic!("there are five") };
    assert_eq!(
        (host.devices_with(Aspect::Cpu), host.devices_with(Aspect::Accelerator)),
        (host.devices(), vec![])
    );
    assert_eq!(
        (boards.devices_with(Aspect::Cpu), boards.devices_with(Aspect::Accelerator)),
        (vec![], boards.devices())
    );
}

/// Rows: F013, F032, F033, F034.
#[test]
fn a_platform_has_an_aspect_when_all_its_devices_have_it() {
    let [host, sw_emu, hw_emu, opencl, _] = &Platform::all()[..] else { panic!("there are five") };
    assert_eq!((host.has(Aspect::Cpu), host.has(Aspect::Emulated)), (true, false));
    assert_eq!((sw_emu.has(Aspect::Cpu), sw_emu.has(Aspect::Emulated)), (false, true));
    assert!(hw_emu.has(Aspect::Emulated) && !hw_emu.has(Aspect::HostDebuggable));
    // Not even what no device lacks.
    assert!(!opencl.has(Aspect::Emulated) && !opencl.has(Aspect::Fp64));
}

/// The least that each descriptor may be.
///
/// Rows: F046, F047, F048.
#[test]
fn devices_can_do_what_is_demanded() {
    use {DeviceInfo as Info, FpConfig::*, MemoryOrder::*, MemoryScope::*};
    const { assert!(Info::MAX_WORK_ITEM_DIMENSIONS >= 3 && Info::MAX_WORK_GROUP_SIZE >= 1) };
    assert!(Info::SUB_GROUP_SIZES == [1] && [32, 64].contains(&Info::ADDRESS_BITS));
    const { assert!(Info::MAX_PARAMETER_BYTES >= 1024 && Info::MEMORY_ALIGNMENT_BITS >= 64) };
    assert!(Info::ATOMIC_ORDERS == [Relaxed] && Info::FENCE_ORDERS == [Relaxed, Acquire, Release, AcqRel]);
    assert!(Info::SCOPES == [WorkItem, SubGroup, WorkGroup] && Info::PROFILING_TIMER_RESOLUTION > 0);
    assert_eq!(Info::MAX_SUB_DEVICES, 0);
    for device in Device::all() {
        let info = device.info();
        let is_host = info.kind == DeviceKind::Host;
        assert_eq!(info.device_type(), if is_host { Aspect::Cpu } else { Aspect::Accelerator });
        assert_eq!(
            (info.vendor_id(), info.kernel_clock_mhz.is_some()),
            if is_host { (0, false) } else { (0x10ee, true) }
        );
        assert!(info.compute_units >= 1 && info.local_memory >= 32 << 10, "{info:?}");
        assert!(info.local_memory < info.global_memory() || is_host, "{info:?}");
        assert!((1..=info.global_memory()).contains(&info.max_allocation()), "{info:?}");
        assert_eq!(
            info.local_memory_kind(),
            if is_host { LocalMemoryKind::Global } else { LocalMemoryKind::Local }
        );
        assert!(info.cache.is_none_or(|cache| is_host && cache.bytes > u64::from(cache.line_bytes)));
        for config in [info.single_fp_config(), info.double_fp_config()] {
            assert!([InfNan, RoundToNearest, Fma, Denorm].iter().all(|it| config.contains(it)), "{config:?}");
        }
        assert_eq!([Scalar::U8, Scalar::F32, Scalar::F64].map(|scalar| info.vector_width(scalar)), [1; 3]);
        let lacking = DeviceInfo { aspects: vec![Aspect::Accelerator], ..info.clone() };
        assert!(lacking.double_fp_config().is_empty() && !lacking.single_fp_config().is_empty());
        assert_eq!([Scalar::F32, Scalar::F64].map(|scalar| lacking.vector_width(scalar)), [1, 0]);
    }
}

/// Rows: F036, F037, F038, F049, F053.
#[test]
fn devices_tell_what_they_are() {
    for device in Device::all() {
        let info = device.info();
        assert!(!info.name.is_empty() && !info.vendor.is_empty() && !info.driver_version.is_empty());
        let aspects: HashSet<Aspect> = info.aspects.iter().copied().collect();
        assert_eq!(aspects.len(), info.aspects.len());
        for &aspect in Aspect::ALL {
            assert_eq!(device.has(aspect), aspects.contains(&aspect), "{aspect}");
        }
        assert!(!device.has(Aspect::Image) && device.has(Aspect::QueueProfiling));
        let compilers = (device.has(Aspect::OnlineLinker), device.has(Aspect::OnlineCompiler));
        assert_ne!(compilers, (true, false), "a linker comes with a compiler (S20 §4.6.4.5)");
        match &info.kind {
            DeviceKind::Host => {
                assert_eq!((info.board(), info.kernel_clock_mhz), (None, None));
                assert!(info.global_memory() > 64 << 20, "{} bytes", info.global_memory());
            }
            DeviceKind::Board(on) => {
                let board = Board::by_name(&on.board).unwrap();
                assert_eq!(info.board(), Some(board.name.as_str()));
                assert_eq!(info.kernel_clock_mhz, Some(board.kernel_clock_mhz));
                let banks: Vec<_> = board.banks.iter().map(|bank| (&bank.tag, bank.size)).collect();
                let memories: Vec<_> =
                    info.memories.iter().map(|memory| (&memory.name, memory.bytes)).collect();
                assert_eq!(memories, banks);
            }
        }
    }
    assert_eq!(Device::all()[1].info().global_memory(), 64 << 30, "the U200 has 64 GiB");
}

#[test]
fn devices_tell_what_of_their_memory_is_free() {
    let buffer = Buffer::<u8>::zeroed([1 << 20]).unwrap();
    for device in Device::all() {
        let (info, free) = (device.info(), device.free_memory());
        assert_eq!(free.len(), info.memories.len());
        match &info.kind {
            DeviceKind::Host => {
                assert!(free[0] > 1 << 20 && free[0] < info.memories[0].bytes, "{free:?}");
            }
            // Buffers are the host's.
            DeviceKind::Board(_) => {
                assert!(free.iter().zip(&info.memories).all(|(free, memory)| *free == memory.bytes));
                assert_eq!(device.free_global_memory(), info.global_memory());
            }
        }
    }
    drop(buffer);
}

#[test]
fn names_of_aspects_are_those_of_the_specification() {
    assert_eq!((Aspect::ALL.len(), Aspect::HostDebuggable.to_string().as_str()), (19, "host_debuggable"));
    let names: HashSet<&str> = Aspect::ALL.iter().map(|aspect| aspect.name()).collect();
    assert_eq!(names.len(), Aspect::ALL.len());
}
