//! Addresses: their scheme, and that they are well formed.

use serde_json::{Map, Value};

use super::{join, text};
use crate::refusal::Form;

/// Schemes of addresses in embeds.
pub(super) const WEB: &[&str] = &["http", "https"];
/// Schemes of a button's address.
pub(super) const BUTTON: &[&str] = &["http", "https", "discord"];
/// Schemes of pictures in embeds, which may stand on the message.
pub(super) const PICTURE: &[&str] = &["http", "https", "attachment"];

/// Checks an address of `least` to `most` characters; gives it back where it is a text.
pub(super) fn url<'a>(
    form: &mut Form,
    path: &str,
    map: &'a Map<String, Value>,
    key: &str,
    (least, most): (usize, usize),
    schemes: &[&str],
) -> Option<&'a str> {
    let url = text(form, path, map, key, least, most)?;
    if url.is_empty() {
        return Some(url);
    }
    let path = join(path, key);
    let Some((scheme, rest)) = url.split_once("://") else {
        form.add(&path, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
        return Some(url);
    };
    if !schemes.contains(&scheme) {
        let quoted: Vec<String> = schemes.iter().map(|known| format!("'{known}'")).collect();
        let message = format!("Scheme \"{scheme}\" must be one of ({}).", quoted.join(", "));
        form.add(&path, "URL_TYPE_INVALID_SCHEME", message);
    } else if !is_well_formed(scheme, rest) {
        form.add(&path, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
    }
    Some(url)
}

fn is_well_formed(scheme: &str, rest: &str) -> bool {
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = !rest.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>'));
    // A file and a place in Discord's own client have no host.
    let named = host.contains('.') || host.starts_with("localhost") || host.starts_with('[');
    plain && !rest.is_empty() && (named || !matches!(scheme, "http" | "https"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_address_has_a_scheme_that_fits_and_a_host() {
        let code = |text: &str, schemes: &[&str]| {
            let map = json!({"url": text});
            let mut form = Form::default();
            url(&mut form, "embeds.0", map.as_object().unwrap(), "url", (0, 2048), schemes);
            let body = form.into_result().err().map(|refusal| refusal.body);
            body.map(|body| body["errors"]["embeds"]["0"]["url"]["_errors"][0]["code"].clone())
        };
        for fine in ["https://example.org/a?b=c#d", "http://127.0.0.1:8080/x", "http://localhost/x", ""] {
            assert_eq!(code(fine, WEB), None, "{fine}");
        }
        assert_eq!(code("attachment://map.png", PICTURE), None);
        assert_eq!(code("discord://-/channels/@me", BUTTON), None);
        for (wrong, schemes) in
            [("ftp://example.org", WEB), ("attachment://map.png", WEB), ("javascript://example.org", BUTTON)]
        {
            assert_eq!(code(wrong, schemes), Some(json!("URL_TYPE_INVALID_SCHEME")), "{wrong}");
        }
        for wrong in ["example.org", "https://", "https:///x", "https://a b.org", "https://example"] {
            assert_eq!(code(wrong, WEB), Some(json!("URL_TYPE_INVALID_URL")), "{wrong}");
        }
    }
}
