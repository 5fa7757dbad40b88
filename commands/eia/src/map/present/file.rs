//! The file of a picture, looked at by hand before any decoder has it: what it is, how large it is, and what of it does not show.
//!
//! A colour profile or a text beside a PNG's pixels is packed, and a small file can hold one that unpacks to hundreds of megabytes. So the
//! decoder is given the pixels alone, and nobody unpacks the rest into memory.

use flate2::read::ZlibDecoder;
use std::borrow::Cow;
use std::io::Read as _;

/// The most that may lie packed beside a picture's pixels, unpacked, in bytes: 4 MiB, more than any scanner's colour profile.
const MOST_BESIDE: usize = 4 * 1024 * 1024;

/// How a PNG begins.
const SIGNATURE: &[u8; 8] = b"\x89PNG\r\n\x1a\n";

/// The chunks of a PNG that do not change how it looks as it is drawn here are left out, except this one: how the camera was held.
const HELD: &[u8; 4] = b"eXIf";

/// What a file holds.
pub(super) struct Inside<'b> {
    /// Its sides in pixels, as they are written in it: not yet turned as its camera was held.
    pub sides: (u32, u32),
    /// The file as a decoder may have it: what shows, and how the camera was held.
    pub shown: Cow<'b, [u8]>,
    /// What lies packed beside the pixels.
    packed: Vec<&'b [u8]>,
}

/// Looks into a file; `None` where it is neither a PNG nor a JPEG, or says no size.
pub(super) fn inside(bytes: &[u8]) -> Option<Inside<'_>> {
    match bytes.strip_prefix(SIGNATURE) {
        Some(chunks) => png(chunks),
        None => {
            let sides = jpeg(bytes)?;
            Some(Inside { sides, shown: Cow::Borrowed(bytes), packed: Vec::new() })
        }
    }
}

impl Inside<'_> {
    /// Whether what lies packed beside the pixels is more than a picture has any use for. It is unpacked no further than to that measure,
    /// and kept nowhere.
    pub(super) fn swells(&self) -> bool {
        let (mut left, mut part) = (MOST_BESIDE, [0; 8192]);
        for packed in &self.packed {
            let mut unpacked = ZlibDecoder::new(*packed);
            // What cannot be unpacked ends there; nobody will try it again.
            while let Ok(read @ 1..) = unpacked.read(&mut part) {
                let Some(rest) = left.checked_sub(read) else { return true };
                left = rest;
            }
        }
        false
    }
}

/// Reads a PNG's chunks. What is cut off or out of order is left to the decoder, which says that it is damaged.
fn png(mut chunks: &[u8]) -> Option<Inside<'_>> {
    let mut sides = None;
    let (mut shown, mut packed) = (SIGNATURE.to_vec(), Vec::new());
    while let Some((length, rest)) = chunks.split_first_chunk() {
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        // The name and the sum stand around it.
        let Some((chunk, behind)) = length.checked_add(8).and_then(|whole| rest.split_at_checked(whole))
        else {
            shown.extend_from_slice(chunks);
            break;
        };
        let (name, data) = (&chunk[..4], &chunk[4..4 + length]);
        if sides.is_none() {
            let (b"IHDR", Some((wide, rest))) = (name, data.split_first_chunk()) else { return None };
            sides = Some((u32::from_be_bytes(*wide), u32::from_be_bytes(*rest.first_chunk()?)));
        }
        // A small letter says that a picture can be drawn without it.
        if name[0].is_ascii_uppercase() || name == b"tRNS" || name == HELD {
            shown.extend_from_slice(&chunks[..4]);
            shown.extend_from_slice(chunk);
        }
        packed.extend(stream(name, data));
        if name == b"IEND" {
            break;
        }
        chunks = behind;
    }
    Some(Inside { sides: sides?, shown: Cow::Owned(shown), packed })
}

/// What is packed in a chunk beside the pixels: it stands behind a name that a zero ends, and what tells how it is packed.
fn stream<'b>(name: &[u8], data: &'b [u8]) -> Option<&'b [u8]> {
    let behind = |data: &'b [u8]| data.iter().position(|byte| *byte == 0).map(|end| &data[end + 1..]);
    match name {
        b"iCCP" | b"zTXt" => behind(data)?.get(1..),
        // Packed or not, how, and two more names: of the language, and in it.
        b"iTXt" => match behind(data)? {
            [1, _, rest @ ..] => behind(behind(rest)?),
            _ => None,
        },
        _ => None,
    }
}

/// The sides that a JPEG says. Whoever says two sizes says none.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut rest = bytes.strip_prefix(b"\xFF\xD8")?;
    let mut sides = None;
    loop {
        // Among the pixels an FF is followed by a zero, or by a mark that stands alone; before a mark there may be more of it.
        rest = &rest[rest.iter().position(|byte| *byte == 0xFF)?..];
        rest = &rest[rest.iter().position(|byte| *byte != 0xFF)?..];
        let (mark, behind) = rest.split_first()?;
        match mark {
            0x00 | 0x01 | 0xD0..=0xD8 => rest = behind,
            0xD9 => return sides,
            mark => {
                let length = usize::from(u16::from_be_bytes(*behind.first_chunk()?));
                let Some(segment) = behind.get(2..length) else { return sides };
                // A frame begins; C4, C8 and CC are tables.
                if matches!(mark, 0xC0..=0xCF) && !matches!(mark, 0xC4 | 0xC8 | 0xCC) {
                    let &[_, h, i, w, j, ..] = segment else { return None };
                    if sides.is_some() {
                        return None;
                    }
                    sides = Some((u16::from_be_bytes([w, j]).into(), u16::from_be_bytes([h, i]).into()));
                }
                rest = &behind[length..];
            }
        }
    }
}
