//! From a drawing to a picture: an SVG becomes a PNG with the font that comes with the bot, and with nothing from outside.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree, fontdb};
use std::sync::{Arc, LazyLock};

/// The font of every picture, by the name under which a drawing asks for it.
pub const FONT: &str = "Liberation Sans";

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../../fonts/LiberationSans-Regular.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../../fonts/LiberationSans-Bold.ttf").to_vec());
    fonts.set_sans_serif_family(FONT);
    Arc::new(fonts)
});

/// Draws an SVG, so many times as large as it says. It takes some tens of milliseconds and holds its thread.
///
/// # Errors
/// Words for the log, where the drawing cannot be read or is without size.
pub fn png(svg: &str, times: f32) -> Result<Vec<u8>, String> {
    let options = Options {
        font_family: FONT.to_owned(),
        fontdb: Arc::clone(&FONTS),
        // A drawing refers to nothing outside of itself.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|why| why.to_string())?;
    let size = tree.size().to_int_size().scale_by(times).ok_or("the drawing has no size")?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("the picture has no size")?;
    resvg::render(&tree, Transform::from_scale(times, times), &mut pixels.as_mut());
    pixels.encode_png().map_err(|why| why.to_string())
}

/// A text as a drawing may hold it: nothing in it is markup, and no control character is left.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// About how wide a text is, in hundredths of its size; bold is a little wider. Good enough to see whether it fits.
#[must_use]
pub fn width(text: &str, bold: bool) -> u32 {
    let of = |c: char| match c {
        'i' | 'j' | 'l' | '\'' | '|' => 23,
        'I' | 'f' | 't' | '.' | ',' | ':' | ';' | '/' | ' ' | '!' | '-' | '·' => 29,
        'r' | '(' | ')' | '1' => 36,
        'm' | 'M' | 'W' | '%' | '→' => 92,
        'w' | 'C' | 'D' | 'H' | 'N' | 'R' | 'U' | 'G' | 'O' | 'Q' | 'Ö' => 76,
        c if c.is_uppercase() => 68,
        c if c.is_ascii() || c.is_lowercase() => 56,
        '−' | '–' => 58,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => 0,
        _ => 100,
    };
    let plain: u32 = text.chars().map(of).sum();
    if bold { plain + plain / 12 } else { plain }
}

/// A text cut so that it is about so wide at the most, with an ellipsis where something is gone.
#[must_use]
pub fn fitted(text: &str, size: u32, bold: bool, most: u32) -> String {
    if width(text, bold) * size <= most * 100 {
        return text.to_owned();
    }
    let mut cut = String::new();
    for c in text.chars() {
        cut.push(c);
        if (width(&cut, bold) + 100) * size > most * 100 {
            cut.pop();
            break;
        }
    }
    format!("{}…", cut.trim_end())
}
