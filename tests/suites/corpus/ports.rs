//! Streams as arguments: the same elements on all targets, what is left included, and the predicted cycles in hardware.

use sycl_hls::device::Packet;
use sycl_hls::{Error, Queue, Selector};
use sycl_hls_tests::kernels::ports::ports::{frames, scale};
use sycl_hls_tests::subject;
use sycl_hls_tests::value::{packets, scalar, slice, slice_mut, stream};
use sycl_hls_types::FaultKind;

use super::{everywhere, stops, values};

subject!(ports, "ports.rs", sycl_hls_tests::kernels::ports::ports);

#[test]
fn a_port_passes_an_element_in_each_cycle_and_keeps_what_is_not_asked_for() {
    let x: Vec<u32> = (0..300).map(|i| i * 0x0081_0101).collect();
    let args = |n: usize| [stream(x.clone()), stream(vec![7_u32]), scalar(3_u32), scalar(n)];
    let (result, cycles) = everywhere(ports(), "scale", &args(290));
    let sent: Vec<u32> = [7].into_iter().chain(x[..290].iter().map(|x| x.wrapping_mul(3))).collect();
    assert_eq!((&result[0], &result[1]), (&values(&x[290..]), &values(&sent)));
    assert!((290..320).contains(&cycles), "{cycles}");
    let (none, _) = everywhere(ports(), "scale", &args(0));
    assert_eq!(none[0].len(), 300);
}

/// The host is slower than the kernel: at the end of a run, elements wait in the registers of the port.
#[test]
fn what_was_sent_leaves_the_registers_after_the_end_of_a_run() {
    for seed in 0..4 {
        let args = [stream(vec![1_u32, 2, 3]), stream(Vec::<u32>::new()), scalar(5_u32), scalar(3_usize)];
        let run = ports().under_pressure("scale", &args, seed);
        assert_eq!(run.values[1], values(&[5_u32, 10, 15]), "{seed}");
    }
}

#[test]
fn what_comes_through_a_port_decides() {
    let args = [stream(vec![5_i16, -9, 300, 0, 1, 2]), slice_mut(vec![0_i16]), slice_mut(vec![0_u32])];
    let (result, _) = everywhere(ports(), "until_zero", &args);
    assert_eq!(result, [values(&[1_i16, 2]), values(&[296_i16]), values(&[3_u32])]);
}

#[test]
fn a_process_has_a_port_in_every_turn_of_its_region() {
    let (x, factors) = (vec![1.5_f32, 2.0, -3.0, 4.0, 0.5, 8.0], vec![2.0_f32, 3.0, 4.0, 0.5, 2.0, 1.0, 9.0]);
    let product: Vec<f32> = x.iter().zip(&factors).map(|(x, y)| x * y).collect();
    let args = [slice(x), stream(factors), stream(Vec::<f32>::new()), scalar(3_usize)];
    let (result, _) = everywhere(ports(), "blocks", &args);
    assert_eq!((&result[1], &result[2]), (&values(&[9.0_f32]), &values(&product)));
}

#[test]
fn packets_have_their_signals_on_every_target() {
    type Beat = Packet<u32, 8>;
    type Sum = Packet<f32, 8, 0, 4>;
    let beats = [
        Beat::new(0x0102_0304),
        Beat::new(0xff00_0010).with_keep(0b0111).with_strb(0b0001).with_last(true).with_user(0x1ab),
        Beat::new(7).with_last(true).with_user(3),
        Beat::new(9),
    ];
    let sum = |sum: f32, user, dest| Sum::new(sum).with_user(user).with_dest(dest);
    let args = [packets(&beats), packets::<Sum>(&[]), scalar(2_usize)];
    let (result, _) = everywhere(ports(), "frames", &args);
    let sums = [sum(26.0, 0xab, 0), sum(7.0, 3, 1).with_last(true)];
    assert_eq!((&result[0], &result[1]), (&packets(&beats[3..]).values(), &packets(&sums).values()));
}

