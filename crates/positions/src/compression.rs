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
        Some("gzip") => super::ahead::ahead(gzip::Members::new(input), pool),
        #[cfg(feature = "zstd")]
        Some("Zstandard") => Ok(zstd::decompressed(Box::new(input), pool)),
        Some(name) => Err(io::Error::other(format!(
            "it is compressed with {name}: decompress it first"
        ))),
    }
}

#[cfg(feature = "gzip")]
mod gzip {
    use std::io::{self, BufRead as _, BufReader, Read};

    use flate2::bufread::GzDecoder;

    /// Reads the members of an input one after the other. Unlike the decoder of `flate2`
    /// for several, it allows zeros behind them, with which some programs fill the last
    /// block of a medium.
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
                if skip_zeros(member.get_mut())? {
                    self.0 = None;
                } else if let Some(member) = self.0.take() {
                    self.0 = Some(GzDecoder::new(member.into_inner()));
                }
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

    use std::io::{self, Cursor, Read};

    use structured_zstd::decoding::{
        ContentChecksum, FrameDecoder, StreamingDecoder, find_frame_compressed_size,
        frame_decompressed_bound,
    };

    use super::super::ahead::{Joined, ahead};
    use super::super::parallel::{Ordered, Pool};

    /// The limits of a frame that is kept whole: its compressed bytes, and its text.
    const LONGEST: usize = 1 << 24;
    const LONGEST_TEXT: u64 = 1 << 26;

    /// The number of bytes that are read together.
    const STEP: u64 = 1 << 17;

    type Text = Box<dyn Read + Send>;

    pub(super) fn decompressed(input: Text, pool: &Pool) -> Text {
        if pool.is_none() {
            return Box::new(stream(input));
        }
        let frames = Frames {
            input: Some(input),
            unread: Vec::new(),
        };
        let for_rest = pool.clone();
        let texts = Ordered::new(
            frames,
            pool,
            1,
            move |frame: io::Result<Frame>| match frame? {
                Frame::Whole(compressed) => whole(compressed),
                Frame::Rest(input) => ahead(stream(input), &for_rest),
            },
        );
        Box::new(Joined {
            parts: texts,
            part: None,
        })
    }

    /// Decompresses frames one after the other, and verifies checksums.
    fn stream<R: Read>(input: R) -> StreamingDecoder<R, FrameDecoder> {
        let mut decoder = FrameDecoder::new();
        decoder.set_content_checksum(ContentChecksum::Verify);
        // In a browser, memory is for the page to promise.
        #[cfg(target_arch = "wasm32")]
        let _ = decoder.set_max_window_size(1 << 25);
        StreamingDecoder::new_with_decoder(input, decoder)
    }

    /// Returns the maximum length of the text of a frame, which its header or the number of its
    /// blocks says.
    fn bound(compressed: &[u8]) -> u64 {
        frame_decompressed_bound(compressed).unwrap_or(u64::MAX)
    }

    /// Decompresses a frame. One with a mistake is decompressed once more where its text is read,
    /// which ends with the error.
    fn whole(compressed: Vec<u8>) -> io::Result<Text> {
        let bound = bound(&compressed);
        let mut text = Vec::with_capacity(bound as usize);
        match stream(&compressed[..])
            .take(bound + 1)
            .read_to_end(&mut text)
        {
            Ok(length) if length as u64 > bound => {
                Err(io::Error::other("a frame is longer than its header says"))
            }
            Ok(_) => Ok(Box::new(Cursor::new(text))),
            Err(_) => Ok(Box::new(stream(Cursor::new(compressed)))),
        }
    }

    enum Frame {
        Whole(Vec<u8>),
        /// All frames from one that is too long or cut off.
        Rest(Text),
    }

    /// Cuts an input into frames without decompressing them.
    struct Frames {
        input: Option<Text>,
        /// The bytes after the last frame.
        unread: Vec<u8>,
    }

    impl Frames {
        /// Reads a frame that is kept whole, and returns its length.
        fn fill(&mut self, input: &mut dyn Read) -> io::Result<Option<usize>> {
            loop {
                if let Ok(length) = find_frame_compressed_size(&self.unread) {
                    return Ok(
                        Some(length).filter(|_| bound(&self.unread[..length]) <= LONGEST_TEXT)
                    );
                }
                if self.unread.len() > LONGEST
                    || input.take(STEP).read_to_end(&mut self.unread)? == 0
                {
                    return Ok(None);
                }
            }
        }
    }

    impl Iterator for Frames {
        type Item = io::Result<Frame>;

        fn next(&mut self) -> Option<io::Result<Frame>> {
            let mut input = self.input.take()?;
            let length = match self.fill(&mut input) {
                Ok(length) => length,
                Err(error) => return Some(Err(error)),
            };
            let rest = self.unread.split_off(length.unwrap_or(self.unread.len()));
            let bytes = std::mem::replace(&mut self.unread, rest);
            match length {
                Some(_) => {
                    self.input = Some(input);
                    Some(Ok(Frame::Whole(bytes)))
                }
                // At the end, nothing remains, or a frame that is cut off.
                None => (!bytes.is_empty())
                    .then(|| Ok(Frame::Rest(Box::new(Cursor::new(bytes).chain(input))))),
            }
        }
    }
}
