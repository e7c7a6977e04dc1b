//! Works on the parts of an input in several threads, and keeps their order.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// The threads that share the work on an input, or none if the thread that reads it does all.
pub(super) type Pool = Option<Arc<ThreadPool>>;

pub(super) fn pool(threads: usize) -> Result<Pool, ThreadPoolBuildError> {
    let pool = || ThreadPoolBuilder::new().num_threads(threads).build().map(Arc::new);
    (threads > 1).then(pool).transpose()
}

/// An iterator over the results of `work`, in the order of the items. It is only a few items ahead of its user.
pub(super) struct Ordered<I, U, F> {
    items: I,
    pool: Pool,
    /// The number of items per thread that are worked on or wait.
    ahead: usize,
    work: Arc<F>,
    waiting: VecDeque<Receiver<U>>,
}

impl<I, U, F> Ordered<I, U, F> {
    pub(super) fn new(items: I, pool: &Pool, ahead: usize, work: F) -> Self {
        Self { items, pool: pool.clone(), ahead, work: Arc::new(work), waiting: VecDeque::new() }
    }

    #[cfg(feature = "zstd")]
    pub(super) fn items(&mut self) -> &mut I {
        &mut self.items
    }
}

impl<I, U, F> Ordered<I, U, F>
where
    I: Iterator,
    I::Item: Send + 'static,
    U: Send + 'static,
    F: Fn(I::Item) -> U + Send + Sync + 'static,
{
    /// Starts the work on the next items.
    pub(super) fn start(&mut self) {
        let Some(pool) = &self.pool else { return };
        while self.waiting.len() < self.ahead * pool.current_num_threads() {
            let Some(item) = self.items.next() else { return };
            let (result, receiver) = sync_channel(1);
            let work = Arc::clone(&self.work);
            // The pool starts its work in this order. A panic in it ends the program.
            pool.spawn_fifo(move || {
                // Nobody waits for the result after the iterator was dropped.
                let _ = result.send(work(item));
            });
            self.waiting.push_back(receiver);
        }
    }
}

impl<I, U, F> Iterator for Ordered<I, U, F>
where
    I: Iterator,
    I::Item: Send + 'static,
    U: Send + 'static,
    F: Fn(I::Item) -> U + Send + Sync + 'static,
{
    type Item = U;

    fn next(&mut self) -> Option<U> {
        if self.pool.is_none() {
            return self.items.next().map(&*self.work);
        }
        self.start();
        self.waiting.pop_front()?.recv().ok()
    }
}
