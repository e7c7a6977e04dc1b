//! Decompresses input. Formats are recognized by the first bytes, not by the name.

use std::io::{self, BufRead, Cursor, Read};

/// The signatures of the formats.
const SIGNATURES: [(&[u8], Compression); 7] = [
    (b"\x1f\x8b", Compression::Gzip),
    (b"\x28\xb5\x2f\xfd", Compression::Zstd),
    // A frame without data, which parallel compressors write first.
    (b"\x50\x2a\x4d\x18", Compression::Zstd),
    (b"BZh", Compression::Unknown("bzip2")),
    (b"\xfd7zX", Compression::Unknown("xz")),
    (b"PK\x03\x04", Compression::Unknown("zip")),
    (b"7z\xbc\xaf", Compression::Unknown("7-Zip")),
];

#[derive(Clone, Copy)]
enum Compression {
    Gzip,
    Zstd,
    Unknown(&'static str),
}

/// The maximum length of a signature.
const SIGNATURE_LENGTH: u64 = 4;

/// Returns the decompressed input. If it cannot be decompressed, reading it fails.
pub(super) fn decompressed(mut input: impl BufRead + 'static) -> Box<dyn BufRead> {
    let mut start = Vec::new();
    if let Err(error) = input.by_ref().take(SIGNATURE_LENGTH).read_to_end(&mut start) {
        return failing(error);
    }
    let found = SIGNATURES.iter().find(|(signature, _)| start.starts_with(signature));
    let input = Cursor::new(start).chain(input);
    let unpack =
        |by: &str| failing(io::Error::other(format!("it is compressed with {by}: decompress it first")));
    match found {
        None => Box::new(input),
        Some((_, Compression::Gzip)) => {
            #[cfg(feature = "gzip")]
            return Box::new(io::BufReader::new(flate2::bufread::MultiGzDecoder::new(input)));
            #[cfg(not(feature = "gzip"))]
            unpack("gzip")
        }
        Some((_, Compression::Zstd)) => {
            #[cfg(feature = "zstd")]
            return Box::new(io::BufReader::new(zstd::Frames::new(input)));
            #[cfg(not(feature = "zstd"))]
            unpack("Zstandard")
        }
        Some((_, Compression::Unknown(name))) => unpack(name),
    }
}

/// Returns an input that fails with this error when it is read.
fn failing(error: io::Error) -> Box<dyn BufRead> {
    struct Failing(Option<io::Error>);

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0.take().map_or(Ok(0), Err)
        }
    }

    Box::new(io::BufReader::new(Failing(Some(error))))
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

        /// Starts the next frame, if there is one, and skips frames without data.
        fn next_frame(&mut self) -> io::Result<bool> {
            while !self.input.fill_buf()?.is_empty() {
                match self.decoder.reset(&mut self.input) {
                    Ok(()) => return Ok(true),
                    Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                        length,
                        ..
                    })) => {
                        let skipped = self.input.by_ref().take(length.into());
                        io::copy(&mut { skipped }, &mut io::sink())?;
                    }
                    Err(error) => return Err(io::Error::other(error)),
                }
            }
            Ok(false)
        }
    }

    impl<R: BufRead> Read for Frames<R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            while self.decoder.can_collect() == 0 {
                if !self.decoder.is_finished() {
                    self.decoder.decode_blocks(&mut self.input, ONE_BLOCK).map_err(io::Error::other)?;
                } else if !self.next_frame()? {
                    return Ok(0);
                }
            }
            self.decoder.read(buffer)
        }
    }
}
