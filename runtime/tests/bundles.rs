//! Kernel bundles: kernels that are ready to run on the devices of a context (S20 §4.11).

use crate::common::{host, kernels};
use sycl_hls::{BackendKind, Buffer, BundleState, Context, Device, Errc, KernelBundle, Queue, Selector};

fn device(name: &str) -> Device {
    Device::new(Selector::by_name(name)).unwrap()
}

/// Rows: F286, F287.
#[test]
fn a_bundle_is_of_devices_of_its_context() {
    let (q, ids) = (host(), [kernels::affine::id(), kernels::add::id(), kernels::affine::id()]);
    let twice = [q.device().clone(), q.device().clone()];
    let bundle = KernelBundle::new(q.context(), &twice, &ids, BundleState::Executable).unwrap();
    assert_eq!(bundle.devices().collect::<Vec<_>>(), [q.device()]);
    assert_eq!((bundle.kernel_ids(), bundle.context()), (&ids[..2], q.context()));
    assert_eq!((ids[0].name(), ids[0] == ids[2], ids[0] == ids[1]), ("affine", true, false));

    let board = device("sw_emu/u200");
    for (devices, state, reason) in [
        (&[][..], BundleState::Executable, "a kernel bundle needs a device"),
        (&[board][..], BundleState::Executable, "`sw_emu/u200` is no device of the context"),
        (&twice[..], BundleState::Input, "no device of `host` compiles kernels"),
        (&twice[..], BundleState::Object, "no device of `host` links kernels"),
    ] {
        let error = KernelBundle::new(q.context(), devices, &ids, state).unwrap_err();
        assert_eq!(error.code(), Errc::Invalid);
        assert!(error.to_string().starts_with(reason), "{error}");
    }
}

/// Rows: F288, F289.
#[test]
fn there_are_bundles_of_executables_only() {
    let (q, ids) = (host(), [kernels::affine::id()]);
    let has = |devices: &[Device], state| KernelBundle::exists(q.context(), devices, &ids, state);
    let own = [q.device().clone()];
    assert!(has(&own, BundleState::Executable).unwrap());
    assert!(!has(&own, BundleState::Input).unwrap() && !has(&own, BundleState::Object).unwrap());
    let board = device("sw_emu/u200");
    assert_eq!(has(std::slice::from_ref(&board), BundleState::Input).unwrap_err().code(), Errc::Invalid);
    assert_eq!(has(&[], BundleState::Executable).unwrap_err().code(), Errc::Invalid);
    let of_board = Context::new(std::slice::from_ref(&board)).unwrap();
    assert!(
        !KernelBundle::exists(&of_board, std::slice::from_ref(&board), &ids, BundleState::Executable)
            .unwrap()
    );
    assert!(q.device().can_run(&ids) && !board.can_run(&ids));
}

/// Rows: F292, F295.
#[test]
fn a_bundle_tells_what_is_in_it() {
    let cards = [device("sw_emu/u200"), device("sw_emu/u50")];
    let (q, ids) = (host(), [kernels::affine::id(), kernels::add::id()]);
    let host_alone = [q.device().clone()];
    let bundle =
        |ids: &[_]| KernelBundle::new(q.context(), &host_alone, ids, BundleState::Executable).unwrap();
    let (empty, full) = (bundle(&[]), bundle(&ids[..1]));
    assert!(empty.is_empty() && !full.is_empty());
    assert_eq!((full.backend(), full.devices().count()), (BackendKind::Host, 1));
    assert!(full.has_kernel(ids[0]) && !full.has_kernel(ids[1]) && !empty.has_kernel(ids[0]));
    assert!(full.has_kernel_for(ids[0], q.device()));
    assert!(!full.has_kernel_for(ids[1], q.device()) && !full.has_kernel_for(ids[0], &cards[0]));
    assert_eq!(full.kernel("affine").unwrap_err().code(), Errc::Invalid);

    let images: Vec<_> = full.images().collect();
    assert_eq!(images.len(), 1);
    assert_eq!(images[0].device(), q.device());
    assert!(images[0].has_kernel(ids[0]) && !images[0].has_kernel(ids[1]));
    assert!(empty.images().all(|image| !image.has_kernel(ids[0])));
    // A device for which there is no image has none of its kernels.
    let context = Context::new(&cards).unwrap();
    let of_cards = KernelBundle::new(&context, &cards, &[], BundleState::Executable).unwrap();
    assert_eq!(of_cards.images().map(|image| image.device().clone()).collect::<Vec<_>>(), cards);
    assert!(!of_cards.has_kernel_for(ids[0], &cards[0]));
}

/// Rows: F296.
#[test]
fn a_command_group_uses_a_bundle_of_its_context() {
    let (q, y) = (host(), Buffer::from_vec(vec![2_u32]));
    let bundle = |ids: &[_]| {
        KernelBundle::new(q.context(), &[q.device().clone()], ids, BundleState::Executable).unwrap()
    };
    let run = |q: &Queue, bundle: &KernelBundle| {
        q.submit(|h| {
            h.use_kernel_bundle(bundle)?;
            let y = y.read_write(h);
            h.single_task(kernels::affine::args(3, 1, y))
        })
    };
    run(&q, &bundle(&[kernels::affine::id()])).unwrap();
    let absent = run(&q, &bundle(&[kernels::add::id()])).unwrap_err();
    assert_eq!(absent.code(), Errc::KernelNotSupported);
    assert!(absent.to_string().contains("kernel `affine` out of a bundle without it"), "{absent}");
    let other = Queue::builder(Selector::host()).context(&Context::new(&[q.device().clone()]).unwrap());
    let foreign = run(&other.build().unwrap(), &bundle(&[kernels::affine::id()])).unwrap_err();
    assert_eq!(foreign.code(), Errc::Invalid);
    let late = q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(kernels::affine::args(3, 1, y))?;
        h.use_kernel_bundle(&bundle(&[kernels::affine::id()]))
    });
    assert_eq!(late.unwrap_err().code(), Errc::Invalid);
    assert_eq!(y.into_vec().unwrap(), [7]);
}
