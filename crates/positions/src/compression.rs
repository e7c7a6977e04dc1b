//! Decompresses input. Formats are recognized by the first bytes, not by the name.

use std::io::{self, Cursor, Read};

use super::parallel::Pool;

/// Returns the name of the format that begins with these bytes.
fn format(start: &[u8]) -> Option<&'static str> {
    Some(match start {
        [0x1f, 0x8b, ..] => "gzip",
        // The others are frames that are skipped, which parallel compressors write first.
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => "Zstandard",
        [0x04, 0x22, 0x4d, 0x18, ..] => "LZ4",
        [0x1f, 0x9d, ..] => "compress",
        [b'R', b'a', b'r', b'!', ..] => "RAR",
        [b'B', b'Z', b'h', ..] => "bzip2",
        [0xfd, b'7', b'z', b'X', ..] => "xz",
        [b'P', b'K', 3, 4, ..] => "zip",
        [b'7', b'z', 0xbc, 0xaf, ..] => "7-Zip",
        _ => return None,
    })
}

/// The length of the longest of these starts.
const START: u64 = 4;

/// Returns the decompressed input.
#[cfg_attr(not(any(feature = "gzip", feature = "zstd")), expect(unused_variables))]
pub(super) fn decompressed(
    mut input: impl Read + Send + 'static,
    pool: &Pool,
) -> io::Result<Box<dyn Read + Send>> {
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start)?;
    let format = format(&start);
    let input = Cursor::new(start).chain(input);
    match format {
        None => Ok(Box::new(input)),
        #[cfg(feature = "gzip")]
        Some("gzip") => super::parallel::ahead(gzip::Members::new(input), pool),
        #[cfg(feature = "zstd")]
        Some("Zstandard") => Ok(zstd::decompressed(Box::new(input), pool)),
        Some(name) => Err(io::Error::other(format!("it is compressed with {name}: decompress it first"))),
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
        let frames = Frames { input: Some(input), unread: Vec::new(), spare, pool: pool.clone() };
        let frames = Ordered::new(frames, pool, 1, whole);
        Box::new(Parallel { frames, frame: Frame::default(), done })
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
        /// The error that ends the text, or the text of all frames from one that is not kept whole.
        rest: Option<io::Result<Box<dyn Read + Send>>>,
    }

    impl Default for Frame {
        fn default() -> Self {
            Self { compressed: Vec::new(), decoder: decoder(), text: Cursor::default(), rest: None }
        }
    }

    /// Returns the maximum length of the text of a frame, which its header or the number of its blocks says.
    fn bound(compressed: &[u8]) -> u64 {
        frame_decompressed_bound(compressed).unwrap_or(u64::MAX)
    }

    /// Decompresses a frame.
    fn whole(mut frame: Frame) -> Frame {
        if frame.rest.is_some() {
            return frame;
        }
        let bound = bound(&frame.compressed);
        // Unlike `read_to_end` of the decoder, that of any reader keeps the text before an error.
        let stream = stream(&frame.compressed[..], &mut frame.decoder);
        let length = stream.take(bound + 1).read_to_end(frame.text.get_mut());
        let longer = || Err(io::Error::other("a frame is longer than its header says"));
        frame.rest =
            length.map_or_else(|error| Some(Err(error)), |length| (length as u64 > bound).then(longer));
        frame
    }

    /// Reads frames that other threads decompress.
    struct Parallel {
        frames: Ordered<Frames, Frame>,
        frame: Frame,
        /// Takes frames that were read.
        done: Sender<Frame>,
    }

    impl Read for Parallel {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            loop {
                let length = self.frame.text.read(buffer)?;
                if length > 0 {
                    return Ok(length);
                }
                if let Some(Ok(rest)) = &mut self.frame.rest {
                    return rest.read(buffer);
                }
                if let Some(Err(error)) = self.frame.rest.take() {
                    return Err(error);
                }
                let Some(frame) = self.frames.next() else { return Ok(0) };
                let _ = self.done.send(std::mem::replace(&mut self.frame, frame));
                // Other frames are decompressed while this one is read.
                self.frames.start();
            }
        }
    }

    /// Cuts an input into frames without decompressing them.
    struct Frames {
        /// The input up to the first frame that is too long or cut off.
        input: Option<Box<dyn Read + Send>>,
        /// The text after the last frame.
        unread: Vec<u8>,
        /// Frames that were read.
        spare: Receiver<Frame>,
        pool: Pool,
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
            let mut frame = self.spare.try_recv().unwrap_or_default();
            frame.compressed.clear();
            frame.text.get_mut().clear();
            frame.text.set_position(0);
            match self.fill(&mut input) {
                Ok(Some(length)) => {
                    frame.compressed.extend(self.unread.drain(..length));
                    self.input = Some(input);
                }
                // At the end, nothing remains, or a frame that is cut off.
                Ok(None) if self.unread.is_empty() => return None,
                Ok(None) => {
                    let rest = Cursor::new(std::mem::take(&mut self.unread)).chain(input);
                    frame.rest = Some(ahead(stream(rest, decoder()), &self.pool));
                }
                Err(error) => frame.rest = Some(Err(error)),
            }
            Some(frame)
        }
    }
}
