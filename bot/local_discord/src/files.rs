//! Files: what members hand in with a command and what stands on messages, and the addresses at
//! which both are had.

use std::fmt::Write as _;
use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::store::{File, HandedIn, Message, State};

/// Bytes a file may have: 10 MiB.
pub(crate) const FILE_LIMIT: usize = 10 * 1024 * 1024;
/// Characters of a file's name that are kept.
const NAME_LIMIT: usize = 100;
/// Seconds an address holds before it must be asked for anew.
const ADDRESS_SECONDS: i64 = 24 * 60 * 60;

/// Who gets the address of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum For {
    /// The bot: whole, signed and for a day, as Discord's are.
    Bot,
    /// The page: within it, for as long as the file is there.
    Page,
}

/// Width and height of a PNG or GIF, read from its header.
fn picture_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR") {
        let number =
            |at: usize| -> Option<u32> { Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?)) };
        return Some((number(16)?, number(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        let number =
            |at: usize| -> Option<u16> { Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)) };
        return Some((number(6)?.into(), number(8)?.into()));
    }
    None
}

/// The type of a picture that a browser may show, told by its first bytes and not by its name.
pub(crate) fn picture_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else if bytes.starts_with(b"GIF8") {
        Some("image/gif")
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some("image/webp")
    } else {
        None
    }
}

/// The type that goes with the ending of a file's name; Discord tells none of endings it does not
/// know.
fn type_of(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "svg" => "image/svg+xml",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        "gz" => "application/gzip",
        "json" => "application/json; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "txt" | "log" => "text/plain; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "xml" => "text/xml; charset=utf-8",
        _ => return None,
    })
}

/// A member's file name as Discord keeps it: letters, digits, `.`, `-` and `_`.
fn kept_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String = last
        .chars()
        .map(|c| if c.is_whitespace() { '_' } else { c })
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
        .collect();
    // Of a long name the end is kept, because the ending tells what the file is.
    let kept = &kept[kept.len().saturating_sub(NAME_LIMIT)..];
    let plain = kept.trim_start_matches('.');
    if plain.is_empty() { "unknown".to_owned() } else { plain.to_owned() }
}

/// A name fit for a path.
fn in_path(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}

/// Why a member's file is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotTaken {
    TooLarge,
    Empty,
}

impl NotTaken {
    pub fn sentence(&self) -> String {
        match self {
            Self::TooLarge => "A file may have at most 10 MiB.".to_owned(),
            Self::Empty => "That file is empty, and Discord takes no empty files.".to_owned(),
        }
    }
}

impl State {
    /// Takes a file that a member gives a command's option; gives its id.
    pub fn hand_in(
        &mut self,
        user: u64,
        channel: u64,
        name: &str,
        bytes: Arc<Vec<u8>>,
    ) -> Result<u64, NotTaken> {
        if bytes.len() > FILE_LIMIT {
            return Err(NotTaken::TooLarge);
        }
        if bytes.is_empty() {
            return Err(NotTaken::Empty);
        }
        let kept = kept_name(name);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let file = File {
            id: self.file_id(),
            content_type: type_of(&kept).map(str::to_owned),
            // What the name could not keep is kept as its title.
            title: (kept != name).then(|| stem.to_owned()),
            name: kept,
            description: None,
            bytes,
        };
        let id = file.id;
        self.handed_in.insert(id, HandedIn { user, channel, file });
        Ok(id)
    }

    /// A file by its channel (where it matters), id and name.
    pub fn file(&self, channel: Option<u64>, id: u64, name: &str) -> Option<&File> {
        let on_messages = self
            .messages
            .values()
            .filter(|message| !message.deleted)
            .flat_map(|message| message.files.iter().map(|file| (message.channel, file)));
        let handed_in = self.handed_in.values().map(|one| (one.channel, &one.file));
        on_messages
            .chain(handed_in)
            .find(|(place, file)| {
                file.id == id && file.name == name && channel.is_none_or(|channel| channel == *place)
            })
            .map(|(_, file)| file)
    }

