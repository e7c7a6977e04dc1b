//! Reads an input in a thread of its own.

use std::io::{self, Cursor, Read};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};

/// Reads an input in a thread of its own.
pub(super) struct Ahead {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Cursor<Vec<u8>>,
    /// Takes the memory of chunks that were read.
    done: Sender<Vec<u8>>,
    /// The last chunk, which is empty, was received.
    ended: bool,
}

impl Ahead {
    /// The length of a chunk, of which four may wait.
    const CHUNK: u64 = 1 << 18;

    pub(super) fn new(mut input: impl Read + Send + 'static) -> Self {
        let (sender, chunks) = sync_channel(4);
        let (done, spare) = channel::<Vec<u8>>();
        // The thread ends with the input, or when nobody reads it any more.
        std::thread::spawn(move || {
            loop {
                let mut chunk = spare.try_recv().unwrap_or_else(|_| Vec::with_capacity(Self::CHUNK as usize));
                chunk.clear();
                let read = input.by_ref().take(Self::CHUNK).read_to_end(&mut chunk);
                let (end, error) = (chunk.is_empty() && read.is_ok(), read.err());
                // An empty chunk means the end, so there is none before an error.
                let sent = if chunk.is_empty() && !end { Ok(()) } else { sender.send(Ok(chunk)) };
                if let Some(error) = error {
                    let _ = sender.send(Err(error));
                    return;
                }
                if sent.is_err() || end {
                    return;
                }
            }
        });
        Self { chunks, chunk: Cursor::default(), done, ended: false }
    }
}

impl Read for Ahead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.chunk.read(buffer)?;
            if length > 0 || self.ended {
                return Ok(length);
            }
            // Without its empty last chunk, the input is cut off: a decoder panicked.
            let chunk =
                self.chunks.recv().map_err(|_| io::Error::other("the input could not be decoded"))??;
            self.ended = chunk.is_empty();
            let read = std::mem::replace(&mut self.chunk, Cursor::new(chunk));
            let _ = self.done.send(read.into_inner());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads some bytes, and then what the function returns.
    struct Then<F>(&'static [u8], F);

    impl<F: FnMut() -> io::Result<usize>> Read for Then<F> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.0.read(buffer)?;
            if length > 0 { Ok(length) } else { (self.1)() }
        }
    }

    #[test]
    fn an_input_ends_only_where_its_reader_says_so() {
        fn read(bytes: &'static [u8], end: fn() -> io::Result<usize>) -> (String, bool) {
            let mut text = Vec::new();
            let is_whole = io::copy(&mut Ahead::new(Then(bytes, end)), &mut text).is_ok();
            (String::from_utf8(text).unwrap(), is_whole)
        }
        for bytes in ["", "some text"] {
            let expected = |is_whole| (bytes.to_owned(), is_whole);
            assert_eq!(read(bytes.as_bytes(), || Ok(0)), expected(true));
            assert_eq!(read(bytes.as_bytes(), || Err(io::Error::other("damaged"))), expected(false));
        }
        // A panic takes the chunk in which it happens with it.
        assert!(!read(b"some text", || panic!("a decoder panics")).1);
    }
}
