//! What runs on emulated cards.

use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sycl_hls::{Aspect, Buffer, Error, FaultKind, Platform, Queue, QueueBuilder, Selector};
use sycl_hls_tests::on_xrt::interface;

use crate::cards::hardware;
use crate::cards::kernels::{self, Step};

/// A queue on a card by its number.
fn card(number: u32) -> QueueBuilder {
    let interface = interface();
    Queue::builder(Selector::by_name(&match number {
        0 => format!("{interface}/sw_emu"),
        _ => format!("{interface}/sw_emu/u200/{number}"),
    }))
}

fn affine(q: &Queue, m: u32, y: &Buffer<u32>) -> sycl_hls::Event {
    q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(kernels::affine::args(m, 1, y))
    })
    .unwrap()
}

fn vadd(q: &Queue, inputs: usize, sums: usize) -> Result<Vec<u32>, Error> {
    let x = Buffer::from_vec((0..inputs as u32).collect());
    let sum = Buffer::from_vec(vec![0; sums]);
    q.submit(|h| {
        let (a, b, sum) = (x.read(h), x.read(h), sum.write(h));
        h.single_task(kernels::vadd::args(a, b, sum))
    })?
    .wait()?;
    sum.into_vec()
}

#[test]
#[ignore = "a program that another test runs"]
fn sw_devices_are_those_of_the_mode() {
    let interface = interface();
    let xrt = Platform::all().into_iter().find(|platform| platform.backend().name() == interface).unwrap();
    assert_eq!((xrt.unavailable(), xrt.devices().len(), xrt.info().vendor.as_str()), (None, 16, "AMD"));
    assert!(xrt.has(Aspect::Emulated) && xrt.has(Aspect::Accelerator));
    let refused = |name: &str| Queue::new(Selector::by_name(name)).unwrap_err().to_string();
    // A card is never emulated in silence, and the other mode is another process'.
    for name in ["", "/0000:3b:00.1", "/hw_emu/u200", "/sw_emu/u50", "/sw_emu/u200/16"] {
        let message = refused(&format!("{interface}{name}"));
        let first = format!("{interface}/sw_emu/u200");
        assert!(message.contains(&first) && message.contains("XCL_EMULATION_MODE"), "{message}");
    }
}

#[test]
#[ignore = "a program that another test runs"]
fn sw_arguments_of_all_kinds() {
    let q = card(0).build().unwrap();
    for n in [0, 1, 1023, 1024, 1025, 300_000, 7] {
        assert_eq!(vadd(&q, n, n).unwrap(), (0..n as u32).map(|x| 2 * x).collect::<Vec<_>>());
    }
    let step = |by| Step { by, times: -3, flags: [200, 7], more: [0, 0, 5] };
    let (x, y) = (Buffer::from_vec(vec![step(10), step(-10)]), Buffer::from_vec(vec![0.0; 2]));
    q.submit(|h| {
        let (x, y) = (x.read(h), y.write(h));
        h.single_task(kernels::steps::args(step(1000), -100, true, 0.5, 1e10, x, y))
    })
    .unwrap();
    assert_eq!(y.into_vec().unwrap(), [919, 899].map(|sum| f64::from(sum) * 0.5 + 1e10));
}

#[test]
#[ignore = "a program that another test runs"]
fn sw_queues_are_ordered_by_buffers() {
    let host = Queue::new(Selector::host()).unwrap();
    let queues = [1, 1, 2].map(|number| card(number).enable_profiling().build().unwrap());
    let y = Buffer::from_vec(vec![1_u32; 100]);
    let mut expected = 1;
    for m in [2, 3, 1, 2, 3, 2] {
        let event = affine(&queues[m as usize % 3], m, &y);
        affine(&host, 2, &y);
        let times = event.profiling().unwrap();
        assert!(times.submit <= times.start && times.start < times.end, "{times:?}");
        expected = (expected * m + 1) * 2 + 1;
    }
    assert_eq!(y.into_vec().unwrap(), vec![expected; 100]);
    // Many at once, on three compute units.
    let buffers: Vec<Buffer<u32>> = (0..24).map(|i| Buffer::from_vec(vec![i; 1000])).collect();
    thread::scope(|scope| {
        for part in buffers.chunks(8) {
            scope.spawn(|| part.iter().cycle().take(16).for_each(|y| drop(affine(&queues[0], 3, y))));
        }
    });
    for (i, y) in (0..).zip(buffers) {
        assert_eq!(y.into_vec().unwrap(), vec![9 * i + 4; 1000]);
    }
}

/// Rows: F298.
#[test]
#[ignore = "a program that another test runs"]
fn sw_images_take_turns_on_a_card() {
    let other = std::env::var_os("OTHER_IMAGE").unwrap();
    let queues = [card(3).build().unwrap(), card(3).with_image(other).build().unwrap()];
    let y = Buffer::from_vec(vec![0_u32]);
    for turn in 0..6 {
        affine(&queues[turn % 2], 2, &y);
    }
    assert_eq!(y.into_vec().unwrap(), [63]);
}

