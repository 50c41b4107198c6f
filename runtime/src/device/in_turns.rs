//! Items of a group that wait for each other: each is a future, and a barrier is where it lets the others have their turns.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// Is ready the second time: when all others were asked.
pub(super) async fn barrier() {
    let mut arrived = false;
    std::future::poll_fn(
        |_| if std::mem::replace(&mut arrived, true) { Poll::Ready(()) } else { Poll::Pending },
    )
    .await;
}

/// Runs the items of a group from barrier to barrier, to their ends.
///
/// # Panics
/// When some end while others wait at a barrier, which the front end refuses.
pub(super) fn run<F: Future<Output = ()>>(items: &mut [Pin<Box<F>>]) {
    let mut context = Context::from_waker(Waker::noop());
    loop {
        let polled = items.iter_mut().map(|item| item.as_mut().poll(&mut context));
        let ended = polled.filter(Poll::is_ready).count();
        if ended == items.len() {
            return;
        }
        assert!(
            ended == 0,
            "{ended} of {} items of a group ended while the others wait at a barrier",
            items.len()
        );
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn all_are_there_before_one_goes_on() {
        let seen = RefCell::new(Vec::new());
        let item = async |id: u32| {
            seen.borrow_mut().push((0, id));
            barrier().await;
            seen.borrow_mut().push((1, id));
            barrier().await;
            seen.borrow_mut().push((2, id));
        };
        run(&mut [Box::pin(item(0)), Box::pin(item(1)), Box::pin(item(2))]);
        let parts: Vec<u32> = seen.borrow().iter().map(|(part, _)| *part).collect();
        assert_eq!(parts, [0, 0, 0, 1, 1, 1, 2, 2, 2]);
        run::<Pending>(&mut []);
    }

    type Pending = std::future::Pending<()>;

    #[test]
    #[should_panic(expected = "1 of 2 items")]
    fn an_item_that_ends_early_is_found() {
        let item = async |waits: bool| {
            if waits {
                barrier().await;
            }
        };
        run(&mut [Box::pin(item(false)), Box::pin(item(true))]);
    }
}
