//! Attachments that come with commands, fetched from where Discord keeps them.

use poise::serenity_prelude as serenity;
use std::time::Duration;
use table::{Said, said};

/// The largest file that is taken, in bytes: 10 MiB, which is what Discord lets a bot send.
pub(crate) const LARGEST: u64 = 10 * 1024 * 1024;

/// How long fetching a file may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The bytes of an attachment of at most so many, from where Discord keeps it.
///
/// # Errors
/// A sentence that says why it is not fetched; `too_large` says the one for more bytes than that.
pub async fn fetched(
    file: &serenity::Attachment,
    most: u64,
    too_large: impl FnOnce(u64) -> Said,
) -> Result<Vec<u8>, Said> {
    fetchable(file, most, too_large)?;
    downloaded(file).await
}

/// The bytes of an attachment that is [`fetchable`].
///
/// # Errors
/// A sentence where they cannot be had.
pub async fn downloaded(file: &serenity::Attachment) -> Result<Vec<u8>, Said> {
    let bytes = tokio::time::timeout(PATIENCE, file.download()).await;
    match bytes {
        // An answer that is no file, an error page for one, has another length.
        Ok(Ok(bytes)) if bytes.len() as u64 == u64::from(file.size) => Ok(bytes),
        _ => Err(said!("The file could not be fetched from Discord. Nothing was changed; try again.")),
    }
}

/// Whether an attachment of at most so many bytes lies where Discord keeps them.
///
/// # Errors
/// A sentence that says why it is not fetched; `too_large` says the one for more bytes than that.
pub fn fetchable(
    file: &serenity::Attachment,
    most: u64,
    too_large: impl FnOnce(u64) -> Said,
) -> Result<(), Said> {
    if u64::from(file.size) > most {
        return Err(too_large(file.size.into()));
    }
    if !is_discords(&file.url) {
        return Err(said!("That file does not lie where Discord keeps attachments, so it is not fetched."));
    }
    Ok(())
}

/// Whether an address is one of Discord's for attachments, or of a server on this machine.
#[must_use]
pub fn is_discords(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else { return false };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    match scheme {
        "https" => matches!(host, "cdn.discordapp.com" | "media.discordapp.net"),
        "http" => {
            let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
            matches!(name, "127.0.0.1" | "localhost" | "[::1]") && port.parse::<u16>().is_ok()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_fetched_from_discord_or_this_machine_alone() {
        for fine in [
            "https://cdn.discordapp.com/attachments/1/2/board.png?ex=1&is=2",
            "https://media.discordapp.net/ephemeral-attachments/1/2/board.png",
            "http://127.0.0.1:8080/k/key/files/1/board.png",
            "http://localhost/x",
            "http://[::1]:80/x",
        ] {
            assert!(is_discords(fine), "{fine}");
        }
        for foreign in [
            "",
            "cdn.discordapp.com/x",
            "http://cdn.discordapp.com/x",
            "https://cdn.discordapp.com.example.org/x",
            "https://cdn.discordapp.com@example.org/x",
            "https://example.org/cdn.discordapp.com",
            "http://127.0.0.1@example.org/x",
            "http://127.0.0.1:x/",
            "https://127.0.0.1/x",
            "http://169.254.169.254/latest",
            "file:///etc/passwd",
        ] {
            assert!(!is_discords(foreign), "{foreign}");
        }
    }
}
