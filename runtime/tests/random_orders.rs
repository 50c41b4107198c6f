//! Random programs on a few buffers and queues: whatever runs when, the results are those of running everything in
//! the order of submission (S20 §3.7.1.2).

use crate::common::{affine, host, kernels};
use proptest::prelude::*;
use sycl_hls::{Buffer, Error, Event, Queue, Selector, Status};

/// An action on one of a few buffers, or two.
#[derive(Clone, Debug)]
enum Action {
    Affine { m: u32, c: u32, y: usize },
    Add { a: usize, b: usize, sum: usize },
    Copy { x: usize, y: usize },
    Fill { y: usize, value: u32 },
    Task { x: usize, y: usize },
    Write { y: usize, value: u32 },
    Wait { back: usize },
    Read { x: usize },
}

fn action() -> impl Strategy<Value = Action> {
    let buffer = || 0..4_usize;
    let two = || (buffer(), buffer()).prop_filter("a command has a buffer once", |(x, y)| x != y);
    prop_oneof![
        4 => (1..9_u32, 0..9_u32, buffer()).prop_map(|(m, c, y)| Action::Affine { m, c, y }),
        4 => (buffer(), buffer(), buffer())
            .prop_filter("a kernel's output is no input", |(a, b, sum)| a != sum && b != sum)
            .prop_map(|(a, b, sum)| Action::Add { a, b, sum }),
        1 => two().prop_map(|(x, y)| Action::Copy { x, y }),
        1 => (buffer(), 0..9_u32).prop_map(|(y, value)| Action::Fill { y, value }),
        1 => two().prop_map(|(x, y)| Action::Task { x, y }),
        1 => (buffer(), 0..9_u32).prop_map(|(y, value)| Action::Write { y, value }),
        1 => (0..20_usize).prop_map(|back| Action::Wait { back }),
        1 => buffer().prop_map(|x| Action::Read { x }),
    ]
}

/// The buffers, of equal elements, and the value that their elements must have.
struct Program {
    buffers: Vec<Buffer<u32>>,
    model: Vec<u32>,
    events: Vec<Event>,
}

impl Program {
    fn new() -> Self {
        let buffers = (0..4).map(|i| Buffer::from_vec(vec![i; 3])).collect();
        Self { buffers, model: (0..4).collect(), events: vec![] }
    }

    fn act(&mut self, q: &Queue, action: &Action) {
        let (buffers, model) = (&self.buffers, &mut self.model);
        match *action {
            Action::Affine { m, c, y } => {
                model[y] = (model[y] * m + c) % 1000;
                self.events.push(affine(q, &buffers[y], m, c));
                self.events.push(modulo(q, &buffers[y]));
            }
            Action::Add { a, b, sum } => {
                model[sum] = (model[a] + model[b]) % 1000;
                self.events.push(add(q, [&buffers[a], &buffers[b], &buffers[sum]]));
                self.events.push(modulo(q, &buffers[sum]));
            }
            Action::Copy { x, y } => {
                model[y] = model[x];
                self.events.push(q.copy(&buffers[x], &buffers[y]).unwrap());
            }
            Action::Fill { y, value } => {
                model[y] = value;
                self.events.push(q.fill(&buffers[y], value).unwrap());
            }
            Action::Task { x, y } => {
                model[y] ^= model[x];
                self.events.push(xor(q, &buffers[x], &buffers[y]));
            }
            Action::Write { y, value } => {
                model[y] ^= value;
                buffers[y].host_write().unwrap().iter_mut().for_each(|y| *y ^= value);
            }
            Action::Wait { back } => {
                if let Some(event) = self.events.iter().rev().nth(back) {
                    event.wait().unwrap();
                    assert_eq!(event.status(), Status::Complete);
                }
            }
            Action::Read { x } => assert_eq!(*buffers[x].host_read().unwrap(), [model[x]; 3]),
        }
    }
}

fn modulo(q: &Queue, y: &Buffer<u32>) -> Event {
    q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(kernels::modulo::args(1000, y))
    })
    .unwrap()
}

fn add(q: &Queue, [a, b, sum]: [&Buffer<u32>; 3]) -> Event {
    q.submit(|h| {
        let (a, b, sum) = (a.read(h), b.read(h), sum.write(h));
        h.single_task(kernels::add::args(a, b, sum))
    })
    .unwrap()
}

/// `y ^= x`, as a host task.
fn xor(q: &Queue, x: &Buffer<u32>, y: &Buffer<u32>) -> Event {
    q.submit(|h| {
        let (x, y) = (x.read(h), y.read_write(h));
        h.host_task((x, y), |(x, mut y)| {
            y.iter_mut().zip(&*x).for_each(|(y, x)| *y ^= x);
            Ok::<(), Error>(())
        })
    })
    .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Rows: F256.
    #[test]
    fn results_are_those_of_the_order_of_submission(actions in prop::collection::vec(action(), 1..80)) {
        let in_order = Queue::builder(Selector::host()).in_order().build().unwrap();
        let queues = [host(), host(), in_order];
        let mut program = Program::new();
        for (action, q) in actions.iter().zip(queues.iter().cycle()) {
            program.act(q, action);
        }
        for (buffer, expected) in program.buffers.into_iter().zip(program.model) {
            prop_assert_eq!(buffer.into_vec().unwrap(), [expected; 3]);
        }
    }
}
