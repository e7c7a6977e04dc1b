//! Decompresses input. Formats are recognized by the first bytes, not by the name.

use std::io::{self, Cursor, Read};

use super::parallel::Pool;

/// The first bytes of the formats, and their names.
const SIGNATURES: [(&[u8], &str); 10] = [
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "Zstandard"),
    // A frame that is skipped, which parallel compressors write first. The lower half of its first byte is free.
    (b"\x50\x2a\x4d\x18", "Zstandard"),
    (b"\x04\x22\x4d\x18", "LZ4"),
    (b"\x1f\x9d", "compress"),
    (b"Rar!", "RAR"),
    (b"BZh", "bzip2"),
    (b"\xfd7zX", "xz"),
    (b"PK\x03\x04", "zip"),
    (b"7z\xbc\xaf", "7-Zip"),
];

/// The maximum length of a signature.
const SIGNATURE_LENGTH: u64 = 4;

/// Returns the decompressed input.
#[cfg_attr(not(any(feature = "gzip", feature = "zstd")), expect(unused_variables))]
pub(super) fn decompressed(
    mut input: impl Read + Send + 'static,
    pool: &Pool,
) -> io::Result<Box<dyn Read + Send>> {
    let mut start = Vec::new();
    input.by_ref().take(SIGNATURE_LENGTH).read_to_end(&mut start)?;
    let mut known = start.clone();
    if let [first, 0x2a, 0x4d, 0x18] = &mut known[..] {
        *first &= 0xf0;
    }
    let compression = SIGNATURES.iter().find(|(signature, _)| known.starts_with(signature));
    let input = Cursor::new(start).chain(input);
    match compression {
        None => Ok(Box::new(input)),
        #[cfg(feature = "gzip")]
        Some((_, "gzip")) => super::parallel::ahead(gzip::Members::new(input), pool),
        #[cfg(feature = "zstd")]
        Some((_, "Zstandard")) => Ok(zstd::decompressed(Box::new(input), pool)),
        Some((_, name)) => {
            Err(io::Error::other(format!("it is compressed with {name}: decompress it first")))
        }
    }
}

#[cfg(feature = "gzip")]
mod gzip {
    use std::io::{self, BufRead as _, BufReader, Read};

    use flate2::bufread::GzDecoder;

    /// Reads the members of an input one after the other. Unlike the decoder of `flate2` for several, it allows zeros behind
    /// them, with which some programs fill the last block of a medium.
    pub(super) struct Members<R>(Option<GzDecoder<BufReader<R>>>);

    impl<R: Read> Members<R> {
        pub(super) fn new(input: R) -> Self {
            Self(Some(GzDecoder::new(BufReader::new(input))))
        }
    }

    impl<R: Read> Read for Members<R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            while let Some(member) = &mut self.0 {
                let length = member.read(buffer)?;
                if length > 0 || buffer.is_empty() {
                    return Ok(length);
                }
                let is_end = skip_zeros(member.get_mut())?;
                self.0 = self.0.take().filter(|_| !is_end).map(|member| GzDecoder::new(member.into_inner()));
            }
            Ok(0)
        }
    }

    /// Returns `true` at the end of the input.
    fn skip_zeros(input: &mut BufReader<impl Read>) -> io::Result<bool> {
        loop {
            let bytes = input.fill_buf()?;
            let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
            if zeros == 0 {
                return Ok(bytes.is_empty());
            }
            input.consume(zeros);
        }
    }
}

#[cfg(feature = "zstd")]
mod zstd {
    //! Zstandard. Its frames are independent, so several are decompressed at once.

    use std::borrow::BorrowMut;
    use std::io::{self, Cursor, Read};
    use std::sync::mpsc::{Receiver, Sender, channel};

    use structured_zstd::decoding::{
        ContentChecksum, FrameDecoder, StreamingDecoder, find_frame_compressed_size, frame_decompressed_bound,
    };

    use super::super::parallel::{Ordered, Pool, ahead};

