//! Files of a message: those that its row holds, and the picture that is drawn when it goes out.

use super::{Delivery, Sent};
use db::OutboxRow;
use reqwest::Method;
use reqwest::multipart::Part;
use serde_json::Value;

impl Delivery {
    /// Sends a message with its files and its picture; without the picture where that cannot be drawn or is not taken: what the message
    /// says matters more.
    pub(super) async fn with_picture(
        &self,
        method: Method,
        route: &str,
        mut body: Value,
        row: &OutboxRow,
    ) -> Sent {
        let Some(of) = &row.picture else {
            return self.request(method, route, Some(&body), &row.files, row).await;
        };
        match self.house.picture(&row.campaign, of, row.line).await {
            Ok(png) => {
                let name = body["attachments"].as_array().and_then(|all| all.last()?["filename"].as_str());
                let name = name.unwrap_or("picture.png").to_owned();
                let files: Vec<_> = row.files.iter().cloned().chain([(name, png)]).collect();
                match self.request(method.clone(), route, Some(&body), &files, row).await {
                    // The leave to attach files may be all that is missing; nothing else can be too large.
                    Sent::Refused { status, code } if code == 50013 || status == 413 => {
                        tracing::warn!(
                            row = row.id,
                            status,
                            code,
                            "a picture is not taken; its post goes without it"
                        );
                    }
                    other => return other,
                }
            }
            Err(why) => {
                tracing::warn!(row = row.id, "a picture is not drawn ({why}); its post goes without it");
            }
        }
        without_last_attachment(&mut body);
        self.request(method, route, Some(&body), &row.files, row).await
    }
}

/// A file of a request. What is a picture is called one: not every server looks into the file.
pub(super) fn part(name: &str, bytes: &[u8]) -> Part {
    let part = || Part::bytes(bytes.to_vec()).file_name(name.to_owned());
    if name.ends_with(".png") { part().mime_str("image/png").unwrap_or_else(|_| part()) } else { part() }
}

fn without_last_attachment(body: &mut Value) {
    if let Some(all) = body["attachments"].as_array_mut() {
        all.pop();
    }
}
