//! Decompresses input. Formats are recognized by the first bytes, not by the name.

use std::io::{self, Cursor, Read};

use super::parallel::Pool;

/// The first bytes of the formats, and their names.
const SIGNATURES: [(&[u8], &str); 7] = [
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "Zstandard"),
    // A frame without data, which parallel compressors write first.
    (b"\x50\x2a\x4d\x18", "Zstandard"),
    (b"BZh", "bzip2"),
    (b"\xfd7zX", "xz"),
    (b"PK\x03\x04", "zip"),
    (b"7z\xbc\xaf", "7-Zip"),
];

/// The maximum length of a signature.
const SIGNATURE_LENGTH: u64 = 4;

/// Returns the decompressed input. If it cannot be decompressed, reading it fails.
#[cfg_attr(not(any(feature = "gzip", feature = "zstd")), expect(unused_variables))]
pub(super) fn decompressed(mut input: impl Read + Send + 'static, pool: &Pool) -> Box<dyn Read + Send> {
    let mut start = Vec::new();
    if let Err(error) = input.by_ref().take(SIGNATURE_LENGTH).read_to_end(&mut start) {
        return failing(error);
    }
    let compression = SIGNATURES.iter().find(|(signature, _)| start.starts_with(signature));
    let input = Cursor::new(start).chain(input);
    match compression {
        None => Box::new(input),
        #[cfg(feature = "gzip")]
        Some((_, "gzip")) => ahead(flate2::read::MultiGzDecoder::new(input), pool),
        #[cfg(feature = "zstd")]
        Some((_, "Zstandard")) => zstd::decompressed(Box::new(input), pool),
        Some((_, name)) => {
            failing(io::Error::other(format!("it is compressed with {name}: decompress it first")))
        }
    }
}

/// Returns an input that fails with this error when it is read.
fn failing(error: io::Error) -> Box<dyn Read + Send> {
    struct Failing(Option<io::Error>);

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0.take().map_or(Ok(0), Err)
        }
    }

    Box::new(Failing(Some(error)))
}

/// Lets a thread of its own read an input, unless one thread does everything.
#[cfg(any(feature = "gzip", feature = "zstd"))]
fn ahead(input: impl Read + Send + 'static, pool: &Pool) -> Box<dyn Read + Send> {
    if pool.is_some() { Box::new(super::ahead::Ahead::new(input)) } else { Box::new(input) }
}

#[cfg(feature = "zstd")]
mod zstd {
    //! Zstandard. Its frames are independent, so several are decompressed at once.

    use std::borrow::BorrowMut;
    use std::io::{self, Cursor, Read};
    use std::sync::mpsc::{Receiver, Sender, channel};

    use structured_zstd::decoding::{ContentChecksum, FrameDecoder, StreamingDecoder};

    use super::super::parallel::{Ordered, Pool};
    use super::ahead;

    /// The limits of a frame that is kept whole: its compressed bytes, and its blocks of at most 128 KiB of text.
    const LONGEST: usize = 1 << 24;
    const BLOCK: usize = 1 << 17;
    const MOST_BLOCKS: usize = 512;

    pub(super) fn decompressed(input: Box<dyn Read + Send>, pool: &Pool) -> Box<dyn Read + Send> {
        if pool.is_none() {
            return Box::new(stream(input, decoder()));
        }
        let (done, spare) = channel();
        let frames = Frames { input: Some(input), rest: None, spare };
        let frames = Ordered::new(frames, pool, 1, whole as fn(_) -> _);
        Box::new(Parallel { frames, frame: Frame::default(), done, rest: None, pool: pool.clone() })
    }

    /// Returns a decoder that verifies checksums.
    fn decoder() -> FrameDecoder {
        let mut decoder = FrameDecoder::new();
        decoder.set_content_checksum(ContentChecksum::Verify);
        decoder
    }

    /// Decompresses frames one after the other.
    fn stream<R: Read, D: BorrowMut<FrameDecoder>>(input: R, decoder: D) -> StreamingDecoder<R, D> {
        StreamingDecoder::new_with_decoder(input, decoder)
    }

    /// A frame, and the memory that another frame uses after it.
    struct Frame {
        compressed: Vec<u8>,
        decoder: FrameDecoder,
        text: Cursor<Vec<u8>>,
        /// The error that ends the text.
        error: Option<io::Error>,
    }

    impl Default for Frame {
        fn default() -> Self {
            Self { compressed: Vec::new(), decoder: decoder(), text: Cursor::default(), error: None }
        }
    }

