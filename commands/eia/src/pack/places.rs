//! Places of a group's own map as somebody names them: areas and provinces of its table, and sea areas, of which it keeps the names of
//! ports' seas at most, so that any name can be told.

use super::*;
use eia::keys::Key;
use eia::map::SeaId;

/// What a sea area begins with that the map does not name.
const SEA: &str = "sea:";

/// The sea areas that can be chosen: those on which the map's ports open, then this program's own by name.
fn seas(board: &Board) -> Vec<&str> {
    let known: Vec<String> = board.seas().map(plain).collect();
    let ours = SeaId::all().map(|sea| sea.name()).filter(|sea| !known.contains(&plain(sea)));
    board.seas().chain(ours).collect()
}

/// Where a counter stands on a group's own map: an area of it, or a sea area, which is written `sea: Broad Sound` where the map names none
/// so.
///
/// # Errors
/// A sentence that quotes what is no area of it, with the names nearest to it.
pub fn counter_place(board: &Board, typed: &str) -> Result<Key, Said> {
    let typed = typed.trim();
    if let Some(key @ (Key::Area(_) | Key::Sea(_))) = Key::read(typed) {
        return Ok(key);
    }
    let area = |spot: Spot| Key::Area(board.name(spot).to_owned());
    let seas = seas(board);
    let sea = |name: &str| seas.iter().find(|sea| plain(sea) == plain(name)).map(|sea| (*sea).to_owned());
    if let Some(name) = typed.get(..SEA.len()).filter(|start| start.eq_ignore_ascii_case(SEA)) {
        let name = typed[name.len()..].trim();
        return Ok(Key::Sea(sea(name).unwrap_or_else(|| name.to_owned())));
    }
    if let Some(spot) = board.by_name(typed) {
        return Ok(area(spot));
    }
    if let Some(sea) = sea(typed) {
        return Ok(Key::Sea(sea));
    }
    spot_of(board, typed).map(area).map_err(|why| {
        said!("{} A sea area that the map does not name is written so: {}.", why, "sea: Broad Sound")
    })
}

/// Choices for where a counter can stand, by any part of the name: areas, then sea areas, then what is typed as one.
pub fn counter_places(board: &Board, typed: &str) -> Vec<(String, String)> {
    let (asked, named) = match typed.trim().get(..SEA.len()) {
        Some(start) if start.eq_ignore_ascii_case(SEA) => (typed.trim()[SEA.len()..].trim(), true),
        _ => (typed.trim(), false),
    };
    let areas = board.find(asked).into_iter().filter(|_| !named).map(|spot| {
        let (label, name) = choice(board, spot);
        (label, Key::Area(name).written())
    });
    let sea = |name: &str| (say!("{} · sea area", name), Key::Sea(name.to_owned()).written());
    let seas = seas(board);
    let is_known = seas.iter().any(|own| plain(own) == plain(asked));
    let fits = plain(asked);
    let found = seas.iter().filter(|own| plain(own).contains(&fits)).map(|own| sea(own));
    let own = eia::map::pack::sea_name(asked).ok().filter(|_| named && !is_known);
    areas.take(20).chain(found).chain(own.iter().map(|own| sea(own))).take(25).collect()
}

/// What somebody can have on a group's own map: an area or a province of it.
///
/// # Errors
/// A sentence that quotes what is none, with the names nearest to it.
pub fn held_place(board: &Board, typed: &str) -> Result<Key, Said> {
    let typed = typed.trim();
    if let Some(key @ (Key::Area(_) | Key::Province(_))) = Key::read(typed) {
        return Ok(key);
    }
    let province = || board.provinces().find(|own| plain(own) == plain(typed)).map(str::to_owned);
    match (board.by_name(typed), province()) {
        (Some(spot), _) => Ok(Key::Area(board.name(spot).to_owned())),
        (None, Some(province)) => Ok(Key::Province(province)),
        (None, None) => spot_of(board, typed).map(|spot| Key::Area(board.name(spot).to_owned())),
    }
}

/// Choices for that, by any part of the name: areas, then provinces.
pub fn held_places(board: &Board, typed: &str) -> Vec<(String, String)> {
    let areas = board.find(typed).into_iter().map(|spot| {
        let (label, name) = choice(board, spot);
        (label, Key::Area(name).written())
    });
    let fits = plain(typed);
    let provinces = board.provinces().filter(|own| plain(own).contains(&fits));
    let provinces =
        provinces.map(|own| (say!("{} · province", own), Key::Province(own.to_owned()).written()));
    areas.take(20).chain(provinces).take(25).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn board() -> Board {
        let text = "area,province,neighbours,port\nAldmark,Northland,Brunn,Broad Sound\nBrunn,Northland,Aldmark,yes\nCressy,,,-\n";
        Board::of(Pack::read_csv(text).unwrap())
    }

    #[test]
    fn counters_stand_in_areas_and_in_seas_by_their_names() {
        let board = board();
        let read = |typed: &str| counter_place(&board, typed).map(|key| key.written());
        for (typed, key) in [
            ("aldmark", "own/Aldmark"),
            ("cres", "own/Cressy"),
            ("own/Brunn", "own/Brunn"),
            ("broad sound", "own-sea/Broad Sound"),
            ("English channel", "own-sea/English Channel"),
            ("Sea: gulf of Lions", "own-sea/gulf of Lions"),
            ("sea:BROAD SOUND", "own-sea/Broad Sound"),
        ] {
            assert_eq!(read(typed).as_deref(), Ok(key), "{typed}");
        }
        let why = read("Vienna").unwrap_err();
        assert!(why.contains("no area of this campaign's map") && why.contains("sea: Broad Sound"), "{why}");
        let keys = |typed: &str| -> Vec<String> {
            counter_places(&board, typed).into_iter().map(|(_, key)| key).collect()
        };
        assert_eq!(keys("brun"), ["own/Brunn"]);
        assert_eq!(keys("broad"), ["own-sea/Broad Sound"]);
        assert_eq!(keys("sea: Somewhere"), ["own-sea/Somewhere"]);
        assert!(keys("").len() == 25 && keys("zzz").is_empty());
    }

    #[test]
    fn areas_and_provinces_can_be_had() {
        let board = board();
        let read = |typed: &str| held_place(&board, typed).map(|key| key.written());
        assert_eq!(read("northland").as_deref(), Ok("own-province/Northland"));
        assert_eq!(read("Brunn").as_deref(), Ok("own/Brunn"));
        assert!(read("Vienna").is_err());
        let keys: Vec<String> = held_places(&board, "n").into_iter().map(|(_, key)| key).collect();
        assert!(keys.contains(&"own-province/Northland".to_owned()), "{keys:?}");
    }
}
