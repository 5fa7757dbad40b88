//! From a drawing to a picture: an SVG becomes a PNG with the font that comes with the bot, and with nothing from outside.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree, fontdb};
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

/// The font of every picture, by the name under which a drawing asks for it.
pub const FONT: &str = "Liberation Sans";

/// Width of a drawing that is read from top to bottom; a phone shows about so many points.
pub const WIDTH: u32 = 390;
/// What a point is drawn with, in pixels.
pub const TIMES: f32 = 2.5;
/// What is left free at both sides.
pub const MARGIN: u32 = 12;
/// Width of a side's column.
pub const COLUMN: u32 = 175;
/// The smallest size of a text.
const SMALLEST: u32 = 11;

/// The colour of what a picture is drawn on.
pub const GROUND: &str = "#1E2127";
/// The colour of what parts of it are drawn on.
pub const PANEL: &str = "#2A2E36";
/// The colour of what is empty: a bar's part that is lost, a cell without a value.
pub const EMPTY: &str = "#454B57";
/// The colour of texts.
pub const TEXT: &str = "#F4F5F7";
/// The colour of texts that stand back, and of lines.
pub const QUIET: &str = "#B4BAC5";
/// The colour of losses.
pub const LOSS: &str = "#FF9A8D";
/// The colour of what is to be looked at first.
pub const GOLD: &str = "#F0C869";

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
    let tree = tree(svg)?;
    let size = tree.size().to_int_size().scale_by(times).ok_or("the drawing has no size")?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("the picture has no size")?;
    resvg::render(&tree, Transform::from_scale(times, times), &mut pixels.as_mut());
    encoded(&pixels)
}

/// How hard the packer tries, 1 to 9. Of a map, 6 takes three times as long and gains a twentieth; drawings are smaller without a filter.
const PACKED: CompressionType = CompressionType::Level(4);

/// What was drawn as a PNG; without a channel of opacity where nothing shines through.
///
/// # Errors
/// Words for the log.
pub fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, String> {
    let drawn = pixels.pixels();
    let is_opaque = drawn.iter().all(|pixel| pixel.is_opaque());
    let (kind, channels) =
        if is_opaque { (ExtendedColorType::Rgb8, 3) } else { (ExtendedColorType::Rgba8, 4) };
    let mut bytes = Vec::with_capacity(drawn.len() * channels);
    for pixel in drawn {
        let of = pixel.demultiply();
        bytes.extend_from_slice(&[of.red(), of.green(), of.blue(), of.alpha()][..channels]);
    }
    let mut png = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut png, PACKED, FilterType::NoFilter);
    encoder.write_image(&bytes, pixels.width(), pixels.height(), kind).map_err(|why| why.to_string())?;
    Ok(png)
}

/// Draws an SVG over what is in a picture already, at its own size.
pub fn onto(pixels: &mut Pixmap, svg: &str) -> Result<(), String> {
    resvg::render(&tree(svg)?, Transform::identity(), &mut pixels.as_mut());
    Ok(())
}

fn tree(svg: &str) -> Result<Tree, String> {
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
    Tree::from_str(svg, &options).map_err(|why| why.to_string())
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

/// Where a text is held.
#[derive(Clone, Copy)]
pub enum Held {
    /// At its beginning.
    Left,
    /// In its middle.
    Middle,
    /// At its end.
    Right,
}

/// How a text looks: its size, its colour, whether it is bold.
#[derive(Clone, Copy)]
pub struct Look(pub u32, pub &'static str, pub bool);

/// A picture while it is drawn: what there is, and how far down it goes.
#[derive(Default)]
pub struct Drawing {
    /// What was drawn so far, as SVG.
    pub svg: String,
    /// How far down it goes, in points.
    pub y: u32,
}

/// A text without what only Discord reads, and without pictograms, which the font has not.
pub fn bare(text: &str) -> String {
    let drawn = |c: &char| {
        !matches!(c, '\\' | '\u{200b}' | '\u{2068}' | '\u{2069}') && u32::from(*c) <= u32::from(u16::MAX)
    };
    text.replace("**", "").chars().filter(drawn).collect()
}

impl Drawing {
    /// A text on the line `y`. Where it would be wider than `most` it is written smaller, and cut where even that does not do.
    pub fn text(&mut self, x: u32, y: u32, text: &str, look: Look, held: Held, most: u32) {
        self.written([x, y], text, look, held, most, "");
    }

    /// A text that falls to the right and ends at a point.
    pub fn slanted(&mut self, at: [u32; 2], text: &str, look: Look, most: u32) {
        let turn = format!(" transform=\"rotate(38 {} {})\"", at[0], at[1]);
        self.written(at, text, look, Held::Right, most, &turn);
    }

    fn written(&mut self, [x, y]: [u32; 2], text: &str, look: Look, held: Held, most: u32, turn: &str) {
        let Look(largest, colour, bold) = look;
        let text = bare(text);
        let fits = |size: &u32| width(&text, bold) * size <= most * 100;
        let size = (SMALLEST..=largest).rev().find(fits).unwrap_or(SMALLEST.min(largest));
        let text = fitted(&text, size, bold, most);
        let anchor = match held {
            Held::Left => "start",
            Held::Middle => "middle",
            Held::Right => "end",
        };
        let weight = if bold { " font-weight=\"bold\"" } else { "" };
        let text = escaped(&text);
        let _ = write!(
            self.svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\" text-anchor=\"{anchor}\"{weight}{turn}>{text}</text>"
        );
    }

    /// A rectangle with corners that are round by so much, filled, and with an edge where one is asked for.
    pub fn rect(&mut self, [x, y, wide, high]: [u32; 4], round: u32, fill: &str, edge: Option<&str>) {
        let edge = edge.map(|edge| format!(" stroke=\"{edge}\" stroke-width=\"1.5\"")).unwrap_or_default();
        let _ = write!(
            self.svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" rx=\"{round}\" fill=\"{fill}\"{edge}/>"
        );
    }

    /// The drawing as an SVG, as high as it goes.
    pub fn done(self) -> String {
        let height = self.y + MARGIN;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
             font-family=\"{FONT}\"><rect width=\"{WIDTH}\" height=\"{height}\" fill=\"{GROUND}\"/>{}</svg>",
            self.svg
        )
    }
}