    /// Decompresses a frame.
    fn whole(mut frame: Frame) -> Frame {
        let stream = stream(&frame.compressed[..], &mut frame.decoder);
        frame.error = read_all(stream, frame.text.get_mut()).err();
        frame
    }

    /// Unlike `read_to_end`, this keeps the text before an error.
    fn read_all(mut input: impl Read, text: &mut Vec<u8>) -> io::Result<()> {
        loop {
            let start = text.len();
            text.resize(start + BLOCK, 0);
            let read = input.read(&mut text[start..]);
            text.truncate(start + read.as_ref().copied().unwrap_or(0));
            if read? == 0 {
                return Ok(());
            }
        }
    }

    /// Reads frames that other threads decompress. A long one and all after it are decompressed in one thread.
    struct Parallel {
        frames: Ordered<Frames, Frame, fn(Frame) -> Frame>,
        frame: Frame,
        /// Takes frames that were read.
        done: Sender<Frame>,
        rest: Option<Box<dyn Read + Send>>,
        pool: Pool,
    }

    impl Read for Parallel {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            loop {
                let length = self.frame.text.read(buffer)?;
                if length > 0 {
                    return Ok(length);
                }
                if let Some(error) = self.frame.error.take() {
                    return Err(error);
                }
                if let Some(rest) = &mut self.rest {
                    return rest.read(buffer);
                }
                match self.frames.next() {
                    Some(frame) => {
                        let _ = self.done.send(std::mem::replace(&mut self.frame, frame));
                        // Other frames are decompressed while this one is read.
                        self.frames.start();
                    }
                    None => match self.frames.items().rest.take() {
                        Some(rest) => self.rest = Some(ahead(stream(rest?, decoder()), &self.pool)),
                        None => return Ok(0),
                    },
                }
            }
        }
    }

    /// Cuts an input into frames without decompressing them.
    struct Frames {
        input: Option<Box<dyn Read + Send>>,
        /// The input from the first frame that is too long, or the error that ended it.
        rest: Option<io::Result<Box<dyn Read + Send>>>,
        /// Frames that were read.
        spare: Receiver<Frame>,
    }

    impl Iterator for Frames {
        type Item = Frame;

        fn next(&mut self) -> Option<Frame> {
            let mut input = self.input.take()?;
            let mut frame = self.spare.try_recv().unwrap_or_default();
            frame.compressed.clear();
            frame.text.get_mut().clear();
            frame.text.set_position(0);
            match read_frame(&mut input, &mut frame.compressed) {
                Ok(true) if frame.compressed.is_empty() => None,
                Ok(true) => {
                    self.input = Some(input);
                    Some(frame)
                }
                Ok(false) => {
                    self.rest = Some(Ok(Box::new(Cursor::new(frame.compressed).chain(input))));
                    None
                }
                Err(error) => {
                    self.rest = Some(Err(error));
                    None
                }
            }
        }
    }

    /// Reads a frame up to its end or that of the input. Returns `false` if it is too long, or not a frame.
    fn read_frame(input: &mut dyn Read, frame: &mut Vec<u8>) -> io::Result<bool> {
        let mut take = |frame: &mut Vec<u8>, length: usize| {
            let start = frame.len();
            input.take(length as u64).read_to_end(frame)?;
            io::Result::Ok(frame[start..].to_vec())
        };
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | usize::from(byte));
        match *take(frame, 4)? {
            // Data for programs other than this.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
                let length = word(&take(frame, 4)?);
                if length > LONGEST {
                    return Ok(false);
                }
                take(frame, length)?;
                return Ok(true);
            }
            [0x28, 0xb5, 0x2f, 0xfd] => {}
            [_, _, _, _] => return Ok(false),
            // The input ends.
            _ => return Ok(true),
        }
        let [descriptor] = take(frame, 1)?[..] else { return Ok(true) };
        let is_single_segment = descriptor >> 5 & 1 == 1;
        let window = usize::from(!is_single_segment);
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let content_size = [usize::from(is_single_segment), 2, 4, 8][usize::from(descriptor >> 6)];
        take(frame, window + dictionary + content_size)?;
        for _ in 0..MOST_BLOCKS {
            let header = take(frame, 3)?;
            if header.len() < 3 {
                return Ok(true);
            }
            let header = word(&header);
            // A block of kind 1 is a single byte that is repeated.
            take(frame, if header >> 1 & 3 == 1 { 1 } else { header >> 3 })?;
            if header & 1 == 1 {
                take(frame, if descriptor >> 2 & 1 == 1 { 4 } else { 0 })?;
                return Ok(true);
            }
            if frame.len() > LONGEST {
                return Ok(false);
            }
        }
        Ok(false)
    }
}
