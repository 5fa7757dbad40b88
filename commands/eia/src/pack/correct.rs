//! `/map correct`: a border or a value of the group's own map is put right.

use super::*;
use table_commands::asked::at_campaign;

/// What a correction's `what` begins with where it is a border or a value.
const BORDER: &str = "border/";
const VALUE: &str = "value/";
/// What stands for a value that is not kept.
const NOT_KEPT: &str = "?";

/// Put a border or a value of the group's own map right; two others confirm
#[poise::command(slash_command)]
pub(crate) async fn correct(
    ctx: Context<'_>,
    #[description = "The area"]
    #[autocomplete = "own_areas"]
    #[max_length = 100]
    area: String,
    #[description = "A value, all of its neighbours, or the border with another area"]
    #[autocomplete = "cells"]
    #[max_length = 100]
    what: String,
    #[description = "As it is on your board; ? where it is not kept"]
    #[autocomplete = "amounts"]
    #[max_length = 400]
    is: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { corrected(asking.at(), &area, &what, &is).await }).await
}

/// Proposes a correction out of what was typed.
pub(crate) async fn corrected(at: At<'_>, area: &str, what: &str, is: &str) -> Result<Message, Message> {
    let on_table = own_map(at.house, at.campaign).await.ok_or_else(none_laid)?;
    let edit = edit(&on_table.board, area, what, is)?;
    ordered(at, &Order::Propose { what: Change::Correct { edit } }).await
}

/// A correction out of what was typed: a value by its name, or the border with another area.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn edit(board: &Board, area: &str, what: &str, is: &str) -> Result<Edit, Said> {
    let spot = spot_of(board, area)?;
    let area = board.name(spot).to_owned();
    let (what, is) = (what.trim(), is.trim());
    let border = |other: Spot| {
        let border = match plain(is).as_str() {
            "" | "none" | "no" => "none".to_owned(),
            _ => Kind::read(is).map_or_else(|| is.to_owned(), Kind::key),
        };
        Edit::Border { area: area.clone(), other: board.name(other).to_owned(), border }
    };
    if let Some(other) = what.strip_prefix(BORDER) {
        return spot_of(board, other).map(border);
    }
    if let Some(other) = bordering(board, what) {
        return Ok(border(other));
    }
    // A suggestion that was typed off has what the value is now behind it.
    let bare = what.split_once(": ").map_or(what, |(name, _)| name);
    let key = what.strip_prefix(VALUE).unwrap_or(bare);
    let named = || {
        let same = |column: &Column| {
            Language::all().any(|language| {
                plain(&speech::in_language(language, || speech::said(&column.name()))) == plain(key)
            })
        };
        Column::ALL.into_iter().find(same)
    };
    if let Some(column) = Column::by_key(key).or_else(named) {
        let value = if is == NOT_KEPT && column != Column::Neighbours { "" } else { is };
        return Ok(Edit::Value { area, column, value: value.to_owned() });
    }
    match board.by_name(key) {
        Some(other) => Ok(border(other)),
        None => Err(said!(
            "\"{}\" is neither a value of an area nor another area. Values are: {}. Of a border, what is the other area's name: what: {} is: river.",
            quoted(key),
            Column::ALL.map(Column::key).join(", "),
            board
                .all()
                .find(|other| *other != spot)
                .map_or_else(|| area.clone(), |other| own::name(board, other))
        )),
    }
}

/// The other area of a border that is written as the suggestions show it: "Border with Southgate", or with its kind behind.
fn bordering(board: &Board, what: &str) -> Option<Spot> {
    let typed = plain(what);
    let bare = what.rsplit_once(": ").map(|(bare, _)| plain(bare));
    Language::all().find_map(|language| {
        let label =
            |spot: &Spot| plain(&speech::in_language(language, || say!("Border with {}", board.name(*spot))));
        let labels = || board.all().map(|spot| (label(&spot), spot));
        let of = |wanted: &String| labels().find(|(label, _)| label == wanted).map(|(_, spot)| spot);
        of(&typed).or_else(|| bare.as_ref().and_then(of))
    })
}

/// What can be corrected of an area: its values as they are, and its borders.
async fn cells(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let area = typed_so_far(ctx, "area").unwrap_or_default();
    let typed = plain(typed);
    out_of_the_map(ctx, |board| {
        let spot = board.by_name(&area);
        let values =
            Column::ALL.into_iter().filter(|column| !matches!(column, Column::X | Column::Y)).map(|column| {
                let now = spot.map(|spot| board.pack().cell(board.entry(spot), column)).unwrap_or_default();
                let now = if now.is_empty() { say!("not kept") } else { now };
                (format!("{}: {now}", speech::said(&column.name())), format!("{VALUE}{}", column.key()))
            });
        let near = spot.into_iter().flat_map(|spot| board.known(spot));
        let near = near.map(|(to, kind)| {
            let label = say!("Border with {}: {}", board.name(*to), own::border(*kind));
            (label, format!("{BORDER}{}", board.name(*to)))
        });
        let others = board.find(&typed).into_iter().filter(|other| {
            Some(*other) != spot
                && spot.is_none_or(|spot| !board.known(spot).iter().any(|(to, _)| to == other))
        });
        let others =
            others.map(|to| (say!("Border with {}", board.name(to)), format!("{BORDER}{}", board.name(to))));
        let all = values.chain(near).chain(others);
        all.filter(|(label, _)| plain(label).contains(&typed)).take(25).collect()
    })
    .await
}

