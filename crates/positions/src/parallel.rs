//! Works on the parts of an input in several threads, and keeps their order.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

type Work = Box<dyn FnOnce() + Send>;

/// Threads that share the work on an input, in its order.
#[derive(Clone)]
pub(super) struct Threads {
    number: usize,
    work: Sender<Work>,
}

/// Without threads, the one that reads the input does all.
pub(super) type Pool = Option<Threads>;

pub(super) fn start_pool(number: usize) -> io::Result<Pool> {
    if number < 2 {
        return Ok(None);
    }
    let (work, queue) = channel::<Work>();
    let queue = Arc::new(Mutex::new(queue));
    for _ in 0..number {
        let queue = Arc::clone(&queue);
        // The threads end when nobody can send work any more.
        thread::Builder::new().spawn(move || {
            while let Ok(work) = next_work(&queue) {
                work();
            }
        })?;
    }
    Ok(Some(Threads { number, work }))
}

fn next_work(queue: &Mutex<Receiver<Work>>) -> Result<Work, RecvError> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv()
}

/// An iterator over the results of `work`, in the order of the items. It is only a few items ahead
/// of its user.
pub(super) struct Ordered<I: Iterator, U> {
    items: I,
    pool: Pool,
    /// The number of items per thread that are worked on or wait.
    ahead: usize,
    work: Arc<dyn Fn(I::Item) -> U + Send + Sync>,
    waiting: VecDeque<Receiver<U>>,
}

impl<I: Iterator<Item: Send + 'static>, U: Send + 'static> Ordered<I, U> {
    pub(super) fn new(
        items: I,
        pool: &Pool,
        ahead: usize,
        work: impl Fn(I::Item) -> U + Send + Sync + 'static,
    ) -> Self {
        Self {
            items,
            pool: pool.clone(),
            ahead,
            work: Arc::new(work),
            waiting: VecDeque::new(),
        }
    }

    /// Starts the work on the next items.
    fn start(&mut self) {
        let Some(threads) = &self.pool else { return };
        while self.waiting.len() < self.ahead * threads.number {
            let Some(item) = self.items.next() else {
                return;
            };
            let (result, receiver) = sync_channel(1);
            let work = Arc::clone(&self.work);
            // Nobody waits for the result after the iterator was dropped.
            let _ = threads
                .work
                .send(Box::new(move || drop(result.send(work(item)))));
            self.waiting.push_back(receiver);
        }
    }
}

impl<I: Iterator<Item: Send + 'static>, U: Send + 'static> Iterator for Ordered<I, U> {
    type Item = U;

    fn next(&mut self) -> Option<U> {
        if self.pool.is_none() {
            return self.items.next().map(&*self.work);
        }
        self.start();
        let result = self.waiting.pop_front()?;
        // The threads have work while the user is busy with the result.
        self.start();
        // A result that is missing must not be taken for the end.
        Some(result.recv().expect("the work did not panic"))
    }
}
