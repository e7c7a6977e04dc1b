//! What the page and the module call of each other.

#![allow(
    unsafe_code,
    reason = "only the functions of the page know where they write and read"
)]

use std::io::{self, Read};

use crate::{Message, answer};

// SAFETY: `worker.js` has functions with these names and types.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Writes at most `length` bytes of the task (0) or of the file (1), and returns their number,
    /// or -1 if the file cannot be read.
    fn read(source: u32, to: *mut u8, length: usize) -> isize;

    /// Passes a message to the page: JSON (0), PGN (1), or what was counted (2).
    fn send(kind: u32, from: *const u8, length: usize);
}

struct Source(u32);

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // SAFETY: The page writes at most so many bytes to this place.
        let length = unsafe { read(self.0, buffer.as_mut_ptr(), buffer.len()) };
        usize::try_from(length).map_err(|_| io::Error::other("it is a folder, or has changed"))
    }
}

/// Does the task that the page has for this worker.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
extern "C" fn run() {
    let mut task = Vec::new();
    let task = Source(0).read_to_end(&mut task).map(|_| task);
    answer(&task.unwrap_or_default(), Source(1), &mut |message| {
        let (kind, bytes) = match message {
            Message::Json(value) => (0, value.to_string().into_bytes()),
            Message::Pgn(text) => (1, text),
            Message::Counted(counts) => (2, counts),
        };
        // SAFETY: The page only reads these bytes, before it returns.
        unsafe { send(kind, bytes.as_ptr(), bytes.len()) };
    });
}

fn no_random_numbers(_: &mut [u8]) -> Result<(), getrandom::Error> {
    Err(getrandom::Error::UNSUPPORTED)
}

getrandom::register_custom_getrandom!(no_random_numbers);
