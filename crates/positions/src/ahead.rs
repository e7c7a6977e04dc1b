//! Decompresses in a thread of its own.

use std::io::{self, Cursor, Read};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use super::parallel::Pool;

/// Lets a thread of its own read an input, unless one thread does everything.
pub(super) fn ahead(
    input: impl Read + Send + 'static,
    pool: &Pool,
) -> io::Result<Box<dyn Read + Send>> {
    if pool.is_none() {
        return Ok(Box::new(input));
    }
    let (sender, chunks) = sync_channel(4);
    let thread = thread::Builder::new().spawn(move || send_chunks(input, &sender))?;
    let end = std::iter::once_with(|| error_of(thread)).flatten();
    let parts = chunks.into_iter().map(Ok).chain(end.map(Err));
    Ok(Box::new(Joined { parts, part: None }))
}

/// Returns the error that ended a thread. The input is cut off if a decoder panicked.
fn error_of(thread: JoinHandle<io::Result<()>>) -> Option<io::Error> {
    match thread.join() {
        Ok(read) => read.err(),
        Err(_) => Some(io::Error::other("the input could not be decoded")),
    }
}

/// Sends an input up to an error, which is returned.
fn send_chunks(mut input: impl Read, sender: &SyncSender<Cursor<Vec<u8>>>) -> io::Result<()> {
    /// The length of a chunk.
    const CHUNK: u64 = 1 << 18;

    loop {
        let mut chunk = Vec::with_capacity(CHUNK as usize);
        let read = input.by_ref().take(CHUNK).read_to_end(&mut chunk);
        // Nobody reads the chunk after its reader was dropped.
        let is_read = sender.send(Cursor::new(chunk)).is_ok();
        if read? == 0 || !is_read {
            return Ok(());
        }
    }
}

/// Reads parts one after the other.
pub(super) struct Joined<I, R> {
    pub(super) parts: I,
    pub(super) part: Option<R>,
}

impl<R: Read, I: Iterator<Item = io::Result<R>>> Read for Joined<I, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(part) = &mut self.part
                && let length @ 1.. = part.read(buffer)?
            {
                return Ok(length);
            }
            self.part = self.parts.next().transpose()?;
            if self.part.is_none() {
                return Ok(0);
            }
        }
    }
}