    /// What signs an address: only this server can have made it.
    fn signature(&self, path: &str, until: i64, since: i64) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(self.page_key.as_bytes()) else {
            return String::new();
        };
        mac.update(format!("{path}?ex={until:x}&is={since:x}").as_bytes());
        mac.finalize().into_bytes().iter().fold(String::new(), |mut told, byte| {
            // Writing to a text cannot fail.
            let _written = write!(told, "{byte:02x}");
            told
        })
    }

    fn address_for(&self, reader: For, channel: u64, file: &File) -> String {
        let name = in_path(&file.name);
        if reader == For::Page {
            return format!("files/{}/{name}", file.id);
        }
        let path = format!("/attachments/{channel}/{}/{name}", file.id);
        let since = self.now();
        let until = since.saturating_add(ADDRESS_SECONDS);
        let sign = self.signature(&path, until, since);
        format!("http://{}{path}?ex={until:x}&is={since:x}&hm={sign}", self.address)
    }

    /// Does that query open that address now?
    pub fn address_holds(&self, channel: u64, id: u64, name: &str, query: &str) -> bool {
        let part = |key: &str| {
            query
                .split('&')
                .find_map(|pair| pair.split_once('=').filter(|(one, _)| *one == key))
                .map(|(_, v)| v)
        };
        let number = |key: &str| part(key).and_then(|text| i64::from_str_radix(text, 16).ok());
        let (Some(until), Some(since), Some(sign)) = (number("ex"), number("is"), part("hm")) else {
            return false;
        };
        let path = format!("/attachments/{channel}/{id}/{}", in_path(name));
        !sign.is_empty() && sign == self.signature(&path, until, since) && self.now() < until
    }

    /// The file as an attachment of Discord's.
    pub fn file_json(&self, file: &File, channel: u64, reader: For, ephemeral: bool) -> Value {
        let url = self.address_for(reader, channel, file);
        let mut attachment = json!({
            "id": file.id.to_string(),
            "filename": file.name,
            "size": file.bytes.len(),
            "url": url,
            "proxy_url": url,
        });
        for (key, text) in
            [("title", &file.title), ("description", &file.description), ("content_type", &file.content_type)]
        {
            if let Some(text) = text {
                attachment[key] = json!(text);
            }
        }
        if ephemeral {
            attachment["ephemeral"] = json!(true);
        }
        if let Some((width, height)) = picture_size(&file.bytes) {
            attachment["width"] = json!(width);
            attachment["height"] = json!(height);
        }
        attachment
    }

    /// A file that was handed in, as `resolved` carries it.
    pub fn handed_in_json(&self, one: &HandedIn) -> Value {
        self.file_json(&one.file, one.channel, For::Bot, true)
    }

    /// The embeds and files of a message. A picture that stands in an embed is not listed a second
    /// time.
    pub fn embeds_and_files(&self, message: &Message, reader: For) -> (Value, Vec<Value>) {
        let ephemeral = message.only.is_some();
        let told = |file: &File| self.file_json(file, message.channel, reader, ephemeral);
        let mut embeds = message.embeds.clone();
        let mut in_embeds = Vec::new();
        if let Value::Array(list) = &mut embeds {
            for embed in list {
                embed["type"] = json!("rich");
                for place in ["image", "thumbnail"] {
                    if let Some(file) = embedded(&embed[place], &message.files) {
                        in_embeds.push(file.id);
                        let shown = told(file);
                        let mut picture = json!({"url": shown["url"], "proxy_url": shown["url"]});
                        for side in ["width", "height"] {
                            if let Some(length) = shown.get(side) {
                                picture[side] = length.clone();
                            }
                        }
                        embed[place] = picture;
                    }
                }
            }
        }
        let files = message.files.iter().filter(|file| !in_embeds.contains(&file.id)).map(told).collect();
        (embeds, files)
    }
}

/// The file an embed's picture names as `attachment://name`.
fn embedded<'a>(picture: &Value, files: &'a [File]) -> Option<&'a File> {
    let name = picture["url"].as_str()?.strip_prefix("attachment://")?;
    files.iter().find(|file| file.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_and_names() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 0, 1, 0, 0, 0, 0, 2]);
        assert_eq!(picture_size(&png), Some((256, 2)));
        assert_eq!(picture_size(b"GIF89a\x10\0\x09\0"), Some((16, 9)));
        assert_eq!(picture_size(b"not a picture"), None);
        assert_eq!(picture_type(b"<svg onload=x>"), None);
        assert_eq!(in_path("a b/ü.png"), "a%20b%2F%C3%BC.png");
        assert_eq!(kept_name("C:\\maps\\the map (März).PNG"), "the_map_Mrz.PNG");
        assert_eq!(kept_name("..\u{1f98a}"), "unknown");
        assert_eq!(kept_name(&format!("{}.png", "x".repeat(200))).len(), 100);
        assert_eq!(type_of("a.b.JPG"), Some("image/jpeg"));
        assert_eq!(type_of("december.vsav"), None);
    }
}