/// What it can be: the kinds of border, terrains, or what is typed.
async fn amounts(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let what = typed_so_far(ctx, "what").unwrap_or_default();
    let typed = typed.trim().to_owned();
    out_of_the_map(ctx, |board| {
        let is_border =
            what.starts_with(BORDER) || bordering(board, &what).or_else(|| board.by_name(&what)).is_some();
        let mut all: Vec<(String, String)> = if is_border {
            let kinds =
                [Kind::Open, Kind::River, Kind::Strait(1), Kind::Strait(2), Kind::Arrow(1), Kind::Arrow(2)];
            let mut all: Vec<_> = kinds.into_iter().map(|kind| (own::border(kind), kind.key())).collect();
            all.push((say!("no neighbours"), "none".to_owned()));
            all
        } else if what == format!("{VALUE}{}", Column::Terrain.key()) {
            let all = eia::chits::Terrain::ALL.into_iter();
            all.map(|one| (crate::battle::present::words::terrain(one), one.key().to_owned())).collect()
        } else {
            Vec::new()
        };
        if !is_border {
            all.push((say!("not kept"), NOT_KEPT.to_owned()));
        }
        let fits = plain(&typed);
        all.retain(|(label, value)| plain(label).contains(&fits) || plain(value).starts_with(&fits));
        if !typed.is_empty() && !all.iter().any(|(_, value)| *value == typed) && typed.chars().count() <= 100
        {
            all.insert(0, (typed.clone(), typed));
        }
        all.truncate(25);
        all
    })
    .await
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Read as _;

    fn board() -> Board {
        let text = "area,neighbours,money\nAldmark,Brunn; Cressy (river),5\nBrunn,Aldmark,3\nCressy,,\n";
        Board::of(Pack::read_csv(text).unwrap())
    }

    #[test]
    fn corrections_are_read_as_people_write_them() {
        let board = board();
        let border = |kind: &str| {
            let (area, other) = ("Aldmark".to_owned(), "Brunn".to_owned());
            Ok(Edit::Border { area, other, border: kind.to_owned() })
        };
        for (what, is, kind) in [
            ("border/Brunn", "river", "river"),
            ("brunn", "Strait 2", "strait 2"),
            ("Border with Brunn", "river", "river"),
            ("border with brunn: open", "strait 3", "strait 3"),
            ("Raja: Brunn", "river", "river"),
            ("Brunn", "none", "none"),
            ("Brunn", "-", "none"),
            ("Brunn", "arrow 1", "arrow"),
        ] {
            assert_eq!(edit(&board, "aldm", what, is), border(kind), "{what} {is}");
        }
        let value = |column, value: &str| {
            Ok(Edit::Value { area: "Cressy".to_owned(), column, value: value.to_owned() })
        };
        assert_eq!(edit(&board, "Cressy", "value/money", "7"), value(Column::Money, "7"));
        assert_eq!(edit(&board, "Cressy", "Raha", "?"), value(Column::Money, ""));
        assert_eq!(edit(&board, "Cressy", "Money: not kept", "7"), value(Column::Money, "7"));
        assert_eq!(edit(&board, "Cressy", "neighbours", "Brunn; ?"), value(Column::Neighbours, "Brunn; ?"));
        let why = edit(&board, "Nowhere", "money", "1").unwrap_err();
        assert!(why.contains("no area of this campaign's map") && why.contains("nearest"), "{why}");
        let why = edit(&board, "Cressy", "colour", "1").unwrap_err();
        assert!(why.contains("\"colour\" is neither") && why.contains("what: Aldmark is: river"), "{why}");
    }

    #[test]
    fn a_picture_is_measured_and_what_is_none_is_refused() {
        let mut png = Vec::new();
        let picture = image::RgbImage::new(30, 20);
        picture.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).unwrap();
        let measured_png = measured(&png).unwrap();
        assert_eq!((measured_png.wide, measured_png.high), (30, 20));
        let mut jpeg = Vec::new();
        picture.write_to(&mut std::io::Cursor::new(&mut jpeg), image::ImageFormat::Jpeg).unwrap();
        assert_eq!(measured(&jpeg).unwrap().high, 20);
        assert!(measured(b"GIF89a......").unwrap_err().says.contains("PNG or a JPEG"));
        assert!(measured(&png[..png.len() / 2]).unwrap_err().says.contains("damaged"));
        // A small file that says it is a huge picture.
        let mut bomb = png.clone();
        bomb[16..24].copy_from_slice(&[0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF]);
        let why = measured(&bomb).unwrap_err().says.to_string();
        assert!(why.contains("8000 pixels a side") || why.contains("neither"), "{why}");
    }

    #[test]
    fn what_a_small_file_swells_to_is_refused_before_it_is_decoded() {
        let why = |bytes: &[u8]| measured(bytes).unwrap_err().says.to_string();
        let mut png = Vec::new();
        let picture = image::RgbImage::new(30, 20);
        picture.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).unwrap();
        let packed = |bytes: usize| {
            let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
            std::io::copy(&mut std::io::repeat(0).take(bytes as u64), &mut packed).unwrap();
            packed.finish().unwrap()
        };
        let chunk = |name: &[u8; 4], data: &[u8]| {
            let mut sum = flate2::Crc::new();
            sum.update(name);
            sum.update(data);
            [&(data.len() as u32).to_be_bytes()[..], name, data, &sum.sum().to_be_bytes()[..]].concat()
        };
        // The chunk stands behind the head of the picture.
        let with = |chunk: &[u8]| [&png[..33], chunk, &png[33..]].concat();
        let (small, large) = (packed(1024 * 1024), packed(64 * 1024 * 1024));
        for (name, head) in [
            (b"iCCP", &b"sRGB\0\0"[..]),
            (b"zTXt", b"Comment\0\0"),
            (b"iTXt", b"Comment\0\x01\0en\0Comment\0"),
        ] {
            let of = |packed: &[u8]| with(&chunk(name, &[head, packed].concat()));
            assert_eq!(measured(&of(&small)).unwrap().wide, 30);
            assert!(why(&of(&large)).contains("unpack to more than 4 MiB"), "{name:?}");
            // Several that are each no more than a scanner's profile.
            let several = [small.as_slice(); 5].map(|packed| chunk(name, &[head, packed].concat())).concat();
            assert!(why(&with(&several)).contains("unpack to more than 4 MiB"), "{name:?}");
        }
        // A text that is not packed, and what only looks packed, are left out.
        let text = with(&chunk(b"iTXt", &[b"Comment\0\0\0\0\0", &large[..]].concat()));
        assert_eq!(measured(&text).unwrap().high, 20);
        assert_eq!(measured(&with(&chunk(b"iCCP", b"sRGB\0\0none"))).unwrap().high, 20);
        // More pixels than its size says; pixels in as many parts as they have bytes; more sizes than one.
        let end = png.len() - 12;
        let begun = |sides: [u32; 2]| {
            let [wide, high] = sides.map(u32::to_be_bytes);
            let head = chunk(b"IHDR", &[&wide[..], &high, &[8, 2, 0, 0, 0]].concat());
            [&png[..8], &head].concat()
        };
        let surplus = [&begun([30, 20])[..], &chunk(b"IDAT", &large), &png[end..]].concat();
        assert!(measured(&surplus).is_ok_and(|it| it.wide == 30) || why(&surplus).contains("damaged"));
        let parts: Vec<u8> = packed(20 * 91).iter().flat_map(|byte| chunk(b"IDAT", &[*byte])).collect();
        let parts = [&begun([30, 20])[..], &parts, &png[end..]].concat();
        assert_eq!(measured(&parts).unwrap().wide, 30);
        for sides in [[u32::MAX >> 1; 2], [1 << 30, 1], [8_000, 2_001], [0, 1]] {
            let huge = [&begun(sides)[..], &chunk(b"IDAT", &small), &png[end..]].concat();
            assert!(why(&huge).contains("8000 pixels a side"), "{sides:?}: {}", why(&huge));
        }
        let mut jpeg = Vec::new();
        picture.write_to(&mut std::io::Cursor::new(&mut jpeg), image::ImageFormat::Jpeg).unwrap();
        let frame = jpeg.windows(2).position(|mark| mark == b"\xFF\xC0").unwrap();
        let length = 2 + usize::from(u16::from_be_bytes([jpeg[frame + 2], jpeg[frame + 3]]));
        let mut huge = jpeg.clone();
        huge[frame + 5..frame + 9].fill(0xFF);
        assert!(why(&huge).contains("8000 pixels a side"), "{}", why(&huge));
        let again = &huge[frame..frame + length];
        let twice = [&jpeg[..frame + length], again, &jpeg[frame + length..]].concat();
        assert!(why(&twice).contains("neither"), "{}", why(&twice));
        // What is cut off anywhere is told in words too.
        for whole in [&with(&chunk(b"iCCP", &[b"sRGB\0\0", &small[..]].concat())), &jpeg] {
            for end in 0..whole.len() {
                if let Err(why) = measured(&whole[..end]) {
                    assert!(why.says.to_string().ends_with('.'));
                }
            }
        }
    }
}