#[test]
#[ignore = "a program that another test runs"]
fn memory_that_runs_use_is_not_free() {
    let queues = [card(6), card(6).with_image(std::env::var_os("OTHER_IMAGE").unwrap())];
    let [q, other] = queues.map(|queue| queue.build().unwrap());
    let (card, gib) = (q.device(), 1_u64 << 30);
    let banks = card.info().memories.iter().filter(|memory| memory.is_global).map(|memory| memory.bytes);
    assert_eq!(banks.collect::<Vec<_>>(), [16 * gib; 4]);
    assert_eq!((&card.free_memory()[..4], card.free_global_memory()), (&[16 * gib; 4][..], 64 * gib));
    let squares = |q: &Queue, n: u32| {
        let (x, y) = (Buffer::from_vec((0..n).collect()), Buffer::from_vec(vec![0; n as usize]));
        q.submit(|h| {
            let (x, y) = (x.read(h), y.write(h));
            h.single_task(kernels::squares::args(x, y))
        })
        .unwrap();
        assert_eq!(y.into_vec().unwrap().last(), Some(&u64::from(n - 1).pow(2)));
        let taken: Vec<u64> = card.free_memory()[..4].iter().map(|free| 16 * gib - free).collect();
        assert_eq!(card.free_global_memory(), 64 * gib - taken.iter().sum::<u64>());
        taken
    };
    assert_eq!(squares(&q, 100_000), [401_408, 802_816, 0, 0], "multiples of 4 KiB");
    assert_eq!(squares(&q, 90_000), [401_408, 802_816, 0, 0], "they are used again");
    assert_eq!(squares(&q, 1_000), [4096, 8192, 0, 0], "or not, where they are much too large");
    assert_eq!(squares(&q, 200_000), [802_816, 1_601_536, 0, 0]);
    assert_eq!(squares(&other, 1), [4096, 4096, 0, 0], "another image has others");
}

/// Cards keep what runs have left there: what a run finds is nevertheless what anybody wrote last, wherever.
#[test]
#[ignore = "a program that another test runs"]
fn sw_runs_find_what_was_written_last() {
    const LEN: usize = 3000;
    let queues = [card(8), card(8), card(9), Queue::builder(Selector::host())];
    let queues = queues.map(|queue| queue.build().unwrap());
    let mut expected = [1, 2, 3].map(|first| vec![first; LEN]);
    let buffers = expected.clone().map(Buffer::from_vec);
    let mut random = 1_u32;
    for step in 0..300 {
        let mut draw = |below: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as usize % below
        };
        let (q, this, other, at) = (&queues[draw(4)], draw(3), draw(3), draw(2000));
        let done = match draw(8) {
            0 => {
                buffers[this].host_write().unwrap()[at] = step;
                expected[this][at] = step;
                continue;
            }
            1 if this != other => {
                expected[other] = expected[this].clone();
                q.submit(|h| {
                    let (from, to) = (buffers[this].read(h), buffers[other].write(h));
                    h.copy(from, to)
                })
            }
            2 if this != other => {
                // Smaller numbers, or they would overflow in the end.
                expected[other] = expected[this].iter().map(|x| x % 1000 + x % 1000).collect();
                buffers[this].host_write().unwrap().iter_mut().for_each(|x| *x %= 1000);
                expected[this].iter_mut().for_each(|x| *x %= 1000);
                q.submit(|h| {
                    let (a, b, sum) = (buffers[this].read(h), buffers[this].read(h), buffers[other].write(h));
                    h.single_task(kernels::vadd::args(a, b, sum))
                })
            }
            3 => {
                expected[this][at..at + 1000].iter_mut().for_each(|x| *x += 1);
                q.submit(|h| {
                    let part = buffers[this].read_write(h).ranged(1000, at)?;
                    h.single_task(kernels::affine::args(1, 1, part))
                })
            }
            _ => {
                expected[this].iter_mut().for_each(|x| *x += 1);
                Ok(affine(q, 1, &buffers[this]))
            }
        };
        done.unwrap();
    }
    for (buffer, expected) in buffers.into_iter().zip(expected) {
        assert!(buffer.into_vec().unwrap() == expected);
    }
}

