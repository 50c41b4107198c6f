//! What the types promise to the compiler.

use std::collections::HashSet;

use sycl_hls::access::{Read, ReadWrite};
use sycl_hls::{
    Accessor, Buffer, Context, Device, Error, Event, Handler, HostRead, HostWrite, Queue, Selector,
};

fn is_send_and_sync<T: Send + Sync>() {}

fn is_clone<T: Clone>() {}

/// Rows: F334.
#[test]
fn handles_are_shared_between_threads() {
    is_send_and_sync::<Queue>();
    is_send_and_sync::<Context>();
    is_send_and_sync::<Event>();
    is_send_and_sync::<Buffer<f32>>();
    is_send_and_sync::<Device>();
    is_send_and_sync::<Selector>();
    is_send_and_sync::<Error>();
    is_clone::<Queue>();
    is_clone::<Event>();
    is_clone::<Buffer<f32>>();
    is_clone::<Device>();
    is_clone::<Error>();
}

/// Rows: F188, F333.
#[test]
fn handles_are_equal_when_they_are_the_same_thing() {
    fn check<T: Clone + Eq + std::hash::Hash>(make: impl Fn() -> T) {
        let (a, b) = (make(), make());
        assert!(a == a.clone() && a != b);
        assert_eq!(HashSet::from([a.clone(), b.clone(), a, b]).len(), 2);
    }
    let q = Queue::new(Selector::host()).unwrap();
    check(|| Buffer::from_slice(&[1_u8]));
    check(|| Buffer::<u8, 2>::zeroed([0, 0]).unwrap());
    check(|| Queue::new(Selector::host()).unwrap());
    check(|| Context::new(&Device::all()[..1]).unwrap());
    check(|| q.submit(|_| Ok::<(), Error>(())).unwrap());
}

/// Says whether a type is `Send`, by which of two implementations applies.
macro_rules! is_send {
    ($ty:ty) => {{
        #[allow(dead_code)]
        struct Probe<T>(std::marker::PhantomData<T>);
        #[allow(dead_code)]
        trait Otherwise {
            const SEND: bool = false;
        }
        impl<T> Otherwise for Probe<T> {}
        #[allow(dead_code)]
        impl<T: Send> Probe<T> {
            const SEND: bool = true;
        }
        Probe::<$ty>::SEND
    }};
}

#[test]
fn guards_and_accessors_stay_on_their_thread() {
    assert!(is_send!(Buffer<f32>));
    assert!(!is_send!(HostRead<'static, f32>));
    assert!(!is_send!(HostWrite<'static, f32, 2>));
    assert!(!is_send!(Accessor<'static, f32, Read>));
    assert!(!is_send!(Accessor<'static, f32, ReadWrite>));
}

/// Functions over any group can be written.
///
/// Rows: F125.
#[test]
fn accessors_can_be_named() {
    fn both<'h>(h: &mut Handler<'h>, b: &Buffer<u8>) -> (Accessor<'h, u8, Read>, Accessor<'h, u8, Read>) {
        (b.read(h), b.read(h))
    }
    let (q, b) = (Queue::new(Selector::host()).unwrap(), Buffer::from_slice(b"abc"));
    q.submit(|h| {
        let (x, y) = both(h, &b);
        assert_eq!((x.len(), format!("{y:?}")), (3, "Accessor { element: u8, range: [3], .. }".to_owned()));
        Ok::<(), Error>(())
    })
    .unwrap();
}

/// Rows: F004.
#[test]
fn a_program_needs_no_library_but_those_of_the_system() {
    let program = std::env::current_exe().unwrap();
    let needed = std::process::Command::new("ldd").arg(program).output().unwrap();
    let needed = String::from_utf8(needed.stdout).unwrap();
    let system = ["linux-vdso", "libgcc_s", "libc", "libm", "ld-linux", "libpthread", "libdl", "librt"];
    let name = |line: &str| line.trim().rsplit_once(" => ").map_or(line.trim(), |(name, _)| name).to_owned();
    let others: Vec<String> = needed
        .lines()
        .map(name)
        .filter(|name| !system.iter().any(|known| name.trim_start_matches("/lib64/").starts_with(known)))
        .collect();
    assert!(needed.contains("libc.so"), "{needed}");
    assert_eq!(others, [""; 0], "{needed}");
}
