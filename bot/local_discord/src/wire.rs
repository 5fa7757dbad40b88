//! How a gateway connection packs what it sends: as text, or compressed as the bot asked for.

use std::io::Write as _;

use axum::extract::ws::Message as Frame;
use flate2::write::ZlibEncoder;
use flate2::{Compress, Compression, FlushCompress};

/// Bytes from which on a payload is worth its compression.
const WORTH: usize = 1024;

/// The packing of one connection.
pub(crate) enum Wire {
    /// Text, and larger payloads each compressed by itself where the IDENTIFY asked for that.
    Payloads { compressed: bool },
    /// One stream of zlib for the whole connection (`compress=zlib-stream`), flushed after each payload.
    Stream(Box<Compress>),
}

impl Wire {
    /// The packing that the gateway's address asks for; none where it asks for one that this server does not provide.
    pub fn asked(query: &str) -> Option<Self> {
        let wanted = query.split('&').find_map(|pair| pair.strip_prefix("compress="));
        match wanted {
            None => Some(Self::Payloads { compressed: false }),
            Some("zlib-stream") => Some(Self::Stream(Box::new(Compress::new(Compression::fast(), true)))),
            Some(_) => None,
        }
    }

    /// Compresses larger payloads from now on; a stream is compressed already.
    pub fn compress_payloads(&mut self) {
        if let Self::Payloads { compressed } = self {
            *compressed = true;
        }
    }

    /// A payload as it goes out.
    pub fn packed(&mut self, payload: String) -> Frame {
        match self {
            Self::Payloads { compressed: true } if payload.len() >= WORTH => {
                let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
                // Writing to memory does not fail; the text serves as well.
                match packed.write_all(payload.as_bytes()).and_then(|()| packed.finish()) {
                    Ok(bytes) => Frame::binary(bytes),
                    Err(_) => Frame::text(payload),
                }
            }
            Self::Payloads { .. } => Frame::text(payload),
            Self::Stream(stream) => Frame::binary(flushed(stream, payload.as_bytes())),
        }
    }
}

/// A piece of a stream, which ends in the four bytes of a flush (`00 00 FF FF`).
fn flushed(stream: &mut Compress, payload: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(payload.len() / 2 + 64);
    let begun = stream.total_in();
    loop {
        let read = |stream: &Compress| usize::try_from(stream.total_in() - begun).unwrap_or(payload.len());
        let rest = payload.get(read(stream)..).unwrap_or_default();
        let broken = stream.compress_vec(rest, &mut packed, FlushCompress::Sync).is_err();
        // Room that is left over means that nothing waits to be written any more.
        if broken || (read(stream) == payload.len() && packed.len() < packed.capacity()) {
            return packed;
        }
        packed.reserve(packed.capacity().max(64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Decompress, FlushDecompress};

    fn bytes(frame: &Frame) -> Vec<u8> {
        match frame {
            Frame::Binary(bytes) => bytes.to_vec(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_stream_is_one_and_can_be_read_after_each_payload() {
        let mut wire = Wire::asked("v=10&encoding=json&compress=zlib-stream").unwrap();
        let mut reader = Decompress::new(true);
        let long = (0..20_000).map(|n| format!("{} ", n * 7919 % 10_007)).collect::<String>();
        for payload in ["{\"op\":10}", &long, "{\"op\":11}"] {
            let packed = bytes(&wire.packed(payload.to_owned()));
            assert!(packed.ends_with(&[0, 0, 0xff, 0xff]), "{packed:?}");
            let mut read = Vec::with_capacity(payload.len() + 1024);
            reader.decompress_vec(&packed, &mut read, FlushDecompress::Sync).unwrap();
            assert_eq!(String::from_utf8(read).unwrap(), payload);
        }
    }

    #[test]
    fn larger_payloads_are_compressed_where_that_is_asked_for() {
        let mut wire = Wire::asked("v=10").unwrap();
        let long = "x".repeat(WORTH);
        assert_eq!(wire.packed(long.clone()), Frame::text(long.clone()));
        wire.compress_payloads();
        assert_eq!(wire.packed("short".to_owned()), Frame::text("short"));
        let mut read = String::new();
        let packed = bytes(&wire.packed(long.clone()));
        std::io::Read::read_to_string(&mut flate2::read::ZlibDecoder::new(&packed[..]), &mut read).unwrap();
        assert_eq!(read, long);
        assert!(Wire::asked("compress=zstd-stream").is_none());
    }
}