/// The two interfaces would break each other's devices.
#[test]
#[ignore = "a program that another test runs"]
fn sw_one_interface_serves_a_process() {
    vadd(&card(7).build().unwrap(), 1, 1).unwrap();
    let other = if interface() == "xrt" { "opencl" } else { "xrt" };
    let q = Queue::new(Selector::by_name(&format!("{other}/sw_emu/u200/7")));
    let message = match q {
        Ok(q) => vadd(&q, 1, 1).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    assert!(message.contains("XRT serves one of the two in a process"), "{message}");
}

/// Bytes of a card's memory that are in use.
fn card_memory(q: &Queue) -> u64 {
    q.device().info().global_memory() - q.device().free_global_memory()
}

#[test]
#[ignore = "a program that another test runs"]
fn stops_with_an_error() {
    let q = card(4).build().unwrap();
    let other = card(4).with_image(std::env::var_os("OTHER_IMAGE").unwrap()).build().unwrap();
    let Err(Error::Kernel(fault)) = vadd(&q, 4, 5) else { panic!("`a` is too short") };
    assert_eq!((fault.kernel.as_str(), fault.kind), ("vadd", FaultKind::Index));
    assert_eq!(fault.message, "index out of bounds: the length of `a` is 4 but the index is 4");
    let at = fault.at.as_ref().unwrap();
    let line = include_str!("mod.rs").lines().nth(at.line as usize - 1).unwrap();
    assert!(at.file.ends_with("cards/mod.rs") && line.contains("sum[i] = a[i] + b[i];"), "{at}");
    // Its compute unit is stuck, as a card's would be; the others are not.
    let Err(Error::Kernel(fault)) = vadd(&q, 4, 4) else { panic!("it is stuck") };
    assert!(fault.kind == FaultKind::Lost && fault.message.contains("the index is 4"), "{fault}");
    let y = Buffer::from_vec(vec![u32::MAX, 1]);
    let Err(Error::Kernel(fault)) = affine(&q, 2, &y).wait() else { panic!("it overflows") };
    assert_eq!(fault.kind, FaultKind::Overflow);
    let y = Buffer::from_vec(vec![7]);
    affine(&q, 2, &y);
    assert_eq!(y.into_vec().unwrap(), [15]);
    let y = Buffer::from_vec(vec![7]);
    let done = affine(&other, 2, &y).wait();
    if interface() == "opencl" {
        let message = done.unwrap_err().to_string();
        assert!(message.contains("a kernel has stopped: kernel `"), "{message}");
        return;
    }
    // An image that is loaded has all of its units, and so has the one that comes back.
    assert_eq!(y.into_vec().unwrap(), [15]);
    assert_eq!(vadd(&q, 4, 4).unwrap(), [0, 2, 4, 6]);
    assert_eq!((card_memory(&q), vadd(&q, 2, 3).is_err()), (3 * 4096, true));
    // What has stopped on one card is no matter to another one.
    let [here, there] = [card(10), card(10).with_image(std::env::var_os("OTHER_IMAGE").unwrap())];
    for q in [here.build().unwrap(), there.build().unwrap()] {
        assert_eq!(vadd(&q, 4, 4).unwrap(), [0, 2, 4, 6]);
    }
    let Err(Error::Kernel(fault)) = vadd(&q, 4, 4) else { panic!("it is stuck") };
    assert_eq!(fault.kind, FaultKind::Lost);
}

#[test]
#[ignore = "a program that another test runs"]
fn sw_children_may_die() {
    // With XRT's handler of SIGCHLD this would be the end of the program.
    // One of its group XRT would wait for itself, when it closes a card; and it changes the environment while it loads.
    let kill = || {
        let mut child = Command::new("/bin/sh");
        child.args(["-c", "kill -KILL $$"]).env_clear().process_group(0).status().unwrap()
    };
    let (loaded, start) = (AtomicBool::new(false), Instant::now());
    thread::scope(|s| {
        s.spawn(|| {
            while !loaded.load(Ordering::Relaxed) && start.elapsed() < Duration::from_secs(20) {
                kill();
            }
        });
        let q = card(5).build().unwrap();
        vadd(&q, 1, 1).unwrap();
        loaded.store(true, Ordering::Relaxed);
        assert!(!kill().success());
        vadd(&q, 1, 1).unwrap();
    });
}

#[test]
#[ignore = "a program that another test runs"]
fn large_buffers_run() {
    let q = card(0).build().unwrap();
    for n in [70_000_000, 3] {
        let y = Buffer::from_vec(vec![0; n]);
        affine(&q, 1, &y).wait().unwrap();
        assert!(y.into_vec().unwrap().iter().all(|value| *value == 1), "{n} elements");
    }
}

#[test]
#[ignore = "a program that another test runs"]
fn slow_runs_are_given_up() {
    let q = card(0).build().unwrap();
    let (x, y) = (Buffer::from_vec(vec![0_u32]), Buffer::from_vec(vec![0_u32]));
    let start = Instant::now();
    let spin = q.submit(|h| {
        let (x, y) = (x.read(h), y.write(h));
        h.single_task(kernels::spin::args(x, y))
    });
    let Err(Error::Kernel(fault)) = spin.unwrap().wait() else { panic!("it never ends") };
    assert!(fault.kind == FaultKind::Lost && fault.message.contains("within 3 s"), "{fault}");
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_eq!(vadd(&q, 2, 2).unwrap(), [0, 2]);
}

#[test]
#[ignore = "a program that another test runs"]
fn hw_runs_rtl() {
    let run = |name: &str| {
        let q = Queue::new(Selector::by_name(name)).unwrap();
        let x = Buffer::from_vec((0..200_u8).collect());
        let (y, z) = (Buffer::from_vec(vec![7_i16; 200]), Buffer::from_vec((0..200_u64).collect()));
        q.submit(|h| {
            let (x, y, z) = (x.read(h), y.read_write(h), z.read_write(h));
            h.single_task(hardware::mixed::args(3, x, y, z))
        })
        .unwrap();
        (y.into_vec().unwrap(), z.into_vec().unwrap())
    };
    assert_eq!(run(&format!("{}/hw_emu/u200", interface())), run("host"));
}
