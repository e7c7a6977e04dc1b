//! Decompresses input. Formats are recognized by the first bytes, not by the name.

use std::io::{self, Cursor, Read};

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
pub(super) fn decompressed(mut input: impl Read + Send + 'static) -> Box<dyn Read + Send> {
    let mut start = Vec::new();
    if let Err(error) = input.by_ref().take(SIGNATURE_LENGTH).read_to_end(&mut start) {
        return failing(error);
    }
    let found = SIGNATURES.iter().find(|(signature, _)| start.starts_with(signature));
    let input = Cursor::new(start).chain(input);
    match found {
        None => Box::new(input),
        #[cfg(feature = "gzip")]
        Some((_, "gzip")) => Box::new(flate2::read::MultiGzDecoder::new(input)),
        #[cfg(feature = "zstd")]
        Some((_, "Zstandard")) => Box::new(zstd::Frames::new(io::BufReader::new(input))),
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

#[cfg(feature = "zstd")]
mod zstd {
    use std::io::{self, BufRead, Read};

    use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

    /// Decodes one block at a time, which is at most 128 KiB.
    const ONE_BLOCK: BlockDecodingStrategy = BlockDecodingStrategy::UptoBlocks(1);

    /// Reads all frames of the input. The decoder itself reads only one.
    pub(super) struct Frames<R> {
        input: R,
        decoder: FrameDecoder,
    }

    impl<R: BufRead> Frames<R> {
        pub(super) fn new(input: R) -> Self {
            Self { input, decoder: FrameDecoder::new() }
        }

        /// Starts the next frame, or skips it if it has no data.
        fn start_frame(&mut self) -> io::Result<()> {
            match self.decoder.reset(&mut self.input) {
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped = self.input.by_ref().take(length.into());
                    io::copy(&mut { skipped }, &mut io::sink()).map(drop)
                }
                started => started.map_err(io::Error::other),
            }
        }
    }

    impl<R: BufRead> Read for Frames<R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            while self.decoder.can_collect() == 0 {
                if !self.decoder.is_finished() {
                    self.decoder.decode_blocks(&mut self.input, ONE_BLOCK).map_err(io::Error::other)?;
                } else if self.input.fill_buf()?.is_empty() {
                    return Ok(0);
                } else {
                    self.start_frame()?;
                }
            }
            self.decoder.read(buffer)
        }
    }
}
