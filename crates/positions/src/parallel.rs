//! Works on the parts of an input in several threads, and keeps their order. Only this module starts threads.

use std::collections::VecDeque;
#[cfg(any(feature = "gzip", feature = "zstd"))]
use std::io::{Cursor, Read};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
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

pub(super) fn pool(number: usize) -> io::Result<Pool> {
    if number < 2 {
        return Ok(None);
    }
    let (work, queue) = channel::<Work>();
    let queue = Arc::new(Mutex::new(queue));
    for _ in 0..number {
        let queue = Arc::clone(&queue);
        let next = move || queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        // The threads end when nobody can send work any more.
        thread::Builder::new().spawn(move || std::iter::from_fn(&next).for_each(|work| work()))?;
    }
    Ok(Some(Threads { number, work }))
}

/// An iterator over the results of `work`, in the order of the items. It is only a few items ahead of its user.
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
        Self { items, pool: pool.clone(), ahead, work: Arc::new(work), waiting: VecDeque::new() }
    }

    /// Starts the work on the next items.
    pub(super) fn start(&mut self) {
        let Some(threads) = &self.pool else { return };
        while self.waiting.len() < self.ahead * threads.number {
            let Some(item) = self.items.next() else { return };
            let (result, receiver) = sync_channel(1);
            let work = Arc::clone(&self.work);
            // Nobody waits for the result after the iterator was dropped.
            let _ = threads.work.send(Box::new(move || drop(result.send(work(item)))));
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
        // A result that is missing must not be taken for the end.
        Some(self.waiting.pop_front()?.recv().expect("the work did not panic"))
    }
}

/// Lets a thread of its own read an input, unless one thread does everything.
#[cfg(any(feature = "gzip", feature = "zstd"))]
pub(super) fn ahead(mut input: impl Read + Send + 'static, pool: &Pool) -> io::Result<Box<dyn Read + Send>> {
    /// The length of a chunk, of which four may wait.
    const CHUNK: u64 = 1 << 18;

    if pool.is_none() {
        return Ok(Box::new(input));
    }
    let (sender, chunks) = sync_channel(4);
    let (done, spare) = channel::<Vec<u8>>();
    let read = move || {
        loop {
            let mut chunk = spare.try_recv().unwrap_or_else(|_| Vec::with_capacity(CHUNK as usize));
            chunk.clear();
            let error = input.by_ref().take(CHUNK).read_to_end(&mut chunk).err();
            let is_last = chunk.is_empty() || error.is_some();
            // Nobody reads the chunk after its reader was dropped.
            if sender.send((chunk, error)).is_err() || is_last {
                return;
            }
        }
    };
    thread::Builder::new().spawn(read)?;
    Ok(Box::new(Ahead { chunks, chunk: Cursor::default(), error: None, done, ended: false }))
}

/// Reads the chunks of another thread.
#[cfg(any(feature = "gzip", feature = "zstd"))]
struct Ahead {
    chunks: Receiver<(Vec<u8>, Option<io::Error>)>,
    chunk: Cursor<Vec<u8>>,
    /// The error after the chunk.
    error: Option<io::Error>,
    /// Takes the memory of chunks that were read.
    done: Sender<Vec<u8>>,
    /// The last chunk, which is empty, was received.
    ended: bool,
}

#[cfg(any(feature = "gzip", feature = "zstd"))]
impl Read for Ahead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.chunk.read(buffer)?;
            if length > 0 || self.ended {
                return Ok(length);
            }
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            // Without its empty last chunk, the input is cut off: a decoder panicked.
            let cut_off = |_| io::Error::other("the input could not be decoded");
            let (chunk, error) = self.chunks.recv().map_err(cut_off)?;
            self.ended = chunk.is_empty() && error.is_none();
            self.error = error;
            let read = std::mem::replace(&mut self.chunk, Cursor::new(chunk));
            let _ = self.done.send(read.into_inner());
        }
    }
}