#[test]
fn a_public_example_keeps_side_channels() {
    type Signed = Packet<i32, 2, 5, 6>;
    let packet = |i: i32| {
        let of = i as u64;
        Signed::new(i).with_keep(1).with_strb(1).with_user(1).with_last(i == 99).with_id(of).with_dest(of + 1)
    };
    let sent: Vec<Signed> = (0..101).map(packet).collect();
    let more = sent[..100].iter().map(|it| {
        let mut more = *it;
        more.data += 5;
        more
    });
    let args = [packets(&sent), packets::<Signed>(&[])];
    let result = ports().run("side_channels", &args).agree("side_channels").expect("the run ends");
    assert_eq!(result[1].values(), packets(&more.collect::<Vec<_>>()).values());
    assert_eq!(result[0].values().len(), 1);
}

#[test]
fn wide_packets_pass_through_streams_of_the_kernel() {
    type Tagged = Packet<i64, 16, 8, 8>;
    let sent: Vec<Tagged> = (0..20_u64)
        .map(|i| {
            Tagged::new(i as i64 * 3 - 8)
                .with_id(i)
                .with_dest(200 + i)
                .with_user(i << 11)
                .with_last(i % 3 == 0)
        })
        .collect();
    let turned = sent.iter().map(|it| {
        let mut turned = it.with_id(it.dest()).with_dest(it.id()).with_strb(0xf0);
        turned.data = -it.data;
        turned
    });
    let turned: Vec<Tagged> = turned.collect();
    let args = [packets(&sent), packets::<Tagged>(&[]), scalar(20_usize)];
    let (result, cycles) = everywhere(ports(), "answers", &args);
    assert_eq!(result[1], packets(&turned).values());
    assert!((20..50).contains(&cycles), "{cycles}");
}

#[test]
fn a_kernel_that_asks_for_more_than_was_sent_stops() {
    let args = [stream(vec![1_u32, 2]), stream(Vec::<u32>::new()), scalar(3_u32), scalar(3_usize)];
    let message = stops(ports(), "scale", &args, FaultKind::Dataflow);
    let reason =
        "process `scale` reads from the stream `input` more than the host has sent: 2 sent, 3 asked for";
    assert_eq!(message, reason);
    let args = [slice(vec![1.0_f32, 2.0]), stream(vec![2.0_f32]), stream(Vec::<f32>::new()), scalar(1_usize)];
    let message = stops(ports(), "blocks", &args, FaultKind::Dataflow);
    let reason =
        "process `multiply` reads from the stream `factors` more than the host has sent: 1 sent, 2 asked for";
    assert_eq!(message, reason);
}

#[test]
fn a_queue_keeps_what_a_run_leaves_and_forgets_what_a_failed_one_did() {
    let q = Queue::new(Selector::host()).unwrap();
    let run = |n: usize| q.submit(|h| h.single_task(scale::args(10, n))).unwrap();
    q.stream_in(scale::input(), &[1, 2, 3]).unwrap();
    // One run follows another.
    let runs = [run(2), run(1)];
    runs.iter().for_each(|run| run.wait().unwrap());
    assert_eq!(q.stream_out(scale::output()).unwrap(), [10, 20, 30]);
    assert_eq!(q.stream_out(scale::output()).unwrap(), [0; 0]);
    assert!(run(1).wait().is_err());
    assert!(matches!(q.stream_in(scale::input(), &[4]), Err(Error::Poisoned(_))));
    assert!(matches!(q.stream_out(scale::output()), Err(Error::Poisoned(_))));
    q.stream_in(scale::input(), &[5]).unwrap();
    run(1).wait().unwrap();
    assert_eq!(q.stream_out(scale::output()).unwrap(), [50]);
    let q = Queue::new(Selector::host()).unwrap();
    assert!(q.stream_out(scale::output()).unwrap().is_empty());
    q.stream_in(frames::input(), &[Packet::new(0x0101).with_last(true).with_user(7)]).unwrap();
    q.submit(|h| h.single_task(frames::args(1))).unwrap().wait().unwrap();
    assert_eq!(q.stream_out(frames::sums()).unwrap(), [Packet::new(2.0).with_last(true).with_user(7)]);
}