    /// The limits of a frame that is kept whole: its compressed bytes, and its text.
    const LONGEST: usize = 1 << 24;
    const LONGEST_TEXT: u64 = 1 << 26;

    /// The number of bytes that are read together.
    const STEP: u64 = 1 << 17;

    pub(super) fn decompressed(input: Box<dyn Read + Send>, pool: &Pool) -> Box<dyn Read + Send> {
        if pool.is_none() {
            return Box::new(stream(input, decoder()));
        }
        let (done, spare) = channel();
        let frames = Frames { input: Some(input), unread: Vec::new(), rest: None, spare };
        let frames = Ordered::new(frames, pool, 1, whole as fn(_) -> _);
        Box::new(Parallel { frames, frame: Frame::default(), done, rest: None, pool: pool.clone() })
    }

    /// Returns a decoder that verifies checksums.
    fn decoder() -> FrameDecoder {
        let mut decoder = FrameDecoder::new();
        decoder.set_content_checksum(ContentChecksum::Verify);
        // In a browser, memory is for the page to promise.
        #[cfg(target_arch = "wasm32")]
        let _ = decoder.set_max_window_size(1 << 25);
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

    /// Returns the maximum length of the text of a frame, which its header or the number of its blocks says.
    fn bound(compressed: &[u8]) -> u64 {
        frame_decompressed_bound(compressed).unwrap_or(u64::MAX)
    }

    /// Decompresses a frame.
    fn whole(mut frame: Frame) -> Frame {
        let bound = bound(&frame.compressed);
        // Unlike `read_to_end` of the decoder, that of any reader keeps the text before an error.
        let stream = stream(&frame.compressed[..], &mut frame.decoder);
        let length = stream.take(bound + 1).read_to_end(frame.text.get_mut());
        let longer = || io::Error::other("a frame is longer than its header says");
        frame.error = length.map_or_else(Some, |length| (length as u64 > bound).then(longer));
        frame
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
                        Some(rest) => self.rest = Some(ahead(stream(rest?, decoder()), &self.pool)?),
                        None => return Ok(0),
                    },
                }
            }
        }
    }

    /// Cuts an input into frames without decompressing them.
    struct Frames {
        /// The input up to the first frame that is too long or cut off.
        input: Option<Box<dyn Read + Send>>,
        /// The text after the last frame.
        unread: Vec<u8>,
        /// The input from this frame, or the error that ended it.
        rest: Option<io::Result<Box<dyn Read + Send>>>,
        /// Frames that were read.
        spare: Receiver<Frame>,
    }

    impl Frames {
        /// Reads a frame that is kept whole, and returns its length.
        fn fill(&mut self, input: &mut dyn Read) -> io::Result<Option<usize>> {
            loop {
                if let Ok(length) = find_frame_compressed_size(&self.unread) {
                    return Ok(Some(length).filter(|_| bound(&self.unread[..length]) <= LONGEST_TEXT));
                }
                if self.unread.len() > LONGEST || input.take(STEP).read_to_end(&mut self.unread)? == 0 {
                    return Ok(None);
                }
            }
        }
    }

    impl Iterator for Frames {
        type Item = Frame;

        fn next(&mut self) -> Option<Frame> {
            let mut input = self.input.take()?;
            match self.fill(&mut input) {
                Ok(Some(length)) => {
                    let mut frame = self.spare.try_recv().unwrap_or_default();
                    frame.compressed.clear();
                    frame.compressed.extend(self.unread.drain(..length));
                    frame.text.get_mut().clear();
                    frame.text.set_position(0);
                    self.input = Some(input);
                    Some(frame)
                }
                // At the end, nothing remains, or a frame that is cut off.
                Ok(None) if self.unread.is_empty() => None,
                Ok(None) => {
                    let unread = Cursor::new(std::mem::take(&mut self.unread));
                    self.rest = Some(Ok(Box::new(unread.chain(input))));
                    None
                }
                Err(error) => {
                    self.rest = Some(Err(error));
                    None
                }
            }
        }
    }
}
